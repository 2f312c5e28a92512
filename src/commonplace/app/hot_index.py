"""The index of a book as the hook needs it: opened fresh, or as it is when time runs out.

Three ways, the cheapest first. Nothing changed: the index is opened. Something was written just before
it was indexed: those files are hashed again. Something really changed: the layouts are loaded to take
it in, and when that takes too long the index answers as it is, for what is served is hashed anyway.
"""

from __future__ import annotations

import os
import time

from commonplace.app import deadline
from commonplace.core.hashing import digest
from commonplace.engines.local import reading
from commonplace.engines.local.filed import read_filed
from commonplace.engines.local.troubles import SQLITE_TROUBLES, Damaged, Missing, trouble_of
from commonplace.storage.places import cache_of, write_private
from commonplace.storage.plain_reading import read_plain
from commonplace.storage.sweeping import (
    RACY_NS,
    edited_since,
    is_changed,
    is_reordered,
    read_seen,
    settled,
    write_seen,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

INDEX = "index.sqlite"
LOOK_AT_EACH = 2000
"""In books up to so many notes every file is looked at before each recall; above, the folders are."""
WAIT_S = 0.05
AT_ONCE = 20
"""Files taken in by one update: when time runs out the next prompt goes on from there."""
STALE = "index-stale"
LOOKED = "looked"
LOOK_BACK_NS = 2_000_000_000
LOOK_BACK_SHARE = 20
"""After the answer is given, the notes of a large book are looked at one by one: not sooner than after
this time, and not sooner than after so many times what the last look took. 10,000 notes take 43 ms,
100,000 take 570: whoever types a prompt within eleven seconds pays for nothing."""
_TAKEN_IN: list[str] = []
"""The books of which this process has taken in something."""
TOO_LONG_NS = 3_000_000_000
"""What a look is taken to have cost that was cut off: the next one waits a minute."""


def ask(root: str, question: Callable[[reading.Connection], T]) -> tuple[T, str]:
    """Return what the index of the book at `root` answers, and what was wrong with it, if anything."""
    path = os.path.join(cache_of(root), INDEX)
    try:
        return _asked(root, path, question)
    except Damaged:
        _mend(root)
        return _answered(path, question), ""


def look_back(root: str) -> None:
    """Take in notes of a large book that were edited in place, so that the next prompt knows them.

    Called when the answer is out. That it was tried is noted first: a book too large for the time that
    is left shall not cost every prompt the same.
    """
    path = os.path.join(cache_of(root), INDEX)
    if _answered(path, lambda connection: reading.read_state(connection).files) <= LOOK_AT_EACH:
        return
    mark, now_ns = os.path.join(cache_of(root), LOOKED), time.time_ns()
    last_ns = os.stat(mark if os.path.exists(mark) else path).st_mtime_ns
    if now_ns - last_ns < max(LOOK_BACK_NS, LOOK_BACK_SHARE * _last_took(mark)):
        return
    _note_look(mark, now_ns, TOO_LONG_NS)
    folders = tuple(read_seen(os.path.dirname(path), path))
    edited = edited_since(root, folders, last_ns - RACY_NS)
    _note_look(mark, now_ns, time.time_ns() - now_ns)
    if edited:
        from commonplace.app.hot_refresh import index_at  # noqa: PLC0415 - only when something changed

        index_at(root).take_in(edited)


def _last_took(mark: str) -> int:
    try:
        with open(mark, encoding="utf-8") as file:
            return int(file.read(20) or 0)
    except (OSError, ValueError):
        return 0


def _note_look(mark: str, began_ns: int, took_ns: int) -> None:
    write_private(mark, str(took_ns))
    os.utime(mark, ns=(began_ns, began_ns))


def _asked(root: str, path: str, question: Callable[[reading.Connection], T]) -> tuple[T, str]:
    trouble = ""
    try:
        files = _answered(path, lambda connection: reading.read_state(connection).files)
    except Missing:
        files = 0
    if not (files and _is_fresh(root, path, files)):
        try:
            _bring_up_to_date(root, is_large=files > LOOK_AT_EACH)
        except deadline.OutOfTimeError:
            deadline.start(deadline.RESERVE_S)
            trouble = STALE
        _TAKEN_IN.append(root)
    return _answered(path, question), trouble


def embed_later() -> None:
    """Leave the vectors of what was taken in just now to a process of its own: a hook has no time for them."""
    if _TAKEN_IN:
        from commonplace.app.hot_refresh import embed_later  # noqa: PLC0415 - loaded for them already

        for root in _TAKEN_IN:
            embed_later(root)


def _answered(path: str, question: Callable[[reading.Connection], T]) -> T:
    connection = reading.open_index(path, WAIT_S)
    try:
        connection.execute("BEGIN")
        return question(connection)
    except SQLITE_TROUBLES as error:
        raise trouble_of(error) from error
    finally:
        connection.close()


def _is_fresh(root: str, path: str, files: int) -> bool:
    cache = os.path.dirname(path)
    seen = read_seen(cache, path)
    if files > LOOK_AT_EACH:
        return not is_reordered(root, seen)
    now_ns = time.time_ns()
    if not is_changed(root, seen, now_ns):
        return True
    now = settled(root, seen, now_ns)
    if now is None or not _answered(path, lambda connection: _holds(root, path, connection)):
        return False
    write_seen(cache, path, now)
    return True


def _holds(root: str, path: str, connection: reading.Connection) -> bool:
    """Say whether the files that were written just before they were indexed are as they were then."""
    since_ns = os.stat(path).st_mtime_ns - RACY_NS
    return all(
        _digest(os.path.join(root, name)) == sha256
        for name, (mtime_ns, ctime_ns, sha256) in read_filed(connection).items()
        if max(mtime_ns, ctime_ns) >= since_ns
    )


def _digest(path: str) -> str:
    content = read_plain(path)
    return "" if content is None else digest(content)


def _bring_up_to_date(root: str, *, is_large: bool) -> None:
    """Load what reads this book and take in what changed; the next prompt finds it done."""
    from commonplace.app.hot_refresh import index_at  # noqa: PLC0415 - only when something changed

    if is_large:
        index_at(root).follow()
    else:
        index_at(root).freshen(AT_ONCE)


def _mend(root: str) -> None:
    """Make the index again from the files: it is not what was written."""
    from commonplace.app.hot_refresh import index_at  # noqa: PLC0415

    index_at(root).mend()
