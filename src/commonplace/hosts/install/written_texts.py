"""What an installation writes in words of ours: skills, commands, a rule, a plugin's code, and how files and blocks of them are put and taken away.

The words are files in `texts`; what a host needs of form is put around them here.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import ClassVar

from commonplace.core.values import dataclass
from commonplace.hosts import dialects

OWN_MARK = "installed by commonplace"
"""Stands in every file that is ours alone: a file without it is somebody else's and is not touched."""

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


BEGIN = "<!-- commonplace:begin v1 -->"
END = "<!-- commonplace:end -->"
_BLOCK = re.compile(
    r"\n?<!-- commonplace:begin[^\n]*-->(?:(?!<!-- commonplace:begin).)*?<!-- commonplace:end -->\r?\n?",
    re.DOTALL,
)
"""A beginning whose end somebody deleted is none: what they wrote below it is not ours."""


def put_block(text: str, body: str) -> str:
    """Return `text` with the block; one that is there is replaced where it stands."""
    newline = "\r\n" if "\r\n" in text else "\n"
    block = f"{BEGIN}\n{body.strip()}\n{END}\n".replace("\n", newline)
    found = _BLOCK.search(text)
    if found:
        lead = newline if found.group().startswith("\n") and found.start() > 0 else ""
        return text[: found.start()] + lead + block + text[found.end() :]
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + gap + block


def remove_block(text: str) -> str:
    """Return `text` without the block and the empty line before it."""
    return _BLOCK.sub("", text, count=1)


class NotOurs(ValueError):
    """Something of the same name is there and is somebody else's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedBlock:
    """A few lines in a Markdown file, between our marks."""

    brings: ClassVar[str] = "block"

    path: str
    body: str

    def put(self, text: str | None) -> str:
        """Set the block."""
        return put_block(text or "", self.body)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove the block."""
        left = remove_block(text)
        return left if left or was is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """A file that is ours alone: a skill, a command, a rule."""

    brings: ClassVar[str] = "own"

    path: str
    text: str
    gives_way: bool = False
    """Whether somebody else's file of that name stays without a word: its name is not ours alone."""

    def put(self, text: str | None) -> str:
        """Write the file, unless somebody else's is there."""
        if text is not None and text != self.text and OWN_MARK not in text:
            if self.gives_way:
                return text
            raise NotOurs(self.path)
        return self.text

    def take_out(self, text: str, _was: str | None) -> str | None:
        """Remove the file as we wrote it; one that was edited stays."""
        return None if text == self.text else text


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerFile:
    """A file of ours under a name that an earlier version gave it; it is taken away."""

    brings: ClassVar[str] = "own"

    path: str

    def put(self, text: str | None) -> str | None:
        """Remove the file, unless it is somebody else's."""
        return text if text is None or OWN_MARK not in text else None

    def take_out(self, text: str, _was: str | None) -> str | None:
        """Remove it likewise."""
        return self.put(text)
