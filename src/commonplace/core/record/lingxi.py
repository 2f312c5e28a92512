"""LingXi's `remember`: what somebody who says it means, and what is shown of a candidate.

It may mean these words, candidates that were shown, or what was just said.
"""

from __future__ import annotations

from commonplace.core import lazy_re as re
from commonplace.core.memory import Candidate
from commonplace.core.values import dataclass

TURNS_LOOKED_AT = 15
"""How far back “the bug we just had” may be: LingXi looks at the last 5 to 15 turns."""
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
DECISION, SIGNALS, POINTERS = "decision", "signals", "pointers"
SHAPE = ("decision being made", "alternatives rejected", "discriminating signal")
CAPSULE = ("i used to think", "now i believe", "because the decisive variable is")
_BULLET = re.compile(r"^[-*][ \t]+\*\*(.{1,60}?)\*\*[ \t]*[:：][ \t]*(.*)$", re.MULTILINE)
_POINTERS = re.compile(r"^## Pointers[ \t]*\n+((?:[-*][ \t]+.*\n?)+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing was said: ask."""


@dataclass(frozen=True, slots=True)
class LiteralText:
    """Remember these words."""

    text: str


@dataclass(frozen=True, slots=True)
class CandidateSelection:
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


Intent = Nothing | LiteralText | CandidateSelection | OfConversation | Mixed


def intent_of(text: str) -> Intent:
    """Return what `text` asks for; whatever is neither a choice nor a hint is to be remembered."""
    said = " ".join(text.split())
    if not said:
        return Nothing()
    if _SELECTION.fullmatch(said):
        return CandidateSelection(said)
    found = _HINT.match(said)
    if not found:
        return LiteralText(text)
    rest = said[found.end() :].strip(_BETWEEN)
    return Mixed(rest, found[0].strip()) if rest else OfConversation(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What is shown of a candidate; empty where it has nothing to say."""

    title: str
    kind: str
    when: str
    line: str
    decision: str
    signals: str
    pointers: str
    also: tuple[tuple[str, str], ...] = ()
    """Decision shape and judgment capsule, where present: the original's label and what it says."""


def card_of(candidate: Candidate) -> Card:
    """Return what `candidate` shows of itself."""
    told = [(label, " ".join(text.split())) for label, text in _BULLET.findall(candidate.body)]
    by_label = {label.lower(): text for label, text in reversed(told)}
    below = _POINTERS.search(candidate.body)
    pointers = [line.lstrip("-* \t") for line in below[1].splitlines()] if below else []
    return Card(
        title=candidate.title,
        kind=candidate.kind or "other",
        when="；".join(candidate.when_to_load),
        line=candidate.summary,
        decision=by_label.get(DECISION, ""),
        signals=by_label.get(SIGNALS, ""),
        pointers="；".join(pointers) or candidate.source,
        also=tuple((label, text) for label, text in told if label.lower() in (*SHAPE, *CAPSULE)),
    )


def note_body(decision: str, signals: str, pointers: str) -> str:
    """Return a text in the form of LingXi's notes: what was judged, by which signals, where to look."""
    return (
        f"## Context / Decision\n\n- **Decision**: {decision}\n- **Signals**: {signals}\n\n"
        f"## Pointers\n\n- {pointers}"
    )
