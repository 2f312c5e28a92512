"""Decide by mem-skill's lists what is worth recording (will this save time next time).

Each criterion is one bullet of the original. A text is judged by its signs alone, so the answer is the same on
every machine; a model may know better, and is not needed. A sign says that words of some sort stand there, in
English or Chinese, nothing more; every pattern looks at a bounded stretch, so the time is linear in the text.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, StrEnum, auto

from commonplace.core import lazy_re as re
from commonplace.core.values import dataclass

_RULE = (
    r"\b(?:always|never|must(?:n't)?|every time|whenever|from now on|(?:do not|don't|cannot|can't|should(?:n't)?"
    r"|shall|make sure|ensure|required? to|needs? (?:to|an?|one|two|three|\d+|at least)|have to|has to|is forbidden|only ever))\b"
    r"|必须|务必|一定要|每次|以后都|总是|不要|不得|不能|禁止|切勿|应该|应当|需要先|只能"
)
_STEP = (
    r"\b(?:first(?:ly)?|then|afterwards|finally|step \d|before|after|once|until|in this order|followed by)\b"
    r"|(?m:^[ \t]{0,8}\d{1,4}[.)]\s)|→|->"
    r"|首先|然后|接着|随后|最后|之后|之前|以前|再[^次也]|第[一二三四五]步|步骤|依次|先"
)
_VERBS = (
    r"(?:add|apply|ask|avoid|build|call|cap|change|check|choose|clear|close|commit|compile|configure|copy|create"
    r"|define|delete|deploy|disable|drop|embed|enable|escape|export|fetch|fill|fix|follow|give|ignore|import|increase"
    r"|install|keep|limit|link|list|load|lock|log|measure|merge|move|name|open|order|pass|pin|pick|prefer|put|read"
    r"|rebase|rebuild|reduce|regenerate|remove|rename|replace|reset|restart|restore|retry|review|roll|rotate|run"
    r"|save|send|set|skip|split|start|stop|store|swap|tag|test|turn|update|upgrade|use|validate|wait|warm|wrap|write)"
)
_ACTION = (
    rf"(?:^|[.;:!?,\n]\s{{0,4}}|[-*]\s{{1,4}}|\d[.)]\s{{1,4}}|\b(?:and|then|to|please|not|or|so|first)\s{{1,4}}){_VERBS}\b"
    r"|\b(?:we|you|i)\s+(?:use|run|set|call|keep|write|deploy|prefer|restart|rebuild|add|pin)\b"
    r"|`[^`\n]{2,80}`"
    r"|运行|执行|使用|改用|设置|设为|设成|配置|添加|加上|删除|重启|检查|调用|提交|部署|回滚|升级|安装|编译"
    r"|导出|导入|连接|打开|关闭|清空|清除|确认|写|嵌入|合并|填|贴|跑"
)
_SETTING = (
    r"(?:^|\s)--?[a-z]\w|\b[A-Z][A-Z0-9]{1,40}_[A-Z0-9]|\w\s{0,3}=\s{0,3}\S|[<>]=\s{0,3}\d|\bv?\d{1,9}\.\d"
    r"|\b(?:[01]?\d|2[0-3]):[0-5]\d\b|\bevery (?:[A-Z]\w{2,6}day|morning|night|hour|month)\b|\b\d{1,12}\s{0,3}(?:%|ms|s|seconds?|minutes?|hours?|days?|times|[kmg]i?b|px|pt|dpi|workers?|replicas?|threads?|tokens?)\b"
    r"|\b(?:port|timeout|limit|version|at (?:most|least)|minimum|maximum|requires?)\b.{0,40}\d"
    r"|\brequires?\b.{0,40}\b(?:access|permission|role|token|vpn|account|node|python|java)\b"
    r"|(?:端口|超时|版本|上限|下限|至少|最多|不低于|不超过).{0,20}\d|(?<!\d)\d{1,12}\s{0,3}(?:秒|分钟|小时|天|次|倍|个|位|毫秒|像素)"
    r"|需要.{0,12}(?:权限|令牌|账号|版本|内网)"
)
_TROUBLE = (
    r"\b(?:fail(?:s|ed|ing|ure)?|errors?|crash\w*|broke(?:n)?|breaks|bugs?|lost|loses|outage|wrong|hangs?|hung|leaks?"
    r"|time[sd]? ?out|corrupt\w*|mistake|exception|panic\w*|stuck|deadlock\w*|downtime|incident|missing glyphs?"
    r"|\w{1,60}error|\w{1,60}exception|(?-i:E[A-Z]{4,}))\b|\b(?:fixed|repaired|cured)\b.{1,40}\bby \w{2,20}ing\b"
    r"|\b(?:because|root cause|caused by|due to)\b.{1,120}\b(?:fixed|solved|resolved)\b|\b(?:fixed|solved|resolved)\b.{1,120}\b(?:because|root cause|caused by|due to)\b"
    r"|原因.{1,60}(?:修复|解决|改用|改成)|(?:修复|解决)了?.{1,60}(?:原因|因为)"
    r"|修复了?.{1,20}[：:，,].{0,4}[把将]|失败|报错|错误|崩溃|丢失|故障|超时|卡住|死锁|泄漏|误删|异常|事故|乱码|无响应|停机"
)
_REMEDY = (
    r"\b(?:fix(?:e[sd])?|solv\w+|resolv\w+|workaround|instead|restor\w+|recover\w*|roll(?:ed)? back|prevent\w*|avoid\w*"
    r"|switched to|worked|helps?|helped|cured?|by (?:adding|setting|using|running|pinning|clearing))\b"
    r"|解决|修复|改用|改成|改为|恢复|换成|避免|加上|才行|才成功|奏效|重装|回滚"
)
_ATTEMPT = (
    r"\b(?:tried|attempts?|attempted|did(?:n't| not) (?:work|help)|in the end|what worked|second try|third try"
    r"|only .{1,40} worked)\b|试过|尝试|都不行|不行|无效|没用|最终|最后才"
)
_TASTE = (
    r"\b(?:user|he|she|we|i|they|team|client|customer|(?-i:[A-Z][a-z]+)) (?:likes?|wants?|dislikes?|hates?)\b"
    r"|\b(?:prefers?|preferred|house style|our style|writing style|tone|voice)\b"
    r"|\b(?:decided|chose|opted|agreed|settled)\b.{1,60}\b(?:instead of|rather than|over|because|since)\b"
    r"|喜欢|偏好|偏爱|习惯|风格|语气|口吻|希望|讨厌|(?:决定|选择|选用|商定).{1,40}(?:而不是|而非|因为|代替)"
)
_FORM = (
    r"\b(?:templates?|checklists?|boilerplate|output format|prompt|snippet|skeleton|fill in)\b|- \[[ x]\]"
    r"|模板|清单|检查表|提示词|输出格式|样板"
)
_PLACE = (
    r"\bhttps?://\S{3,200}|(?:^|[\s`(\"'])(?:~|\.{1,2})?/?[\w.-]{1,60}/[\w./-]|(?<![\w-])[\w-]{1,60}\.(?:md|py|json|ya?ml|toml|sh|ttf|otf|png|svg|sql|conf|ini)\b"
    r"|\b(?:lives?|kept|stored|located|hosted|documented) (?:in|at|on|under)\b"
    r"|位于|存放|放在|托管在|文档在|地址是|目录下"
)
_QUESTION = r"\A[^.!。！\n]{0,200}[?？]|\A\s*(?:q|question|问)\s*[:：]"
_CONCEPT = (
    r"\b(?:is|are) (?:an? |the )?(?:\w+ ){0,3}(?:kinds?|types?|forms?|ways?|concepts?|techniques?|methods?|ideas?|notions?|process"
    r"|approach|patterns?|protocols?|paradigms?|theorem|languages?|models?|structures?|formats?) (?:of|for|to|in|that|which|where)\b"
    r"|\b(?:refers? to|is defined as|are defined as|means that|stands for|theory|theoretical\w*|conceptually|in essence|by definition)\b"
    r"|是一种|是指|指的是|概念|原理|理论|定义为|本质上|意思是|所谓"
)
_ONCE = (
    r"\b(?:today|yesterday|tomorrow|this (?:morning|afternoon|evening|week|once)|just now|one-off|just once"
    r"|this time|for now|temporar(?:y|ily)|(?:ticket|pr|issue|pull request) #?\d+|for this (?:ticket|demo|release|meeting))\b"
    r"|今天|昨天|明天|刚才|刚刚|这一次|这次|临时|一次性|暂时|本次|今早|今晚"
)
_DANGLING = (
    r"\A[\s*_>\"'(-]*(?:it|its|this|that|these|those|they|them|he|she|here|such|both|which|as (?:above|below|shown))\b"
    r"|\A[\s*_>-]*(?!(?:if|when|once|while|unless|until|because|before|after|since)\b)[a-z]+ (?:it|them)\b"
    r"|\A[\s*_>-]*(?:它|这|那|其|此|他|她|上述|如上|如下|两者)"
)


class Sign(Enum):
    """What a text has."""

    RULE = auto()
    """It says what holds every time."""
    STEP = auto()
    """It says what comes before what."""
    ACTION = auto()
    """It says what to do."""
    SETTING = auto()
    """It gives a value, a flag, a version, a requirement."""
    TROUBLE = auto()
    """It tells what went wrong."""
    REMEDY = auto()
    """It tells what sets it right."""
    ATTEMPT = auto()
    """It tells what was tried."""
    TASTE = auto()
    """It tells what somebody prefers."""
    FORM = auto()
    """It offers a form to fill in."""
    PLACE = auto()
    """It tells where something is."""
    QUESTION = auto()
    """It begins with a question."""
    CONCEPT = auto()
    """It explains what something is."""
    ONCE = auto()
    """It speaks of one occasion."""
    DANGLING = auto()
    """It begins by pointing at something that stands elsewhere."""


_PATTERNS = {
    sign: re.compile(pattern, re.IGNORECASE if sign is not Sign.SETTING else re.NOFLAG)
    for sign, pattern in {
        Sign.RULE: _RULE,
        Sign.STEP: _STEP,
        Sign.ACTION: _ACTION,
        Sign.SETTING: _SETTING,
        Sign.TROUBLE: _TROUBLE,
        Sign.REMEDY: _REMEDY,
        Sign.ATTEMPT: _ATTEMPT,
        Sign.TASTE: _TASTE,
        Sign.FORM: _FORM,
        Sign.PLACE: _PLACE,
        Sign.QUESTION: _QUESTION,
        Sign.CONCEPT: _CONCEPT,
        Sign.ONCE: _ONCE,
        Sign.DANGLING: _DANGLING,
    }.items()
}


def signs_in(text: str) -> frozenset[Sign]:
    """Return every sign that `text` has."""
    return frozenset(sign for sign, pattern in _PATTERNS.items() if pattern.search(text))


class RecordTarget(StrEnum):
    """Where a text is recorded: for everybody, or for whoever uses a skill again."""

    KNOWLEDGE = "knowledge-base"
    EXPERIENCE = "experience"


class Merit(StrEnum):
    """Why a text should be recorded."""

    ATTEMPTS = "a solution found in several attempts, with reasons"
    MISTAKE = "a costly mistake and how it is corrected"
    PREFERENCE = "a preference or a rule of style"
    TEMPLATE = "a template, a checklist or a form of output"
    WORKFLOW = "a workflow or a rule by which to decide"
    PARAMETER = "a parameter, a setting or a prerequisite"
    RESOURCE = "a dependency, or where something is"
    PITFALL = "a pitfall of a skill and its fix"
    SKILL_PARAMETER = "a parameter that affects what a skill does"
    SKILL_TEMPLATE = "a template, prompt or workflow of a skill"
    SKILL_PATH = "a dependency or asset that a skill needs"
    SKILL_ORDER = "steps of a skill that need their order"


class Fault(StrEnum):
    """Why a text should not be recorded."""

    QUESTION = "a single question and its answer, without a process"
    CONCEPT = "an explanation without steps"
    CONCLUSION = "a conclusion that nobody can use again"
    THEORY = "theory, which is not what a skill was like to use"
    IRREPRODUCIBLE = "a conclusion without steps to reproduce it"
    ONE_OFF = "something done once"


@dataclass(frozen=True, slots=True)
class Worthy:
    """It should be recorded."""

    merit: Merit


@dataclass(frozen=True, slots=True)
class Unworthy:
    """It should not be recorded."""

    fault: Fault


Signs = frozenset[Sign]

Rule = Callable[[Signs], bool]

_S = Sign


def _has(*all_of: Sign, any_of: tuple[Sign, ...] = ()) -> Rule:
    wanted, one_of = frozenset(all_of), frozenset(any_of)
    return lambda signs: wanted <= signs and (not one_of or bool(one_of & signs))


_CORRECTED = _has(_S.TROUBLE, any_of=(_S.REMEDY, _S.RULE))

_ORDERED = _has(_S.STEP, any_of=(_S.ACTION, _S.RULE))

_FILLED_IN = _has(_S.FORM, any_of=(_S.ACTION, _S.RULE, _S.PLACE, _S.STEP))

_KNOWLEDGE: tuple[tuple[Merit, Rule], ...] = (
    (Merit.ATTEMPTS, _has(_S.ATTEMPT, _S.REMEDY)),
    (Merit.MISTAKE, _CORRECTED),
    (Merit.PREFERENCE, _has(_S.TASTE)),
    (Merit.TEMPLATE, _FILLED_IN),
    (Merit.WORKFLOW, _ORDERED),
    (Merit.PARAMETER, _has(_S.SETTING)),
    (Merit.RESOURCE, _has(_S.PLACE)),
    (Merit.WORKFLOW, _has(_S.RULE)),
)
"""The original's list, the most telling first: a sentence often fits several bullets."""

