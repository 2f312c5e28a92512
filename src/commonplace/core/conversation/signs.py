"""Signs: what the position and the shape of a statement tell about how long it will hold.

Cues are turns of phrase; signs are what is left without them: whether it opens the conversation,
orders one thing, tells what happened, gives the past as its reason, points at what lies on the table.

Where a statement stands in its conversation: after which words of the agent's, and before which answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log2

from commonplace.core import lazy_re as re
from commonplace.core.conversation.cues import Cue
from commonplace.core.conversation.findings import spoken_about
from commonplace.core.conversation.phrases import concludes, tells_of_success, tells_of_trouble
from commonplace.core.conversation.sentences import (
    BLANK,
    Mood,
    Sentence,
    agents_sentences,
    mood_of,
    normalize_lowercase,
    sentences_of,
)
from commonplace.core.conversation.turns import Conversation, Turn
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms
from commonplace.core.values import dataclass
from commonplace.data import read_data

RECENT_TURNS = 4
WEIGHED_TURNS = 8
CHOICE_CHARACTERS = 300
"""Options are asked about at the end of what an agent says."""
ANSWER_CHARACTERS = 400
"""How an agent took a reply is told in its first sentences; code and figures follow."""

_SPECIFIC = re.compile(
    r"(?<![\w./@:-])(?=[\w./@:-]{0,200}?\d)[\w./@:-]{2,200}|`[^`\n]{1,200}`|(?<![\w-])[\w-]{1,60}[./_][\w./_-]{1,120}"
    r"|\b[a-z]{1,40}[A-Z]\w{1,60}|\b[A-Z]{2,40}\b"
)
_LAST_QUESTION = re.compile(r"[^.!?。！？\n]{0,400}[?？]\Z")
QUESTION_CHARACTERS = 401
_WHAT_NEXT = re.compile(
    r"anything (?:else|to)|what(?:'s| is| shall| should)?.{0,12}(?:first|next|we do|today)|shall we|还有|接下来|别的"
)
_OFFER = re.compile(
    r"\b(?:shall|should|may|can|could|do you want|would you like|want me|or|prefer|which|use|keep|leave|add|need)\b|要不要|要.{1,20}吗|可以吗|用|选|哪|还是|需要"
)
_CHOICE = re.compile(
    r"\bor\b[^.?]{1,80}\?|\bwhich (?:one|of|do|would|should|\w+)\b|\b(?:either|both|two ways|options?|candidates)\b|^(?:\w+ )?\w+ or \w+[?.]"
    r"|还是|哪[个种一]|都(?:可以|行)|两种|或者|方案"
)
_TORN = re.compile(
    r"\btorn between|\bwhat would you (?:do|take|pick|choose|recommend)|\bshould (?:we|i) .{1,60}\bor\b|纠结|要不要|你怎么看|怎么选|选哪"
)
_ASSUMED = re.compile(
    r"\bi(?:'ve|'d|'ll| have| will)? (?:\w+ )?(?:used|assumed|put|wrote|set|added|named|called|made|changed|split|deleted|bumped|cached|chose|picked)\b"
    r"|我(?:先|也|直接|顺手)?(?:给|把|用|加|按|在).{0,30}|用了|已按"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a statement stands: at the beginning or not, after which words and before which answer."""

    asked: str
    """What the user had said last before it."""
    before: str
    after: str
    """How the agent took it; empty when it has not answered yet."""
    is_first: bool
    is_answer: bool
    """Whether the agent has just asked something particular."""
    is_offer: bool
    """Whether the agent has asked what to do rather than how things are."""
    is_choice: bool
    """Whether the agent has just named several ways."""
    named: frozenset[str]
    """The names, numbers and paths that the agent has just used."""
    follows_assumption: bool
    """Whether the agent has just told what it chose by itself."""
    is_of_others: bool
    """Whether the user was just telling of somebody else's work."""
    is_amid_trouble: bool
    """Whether a fault is being looked for: what is said then is what was seen, not what holds."""
    is_weighed_up: bool
    """Whether the user asked which way to take: what is said then bears on the choice."""


