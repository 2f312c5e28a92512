"""Signs: what the place and the shape of a statement tell about how long it will hold.

Cues are turns of phrase; signs are what is left without them: whether it opens the conversation,
orders one thing, tells what happened, gives the past as its reason, points at what lies on the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

from commonplace.core.conversation.cues import Cue
from commonplace.core.conversation.sentences import Sentence, levelled
from commonplace.core.tokens import terms

MEANT_TO_LAST = "is meant to last"
OPENS = "opens"
MOST_COUNTED = 3
"""A third name or number says what a tenth would."""
LONGEST_TERMS = 32
"""A statement with more words is a story, and each further word tells nothing."""

_SPECIFIC = re.compile(
    r"[\w./@:-]+\d[\w./@:-]*|\d[\w./@:-]+|`[^`\n]+`|[\w-]+[./_][\w./_-]+|\b[a-z]+[A-Z]\w+|\b[A-Z]{2,}\b"
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+\b")
_FILLED = r"^(?:(?:ok|okay|so|yes|yeah|yep|no|good|great|nice|cool|fine|thanks|thx|now|then|and|also|but|right|hm+|please|pls)[,.! ]+)*"
_ORDER = re.compile(
    r"(?:^|[,;.:!] ?|\b(?:and|then|just|now|please|pls|ok|can you|could you|so|yes|no|hm+),? )(?:then |just |please |now |also )*"
    r"(?:add|run|make|fix|change|rename|remove|delete|put|show|write|set|call|try|push|merge|commit|deploy|start|check|cut|take|undo"
    r"|look|give|send|create|convert|drop|leave|ignore|skip|restart|do|go|tell|print|move|open|close|split|bump|count|explain|compare"
    r"|find|ship|revert|build|install|update|upgrade|format|sort|list|draft|post|soften|schedule|translate|summari[sz]e|let me|say|group|back to)\b(?! (?:every|all|any)\b)"
    r"|(?:^|[，。,、])(?:好[，,的]*|嗯[，,]*|行[，,]*|那)?(?:再|先|也|都|就)?(?:帮我|给我|给|跑|改|加|看|清|发|删|试|写个|写一|查|推|合并|提交|演练|换成|画|做个)"
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
    r"\b(?:first|second|third|last|other|next|both|same) (?!time|thing|year|month|week|spring|of)\w+|第[一二三四五六\d]|[上下]面|前面|后面"
)
_OCCASION = re.compile(
    r"\bfor (?:the|this|that|a|my|her|his) (?:\w+ )?(?:demo|meeting|board|talk|slides?|presentation|screenshot|call|card|fair|moment|chart|page|one|pr|ticket|interview)\b"
    r"|\b(?:until|till) \w+|\b(?:my|that|her|his|mine|borrowed) (?:\w+ )?(?:laptop|machine|mac|phone|screen|account|friend|boss|job|school)\b|\b(?:demo|prototype|once|friend)\b"
    r"|开会|演示|一次|赶时间|反正|我自己|我电脑|面试|幻灯片|前公司|朋友|老同学"
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
_LAST_QUESTION = re.compile(r"[^.!?。！？\n]*[?？]$")
_WHAT_NEXT = re.compile(
    r"anything (?:else|to)|what(?:'s| is| shall| should)?.{0,12}(?:first|next|we do|today)|shall we|还有|接下来|别的"
)
_ASSUMED = re.compile(
    r"\bi(?:'ve|'d|'ll| have| will)? (?:\w+ )?(?:used|assumed|put|wrote|set|added|named|called|made|changed|split|deleted|bumped|cached|chose|picked)\b"
    r"|我(?:先|也|直接|顺手)?(?:给|把|用|加|按|在).{0,30}|用了|已按"
)
_FAULT = re.compile(
    r"\b(?:errors?|crash\w*|fail(?:s|ed|ing)?|slow\w*|(?:is|are|it's) (?:wrong|broken|empty|down|stuck)|the wrong|hangs?|dies|twice|still|doesn't work|not working|complain\w*|flaky|garbage)\b"
    r"|报错|慢|不行|还是一样|崩|失败|出错|卡住|挂了|乱码|不生效"
)
_SELF = re.compile(r"\b(?:i|i'm|i've|i'll|my|me)\b|我(?!们)")
_CLAUSE_END = re.compile(r"[,;，；、]")

_SHAPES: Mapping[str, re.Pattern[str]] = {
    MEANT_TO_LAST: _MEANT_TO_LAST,
    "counts off": _ORDINAL,
    "has an occasion": _OCCASION,
    "has a history": _HISTORY,
    "tells the past": _PAST,
    "speaks of self": _SELF,
    "points at something": _THIS_THING,
    "tells of a fault": _FAULT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a statement stands: at the beginning or not, and after which words of the agent's."""

    before: str
    is_first: bool
    is_answer: bool
    """Whether the agent has just asked something particular."""
    named: frozenset[str]
    """The names, numbers and paths that the agent has just used."""
    follows_assumption: bool
    """Whether the agent has just told what it chose by itself."""


def place_after(before: str, *, is_first: bool) -> Place:
    """Return the place of a turn that follows what the agent said."""
    last = _LAST_QUESTION.search(before.rstrip())
    return Place(
        before=before,
        is_first=is_first,
        is_answer=last is not None and not _WHAT_NEXT.search(levelled(last[0])),
        named=specifics_in(before),
        follows_assumption=_ASSUMED.search(levelled(before)) is not None,
    )


def specifics_in(text: str) -> frozenset[str]:
    """Return the names, numbers and paths of a text, in one case."""
    return frozenset(map(levelled, _SPECIFIC.findall(text)))


def signs_of(
    sentences: Sequence[Sentence], cues: Mapping[Cue, int], place: Place
) -> dict[str, float]:
    """Return the signs and cues of a statement, each as a small number."""
    mask = " ".join(each.mask for each in sentences)
    words = " ".join(each.text for each in sentences)
    return {
        **_cue_signs(cues),
        **{name: float(shape.search(mask) is not None) for name, shape in _SHAPES.items()},
        "is generic": float(any(_GENERIC.search(each.mask) for each in sentences)),
        "answers": float(place.is_answer),
        "follows an assumption": float(place.follows_assumption),
        OPENS: float(place.is_first),
        "length": log2(1 + min(len(terms(words)), LONGEST_TERMS)),
        "clauses": _count(_CLAUSE_END, mask),
        "orders": _count(_ORDER, mask),
        "names": _count(_NAME, words),
        "exact": _count(_SPECIFIC, words),
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
