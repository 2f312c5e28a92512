"""`commonplace hook <host> <event>`: JSON in, JSON out; the hot path, imports almost nothing.

A hook never blocks the prompt: it has a budget of time, and when that is spent or anything goes
wrong it prints nothing, ends with 0, and leaves one line in its log, which `doctor` counts. It ends
with 0 for a name it does not know, too: hosts take any other code for a refusal.
"""

from __future__ import annotations

import sys
import time

from commonplace.hook import clock
from commonplace.hook_settings import hook_budget_s

MOST_INPUT = 4 * 1024 * 1024
UNHURRIED_BUDGET_S = 5.0
"""Anything but a prompt comes seldom, and is waited for anyway: a busy machine shall not cost a session its block."""
_PROMPTS = frozenset({"prompt", "UserPromptSubmit", "beforeSubmitPrompt", "BeforeAgent"})


def main(arguments: list[str]) -> int:
    """Answer one event and return the exit code, which is 0 whatever goes wrong."""
    if not arguments or "--help" in arguments:
        from commonplace.doors.cli.main import run  # noqa: PLC0415 - a person asks, no host

        return run(["help", "hook"])
    began = time.perf_counter()
    budget_s = hook_budget_s()
    if not _PROMPTS & set(arguments):
        budget_s = max(budget_s, UNHURRIED_BUDGET_S)
    trouble = ""
    said: list[str] = []

    def say(block: str) -> None:
        _say(block)
        said.append(block)

    try:
        clock.start(max(budget_s - clock.RESERVE_S, budget_s / 2))
        from commonplace.hook import events  # noqa: PLC0415 - a failure to load it is caught too

        text = sys.stdin.buffer.read(MOST_INPUT).decode("utf-8", "replace")
        trouble = events.respond(arguments, text, say)
    except clock.BusyError:
        trouble = "busy"
    except clock.OutOfTimeError:
        # What the host has heard was in time; what came after it is nobody's trouble.
        trouble = "" if said else f"over {budget_s * 1000:.0f} ms"
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        trouble = f"{type(error).__name__}: {error}"
    finally:
        clock.stop()
    _keep(arguments, trouble, time.perf_counter() - began, has_told=bool(said))
    return 0


def _keep(arguments: list[str], trouble: str, seconds: float, *, has_told: bool) -> None:
    """Leave a line about what became of the hook; the host has heard its answer."""
    from commonplace.hook.log import log, name_of, ran  # noqa: PLC0415 - after the answer

    event = name_of(arguments)
    if trouble:
        log(event, trouble, seconds)
    else:
        ran(event, seconds, has_told=has_told)


def _say(block: str) -> None:
    sys.stdout.write(block + "\n")
    sys.stdout.flush()
