"""The kinds of things an installer writes: a list's entry, a named entry, a table, a block, a file of ours.

Each knows how to put itself into the text of a file and how to take itself out again, whatever others
have done to that file in between. Putting in twice changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import tomlkit
from tomlkit.exceptions import TOMLKitError

from commonplace.hosts.install import blocks, jsonc
from commonplace.hosts.install.jsonc import Json

OWN_MARK = "installed by commonplace"
"""Stands in every file that is ours alone: a file without it is somebody else's and is not touched."""


_OUR_HOOK = re.compile(r"\bcommonplace(?:\.exe)?[\"']? hook ")
"""How a command of ours looks, however the program was found."""


class NotOurs(ValueError):
    """A file of the same name is there and does not carry our mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntries:
    """Entries of lists in a JSON file, told from others by the command they run: the hooks."""

    path: str
    entries: tuple[tuple[str, Json], ...]
    """The name of each list below `hooks`, and the entry."""
    beside: tuple[tuple[str, Json], ...] = ()
    """What must stand at the top of the file, when it is not there."""

    def put(self, text: str | None) -> str:
        """Replace entries of ours that differ, append those that are missing."""
        found = text or ""
        for key, value in self.beside:
            if key not in _members(found):
                found = jsonc.put_member(found, (key,), value)
        for name, entry in self.entries:
            ours = self._ours(found, name)
            if ours != [entry]:
                if ours:
                    found = jsonc.remove_items(found, ("hooks", name), self._is_ours)
                found = jsonc.append_item(found, ("hooks", name), entry)
        return found

    def take_out(self, text: str) -> str | None:
        """Remove every entry of ours, also of events that we no longer ask for."""
        for name in _members(text, "hooks"):
            text = jsonc.remove_items(text, ("hooks", name), self._is_ours)
            text = jsonc.remove_if_empty(text, ("hooks", name))
        return _or_nothing(jsonc.remove_if_empty(text, ("hooks",)), dict(self.beside))

    def _ours(self, text: str, name: str) -> list[Json]:
        items = _members(text, "hooks").get(name)
        return [item for item in items if self._is_ours(item)] if isinstance(items, list) else []

    def _is_ours(self, entry: Json) -> bool:
        if isinstance(entry, dict):
            return any(map(self._is_ours, entry.values()))
        if isinstance(entry, list):
            return any(map(self._is_ours, entry))
        return isinstance(entry, str) and bool(_OUR_HOOK.search(entry))


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonMember:
    """One named entry in a JSON file: the server of a host's MCP configuration."""

    path: str
    keys: tuple[str, ...]
    value: Json

    def put(self, text: str | None) -> str:
        """Set the entry."""
        return jsonc.put_member(text or "", self.keys, self.value)

    def take_out(self, text: str) -> str | None:
        """Remove the entry, and what held it when that is empty now."""
        text = jsonc.remove_member(text, self.keys)
        return _or_nothing(jsonc.remove_if_empty(text, self.keys[:-1]), {})


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlTable:
    """One table of a TOML file."""

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
        if tables.get(inner) == wanted:
            return text or ""
        table = tomlkit.table()
        for key, value in wanted.items():
            table[key] = value
        tables[inner] = table
        return tomlkit.dumps(document)

    def take_out(self, text: str) -> str | None:
        """Remove the table."""
        document = _toml(text)
        outer, inner = self.keys
        tables = document.get(outer)
        if not isinstance(tables, dict) or inner not in tables:
            return text
        del tables[inner]
        if not tables:
            del document[outer]
        return tomlkit.dumps(document).rstrip("\n") + "\n" if document else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedBlock:
    """A few lines in a Markdown file, between our marks."""

    path: str
    body: str

    def put(self, text: str | None) -> str:
        """Set the block."""
        return blocks.put_block(text or "", self.body)

    def take_out(self, text: str) -> str | None:
        """Remove the block."""
        return blocks.remove_block(text) or None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """A file that is ours alone: a skill, a command, a rule."""

    path: str
    text: str

    def put(self, text: str | None) -> str:
        """Write the file, unless somebody else's is there."""
        if text is not None and text != self.text and OWN_MARK not in text:
            raise NotOurs(self.path)
        return self.text

    def take_out(self, text: str) -> str | None:
        """Remove the file as we wrote it; one that was edited stays."""
        return None if text == self.text else text


Part = JsonEntries | JsonMember | TomlTable | MarkedBlock | OwnFile
"""Something of ours in one file; `path` is from the home or the project folder."""


def _members(text: str, key: str = "") -> dict[str, Json]:
    value = jsonc.loads(text) if text.strip() else {}
    found = value.get(key, {}) if key and isinstance(value, dict) else value
    return found if isinstance(found, dict) else {}


def _or_nothing(text: str, left: dict[str, Json]) -> str | None:
    """Return `text`, or None when it holds nothing but what we would have begun it with."""
    return None if jsonc.loads(text) in ({}, left) else text


def _toml(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise jsonc.NotJson(str(error)) from error
