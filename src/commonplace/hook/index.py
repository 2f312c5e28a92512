"""The index of a book as the hook needs it: opened fresh, or as it is when time runs out.

Three ways, the cheapest first. Nothing changed: the index is opened. Something was written just before
it was indexed: those files are hashed again. Something really changed: the layouts are loaded to take
it in, and when that takes too long the index answers as it is, for what is served is hashed anyway; the
refresher takes in what is left.
"""

from __future__ import annotations

import os
import sys
import time

from commonplace.core.hashing import digest
from commonplace.engines.local import query
from commonplace.engines.local.records import (
    SQLITE_TROUBLES,
    Busy,
    Damaged,
    Missing,
    Trouble,
    read_filed,
    trouble_of,
)
from commonplace.hook import clock
from commonplace.storage.change_detection import (
    LOOK_AT_EACH,
    LOOK_BACK_SHARE,
    RACY_NS,
    doubts,
    edited_since,
    is_changed,
    is_doubtful,
    is_reordered,
    last_look,
    note_look,
    read_seen,
    settled,
    write_seen,
)
from commonplace.storage.places import INDEX, cache_of
from commonplace.storage.plain_files import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self, TypeVar

    T = TypeVar("T")

LOOK_HERE = 20_000
"""In books up to so many notes every file is looked at beside a hook, after its answer; above, the refresher does it."""
ASIDE_S = 5.0
"""What a look at every file may take beside the hook: 20,000 take a twentieth of that."""
WAIT_S = 0.05
AT_ONCE = 20
"""Files taken in by one update: when time runs out the refresher goes on from there."""
STALE = "index-stale"
BUSY = "busy"
"""What became of a question when the machine gave us no time; no fault of the index."""
_TAKEN_IN: list[str] = []
"""The books of which this process has taken in something."""
_LEFT: list[str] = []
"""The books of which this process has found more than it could take in."""
_EDITED: list[str] = []
"""The files that an answer of this process found otherwise than they are known."""
_SHAPES: dict[str, tuple[int, bool]] = {}
"""What this process saw of the index of each book when it answered: its files, and whether it is aged."""


def ask(root: str, question: Callable[[query.Connection], T]) -> tuple[T, str]:
    """Return what the index of the book at `root` answers, and what was wrong with it, if anything."""
    path = os.path.join(cache_of(root), INDEX)
    try:
        return _asked(root, path, question)
    except Damaged:
        _LEFT.append(root)
        _mend(root)
        _LEFT.remove(root)
        return _answered(path, question), ""


def is_known(root: str) -> bool:
    """Say whether the index knows every file as it is, as far as a session that begins waits to see it.

    In a book so large that looking at each file takes long, the refresher looks after the answer (`look_back`).
    """
    path = os.path.join(cache_of(root), INDEX)
    try:
        files, trouble = ask(root, lambda connection: query.read_state(connection).files)
    except Trouble:
        return False
    if trouble or not LOOK_AT_EACH < files <= LOOK_HERE:
        return not trouble
    now_ns = time.time_ns()
    last_ns, took_ns = last_look(os.path.dirname(path))
    if now_ns - last_ns < LOOK_BACK_SHARE * took_ns:
        return True
    if _is_edited(root, path, last_ns):
        return False
    note_look(os.path.dirname(path), now_ns, time.time_ns() - now_ns)
    return True


def look_back(root: str) -> None:
    """Leave to the refresher what this process could not take in, and what was edited in a large book.

    Called when the answer is out. Where the last look is too short ago for another one here, the
    refresher has it a moment later: what was edited meanwhile is then known to the next prompt.
    """
    path = os.path.join(cache_of(root), INDEX)
    if root in _LEFT:
        _want_refresher(root)
        return
    known = _SHAPES.pop(root, None)
    files, is_aged = known or _answered(path, _shape)
    if files <= LOOK_AT_EACH:
        if is_aged:
            _want_refresher(root)
        return
    now_ns = time.time_ns()
    last_ns, took_ns = last_look(os.path.dirname(path))
    is_due = now_ns - last_ns >= LOOK_BACK_SHARE * took_ns
    is_here = files <= LOOK_HERE
    if is_aged or is_due != is_here:
        _want_refresher(root)
    elif is_due:
        _aside(lambda: _look_back(root, path, last_ns))


def _look_back(root: str, path: str, last_ns: int) -> None:
    began_ns = time.time_ns()
    if _is_edited(root, path, last_ns):
        _want_refresher(root)
    else:
        note_look(os.path.dirname(path), began_ns, time.time_ns() - began_ns)


def _aside(work: Callable[[], None]) -> None:
    """Do what nobody waits for: in a copy of this process where a host waits for it to end, else here."""
    if sys.argv[1:2] != ["hook"] or not hasattr(os, "fork"):
        work()
        return
    if os.fork():
        return
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        clock.start(ASIDE_S)  # a copy has no clock of the first one's
        work()
    finally:
        os._exit(0)  # whatever went wrong: the answer is out


