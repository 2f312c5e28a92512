"""`commonplace doctor`: look for what is wrong with a book beyond its format."""

from __future__ import annotations

import click

from commonplace.core.redaction import find_secrets
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.spoken import command, option
from commonplace.doors.render import Json, visible
from commonplace.flows.view import View


@command("doctor", "commonplace doctor --secrets")
@option("--secrets", "wants_secrets", is_flag=True, required=True)
@click.pass_obj
def command_line(desk: Desk, *, wants_secrets: bool) -> int:  # noqa: ARG001 - the one examination yet
    """Name every secret in the files of the book; the values are not shown."""
    book = desk.open()
    found = _secrets(book.view(desk.clock()))
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
