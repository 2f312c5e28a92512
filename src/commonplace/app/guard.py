"""A book as this machine trusts it: what the ledger holds is quarantined, whatever its file says.

Every reader of a book goes through its layout, so this is where the ledger has its say: a mark that
was deleted from a file changes nothing, and what arrived without us is entered when it is first seen,
with how it came. So has the page of refused claims: a file that says one of them waits until a person has decided.
What layouts derive for everybody never depends on it.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from commonplace.core.approvals import (
    BY_AGENT,
    Traces,
    Vouched,
    WaitingClaims,
    Way,
    approval_of_arrival,
    claim_of,
    content_of,
    injected,
    way_of,
)
from commonplace.core.hashing import digest
from commonplace.core.memory import Approval, Memory, MemoryId, Status
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass, replace
from commonplace.errors import CommonplaceError
from commonplace.hook_settings import arrivals
from commonplace.storage.git_evidence import git_folder, may_be_gits, vouched
from commonplace.storage.hook_state import keep_pages, read_pages
from commonplace.storage.places import is_strict, is_watched, state_of
from commonplace.storage.plain_files import read_plain
from commonplace.storage.trust import (
    Ledger,
    LedgerStanding,
    accepted_authors,
    is_replaced,
    refusals_page,
)
from commonplace.storage.witnesses import agents_at, tool_runs

if TYPE_CHECKING:
    from commonplace.core.changes import Files
    from commonplace.core.ports import Layout, Reader, Reading

AnyReader = TypeVar("AnyReader", bound="Reader")
TOGETHER_NS = 2_000_000_000
"""Files that changed within so long of each other changed at one moment."""


def guarded(layout: AnyReader, root: str, *, asks_git: bool = True) -> AnyReader:
    """Return `layout` reading the book at `root` as far as it is trusted here.

    A hook has no time for git: what git may have brought waits there until somebody else has asked.
    """
    return cast("AnyReader", _Guarded(layout, root, asks_git=asks_git))


def asking_no_git(layout: Layout) -> Layout:
    """Return a guarded layout for the time of a hook: what git may have brought waits until somebody else has asked."""
    if not isinstance(layout, _Guarded):
        return layout
    return cast("Layout", _Guarded(layout.unguarded, layout.root, asks_git=False))


def having_read(layout: Layout, read: Mapping[str, bytes | None]) -> Layout:
    """Return a guarded layout that takes `read` for what stands in those files, and opens none of them again."""
    if not isinstance(layout, _Guarded):
        return layout
    return cast("Layout", _Guarded(layout.unguarded, layout.root, asks_git=True, read=read))


def unguarded(layout: Layout) -> Layout:
    """Return the layout itself, which reads what was just written and has no line in the ledger yet."""
    return cast("Layout", layout.unguarded) if isinstance(layout, _Guarded) else layout


def ledger_of(layout: Layout, root: str) -> Ledger:
    """Return the ledger of the book at `root`: the one that `layout` compares with, which is read once."""
    return layout.ledger if isinstance(layout, _Guarded) else Ledger(root)


@dataclass(frozen=True, slots=True)
class _Unknown:
    """A text that the ledger does not know, in a file as it stands on the disk."""

    memory: Memory
    path: str
    is_alone: bool
    """Whether the file holds this memory and no other."""


class _Guarded:
    """A layout whose readings were compared with the ledger; everything else is the layout's own."""

    def __init__(
        self,
        layout: Reader,
        root: str,
        *,
        asks_git: bool,
        read: Mapping[str, bytes | None] | None = None,
    ) -> None:
        self.unguarded = layout
        self.root = root
        self._asks_git = asks_git
        self._read = read or {}
        self.ledger = Ledger(root)
        self._moments = Moments()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)

    def parse(self, files: Files) -> Reading:
        """Return every memory in `files`, those quarantined that nobody approved."""
        reading = self.unguarded.parse(files)
        standing = self.ledger.standing()
        strict = is_strict(self.root)
        if not strict and is_watched(self.root):
            unknown = self._unknown(reading, files, standing)
            if unknown and self._enter(unknown, standing):
                standing = self.ledger.standing()
        refused = self._refused(reading, files)
        return replace(
            reading,
            memories=tuple(
                _held(each) if each.id in refused else _judged(each, standing, strict=strict)
                for each in reading.memories
            ),
        )

    def vouches_for(self, path: str) -> bool:
        """Say whether what stands in a file beside its memories may be handed to agents.

        No line of the ledger is about it, so the file's own traces are asked, once for each text: whoever saves it in
        an editor lets it in.
        """
        if not is_watched(self.root):
            return True
        if is_strict(self.root):
            return False
        state, sha256 = (
            state_of(self.root),
            digest(read_plain(os.path.join(self.root, path)) or b""),
        )
        known = read_pages(state)
        if known.get(path) != sha256:
            traces = gather(self.root, {path}, asks_git=self._asks_git)
            if not injected(way_of(traces[path]), arrivals()):
                return False
            keep_pages(state, {**known, path: sha256})
        return True

    def _refused(self, reading: Reading, files: Files) -> Collection[MemoryId]:
        """Return what says something that the book refuses, however it came back."""
        page = files.get(PAGE) or refusals_page(self.root)
        if not page:
            return ()
        from commonplace.flows.refusals import refused_in  # noqa: PLC0415 - few books refuse anything

        return refused_in(reading.memories, page, datetime.now(UTC).astimezone().date())

    def _unknown(self, reading: Reading, files: Files, standing: LedgerStanding) -> list[_Unknown]:
        """Return what the ledger does not know; a text that stands in no file yet has not arrived."""
        new = [
            (memory, reading.places[memory.id].path)
            for memory in reading.memories
            if memory.status is Status.ACTIVE and standing.trust_of(content_of(memory)) is None
        ]
        held_by = Counter(place.path for place in reading.places.values()) if new else Counter()
        there = {path: self._stands(path, files) for path in {path for _, path in new}}
        return [_Unknown(memory, path, held_by[path] == 1) for memory, path in new if there[path]]

    def _stands(self, path: str, files: Files) -> bool:
        if path not in files:
            return False
        if path in self._read:
            return self._read[path] == files[path]
        return read_plain(os.path.join(self.root, path)) == files[path]

    def _enter(self, unknown: Sequence[_Unknown], standing: LedgerStanding) -> bool:
        """Enter what arrived, and say whether that is done; what cannot be entered is told by nobody."""
        paths = {each.path for each in unknown}
        traces = gather(self.root, paths, asks_git=self._asks_git, moments=self._moments)
        is_held = _held_by(standing)
        lines = [
            line_for(each.memory, each.path, came, is_held=_may_be_let_in(came) and is_held(each))
            for each in unknown
            for came in [traces[each.path]]
        ]
        with suppress(CommonplaceError):
            self.ledger.append(lines)
            return True
        for line in lines:
            standing.contents.setdefault(line.content, line.trust.value.encode())
        return False


