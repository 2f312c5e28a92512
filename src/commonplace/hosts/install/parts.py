"""The kinds of things an installer writes: entries of JSON, a table, a block, a file of ours, and whole files with and without them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable

from commonplace.core.values import dataclass
from commonplace.errors import WriteRefused
from commonplace.hosts.dialects import DIALECTS
from commonplace.hosts.install import jsonc
from commonplace.hosts.install.jsonc import Json

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


_HOOK = re.compile(
    rf"(?:.*[/\\]|.* -m )?[\"']?commonplace(?:\.exe)?[\"']? hook (?:{'|'.join(DIALECTS)}) \w+\s*"
)
"""A whole command that is our hook: one that only mentions it is somebody else's."""
_PROGRAM = re.compile(r"(?:.*[/\\])?commonplace(?:\.exe)?")


class NotOurs(ValueError):
    """Something of the same name is there and is somebody else's."""


def is_our_hook(handler: object) -> bool:
    """Say whether one entry of a hook list runs our hook."""
    values = handler.values() if isinstance(handler, dict) else ()
    return any(isinstance(value, str) and _HOOK.fullmatch(value) for value in values)


def runs_us(entry: object) -> bool:
    """Say whether a server's entry starts our program, or one of ours from another folder."""
    if isinstance(entry, dict):
        return any(map(runs_us, entry.values()))
    if isinstance(entry, list):
        return any(map(runs_us, entry))
    return isinstance(entry, str) and bool(_PROGRAM.fullmatch(entry))


