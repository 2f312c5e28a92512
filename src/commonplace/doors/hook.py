"""`commonplace hook <event>`: JSON in, JSON out; the hot path, imports almost nothing.

A hook never blocks the prompt: it has a budget of time, and when that is spent or anything goes
wrong it prints nothing, ends with 0, and leaves one line in its log, which `doctor` counts.
"""

from __future__ import annotations

import os
import sys
import time

from commonplace.app import deadline
from commonplace.app.hot_settings import hook_budget_s
from commonplace.core.plain_json import loads

MOST_INPUT = 4 * 1024 * 1024


def main(arguments: list[str]) -> int:
    """Answer one event and return the exit code, which is always 0 for a prompt."""
    began = time.perf_counter()
    event = arguments[0] if arguments else ""
    if event != "prompt":
        sys.stderr.write(f"commonplace hook: unknown event {event!r}; known: prompt\n")
        return 2
    trouble = ""
    budget_s = hook_budget_s()
    try:
        deadline.start(max(budget_s - deadline.RESERVE_S, budget_s / 2))
        trouble = _prompt(sys.stdin.buffer.read(MOST_INPUT).decode("utf-8", "replace"))
    except deadline.OutOfTimeError:
        trouble = f"over {budget_s * 1000:.0f} ms"
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        trouble = f"{type(error).__name__}: {error}"
    finally:
        deadline.stop()
    if trouble:
        from commonplace.app.hot_log import log  # noqa: PLC0415 - seldom needed

        log(event, trouble, time.perf_counter() - began)
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