def position_of(conversation: Conversation, turn: Turn) -> Position:
    """Return the position of a turn of the user's."""
    answer = conversation.turns[turn.number + 1 : turn.number + 2]
    recent = conversation.turns[max(0, turn.number - RECENT_TURNS) : turn.number]
    earlier = [each.text for each in recent if each.is_users]
    return position_between(
        spoken_about(conversation, turn.number),
        "".join(each.text for each in answer if not each.is_users),
        is_first=turn.number == 0,
        is_of_others=bool(earlier) and _tells_of_others(earlier[-1]),
        is_amid_trouble=any(tells_of_trouble(normalize_lowercase(each)) for each in earlier),
        is_weighed_up=any(_weighs_up(each) for each in _users_before(conversation, turn)),
        asked=earlier[-1] if earlier else "",
    )


def _users_before(conversation: Conversation, turn: Turn) -> list[str]:
    told = conversation.turns[max(0, turn.number - WEIGHED_TURNS) : turn.number]
    return [each.text for each in told if each.is_users]


def _weighs_up(text: str) -> bool:
    """Say whether a turn asks which of several ways to take."""
    return any(
        mood_of(each.mask) is Mood.ASKED and _CHOICE.search(each.mask)
        for each in sentences_of(text)
    ) or bool(_TORN.search(normalize_lowercase(text)))


def position_between(
    before: str,
    after: str,
    *,
    is_first: bool,
    is_of_others: bool = False,
    is_amid_trouble: bool = False,
    is_weighed_up: bool = False,
    asked: str = "",
) -> Position:
    """Return the position of a turn that follows what the agent said, and is followed by its answer."""
    last = _LAST_QUESTION.search(before.rstrip()[-QUESTION_CHARACTERS:])
    return Position(
        asked=asked,
        before=before,
        after=after[:ANSWER_CHARACTERS],
        is_first=is_first,
        is_answer=last is not None and not _WHAT_NEXT.search(normalize_lowercase(last[0])),
        is_offer=last is not None and _OFFER.search(normalize_lowercase(last[0])) is not None,
        is_choice=_CHOICE.search(normalize_lowercase(before[-CHOICE_CHARACTERS:])) is not None,
        named=specifics_in(before),
        follows_assumption=_ASSUMED.search(normalize_lowercase(before)) is not None,
        is_of_others=is_of_others,
        is_amid_trouble=is_amid_trouble and _looks_for_fault(before),
        is_weighed_up=is_weighed_up,
    )


def specifics_in(text: str) -> frozenset[str]:
    """Return the names, numbers and paths of a text, in one case."""
    return frozenset(map(normalize_lowercase, specifics_of(text)))


def specifics_of(text: str) -> list[str]:
    """Return the names, numbers and paths of a text, as they stand there."""
    return [match[0] for match in _SPECIFIC.finditer(text)]


def _looks_for_fault(before: str) -> bool:
    """Say whether the agent guesses, or asks how things are: a fault is being looked for."""
    moods = [mood_of(each.mask) for each in agents_sentences(before)]
    is_offer = _OFFER.search(normalize_lowercase(before[-CHOICE_CHARACTERS:])) is not None
    return Mood.GUESSED in moods or (Mood.ASKED in moods[-1:] and not is_offer)


def _tells_of_others(text: str) -> bool:
    return any(mood_of(each.mask) is Mood.ELSEWHERE for each in sentences_of(text))


