"""The detached children of the hooks: `python -m commonplace.doors.child ROOT [refresh]`, one for each book.

The one takes what waits, asks git about what arrived and embeds what has no vectors yet, the other is the refresher. They
end when nothing is left, when another one of the book is at it, or when their time is up, whatever they are doing: what is
done stays done. What they cannot do is a line in the hooks' log.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from commonplace.hook import clock
from commonplace.hook.child import waiting_jobs
from commonplace.hook.log import log
from commonplace.hook.refresher import WORK, refresh

if TYPE_CHECKING:
    from commonplace.app.books import Book

LIFE_S = 60.0
WORK_S = 25.0
"""Work is ended by a signal then; what no signal reaches ends with the process."""
REFRESHER_CPU_S = 30
REFRESHER_LIFE_S = 180.0
NICENESS = 5


def main(root: str, work: str = "") -> int:
    """Take every job of the book at `root`, unless another child is at it."""
    os.chdir(os.path.abspath(os.sep))  # the folder that a host runs in may be somebody's to remove
    if work == WORK:
        return _refresh(root)
    end = _end_after(LIFE_S)
    for name, job in waiting_jobs(root):
        _do(root, f"capture {job.get('host', '')}", partial(_listen, name, job))
    _do(root, "arrivals", _ask_git)
    _do(root, "embed", _embed)
    end.cancel()
    return 0


def _refresh(root: str) -> int:
    """Bring the index of the book at `root` up to date, with little of the machine."""
    _be_modest()
    end = _end_after(REFRESHER_LIFE_S)
    began, trouble = time.perf_counter(), ""
    try:
        refresh(root)
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        trouble = f"{type(error).__name__}: {error}"
    if trouble:
        log(WORK, trouble, time.perf_counter() - began)
    _do(root, "arrivals", _ask_git)
    end.cancel()
    return 0


def _be_modest() -> None:
    """Give way to everybody, and end when so much time on the processor is spent."""
    if not hasattr(os, "nice"):
        return
    import resource  # noqa: PLC0415 - not on Windows
    import signal  # noqa: PLC0415

    os.nice(NICENESS)
    signal.signal(signal.SIGXCPU, lambda *_: os._exit(0))
    resource.setrlimit(resource.RLIMIT_CPU, (REFRESHER_CPU_S, REFRESHER_CPU_S + 2))


def _listen(name: str, job: dict[str, str], book: Book) -> None:
    """Do one job and let it go; one that was not done to its end waits for another child."""
    from commonplace.hook.child import listen  # noqa: PLC0415 - a failure to load is logged, too

    listen(book, job, name)


def _ask_git(book: Book) -> None:
    """Decide about what git may have brought: a hook has no time to ask it."""
    from commonplace.app.provenance import ask_git  # noqa: PLC0415 - as above

    ask_git(book)


def _embed(book: Book) -> None:
    """Make vectors a batch at a time; what is done stays done when the time is up."""
    from commonplace.app.recall import embed_rest  # noqa: PLC0415 - as above

    embed_rest(book)


def _do(root: str, what: str, work: Callable[[Book], None]) -> None:
    began, trouble = time.perf_counter(), ""
    try:
        clock.start(WORK_S)
        from commonplace.app.books import book_in  # noqa: PLC0415 - a failure to load is logged, too
        from commonplace.config import Settings  # noqa: PLC0415

        if book := book_in(Path(root), Settings()):
            work(book)
    except clock.OutOfTimeError:
        trouble = f"over {WORK_S:.0f} s"
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        trouble = f"{type(error).__name__}: {error}"
    finally:
        clock.stop()
    if trouble:
        log(what, trouble, time.perf_counter() - began)


def _end_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, os._exit, (0,))
    timer.daemon = True
    timer.start()
    return timer


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
