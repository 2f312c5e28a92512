"""The outermost frame of the command line: a light start, and errors turned into exit codes."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from commonplace import __version__
from commonplace.doors.cli.context import Desk, locale_language
from commonplace.doors.cli.localized_click import (
    LocalizedGroup,
    flag_that_ends,
    language_of,
    tell_usage,
)
from commonplace.errors import Bug, CommonplaceError, NoBook
from commonplace.messages import say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = (
    "help",
    "status",
    "init",
    "remember",
    "learn",
    "ingest",
    "record",
    "recordnow",
    "recall",
    "search",
    "turn",
    "contents",
    "last",
    "list",
    "show",
    "edit",
    "forget",
    "undo",
    "restore",
    "log",
    "review",
    "reject",
    "trust",
    "doctor",
    "install",
    "uninstall",
    "check",
    "distill",
    "metrics",
    "lint",
    "verify",
    "engine",
    "eval",
    "convert",
    "upgrade",
    "move",
    "pack",
    "save",
    "bootstrap",
    "ui",
    "mcp",
    "completion",
    "config",
)
EVERYDAY = frozenset(
    "status init remember learn recall last list show edit forget undo log review doctor install ui".split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
"""What one needs to know; the rest is for single occasions, or has the name of an original."""
VARIABLE = "_COMMONPLACE_COMPLETE"
"""In the environment of a run that a shell began to complete a word."""
SYNONYMS = {"search": "recall"}
"""Other names that people try first, each with the command it means."""
# Decision 0020: a command shares a module with its other half alone.
SHARED = {
    "ingest": "record",
    "metrics": "eval",
    "move": "convert",
    "recordnow": "record",
    "restore": "forget",
    "trust": "init",
    "undo": "forget",
    "uninstall": "install",
    "upgrade": "convert",
    "verify": "reject",
}
"""Commands that stand in the module of another, each under its name and `_line`."""


class LazyGroup(LocalizedGroup):
    """A group that imports the module of a command when that command is wanted."""

    everyday = EVERYDAY

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of the commands, in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command of that name from its own module."""
        if cmd_name not in COMMANDS:
            return None
        name = SYNONYMS.get(cmd_name, cmd_name)
        module = importlib.import_module(f"commonplace.doors.cli.{SHARED.get(name, name)}")
        found: click.Command = getattr(module, f"{name}_line" if name in SHARED else "command_line")
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin so; a key press imports no command's module."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - for a key press alone

        language = language_of(ctx)
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        helps = (say(f"help.{name}", language).split("\n")[0] for name in names)
        items = [CompletionItem(name, help=text) for name, text in zip(names, helps, strict=True)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]


@click.group(
    "commonplace",
    cls=LazyGroup,
    params=[flag_that_ends("--version", tell=lambda _: f"commonplace {__version__}")],
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Keep what should not be learned twice."""
    desk = context.find_object(Desk)
    if desk and context.invoked_subcommand not in ("config", "help"):
        desk.require_settings()


def main() -> int:
    """Run the command line of this process and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if VARIABLE in os.environ:
        from commonplace.doors.cli.completion import answer  # noqa: PLC0415 - for a key press alone

        if answer(os.environ):
            return 0
    return run(sys.argv[1:])


def run(arguments: Sequence[str], desk: Desk | None = None) -> int:
    """Run one command and return its exit code; nothing is raised."""
    wants_json = "--json" in arguments
    language = locale_language(os.environ)
    try:
        desk = desk or _desk()
        language = desk.language
        code = cli.main(list(arguments), "commonplace", standalone_mode=False, obj=desk)
        return code or 0
    except CommonplaceError as error:
        return _tell(error, language, wants_json=wants_json)
    except click.Abort:
        click.echo(say("notice.aborted", language), err=True)
        return 1
    except click.ClickException as error:
        return tell_usage(error, language, wants_json=wants_json)
    except BrokenPipeError:
        # Whoever read our output has seen enough; a second complaint at exit would be noise.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001 - the outermost frame of this door
        import traceback  # noqa: PLC0415 - needed when something has gone wrong

        traceback.print_exception(error)
        return _tell(
            Bug("bug", cause=f"{type(error).__name__}: {error}"), language, wants_json=wants_json
        )


def _desk() -> Desk:
    try:
        folder = Path.cwd()
    except FileNotFoundError as cause:
        raise NoBook("no-book", path=os.environ.get("PWD", ".")) from cause
    return Desk(
        environ=os.environ,
        folder=folder,
        clock=lambda: datetime.now().astimezone(),
        is_terminal=sys.stdin.isatty() and sys.stderr.isatty(),
    )


def _tell(error: CommonplaceError, language: str, *, wants_json: bool) -> int:
    import json  # noqa: PLC0415 - as above

    from commonplace.doors.cli.localized_click import told_to  # noqa: PLC0415
    from commonplace.doors.render.common import block, error_as_json  # noqa: PLC0415

    shown = told_to(os.environ)
    if wants_json:
        click.echo(json.dumps(shown(error_as_json(error)), ensure_ascii=True, indent=2))
    for key, text in (("word.error", error.message(language)), ("word.hint", error.hint(language))):
        click.echo(shown(say(key, language, text=block(text))), err=True)
    return error.exit_code
