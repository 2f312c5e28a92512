"""The hook's wiring: from a prompt to what is injected, in a fresh process, within some ten milliseconds.

What `app.books` and `app.book_index` are to the other doors. Everything loaded here is plain functions in the
lightest of modules, and a test lists them.
"""

from __future__ import annotations

import os
import time

from commonplace.core import weights
from commonplace.core.gate import SURE, UNSURE, Verdict, WordEvidence, any_of, tiers
from commonplace.core.hashing import digest
from commonplace.core.injection import POINTED, chosen, essence, prompt_block
from commonplace.engines.local import query
from commonplace.engines.local.records import (
    DAY,
    FIRST_LINE,
    ID,
    LAST_LINE,
    LINE,
    PATH,
    SHA256,
    Trouble,
)
from commonplace.hook import clock, index
from commonplace.hook_settings import (
    BUDGET_S,
    DEFAULTS,
    engine_of,
    hook_budget_s,
    injected_lines,
    injection,
    speak,
)
from commonplace.layouts.registry import MARKS
from commonplace.storage import usage
from commonplace.storage.places import book_at, data_home, is_trusted, locate, state_of
from commonplace.storage.plain_files import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PERSONAL = "personal"
BUDGET_TOKENS = 400
TIERED, LINES_ONLY = "contents", "lingxi"
"""The presets that plain functions on the index suffice for: one judges each memory by itself and also
points, the other hands over lines when it is sure of the first."""
LOOKED_AT, LOOKED_AT_FOR_LINES, LOOKED_AT_BY_MEANING = 12, 6, 40
"""How many memories are judged: for lines alone few, and more where a model was asked, since what is nearest
to it may rank low where many words meet."""
WHOLE_HOUSE_S = 1.5
"""The budget of a preset or an engine that loads the full package, where the user has set no time."""
UNTRUSTED = "book-not-trusted"
DECIDED_PAIRS = ".commonplace/decided-pairs.md"
"""As `core.decided_pairs` has it, which a hook does not load."""
_DAY = slice(len("- "), len("- 2026-03-14"))

Line = tuple[float, str, str, str, str, str]
"""Score, memory id, what to say, path, content hash, book."""

Candidate = tuple[float, str, Line, str]
"""How likely a memory answers, what is done with it, its line, and what a pointer to it says."""

Judged = tuple[float, str, tuple[float, tuple[str, ...], bytes], str]
"""How likely a memory answers, what is done with it; its score, its record and its file; and since when it
holds beside an older one."""


class PromptAnswer:
    """What is injected (lines, and titles that are pointed at), what became of the question, and why."""

    __slots__ = ("block", "lines", "outcome", "pointers")

    def __init__(
        self,
        outcome: str,
        block: str = "",
        lines: tuple[Line, ...] = (),
        pointers: tuple[Line, ...] = (),
    ) -> None:
        self.outcome = outcome
        self.block = block
        self.lines = lines
        self.pointers = pointers


def answer(prompt: str, folder: str, session: str, readily: str = "") -> PromptAnswer:
    """Return what the books at hand know about `prompt` that the session was not told yet.

    How `readily` is as the settings say, where a caller does not try another.
    """
    books = books_at(folder)
    project = project_of(books)
    preset, engine = injection(project), engine_of(project)
    if books and not (preset in (TIERED, LINES_ONLY) and engine == DEFAULTS["engine"]):
        if hook_budget_s() == BUDGET_S:
            clock.start(WHOLE_HOUSE_S)
        from commonplace.hook import presets  # noqa: PLC0415 - loads the whole house

        return PromptAnswer(*presets.answer(prompt, books, session, preset, engine))
    question = essence(prompt), readily or speak(project), preset == TIERED
    candidates: list[Candidate] = []
    troubles: list[str] = _untrusted(folder)
    told: dict[str, str] = {}
    for name, root in books:
        told.update(usage.seen_in(state_of(root), session))
        try:
            found, trouble = index.ask(root, _question(question, name, root, told))
        except Trouble as error:
            troubles.append(f"index-{type(error).__name__.lower()}")
            continue
        troubles += [trouble] if trouble else []
        candidates += found
    listed: dict[str, str] = {}
    for _, root in books if candidates and preset == TIERED else ():
        listed.update(usage.listed_in(state_of(root), session))
    given = _handed(candidates, told, listed, injected_lines(project), preset == TIERED)
    return PromptAnswer(_outcome(given[0], troubles), *given)


def _outcome(block: str, troubles: list[str]) -> str:
    if index.BUSY in troubles:
        return index.BUSY
    if troubles:
        return f"degraded:{troubles[0]}"
    return "hits" if block else "nothing_relevant"


