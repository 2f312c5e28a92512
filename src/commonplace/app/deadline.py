"""The hook's clock: work that takes too long is ended from outside, wherever it stands."""

from __future__ import annotations

RESERVE_S = 0.08
"""Kept back at first: what is slow is given up so early that the rest can still be answered."""


class OutOfTimeError(BaseException):
    """The time is spent. Not an `Exception`: nothing on the way may take it for its own."""


def start(seconds: float) -> None:
    """Raise `OutOfTimeError` after so many seconds from now; the time set before is forgotten.

    Only the main thread has this clock: a server that answers from another one takes its time.
    """
    try:
        import _signal  # type: ignore[import-not-found]  # noqa: PLC0415 - `signal` would load `enum`
    except ImportError:
        return
    if hasattr(_signal, "setitimer"):
        try:
            _signal.signal(_signal.SIGALRM, _out_of_time)
        except ValueError:
            return
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def stop() -> None:
    """Let the work take whatever time it needs."""
    start(0)


def _out_of_time(*_: object) -> None:
    raise OutOfTimeError
