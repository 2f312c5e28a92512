"""A drawer: a folder of its own into which an agent program writes unasked.

It is not a book. Nothing in it is recalled or injected as a fact. But what is written there goes through
the one door that writes, so that every change has a receipt, a crash leaves the old state or the new
one, and each can be undone.
"""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from commonplace.core.changes import Files, Proposal, Receipt, edit_of
from commonplace.core.memory import Origin
from commonplace.core.names import check_path
from commonplace.core.ports import Snapshot, Stamp
from commonplace.core.quarantine import POLICY
from commonplace.errors import BadInput
from commonplace.flows.commit import anew, commit
from commonplace.flows.proposing import changes_between, propose
from commonplace.flows.undo import last_undoable, undo
from commonplace.flows.view import View, view
from commonplace.layouts.loose import LooseLayout
from commonplace.storage import drawers
from commonplace.storage.drawers import DrawerStore, Entry
from commonplace.storage.lock import TIMEOUT_S
from commonplace.storage.places import data_home

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

    def look_at(self, path: str) -> Entry | None:
        """Return the file or folder at `path`, None when there is neither."""
        return drawers.look_at(self.store.root, path)

    def entries(self, path: str, depth: int = drawers.ANY_DEPTH) -> Iterator[Entry]:
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
        return commit(proposal, _LAYOUT, self.store, stamp, now.date()).receipt

    def _view(self, files: Files, now: datetime) -> View:
        return view(_LAYOUT, self.store.root, Snapshot(files=files), now)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