def line_for(memory: Memory, path: str, traces: Traces, *, is_held: bool) -> Approval:
    """Return the line of the ledger for a text that arrived in a file with those traces."""
    way = Way.HELD if is_held else way_of(traces)
    return approval_of_arrival(
        memory,
        path,
        way,
        is_accepted=injected(way, arrivals()),
        who=(traces.tool or traces.shell) if way in BY_AGENT else traces.author,
        at=datetime.now(UTC).astimezone(),
    )


class Moments:
    """When the notes of each folder changed: listed again unless whatever is asked about changed well before that.

    A branch that was switched is taken in by batches, and each asks how many notes changed with its own.
    """

    def __init__(self) -> None:
        self._listed: dict[str, tuple[int, list[int]]] = {}

    def within(self, folders: Collection[str], until_ns: int) -> list[int]:
        """Return when each note of these folders changed, the oldest first, sure of all up to `until_ns`."""
        for folder in folders:
            now_ns = time.time_ns()
            listed_ns, _ = self._listed.get(folder, (0, []))
            if not until_ns < listed_ns <= now_ns:  # a clock may be set back
                self._listed[folder] = now_ns, _moments(folder)
        return sorted(moment for folder in folders for moment in self._listed[folder][1])


def gather(
    root: str, paths: set[str], *, asks_git: bool, moments: Moments | None = None
) -> dict[str, Traces]:
    """Return what is known about how each file below `root` came to be as it is."""
    # Read once for all of them: a branch that was switched brings thousands.
    runs, is_elsewhere = tool_runs(), is_replaced(root)
    looks = {path: look for path in paths if (look := _look(os.path.join(root, path)))}
    gits = {folder: git_folder(os.path.join(folder, "-")) for folder in _folders(root, paths)}
    latest_ns = max((look.st_ctime_ns for look in looks.values()), default=0)
    beside = (moments or Moments()).within(gits, latest_ns + TOGETHER_NS)
    # What is gone between two looks waits, whatever it was.
    found = dict.fromkeys(paths, Traces(mtime_ns=0, ctime_ns=1 << 62, is_elsewhere=is_elsewhere))
    for path, look in looks.items():
        whole = os.path.join(root, path)
        tool, shell = agents_at(runs, whole, look.st_ctime_ns)
        is_doubtful = may_be_gits(gits[os.path.dirname(whole)], look.st_mtime_ns)
        found[path] = Traces(
            mtime_ns=look.st_mtime_ns,
            ctime_ns=look.st_ctime_ns,
            together=_together(beside, look.st_ctime_ns),
            tool=tool,
            shell=shell,
            is_elsewhere=is_elsewhere,
            vouched=Vouched.NOT_ASKED if is_doubtful else Vouched.NOT_GITS,
        )
    doubtful = [path for path, each in found.items() if each.vouched is Vouched.NOT_ASKED]
    if asks_git and doubtful:
        contents = {path: read_plain(os.path.join(root, path)) or b"" for path in doubtful}
        for path, (said, author) in vouched(root, contents, accepted_authors(root)).items():
            found[path] = replace(found[path], vouched=said, author=author)
    return found


