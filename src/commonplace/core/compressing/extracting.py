"""Choose the sentences that a note cannot do without, and write them as key points.

A sentence may go when every number, path, command, date and name in it is said elsewhere in what
remains. So a short note still claims everything that the long one did; how short it gets depends on
how much of it was talk.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from commonplace.core.compressing.units import Form, Unit, units_of
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Memory
from commonplace.core.segments.blocks import estimated_tokens
from commonplace.core.superset import value_keys
from commonplace.core.tokens import content_tokens, fold

KEPT_SHARE = 0.4
"""Of a note, as skill-memory aims at; a soft aim, for claims come first."""
_TELLING = re.compile(
    r"\b(?:must|never|always|only|because|should|cannot|don't|not|instead|fails|required)\b"
    r"|必须|不要|禁止|总是|只能|因为|应该|不能",
    re.IGNORECASE,
)
_TERMS = 12


def key_points(text: str, keywords: Sequence[str] = (), share: float = KEPT_SHARE) -> str:
    """Return `text` as key points: code and tables whole, every claim kept, the rest as room allows."""
    units = units_of(text)
    aim = estimated_tokens(text) * share
    return _written([units[place] for place in _chosen(units, _words(text, keywords), aim)])


def compressed(memory: Memory, today: date, *, holds_history: bool) -> Memory:
    """Return `memory` with its text as key points; the long one goes to its history."""
    points = key_points(memory.body, (*memory.keywords, memory.title))
    said = fold(f"{memory.title}\n{points}")
    lost = [keyword for keyword in memory.keywords if fold(keyword) not in said]
    body = f"{points}\n\n**Keywords**: {', '.join(lost)}" if lost else points
    former = f"### Pre-Compression ({today})\n\n{memory.body}"
    history = "\n\n".join(filter(None, (former, memory.history)))
    return replace(
        memory,
        body=body,
        history=history if holds_history else memory.history,
        modified=today,
    )


def _words(text: str, keywords: Sequence[str]) -> frozenset[str]:
    return frozenset(content_tokens(" ".join((*keywords, *key_terms(text, _TERMS)))))


def _chosen(units: Sequence[Unit], words: frozenset[str], aim: float) -> list[int]:
    """Return the places of the units to keep, in order.

    What is said a second time goes, then the least telling ones until the aim is reached; each only if
    what it claims stands elsewhere.
    """
    claims = [value_keys(unit.text) for unit in units]
    said = Counter(key for keys in claims for key in keys)
    sizes = [estimated_tokens(unit.text) for unit in units]
    left = float(sum(sizes))
    kept = set(range(len(units)))
    free = [at for at in kept if units[at].form in (Form.SENTENCE, Form.ITEM)]
    again = _repeated(units)
    ranked = sorted(free, key=lambda at: (_weight(units[at], words), -sizes[at], -at))
    for place in sorted(ranked, key=lambda at: at not in again):
        if left <= aim and place not in again:
            break
        if all(said[key] > 1 for key in claims[place]):
            said.subtract(claims[place])
            kept.discard(place)
            left -= sizes[place]
    return [place for place in sorted(kept) if not _is_empty_heading(place, units, kept)]


def _repeated(units: Sequence[Unit]) -> frozenset[int]:
    first: dict[str, int] = {}
    for place, unit in enumerate(units):
        first.setdefault(unit.text, place)
    return frozenset(place for place, unit in enumerate(units) if first[unit.text] != place)


def _weight(unit: Unit, words: frozenset[str]) -> float:
    """Return how much a unit says about its subject for its length, more when it rules something."""
    found = content_tokens(unit.text)
    telling = _TELLING.search(unit.text) is not None
    share = sum(word in words for word in found) / (len(found) or 1)
    return share + 0.3 * telling + 0.3 * unit.opens


def _is_empty_heading(place: int, units: Sequence[Unit], kept: set[int]) -> bool:
    """Say whether nothing that stood below a heading, up to the next of its level, was kept."""
    if units[place].form is not Form.HEADING:
        return False
    level = _level(units[place])
    for at in range(place + 1, len(units)):
        if units[at].form is Form.HEADING:
            if _level(units[at]) <= level:
                break
        elif at in kept:
            return False
    return not value_keys(units[place].text)


def _level(unit: Unit) -> int:
    return len(unit.text) - len(unit.text.lstrip("#"))


def _written(units: Sequence[Unit]) -> str:
    parts: list[str] = []
    was_point = False
    for unit in units:
        is_point = unit.form in (Form.SENTENCE, Form.ITEM)
        text = f"- {unit.text}" if unit.form is Form.SENTENCE else unit.text
        parts.append(("\n" if is_point and was_point else "\n\n") + text)
        was_point = is_point
    return "".join(parts).strip("\n")
