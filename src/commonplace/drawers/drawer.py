"""A drawer: a folder of its own into which an agent program writes unasked.

It is not a book. Nothing in it is recalled or injected as a fact. But what is written there goes through
the one door that writes, so that every change has a receipt, a crash leaves the old state or the new
one, and each can be undone.

Loose files: each one a memory named by its path, whatever is in it.

No book is made of these. A drawer writes through the same door as a book, and this is what that door
needs to know about its files: nothing is derived from them.

Items in a drawer, one file each: read again only when a file looks different, written with a receipt.
"""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TypeVar

from commonplace.core.changes import (
    NO_OCCASION,
    POLICY,
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    Occasion,
    Outcome,
    Proposal,
    Receipt,
    Restore,
    edit_of,
)
from commonplace.core.drawers import Fields, Item, Namespace, Value, dump, file_of, load
from commonplace.core.memory import Candidate, Memory, Origin
from commonplace.core.names import check_path
from commonplace.core.ports import FileLook, Place, Problem, Reading, Snapshot, Stamp
from commonplace.core.traits import Traits
from commonplace.errors import BadInput, ChangedUnderneath
from commonplace.flows.commit import anew, commit
from commonplace.flows.proposals import changes_between, propose
from commonplace.flows.undo import last_undoable, undo
from commonplace.flows.view import View, view
from commonplace.storage import drawers
from commonplace.storage.drawers import DrawerEntry, DrawerStore
from commonplace.storage.lock import TIMEOUT_S
from commonplace.storage.places import data_home

# ruff: noqa: ARG002 - a port has more words than loose files need


class LooseLayout:
    """Reads files as they are, and derives nothing."""

    name = "loose"
    home = ""
    folders: tuple[str, ...] | None = None
    holds: frozenset[str] = frozenset({"body"})

    traits = Traits()

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Take no folder for a book: a drawer is opened by name."""
        return False

    def reads(self, path: str) -> bool:
        """Want no file read beside those that a proposal names."""
        return False

    def derives(self, path: str) -> bool:
        """Know no index."""
        return False

    def skeleton(self, today: date) -> Files:
        """Begin with nothing."""
        return {}

    def parse(self, files: Files) -> Reading:
        """Return one memory for each file, named by its path."""
        memories = tuple(
            Memory(id=path, title=path, body=content.decode("utf-8", "replace"))
            for path, content in sorted(files.items())
        )
        return Reading(memories=memories, places={each.id: Place(each.id) for each in memories})

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the file called by the candidate's title."""
        return Memory(id=candidate.title, title=candidate.title, body=candidate.body)

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return a file for each candidate."""
        return tuple(self.draft(each, files, today) for each in candidates)

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:
        """Write each memory whole; one that is buried or erased is gone."""
        return tuple(edit for change in changes for edit in _edits(change, files))

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),
        occasion: Occasion = NO_OCCASION,
    ) -> tuple[FileEdit, ...]:
        """Derive nothing."""
        return ()

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Find nothing wrong: loose files have no form."""
        return ()


def _edits(change: Change, files: Files) -> Iterator[FileEdit]:
    match change:
        case Create(memory) | Restore(memory):
            yield edit_of(files, memory.id, memory.body.encode("utf-8"))
        case Edit(before, after):
            if before.id != after.id:
                yield edit_of(files, before.id, None)
            yield edit_of(files, after.id, after.body.encode("utf-8"))
        case Bury(memory) | Erase(memory):
            yield edit_of(files, memory.id, None)


T = TypeVar("T")
MEMORY_TOOL, LANGGRAPH = "memory-tool", "langgraph"
"""The drawers that have a place in the user's data folder."""
MEMORIES = "memories"
"""The folder of a memory tool that its model knows as `/memories`."""
_LAYOUT = LooseLayout()


def drawer_folder(name: str) -> Path:
    """Return where the drawer called `name` is when nobody says otherwise: in the user's data folder."""
    return Path(data_home()) / name


def drawer_named(name: str) -> Drawer:
    """Return the drawer of that name, or the one at that path; a memory tool's is its `memories`."""
    folder = drawer_folder(name) if name in (MEMORY_TOOL, LANGGRAPH) else Path(name).absolute()
    root = folder / MEMORIES if (folder / MEMORIES).is_dir() else folder
    if not root.is_dir():
        raise BadInput("no-drawer", path=root)
    return Drawer(root)


