"""Try a prompt: what an agent would be told when a session begins and for this prompt, and why.

It asks the hook's own code, so that what is shown here is what a hook would say; nothing is counted or kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.app.books import Book
from commonplace.app.recall import searched
from commonplace.core.gate import UNSURE
from commonplace.core.injection import count_tokens, essence
from commonplace.core.search import Query
from commonplace.core.values import dataclass
from commonplace.core.weights import SPEAK
from commonplace.doors.cli.context import asked_books
from commonplace.doors.page.visit import (
    NO_ENDING,
    PERSONAL,
    DecisionResult,
    Route,
    ShownPage,
    Visit,
)
from commonplace.errors import BadInput
from commonplace.flows.capture import line
from commonplace.flows.change import Revision, edit
from commonplace.flows.recall import Found, recall
from commonplace.hook.prompt_answer import LOOKED_AT, PromptAnswer, answer
from commonplace.hook.session_start import contents

READINESS = ("less", "normal", "more")
"""The places of the slider, as the setting `speak` names them."""
MOST_PROMPT = 8_000
MOST_OFFERED = 500
"""So many memories are offered while somebody types which one should have come; any id can be typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Considered:
    """One memory that was looked at for a prompt, what became of it, and why."""

    found: Found
    said: str
    """line, pointer, or why it was not told: unsure or crowded."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a prompt brings."""

    prompt: str
    speak: str
    given: PromptAnswer
    tokens: int
    considered: tuple[Considered, ...]
    is_degraded: bool


def try_prompt(visit: Visit) -> ShownPage:
    """Show what a session begins with, and what a prompt brings where one was typed."""
    return _shown(visit, NO_ENDING)


def add_cue(visit: Visit) -> ShownPage:
    """Make the prompt a cue of a memory that should have come: its question from now on."""
    cue = line(visit.get("prompt"))
    if not cue:
        raise BadInput("no-question")
    view = visit.view()
    memory = view.memory(visit.get("memory"))
    cues = Revision(when_to_load=(*memory.when_to_load, cue))
    return _shown(visit, visit.settle(edit(memory.id, cues, view)))


def _shown(visit: Visit, ending: DecisionResult) -> ShownPage:
    prompt = visit.get("prompt").strip()[:MOST_PROMPT]
    asked = _stop(visit.get("speak"))
    speak = asked or visit.desk.settings.speak
    folder = visit.desk.book_named or str(visit.desk.folder)
    begins = "" if visit.get("part") else contents(folder)
    values: dict[str, object] = {
        "begins": begins,
        "begins_tokens": count_tokens(begins) if begins else 0,
        "prompt": prompt,
        "speak": speak,
        "readiness": READINESS,
        "trial": _trial(visit, prompt, speak, folder) if prompt else None,
        "is_trusted": visit.book.is_trusted,
        "offered": visit.outline().memories[:MOST_OFFERED] if prompt else (),
    }
    location = visit.link("/try", prompt=prompt, speak=asked)
    return ShownPage(template="try.html", values=values, location=location, ending=ending)


def _stop(asked: str) -> str:
    """Return the stop that is asked for by its name or, as a slider does, by its place; empty for none."""
    places = {str(at): name for at, name in enumerate(READINESS)}
    return asked if asked in READINESS else places.get(asked, "")


def _trial(visit: Visit, prompt: str, speak: str, folder: str) -> Trial:
    given = answer(prompt, folder, "", speak)
    books = [book for book in asked_books(visit.desk) if book.is_trusted]
    return Trial(
        prompt=prompt,
        speak=speak,
        given=given,
        tokens=count_tokens(given.block) if given.block else 0,
        considered=tuple(_considered(visit, prompt, speak, given, books)),
        is_degraded=given.outcome.startswith(("busy", "degraded")),
    )


def _considered(
    visit: Visit, prompt: str, speak: str, given: PromptAnswer, books: Sequence[Book]
) -> list[Considered]:
    """Return what was looked at, best first: what was told, and what was not and why not."""
    query = Query(text=essence(prompt), most=LOOKED_AT)
    sources = [searched(book, visit.desk.settings) for book in books]
    told = {(each[1], each[5] == PERSONAL): "line" for each in given.lines}
    told |= {(each[1], each[5] == PERSONAL): "pointer" for each in given.pointers}
    looked_at = recall(query, sources, speak=speak).found
    return [_judged(visit, each, told, speak) for each in looked_at]


def _judged(
    visit: Visit, found: Found, told: dict[tuple[str, bool], str], speak: str
) -> Considered:
    sure_from, likely_from = SPEAK[speak]
    said = told.get((found.hit.memory, found.book == PERSONAL), "")
    if not said:
        said = UNSURE if found.tier == UNSURE else "crowded"
    needed = {"line": sure_from, "pointer": likely_from}.get(said, likely_from)
    why = visit.text(
        f"page.try-why-{said}", chance=f"{found.hit.confidence:.0%}", needed=f"{needed:.0%}"
    )
    return Considered(found=found, said=said, why=why)


ROUTES = (
    Route(path="/try", shown=try_prompt),
    Route(path="/try/cue", shown=add_cue, writes=True),
)