def _look(path: str) -> os.stat_result | None:
    try:
        return os.stat(path, follow_symlinks=False)
    except OSError:
        return None


def _folders(root: str, paths: Collection[str]) -> set[str]:
    return {os.path.dirname(os.path.join(root, path)) for path in paths}


def _moments(folder: str) -> list[int]:
    with os.scandir(folder) as entries:
        notes = [entry for entry in entries if entry.name.endswith(".md")]
    return [note.stat(follow_symlinks=False).st_ctime_ns for note in notes]


def _together(moments: Sequence[int], changed_ns: int) -> int:
    """Return how many notes changed at one moment; `moments` has the oldest first."""
    first = bisect_left(moments, changed_ns - TOGETHER_NS)
    return bisect_right(moments, changed_ns + TOGETHER_NS) - first


def _may_be_let_in(traces: Traces) -> bool:
    """Say whether a text could be let in by its traces: what waits for its own sake is compared with nothing."""
    way = way_of(traces)
    return way is Way.UNDECIDED or injected(way, arrivals())


def _held_by(standing: LedgerStanding) -> Callable[[_Unknown], bool]:
    """Return what tells whether a text is what waits already: by its name, its file or most of its words."""

    @cache
    def waiting() -> list[Approval]:
        # What git may have brought is decided in a moment, and holds nothing beside itself till then.
        return [each for each in standing.waiting.values() if each.channel != Way.UNDECIDED]

    @cache
    def paths() -> set[str]:
        return {each.path for each in waiting()}

    @cache
    def claims() -> WaitingClaims:
        return WaitingClaims(each.claim for each in waiting())

    def is_held(arrived: _Unknown) -> bool:
        # From the cheapest on: most of what is edited while it waits is known by its name.
        return standing.holds(arrived.memory.id, but=Way.UNDECIDED) or (
            bool(waiting())
            and (
                (arrived.is_alone and arrived.path in paths())
                or claims().has(claim_of(arrived.memory))
            )
        )

    return is_held


def _held(memory: Memory) -> Memory:
    is_living = memory.status is Status.ACTIVE
    return replace(memory, status=Status.QUARANTINED) if is_living else memory


def _judged(memory: Memory, standing: LedgerStanding, *, strict: bool) -> Memory:
    if memory.status is not Status.ACTIVE:
        return memory
    trust = standing.trust_of(content_of(memory))
    is_let_in = trust if trust is not None else not strict
    return memory if is_let_in else _held(memory)
