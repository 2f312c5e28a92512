"""What somebody who says `remember` means: these words, candidates that were shown, or what was just said."""

from __future__ import annotations

import re
from dataclasses import dataclass

TURNS_LOOKED_AT = 15
"""How far back “the bug we just had” may be: LingXi looks at the last 5 to 15 turns."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing was said: ask."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Remember these words."""

    text: str


@dataclass(frozen=True, slots=True)
class Selection:
    """Remember those of the candidates that were shown."""

    said: str


@dataclass(frozen=True, slots=True)
class OfConversation:
    """Remember what the conversation came to; `hint` says where to look."""

    hint: str


@dataclass(frozen=True, slots=True)
class Mixed:
    """Remember these words, which the conversation explains."""

    text: str
    hint: str


Intent = Nothing | Statement | Selection | OfConversation | Mixed

_SELECTION = re.compile(
    r"(?:all|全部|所有|none|无|\d{1,3}(?:\s*[-,，、\s]\s*\d{1,3}){0,29})", re.IGNORECASE
)
_HINT = re.compile(
    r"(?:learn |remember |save )?(?:from |about |out of )?(?:the |this |that |our |what )?[\w\s'-]{0,40}?"
    r"\b(?:we|i|you)(?:'ve| have)? just (?:had|did|fixed|solved|found|discussed|went through|hit|debugged|said)\b"
    r"(?: about [\w\s'-]{1,30})?"
    r"|(?:learn |remember )?from (?:the last|this|our last) (?:bug|conversation|session|discussion|problem|incident)"
    r"|(?:记住|总结|学习)?(?:从|把)?(?:我们)?(?:刚才|刚刚|上面|前面)(?:我们)?[^，。：:,;；]{0,20}?(?:问题|bug|讨论|对话|故障|过程|内容|排查过程|排查|经验|教训)\s?(?:里|中)?(?:学到的|学习|学|记下来|记住|的经验|的教训)?",
    re.IGNORECASE,
)
_BETWEEN = " \t:：,，;；—–-."


def intent_of(text: str) -> Intent:
    """Return what `text` asks for; whatever is neither a choice nor a hint is to be remembered."""
    said = " ".join(text.split())
    if not said:
        return Nothing()
    if _SELECTION.fullmatch(said):
        return Selection(said)
    found = _HINT.match(said)
    if not found:
        return Statement(text)
    rest = said[found.end() :].strip(_BETWEEN)
    return Mixed(rest, found[0].strip()) if rest else OfConversation(said)