_FITTED = read_data("conversation_weights")
BIAS: float = _FITTED["bias"]
THRESHOLD: float = _FITTED["threshold"]
"""Below this chance we stay silent: it is the better mistake."""
WEIGHTS: dict[str, float] = _FITTED["signs"]
"""How much each sign says that a statement lasts; written by `benchmarks/capture_fit.py`."""
MEANT_TO_LAST = "is meant to last"
OPENS = "opens"
ANNOUNCED = "is announced"
ADDRESSED = "tells the agent how"
FAULT = "tells of a fault"
ORDERS = "orders"
VERDICT_TERMS = 5
MOST_SAID_BACK = 6
MOST_COUNTED = 3
"""A third name or number says what a tenth would."""
LONGEST_TERMS = 32
"""A statement with more words is a story, and each further word tells nothing."""
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+\b")
_FILLED = r"^(?:(?:ok|okay|so|yes|yeah|yep|no|good|great|nice|cool|fine|thanks|thx|now|then|and|also|but|right|hm+|please|pls)[,.! ]+)*"
_ORDER = re.compile(
    r"(?:^|[,;.:!] ?|\b(?:and|then|just|now|please|pls|ok|can you|could you|so|yes|no|hm+),? )(?:then |just |please |now |also )*"
    r"(?:add|run|make|fix|change|rename|remove|delete|put|show|write|set|call|try|push|merge|commit|deploy|start|check|cut|take|undo"
    r"|look|give|send|create|convert|drop|leave|ignore|skip|restart|do|go|tell|print|move|open|close|split|bump|count|explain|compare"
    r"|find|ship|revert|build|install|update|upgrade|format|sort|list|draft|post|soften|schedule|translate|summari[sz]e|let me|say|group|back to)\b(?! (?:every|all|any)\b)"
    r"|(?:改成|换成|改为)[“「]|(?:^|[，。,、])(?:好[，,的]*|嗯[，,]*|行[，,]*|那)?(?:再|先|也|都|就)?(?:帮我|给我|给|跑|改|加|看|清|发|删|试|写个|写一|查|推|合并|提交|演练|换成|画|做个)"
)
_PAST = re.compile(
    r"\b(?:ran|tried|did|got|had|was|were|went|saw|lost|found|asked|just|already|worked)\b|\b(?:i|it|she|he) \w+ed\b"
    r"|(?<!不)了(?:[，。！,.!]|$)|过了|刚"
)
_HISTORY = re.compile(
    r"\b(?:last (?:year|month|spring|summer|autumn|fall|winter|quarter|time)|in (?:19|20)\d\d|since (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|last)\w*"
    r"|years? ago|months? ago|(?:bit|cost|killed|burn(?:t|ed)|hurt|got) us|complained|twice|already (?:had|lost|broke))\b"
    r"|踩过?坑|坑[惨过]|吃过亏|上次|去年|前年|年前|之前.{1,12}过|出过(?:事|问题)|查过"
)
_MEANT_TO_LAST = re.compile(
    r"\b(?:from (?:now|here|today) on|going forward|(?:all|any|in) future (?:sessions?|prs?|work)|until further notice"
    r"|remember(?: that|:|,)|keep in mind that|as a (?:general )?rule)(?!\w)"
    r"|(?:以后|今后|往后).{0,14}(?:都|一律|必须|统一|固定|照|按)|从(?:现在|今天)(?:起|开始)|记住"
)
_ORDINAL = re.compile(
    r"\b(?:first|second|third|last|other|next|both|same) (?!time|thing|year|month|week|spring|of|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\w+|第[一二三四五六\d](?!个?(?:周|月|工作日))|[上下]面|前面|后面"
)
_OCCASION = re.compile(
    r"\bfor (?:the|this|that|a|my|her|his) (?:\w+ )?(?:demo|meeting|board|talk|slides?|presentation|screenshot|call|card|fair|moment|chart|page|one|pr|ticket|interview)\b"
    r"|\b(?:until|till) \w+|\b(?:my|that|her|his|mine|borrowed) (?:\w+ )?(?:laptop|machine|mac|phone|screen|account|friend|boss|job|school)\b|\b(?:demo|prototype|once|friend)\b"
    r"|开会|演示|(?<![做备])一次|赶时间|反正|我自己|我电脑|面试|幻灯片|前公司|朋友|老同学"
)
_GENERIC = re.compile(
    _FILLED
    + r"(?!(?:it|this|that|these|those|there|i|you|he|she|they|we|the|my|which|what|just|use|it's|that's|there's|i'm|let's|not)\b)"
    r"[\w./'-]+(?: (?!and\b|then\b)[\w./'-]+){0,3}? (?:is|are|isn't|aren't|goes?|comes?|lives?|belongs?|ha[sv]e?|runs?|uses?|gets?|stays?|needs?|may|can't|cannot|must|never|only|always|wins?|don't|doesn't|carry|carries|requires?|says?)\b"
    r"|^(?:no|only|never|always|don't|do not|nobody|everything|anything|all|every|each)\b(?! idea| need| problem| luck| errors?| worries)"
    r"|^[^我你他她它这那，。]{1,14}(?:都|只|统一|一律|不能|不许|不得|必须|用|走|由|归|存|写)"
)
_THIS_THING = re.compile(
    r"\b(?:this|that|these|those) (?!(?:repo|repository|project|team|codebase|company|domain|is|was|way|style|format|works?|goes|means|one)\b)\w+"
    r"|[这那](?:个|张|条|些|台|里|行|页)(?!仓库|项目|团队|公司)|第[一二三四五六\d]+(?:个|句|行|列|条)"
)
_FAULT = re.compile(
    r"\b(?:errors?|crash\w*|fail(?:s|ed|ing)?|slow\w*|(?:is|are|it's) (?:wrong|broken|empty|down|stuck)|the wrong|hangs?|dies|twice|still|doesn't work|not working|complain\w*|flaky|garbage)\b"
    r"|报错|慢|不行|还是一样|崩|失败|出错|卡住|挂了|乱码|不生效"
)
_SELF = re.compile(r"\b(?:i|i'm|i've|i'll|my|me)\b|我(?!们)")
_OTHERS = re.compile(
    r"^(?!.*(?:\b(?:we|our|ours|us|i|my)\b|我|咱|本)).*(?:\b(?:he|she|they|his|their|they're|he's|she's)\b|[他她])"
)
_PLAYFUL = re.compile(
    r"[\U0001F300-\U0001F5FF\U0001F600-\U0001F64F\U0001F680-\U0001F9FF]|\b(?:lol|haha\w*|hehe)\b|[;:]-?\)|哈哈|嘿嘿"
)
_ANNOUNCED = re.compile(
    r"\b(?:(?:new|one|another|house|hard|general|as an?|the) (?:\w+ )?(?:rule|policy|principle|convention|lesson)|(?:one|another) (?:more )?thing|for the (?:record|future)"
    r"|before we (?:start|begin)|let's (?:say|agree|make it)|i want .{0,30}(?:every|each|always|from now)|also,? (?:i|we|please|never|no)|while (?:we're|you're) at it|oh and|last thing)\b|^(?:rule|policy|lesson|decision)\b"
    r"|还有(?:个|一|，)|另外|再说一|强调|先说|规矩|规定|有(?:个|一条)(?:规|要求|约定)|提醒一下|注意"
)
_ADDRESSED = re.compile(
    r"\byou (?:keep|always|never|tend to|should|can skip|don't (?:have|need))\b|\byour (?:answers?|repl\w+|summar\w+|commits?|messages?|explanations?|reviews?|comments?)\b|\b(?:please|pls)(?:,? (?:don't|stop|no|keep|always|never)\b|[.!]?$)|\b(?:answer|talk to) me (?:in|with|like)\b"
    r"|你(?:总|老|每次|以后|的(?:回答|总结|提交|说明)|别|不要|不用|直接|写的)|跟我说|给我的|回(?:答|复)(?:我|都|用)"
)
_LIMIT = re.compile(
    r"\b(?:under|below|above|beyond|over|at (?:most|least)|max(?:imum)?|min(?:imum)?|no (?:more|less|longer) than|within|up to|between|more than|less than|only (?:once|if|when|after|from|on|in|for|by|through|with))\b"
    r"|不(?:要|得|能)?(?:超过|小于|大于|少于|低于|多于)|别(?:超过|小于|大于)|以内|以上|以下|最[多少低高]|至[多少]"
)
_CLAUSE_END = re.compile(r"[,;，；、]")
_KIND = re.compile(
    r"(?:^|[,.;:!] )(?:and |but |so |also |ok |no |yes |hmm )*(?!(?:the|this|that|these|those|it|i|you|we|he|she|they|there|my|your|his|her|a|an|just|then|tests|errors|logs|yes|thanks|lets)\b)"
    r"(?:(?!(?:the|this|that|and|or|my|your)\b)[\w./-]+ ){0,2}?[a-z]{3,}s (?:are|have|don't|can't|cannot|never|only|always|must|may|[a-z]{3,}(?<!s)(?<!ed)(?<!ing)(?<!ly))\b"
)
_GROUND = re.compile(
    r"[,.;:] (?:(?:the|our|their|a|an|all|every|half|only) )?(?!(?:i|you|we|it|that|this|these|those|and|then|please|or|just|not|no|but|so|with|without|in|on|at|for|to|from|make|put|use|take|add|call)\b)"
    r"(?:[\w'/-]+ ){1,3}(?:[a-z]{2,}s|can't|cannot|won't|doesn't|don't|are|have|need|only|never|want|look|read|use)\b(?! \w+ed\b)"
    r"|[，。,](?![我你它这那])[^，。,]{1,12}(?:会|在|要|让|能|许|只|都|没|看|用|要求|规定|受不了|不过)"
)
_FORBIDS = re.compile(
    r"(?:^|[,.;:!] )(?:and |but |so |also |ok |no,? |yes,? |please |pls |hmm,? )*(?:don't|do not|never|no|not|nothing|nobody|leave|stop)\b(?! (?:need|idea|problem|luck|worries|rush|hurry|one thing|yet|now|today))"
    r"|(?:^|[，。,])(?:但|也|还有|以后)?(?:别|不要|不能|不许|不准|不用|禁止)"
)
_PARTY = re.compile(
    r"\b(?:ask|show|tell|warn|ping|check with|run it by|consult) me\b|\blet me (?:know|decide|see|review|check)\b|\bleave (?:that|it|this) to me\b"
    r"|(?:先|要|再|都)(?:给我|问我|让我|跟我)|让我(?:决定|确认|看|选)|问我|等我(?:确认|看|点头)|我来(?:定|决定|选)"
)
"""The user has a part in how the agent is to go about it."""
_CONDITION = re.compile(
    r"\b(?:before|when|whenever|after|if|unless|while) (?:you|we|i|it's|an?|the|there|any|\w+ing)\b|\b(?:first|in general|generally)\b"
    r"|之前|的时候|[完前]先|如果|只要|除非|先.{1,16}再|一般"
)
"""It says on which occasions it holds, so that there are more than one."""
_SHAPES: Mapping[str, re.Pattern[str]] = {
    MEANT_TO_LAST: _MEANT_TO_LAST,
    "counts off": _ORDINAL,
    "has an occasion": _OCCASION,
    "has a history": _HISTORY,
    "tells the past": _PAST,
    "speaks of self": _SELF,
    "points at something": _THIS_THING,
    FAULT: _FAULT,
    "speaks of others": _OTHERS,
    "plays": _PLAYFUL,
    ANNOUNCED: _ANNOUNCED,
    "sets a limit": _LIMIT,
    ADDRESSED: _ADDRESSED,
    "tells of a kind": _KIND,
    "forbids": _FORBIDS,
    "gives a ground": _GROUND,
    "involves the user": _PARTY,
    "has a condition": _CONDITION,
}
_ACKNOWLEDGES = re.compile(
    r"^\W*(?:understood|noted|good to know|got it|clear|agreed|right|will do|i will|i'll|makes sense|so|then|that)\b|^(?:明白|了解|记住|清楚|对)"
)
_CARRIES_OUT = re.compile(
    r"^\W*(?:done|added|removed|renamed|changed|fixed|moved|set|sent|pushed|merged|committed|bumped|here|opened|restored|ran|rewritten|regenerated)\b|^(?:已|改好|加好|写好|完成)"
)
SETTLING = 3
"""So strong is a cue that says by itself that something was settled."""


