"""What a conversation remembers from turn to turn, and the log lines it has earned: per book, outside it.

Plain functions on strings: the prompt hook runs them in a fresh process.
"""

from __future__ import annotations

import os

from commonplace.core.plain_json import dumps, loads
from commonplace.storage.places import write_private
from commonplace.storage.usage import append_line, read_lines, session_file

TURNS = "turns"
LOG = "turn-log.jsonl"
OUTLIVES_CONTEXT = ("logged", "logged_skills", "hinted", "missing_experience_skills")
"""What holds for the whole session, whatever an agent still knows of it."""


def read_turn(state: str, session: str) -> dict[str, object]:
    """Return what was kept after the last turn of `session`; empty for its first."""
    try:
        with open(_file(state, session), encoding="utf-8") as file:
            value = loads(file.read())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def keep_turn(state: str, session: str, value: dict[str, object]) -> None:
    """Keep what the next turn of `session` shall know."""
    write_private(_file(state, session), dumps(value))


def forget_turn(state: str, session: str) -> None:
    """Let the next turn of `session` load everything anew: its context was cleared or compacted."""
    if kept := read_turn(state, session):
        keep_turn(state, session, {key: kept[key] for key in OUTLIVES_CONTEXT if key in kept})


def note_log(state: str, lines: list[tuple[str, str, str]]) -> None:
    """Keep lines for the book's log (day, operation, message) until somebody writes them."""
    for day, operation, message in lines:
        line = {"day": day, "operation": operation, "message": message}
        append_line(os.path.join(state, LOG), line)


def take_log(state: str) -> list[tuple[str, str, str]]:
    """Return the lines that wait for the book's log, and let them go."""
    path = os.path.join(state, LOG)
    taken = f"{path}.{os.getpid()}"
    try:
        os.rename(path, taken)
    except OSError:
        return []
    found = read_lines(taken)
    os.unlink(taken)
    return [(str(line["day"]), str(line["operation"]), str(line["message"])) for line in found]


def _file(state: str, session: str) -> str:
    return session_file(os.path.join(state, TURNS), session)
