"""Our fakes, public: a store in memory, a layout of plain text, an asker with prepared answers."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count

from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    FileImage,
    Files,
    Occasion,
    Outcome,
    Proposal,
    Receipt,
    Restore,
    edit_of,
    fingerprint,
    name_after,
    subject,
)
from commonplace.core.governance import Evidence, Relation, Unrelated
from commonplace.core.memory import Candidate, Memory, MemoryId, Status, Tombstone
from commonplace.core.ports import (
    NO_LOOKS,
    NOTHING_READ,
    FileLook,
    Overlook,
    Place,
    Problem,
    Reading,
    Snapshot,
    Stamp,
)
from commonplace.core.search import Query, SearchResult
from commonplace.core.traits import Traits
from commonplace.errors import ChangedUnderneath, WriteRefused

INDEX = "index.txt"
_NOTE = ".txt"


@dataclass(slots=True, kw_only=True)
class MemoryStore:
    """The files of one book in a dictionary; the clock is a counter, so that receipts are ordered."""

    files: dict[str, bytes] = field(default_factory=dict)
    written: list[Receipt] = field(default_factory=list)
    refuses_refresh: WriteRefused | None = None
    """Raised by `refresh`, for a test of what happens when indices cannot be written."""

    def read(self, wanted: Callable[[str], bool]) -> Snapshot:
        """Return a copy of the wanted files."""
        return Snapshot(files={path: text for path, text in self.files.items() if wanted(path)})

    def read_one(self, path: str) -> bytes | None:
        """Return one file, None when it is not there."""
        return self.files.get(path)

    def look(self, path: str) -> FileLook | None:
        """Return how one file looks, None when it is not there."""
        return self.looks(path.__eq__).get(path)

    def looks(self, wanted: Callable[[str], bool]) -> dict[str, FileLook]:
        """Return how every wanted file looks: another text is another inode."""
        return {
            path: FileLook(len(text), 0, 0, zlib.crc32(text))
            for path, text in self.files.items()
            if wanted(path)
        }

    def look_over(self, wanted: Callable[[str], bool], since_ns: int) -> Overlook:  # noqa: ARG002 - no clock
        """Return how every wanted file looks, summed up."""
        return Overlook(sum(hash(item) for item in self.looks(wanted).items()), (), {})

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the book: nobody else is there."""
        yield

    def apply(
        self,
        proposal: Proposal,
        stamp: Stamp,
        read: Mapping[str, bytes | None] = NOTHING_READ,  # noqa: ARG002 - nothing is read twice here
    ) -> Receipt:
        """Write all edits of `proposal` or none."""
        for edit in proposal.edits:
            if fingerprint(self.files.get(edit.path)) != edit.before:
                raise ChangedUnderneath("changed-underneath", path=edit.path)
        images = tuple(
            FileImage(path=edit.path, before=self.files.get(edit.path), after=edit.after)
            for edit in proposal.edits
        )
        self._write(proposal.edits)
        number = len(self.written)
        receipt = Receipt(
            id=f"receipt-{number:04d}",
            at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number),
            who=stamp.who,
            channel=stamp.channel,
            action=proposal.action,
            outcome=Outcome.COMMITTED,
            memories=tuple(name_after(change) for change in proposal.changes),
            images=images,
            undoes=stamp.undoes,
        )
        self.written.append(receipt)
        return receipt

    def refresh(
        self,
        edits: Sequence[FileEdit],
        looks: Mapping[str, FileLook | None] = NO_LOOKS,  # noqa: ARG002 - nothing is read twice here
    ) -> None:
        """Replace derived files."""
        if self.refuses_refresh:
            raise self.refuses_refresh
        self._write(edits)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts, newest first."""
        return reversed(self.written)

    def _write(self, edits: Sequence[FileEdit]) -> None:
        for edit in edits:
            if edit.after is None:
                self.files.pop(edit.path, None)
            else:
                self.files[edit.path] = edit.after


class PlainLayout:
    """One text file per memory: the title, then the body; a buried one begins with a cross."""

    name = "plain"
    home = ""
    folders = None
    holds = frozenset({"title", "body"})
    traits = Traits()

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether there is an index."""
        return exists(INDEX)

    def reads(self, path: str) -> bool:
        """Take every text file."""
        return path.endswith(_NOTE)

    def derives(self, path: str) -> bool:
        """Say whether `path` is the index."""
        return path == INDEX

    def skeleton(self, today: date) -> Files:  # noqa: ARG002 - the port's signature
        """Return an empty index."""
        return {INDEX: b""}

    def parse(self, files: Files) -> Reading:
        """Read each file but the index; an empty one is a problem."""
        notes = {path: text.decode() for path, text in sorted(files.items()) if self.reads(path)}
        notes.pop(INDEX, None)
        memories = tuple(_parsed(path, text) for path, text in notes.items() if text)
        return Reading(
            memories=memories,
            places={memory.id: Place(memory.id + _NOTE) for memory in memories},
            problems=tuple(Problem(path=p, code="empty") for p, text in notes.items() if not text),
        )

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Name the memory by its first word and a number that is free."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Name each memory by its first word and a number that is free."""
        taken = set(files)
        made: list[Memory] = []
        for candidate in candidates:
            stem = candidate.title.split()[0].lower()
            name = next(n for n in map(f"{stem}-{{}}".format, count(1)) if n + _NOTE not in taken)
            taken.add(name + _NOTE)
            made.append(Memory(id=name, title=candidate.title, body=candidate.body, created=today))
        return tuple(made)

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:  # noqa: ARG002
        """Write each memory whole."""
        return tuple(
            edit_of(files, f"{subject(change)}{_NOTE}", _rendered(change)) for change in changes
        )

    def derive(
        self,
        files: Files,
        today: date,  # noqa: ARG002 - the port's signature
        done: Sequence[Change] = (),  # noqa: ARG002
        occasion: Occasion = NO_OCCASION,  # noqa: ARG002
    ) -> tuple[FileEdit, ...]:
        """List the ids of the living, one per line."""
        living = [memory.id for memory in self.parse(files).memories if memory.is_active]
        index = "".join(f"{name}\n" for name in living).encode()
        return () if files.get(INDEX) == index else (edit_of(files, INDEX, index),)

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Say when the index is stale."""
        stale = self.derive(files, today)
        return tuple(Problem(path=edit.path, code="stale-index", can_fix=True) for edit in stale)


@dataclass(slots=True)
class ScriptedJudge:
    """A judge whose opinion of each memory is prepared; it remembers what it compared."""

    relations: Mapping[MemoryId, Relation] = field(default_factory=dict)
    name: str = "scripted"
    compared: list[MemoryId] = field(default_factory=list)

    def compare(self, new: Candidate, old: Memory) -> Relation:  # noqa: ARG002 - it is prepared
        """Return the prepared opinion of `old`, or that the two have nothing to do with each other."""
        self.compared.append(old.id)
        return self.relations.get(old.id, Unrelated(Evidence()))


def nothing_found(query: Query) -> SearchResult:  # noqa: ARG001 - whatever is asked
    """Answer every question as an engine without memories does."""
    return SearchResult(hits=())


def _parsed(path: str, text: str) -> Memory:
    lines = text.removeprefix("† ")
    title, _, body = lines.partition("\n")
    memory = Memory(id=path.removesuffix(_NOTE), title=title, body=body)
    if lines == text:
        return memory
    buried = Tombstone(at=date.min, reason="forgotten")
    return replace(memory, status=Status.TOMBSTONED, tombstone=buried)


def _rendered(change: Change) -> bytes | None:
    match change:
        case Create(memory) | Restore(memory) | Edit(_, memory):
            return f"{memory.title}\n{memory.body}".encode()
        case Bury(memory, _):
            return f"† {memory.title}\n{memory.body}".encode()
        case Erase():
            return None