_HOOKS = "hooks"
"""The object that holds the lists, and in Claude's form the list inside a group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntries:
    """Entries of lists in a JSON file, told from others by the command they run: the hooks."""

    brings: ClassVar[str] = "hooks"

    path: str
    entries: tuple[tuple[str, Json], ...]
    """The name of each list below `hooks`, and the entry."""
    beside: tuple[tuple[str, Json], ...] = ()
    """What must stand at the top of the file, when it is not there."""

    def put(self, text: str | None) -> str:
        """Replace entries of ours that differ, append those that are missing, remove those of old."""
        found = text or ""
        for name in _members(found, _HOOKS).keys() - dict(self.entries).keys():
            if _with_ours(found, name):
                found = jsonc.remove_if_empty(_without_ours(found, name), (_HOOKS, name))
        for key, value in self.beside:
            if key not in _members(found):
                found = jsonc.put_member(found, (key,), value)
        for name, entry in self.entries:
            if _with_ours(found, name) != [entry]:
                found = _without_ours(found, name)
                found = jsonc.append_item(found, (_HOOKS, name), entry)
        return found

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove every entry of ours, also of events that we no longer ask for."""
        left = text
        for name in _members(text, _HOOKS):
            without = _without_ours(left, name)
            if without != left:
                left = _emptied(without, (_HOOKS, name), was)
        if left == text:
            return text
        left = _emptied(left, (_HOOKS,), was)
        return left if was is not None else _or_nothing(left, self.beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonMember:
    """One named entry in a JSON file: the server of a host's MCP configuration."""

    brings: ClassVar[str] = "server"

    path: str
    keys: tuple[str, ...]
    value: Json

    @property
    def wanted(self) -> Json:
        """What shall stand there."""
        return self.value

    def put(self, text: str | None) -> str:
        """Set the entry, unless one of that name starts another program."""
        standing = self.standing(text or "")
        if standing is not None and not runs_us(standing):
            raise NotOurs(self.path)
        return jsonc.put_member(text or "", self.keys, self.value)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove the entry, and what held it when that is empty now and was not there before us."""
        if not runs_us(self.standing(text)):
            return text
        left = _emptied(jsonc.remove_member(text, self.keys), self.keys[:-1], was)
        return left if was is not None else _or_nothing(left, ())

    def standing(self, text: str) -> Json:
        """Return what stands there; None where nothing does."""
        found: Json = _members(text)
        for key in self.keys:
            found = found.get(key) if isinstance(found, dict) else None
        return found


def _with_ours(text: str, name: str) -> list[Json]:
    """Return the items of a list that are ours, or have one of ours among others."""
    return [item for item in _items(text, name) if any(map(is_our_hook, _handlers(item)))]


def _without_ours(text: str, name: str) -> str:
    """Return `text` without our items, and without ours in groups that others share."""
    text = jsonc.remove_items(text, (_HOOKS, name), _is_all_ours)
    for at, item in enumerate(_items(text, name)):
        if any(map(is_our_hook, _handlers(item))):
            text = jsonc.remove_items(text, (_HOOKS, name, at, _HOOKS), is_our_hook)
    return text


def _is_all_ours(item: Json) -> bool:
    handlers = _handlers(item)
    return bool(handlers) and all(map(is_our_hook, handlers))


def _handlers(item: Json) -> list[Json]:
    """Return what an item runs: itself, or in Claude's form the members of its group."""
    inner = item.get(_HOOKS) if isinstance(item, dict) else None
    return inner if isinstance(inner, list) else [item]


def _items(text: str, name: str) -> list[Json]:
    items = _members(text, _HOOKS).get(name)
    return items if isinstance(items, list) else []


def _members(text: str, key: str = "") -> dict[str, Json]:
    value = {} if jsonc.is_blank(text) else jsonc.loads(text)
    found = value.get(key, {}) if key and isinstance(value, dict) else value
    return found if isinstance(found, dict) else {}


def _emptied(text: str, path: jsonc.Path, was: str | None) -> str:
    """Return `text` without what is empty at `path`, unless it stood in the file before us."""
    return text if jsonc.stands_in(was, path) else jsonc.remove_if_empty(text, path)


def _or_nothing(text: str, begun_with: tuple[tuple[str, Json], ...]) -> str | None:
    """Return `text`, or None when it holds nothing but what we would have begun it with."""
    left = text
    if all(_members(text).get(key) == value for key, value in begun_with):
        for key, _ in begun_with:
            left = jsonc.remove_member(left, (key,))
    return None if jsonc.is_bare(left) else text


OWN_MARK = "installed by commonplace"
"""Stands in every file that is ours alone: a file without it is somebody else's and is not touched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TomlTable:
    """One table of a TOML file."""

    brings: ClassVar[str] = "server"

    path: str
    keys: tuple[str, str]
    values: tuple[tuple[str, str | bool | int | tuple[str, ...]], ...]

    @property
    def wanted(self) -> dict[str, Json]:
        """What shall stand there."""
        return {
            key: list(value) if isinstance(value, tuple) else value for key, value in self.values
        }

    def put(self, text: str | None) -> str:
        """Set the values of the table; comments and everything else stay."""
        document = _toml(text or "")
        outer, inner = self.keys
        if outer not in document:
            document[outer] = tomlkit.table(is_super_table=True)
        tables = document[outer]
        if not isinstance(tables, dict):
            raise jsonc.NotJson(f"{outer} is not a table")
        wanted = self.wanted
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

    def standing(self, text: str) -> Json:
        """Return what stands there; None where nothing does."""
        outer, inner = self.keys
        tables = _toml(text).unwrap().get(outer)
        found: Json = tables.get(inner) if isinstance(tables, dict) else None
        return found

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
class TomlEntries:
    """Tables of an array in a TOML file, told from others by the command they run: the hooks."""

    brings: ClassVar[str] = "hooks"

    path: str
    entries: tuple[dict[str, str | int], ...]

    def put(self, text: str | None) -> str:
        """Append our tables, unless they stand there as they are; others of ours go."""
        document = _toml(text or "")
        if [each for each in _tables(document) if is_our_hook(each)] == [*self.entries]:
            return text or ""
        left = self.take_out(text or "", text) or ""
        document = _toml(left)
        found = _tables(document)
        if _HOOKS not in document:
            found = tomlkit.aot()
            document[_HOOKS] = found
        for entry in self.entries:
            table = tomlkit.table() if isinstance(found, AoT) else tomlkit.inline_table()
            table.update(entry)
            found.append(table)
        return tomlkit.dumps(document)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove every table of ours."""
        document = _toml(text)
        found = _tables(document)
        others = [each for each in found if not is_our_hook(each)]
        if len(others) == len(found):
            return text
        for at in reversed(range(len(found))):
            if is_our_hook(found[at]):
                del found[at]
        if not others and _HOOKS not in _toml(was or ""):
            del document[_HOOKS]
        left = tomlkit.dumps(document).rstrip("\n")
        return f"{left}\n" if left.strip() or was is not None else None


def _tables(document: tomlkit.TOMLDocument) -> AoT | Array:
    found = document.get(_HOOKS, tomlkit.array())
    if not isinstance(found, AoT | Array):
        raise jsonc.NotJson(f"{_HOOKS} is not an array")
    return found


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


def server_command(entry: Json) -> tuple[str, ...]:
    """Return how a server's entry starts our program; nothing where it starts none of ours."""
    if not isinstance(entry, dict) or not runs_us(entry):
        return ()
    found = (entry.get("command"), entry.get("args", []))
    words = (word for each in found for word in (each if isinstance(each, list) else [each]))
    return tuple(map(str, words))


Part = JsonEntries | JsonMember | TomlTable | TomlEntries | MarkedBlock | OwnFile | FormerFile
"""Something of ours in one file; `path` is from the home or the project folder."""


def _toml(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except TOMLKitError as error:
        raise jsonc.NotJson(str(error)) from error


_MARK = "\ufeff"
"""What some editors put before a text; it stays there."""


def with_parts(
    path: Path, before: bytes | None, parts: Sequence[Part]
) -> tuple[bytes | None, bool]:
    """Return a file with our parts, and whether one is missing because its place is taken."""
    text, is_foreign = _text(path, before), False
    for part in parts:
        try:
            text = part.put(text)
        except NotOurs:
            is_foreign = True
        except ValueError as error:
            raise WriteRefused("host-file-invalid", path=path, cause=error) from error
    return None if text is None else _bytes(text, before), is_foreign


def without_parts(
    path: Path, before: bytes | None, parts: Sequence[Part], was: bytes | None
) -> bytes | None:
    """Return a file without our parts; `was` is the file before us, whose own it keeps."""
    text, own = _text(path, before), _text(path, was)
    for part in parts:
        if text is None:
            return None
        try:
            text = part.take_out(text, own)
        except ValueError as error:
            raise WriteRefused("host-file-invalid", path=path, cause=error) from error
    return None if text is None else _bytes(text, before)


def _text(path: Path, content: bytes | None) -> str | None:
    if content is None:
        return None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WriteRefused("host-file-invalid", path=path, cause="not UTF-8") from error
    text = text.removeprefix(_MARK)
    return text.replace("\r\n", "\n") if _is_crlf(content) else text


def _bytes(text: str, before: bytes | None) -> bytes:
    if before and before.startswith(_MARK.encode()):
        text = _MARK + text
    return (text.replace("\n", "\r\n") if before and _is_crlf(before) else text).encode("utf-8")


def _is_crlf(content: bytes) -> bool:
    return b"\r\n" in content and content.count(b"\n") == content.count(b"\r\n")
