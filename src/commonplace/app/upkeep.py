"""The wiring of upkeep: what is known beside the memories, where a change is tried, what is kept of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.app.evaluating import ask_of, prompts_that_hit
from commonplace.core.changes import FileEdit, Files
from commonplace.core.distill_log import Operation
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.ports import Layout
from commonplace.engines.keyword import KeywordEngine
from commonplace.errors import CommonplaceError
from commonplace.flows.inject import Source
from commonplace.flows.recall import Searched
from commonplace.flows.upkeep.keeping import log_upkeep
from commonplace.flows.upkeep.outcome import Care, entry_of
from commonplace.flows.upkeep.proving import Proof, Scratch, handed
from commonplace.flows.upkeep.survey import FILE, GIT, FirstSeen, Known, Survey, survey
from commonplace.flows.view import View
from commonplace.storage import usage
from commonplace.storage.first_days import file_days, first_commits
from commonplace.storage.folding import Marks, read_marks, unfolded
from commonplace.storage.health_history import health_history
from commonplace.storage.places import state_of
from commonplace.storage.retention import scratch_folder
from commonplace.storage.store import FolderStore


def care_for(book: Book, view: View) -> Care:
    """Return `book` as upkeep needs it: weighed, and ready to try changes on a copy."""
    state = state_of(str(book.root))
    here = {name: count for name, (count, _) in usage.counts(state).items()}
    scales = _Scales(book, usage.counts(state), read_marks(state))
    return Care(
        view=view,
        found=survey(view, scales.weigh(view)),
        weigh=scales.weigh,
        proof=Proof(
            scratch=lambda files: scratch(book.layout, files), prompts=prompts_that_hit(book)
        ),
        judge=RulesJudge(),
        counted=here,
    )


def lacks_index(book: Book) -> bool:
    """Say whether the book has no machine-readable index yet, where its layout has one."""
    path = book.layout.traits.machine_index
    return bool(path) and book.store.read_one(path) is None


def note_report(book: Book, found: Survey, now: datetime) -> CommonplaceError | None:
    """Keep what a report found, and return what kept it from that: a report never fails by it."""
    health = found.health
    operation = Operation(kind="report", at=now.astimezone(UTC), before=health, after=health)
    entry = json.dumps(entry_of(operation, is_report=True), ensure_ascii=False)
    book.keep_upkeep(entry)
    try:
        with book.store.locked():
            return log_upkeep(entry, book.layout, book.store)
    except CommonplaceError as trouble:
        return trouble


def curve(book: Book) -> list[dict[str, object]]:
    """Return how healthy the book was at each run of upkeep on this machine, oldest first."""
    return health_history(state_of(str(book.root)))


@dataclass(frozen=True, slots=True)
class _Scales:
    """What this machine knows about the memories of a book."""

    book: Book
    counts: usage.Counts
    marks: Marks

    def weigh(self, view: View) -> Known:
        """Return sizes, counters and first days of every memory."""
        memories = view.reading.memories
        return Known(
            tokens=_tokens(view),
            usage=self._usage(view),
            first_seen=_first_seen(
                str(self.book.root), {m.id: view.path(m.id) for m in memories if m.created is None}
            ),
        )

    def _usage(self, view: View) -> Mapping[MemoryId, Usage]:
        indexed = view.layout.traits.indexed_usage
        told = indexed(view.files) if indexed else {}
        return {
            memory.id: self._counted(memory, told.get(memory.id, Usage()))
            for memory in view.reading.memories
        }

    def _counted(self, memory: Memory, told: Usage) -> Usage:
        here, last = self.counts.get(memory.id, (0, ""))
        book = max(memory.usage.count, told.count)
        more = unfolded(here, book, self.marks.get(memory.id, []))
        days = [day for day in (memory.usage.last, told.last, _day(last)) if day]
        return Usage(count=book + more, last=max(days, default=None))


def _tokens(view: View) -> Mapping[MemoryId, int]:
    if counted := view.layout.traits.token_counts:
        return counted(view.reading.memories, view.files)
    lines = {path: text.split(b"\n") for path, text in view.files.items()}
    sizes: dict[MemoryId, int] = {}
    for memory in view.reading.memories:
        place = view.reading.places[memory.id]
        own = lines.get(place.path, [])[place.first_line - 1 : place.last_line or None]
        words = sum(len(line.split()) for line in own) - len(memory.history.split())
        sizes[memory.id] = max(0, words) * 13 // 10
    return sizes


def _first_seen(root: str, undated: Mapping[MemoryId, str]) -> Mapping[MemoryId, FirstSeen]:
    """Return the first day of each memory that does not say it: by git, else by the file's time."""
    if not undated:
        return {}
    commits = first_commits(root)
    saved = file_days(root, {path for path in undated.values() if path not in commits})
    return {
        name: FirstSeen(commits[path], GIT) if path in commits else FirstSeen(saved[path], FILE)
        for name, path in undated.items()
        if path in commits or path in saved
    }


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@contextmanager
def scratch(layout: Layout, files: Files) -> Iterator[Scratch]:
    """Make a copy of `files` with an index of its own, in a folder that is gone afterwards."""
    with scratch_folder() as folder:
        root = os.path.join(folder, "book")
        _write(root, files)
        state = os.path.join(folder, "state")
        store = FolderStore(root, state=state, folders=layout.folders, derives=layout.derives)
        index = BookIndex(layout, store, root, cache=os.path.join(folder, "cache"))
        index.rebuild()
        book = Searched(name="project", engine=index.engine, store=store, take_in=index.take_in)
        ask = ask_of(Source(searched=book, layout=layout, floor=KeywordEngine(index.sources)))
        yield _Copy(root, index, handed(ask))


class _Copy:
    """A scratch copy of a book."""

    def __init__(
        self, root: str, index: BookIndex, ask: Callable[[str], frozenset[MemoryId]]
    ) -> None:
        self._root = root
        self._index = index
        self._ask = ask

    def ask(self, prompt: str) -> frozenset[MemoryId]:
        """Return the memories that would be handed over for `prompt`."""
        return self._ask(prompt)

    def advance(self, edits: Sequence[FileEdit]) -> None:
        """Carry out `edits` and take them into the index."""
        for edit in edits:
            if edit.after is None:
                with suppress(FileNotFoundError):
                    Path(self._root, edit.path).unlink()
        _write(self._root, {e.path: e.after for e in edits if e.after is not None})
        self._index.take_in([edit.path for edit in edits])


def _write(root: str, files: Files) -> None:
    for path, content in files.items():
        target = Path(root, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
