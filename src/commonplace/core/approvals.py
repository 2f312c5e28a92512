"""What an approval approves: exactly the words that an agent may be handed.

The ledger outside the book keeps one line for each text that was let in. Change a word of it, in the
file or on the way here, and the line speaks of something else.

How a text came into a book without us, and whether agents may be handed it before a person has looked.

A file without our mark may be the owner's own edit, a colleague's commit, or something that an archive or
an agent's tool left there. None of them says so, but each leaves traces. What the traces allow is decided
here, once; the table in SECURITY.md is printed from `injected`.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from commonplace.core.hashing import digest
from commonplace.core.memory import Approval, Memory, MemoryId, Origin, Status, Trust
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass

if TYPE_CHECKING:
    from commonplace.core.changes import Change, Proposal
    from commonplace.core.ports import Reading, Stamp


ASK, TRUST = "ask", "trust"
"""What the user may say about arrivals: ask before agents are handed them, or trust them all."""
APART_NS = 2_000_000_000
"""An editor saves within moments of writing; what was unpacked or synced keeps its own time, older or, as its maker likes, later."""
MOST_AT_ONCE = 20
"""Nobody edits more files than this in one moment."""
SAME_CLAIM_FROM = 0.7
"""The share of words in common, of all words of both, from which a text is taken for an edit of another."""
PADDED_CLAIM_FROM, FEWEST_OF_CLAIM = 0.9, 6
"""The share of its words that a longer text has, from which it is the other with words added, and how many it has at least."""


class Way(StrEnum):
    """How a text came."""

    EDITOR = "editor"
    """Saved by an editor on this machine: the person's own."""
    COMMIT = "commit"
    """In a git commit that was made here."""
    SIGNED = "signed"
    """In a commit whose signature git verifies."""
    AUTHOR = "author"
    """In a commit of an author who was accepted knowingly."""
    UPGRADE = "upgrade"
    """It stood in a trusted book when arrivals began to be watched."""
    PULLED = "pulled"
    """In a commit that somebody else made."""
    UNPACKED = "unpacked"
    """With another time than that of its arrival: synced, unpacked or moved here."""
    MANY = "many"
    """With more than twenty others at one moment."""
    TOOL = "tool"
    """Named by a tool of an agent program."""
    SHELL = "shell"
    """Changed while an agent's shell command ran."""
    HELD = "held"
    """An edit of a text that waits already."""
    UNDECIDED = "undecided"
    """Git may have brought it, and has not been asked yet."""


ACCEPTED = frozenset({Way.EDITOR, Way.COMMIT, Way.SIGNED, Way.AUTHOR, Way.UPGRADE})
BY_AGENT = frozenset({Way.TOOL, Way.SHELL})
WAYS = frozenset(way.value for way in Way)