def signs_of(
    sentences: Sequence[Sentence], cues: Mapping[Cue, int], position: Position
) -> dict[str, float]:
    """Return the signs and cues of a statement, each as a small number."""
    mask = " ".join(each.mask for each in sentences)
    words = " ".join(each.text for each in sentences)
    own = mask.replace(BLANK, " ")
    takes_up = any(_takes_up(each, position) for each in sentences)
    return {
        **_cue_signs(cues),
        **{name: float(shape.search(mask) is not None) for name, shape in _SHAPES.items()},
        "tells how it went": float(tells_of_success(mask)),
        "concludes": float(concludes(mask)),
        "takes up": float(takes_up),
        "takes up with a reason": float(takes_up and _has_more(sentences)),
        "is generic": float(any(_GENERIC.search(each.mask) for each in sentences)),
        "answers what is": float(position.is_answer and not position.is_offer),
        "answers what to do": float(position.is_answer and position.is_offer),
        "chooses": float(position.is_choice),
        "chooses with a reason": float(position.is_choice and _has_more(sentences)),
        "follows an assumption": float(position.follows_assumption),
        OPENS: float(position.is_first),
        "length": log2(1 + min(len(terms(own)), LONGEST_TERMS)),
        "clauses": _count(_CLAUSE_END, mask),
        ORDERS: _count(_ORDER, mask),
        "names": _count(_NAME, words),
        "exact": float(min(len(specifics_of(words)), MOST_COUNTED)),
        "is weighed up": float(position.is_weighed_up and not cues.get(Cue.DECIDED, 0)),
        "is of others": float(position.is_of_others),
        "is amid trouble": float(position.is_amid_trouble),
        **_answer_signs(own, normalize_lowercase(position.after)),
    }


