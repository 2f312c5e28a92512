"""What an installer writes into JSON: entries of the hooks' lists, and one named server.

Other people's entries stay in both directions, also those that share a group with one of ours, and
what stood there empty before us stays there empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from commonplace.hosts.install import jsonc
from commonplace.hosts.install.jsonc import Json
from commonplace.hosts.install.ownership import NotOurs, is_our_hook, runs_us

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

    def put(self, text: str | None) -> str:
        """Set the entry, unless one of that name starts another program."""
        standing = self._standing(text or "")
        if standing is not None and not runs_us(standing):
            raise NotOurs(self.path)
        return jsonc.put_member(text or "", self.keys, self.value)

    def take_out(self, text: str, was: str | None) -> str | None:
        """Remove the entry, and what held it when that is empty now and was not there before us."""
        if not runs_us(self._standing(text)):
            return text
        left = _emptied(jsonc.remove_member(text, self.keys), self.keys[:-1], was)
        return left if was is not None else _or_nothing(left, ())

    def _standing(self, text: str) -> Json:
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
