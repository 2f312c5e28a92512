"""The kinds of entries an installer writes into other people's settings, and whole files with and without what is ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, InlineTable

from commonplace.core.values import dataclass
from commonplace.errors import WriteRefused
from commonplace.hosts.dialects import DIALECTS
from commonplace.hosts.install import jsonc
from commonplace.hosts.install.jsonc import Json
from commonplace.hosts.install.written_texts import FormerFile, MarkedBlock, NotOurs, OwnFile

_HOOK = re.compile(
    rf"(?:.*[/\\]|.* -m )?[\"']?commonplace(?:\.exe)?[\"']? hook (?:{'|'.join(DIALECTS)}) \w+\s*"
)
"""A whole command that is our hook: one that only mentions it is somebody else's."""
_PROGRAM = re.compile(r"(?:.*[/\\])?commonplace(?:\.exe)?")


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
        if was is None:
            return _or_nothing(left, self.beside)
        for key, value in () if _members(left, _HOOKS) else self.beside:
            if key not in _members(was) and _members(left).get(key) == value:
                left = jsonc.remove_member(left, (key,))
        return left


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
        """Set the entry, unless one of that name starts another program; what somebody set in ours stays."""
        found, standing = text or "", self.standing(text or "")
        if not isinstance(standing, dict) or not isinstance(self.value, dict):
            if standing is not None and not runs_us(standing):
                raise NotOurs(self.path)
            return jsonc.put_member(found, self.keys, self.value)
        for key, value in _missing(standing, self.value, self.path):
            found = jsonc.put_member(found, (*self.keys, key), value)
        return found

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


_STARTS = ("command", "args")
"""What of a server's entry is ours alone; programs and people set other things in it."""


def _missing(
    standing: dict[str, Json], wanted: dict[str, Json], path: str
) -> Iterator[tuple[str, Json]]:
    """Yield what has to be set in an entry of ours that stands there."""
    if not runs_us(standing):
        raise NotOurs(path)
    for key, value in wanted.items():
        if key not in standing or (key in _STARTS and standing[key] != value):
            yield key, value


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
        """Set the table, or what an entry of ours lacks; comments and everything else stay."""
        found = text or ""
        outer, inner = self.keys
        document, standing = _toml(found), self.standing(found)
        tables = document.get(outer, {})
        if not isinstance(tables, dict):
            raise jsonc.NotJson(f"{outer} is not a table")
        if standing is not None and not isinstance(standing, dict):
            raise NotOurs(self.path)
        missing = dict(_missing(standing, self.wanted, self.path) if standing else self.wanted)
        expected = document.unwrap()
        expected.setdefault(outer, {}).setdefault(inner, {}).update(missing)
        if standing:
            tables[inner].update(missing)
        elif isinstance(tables, InlineTable):
            tables[inner] = _inline(self.wanted)
        else:
            return _checked(_joined(found, self._block), expected)
        return _checked(tomlkit.dumps(document), expected) if missing else found

    @property
    def _block(self) -> str:
        return f"[{'.'.join(self.keys)}]\n{tomlkit.dumps(self.wanted)}"

    def standing(self, text: str) -> Json:
        """Return what stands there; None where nothing does."""
        outer, inner = self.keys
        tables = _toml(text).unwrap().get(outer)
        found: Json = tables.get(inner) if isinstance(tables, dict) else None
        return found

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove the table."""
        outer, inner = self.keys
        if not runs_us(self.standing(text)):
            return text
        document = _toml(text)
        expected = document.unwrap()
        del expected[outer][inner], document[outer][inner]
        if not expected[outer] and outer not in _toml(was or ""):
            del document[outer]
        left = _without(text, self._block, expected, document)
        return left if left.strip() or was is not None else None


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
        found, expected = _tables(document), document.unwrap()
        expected[_HOOKS] = [*expected.get(_HOOKS, []), *self.entries]
        if _HOOKS not in document or isinstance(found, AoT):
            return _checked(_joined(left, self._block), expected)
        for entry in self.entries:
            found.append(_inline(entry))
        return _checked(tomlkit.dumps(document), expected)

    @property
    def _block(self) -> str:
        return "\n".join(f"[[{_HOOKS}]]\n{tomlkit.dumps(entry)}" for entry in self.entries)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove every table of ours."""
        document = _toml(text)
        found, expected = _tables(document), document.unwrap()
        others = [each for each in found.unwrap() if not is_our_hook(each)]
        if len(others) == len(found):
            return text
        expected[_HOOKS] = others
        for at in reversed(range(len(found))):
            if is_our_hook(found[at]):
                del found[at]
        if not others and _HOOKS not in _toml(was or ""):
            del document[_HOOKS]
        left = _without(text, self._block, expected, document)
        return left if left.strip() or was is not None else None


def _tables(document: tomlkit.TOMLDocument) -> AoT | Array:
    found = document.get(_HOOKS, tomlkit.array())
    if not isinstance(found, AoT | Array):
        raise jsonc.NotJson(f"{_HOOKS} is not an array")
    return found


def _inline(values: Mapping[str, object]) -> InlineTable:
    table = tomlkit.inline_table()
    table.update(values)
    return table


def _joined(text: str, block: str) -> str:
    """Return `text` and below it a block: where else it may stand, dotted keys and comments decide."""
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + gap + block


def _without(text: str, block: str, expected: Toml, edited: tomlkit.TOMLDocument) -> str:
    """Return `text` without the block as we wrote it; where that does not stand, what `edited` says."""
    for ours in (f"\n{block}", block):
        left = text.replace(ours, "", 1)
        if left != text and _says(left, expected):
            return left
    left = tomlkit.dumps(edited).rstrip("\n")
    return _checked(f"{left}\n" if left.strip() else "", expected)


def _checked(text: str, expected: Toml) -> str:
    """Return `text` if it says just what it should: a table may have taken in the keys below it."""
    if not _says(text, expected):
        raise jsonc.NotJson("it cannot be edited without changing what else it says")
    return text


def _says(text: str, expected: Toml) -> bool:
    """Say whether a text means just that; what is empty may be missing."""
    try:
        said = _toml(text).unwrap()
    except jsonc.NotJson:
        return False
    return _filled(said) == _filled(expected)


def _filled(value: Toml) -> Toml:
    return {key: each for key, each in value.items() if each not in ({}, [])}


def server_command(entry: Json) -> tuple[str, ...]:
    """Return how a server's entry starts our program; nothing where it starts none of ours."""
    if not isinstance(entry, dict) or not runs_us(entry):
        return ()
    found = (entry.get("command"), entry.get("args", []))
    words = (word for each in found for word in (each if isinstance(each, list) else [each]))
    return tuple(map(str, words))


Part = JsonEntries | JsonMember | TomlTable | TomlEntries | MarkedBlock | OwnFile | FormerFile
"""Something of ours in one file; `path` is from the home or the project folder."""


Toml = dict[str, Any]


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
