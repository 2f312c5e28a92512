"""What can be wrong with an index file. None of it is the user's trouble: files are the truth."""

from __future__ import annotations

from sqlite3 import Error

SQLITE_TROUBLES = (Error, UnicodeDecodeError)
"""What SQLite raises; its words about a damaged schema are not always text."""

_BUSY = (5, 6)
_CANNOT_OPEN = 14
_DAMAGED = (1, 11, 18, 20, 24, 26)
"""SQLite's ERROR (a table is not there), CORRUPT, TOOBIG, MISMATCH, FORMAT and NOTADB."""


class Trouble(Exception):
    """The index cannot answer now."""


class Missing(Trouble):
    """There is no index yet."""


class Busy(Trouble):
    """Somebody is writing; asking again later helps. Never a reason to throw an index away."""


class Damaged(Trouble):
    """The index is not what was written, or not ours: it is set aside and made again."""


def trouble_of(error: Exception) -> Trouble:
    """Return what an SQLite error means for us."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return Damaged(str(error))
    primary = code & 0xFF
    if primary in _BUSY:
        return Busy(str(error))
    if primary == _CANNOT_OPEN:
        return Missing(str(error))
    return Damaged(str(error)) if primary in _DAMAGED else Trouble(str(error))
