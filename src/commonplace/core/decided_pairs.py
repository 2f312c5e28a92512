"""Pairs that somebody decided to keep beside each other, and the page on which a book keeps them.

A pair is known by the words of its two memories, not by their names: it stays decided when a memory is
renamed, filed elsewhere or converted, and is open again as soon as one of the two says something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from commonplace.core import lazy_re as re
from commonplace.core.changes import KeptPair
from commonplace.core.hashing import digest
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.rejections import spelled
from commonplace.core.values import dataclass

PAGE = ".commonplace/decided-pairs.md"
"""Where the page stands below the root of a book of any layout."""
HEADING = (
    "# Decided pairs\n\n"
    "Memories that somebody decided to keep beside each other. They are asked about again when one of the\n"
    "two says something else; take a line out to be asked sooner.\n\n"
)
HASH_CHARACTERS = 16
_LINE = re.compile(
    rf"- (?P<at>\d{{4}}-\d\d-\d\d) (?P<one>[0-9a-f]{{{HASH_CHARACTERS}}})"
    rf" (?P<other>[0-9a-f]{{{HASH_CHARACTERS}}})(?: (?P<told>.*))?"
)

IdPair = frozenset[MemoryId]
"""The names of two memories, whichever comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """One line of the page: when, by the words of which two memories, and what it tells people."""

    at: date
    one: str
    other: str
    told: str = ""
    """Who decided it, and how the memories were called; for people, so that it may say anything."""


def says(memory: Memory) -> str:
    """Return the hash of what `memory` says and when it holds: its words in their order."""
    text = f"{memory.validity.applies_when}\n{memory.title}\n{memory.body}"
    return digest(repr(spelled(text)).encode())[:HASH_CHARACTERS]


def pair_of(one: Memory, other: Memory) -> KeptPair:
    """Return two memories as a pair that is decided about."""
    return KeptPair(one=one.id, one_says=says(one), other=other.id, other_says=says(other))


def decided_by(pair: KeptPair, who: str, at: date) -> Decided:
    """Return the line for a pair that `who` decided about."""
    told = f"{who}: {pair.one} <> {pair.other}"
    return Decided(at=at, one=pair.one_says, other=pair.other_says, told=" ".join(told.split()))


def parse_decided(page: str) -> tuple[Decided, ...]:
    """Return the decisions on a page; whatever else stands there is left alone."""
    found = (_LINE.fullmatch(line.strip()) for line in page.splitlines())
    return tuple(line for match in found if match and (line := _read(match)) is not None)


def _read(match: re.Match[str]) -> Decided | None:
    try:
        at = date.fromisoformat(match["at"])
    except ValueError:
        return None
    return Decided(at=at, one=match["one"], other=match["other"], told=match["told"] or "")


def with_decided(page: str, decisions: Iterable[Decided]) -> str:
    """Return the page with one more line for each pair that is not on it; the rest stays as it was."""
    known = {frozenset((each.one, each.other)) for each in parse_decided(page)}
    end = "\r\n" if "\r\n" in page else "\n"
    lines: list[str] = []
    for each in decisions:
        pair = frozenset((each.one, each.other))
        if pair not in known:
            known.add(pair)
            lines.append(f"- {each.at} {each.one} {each.other} {each.told}".rstrip() + end)
    if not lines:
        return page
    kept = page or HEADING
    gap = "" if kept.endswith("\n") else end
    return kept + gap + "".join(lines)


def standing_pairs(page: str, memories: Sequence[Memory]) -> dict[IdPair, Decided]:
    """Return the decided pairs of which both memories are there and say what they said."""
    decisions = parse_decided(page)
    if not decisions:
        return {}
    speakers: dict[str, list[MemoryId]] = {}
    for memory in memories:
        speakers.setdefault(says(memory), []).append(memory.id)
    return {
        frozenset((one, other)): each
        for each in decisions
        for one in speakers.get(each.one, ())
        for other in speakers.get(each.other, ())
        if one != other
    }


@dataclass(frozen=True, slots=True)
class Succession:
    """Two memories that are kept beside each other, the one that came later first, and since when it holds."""

    newer: MemoryId
    older: MemoryId
    since: date


def successions(page: str, memories: Sequence[Memory]) -> tuple[Succession, ...]:
    """Return which of two kept memories came later: by their days, else as they were decided about."""
    by_id = {memory.id: memory for memory in memories}
    return tuple(
        _succession([by_id[name] for name in sorted(pair)], decided)
        for pair, decided in standing_pairs(page, memories).items()
    )


def _succession(pair: Sequence[Memory], decided: Decided) -> Succession:
    def lateness(memory: Memory) -> tuple[date, bool]:
        return memory.created or date.min, says(memory) == decided.one

    older, newer = sorted(pair, key=lateness)
    return Succession(newer.id, older.id, newer.created or decided.at)
