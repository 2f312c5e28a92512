"""What stands in a book that did not come through us: typed, synced, pulled, or left there by an agent's tool.

The guard enters it in the ledger when it is first seen (`app.guard`). Here is the rest of its story:
git is asked about what a hook had no time for, a person accepts what waits, and it is listed.

The wiring of anchors is here, too: a book, and the code of the project that it belongs to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import groupby
from pathlib import Path
from types import ModuleType

from commonplace.app.books import Book, book_in, page_hashes
from commonplace.app.guard import gather, line_for
from commonplace.config import Settings
from commonplace.core.anchors import AnchorStanding, Project, standings, worst
from commonplace.core.approvals import (
    BY_AGENT,
    WAYS,
    Way,
    approvals_of_all,
    content_of,
    injected,
    way_of,
)
from commonplace.core.memory import Anchor, Approval, Memory, MemoryId, Status, Trust
from commonplace.core.ports import Reading
from commonplace.core.quotes import may_quote
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput
from commonplace.flows.anchors import quoted, wanted_in
from commonplace.flows.view import View
from commonplace.hook_settings import arrivals
from commonplace.storage.hook_state import keep_pages, read_pages
from commonplace.storage.places import is_watched, state_of
from commonplace.storage.project_files import find_code, inside, read_code
from commonplace.storage.small_state import keep_looked_over, read_looked_over
from commonplace.storage.trust import accept_author as accept_author  # noqa: PLC0414 - for doors
from commonplace.storage.trust import is_replaced, watch


def project_of(book: Book) -> Project:
    """Return the code that the memories of `book` may quote."""
    root = str(book.project)
    return Project(
        read=lambda path: read_code(root, path),
        find=lambda path, is_it: find_code(root, path, is_it),
        read_at=lambda path, commit: _git().read_committed(root, path, commit),
        added_by=lambda path, commit: _git().lines_added(root, path, commit),
    )


def _git() -> ModuleType:
    from commonplace.storage import git  # noqa: PLC0415 - few memories quote code

    return git


def code_of(book: Book) -> Callable[[str, bytes], Mapping[MemoryId, AnchorStanding]]:
    """Return how to look up what the memories of a file quote; a file that quotes nothing costs nothing."""
    project = project_of(book)

    def look(path: str, content: bytes) -> Mapping[MemoryId, AnchorStanding]:
        if not may_quote(content):
            return {}
        memories = book.layout.parse({path: content}).memories
        found = {memory.id: worst(standings([memory], project)) for memory in memories}
        return {name: each for name, each in found.items() if each is not None}

    return look


def anchors_in(book: Book, view: View) -> tuple[AnchorStanding, ...]:
    """Return how all code stands that the living memories of `book` quote."""
    living = (m for m in view.reading.memories if m.status is not Status.TOMBSTONED)
    return standings(living, project_of(book))


def anchor_said(book: Book, folder: Path, said: str) -> Anchor:
    """Return the anchor that `PATH:LINES@COMMIT` means to somebody in `folder`, with the lines quoted."""
    wanted = wanted_in(said)
    root = os.path.realpath(book.project)
    place = os.path.realpath(folder / Path(wanted.path).expanduser())
    path = os.path.relpath(place, root).replace(os.sep, "/")
    if inside(root, path) is None:
        raise BadInput("anchor-outside", path=wanted.path, project=root)
    return quoted(wanted, path, project_of(book))


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A memory that arrived without us."""

    memory: MemoryId
    title: str
    path: str
    is_quarantined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """What arrived together, in the same way: a line of the log."""

    at: datetime
    way: str
    who: str
    memories: tuple[MemoryId, ...]
    paths: tuple[str, ...]
    is_accepted: bool


def awaits_git(book: Book) -> bool:
    """Say whether something waits for what git says about it: a hook asks no git."""
    return bool(_undecided(book))


def keep_watch(book: Book, now: datetime, *, reads_pages: bool = True) -> int:
    """Watch what arrives in a trusted book, and decide about what a hook left open.

    Return how many memories were accepted because they stood there when the watch began. Who may read a page only
    once leaves what stands beside its memories to the next look.
    """
    accepted = book.watch(now)
    ask_git(book, reads_pages=reads_pages)
    return accepted


def ask_git(book: Book, *, reads_pages: bool = True) -> None:
    """Decide about what git may have brought, and let the index know; of a book in another's place, about all of it."""
    root = str(book.root)
    is_other = is_watched(root) and is_replaced(root)
    if is_other:
        book.reading()
    if reads_pages:
        _look_at_pages(book)
    if lines := _undecided(book):
        _decide(book, lines)
    if is_other and reads_pages:
        watch(root)


def _decide(book: Book, lines: list[Approval]) -> None:
    living = {content_of(each): each for each in book.reading().memories}
    there = [each for each in lines if each.content in living]
    traces = gather(str(book.root), {each.path for each in there}, asks_git=True)
    decided = [
        line_for(living[each.content], each.path, traces[each.path], is_held=False)
        for each in there
    ]
    # What is gone meanwhile waits should it come back, and is asked about no more.
    gone = [replace(each, channel=Way.PULLED) for each in lines if each not in there]
    book.ledger.append([*decided, *gone])
    _tell_index(book, {each.path for each in there})


