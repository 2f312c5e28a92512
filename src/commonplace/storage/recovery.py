"""Finish what a dead writer began, and clear away what it left: no daemon, just the next opening.

Redo, not undo: carrying out a record twice changes nothing, so dying again here is harmless.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import datetime

from commonplace.core.ports import Problem
from commonplace.storage.displaced import Displaced
from commonplace.storage.journal import Damaged, Foreign, Journal
from commonplace.storage.publish import STAGED_PREFIX, Publisher
from commonplace.storage.reading import names_below
from commonplace.storage.records import Record

LEFTOVER_AGE_S = 3600


def replay(journal: Journal, publisher: Publisher) -> Iterator[Problem]:
    """Keep every promise that waits in the journal and yield what there is to tell about it."""
    for waiting in journal.pending():
        match waiting:
            case Damaged():
                yield _notice(waiting.name, "journal-damaged", waiting.reason, is_error=True)
            case Foreign():
                yield _notice(waiting.name, "journal-elsewhere", waiting.host, is_error=True)
            case Record():
                yield from _finish(waiting, journal, publisher)


def _finish(record: Record, journal: Journal, publisher: Publisher) -> Iterator[Problem]:
    ready = publisher.resume(record)
    journal.renew(ready)
    done = publisher.publish(ready)
    journal.close(done)
    yield _notice(record.id, "replayed", record.action)
    for path, copy in done.conflicts.items():
        yield _notice(path, "kept-both", copy)


def settle(displaced: Displaced, now: datetime) -> Iterator[Problem]:
    """Let go of old displaced files and yield the ones an editor wrote into after the swap."""
    for path, copy in displaced.settle(now):
        yield _notice(path, "late-save", copy)


def sweep(
    root: str, displaced: Displaced, now: datetime, folders: tuple[str, ...] | None = None
) -> None:
    """Take staged texts out of a book or its state that somebody left who died before putting them in place.

    They are kept a day with the displaced files: it costs nothing, and nothing is ever lost by it.
    """
    for relative in names_below(root, folders):
        name = relative.rpartition("/")[2]
        if name.startswith(STAGED_PREFIX) and is_leftover(os.path.join(root, relative), now):
            displaced.keep_orphan(os.path.join(root, relative))


def is_leftover(path: str, now: datetime) -> bool:
    """Say whether whoever staged the file at `path` died long ago."""
    pid = os.path.basename(path).removeprefix(STAGED_PREFIX).partition("-")[0]
    age_s = now.timestamp() - os.lstat(path).st_ctime
    return age_s >= LEFTOVER_AGE_S and pid.isdecimal() and not _is_alive(int(pid))


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return False  # there, asking would end the process; age and our lock must do
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _notice(path: str, code: str, detail: str, *, is_error: bool = False) -> Problem:
    return Problem(path=path, code=code, detail=detail, is_error=is_error)
