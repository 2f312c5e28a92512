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
SESSION_BUDGET_S = 2.0
"""A session begins seldom, and is waited for anyway."""


def main(arguments: list[str]) -> int:
    """Answer one event and return the exit code, which is 0 whatever goes wrong."""
    began = time.perf_counter()
    event = arguments[0] if arguments else ""
    answer = {"prompt": _prompt, "session": _session}.get(event)
    if answer is None:
        sys.stderr.write(f"commonplace hook: unknown event {event!r}; known: prompt, session\n")
        return 2
    budget_s = hook_budget_s() if event == "prompt" else max(hook_budget_s(), SESSION_BUDGET_S)
    trouble = ""
    try:
        deadline.start(max(budget_s - deadline.RESERVE_S, budget_s / 2))
        trouble = answer(_asked(sys.stdin.buffer.read(MOST_INPUT).decode("utf-8", "replace")))
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


def _prompt(asked: dict[str, str]) -> str:
    """Answer a prompt on standard output; return what went wrong, if anything did."""
    from commonplace.app import hot  # noqa: PLC0415 - so that a failure to load it is caught too

    if not asked["prompt"].strip():
        return ""
    folder = asked["cwd"] or os.getcwd()
    given = hot.answer(asked["prompt"], folder, asked["session_id"])
    if given.block:
        _say(given.block)
        hot.note(given, folder, asked["prompt"], asked["session_id"])
    hot.look_back(folder)
    return given.outcome if given.outcome.startswith("degraded") else ""


def _session(asked: dict[str, str]) -> str:
    """Say what an agent is told when a session begins; the index is brought up to date for it."""
    from commonplace.app import hot_session  # noqa: PLC0415 - loads the whole house

    folder = asked["cwd"] or os.getcwd()
    if block := hot_session.begin(folder, asked["session_id"], asked["source"]):
        _say(block)
    return ""


def _say(block: str) -> None:
    sys.stdout.write(block + "\n")
    sys.stdout.flush()


def _asked(text: str) -> dict[str, str]:
    value = loads(text) if text.strip() else {}
    if not isinstance(value, dict):
        raise TypeError("the input is not a JSON object")
    return {key: str(value.get(key) or "") for key in ("prompt", "cwd", "session_id", "source")}
