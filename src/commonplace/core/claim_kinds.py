"""Say what kind of thing a text claims: a rule, a preference, a decision, a pitfall, a way to do something, a fact.

Each kind has its turns of phrase in English and Chinese. The first sentence counts most: what follows it
is a reason or an example as a rule. Where two kinds are as likely, nothing is guessed. A layout says
what its books call each kind (`Traits.claim_kinds`).
"""

from __future__ import annotations

from enum import StrEnum

from commonplace.core import lazy_re as re

FIRST = 3
"""How much more the first sentence counts than the rest."""
CLEAR = 2
"""By how much the likeliest kind must lead."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_ANSWERS = re.compile(
    r"(?:\W|_"
    r"|\b(?:ok|okay|kk?|yes|yep|yeah|yup|no|nope|nah|sure|fine|good|great|nice|cool|perfect|awesome|thanks?|you|thx|ty"
    r"|please|done|alright|all|right|got|it|i|see|understood|sounds|looks|lgtm|hi|hello|hey|bye|continue|go|ahead|on"
    r"|next|hm+|um+|uh|oh|ah|wow|that|works|very|much|so|a|lot|and|again|now|then|yet|ready)\b"
    r"|好[的啊吧呀嘞]?|行[啊吧]?|可以[的了]?|嗯|哦|噢|啊|是[的啊]?|对[的啊]?|没问题|没事|谢谢[你您]?|多谢|感谢|辛苦了?|收到|明白了?|知道了"
    r"|了解了?|懂了|不[用要是行]?了?|继续|[你您]好|再见|拜拜|哈|赞|完成了?|开始吧?|确认|同意)+",
    re.IGNORECASE,
)
"""Words that answer somebody; a text of these alone claims nothing once the question is gone."""
ANSWER_CHARACTERS = 80


def claims_nothing(text: str) -> bool:
    """Say whether `text` only answers somebody, as `ok, thanks` does."""
    said = text.strip()
    return 0 < len(said) <= ANSWER_CHARACTERS and _ANSWERS.fullmatch(said) is not None


class ClaimKind(StrEnum):
    """What kind of thing is claimed."""

    RULE = "rule"
    PREFERENCE = "preference"
    DECISION = "decision"
    PITFALL = "pitfall"
    HOWTO = "howto"
    SETTING = "setting"
    """A fact that is a value: a port, a version, a path, a limit."""
    FACT = "fact"


def _shapes(english: str, chinese: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{english})(?!\w)|{chinese}", re.IGNORECASE)


_SIGNS: tuple[tuple[ClaimKind, int, re.Pattern[str]], ...] = (
    (
        ClaimKind.PREFERENCE,
        4,
        _shapes(
            r"(?:i|user)(?:'d| would)? (?:really |much |strongly |always |usually )*(?:prefers?|likes?|loves?|hates?|dislikes?|wants?|rather|insists?|am allergic)"
            r"|my (?:favou?rite|preference|preferred|taste)|i (?:don't|do not|can't|never) (?:like|want|eat|drink|stand|use)|how i (?:want|like)|(?:tell|answer|call|ask|give|show|write to|reply to|wake|address) me"
            r"|for me\b|on my behalf|please (?:answer|reply|write|keep|be)|no emojis?",
            r"我(?:个人)?(?:更|比较|最|一直|一般|平时|还是)?(?:喜欢|偏好|习惯|希望|想要|讨厌|不喜欢|受不了|要求)|(?:回答|回复|跟我|给我|叫我|称呼我)",
        ),
    ),
    (
        ClaimKind.DECISION,
        5,
        _shapes(
            r"(?:we|i|team)(?:'ve| have)? (?:decided|chose|chosen|picked|agreed|settled|voted|opted)|decision(?: is| was|:)|(?:we|i) (?:went|are going|'re going|go) with|in favou?r of|we (?:dropped|gave up|abandoned|rejected|replaced|ruled out|moved (?:off|from|away|to)|switched|migrated)"
            r"|was (?:rejected|dropped|chosen|picked|ruled out)|decided (?:on|to|against|in)|instead of .{1,40} because|over .{1,30} because",
            r"决定|定了|敲定|拍板|选了|选择了|选型|放弃|换成了|改用|改成了|弃用|最终(?:选|用|定)|评估(?:过|后|了)|没选|不选|对比(?:过|后)",
        ),
    ),
    (
        ClaimKind.PITFALL,
        4,
        _shapes(
            r"(?:fails?|failed|breaks?|broke|hangs?|hung|crash\w*|freez\w+|leaks?|corrupt\w*|deadlocks?|ooms?|segfaults?|silently|beware|careful|watch out|gotcha|pitfall|trap|bug|error(?:s| out)?|stale|flaky|wrong|misleading|doesn't work|does not work|won't work|stops? working|stopped working|times? out|timed out|gets? (?:lost|stuck|killed|dropped)|loses?|kills?|duplicates?|overwrites?|ignored)"
            r"|if you (?:forget|don't|skip|miss)|don't be (?:fooled|surprised)|looks like .{1,30} but|even though|nearly always|almost always|is usually|usually means|symptom|root cause|turned out",
            r"坑|报错|失败|崩溃|崩|卡死|卡住|闪退|泄漏|死锁|乱码|不生效|失效|丢失|丢数据|误报|小心|当心|注意|否则|不然|会被|会把|会导致|超时|挂掉|白屏|黑屏|绿边|发灰|错位|冲突|原因是|其实是|多半是|基本是|根因|绕过",
        ),
    ),
    (
        ClaimKind.HOWTO,
        4,
        _shapes(
            r"to \w+(?: [\w'/-]+){0,6},? (?:run|use|call|open|set|go|add|press|type|execute|start|first|do|ssh|hold|delete|restart)|how to|steps?:|in (?:this|that) order|run(?:s|ning)? `|with `[^`]+`|`[^`]+` (?:opens|starts|shows|runs|builds|creates|prints|lists|gives|resets|seeds|generates)|first .{3,60}(?:,|;|\.) then|then run|procedure|runbook|recipe|(?:do|run) it with|the way to",
            r"步骤|怎么|方法是|跑法|先.{2,30}(?:再|然后)|然后.{0,20}(?:跑|执行|重启)|(?:跑|执行|运行|敲|输入)一?[下遍]? ?`|流程|做法|用 ?`[^`]+`|操作|方式是|回滚的?话|要.{1,12}(?:就|的话)(?:跑|执行|用|先)",
        ),
    ),
    (
        ClaimKind.HOWTO, 3, re.compile(r"(?m)^\s*1[.)、].*\n(?:.*\n)*?\s*2[.)、]"),
    ),
    (
        ClaimKind.RULE,
        4,
        _shapes(
            r"must(?:n't| not)?|never|(?<!nearly )(?<!almost )always|(?:don't|do not|please don't) (?!know|have|need|worry|think)\w+|not allowed|forbidden|mandatory|required|has to|have to|needs? (?:to|a|an|two|at least)|should(?:n't| not)?|only (?:through|via|with|in|for|on|after|by|use)|no (?!longer|one\b|need|matter)\w+(?: \w+){0,3} (?:in|on|to|without|before|after|at|allowed|except)|every \w+ (?:must|needs|has to|gets)|nobody|at least|at most|unless|by convention|without exception|ask before|keep \w+",
            r"必须|务必|一律|统一|禁止|严禁|不得|不准|不许|不允许|不要|别|不能|不可|只能|只允许|只准|只用|一定要|都要|都得|要先|需要|至少|最多|不超过|绝不|规定|要求|凡是|才能|应该",
        ),
    ),
    (
        ClaimKind.RULE,
        3,
        re.compile(r"^(?:use|avoid|prefer|name|put|write|keep|run|wrap|add|store|pin|tag|squash|log|mock|test|review|treat|return|validate|escape|commit|rebase|create|send|ask|check|set|indent|round|filter|label|quote|bump|document|no|new|any|all)\b", re.IGNORECASE),
    ),
    (
        ClaimKind.SETTING,
        3,
        _shapes(
            r"(?:port|version|timeout|times? out|limit|pool|size|path|folder|default|retention|replicas?|cache\w*|config\w*|env|variable|interval|threshold|budget|quota|cron|bucket|region|instance|tag|pinned|rotate\w*)\b[^.]{0,60}(?:\d|`|/|~)|(?:listens|runs|lives|is|are) (?:on|at|in|under) [^.]{0,30}(?:`|/|~|\d{4})|v?\d+\.\d+(?:\.\d+)?",
            r"(?:默认|限制|上限|超时|版本|端口|间隔|保留|地址|路径|配置|环境变量|阈值|红线|码率|缓存|大小)[^。，]{0,20}(?:\d|`|/)|\d+\.\d+|(?:跑|锁|放|存|部署|起)在[^。，]{0,20}(?:\d|`|/)",
        ),
    ),
    (
        ClaimKind.FACT,
        2,
        _shapes(
            r"is|are|was|were|has|owns?|lives?|belongs?|means|comes?|contains?|holds?|works?|handles?|knows?|'s|speaks?|born|called|goes|go",
            r"是|在|有|归|属于|负责|叫|由|来自|存着|等于|指的是|住|找",
        ),
    ),
)  # fmt: skip


def kind_of_claim(text: str) -> ClaimKind | None:
    """Return what kind of thing `text` claims; None where that is not clear."""
    said = text.strip().lstrip("#-*> ")
    first = _SENTENCE_END.split(said, maxsplit=1)[0]
    scores: dict[ClaimKind, int] = {}
    for kind, weight, shape in _SIGNS:
        found = FIRST * (shape.search(first) is not None) + (shape.search(said) is not None)
        scores[kind] = scores.get(kind, 0) + weight * found
    best, second, *_ = sorted(scores, key=lambda kind: -scores[kind])
    is_clear = scores[best] - scores[second] >= CLEAR
    return best if is_clear and scores[best] else None
