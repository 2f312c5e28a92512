"""The hook's clock: work that takes too long is ended from outside, wherever it stands.

What counts is the time on the processor: a machine that is busy with other things makes no work longer
than it is. By the clock a hook may take three times as much, so that nobody waits for a busy machine.
"""

from __future__ import annotations

import sys

RESERVE_S = 0.08
"""Kept back at first: what is slow is given up so early that the rest can still be answered."""
BY_THE_CLOCK = 3.0
"""How many times its budget a hook may take by the clock."""
_EXTENSIONS = (".so", ".pyd")
_BROKEN_OFF: list[bool] = []
"""Something was ended and nobody has tidied up behind it yet."""


class OutOfTimeError(BaseException):
    """The time is spent. Not an `Exception`: nothing on the way may take it for its own."""


class BusyError(OutOfTimeError):
    """The machine has not given us our time on the processor."""


def start(seconds: float) -> None:
    """Raise `OutOfTimeError` after so much time on the processor, `BusyError` after thrice that.

    The time set before is forgotten. Only the main thread has this clock: a server that answers from
    another one takes its time.
    """
    try:
        import _signal  # type: ignore[import-not-found]  # noqa: PLC0415 - `signal` would load `enum`
    except ImportError:
        return
    if hasattr(_signal, "setitimer"):
        try:
            _signal.signal(_signal.SIGPROF, _out_of_time)
            _signal.signal(_signal.SIGALRM, _busy)
        except ValueError:
            return
        _signal.setitimer(_signal.ITIMER_PROF, seconds)
        _signal.setitimer(_signal.ITIMER_REAL, BY_THE_CLOCK * seconds)
        if _BROKEN_OFF:
            _BROKEN_OFF.clear()
            _forget_halves()


def left_s() -> float:
    """Return how much time on the processor is left; 0 when no clock runs."""
    try:
        import _signal  # noqa: PLC0415 - as above
    except ImportError:
        return 0.0
    if not hasattr(_signal, "getitimer"):
        return 0.0
    left: float = _signal.getitimer(_signal.ITIMER_PROF)[0]
    return left


def stop() -> None:
    """Let the work take whatever time it needs."""
    start(0)


def _out_of_time(*_: object) -> None:
    _BROKEN_OFF.append(True)
    raise OutOfTimeError


def _busy(*_: object) -> None:
    _BROKEN_OFF.append(True)
    raise BusyError


def _forget_halves() -> None:
    """Forget the parts of a package whose loading was ended halfway, so that it can be loaded again.

    Python forgets the package and keeps its parts, which the next one to load it then lacks: PyYAML fails
    so. Parts in C stay, and all beside them, for many can be loaded only once.
    """
    halves = [name for name in tuple(sys.modules) if _is_orphan(name)]
    in_c = {_package(name) for name in halves if _is_in_c(name)}
    for name in halves:
        if _package(name) not in in_c:
            del sys.modules[name]


def _is_orphan(name: str) -> bool:
    return "." in name and _package(name) not in sys.modules


def _is_in_c(name: str) -> bool:
    return str(getattr(sys.modules[name], "__file__", "")).endswith(_EXTENSIONS)


def _package(name: str) -> str:
    return name.partition(".")[0]