def _has_more(sentences: Sequence[Sentence]) -> bool:
    """Say whether there is more than one clause: the choice, and what it rests on."""
    return len(sentences) > 1 or _CLAUSE_END.search(sentences[0].mask) is not None


def _takes_up(sentence: Sentence, position: Position) -> bool:
    """Say whether a short sentence names only what the agent has just named: of options, the chosen one."""
    own = set(terms(sentence.text)) - CHATTER
    return 0 < len(own) <= VERDICT_TERMS and own <= set(terms(position.before))


def _answer_signs(own: str, answer: str) -> dict[str, float]:
    """Return how the agent took it: agents say back what they are to mind, and just do an errand."""
    ours, theirs = set(terms(own)) - CHATTER, set(terms(answer)) - CHATTER
    return {
        "is acknowledged": float(_ACKNOWLEDGES.search(answer) is not None),
        "is carried out": float(_CARRIES_OUT.search(answer) is not None),
        "is said back": min(len(ours & theirs), MOST_SAID_BACK) / 2,
        "is answered at length": log2(1 + min(len(theirs), LONGEST_TERMS)),
        "is asked back": float("?" in answer or "？" in answer),
    }


def _cue_signs(cues: Mapping[Cue, int]) -> dict[str, float]:
    weights = {cue.value: float(cues.get(cue, 0)) for cue in Cue}
    return {
        **weights,
        "cues": float(sum(weight > 0 for weight in weights.values())),
        "strong cues": float(sum(weight > 1 for weight in weights.values())),
        "is universal": float(weights[Cue.UNIVERSAL] > 1),
    }


