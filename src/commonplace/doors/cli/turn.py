"""`commonplace turn`: one turn of mem-skill's core loop, as the prompt hook takes it."""

from __future__ import annotations

import click

from commonplace.doors.cli.context import Desk, asked_books
from commonplace.doors.cli.localized_click import command, option
from commonplace.doors.render.common import Json
from commonplace.doors.render.recall import injection_as_json
from commonplace.hook.whole_turn import TurnTaken, turn_taken


@command("turn", "commonplace turn 'why does the migration fail?' --session review-42 --json")
@click.argument("text", metavar="TEXT")
@option("--session", metavar="ID", default="")
@option("--skill", "skills", metavar="NAME", multiple=True)
@click.pass_obj
def command_line(desk: Desk, *, text: str, session: str, skills: tuple[str, ...]) -> None:
    """Show what to load, announce and ask for TEXT."""
    books = asked_books(desk)
    taken = turn_taken(text, books, desk.settings, session, skills=skills, now=desk.clock())
    desk.show(taken.text or desk.text("turn.nothing"), _as_json(taken), is_fenced=True)


def _as_json(taken: TurnTaken) -> dict[str, Json]:
    return {
        "keywords": list(taken.keywords),
        "is_switch": taken.is_switch,
        "announcements": list(taken.announcements),
        "loaded": list(taken.loaded),
        "hints": list(taken.hints),
        "text": taken.text,
        "recalled": injection_as_json(taken.recalled),
    }
