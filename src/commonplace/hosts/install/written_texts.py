"""What an installation writes in words of ours: skills, commands, a rule, a block, a plugin's code.

The words are files in `texts`; what a host needs of form is put around them here.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

from commonplace.hosts import dialects
from commonplace.hosts.install.parts import OWN_MARK

SERVER = "commonplace"
"""What we are called in the files of hosts."""
COMMANDS = (
    "memory-remember", "memory-init", "memory-learn", "memory-distill", "memory-review", "mem-skill",
)  # fmt: skip
"""What a user starts by name: a skill everywhere, and a command where skills cannot be called so.

A prefix keeps them from taking a program's own command away: `/review` is Claude Code's, and `/init` most have.
"""
FORMER = ("remember", "learn", "distill", "review")
"""What some of them were called in earlier versions; an installation takes these away."""
SKILLS = ("memory-retrieve", "memory-capture", "memory-curator", "memory-save", *COMMANDS)
_DESCRIPTION = re.compile(r'^description: "(.+)"$', re.MULTILINE)


@cache
def skill(name: str) -> str:
    """Return a portable SKILL.md."""
    return _read("skills", name)


@cache
def command(name: str) -> str:
    """Return the words of a slash command: a description above them, `$ARGUMENTS` in them."""
    return _read("commands", name)


def plain_command(name: str) -> str:
    """Return the same for hosts that take the words alone."""
    return (
        command(name).split("---\n", 2)[2].lstrip().replace("$ARGUMENTS", "the words that follow")
    )


def gemini_command(name: str) -> str:
    """Return the same in Gemini's TOML."""
    text = command(name)
    described = _DESCRIPTION.search(text)
    words = text.split("---\n", 2)[2].strip().replace("$ARGUMENTS", "{{args}}")
    description = json.dumps(described.group(1) if described else name)
    return f'# {OWN_MARK}\ndescription = {description}\nprompt = """\n{words}\n"""\n'


def cursor_rule() -> str:
    """Return the rule that makes Cursor look into the memory every turn."""
    return _read("", "memory-injection", ".mdc")


def opencode_plugin(argv: tuple[str, ...]) -> str:
    """Return the plugin that calls our hooks at OpenCode's events."""
    called = json.dumps([*argv, "hook", dialects.OPENCODE.name])
    return _read("", "opencode-plugin", ".js").replace("__COMMAND__", called)


def goose_manifest() -> str:
    """Return what makes a folder a plugin of goose."""
    described = f"A memory in files that you own; {OWN_MARK}"
    return json.dumps({"name": SERVER, "description": described}, indent=2) + "\n"


def agents_block() -> str:
    """Return the few lines for AGENTS.md."""
    return _read("", "agents-block")


def standing_rule() -> str:
    """Return the same as a file of its own, for hosts that read rules in a folder of their user."""
    return f"{agents_block()}\n<!-- {OWN_MARK} -->\n"


def plugin_readme() -> str:
    """Return what the plugin says about itself."""
    return _read("", "plugin-readme")


def _read(folder: str, name: str, ending: str = ".md") -> str:
    place = resources.files("commonplace.hosts.install") / "texts"
    return (place / folder / f"{name}{ending}" if folder else place / f"{name}{ending}").read_text(
        "utf-8"
    )
