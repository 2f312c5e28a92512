"""Items in a drawer, one file each: read again only when a file looks different, written with a receipt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock

from commonplace.core.changes import Outcome, Receipt
from commonplace.core.items import Fields, Item, Namespace, Value, dump, file_of, load
from commonplace.core.ports import FileLook
from commonplace.drawers.drawer import Drawer
from commonplace.errors import ChangedUnderneath

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