class Vouched(StrEnum):
    """What git says about a file as it stands."""

    NOT_GITS = "not-gits"
    """No commit holds it so: it was written by something else."""
    NOT_ASKED = "not-asked"
    HERE = "here"
    SIGNED = "signed"
    AUTHOR = "author"
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What is known about how a file came to be as it is."""

    mtime_ns: int
    ctime_ns: int
    together: int = 1
    """How many files changed at that moment in the folders where something arrived, itself included."""
    tool: str = ""
    """The agent program whose tool named it."""
    shell: str = ""
    """The agent program whose shell command ran when it changed."""
    is_elsewhere: bool = False
    """Whether the whole folder is another than the one that was looked at last."""
    vouched: Vouched = Vouched.NOT_GITS
    author: str = ""
    """Who made the commit that brought it, as far as git says."""


_BY_GIT = {
    Vouched.HERE: Way.COMMIT,
    Vouched.SIGNED: Way.SIGNED,
    Vouched.AUTHOR: Way.AUTHOR,
    Vouched.STRANGER: Way.PULLED,
    Vouched.NOT_ASKED: Way.UNDECIDED,
}


def way_of(traces: Traces) -> Way:
    """Return how a file came, by its traces; an agent's comes before git's, for agents commit, too."""
    if traces.tool:
        return Way.TOOL
    if traces.shell:
        return Way.SHELL
    if traces.vouched in _BY_GIT:
        return _BY_GIT[traces.vouched]
    if traces.is_elsewhere or abs(traces.ctime_ns - traces.mtime_ns) > APART_NS:
        return Way.UNPACKED
    return Way.MANY if traces.together > MOST_AT_ONCE else Way.EDITOR


def injected(way: Way, setting: str = ASK) -> bool:
    """Say whether agents may be handed what came that way; what waits already waits on, however it is edited."""
    return way in ACCEPTED or (setting == TRUST and way is not Way.HELD)


def origin_of(way: Way) -> Origin:
    """Return whose words those are that came that way."""
    if way in BY_AGENT:
        return Origin.AGENT
    return Origin.HUMAN if way in (Way.EDITOR, Way.COMMIT, Way.UPGRADE) else Origin.SYNC


def claim_of(memory: Memory) -> str:
    """Return what a text claims as a line by which an edit of it is known again: a check of each word."""
    from commonplace.core.rejections import normal  # noqa: PLC0415 - dear, and asked of what waits alone

    words = (word for word, _ in normal(f"{memory.title} {memory.body}"))
    return " ".join(sorted(f"{zlib.crc32(word.encode('utf-8', 'replace')):08x}" for word in words))


class WaitingClaims:
    """The lines of `claim_of` of what waits, by their words from the rarest on.

    Two texts that have most words in common have one of the rarest in common, too: of ten thousand that wait, an
    arrival is compared with few. Kept for each word are the sizes of the texts and at which place it stands in them.
    """

    def __init__(self, claims: Iterable[str]) -> None:
        self._known = [frozenset(claim.split()) for claim in {*claims}]
        self._was_asked = False

    @cached_property
    def _often(self) -> Counter[str]:
        return Counter(word for words in self._known for word in words)

    @cached_property
    def _index(self) -> dict[str, dict[tuple[int, int], list[frozenset[str]]]]:
        by_word: dict[str, dict[tuple[int, int], list[frozenset[str]]]] = {}
        for words in self._known:
            for place, word in enumerate(self._rarest_first(words)):
                at = by_word.setdefault(word, {})
                at.setdefault((len(words), place), []).append(words)
        return by_word

    def has(self, claim: str) -> bool:
        """Say whether a text waits that has most words of this one, or of which this one has nearly all.

        Whoever adds words to what waits has not written something else; a few words stand in many texts.
        """
        ours = frozenset(claim.split())
        # Most that arrive come alone: comparing one with all is cheaper than the index, which pays from the second on.
        others = self.compared_with(ours) if self._was_asked else self._known
        self._was_asked = True
        return any(_is_same(ours, theirs) for theirs in others)

    def compared_with(self, ours: frozenset[str]) -> Iterator[frozenset[str]]:
        """Yield the words of each text that may have most of `ours`: the first that both have stands early enough in both.

        For one that `ours` may hold as a whole, it stands early in that one.
        """
        for place, word in enumerate(self._rarest_first(ours)):
            for (size, their_place), others in self._index.get(word, {}).items():
                least = SAME_CLAIM_FROM / (1 + SAME_CLAIM_FROM) * (len(ours) + size) - _ROUNDED
                missed = (1 - PADDED_CLAIM_FROM) * size + _ROUNDED
                is_whole = size >= FEWEST_OF_CLAIM and their_place <= missed
                if is_whole or (len(ours) - place >= least and size - their_place >= least):
                    yield from others

    def _rarest_first(self, words: frozenset[str]) -> list[str]:
        return sorted(words, key=lambda word: (self._often[word], word))


def _is_same(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    common = len(ours & theirs)
    least = PADDED_CLAIM_FROM * len(theirs) - _ROUNDED
    is_padded = len(theirs) >= FEWEST_OF_CLAIM and common >= least
    return is_padded or common >= SAME_CLAIM_FROM * len(ours | theirs) > 0


_ROUNDED = 1e-9


def held_and_loose(lines: Sequence[str], reading: Reading) -> tuple[set[int], set[int]]:
    """Return which lines of a file agents may not have, and which say something that no memory holds.

    Lines are counted from one. The ledger knows memories: of a loose line only the file itself can tell.
    """
    owners: dict[int, Memory] = {}
    for memory in reading.memories:
        place = reading.places[memory.id]
        owners.update(dict.fromkeys(range(place.first_line, place.last_line + 1), memory))
    held = {at for at, memory in owners.items() if not memory.is_active}
    return held, {at for at, line in enumerate(lines, 1) if at not in owners and line.strip()}


NOT_READ_BACK: Mapping[MemoryId, Memory] = {}


def content_of(memory: Memory) -> str:
    """Return the SHA-256 of the words of `memory`; counts, dates and its status are not among them."""
    # Decision 0010: what an agent may be handed, and nothing that changes without being read.
    words = (
        memory.title,
        memory.summary,
        memory.body,
        memory.topic,
        memory.kind,
        memory.tags,
        memory.keywords,
        memory.when_to_load,
        memory.validity.applies_when,
    )
    return digest(json.dumps(words).encode("ascii"))


def approvals_of(
    proposal: Proposal,
    stamp: Stamp,
    at: datetime,
    written: Mapping[MemoryId, Memory] = NOT_READ_BACK,
) -> tuple[Approval, ...]:
    """Return a line for each text that committing `proposal` lets in; a burial lets nothing in.

    `written` is how each memory reads now that it stands in a file: a layout may keep less than was
    said. What is held gets a line, too, so that it stays held when its mark is deleted.
    """
    return tuple(
        Approval(
            at=at,
            memory=memory.id,
            content=content_of(written.get(memory.id, memory)),
            origin=proposal.origin,
            trust=_trust(memory, proposal.origin),
            channel=stamp.channel,
            who=stamp.who,
            claim=claim_of(memory) if memory.status is Status.QUARANTINED else "",
        )
        for change in proposal.changes
        if (memory := _let_in(change)) is not None
    )


def approvals_of_all(
    memories: Iterable[Memory], who: str, at: datetime, channel: str = "terminal"
) -> tuple[Approval, ...]:
    """Return a line for each of `memories`: a person takes them as they stand."""
    return tuple(
        Approval(
            at=at,
            memory=memory.id,
            content=content_of(memory),
            origin=Origin.SYNC,
            trust=Trust.APPROVED,
            channel=channel,
            who=who,
        )
        for memory in memories
    )


def approval_of_arrival(
    memory: Memory, path: str, way: Way, *, is_accepted: bool, who: str, at: datetime
) -> Approval:
    """Return the line for a text that arrived without us: let in by its traces, or held until a person looks."""
    origin = origin_of(way)
    accepted = Trust.TRUSTED if origin is Origin.HUMAN else Trust.APPROVED
    return Approval(
        at=at,
        memory=memory.id,
        content=content_of(memory),
        origin=origin,
        trust=accepted if is_accepted else Trust.QUARANTINED,
        channel=way.value,
        who=who,
        path=path,
        claim="" if is_accepted else claim_of(memory),
    )


def approval_of_book(who: str, channel: str, at: datetime) -> Approval:
    """Return the line that a whole book is trusted by."""
    return Approval(
        at=at,
        memory="*",
        content="",
        origin=Origin.HUMAN,
        trust=Trust.TRUSTED,
        channel=channel,
        who=who,
    )


def approval_of_page(page: bytes, stamp: Stamp, at: datetime, origin: Origin) -> Approval:
    """Return the line for the page of refused claims as it is written: one that is gone is missed."""
    return Approval(
        at=at,
        memory=PAGE,
        content=digest(page) if page else "",
        origin=origin,
        trust=Trust.APPROVED,
        channel=stamp.channel,
        who=stamp.who,
    )


def _trust(memory: Memory, origin: Origin) -> Trust:
    if memory.status is Status.QUARANTINED:
        return Trust.QUARANTINED
    return Trust.TRUSTED if origin is Origin.HUMAN else Trust.APPROVED


def _let_in(change: Change) -> Memory | None:
    # a hook that takes in a note asks for its hash alone
    from commonplace.core.changes import Bury, Create, Edit, Erase, Restore  # noqa: PLC0415

    match change:
        case Create(memory) | Restore(memory):
            return memory
        case Edit(_, after):
            return after
        case Bury() | Erase():
            return None
