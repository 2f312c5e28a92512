"""Commands and options whose help is in the table of messages, so that it speaks both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.usage import UnknownCommand
from commonplace.messages import has_sentence, say

F = TypeVar("F", bound=Callable[..., Any])


def language_of(context: click.Context) -> str:
    """Return the language of the run that `context` belongs to."""
    desk = context.find_object(Desk)
    return desk.language if desk else "en"


class SpokenCommand(click.Command):
    """A command explained by `help.<name>`, with an example."""

    example: str = ""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is called."""
        prefix = say("word.usage", language_of(ctx)) + " "
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the library's own option, explained in our words."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say("option.help", language_of(ctx))
        return found

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options with their help."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        with formatter.section(say("word.options", language_of(ctx))):
            formatter.write_dl([row for each in options if (row := each.get_help_record(ctx))])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the explanation and the example."""
        language = language_of(ctx)
        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_text(say(f"help.{_key(ctx)}", language))
        if self.example:
            with formatter.section(say("word.example", language)):
                formatter.write_text("\b\n" + self.example)


class SpokenGroup(SpokenCommand, click.Group):
    """A command with commands below it."""

    everyday: frozenset[str] = frozenset()
    """The commands to name before the others; empty when all are alike."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` begin with, or raise that there is none."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise UnknownCommand(args[0], self.list_commands(ctx), ctx)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options, then the commands."""
        SpokenCommand.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with the first sentence of their help: those of every day, then the rest."""
        language = language_of(ctx)
        above = f"{_key(ctx)}-" if ctx.parent else ""
        names = self.list_commands(ctx)
        first = [name for name in names if name in self.everyday] or names
        for heading, part in (
            ("word.commands", first),
            ("word.more-commands", [name for name in names if name not in first]),
        ):
            rows = [(name, say(f"help.{above}{name}", language).split("\n")[0]) for name in part]
            if rows:
                with formatter.section(say(heading, language)):
                    formatter.write_dl(rows)


class SpokenOption(click.Option):
    """An option explained by `option.<name>`."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its explanation."""
        if has_sentence(key := f"option.{self.name}"):
            self.help = say(key, language_of(ctx))
        return super().get_help_record(ctx)


def command(
    name: str, example: str, **settings: bool
) -> Callable[[Callable[..., Any]], SpokenCommand]:
    """Make a function the command `name`, which every desk option joins; `settings` are click's own."""

    def make(function: Callable[..., Any]) -> SpokenCommand:
        made = click.command(name, cls=SpokenCommand, context_settings=settings)(
            desk_options(function)
        )
        made.example = example
        return made

    return make


def group(name: str, example: str) -> Callable[[Callable[..., Any]], SpokenGroup]:
    """Make a function the command `name`, which runs when no command below it is named."""

    def make(function: Callable[..., Any]) -> SpokenGroup:
        made = click.group(name, cls=SpokenGroup, invoke_without_command=True)(
            desk_options(function)
        )
        made.example = example
        return made

    return make


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Declare an option whose help is in the table of messages."""
    return click.option(*names, cls=SpokenOption, **attributes)


def desk_options(function: F) -> F:
    """Add the options that every command has; their values are noted on the desk."""
    for declare in (
        option("--json", "wants_json", is_flag=True, expose_value=False, callback=_note),
        option("--personal", "wants_personal", is_flag=True, expose_value=False, callback=_note),
        option("--book", "book_named", metavar="PATH", expose_value=False, callback=_note),
    ):
        function = declare(function)
    return function


def _note(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    desk = context.find_object(Desk)
    if desk is not None and value:
        setattr(desk, str(parameter.name), value)
    return value


def _key(context: click.Context) -> str:
    """Return the path of a command below the program, joined for the table of messages."""
    names = []
    at: click.Context | None = context
    while at is not None and at.parent is not None:
        names.append(at.command.name or "")
        at = at.parent
    return "-".join(reversed(names)) or "commonplace"
