"""The hook's wiring: from a prompt to what is injected, in a fresh process, within a blink.

What `books` and `indexing` are to the other doors. Everything loaded here is plain functions in the
lightest of modules, and a test lists them.
"""

from __future__ import annotations

import os
import time

from commonplace.app import deadline, hot_index
from commonplace.app.hot_settings import (
    BUDGET_S,
    DEFAULTS,
    engine_of,
    hook_budget_s,
    injected_lines,
    injection,
)
from commonplace.core import weights
from commonplace.core.gate import confidence, is_askable
from commonplace.core.hashing import digest
from commonplace.core.injection import PROMPT_CHARACTERS, essence, lines_block, lines_in
from commonplace.engines.local import reading
from commonplace.engines.local.records import FIRST_LINE, ID, LAST_LINE, LINE, PATH, SHA256
from commonplace.engines.local.troubles import Trouble
from commonplace.layouts.registry import MARKS
from commonplace.storage import usage
from commonplace.storage.locating import book_at, locate
from commonplace.storage.places import data_home, is_trusted, state_of
from commonplace.storage.plain_reading import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PERSONAL = "personal"
BUDGET_TOKENS = 400
QUICK_PRESETS = ("contents", "lingxi")
"""Those that hand over lines: plain functions on the index suffice."""
WHOLE_HOUSE_S = 1.5
"""What a preset or an engine gets that loads the whole house, where the user has set no time."""
UNTRUSTED = "book-not-trusted"

Line = tuple[float, str, str, str, str, str]
"""Score, memory id, what to say, path, content hash, book."""


class Answer:
    """What is injected, what became of the question, and why."""

    __slots__ = ("block", "lines", "outcome")

    def __init__(self, outcome: str, block: str = "", lines: tuple[Line, ...] = ()) -> None:
        self.outcome = outcome
        self.block = block
        self.lines = lines


def answer(prompt: str, folder: str, session: str) -> Answer:
    """Return what the books at hand know about `prompt` that the session was not told yet."""
    books = books_at(folder)
    project = project_of(books)
    preset, engine, most = injection(project), engine_of(project), injected_lines(project)
    if books and not (preset in QUICK_PRESETS and engine == DEFAULTS["engine"]):
        if hook_budget_s() == BUDGET_S:
            deadline.start(WHOLE_HOUSE_S)
        from commonplace.app import hot_preset  # noqa: PLC0415 - loads the whole house

        return Answer(*hot_preset.answer(prompt, books, session, preset, engine))
    lines: list[Line] = []
    troubles: list[str] = [] if project else _untrusted(folder)
    for name, root in books:
        try:
            found, trouble = hot_index.ask(root, _question(essence(prompt), name, root, most))
        except Trouble as error:
            troubles.append(f"index-{type(error).__name__.lower()}")
            continue
        troubles += [trouble] if trouble else []
        told = usage.seen_in(state_of(root), session) if found else {}
        lines += [line for line in found if told.get(line[1]) != line[4]]
    lines.sort(key=lambda line: -line[0])
    block = lines_block(
        tuple((line[1], line[2], line[3], line[5]) for line in lines[:most]),
        os.urandom(4).hex(),
        BUDGET_TOKENS,
    )
    outcome = "hits" if block else "nothing_relevant"
    degraded = f"degraded:{troubles[0]}" if troubles else ""
    return Answer(degraded or outcome, block, tuple(lines[: lines_in(block)]))


def note(given: Answer, folder: str, prompt: str, session: str) -> None:
    """Keep what was handed over: counts, the session's memory of it, and the last time."""
    day = time.strftime("%Y-%m-%d")
    for name, root in books_at(folder):
        lines = [line for line in given.lines if line[5] == _shown(name)]
        if lines:
            last: dict[str, object] = {
                "at": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
                "session": session,
                "prompt": prompt[:PROMPT_CHARACTERS],
                "block": given.block,
                "lines": [
                    {
                        "id": line[1],
                        "line": line[2],
                        "path": line[3],
                        "score": round(line[0], 3),
                        "book": line[5] or "project",
                    }
                    for line in given.lines
                ],
            }
            usage.record(state_of(root), day, session, {line[1]: line[4] for line in lines}, last)


