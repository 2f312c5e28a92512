"""How a book looked when its derived files were last found fresh.

Kept in the cache folder: losing it costs deriving them once more. Looks are compared for equality,
never for "newer than", since clocks jump and a checkout brings old times.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import date

from commonplace.core.hashing import digest
from commonplace.core.ports import FileLook
from commonplace.storage.change_detection import RACY_NS
from commonplace.storage.codec import Json
from commonplace.storage.places import cache_of, make_private

_LINE_BYTES = 512


def jot(path: str, value: Json) -> None:
    """Write `value` over the line at `path`."""
    line = json.dumps(value).encode("ascii").ljust(_LINE_BYTES - 1) + b"\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def read_jotted(path: str) -> Json:
    """Return the line at `path`; None when it is missing or torn."""
    try:
        with open(path, "rb") as file:
            value: Json = json.loads(file.read(_LINE_BYTES))
    except (OSError, ValueError):
        return None
    return value


def look_of(looks: Mapping[str, FileLook], today: date, now_ns: int) -> str:
    """Return one line for how all files look on this day.

    It is empty when a file changed so lately that it may change again within the same tick.
    """
    newest = max((max(look.mtime_ns, look.ctime_ns) for look in looks.values()), default=0)
    if newest > now_ns - RACY_NS:
        return ""
    rows = sorted(
        f"{path}/{look.size}/{look.mtime_ns}/{look.ctime_ns}/{look.inode}"
        for path, look in looks.items()
    )
    return digest("\n".join([today.isoformat(), *rows]).encode("utf-8", "surrogateescape"))


class LastLook:
    """The last look at one book that found everything fresh."""

    def __init__(self, root: str | os.PathLike[str], writer: str) -> None:
        """Speak of the book at `root`; what another version of the `writer` found does not count."""
        self._writer = writer
        self._cache = cache_of(os.fspath(root))
        self._path = os.path.join(self._cache, "fresh.json")

    def is_like(self, look: str) -> bool:
        """Say whether the book looks exactly as it did then."""
        return bool(look) and self._kept()[:2] == [self._writer, look]

    def is_readable(self, look: str) -> bool:
        """Say whether the book looks as it did then, and every file of it could be read."""
        return bool(look) and self._kept() == [self._writer, look, 0]

    def keep(self, look: str, *, unread: int) -> None:
        """Keep `look` if it can be trusted; a disk that refuses costs time and nothing else."""
        if look:
            with suppress(OSError):
                make_private(self._cache)
                jot(self._path, [self._writer, look, unread])

    def _kept(self) -> list[Json]:
        kept = read_jotted(self._path)
        return kept if isinstance(kept, list) else []
