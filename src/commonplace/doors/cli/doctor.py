"""`commonplace doctor`: look at everything that memories depend on, and mend what can be made again.

What the doctor found, to text and to JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

from commonplace.app.books import Book
from commonplace.app.provenance import look_over
from commonplace.app.upkeep import figures_in_passing
from commonplace.core.health import Grade, Observation, worst
from commonplace.core.metrics import Figures
from commonplace.core.redaction import find_secrets
from commonplace.doctor.canary import Canary, Flight, send
from commonplace.doctor.checkup import Patient, examine, mend_book, mend_wiring
from commonplace.doctor.machine import prompt_hooks, versions
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.install import is_agreed
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, visible
from commonplace.doors.render.metrics import figures_as_json, figures_as_text
from commonplace.errors import CommonplaceError, LeftPending, NoBook
from commonplace.flows.view import View
from commonplace.installation.wires import Plan, Surroundings
from commonplace.messages import has_sentence, say

SCHEMA = 1
_COLOURS = {Grade.OK: "green", Grade.WARNING: "yellow", Grade.PROBLEM: "red"}
_WIDTH = 9
"""Of the longest name of what is looked at, and of the longest grade."""


def examined_as_text(observations: Sequence[Observation], language: str) -> str:
    """Return a line for each observation, with what to do next below it, and a count."""
    lines: list[str] = []
    for each in observations:
        lines.append(f"{_grade(each.grade)}{each.about:<{_WIDTH}} {sentence(each, language)}")
        if todo := next_step(each, language):
            lines.append(f"{'':{2 * _WIDTH}} → {todo}")
    return "\n".join([*lines, "", _counted(observations, language)])


def sentence(observation: Observation, language: str) -> str:
    """Return what was observed."""
    return visible(say(f"doctor.{observation.code}", language, **observation.values))


def next_step(observation: Observation, language: str) -> str:
    """Return what to do about an observation, empty when there is nothing to do."""
    key = f"doctor.{observation.code}.next"
    return visible(say(key, language, **observation.values)) if has_sentence(key) else ""


def observations_as_json(observations: Sequence[Observation]) -> list[Json]:
    """Return every observation for programs: codes and values are stable, sentences English."""
    return [
        {
            "about": each.about,
            "code": each.code,
            "grade": each.grade.value,
            "values": dict(each.values),
            "can_fix": each.can_fix,
            "message": sentence(each, "en"),
            "next": next_step(each, "en"),
        }
        for each in observations
    ]


def examined_as_json(
    observations: Sequence[Observation], versions: dict[str, str]
) -> dict[str, Json]:
    """Return the whole examination for programs."""
    return {
        "schema": SCHEMA,
        "status": worst(observations).value,
        "versions": dict(versions),
        "observations": observations_as_json(observations),
    }


def flight_as_text(flight: Flight, language: str) -> str:
    """Return a line for each stage that was passed, and the one that was not with its reason."""
    lines = [f"{_grade(Grade.OK)}{say(f'canary.{name}', language)}" for name in flight.passed]
    if flight.is_back:
        return "\n".join([*lines, "", say("canary.back", language, count=str(len(lines)))])
    what = say(f"canary.{flight.broken}", language)
    why = [f"{_grade(Grade.PROBLEM)}{what}", f"{'':{_WIDTH}}→ {visible(flight.why)}", ""]
    return "\n".join([*lines, *why, say("canary.lost", language, stage=flight.broken)])


def flight_as_json(flight: Flight) -> dict[str, Json]:
    """Return how far the canary came, for programs."""
    return {
        "schema": SCHEMA,
        "result": "passed" if flight.is_back else "broken",
        "passed": list(flight.passed),
        "stage": flight.broken or None,
        "why": flight.why or None,
    }


def _grade(grade: Grade) -> str:
    return click.style(f"{grade.value:<{_WIDTH}}", fg=_COLOURS[grade])


def _counted(observations: Sequence[Observation], language: str) -> str:
    counts = Counter(each.grade for each in observations)
    return say(
        "doctor.counted",
        language,
        ok=str(counts[Grade.OK]),
        warnings=str(counts[Grade.WARNING]),
        problems=str(counts[Grade.PROBLEM]),
    )


@command("doctor", "commonplace doctor --fix")
@option("--fix", "mends", is_flag=True)
@option("--canary", "sends_canary", is_flag=True)
@option("--secrets", "wants_secrets", is_flag=True)
@option("--yes", "-y", is_flag=True)
@click.pass_obj
def command_line(
    desk: Desk, *, mends: bool, sends_canary: bool, wants_secrets: bool, yes: bool
) -> int:
    """Examine the book and what surrounds it; exit with 1 when something does not work."""
    if wants_secrets:
        return _tell_secrets(desk)
    if sends_canary:
        return _send_canary(desk)
    book = _book(desk)
    where = Surroundings(environ=desk.environ, project=desk.folder)
    mended = _mended(desk, book, where, yes=yes) if mends else []
    patient = Patient(book=book, where=where, settings=desk.settings, now=desk.clock())
    with desk.progress("progress.checking"):
        found = tuple(examine(patient))
    if book is not None:
        desk.tell_mended(book)
        if not desk.agent and not desk.wants_json:
            _note_the_look(desk, book)
    figures = _figures(desk, book, found)
    value = {
        **examined_as_json(found, versions()),
        "figures": None if figures is None else figures_as_json(figures),
        **({"mended": mended} if mends else {}),
    }
    head = [_mended_as_text(desk, mended), ""] if mends else []
    tail = ["", figures_as_text(figures, desk.language)] if figures is not None else []
    desk.show("\n".join([*head, examined_as_text(found, desk.language), *tail]), value)
    return 1 if worst(found) is Grade.PROBLEM else 0


def _note_the_look(desk: Desk, book: Book) -> None:
    """Note that a person has looked; where that cannot be kept, the next look tells the same again."""
    try:
        look_over(book)
    except CommonplaceError as trouble:
        desk.warn("notice.not-looked-over", trouble)


def _figures(desk: Desk, book: Book | None, found: Sequence[Observation]) -> Figures | None:
    """Return the figures beside the score, where they take but a moment: `distill --verbose` has them all."""
    if book is None:
        return None
    view = desk.view(book)
    if not view.reading.memories:
        return None
    is_fresh = any(each.code == "index-fresh" for each in found)
    return figures_in_passing(book, view, desk.settings if is_fresh else None)


def _book(desk: Desk) -> Book | None:
    """Return the book at hand, the personal one where no other is; a machine without any can be examined, too."""
    try:
        return desk.open(or_personal=True)
    except NoBook:
        if desk.book_named or desk.wants_personal:
            raise
    return None


def _mended(desk: Desk, book: Book | None, where: Surroundings, *, yes: bool) -> list[Json]:
    done: list[Json] = list(mend_book(book, desk.clock().date())) if book is not None else []

    def agreed(plan: Plan) -> bool:
        try:
            return not desk.agent and is_agreed(desk, plan, yes=yes)
        except LeftPending:
            return False

    return [*done, *mend_wiring(where, agreed)]


def _mended_as_text(desk: Desk, mended: list[Json]) -> str:
    if not mended:
        return desk.text("doctor.nothing-to-mend")
    return desk.text("doctor.mended", names=", ".join(map(str, mended)))


def _send_canary(desk: Desk) -> int:
    """Send a memory through every stage and name the first one that is broken."""
    book = desk.open()
    hooks = prompt_hooks(Surroundings(environ=desk.environ, project=desk.folder))
    with Canary(book, desk.settings, hooks, desk.clock()) as canary:
        flight = send(canary.stages)
    desk.show(flight_as_text(flight, desk.language), flight_as_json(flight))
    return 0 if flight.is_back else 1


def _tell_secrets(desk: Desk) -> int:
    """Name every secret in the files of the book; the values are not shown."""
    found = _secrets(desk.open().view(desk.clock()))
    rows: list[Json] = [{"path": path, "line": at, "kind": kind} for path, at, kind in found]
    lines = [visible(f"{path}:{at}: {kind}") for path, at, kind in found]
    desk.show("\n".join(lines) or desk.text("doctor.no-secrets"), rows)
    return 1 if found else 0


def _secrets(view: View) -> list[tuple[str, int, str]]:
    """Return file, line and kind of each secret."""
    found = []
    for path, content in sorted(view.files.items()):
        text = content.decode("utf-8", "replace")
        found += [
            (path, text.count("\n", 0, each.start) + 1, each.kind) for each in find_secrets(text)
        ]
    return found
