"""A command that cannot be understood: told in the words of our table, as far as they go."""

from __future__ import annotations

from collections.abc import Sequence

import click

from commonplace.messages import say

USAGE = 2
REFUSED = 1


class UnknownCommand(click.UsageError):
    """No command goes by that name; `near` are those that somebody may have meant."""

    def __init__(self, name: str, known: Sequence[str], context: click.Context) -> None:
        from difflib import get_close_matches  # noqa: PLC0415 - for who mistyped alone

        self.name = name
        self.near = get_close_matches(name, known)
        super().__init__(self.told("en"), context)

    def told(self, language: str) -> str:
        """Return what is wrong, in that language."""
        return say("usage.no-command", language, name=self.name) + _near(self.near, language)


def tell_usage(error: click.ClickException, language: str, *, wants_json: bool) -> int:
    """Tell people, and programs in their one language, what was wrong; return the exit code."""
    if wants_json:
        import json  # noqa: PLC0415

        message = f"{error.format_message()} {say('usage.nothing-done')}"
        problem = {"code": "usage", "message": message, "hint": ""}
        click.echo(json.dumps({"result": "failed", "error": problem}, indent=2))
    if isinstance(error, click.UsageError) and type(error).show is click.UsageError.show:
        _show(error, language)
    else:  # one that shows itself, such as the help of a program called without a word
        error.show()
    return REFUSED if _is_seeds(error) else USAGE


def _is_seeds(error: click.ClickException) -> bool:
    """Say whether mem-skill has words and an exit code of its own for this."""
    context = error.ctx if isinstance(error, click.NoSuchOption) else None
    return context is not None and context.command.name == "init"


def _show(error: click.UsageError, language: str) -> None:
    if error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        click.echo(say("usage.try", language, command=error.ctx.command_path) + "\n", err=True)
    click.echo(say("word.error", language, text=_problem(error, language)), err=True)
    click.echo(say("usage.nothing-done", language), err=True)


def _problem(error: click.UsageError, language: str) -> str:
    """Return what is wrong; the rarer problems speak the library's English."""
    match error:
        case UnknownCommand():
            return error.told(language)
        case click.NoSuchOption() if _is_seeds(error):
            return say("usage.unknown-option", language, name=error.option_name)
        case click.NoSuchOption():
            told = say("usage.no-option", language, name=error.option_name)
            return told + _near(error.possibilities or (), language)
        case click.MissingParameter(param=click.Argument() as wanted):
            return say("usage.missing", language, name=wanted.human_readable_name)
        case _:
            return error.format_message()


def _near(names: Sequence[str], language: str) -> str:
    return say("usage.near", language, names=", ".join(names)) if names else ""