def take_back(root: str, since_s: float) -> None:
    """Hold what was taken for its owner's own since then, before an agent program said that a tool of it did it."""
    book = book_in(Path(root), Settings())
    if book is None:
        return
    lines = book.ledger.read()
    last = {each.content: each for each in lines if each.at.timestamp() >= since_s}
    living = {content_of(each): each for each in book.reading().memories}
    taken = [e for e in last.values() if e.channel == Way.EDITOR and e.content in living]
    pages = read_pages(state_of(root))
    traces = gather(root, {*pages, *(each.path for each in taken)}, asks_git=False)
    agents = {
        path
        for path, each in traces.items()
        if way_of(each) in BY_AGENT and each.ctime_ns >= since_s * 1e9
    }
    held = [each for each in taken if each.path in agents]
    book.ledger.append(
        line_for(living[each.content], each.path, traces[each.path], is_held=False) for each in held
    )
    if agents & pages.keys():
        keep_pages(state_of(root), {p: sha256 for p, sha256 in pages.items() if p not in agents})
    if held:
        _tell_index(book, {each.path for each in held})


def _look_at_pages(book: Book) -> None:
    """Decide what of a book whose files are handed over whole may stand beside their memories."""
    state = state_of(str(book.root))
    if not (book.hands_pages_over and is_watched(str(book.root))) or book.is_strict:
        return
    known, hashes = read_pages(state), page_hashes(book.snapshot().files)
    if new := {path for path, sha256 in hashes.items() if known.get(path) != sha256}:
        book.reading()  # which enters the memories in the ledger: a page that is known is not read again
        traces = gather(str(book.root), new, asks_git=True)
        let_in = {path for path in new if injected(way_of(traces[path]), arrivals())}
        kept = {
            path: sha256 for path, sha256 in hashes.items() if path not in new or path in let_in
        }
        if kept != known:
            keep_pages(state, kept)


def waiting_lines(book: Book) -> list[Approval]:
    """Return the ledger's lines about what arrived and waits, where the file is still there; nothing is read."""
    lines = book.ledger.standing().waiting.values()
    return [each for each in lines if each.channel in WAYS and (book.root / each.path).exists()]


def waiting_arrivals(book: Book, reading: Reading | None = None) -> tuple[Memory, ...]:
    """Return what arrived and waits until a person has looked, in the order of the book."""
    found = (reading or book.reading()).memories  # which enters what nobody has seen yet
    held = {each.content for each in waiting_lines(book)}
    return tuple(
        each for each in found if each.status is Status.QUARANTINED and content_of(each) in held
    )


def accept_arrivals(
    book: Book, memories: Iterable[Memory], who: str, now: datetime, channel: str = "terminal"
) -> None:
    """Let in what a person has looked at, and let the index know."""
    wanted = tuple(memories)
    places = book.reading().places
    book.ledger.append(approvals_of_all(wanted, who, now, channel))
    _tell_index(book, {places[each.id].path for each in wanted})


def _tell_index(book: Book, paths: set[str]) -> None:
    from commonplace.app.recall import refresh  # noqa: PLC0415 - dear, and seldom anything arrives

    refresh(book, sorted(paths))


def arrivals_told(book: Book) -> tuple[Arrived, ...]:
    """Return what arrived, the newest first: what came at one moment in one way is told together."""
    lines = book.ledger.read(WAYS)
    told = [
        _arrived(list(group))
        for _, group in groupby(lines, key=lambda each: (_second(each), each.channel, each.who))
    ]
    return tuple(sorted(told, key=lambda each: each.at, reverse=True))


def _second(line: Approval) -> datetime:
    return line.at.replace(microsecond=0)


def _arrived(lines: list[Approval]) -> Arrived:
    first = lines[0]
    return Arrived(
        at=first.at,
        way=first.channel,
        who=first.who,
        memories=tuple(dict.fromkeys(each.memory for each in lines)),
        paths=tuple(dict.fromkeys(each.path for each in lines)),
        is_accepted=first.trust is not Trust.QUARANTINED,
    )


def arrived_since_last_look(book: Book) -> tuple[Arrival, ...]:
    """Return what arrived in `book` since `look_over`; nothing before the first look."""
    looked = read_looked_over(str(book.root))
    if looked is None:
        return ()
    reading = book.reading()
    let_in = {each.content for each in book.ledger.read() if each.channel not in WAYS}
    return tuple(
        Arrival(
            memory=memory.id,
            title=memory.title,
            path=reading.places[memory.id].path,
            is_quarantined=memory.status is Status.QUARANTINED,
        )
        for memory in reading.memories
        if _counts(memory) and content_of(memory) not in looked | let_in
    )


def look_over(book: Book) -> None:
    """Note that a person has seen what stands in `book` now."""
    reading = book.reading()
    keep_looked_over(str(book.root), map(content_of, filter(_counts, reading.memories)))


def _undecided(book: Book) -> list[Approval]:
    if not book.ledger.speaks_of(Way.UNDECIDED):
        return []  # most never do, and reading every line is dear
    return [e for e in book.ledger.standing().waiting.values() if e.channel == Way.UNDECIDED]


def _counts(memory: Memory) -> bool:
    return memory.status is not Status.TOMBSTONED
