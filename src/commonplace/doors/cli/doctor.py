"""`commonplace doctor`: look at everything that memories depend on, and mend what can be made again."""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.app.arrivals import look_over
from commonplace.app.books import Book
from commonplace.app.upkeep import figures_in_passing
from commonplace.core.checkup import Grade, Observation, worst
from commonplace.core.metrics import Figures
from commonplace.core.redaction import find_secrets
from commonplace.doctor.canary import Canary
from commonplace.doctor.checkup import Patient, examine, mend_book, mend_wiring
from commonplace.doctor.machine import versions
from commonplace.doctor.programs import prompt_hooks
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.install import is_agreed
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json, visible
from commonplace.doors.render.doctor import (
    examined_as_json,
    examined_as_text,
    flight_as_json,
    flight_as_text,
)
from commonplace.doors.render.metrics import figures_as_json, figures_as_text
from commonplace.errors import CommonplaceError, LeftPending, NoBook
from commonplace.flows.canary import send
from commonplace.flows.view import View
from commonplace.installation.wiring import Plan, Surroundings


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
    view = book.view(desk.clock())
    if not view.reading.memories:
        return None
    is_fresh = any(each.code == "index-fresh" for each in found)
    return figures_in_passing(book, view, desk.settings if is_fresh else None)


def _book(desk: Desk) -> Book | None:
    """Return the book at hand, if any: a machine without one can be examined, too."""
    try:
        return desk.open()
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
