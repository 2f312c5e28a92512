"""How files looked when they were indexed, as plain tuples: the hook compares them itself."""

from __future__ import annotations

from commonplace.engines.local.records import record_of, unsealed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

Filed = tuple[int, int, str]
"""When the file changed last, by its content and by its entry, in nanoseconds; its content hash."""


def read_filed(connection: Connection) -> dict[str, Filed]:
    """Return what is kept about each file, by path."""
    found: dict[str, Filed] = {}
    for path, blob in connection.execute("SELECT path, blob FROM files"):
        _, mtime_ns, ctime_ns, _, sha256, *_ = record_of(unsealed(blob, f"files {path}"))
        found[path] = (int(mtime_ns), int(ctime_ns), sha256)
    return found
