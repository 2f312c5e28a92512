"""`commonplace hook <event>`: JSON in, JSON out; the hot path, imports almost nothing.

A hook never blocks the prompt: it has a budget of time, and when that is spent or anything goes
wrong it prints nothing, ends with 0, and leaves one line in its log, which `doctor` counts.
"""

from __future__ import annotations

import os
import sys
import time

from commonplace.core.plain_json import dumps, loads

BUDGET_S = 0.3
LOG_BYTES = 256 * 1024
MOST_INPUT = 4 * 1024 * 1024


class OutOfTimeError(BaseException):
    """The budget is spent. Not an `Exception`: nothing on the way may take it for its own."""


def main(arguments: list[str]) -> int:
    """Answer one event and return the exit code, which is always 0 for a prompt."""
    began = time.perf_counter()
    event = arguments[0] if arguments else ""
    if event != "prompt":
        sys.stderr.write(f"commonplace hook: unknown event {event!r}; known: prompt\n")
        return 2
    trouble = ""
    try:
        _start_clock(BUDGET_S)
        trouble = _prompt(sys.stdin.buffer.read(MOST_INPUT).decode("utf-8", "replace"))
    except OutOfTimeError:
        trouble = f"over {BUDGET_S * 1000:.0f} ms"
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        trouble = f"{type(error).__name__}: {error}"
    finally:
        _start_clock(0)
    if trouble:
        _log(event, trouble, time.perf_counter() - began)
    return 0


def _prompt(text: str) -> str:
    """Answer a prompt on standard output; return what went wrong, if anything did."""
    from commonplace.app import hot  # noqa: PLC0415 - so that a failure to load it is caught too

    asked = _asked(text)
    if not asked["prompt"].strip():
        return ""
    given = hot.answer(asked["prompt"], asked["cwd"] or os.getcwd(), asked["session_id"], most=3)
    if given.block:
        sys.stdout.write(given.block + "\n")
        sys.stdout.flush()
        hot.note(given, asked["cwd"] or os.getcwd(), asked["prompt"], asked["session_id"])
    return given.outcome if given.outcome.startswith("degraded") else ""


def _asked(text: str) -> dict[str, str]:
    value = loads(text) if text.strip() else {}
    if not isinstance(value, dict):
        raise TypeError("the input is not a JSON object")
    return {key: str(value.get(key) or "") for key in ("prompt", "cwd", "session_id")}


def _start_clock(seconds: float) -> None:
    """Raise `OutOfTimeError` after so many seconds, or never when there are none."""
    try:
        import _signal  # type: ignore[import-not-found]  # noqa: PLC0415 - `signal` would load `enum`
    except ImportError:
        return
    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _out_of_time)
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def _out_of_time(*_: object) -> None:
    raise OutOfTimeError


def _log(event: str, trouble: str, seconds: float) -> None:
    """Leave one line for `doctor`; a log that cannot be written is nobody's loss."""
    from commonplace.storage.places import state_home  # noqa: PLC0415

    try:
        os.makedirs(state_home(), mode=0o700, exist_ok=True)
        path = os.path.join(state_home(), "hook.log")
        if os.path.exists(path) and os.path.getsize(path) > LOG_BYTES:
            os.replace(path, path + ".1")
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
            "event": event,
            "ms": round(seconds * 1000),
            "trouble": trouble[:300],
        }
        with open(path, "a", encoding="utf-8") as file:
            file.write(dumps(line) + "\n")
    except OSError:
        return