_EXPERIENCE: tuple[tuple[Merit, Rule], ...] = (
    (Merit.PITFALL, _CORRECTED),
    (Merit.SKILL_TEMPLATE, _FILLED_IN),
    (Merit.SKILL_ORDER, _ORDERED),
    (Merit.SKILL_PARAMETER, _has(_S.SETTING)),
    (Merit.SKILL_PATH, _has(_S.PLACE)),
    (Merit.SKILL_ORDER, _has(_S.RULE)),
)

_LASTING = (_S.RULE, _S.TASTE)
"""What makes a rule of something that happened on one day."""

_A_PROCESS = (_S.RULE, _S.STEP, _S.REMEDY)
"""What makes an answer or an explanation something to do."""


def judge(text: str, target: RecordTarget = RecordTarget.KNOWLEDGE) -> Worthy | Unworthy:
    """Say whether `text` should be recorded in `target`, and by which bullet of the original."""
    signs = signs_in(text)
    if Sign.ONCE in signs and not signs.intersection(_LASTING):
        return Unworthy(Fault.ONE_OFF)
    has_process = bool(signs.intersection(_A_PROCESS))
    if Sign.QUESTION in signs and not has_process:
        return Unworthy(Fault.QUESTION)
    if Sign.CONCEPT in signs and not has_process:
        return Unworthy(Fault.CONCEPT if target is RecordTarget.KNOWLEDGE else Fault.THEORY)
    for merit, fits in _KNOWLEDGE if target is RecordTarget.KNOWLEDGE else _EXPERIENCE:
        if fits(signs):
            return Worthy(merit)
    return Unworthy(Fault.CONCLUSION if target is RecordTarget.KNOWLEDGE else Fault.IRREPRODUCIBLE)