def _handed(
    candidates: list[Candidate],
    told: dict[str, str],
    listed: dict[str, str],
    most: int,
    is_tiered: bool,
) -> tuple[str, tuple[Line, ...], tuple[Line, ...]]:
    """Return the block, and which lines and pointers it holds that the session was not told yet."""
    candidates.sort(key=lambda each: -each[0])
    judged = [(line[1], line[4], tier) for _, tier, line, _ in candidates]
    said, pointed = chosen(judged, most, told, listed)
    lines = [candidates[at][2] for at in said]
    pointers = [
        (*candidates[at][2][:2], candidates[at][3], *candidates[at][2][3:]) for at in pointed
    ]
    block, held, shown = prompt_block(
        [(line[1], line[2], "" if is_tiered else line[3], line[5]) for line in lines],
        [(line[1], line[2], "", line[5]) for line in pointers] if is_tiered else [],
        os.urandom(4).hex(),
        BUDGET_TOKENS,
    )
    return block, tuple(lines[:held]), tuple(pointers[:shown])


def note(given: PromptAnswer, folder: str, prompt: str, session: str) -> None:
    """Keep what was handed over: counts, the session's memory of it, and the last time."""
    day = time.strftime("%Y-%m-%d")
    for name, root in books_at(folder):
        lines = [line for line in given.lines if line[5] == _shown(name)]
        pointers = [line for line in given.pointers if line[5] == _shown(name)]
        if lines or pointers:
            last: dict[str, object] = {
                "at": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
                "session": session,
                "prompt": prompt,
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
                "pointed": [line[1] for line in given.pointers],
            }
            told, named = ({line[1]: line[4] for line in each} for each in (lines, pointers))
            usage.record(state_of(root), day, session, told, last, pointed=named)


def look_back(folder: str) -> None:
    """See what was edited in large books meanwhile; whatever goes wrong, the answer is out already."""
    for _, root in books_at(folder):
        try:
            index.look_back(root)
        except (OSError, Trouble, clock.OutOfTimeError):
            continue


def books_at(folder: str) -> list[tuple[str, str]]:
    """Return name and root of each book at hand: the project's, then the personal one."""
    found = []
    if (project := locate(folder, MARKS)) and is_trusted(project[1]):
        found.append(("project", project[1]))
    personal = _personal()
    if personal and is_trusted(personal) and personal not in [root for _, root in found]:
        found.append((PERSONAL, personal))
    return found


def _personal() -> str:
    """Return the root of the personal book, empty without one; being in the user's folder trusts no book."""
    named = os.environ.get("COMMONPLACE_PERSONAL_BOOK", "").strip()
    found = book_at(os.path.realpath(named or os.path.join(data_home(), PERSONAL)), MARKS)
    return found[1] if found else ""


def project_of(books: list[tuple[str, str]]) -> str:
    """Return the folder whose settings file counts; empty without a project's book."""
    found = [
        located[2] for name, root in books if name != PERSONAL and (located := book_at(root, MARKS))
    ]
    return found[0] if found else ""


def _untrusted(folder: str) -> list[str]:
    """Say why a book is not asked, when there is one: nobody has trusted it yet."""
    found = locate(folder, MARKS)
    roots = (found[1] if found else "", _personal())
    return [UNTRUSTED for root in roots if root and not is_trusted(root)][:1]


def _shown(name: str) -> str:
    return PERSONAL if name == PERSONAL else ""


def _question(
    question: tuple[str, str, bool], name: str, root: str, told: dict[str, str]
) -> Callable[[query.Connection], list[Candidate]]:
    return lambda connection: _found(connection, question, name, root, told)


def _found(
    connection: query.Connection,
    question: tuple[str, str, bool],
    name: str,
    root: str,
    told: dict[str, str],
) -> list[Candidate]:
    """Return what may be told of one book: each with its passage, or as its own preset has it.

    What the session was `told` leaves its place to what there was no room for.
    """
    prompt, readily, is_tiered = question
    asked, sizes = query.look_up(connection, prompt)
    ranked, judge, most = _weighed(connection, prompt, asked, sizes)
    most = most if is_tiered else LOOKED_AT_FOR_LINES
    today = time.strftime("%Y-%m-%d")
    best = query.fetch(connection, ranked, most, lambda note: query.is_told(note, today))
    sure = judge([key for _, key, _ in best])
    if is_tiered:
        sure, best = _not_told(sure, best, told, readily)
    said = tiers(sure, readily) if is_tiered else _beside_the_best(sure, best)
    sure = sure if is_tiered else [1.0] * len(best)
    judged = [
        (chance, tier, (score, record, content), "")
        for chance, tier, (score, _, record) in zip(sure, said, best, strict=True)
        if tier != UNSURE and (content := _as_indexed(root, record))
    ]
    candidates: list[Candidate] = []
    for chance, tier, (score, record, content), since in _newer_first(judged, root):
        # What is sure may yet be only pointed at, where the session has its line already.
        passage = query.passage_of(record, asked) if is_tiered and tier == SURE else record[LINE]
        if line := _with_code(root, record, content, passage):
            place = record[PATH], record[SHA256], _shown(name)
            pointer = query.pointer_of(record, asked, place[2]) if is_tiered else ""
            candidates.append((chance, tier, (score, record[ID], since + line, *place), pointer))
    return candidates


