"""`commonplace completion`: scripts that let a shell complete our words, and what it completes them with.

Names come from the book's index: a key press reads no note. A book is somebody else's text until it is
trusted, so a name is offered only if typing it cannot mean anything else to a shell.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence

import click

from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.localized_click import command, option
from commonplace.installation.known_names import (
    forgotten_in,
    memories_in,
    proposals_in,
    receipts_in,
    root_of,
)
from commonplace.installation.own_files import SHELLS, write_script

_PROGRAM = "commonplace"
_HARMLESS = frozenset("-_./#:@+")


@command("completion", "commonplace completion bash --install")
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
@option("--install", "installs", is_flag=True)
@click.pass_obj
def command_line(desk: Desk, *, shell: str, installs: bool) -> None:
    """Print the script that completes commands, options, settings and the names in a book in SHELL."""
    text = script(shell)
    if not installs:
        desk.show(text, {"shell": shell, "script": text})
        return
    desk.require_person()
    path = write_script(shell, text, desk.environ)
    told = [desk.text("completion.installed", shell=shell, path=path)]
    if shell != "fish":  # which finds it by itself
        told.append(desk.text(f"completion.{shell}", path=path, folder=path.parent))
    value = {"result": "committed", "shell": shell, "path": str(path)}
    desk.show("\n".join(told), {**value})


def script(shell: str) -> str:
    """Return the script for `shell`."""
    from click.shell_completion import ShellComplete, get_completion_class  # noqa: PLC0415

    from commonplace.doors.cli.main import VARIABLE, cli  # noqa: PLC0415 - which imports this one

    made = get_completion_class(shell)
    assert made is not None, "each of our shells is known to the library"
    # The library's own `source` starts a bash to ask its version.
    return ShellComplete.source(made(cli, {}, _PROGRAM, VARIABLE)).strip("\n")


def answer(environ: Mapping[str, str]) -> bool:
    """Print what a key press may mean where it is a name; False leaves it to the library.

    The library asks the command's own module, which takes ten times as long to load.
    """
    from click.shell_completion import CompletionItem, get_completion_class  # noqa: PLC0415

    from commonplace.doors.cli.main import VARIABLE, cli  # noqa: PLC0415 - which imports this one

    shell, _, what = environ.get(VARIABLE, "").partition("_")
    made = get_completion_class(shell)
    if made is None or what != "complete":
        return False
    completion = made(cli, {}, _PROGRAM, VARIABLE)
    words, incomplete = completion.get_completion_args()
    wanted = _wanted(words, incomplete)
    if wanted is None:
        return False
    for name, title in wanted(_root(words)):
        if name.startswith(incomplete) and is_harmless(name):
            shown = "".join(filter(str.isprintable, title))  # no title steers the terminal
            item = CompletionItem(name, help=shown or None)
            click.echo(completion.format_completion(item))
    return True


Names = Iterable[tuple[str, str]]
"""Each name with what it is called; the second may be empty."""


def _wanted(words: Sequence[str], incomplete: str) -> Callable[[str], Names] | None:
    """Return who knows the names that may stand after `words`; None where no name of a book may."""
    last = words[-1] if words else ""
    if last in _OPTIONS:
        return _OPTIONS[last]
    is_value = last.startswith("-") and last not in _FLAGS
    if not words or incomplete.startswith("-") or is_value:
        return None
    if words[:2] in (["config", "set"], ["config", "unset"]):
        return lambda _root: _settings(words)
    if words[0] == "review":
        return _proposals if set(words) & _ABOUT_PROPOSALS else None
    return _ARGUMENTS.get(words[0])


def is_harmless(name: str) -> bool:
    """Say whether a shell takes `name` for nothing but a word, even if somebody else wrote it."""
    return not name.startswith("-") and all(char.isalnum() or char in _HARMLESS for char in name)


def _root(words: Sequence[str]) -> str:
    """Return the root of the book that the words so far speak of, empty where there is none."""
    named = words[words.index("--book") + 1] if "--book" in words[:-1] else ""
    return root_of(os.getcwd(), named, is_personal="--personal" in words)


def _ids(root: str) -> Names:
    return ((each.id, each.title) for each in memories_in(root))


def _topics(root: str) -> Names:
    """Return every topic, those above it included."""
    parts = (each.topic.split("/") for each in memories_in(root) if each.topic)
    whole = {"/".join(each[:end]) for each in parts for end in range(1, len(each) + 1)}
    return ((topic, "") for topic in sorted(whole))


def _kinds(root: str) -> Names:
    return ((kind, "") for kind in sorted({each.kind for each in memories_in(root)} - {""}))


def _tags(root: str) -> Names:
    found = {tag for each in memories_in(root) for tag in each.tags}
    return ((tag, "") for tag in sorted(found - {""}))


def _settings(words: Sequence[str]) -> Names:
    """Return the names of the settings; after one of them, what it may be set to."""
    from commonplace.config import SETTINGS  # noqa: PLC0415 - only where a setting is typed

    choices = {each.name: each.choices for each in SETTINGS}
    names: Sequence[str] = () if words[2:] else tuple(choices)
    if words[1] == "set" and len(words) == 3:
        names = tuple(filter(None, choices.get(words[2], ())))
    return ((name, "") for name in names)


def _receipts(root: str) -> Names:
    return ((name, "") for name in receipts_in(root))


def _forgotten(root: str) -> Names:
    return ((name, "") for name in forgotten_in(root))


def _proposals(root: str) -> Names:
    return ((name, "") for name in proposals_in(root))


def _commands(_root: str) -> Names:
    from commonplace.doors.cli.main import COMMANDS  # noqa: PLC0415 - which imports this module

    return ((name, "") for name in COMMANDS)


_ARGUMENTS: dict[str, Callable[[str], Names]] = {
    **dict.fromkeys(("show", "edit", "forget", "move", "verify"), _ids),
    "restore": _forgotten,
    **dict.fromkeys(("log", "undo"), _receipts),
    "help": _commands,
}
_OPTIONS: dict[str, Callable[[str], Names]] = {
    "--topic": _topics,
    "--kind": _kinds,
    "--tag": _tags,
    "--into": _ids,
    "--link": _ids,
    "--share": _proposals,
}
_ABOUT_PROPOSALS = frozenset({"show", "accept", "edit", "keep-both", "share", "reject"})
"""The subcommands of `review` that are told which proposal they are about."""
_FLAGS = frozenset({"--raw", "--json", "--personal", "--yes", "-y", "--dry-run", "--all"})
"""Options after which an argument may stand."""
