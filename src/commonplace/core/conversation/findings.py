"""What a conversation leaves behind: each finding with its kind, its words and the turns that show it.

Only what the user states counts; the agent's words are context, but for a cure that the user says
worked. A statement is taken when its signs weigh enough together, and left when it is asked, supposed,
guessed, reported, passing or a joke. What is taken back later is not kept, what is said twice is one
finding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from commonplace.core.conversation.turns import Conversation
from commonplace.core.tokens import terms


class Kind(StrEnum):
    """What sort of thing is worth remembering."""

    PREFERENCE = "preference"
    CORRECTION = "correction"
    DECISION = "decision"
    FACT = "fact"
    SOLVED = "solved problem"
    APPROVAL = "approval"
    SYNTHESIS = "synthesis"


SAME = 0.6
"""Two findings that share so much of the smaller one's terms say the same."""
AKIN = 0.2
"""What is taken back shares at least so much with what took its place, and a reminder with what it repeats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something that a conversation shows to be worth remembering; nobody has decided to keep it."""

    kind: Kind
    words: str
    """What the user said, as it was typed; before a mere "it works now", what the agent said it was."""
    context: tuple[str, ...] = ()
    """What it was said about: the agent's question, the problem, the table."""
    turns: tuple[int, ...]
    """The turns that show it, in order."""
    heard_at: int
    """The turn in which it was said."""
    is_personal: bool = False
    """Whether it is about the person rather than about the work."""
    is_repeat: bool = False
    """Whether the user says that it was said before."""

    @property
    def text(self) -> str:
        """The words and their context, as one text."""
        return "\n\n".join((self.words, *self.context))


def distinct(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return the findings, each once: the later of two that say the same names all turns."""
    kept: list[Finding] = []
    for finding in findings:
        same = [other for other in kept if _is_same(other, finding)]
        for other in same:
            kept.remove(other)
        turns = {number for each in (*same, finding) for number in each.turns}
        fuller = max((*same, finding), key=lambda each: len(each.words))
        kept.append(replace(fuller, turns=tuple(sorted(turns)), heard_at=finding.heard_at))
    return tuple(kept)


def likeness(left: str, right: str) -> float:
    """Return which share of the shorter text's terms the other has, too."""
    ours, theirs = set(terms(left)), set(terms(right))
    smaller = min(len(ours), len(theirs))
    return len(ours & theirs) / smaller if smaller else 0.0


def _is_same(old: Finding, new: Finding) -> bool:
    if old.kind is new.kind is Kind.SOLVED and old.turns[0] == new.turns[0]:
        return True
    if old.kind is Kind.SYNTHESIS or new.kind is Kind.SYNTHESIS:
        return old.kind is new.kind and likeness(old.text, new.text) >= SAME
    return likeness(old.words, new.words) >= (AKIN if new.is_repeat else SAME)


def spoken_about(conversation: Conversation, number: int) -> str:
    """Return what the agent said last before turn `number`."""
    backwards = (conversation.turns[at] for at in range(number - 1, -1, -1))
    return next((turn.text for turn in backwards if not turn.is_users), "")
