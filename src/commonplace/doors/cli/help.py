"""`commonplace help`: what a command does, for those who try the word before the option."""

from __future__ import annotations

import click

from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import LocalizedGroup, UnknownCommand, command

HOOK = ("hook",)
"""A door of its own, which hosts go through; people ask for its help all the same."""


@command("help", "commonplace help remember")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@click.pass_context
def command_line(context: click.Context, names: tuple[str, ...]) -> None:
    """Show the help of COMMAND, of a command below it, or of the program."""
    desk = context.find_object(Desk)
    assert desk is not None, "every run has a desk"
    text = desk.text("usage.hook") if names == HOOK else _help(context.parent or context, names)
    desk.show_long(text, {"help": text})


def _help(above: click.Context, names: tuple[str, ...]) -> str:
    for name in names:
        below = _command(above, name)
        above = click.Context(below, info_name=name, parent=above)
    return above.get_help()


def _command(above: click.Context, name: str) -> click.Command:
    group = above.command
    if not isinstance(group, LocalizedGroup):
        raise UnknownCommand(f"{above.command_path} {name}", (), above)
    found = group.get_command(above, name)
    if found is None:
        raise UnknownCommand(name, group.list_commands(above), above)
    return found
