"""What hooks keep between events, plain and light: jobs for capture, what a conversation remembers, what happened once."""

from __future__ import annotations

import os
import time

from commonplace.core.plain_json import dumps, loads
from commonplace.storage.places import PAGES, state_home, write_private
from commonplace.storage.usage import append_line, read_lines, session_file

JOBS = "jobs"
HEARD = "heard"
_ENDING = ".json"
_BEGUN = ".begun"
TRIES = "tries"


def add_job(state: str, session: str, job: dict[str, object]) -> None:
    """Let `job` wait; the one of the same session that waits already is replaced."""
    path = session_file(os.path.join(state, JOBS), session).removesuffix(".jsonl") + _ENDING
    write_private(path, dumps(job))


MOST_TRIES = 3
"""A job that ended its child so often is let go: it would end the next one as well."""
Job = dict[str, str]


def begin_jobs(state: str) -> list[tuple[str, Job]]:
    """Return what waits, oldest first, each under the name by which `end_job` lets it go.

    A child may be killed at any moment, so a job that was begun waits on for the next child; one of the same
    session that came later takes its place.
    """
    found: dict[str, tuple[float, Job]] = {}
    for path in _waiting(state):
        begun = path if path.endswith(_BEGUN) else path + _BEGUN
        try:
            at = os.path.getmtime(path)
            os.replace(path, begun)
            with open(begun, encoding="utf-8") as file:
                value = loads(file.read())
        except (OSError, ValueError):
            continue
        job = {key: str(word) for key, word in value.items()} if isinstance(value, dict) else {}
        tries = int(job.get(TRIES) or 0)
        if not job or tries == MOST_TRIES:
            end_job(begun)
        else:
            write_private(begun, dumps({**job, TRIES: str(tries + 1)}))
            found[begun] = (at, job)
    return [(begun, job) for begun, (_, job) in sorted(found.items(), key=lambda each: each[1][0])]


def end_job(begun: str) -> None:
    """Let a job go that is done."""
    try:
        os.unlink(begun)
    except FileNotFoundError:
        return


def has_jobs(state: str) -> bool:
    """Say whether anything waits that no child has begun."""
    return any(path.endswith(_ENDING) for path in _waiting(state))


def note_words(state: str, session: str, role: str, text: str) -> None:
    """Keep what was said in a session whose host keeps no transcript, as Cursor writes one."""
    content = [{"type": "text", "text": text}]
    append_line(heard_file(state, session), {"role": role, "message": {"content": content}})


def heard_file(state: str, session: str) -> str:
    """Return where the words of such a session are kept."""
    return session_file(os.path.join(state, HEARD), session)


OPENING = "opening"


def keep_opening(session: str, text: str) -> None:
    """Keep what a session was to be told when it began, until its host listens; empty when it has."""
    append_line(session_file(state_home(), session), {OPENING: text})


def take_opening(session: str) -> str:
    """Return what a session was to be told when it began, once."""
    lines = read_lines(session_file(state_home(), session))
    kept = [str(line[OPENING]) for line in lines if OPENING in line]
    if kept and kept[-1]:
        keep_opening(session, "")
    return kept[-1] if kept else ""


def _waiting(state: str) -> list[str]:
    folder = os.path.join(state, JOBS, "sessions")
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    # What was begun comes first: a newer job of its session then takes its place.
    waiting = [name for name in names if name.endswith((_ENDING, _BEGUN))]
    return [os.path.join(folder, name) for name in sorted(waiting, reverse=True)]


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


def is_first(session: str, what: str, within_s: float = 0.0) -> bool:
    """Say whether nobody has told `what` in this session before, or within so many seconds.

    Where that cannot be kept, everything is told: twice is better than never.
    """
    if not session:
        return True
    path, own, now = session_file(state_home(), session), os.urandom(8).hex(), time.time()
    try:
        append_line(path, {"told": what, "at": now, "by": own})
    except OSError:
        return True
    told = [line for line in read_lines(path) if line.get("told") == what]
    recent = [line for line in told if not within_s or _age_s(line, now) <= within_s]
    return not recent or recent[0].get("by") == own


def _age_s(line: dict[str, object], now: float) -> float:
    at = line.get("at")
    return now - at if isinstance(at, float) else 0.0


def read_pages(state: str) -> dict[str, str]:
    """Return the hash of each page of which all may be handed over, by its path."""
    try:
        with open(os.path.join(state, PAGES), encoding="utf-8") as file:
            value = loads(file.read())
    except (OSError, ValueError):
        return {}
    return {key: str(each) for key, each in value.items()} if isinstance(value, dict) else {}


def keep_pages(state: str, pages: dict[str, str]) -> None:
    """Keep which pages were looked at; one that cannot be kept is looked at again."""
    try:
        write_private(os.path.join(state, PAGES), dumps(pages))
    except OSError:
        return
