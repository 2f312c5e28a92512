"""A book in a temporary folder, and short ways to speak of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from commonplace.core.changes import FileEdit, Proposal, Receipt, fingerprint
from commonplace.core.ports import Stamp
from commonplace.storage.disk import Disk
from commonplace.storage.store import FolderStore

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
STAMP = Stamp(who="ann", channel="flag", seconds=0.5, neighbours=3, tokens=7)
EMPTY = Proposal(id="p1", book="", made_at=NOON, action="remember", changes=(), edits=())


@dataclass(frozen=True)
class Shelf:
    """One book under test."""

    root: Path
    state: Path
    store: FolderStore

    def write(self, files: Mapping[str, str | None]) -> Receipt:
        with self.store.locked():
            return self.store.apply(self.proposal(files), STAMP)

    def proposal(self, files: Mapping[str, str | None]) -> Proposal:
        return replace(EMPTY, edits=tuple(self.edit(path, text) for path, text in files.items()))

    def edit(self, path: str, text: str | None) -> FileEdit:
        before = fingerprint(self.store.read_one(path))
        return FileEdit(path, before, None if text is None else text.encode())

    def texts(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.root)): path.read_text("utf-8")
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }

    def reopened(self, disk: Disk | None = None) -> "Shelf":
        return replace(self, store=FolderStore(self.root, state=str(self.state), disk=disk))

    def kept(self, folder: str) -> list[str]:
        return sorted(path.name for path in (self.state / folder).iterdir())