@dataclass(frozen=True)
class Drawer:
    """The drawer at `root`; `who` stands on its receipts."""

    root: Path
    who: str = ""

    def prepare(self) -> None:
        """Make the drawer, for its owner alone, and finish what a dead writer began in it."""
        drawers.make_private_folders(str(self.root))
        self.store.finish()

    @cached_property
    def store(self) -> DrawerStore:
        """The files of the drawer, written through one door."""
        return DrawerStore(self.root)

    def locate(self, relative: str) -> str | None:
        """Return where `relative` really leads inside the drawer, None when it leads out."""
        return drawers.located(str(self.root), relative)

    def look_at(self, path: str) -> DrawerEntry | None:
        """Return the file or folder at `path`, None when there is neither."""
        return drawers.look_at(self.store.root, path)

    def entries(self, path: str, depth: int = drawers.ANY_DEPTH) -> Iterator[DrawerEntry]:
        """Yield what is below the folder at `path`, by name."""
        return drawers.entries_below(self.store.root, path, depth)

    def stranger_below(self, path: str) -> str:
        """Return the first thing below `path` that is neither file nor folder, empty when there is none."""
        return drawers.stranger_below(self.store.root, path)

    def read(self, path: str) -> bytes | None:
        """Read one file, None when it is not there."""
        return self.store.read_one(path)

    def write(self, action: str, seen: Files, wanted: Mapping[str, bytes | None]) -> Receipt:
        """Write all of `wanted`, made from the files as they were `seen`, or raise having written nothing."""
        now = datetime.now().astimezone()
        before = self._view({path: seen[path] for path in wanted if path in seen}, now)
        after = {path: text for path, text in wanted.items() if text is not None}
        edits = tuple(edit_of(seen, check_path(path), text) for path, text in wanted.items())
        changes = changes_between(before.reading, _LAYOUT.parse(after))
        return self._commit(propose(action, changes, before, edits=edits, origin=Origin.AGENT), now)

    def make_folder(self, path: str) -> None:
        """Make a folder that may stay empty."""
        drawers.make_private_folders(str(self.root / check_path(path)))

    def clear_folders(self, path: str) -> None:
        """Remove the folder at `path`, as far as nothing is left in it."""
        drawers.clear_folders(self.store.root, path)

    def receipts(self) -> Iterator[Receipt]:
        """Yield what was written, newest first."""
        return self.store.receipts()

    def receipt(self, name: str) -> Receipt:
        """Return the receipt called `name`, or the only one whose name begins with it."""
        return self.store.receipt(check_path(name))

    def undo(self, receipt_id: str = "") -> Receipt:
        """Bring back the bytes from before a receipt, the newest that still stands when none is named."""
        receipt = self.receipt(receipt_id) if receipt_id else last_undoable(self.receipts())
        now = datetime.now().astimezone()
        paths = [image.path for image in receipt.images]
        files = {path: text for path in paths if (text := self.read(path)) is not None}
        done = self._commit(undo(receipt, self._view(files, now), self.store), now)
        for path in paths:
            drawers.clear_upwards(self.store.root, path)
        return done

    def anew(self, attempt: Callable[[], T]) -> T:
        """Make an attempt, and another when somebody else was quicker."""
        return anew(attempt, TIMEOUT_S)

    def _commit(self, proposal: Proposal, now: datetime) -> Receipt:
        stamp = Stamp(who=self.who or _user(), channel=POLICY, undoes=proposal.undoes)
        # Decision 0012: a drawer is no book, but it is written through the one door all the same.
        return commit(proposal, _LAYOUT, self.store, stamp, now.date()).receipt

    def _view(self, files: Files, now: datetime) -> View:
        return view(_LAYOUT, self.store.root, Snapshot(files=files), now)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


Name = tuple[Namespace, str]
"""A namespace and a key."""


@dataclass(frozen=True, slots=True)
class Put:
    """A value to keep, or None to let go of the one that is there."""

    value: Value | None
    searched: Fields = True


@dataclass(slots=True)
class Items:
    """The items of one drawer, as the files are now."""

    drawer: Drawer
    _known: dict[str, tuple[FileLook, Item | None]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, namespace: Namespace, key: str) -> Item | None:
        """Return the item of that name."""
        self.drawer.prepare()
        content = self.drawer.read(file_of(namespace, key))
        return None if content is None else load(content)

    def all(self) -> list[Item]:
        """Return every item, the one that changed last first."""
        self.drawer.prepare()
        with self._lock:
            looks = self.drawer.store.looks(lambda path: path.endswith(".json"))
            self._known = {path: self._read(path, look) for path, look in looks.items()}
            found = [item for _, item in self._known.values() if item is not None]
        return sorted(
            found, key=lambda item: (item.updated, item.namespace, item.key), reverse=True
        )

    def put(self, puts: Mapping[Name, Put]) -> Receipt | None:
        """Keep all of `puts` or none of them; None when there was nothing to do."""
        return self.drawer.anew(lambda: self._put(puts))

    def _put(self, puts: Mapping[Name, Put]) -> Receipt | None:
        now = datetime.now(UTC)
        seen: dict[str, bytes] = {}
        wanted: dict[str, bytes | None] = {}
        for (namespace, key), put in puts.items():
            path = file_of(namespace, key)
            content = self.drawer.read(path)
            if content is not None:
                seen[path] = content
            if content is not None or put.value is not None:
                wanted[path] = _file(namespace, key, put, content, now)
        if not wanted:
            return None
        receipt = self.drawer.write("put", seen, wanted)
        if receipt.outcome is Outcome.CONFLICT:
            raise ChangedUnderneath("changed-underneath", path=", ".join(receipt.conflicts))
        return receipt

    def _read(self, path: str, look: FileLook) -> tuple[FileLook, Item | None]:
        known = self._known.get(path)
        if known is not None and known[0] == look:
            return known
        content = self.drawer.read(path)
        return look, None if content is None else load(content)


def _file(
    namespace: Namespace, key: str, put: Put, content: bytes | None, now: datetime
) -> bytes | None:
    """Return the file of an item; one that is replaced keeps the day it was made."""
    if put.value is None:
        return None
    before = None if content is None else load(content)
    item = Item(
        namespace=namespace,
        key=key,
        value=put.value,
        created=before.created if before else now,
        updated=now,
        searched=put.searched,
    )
    return dump(item)
