"""A candidate as LingXi shows it: when it is wanted, what it says, what was judged and by which signals."""

from __future__ import annotations

import re
from dataclasses import dataclass

from commonplace.core.memory import Candidate

DECISION, SIGNALS, POINTERS = "decision", "signals", "pointers"
SHAPE = ("decision being made", "alternatives rejected", "discriminating signal")
CAPSULE = ("i used to think", "now i believe", "because the decisive variable is")

_BULLET = re.compile(r"^[-*][ \t]+\*\*(.{1,60}?)\*\*[ \t]*[:：][ \t]*(.*)$", re.MULTILINE)
_POINTERS = re.compile(r"^## Pointers[ \t]*\n+((?:[-*][ \t]+.*\n?)+)", re.MULTILINE)


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