def _count(pattern: re.Pattern[str], text: str) -> float:
    return float(min(len(pattern.findall(text)), MOST_COUNTED))


def chance_of(signs: Mapping[str, float]) -> float:
    """Return the probability that a statement with these signs is worth remembering."""
    odds = sum(WEIGHTS.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + exp(-(BIAS + odds)))


def is_likely(signs: Mapping[str, float]) -> bool:
    """Say whether that is likely enough to speak up."""
    is_weighed = is_in_question(signs) or is_for_its_own_sake(signs)
    return is_weighed and chance_of(signs) >= THRESHOLD


def is_in_question(signs: Mapping[str, float]) -> bool:
    """Say whether a statement is weighed at all.

    Who opens a conversation tells what is to be done and how things are; what holds is said outright.
    """
    outright = (signs[MEANT_TO_LAST], signs[ANNOUNCED], signs[ADDRESSED], signs[Cue.TOLD] > 1)
    return not signs[OPENS] or any(outright)


def is_for_its_own_sake(signs: Mapping[str, float]) -> bool:
    """Say whether a decision or a custom is told where nothing is ordered and nothing is broken."""
    settles = signs[Cue.DECIDED] >= SETTLING or signs[Cue.HABIT] >= SETTLING
    return settles and not (signs[ORDERS] or signs[FAULT])
