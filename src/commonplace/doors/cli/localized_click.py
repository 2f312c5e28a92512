"""Commands and options whose help is in the table of messages, so that it speaks both languages."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from commonplace.doors.cli.context import Desk
from commonplace.messages import has_sentence, say

HELP_OPTIONS = ("-h", "--help")
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


def told_to(environ: Mapping[str, str]) -> Callable[[object], object]:
    """Return what becomes of the words of an error: an agent is shown none that pass for somebody else's."""
    from commonplace.core.agent_detection import agent_in  # noqa: PLC0415 - only when something is wrong
    from commonplace.core.hygiene import defused  # noqa: PLC0415

    return defused if agent_in(environ) else lambda words: words


def tell_usage(error: click.ClickException, language: str, *, wants_json: bool) -> int:
    """Tell people, and programs in their one language, what was wrong; return the exit code."""
    if wants_json:
        import json  # noqa: PLC0415

        message = f"{error.format_message()} {say('usage.nothing-done')}"
        problem = {"code": "usage", "message": message, "hint": ""}
        whole = {"result": "failed", "error": problem}
        click.echo(json.dumps(told_to(os.environ)(whole), indent=2))
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
    problem = say("word.error", language, text=_problem(error, language))
    click.echo(told_to(os.environ)(problem), err=True)
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


F = TypeVar("F", bound=Callable[..., Any])


def language_of(context: click.Context) -> str:
    """Return the language of the run that `context` belongs to."""
    desk = context.find_object(Desk)
    return desk.language if desk else "en"


class LocalizedCommand(click.Command):
    """A command explained by `help.<name>`, with an example."""

    example: str = ""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is called."""
        prefix = say("word.usage", language_of(ctx)) + " "
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix)

    def get_help_option_names(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the same names for every command: the library keeps those of whoever asks first."""
        return list(HELP_OPTIONS)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:  # noqa: ARG002 - as above
        """Return the option that shows the help: one for all commands, explained in our words."""
        return _SHOWS_HELP

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


class LocalizedGroup(LocalizedCommand, click.Group):
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
        LocalizedCommand.format_options(self, ctx, formatter)
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


class LocalizedOption(click.Option):
    """An option explained by `option.<name>`."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its explanation."""
        if has_sentence(key := f"option.{self.name}"):
            self.help = say(key, language_of(ctx))
        return super().get_help_record(ctx)


def flag_that_ends(
    name: str, *others: str, tell: Callable[[click.Context], str]
) -> LocalizedOption:
    """Make an option that prints what `tell` returns, after which nothing is done.

    The library's own ask `gettext` for their explanation at every start, which loads it, `locale` and `inspect`.
    """

    def end(context: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not context.resilient_parsing:
            click.echo(tell(context), color=context.color)
            context.exit()

    return LocalizedOption(
        (name, *others), is_flag=True, is_eager=True, expose_value=False, callback=end
    )


_SHOWS_HELP = flag_that_ends(*HELP_OPTIONS, tell=click.Context.get_help)


def command(
    name: str, example: str, **settings: bool
) -> Callable[[Callable[..., Any]], LocalizedCommand]:
    """Make a function the command `name`, which every desk option joins; `settings` are click's own."""

    def make(function: Callable[..., Any]) -> LocalizedCommand:
        made = click.command(name, cls=LocalizedCommand, context_settings=settings)(
            desk_options(function)
        )
        made.example = example
        return made

    return make


def group(name: str, example: str) -> Callable[[Callable[..., Any]], LocalizedGroup]:
    """Make a function the command `name`, which runs when no command below it is named."""

    def make(function: Callable[..., Any]) -> LocalizedGroup:
        made = click.group(name, cls=LocalizedGroup, invoke_without_command=True)(
            desk_options(function)
        )
        made.example = example
        return made

    return make


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Declare an option whose help is in the table of messages."""
    return click.option(*names, cls=LocalizedOption, **attributes)


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