def look_back(folder: str) -> None:
    """See what was edited in large books meanwhile; whatever goes wrong, the answer is out already."""
    for _, root in books_at(folder):
        try:
            hot_index.look_back(root)
        except (OSError, Trouble, deadline.OutOfTimeError):
            return


def books_at(folder: str) -> list[tuple[str, str]]:
    """Return name and root of each book at hand: the project's, then the personal one."""
    found = []
    if (project := locate(folder, MARKS)) and is_trusted(project[1]):
        found.append(("project", project[1]))
    named = os.environ.get("COMMONPLACE_PERSONAL_BOOK", "").strip()
    personal = book_at(os.path.realpath(named or os.path.join(data_home(), PERSONAL)), MARKS)
    if personal and personal[1] not in [root for _, root in found]:
        found.append((PERSONAL, personal[1]))
    return found


def project_of(books: list[tuple[str, str]]) -> str:
    """Return the folder whose settings file counts; empty without a project's book."""
    found = [
        located[2] for name, root in books if name != PERSONAL and (located := book_at(root, MARKS))
    ]
    return found[0] if found else ""


def _untrusted(folder: str) -> list[str]:
    """Say why the project's book is not asked, when there is one: nobody has trusted it yet."""
    return [UNTRUSTED] if locate(folder, MARKS) else []


def _shown(name: str) -> str:
    return PERSONAL if name == PERSONAL else ""


def _question(
    prompt: str, name: str, root: str, most: int
) -> Callable[[reading.Connection], list[Line]]:
    return lambda connection: _found(connection, prompt, name, root, most)


def _found(
    connection: reading.Connection, prompt: str, name: str, root: str, most: int
) -> list[Line]:
    asked, sizes = reading.look_up(connection, prompt)
    ranked, sure = _weighed(connection, prompt, asked, sizes)
    if sure < weights.GATE_THRESHOLD:
        return []
    best = reading.fetch(connection, ranked, most + 2, reading.is_active)
    least = weights.BESIDE_THE_BEST * best[0][0] if best else 0.0
    return [
        (score, record[ID], line, record[PATH], record[SHA256], _shown(name))
        for score, _, record in best
        if score >= least and (line := _line(root, record))
    ]


def _weighed(
    connection: reading.Connection, prompt: str, asked: list[reading.Asked], sizes: bytes
) -> tuple[list[tuple[float, int]], float]:
    """Return what was found, best first, and how sure we are; meaning is asked when words are not."""
    ranked = reading.rank(asked, sizes)
    sure = confidence(asked, ranked[0], sizes) if ranked else 0.0
    if sure >= weights.SURE or not is_askable(asked) or not reading.has_vectors(connection):
        return ranked, sure
    from commonplace.app import hot_meaning  # noqa: PLC0415 - only when words leave it unsure

    sense = hot_meaning.sense(connection, prompt, ranked, sizes)
    if sense is None:
        return ranked, sure
    return sense.ranked, sense.confidence(asked, sense.ranked[0], sizes)


def _line(root: str, record: tuple[str, ...]) -> str:
    """Return what to say, empty unless the file is still what was indexed and its code is still there.

    What is served is always hashed again.
    """
    content = read_plain(os.path.join(root, record[PATH]))
    if content is None or digest(content) != record[SHA256]:
        return ""
    if b"\n<<<<<<< " in b"\n" + content:
        return ""
    if b"anchor:" not in content and b"\nanchors:" not in content:
        return record[LINE]
    from commonplace.app import hot_anchors  # noqa: PLC0415 - only for memories that quote code

    place = record[FIRST_LINE], record[LAST_LINE]
    return hot_anchors.line_with_code(root, record[PATH], content, place, record[LINE])
