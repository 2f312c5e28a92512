"""The kinds of things an installer writes: entries of JSON, a table, a block, a file of ours.

Each knows how to put itself into the text of a file and how to take itself out again, whatever others
have done to that file in between. Putting in twice changes nothing. Whoever takes out says what the
file was before us, None for no file: that is not ours to remove, however empty it is now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from commonplace.hosts.install import blocks, jsonc
from commonplace.hosts.install.json_parts import JsonEntries, JsonMember
from commonplace.hosts.install.ownership import NotOurs, runs_us

OWN_MARK = "installed by commonplace"
"""Stands in every file that is ours alone: a file without it is somebody else's and is not touched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlTable:
    """One table of a TOML file."""

    brings: ClassVar[str] = "server"

    path: str
    keys: tuple[str, str]
    values: tuple[tuple[str, str | bool | int | tuple[str, ...]], ...]

    def put(self, text: str | None) -> str:
        """Set the values of the table; comments and everything else stay."""
        document = _toml(text or "")
        outer, inner = self.keys
        if outer not in document:
            document[outer] = tomlkit.table(is_super_table=True)
        tables = document[outer]
        if not isinstance(tables, dict):
            raise jsonc.NotJson(f"{outer} is not a table")
        wanted = {
            key: list(value) if isinstance(value, tuple) else value for key, value in self.values
        }
        standing = tables.get(inner)
        if standing == wanted:
            return text or ""
        if standing is not None and not runs_us(standing):
            raise NotOurs(self.path)
        table = tomlkit.inline_table() if isinstance(tables, InlineTable) else tomlkit.table()
        for key, value in wanted.items():
            table[key] = value
        tables[inner] = table
        return tomlkit.dumps(document)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove the table."""
        document = _toml(text)
        outer, inner = self.keys
        tables = document.get(outer)
        if not isinstance(tables, dict) or not runs_us(tables.get(inner)):
            return text
        del tables[inner]
        if not tables and outer not in _toml(was or ""):
            del document[outer]
        left = tomlkit.dumps(document).rstrip("\n")
        return f"{left}\n" if left.strip() or was is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedBlock:
    """A few lines in a Markdown file, between our marks."""

    brings: ClassVar[str] = "block"

    path: str
    body: str

    def put(self, text: str | None) -> str:
        """Set the block."""
        return blocks.put_block(text or "", self.body)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove the block."""
        left = blocks.remove_block(text)
        return left if left or was is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """A file that is ours alone: a skill, a command, a rule."""

    brings: ClassVar[str] = "own"

    path: str
    text: str

    def put(self, text: str | None) -> str:
        """Write the file, unless somebody else's is there."""
        if text is not None and text != self.text and OWN_MARK not in text:
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


Part = JsonEntries | JsonMember | TomlTable | MarkedBlock | OwnFile | FormerFile
"""Something of ours in one file; `path` is from the home or the project folder."""


def _toml(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise jsonc.NotJson(str(error)) from error