def _not_told(
    sure: list[float], best: list[query.Found], told: dict[str, str], readily: str
) -> tuple[list[float], list[query.Found]]:
    """Return what the session was not told; what it was only pointed at may still be said."""
    left = [
        (chance, found)
        for chance, found in zip(sure, best, strict=True)
        if told.get(found[2][ID]) != found[2][SHA256]
        and (
            chance >= weights.SPEAK[readily][0]
            or told.get(POINTED + found[2][ID]) != found[2][SHA256]
        )
    ]
    return [chance for chance, _ in left], [found for _, found in left]


def _newer_first(found: list[Judged], root: str) -> list[Judged]:
    """Return the later of two memories that are kept beside each other before the earlier, and since when it holds.

    Whatever is told of the earlier is told of the later: who reads only one line shall not read the old value.
    """
    page = read_plain(os.path.join(root, DECIDED_PAIRS)) if len(found) > 1 else None
    for line in (page or b"").decode("utf-8", "replace").splitlines():
        at = {each[2][1][ID]: place for place, each in enumerate(found)}
        pair = [name for name in _kept_names(line) if name in at]
        if len(pair) > 1:
            newer, older = sorted(pair, key=lambda name: found[at[name]][2][1][DAY], reverse=True)
            chance, tier, whole, since = found[at[newer]]
            beside = found[at[older]]
            tier = SURE if beside[1] == SURE else tier
            dated = max(chance, beside[0]), tier, whole, f"[since {line[_DAY]}] {since}"
            rest = [each for each in found if each[2][1][ID] != newer]
            place = rest.index(beside)
            found = [*rest[:place], dated, *rest[place:]]
    return found


def _kept_names(line: str) -> list[str]:
    """Return the two memories that a line of the page of decided pairs names, the one that was told later first."""
    first, mark, second = line.partition(" <> ")
    return [first.rpartition(": ")[2], second.strip()] if mark and line.startswith("- ") else []


def _beside_the_best(sure: list[float], best: list[query.Found]) -> list[str]:
    """Say what scores about as well as the first, where it is likely that any of it answers."""
    is_spoken = any_of(sure) >= weights.GATE_THRESHOLD
    least = weights.BESIDE_THE_BEST * best[0][0] if best else 0.0
    return [SURE if is_spoken and score >= least else UNSURE for score, _, _ in best]


def _weighed(
    connection: query.Connection, prompt: str, asked: list[query.Asked], sizes: bytes
) -> tuple[list[tuple[float, int]], Callable[[list[int]], list[float]], int]:
    """Return what was found, best first, what says how likely each passage answers, and how many to judge.

    Meaning is asked when words are not sure.
    """
    ranked = query.rank(asked, sizes)
    average = query.average_length(connection)
    verdict = Verdict(WordEvidence(asked, ranked, sizes, average), weights.JUDGE_WORDS, prompt)
    if verdict.is_sure() or not query.has_vectors(connection):
        return ranked, verdict.confidences, LOOKED_AT
    from commonplace.hook import meaning  # noqa: PLC0415 - only when words leave it unsure

    sense = meaning.sense(connection, prompt, ranked, sizes)
    if sense is None:
        return ranked, verdict.confidences, LOOKED_AT
    return (
        sense.ranked,
        lambda keys: sense.confidences(asked, keys, sizes, average),
        LOOKED_AT_BY_MEANING,
    )


def _as_indexed(root: str, record: tuple[str, ...]) -> bytes:
    """Return the file of a memory, empty unless it is still what was indexed: what is served is always hashed again."""
    content = read_plain(os.path.join(root, record[PATH]))
    if content is None or digest(content) != record[SHA256]:
        index.note_edited(record[PATH])
        return b""
    return b"" if b"\n<<<<<<< " in b"\n" + content else content


def _with_code(root: str, record: tuple[str, ...], content: bytes, said: str) -> str:
    """Return what is said, empty where the code that the memory quotes is gone."""
    if b"anchor:" not in content and b"\nanchors:" not in content:
        return said
    from commonplace.hook import anchors  # noqa: PLC0415 - only for memories that quote code

    place = record[FIRST_LINE], record[LAST_LINE]
    return anchors.line_with_code(root, record[PATH], content, place, said)
