"""Where a text belongs: by the folder it came from, else by the words it uses (B2, topic inference).

The third way, the topic of the memory a text joins, needs no guess: the text is filed with it.

Say what kind of thing a text claims: a rule, a preference, a decision, a pitfall, a way to do something, a fact.

Turns of phrase in English and Chinese are signs, and fitted weights say how much each speaks for each kind. The
first sentence counts most: what follows it is a reason or an example as a rule. Where no kind is likelier than all
others together, nothing is guessed. A layout says what its books call each kind (`Traits.claim_kinds`).

The category that a text belongs to: one whose keywords it uses, or a new one that is suggested.

mem-skill's rule: a keyword counts whole, whatever its case, and one is enough.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from functools import cache
from math import exp
from pathlib import PurePath

from commonplace.core import lazy_re as re
from commonplace.core.changes import Category
from commonplace.core.claims.vocabulary import CONTAINERS, TOPICS
from commonplace.core.keywords import Prompt
from commonplace.core.names import is_portable
from commonplace.core.tokens import content_tokens, terms
from commonplace.data import read_data

LATER = 0.5
"""How much a sign counts that only stands after the first sentence."""
LONG = 240
"""From how many bytes on a text is as long as it can be."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])|\n")
_ANSWERS = re.compile(
    r"(?:\W|_"
    r"|\b(?:ok|okay|kk?|yes|yep|yeah|yup|no|nope|nah|sure|fine|good|great|nice|cool|perfect|awesome|thanks?|you|thx|ty"
    r"|please|done|alright|all|right|got|it|i|see|understood|sounds|looks|lgtm|hi|hello|hey|bye|continue|go|ahead|on"
    r"|next|noted|will do|hm+|um+|uh|oh|ah|wow|that|works|very|much|so|a|lot|and|again|now|then|yet|ready)\b"
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
    return re.compile(rf"(?<!\w)(?:{english})(?!\w)|(?:{chinese})", re.IGNORECASE)


_LEAD_IN = re.compile(
    r"^(?:please )?(?:remember|note|fyi|nb|reminder|记住|备忘|记一下)(?: to self)?(?: that)?[:：,，]?\s*",
    re.IGNORECASE,
)
_SIGNS: dict[str, re.Pattern[str]] = {
    "wish": _shapes(r"(?:i|we|user)(?:'d| would)? (?:really |much |strongly |always |usually )*(?:prefers?|likes?|loves?|hates?|dislikes?|wants?|rather|insists?|enjoys?)|my (?:favou?rite|preference|preferred|taste)|i(?:'ve| have) come to like|i (?:don't|do not|can't|cannot|never|won't) (?:like|want|eat|drink|stand|use|read|care)", r"我[^，。]{0,4}(?:喜欢|偏好|习惯|希望|想要|讨厌|不喜欢|受不了|爱|更愿)|看着头大|我看不|合我"),
    "to me": _shapes(r"(?:tell|answer|call|ask|give|show|write|reply|wake|address|send|page|book|ping|remind|keep|spare|talk to|let|bother|serve|make) (?:to )?me|for me|on my behalf|when you (?:show|write|answer|give|send|draft|explain|summari[sz]e|make|do)", r"(?:给|叫|跟|发|问|提醒|告诉|帮|找|打扰|打给)我|称呼|回答|回复"),
    "please": _shapes(r"please|pls", r"请|麻烦"),
    "of myself": _shapes(r"i|i'm|i've|i'd|i'll|my|me|mine|myself", r"我(?!们)"),
    "of us": _shapes(r"we|we're|we've|we'll|our|us|ours", r"我们|咱们?"),
    "style": _shapes(r"short|plain|warm|tone|neat|readable|calmer|nicer|bullets?|one line|lower ?case|upper ?case|spelled out|wall of text|emojis?|abbreviations|grams", r"简短|大写|小写|一行|一条一条|写清楚|简洁|啰嗦|废话|标题"),
    "decided": _shapes(r"(?:we|i|team|they)(?:'ve| have)? (?:just )?(?:decided|chose|chosen|picked|agreed|settled|voted|opted)|decision|agreed (?:with|on|in|to)|settled on|(?:we|i) (?:went|go|are going|'re going) (?:with|for|back to)|in favou?r of|decided (?:on|to|against|in)|chosen|talked it through|(?:adr|rfc) ?-?\d+", r"决定|定了|敲定|拍板|选了|选择了|选型|最终(?:选|用|定)|评估(?:过|后|了)|没选|不选|对比(?:过|后)|评审会|商量|投票|说好"),
    "given up": _shapes(r"dropp(?:ed|ing)|g[ia]ve up|giving up|abandon(?:ed|ing)?|reject(?:ed|ing)|replac(?:ed|ing)|ruled out|moved? (?:off|away|to|into|from|over)|moving (?:off|away|to|into|from|over)|switch(?:ed|ing)|migrat(?:ed|ing)|stopped|retir(?:ed|ing)|sunset|cancelled|scrapp(?:ed|ing)|frozen|no longer|stays?(?! (?:behind|off|under|on|up|down|in))|stick(?:ing)? with|stay(?:ing)? (?:on|with)|keep(?:ing)? (?:the|our|generated)|out of v?\d|postponed|instead of|anymore|any more", r"放弃|换成|改用|改成|弃用|下掉|下线|不再|(?:不|先不)[^，。]{1,6}了|迁到|砍掉|取消|保留|推迟|暂缓|统一换|暂时不|省[了下]?"),
    "when decided": _shapes(r"(?:in|since|last|until|by|this|next|end of|from) (?:jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|spring|summer|autumn|fall|winter|q[1-4]|year|christmas|20\d\d|week|month|term|sprint)|for (?:now|good)|again (?:in|after)|on the \d+(?:st|nd|rd|th)", r"[0-9一二三四五六七八九十]+ ?月|年底|今年|明年|去年|下半年|上半年|暂时|季度|Q[1-4]"),
    "reason": _shapes(r"because|since|as (?:it|they|we|nobody|the)|so that|due to|that's why|which is why|tried|tested|looked at|measured?|measurements?|cheaper|saves?|showed", r"因为|原因|毕竟|省得|成本|太[高贵慢重]|扛不住|(?<!不)方便|免得"),
    "fails": _shapes(r"fail(?:s|ed|ing|ure)?|break(?:s|ing)?|broke|hang(?:s|ing)?|hung|crash\w*|freez\w+|leak(?:s|ed)?|corrupt\w*|deadlocks?|ooms?|segfaults?|silently|bugs?|errors?|stale|flaky|wrong|misleading|(?:doesn't|does not|won't|didn't|don't) work|stop(?:s|ped) working|times? out|timed out|gets? (?:lost|stuck|killed|dropped)|loses?|lost|kills?|duplicates?|twice|double\w*|overwrites?|ignored|locks?|eats|jumps?|spikes?|drifts?|goes red|clash\w*|bounces?|garbage|trips?|resets?|blank|missing|swallow\w*|inflated|worthless|unusable", r"报错|失败|崩溃|崩|卡死|卡住|闪退|泄漏|死锁|乱码|不生效|失效|丢失|丢[数过]|误报|超时|挂[掉了]|搞挂|白屏|黑屏|绿边|发灰|错位|冲突|绕过|飙|涨到|采不到|挡住|睡不着|出错|不准|坏|堵|烂|漏|错"),
    "careful": _shapes(r"beware|careful|watch out|gotcha|pitfall|trap|mind (?:the|that)|heads up|caution|don't be (?:fooled|surprised)|don't trust|looks? out", r"小心|当心|注意|坑|留意|千万"),
    "seems": _shapes(r"looks? (?:like|fine|as|ok|okay|right|free|empty|healthy|done)|look like|seems?|appears?|shows?(?: up)?|reads|says|reports?|claims|pretends|counts?|comes? back|returns?|shown|showed|draws|\"[^\"]+\"", r"看起来|看着|显示|好像|看到|以为|像是|看上去|提示|“[^”]+”"),
    "is not so": _shapes(r"isn't|aren't|is not|are not|wasn't|not yet|nothing|actually|really|real|only (?:once|when|confirmed)|merely|just (?:that|the|a)|it's (?:the|just|a|only)|means? (?:little|nothing|a)|there's only|not (?:the|a|because)|even though|although|but", r"不是|不代表|实际上?|其实|并不|并非|但是?|而是|是空的|没有|只是|真的"),
    "mostly": _shapes(r"(?:almost|nearly) (?:always|never)|most likely|usually|often|mostly|probably|likely|every time|sometimes|once in a while|nine times|somebody has|turned out", r"多半|八成|基本|十次|通常|往往|一般是|大概率|可能|经常|有时|老是|偶尔|突然|一直"),
    "calm": _shapes(r"ignore|don't (?:panic|worry|roll|touch|swap|cancel|blame|restart|bother|trust|nest|be|show|take|change|read)|goes away|by itself|harmless|before you blame|never mind|wait it out", r"别慌|别急|别着急|别管|忽略|不用管|自己会|等一会|正常现象|没事|先别|过会|不用理"),
    "once happened": _shapes(r"once|last (?:time|year|week|month|winter|summer|spring)|happened|that's how|we (?:lost|shipped|stood|burned|had|spent|once|sent|paid|missed)|cost us|half a day|a whole day|in (?:march|may|june)|customers|ended up|because of that|because of it", r"上次|上回|有一次|查了|踩过|就是这样|交代过|翻过车|吃过亏|出过"),
    "or else": _shapes(r"otherwise|or else|else|or (?:it|the|they|you|we) \w+|if (?:you|they|we|it) (?:forget|don't|doesn't|skip|miss)|without", r"否则|不然|要不|会被|会把|会导致|引起|造成|的话"),
    "if": _shapes(r"if|when(?:ever)?|while|once|as soon as|after", r"如果|要是|当|时候|一旦|后(?=，|,|会)|的话"),
    "if first": re.compile(r"^(?:if|when(?:ever)?|as soon as|while|after)\b|^(?:如果|要是|一旦|当)|^[^，。]{2,16}(?:时|时候|的话|之后)[，,]",re.IGNORECASE),
    "to do": re.compile(r"^to \w+|^how to|^(?:steps|procedure|recipe|routine|runbook)|^(?:\w+ )?\w+ing\b[^.]{0,60}?(?::|,| is | goes )|^for [^.:,]{3,50}(?::|,)? (?:send|run|use|call|take|open|go|ask|set)|步骤|流程|怎么|方法|做法|操作|用法",re.IGNORECASE),
    "colon head": re.compile(r"^[^.:：!?。，`]{2,60}[:：]"),
    "command": re.compile(r"`[^`]*\w[ ][^`]+`|`\./[^`]+`|\b(?:curl|kubectl|docker|npm|git|make|ssh) \S+"),
    "code": re.compile(r"`[^`]+`"),
    "act": _shapes(r"(?:(?:then|first|and|or|,|;|:|>) ?)(?:run|use|call|open|set|go|add|press|type|execute|start|do|ssh|hold|delete|restart|stop|drain|feed|wait|fill|print|check|upload|export|send|tell|change|plug|put|take|pull|pick|click|select|copy|drop|filter|unplug|log|look|paste|turn|boil|mix|ping|mark|create|fold|ring|write|give|push|let|bring|scan|save|enter|move|close|switch)", r"(?:先|再|然后|最后|接着|，|：|选|点)(?:从|在|去|到|把|用|登录?|看|选|点|按|关|开|打开|起|跑|执行|导|上传|提|改|传|拉|敲|等|找|截图|坐|重启|填|贴|发|加|查|删)"),
    "in order": _shapes(r"then|first|next|afterwards|finally|in (?:this|that) order|step \d|minutes?|seconds?|wait|until|> \w+", r"先|再(?!也)|然后|最后|接着|之后|以后|等 ?\d|等[一几]|秒|分钟"),
    "run": _shapes(r"run|runs|running|execute|use|is `|with `|from the|takes (?:about|roughly|ten|five|\d)|opens|starts", r"跑|执行|运行|敲|输入|用 ?`|登录|回滚用|打一遍|脚本"),
    "must": _shapes(r"must(?:n't| not)?|mandatory|required|has to|have to|needs? (?:to|a|an|two|at least|the)|should(?:n't| not)?|shall|not allowed|forbidden|may (?:not|only|write|go|be)|are? (?:never|not) to", r"必须|务必|一律|凡是|禁止|不准|一定要|都要|都得|要先|要写|要[有留走填]|规定|要求|应该|得(?:先|有|走)|才能|才可以|须"),
    "never": _shapes(r"never|not even|no exceptions?|without exception|under no|ever|none", r"禁止|严禁|不得|不准|不许|不允许|绝不|不可|不能|谁都|不给"),
    "always": _shapes(r"(?<!nearly )(?<!almost )always|from now on|everywhere|at all times|all the way|every|each|all|any(?:thing|body|one)?|by convention", r"一律|统一|每[个次]|凡是|所有|全部|任何|都(?!是|行|没)|以后"),
    "nobody": _shapes(r"nobody|no one|no \w+ (?:on|in|to|without|before|after|has|gets|goes|for|than)|nothing (?:leaves|goes|gets|is)|everybody|everyone|somebody else", r"谁|任何人|没有人|大家|别人|所有人"),
    "only": _shapes(r"only|reserved|solely|exclusively|restricted|stays? (?:in|off|under|with)|except|unless|but not|not (?:in|to|on|for|at|by)|no more than|more than|at least|at most|max(?:imum)?|minimum|no later|before|without", r"只能|只允许|只准|只用|只许|只走|除非|至少|最多|不超过|不要超过|以内|以上|起"),
    "dont": _shapes(r"don't|do not|avoid|no|not", r"不要|别|不(?=用|做|安排|发|直接|写|放|能|许|要)|勿"),
    "no first": re.compile(r"^(?:no|never|nothing|nobody|don't|do not|only|any|anything|every|each|all|always|must|new)\b|^(?:不|禁|严|必|凡|所有|每个|新[^，]{1,4}必|线上|一律)",re.IGNORECASE),
    "order first": re.compile(r"^(?:use|avoid|name|put|write|keep|run|wrap|add|store|pin|tag|squash|mock|test|review|treat|return|validate|escape|commit|rebase|create|send|ask|check|set|indent|round|filter|label|quote|bump|document|report|roll|mark|swap|wear|wash|lock|clean|take|leave|call|make|turn|sign)\b",re.IGNORECASE),
    "is": _shapes(r"is|are|was|were|'s|has|have|owns?|lives?|belongs?|means|comes?|contains?|holds?|works?|handles?|knows?|speaks?|born|called|goes?|gets?|takes?|arrives?|picks up|run(?:s)? in", r"是|有|归|属于|负责|叫|由|来自|存[着在]|等于|指的是|住|包含|放在|按|跑|收"),
    "who": re.compile(r"(?<![.!?。] )(?<!^)(?<![A-Za-z])(?:Mrs?|Ms|Dr)\.? [A-Z]|(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)?|(?:老|小|阿)[\u4e00-\u9fff]|负责人|owned|maintained|in charge|ask [A-Z]|contact"),
    "value": re.compile(r"\d|°|%"),
    "unit": re.compile(r"\d ?(?:s|ms|min|h|kb|mb|gb|[kK]|px|pt|mah|mhz|v|€|£|euros?|pounds?|dollars?|percent|%|g|kg|km|days?|hours?|minutes?|seconds?|weeks?|years?|requests|秒|分钟|小时|天|个|元|台|万|月|点|号|套|条)(?![a-z])",re.IGNORECASE),
    "clock": re.compile(r"\d{1,2}[:.]\d\d|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b\d{1,2} ?(?:am|pm)\b|周[一二三四五六日末]|每[天周月年]|[早晚]上|点半?",re.IGNORECASE),
    "many values": re.compile(r"\d[^\d]+\d[^\d]+\d"),
    "bare is": re.compile(r"^(?:the |our |my |their )?[\w' /-]{2,40}? (?:is|are|was|has|have|lives?|belongs?|means|runs?|takes?|arrives?|gets?) (?!not|never|only|to )",re.IGNORECASE),
    "zh is": re.compile(r"^[^，。：]{1,14}(?:是|有|在|归|由|叫|存|保留|放|按)(?!不)"),
    "today as is": _shapes(r"at the moment|currently|so far|by default|default|until|in total|altogether|both", r"目前|现在|默认|一共|其中|分别|有效期"),
    "setting": _shapes(r"(?:port|version|timeout|times? out|limit|pool|size|path|folder|default|retention|replicas?|cache\w*|config\w*|env|variable|interval|threshold|budget|quota|cron|bucket|region|instance|tag|pinned|rotate\w*)\b[^.]{0,60}(?:\d|`|/|~)|(?:listens|runs|lives|is|are) (?:on|at|in|under) [^.]{0,30}(?:`|/|~|\d{4})|v?\d+\.\d+(?:\.\d+)?", r"(?:默认|限制|上限|超时|版本|端口|间隔|保留|地址|路径|配置|环境变量|阈值|红线|码率|缓存|大小)[^。，]{0,20}(?:\d|`|/)|\d+\.\d+|(?:跑|锁|放|存|部署|起)在[^。，]{0,20}(?:\d|`|/)"),
}  # fmt: skip
"""Turns of phrase by what they tell; what each weighs for each kind is fitted (`benchmarks/kind_fit.py`)."""
_SETTING = "setting"
"""What a fact must hold to be one."""


def without_lead_in(text: str) -> str:
    """Return `text` without the mark of a list and the words that only ask to remember it."""
    return _LEAD_IN.sub("", text.strip().lstrip("#-*> "))


def signs_of_kind(text: str) -> dict[str, float]:
    """Return how much of each sign stands in `text`: 1 in the first sentence, half in what follows."""
    said = without_lead_in(text)
    sentences = [each for each in _SENTENCE_END.split(said) if each.strip()] or [""]
    found = {
        name: 1.0 if shape.search(sentences[0]) else LATER if shape.search(said) else 0.0
        for name, shape in _SIGNS.items()
    }
    length = min(1.0, len(said.encode()) / LONG)
    return {**found, "long": length, "sentences": min(1.0, (len(sentences) - 1) / 2)}


@cache
def _weights() -> tuple[float, dict[str, dict[str, float]]]:
    told = read_data("kind_weights")
    return told["threshold"], told["kinds"]


def chances_of_kinds(text: str) -> dict[ClaimKind, float]:
    """Return how likely `text` is of each kind; the weights know a setting as a fact."""
    signs = {"": 1.0, **signs_of_kind(text)}
    odds = {
        ClaimKind(kind): exp(sum(weights[name] * value for name, value in signs.items() if value))
        for kind, weights in _weights()[1].items()
    }
    total = sum(odds.values())
    return {kind: each / total for kind, each in odds.items()}


def kind_of_claim(text: str) -> ClaimKind | None:
    """Return what kind of thing `text` claims; None where that is not clear."""
    chances = chances_of_kinds(text)
    best = max(chances, key=chances.__getitem__)
    if chances[best] < _weights()[0]:
        return None
    return ClaimKind.SETTING if best is ClaimKind.FACT and _SIGNS[_SETTING].search(text) else best


MOST_SUGGESTED = 5
GENERAL = "general"
_APART = re.compile(r"[\W_]+")


def matching(text: str, categories: Iterable[Category]) -> Category | None:
    """Return the category of which most keywords stand in `text`, None when none does."""
    prompt = Prompt(text)
    best, most = None, 0
    for category in categories:
        count = sum(map(prompt.holds, category.keywords))
        if count > most:
            best, most = category, count
    return best


def suggested(name: str, terms: Iterable[Sequence[str]]) -> Category:
    """Return a new category called `name`, found by the words that most of its texts share."""
    counts = Counter(term for each in terms for term in dict.fromkeys(each))
    # The most shared first; among equals the order in which they were met.
    keywords = tuple(term for term, _ in counts.most_common(MOST_SUGGESTED))
    return category_of(name, keywords)


def category_of(name: str, keywords: Iterable[str]) -> Category:
    """Return the category that a person names, with the id that its file will have."""
    told = " ".join(name.split())
    slug = _APART.sub("-", unicodedata.normalize("NFC", told).lower()).strip("-")
    words = tuple(dict.fromkeys(word for each in keywords if (word := " ".join(each.split()))))
    return Category(id=slug or GENERAL, name=told, keywords=words or (slug or GENERAL,))


DEEPEST_TOPIC = 3
WORDS_AT_LEAST = 2
"""How many words of a topic a text must use: one is a coincidence."""
NEAREST_AGREE = 3
"""How many of the nearest memories must be of one topic before a new one is filed with them unasked."""

_HOMES = frozenset({"home", "users"})


def topic_of_folder(folder: PurePath) -> str:
    """Return the topic that a folder's path says: `/project/src/utils` is `project/utils`.

    The home folder and names such as `src` or `notes` are left out; empty when nothing is left.
    """
    parts = [part for part in folder.parts if part not in (folder.anchor, ".", "..")]
    if parts and parts[0].lower() in _HOMES:
        parts = parts[2:]
    told = (_part(part) for part in parts if part.lower() not in CONTAINERS)
    return "/".join([part for part in told if part][-DEEPEST_TOPIC:])


def topic_of_words(texts: Iterable[str]) -> str:
    """Return the topic whose words `texts` use most; empty when they use too few of any."""
    said = frozenset(term for text in texts for term in terms(text))
    best = max(_topics(), key=lambda row: len(row[1] & said))
    return best[0] if len(best[1] & said) >= WORDS_AT_LEAST else ""


@cache
def _topics() -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((topic, frozenset(terms(" ".join(words)))) for topic, words in TOPICS.items())


def guess_topic(folder: PurePath | None, texts: Sequence[str]) -> str:
    """Return where a text belongs, by its folder and then by its words."""
    by_folder = topic_of_folder(folder) if folder is not None else ""
    return by_folder or topic_of_words(texts)


def topic_among(said: str, topics: Collection[str], near: Sequence[str]) -> str:
    """Return the one of a book's own `topics` that a text is clearly about; empty where none is.

    Clear is a topic that the text names when no other is named or its nearest memory has it, too, or the
    topic of each of the nearest memories (`near`, in order) where there are enough of them.
    """
    words = frozenset(content_tokens(said))
    named = [
        topic
        for topic in dict.fromkeys(topics)
        if (own := frozenset(content_tokens(_last_part(topic)))) and own <= words
    ]
    if len(named) == 1:
        return named[0]
    if near and near[0] in named:
        return near[0]
    nearest = set(near[:NEAREST_AGREE]) if len(near) >= NEAREST_AGREE else set()
    return nearest.pop() if len(nearest) == 1 and not named else ""


def _last_part(topic: str) -> str:
    return topic.rpartition("/")[2].replace("-", " ").replace("_", " ")


def _part(name: str) -> str:
    """Return a folder's name as a part of a topic, in any script; empty when nothing can be kept."""
    slug = re.sub(r"[\W_]+", "-", name.lower()).strip("-")
    return slug if slug and is_portable(slug) else ""
