"""Write docs/reference/ from the code: every command, every setting, every error.

`make docs` runs it; a test compares the pages with what it would write.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from commonplace import errors
from commonplace.config import SETTINGS
from commonplace.doors.cli.localized_click import LocalizedCommand
from commonplace.doors.cli.main import COMMANDS, SYNONYMS, cli
from commonplace.messages import say, sentences

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"
MADE = "<!-- Made by `make docs`. -->\n"
SHARED = ("wants_json", "wants_personal", "book_named")
EVERYWHERE = """
Every command takes `--book PATH` (use the book there), `--personal` (use the personal book), `--json`
(print JSON for programs) and `--help`. A command that writes shows the difference and asks; `--yes`
agrees in advance, `--dry-run` writes nothing.

| Exit code | Meaning |
|---|---|
| 0 | done, skipped, or nothing found |
| 1 | refused or failed: nothing was written, and the error says why |
| 2 | the command line was wrong |
| 3 | a contradiction that nobody has settled: a question is printed |
| 4 | nobody was there to approve: the proposal waits for `commonplace review` |
| 70 | our fault |
"""


def pages() -> dict[str, str]:
    """Return every page of the reference: file name to text."""
    return {"commands.md": commands(), "settings.md": settings(), "errors.md": every_error()}


def commands() -> str:
    """Return the page of commands."""
    parts = [f"# Commands\n\n{MADE}{EVERYWHERE}"]
    context = click.Context(cli, info_name="commonplace")
    for name in COMMANDS:
        if name in SYNONYMS:
            parts.append(f"## {name}\n\n{say(f'help.{name}')}\n")
            continue
        command = cli.get_command(context, name)
        assert isinstance(command, LocalizedCommand)
        parts.append(_command(command, context, level=2))
    return "\n".join(parts)


def _command(command: LocalizedCommand, above: click.Context, level: int) -> str:
    context = click.Context(command, info_name=command.name, parent=above)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    key = context.command_path.removeprefix("commonplace ").replace(" ", "-")
    lines = [
        f"{'#' * level} {context.command_path.removeprefix('commonplace ')}\n",
        f"{say(f'help.{key}')}\n",
        f"```text\n{usage}\n```\n",
        *_options(command, context),
        f"For example: `{command.example}`\n",
    ]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert isinstance(below, LocalizedCommand)
            lines.append(_command(below, context, level + 1))
    return "\n".join(lines)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    own = [p for p in command.get_params(context) if isinstance(p, click.Option)]
    records = [
        p.get_help_record(context) for p in own if p.name not in SHARED and "--help" not in p.opts
    ]
    rows = [f"| `{name}` | {text} |\n" for name, text in filter(None, records)]
    if rows:
        yield "| Option | Meaning |\n|---|---|\n" + "".join(rows)


def settings() -> str:
    """Return the page of settings."""
    rows = [
        f"| `{s.name}` | `{s.default!s}` | {'yes' if s.is_harmless else 'no'} | `{s.env}` | {say(f'setting.{s.name}')} |"
        for s in SETTINGS
    ]
    return "\n".join(
        [
            f"# Settings\n\n{MADE}",
            "Defaults < your own `config.toml` < the project's `.commonplace.toml` < environment <",
            "arguments. The project's file comes with a clone, so it may set only what can do no harm.",
            "`commonplace config` shows every value with its source, `commonplace config set` changes your file.\n",
            "| Setting | Default | In a project's file | Variable | Meaning |\n|---|---|---|---|---|",
            *(row.replace("| `` |", "| |") for row in rows),
            "",
        ]
    )


def every_error() -> str:
    """Return the page of errors."""
    tree = (inspect.getdoc(errors) or "").split("\n\n")[1]
    keys = sorted(key.removeprefix("error.") for key in sentences("en") if key.startswith("error."))
    told = [f"### {key}\n\n{say_raw(f'error.{key}')}\n\n{say_raw(f'hint.{key}')}\n" for key in keys]
    return "\n".join(
        [
            f"# Errors\n\n{MADE}",
            "Every error says what happened, what did not happen, and what to do next. With `--json` its",
            "code is in `error.code`; the codes are stable, the sentences may be mended.\n",
            f"```text\n{tree}\n```\n",
            *told,
        ]
    )


def say_raw(key: str) -> str:
    """Return the English sentence with its blanks."""
    return sentences("en")[key]


def main() -> None:
    """Write the pages, or with `--check` say which differ."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = []
    for name, text in pages().items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text, "utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(f"stale: {', '.join(stale)}; run `make docs`")


if __name__ == "__main__":
    main()