def _shape(connection: query.Connection) -> tuple[int, bool]:
    return query.read_state(connection).files, query.is_aged(connection)


def _want_refresher(root: str) -> None:
    from commonplace.hook import refresher  # noqa: PLC0415 - starts a process

    refresher.want(root)


def _is_edited(root: str, path: str, last_ns: int) -> bool:
    """Say whether any note was edited since the last look; before the first one nobody knows."""
    folders = tuple(read_seen(os.path.dirname(path), path))
    return not last_ns or not folders or bool(edited_since(root, folders, last_ns - RACY_NS))


def _asked(root: str, path: str, question: Callable[[query.Connection], T]) -> tuple[T, str]:
    """Ask on one connection, which is opened twice only where something is to be taken in between."""
    files = 0
    _EDITED.clear()  # what the answer of another book has met
    try:
        with _Opened(path) as ask_index:
            shape = ask_index(_shape)
            if shape[0] and _is_fresh(root, path, shape[0], ask_index):
                answer = ask_index(question)  # in a transaction of its own: begun after the look
                _SHAPES[root] = shape
                if not _EDITED:
                    return answer, ""
            files = shape[0]
    except Missing:
        files = 0
    trouble = _brought_up_to_date(root, files)
    return _answered(path, question), trouble


def note_edited(path: str) -> None:
    """Note that an answer has met a file that says something else than the index knows."""
    _EDITED.append(path)


def _brought_up_to_date(root: str, files: int) -> str:
    """Take in what changed as far as time allows; return why it is less than all.

    Where an answer has met edited files, it is those: in a large book nobody else has seen them yet.
    """
    _TAKEN_IN.append(root)
    _LEFT.append(root)
    try:
        from commonplace.hook.refresh import index_at  # noqa: PLC0415 - only when something changed

        index = index_at(root, WAIT_S)
        if _EDITED:
            index.take_in_written(tuple({*_EDITED}))
            _LEFT.remove(root)
            return ""
        if files <= LOOK_AT_EACH:
            index.freshen(AT_ONCE)
            _LEFT.remove(root)
            return ""
        trouble = "" if index.follow(AT_ONCE) else STALE
    except clock.OutOfTimeError as spent:
        clock.start(clock.RESERVE_S)
        trouble = BUSY if isinstance(spent, clock.BusyError) else STALE
    except Busy:  # somebody else is taking it in
        trouble = STALE
    return trouble


def embed_later() -> None:
    """Leave the vectors of what was taken in just now to a process of its own: a hook has no time for them."""
    if _TAKEN_IN:
        from commonplace.hook.refresh import embed_later  # noqa: PLC0415 - loaded for them already

        for root in _TAKEN_IN:
            embed_later(root)


class _Opened:
    """An index that is open: called with a question, it answers from one moment of its life."""

    __slots__ = ("_connection",)

    def __init__(self, path: str) -> None:
        self._connection = query.open_index(path, WAIT_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def __call__(self, question: Callable[[query.Connection], T]) -> T:
        try:
            self._connection.execute("BEGIN")
            answer = question(self._connection)
            self._connection.execute("END")
        except SQLITE_TROUBLES as error:
            raise trouble_of(error) from error
        return answer


def _answered(path: str, question: Callable[[query.Connection], T]) -> T:
    with _Opened(path) as ask_index:
        return ask_index(question)


def _is_fresh(root: str, path: str, files: int, ask_index: _Opened) -> bool:
    cache = os.path.dirname(path)
    seen = read_seen(cache, path)
    if files > LOOK_AT_EACH:
        return not is_reordered(root, seen)
    now_ns = time.time_ns()
    if not is_doubtful(seen):
        return not is_changed(root, seen, now_ns)
    now = settled(root, seen, now_ns)
    names = doubts(seen)
    if now is None or not ask_index(lambda connection: _holds(root, path, connection, names)):
        return False
    write_seen(cache, path, now)
    return True


def _holds(root: str, path: str, connection: query.Connection, names: list[str] | None) -> bool:
    """Say whether the files that were written just before they were indexed are as they were then.

    These are the files with `names`, as far as the index knows them; without names, those that it took in last.
    """
    since_ns = os.stat(path).st_mtime_ns - RACY_NS
    return all(
        _digest(os.path.join(root, name)) == sha256
        for name, (mtime_ns, ctime_ns, sha256) in read_filed(connection, names).items()
        if names is not None or max(mtime_ns, ctime_ns) >= since_ns
    )


def _digest(path: str) -> str:
    content = read_plain(path)
    return "" if content is None else digest(content)


def _mend(root: str) -> None:
    """Make the index again from the files: it is not what was written."""
    from commonplace.hook.refresh import index_at  # noqa: PLC0415

    index_at(root).mend()
