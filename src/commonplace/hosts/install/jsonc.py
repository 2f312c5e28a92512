"""Edit JSON with comments in place: only the entry that is meant changes, every other byte stays.

Editors' settings carry comments and trailing commas, and people keep them by hand, so a file is never
loaded and dumped. It is scanned once for the span of each member and item, and text is put in or cut
out there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from commonplace.core.values import dataclass

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Path = tuple[str, ...]
Way = tuple[str | int, ...]
"""A path that may lead through a list, by the number of its item."""

_TRIVIA = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_MOST_DEPTH = 60
_UNIT = re.compile(r"\n([ \t]+)\S")


class NotJson(ValueError):
    """The text is no JSON, comments and trailing commas allowed; it says in which line."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value where it stands in the text."""

    start: int
    end: int
    members: tuple[tuple[str, int, Node], ...] | None = None
    """Key, where the key begins, value; None for anything but an object."""
    items: tuple[Node, ...] | None = None
    """None for anything but a list."""

    def member(self, key: str) -> Node | None:
        """Return the value under `key`; the last one counts, as everywhere."""
        return next((node for name, _, node in reversed(self.members or ()) if name == key), None)


def scan(text: str) -> Node:
    """Return the value that `text` is; an empty text is an empty object to come."""
    node, end = _value(text, _skip(text, _bom(text)), 0)
    if _skip(text, end) != len(text):
        raise _trouble(text, end, "something stands after the end")
    return node


def loads(text: str) -> Json:
    """Return the value itself."""
    return _loaded(text, scan(text))


def is_blank(text: str) -> bool:
    """Say whether there is no value in `text`, only space and comments: as good as no file."""
    return _skip(text, _bom(text)) == len(text)


def put_member(text: str, path: Path, value: Json) -> str:
    """Return `text` with `value` at `path`, making the objects on the way; the last key is replaced."""
    *above, key = path
    text, node = _made(text, tuple(above), {})
    old = node.member(key)
    if old is not None:
        if _loaded(text, old) == value:
            return text
        return text[: old.start] + _shown(value, text, old.start) + text[old.end :]
    return _inserted(text, node, f"{json.dumps(key)}: ", value)


def append_item(text: str, path: Path, value: Json) -> str:
    """Return `text` with `value` as the last item of the list at `path`."""
    text, node = _made(text, path, [])
    return _inserted(text, node, "", value)


def remove_items(text: str, path: Way, is_ours: Callable[[Json], bool]) -> str:
    """Return `text` without those items of the list at `path`."""
    while (node := _at(text, path)) is not None:
        spans = [(item.start, item.end) for item in node.items or ()]
        ours = [at for at, item in enumerate(node.items or ()) if is_ours(_loaded(text, item))]
        if not ours:
            break
        text = _cut(text, node, spans, ours[-1])
    return text


def remove_member(text: str, path: Path) -> str:
    """Return `text` without the member at `path`."""
    *above, key = path
    node = _at(text, tuple(above))
    names = [name for name, _, _ in (node.members or ())] if node else []
    if node is None or key not in names:
        return text
    spans = [(start, value.end) for _, start, value in node.members or ()]
    return _cut(text, node, spans, names.index(key))


def stands_in(text: str | None, path: Path) -> bool:
    """Say whether something stands at `path`; nothing does in a file that is not there."""
    return _at(text or "", path) is not None


def is_bare(text: str) -> bool:
    """Say whether `text` is an empty object without so much as a comment."""
    return "".join(text.split()) == "{}"


def remove_if_empty(text: str, path: Path) -> str:
    """Return `text` without the member at `path` when it is an empty object or list."""
    node = _at(text, path)
    if node is not None and not (node.members or node.items) and _loaded(text, node) in ({}, []):
        return remove_member(text, path)
    return text


def _made(text: str, path: Path, last: Json) -> tuple[str, Node]:
    """Return the node at `path` and the text that has it: objects on the way, `last` at its end."""
    if is_blank(text):
        text = text + "{}\n"
    for depth in range(1, len(path) + 1):
        if _at(text, path[:depth]) is None:
            text = put_member(text, path[:depth], last if depth == len(path) else {})
    node = _at(text, path)
    held = node and (node.members if isinstance(last, dict) else node.items)
    if node is None or held is None:
        wanted = "an object" if isinstance(last, dict) else "a list"
        raise NotJson(f"{'.'.join(path) or 'the file'} is not {wanted}")
    return text, node


def _at(text: str, path: Way) -> Node | None:
    node = None if is_blank(text) else scan(text)
    for key in path:
        if node is None:
            return None
        if isinstance(key, int):
            node = (node.items or ())[key]
            continue
        if node.members is None:
            names = ".".join(map(str, path))
            raise NotJson(f"{names} leads through something that is not an object")
        node = node.member(key)
    return node


def _inserted(text: str, node: Node, label: str, value: Json) -> str:
    """Return `text` with one more entry at the end of an object or list."""
    ends = [item.end for item in node.items or ()] + [it.end for _, _, it in node.members or ()]
    outer = _indent_at(text, node.start)
    inner = outer + _unit(text)
    entry = f"\n{inner}{label}{_shown(value, text, node.start, inner)}"
    close = node.end - 1
    kept = len(text[:close].rstrip())
    tail = text[kept:close] if "\n" in text[kept:close] else f"\n{outer}"
    if _is_in_line_comment(text, node.start, kept) and not tail.startswith("\n"):
        tail = f"\n{outer}"
    if ends and "," not in _without_comments(text[max(ends) : close]):
        last = max(ends)
        return text[:last] + "," + text[last:kept] + entry + tail + text[close:]
    # Where the last entry has a comma ours has one too, so that theirs stays when ours goes.
    return text[:kept] + entry + ("," if ends else "") + tail + text[close:]


def _cut(text: str, node: Node, spans: list[tuple[int, int]], at: int) -> str:
    """Return `text` without the entry number `at` of `node`, its comma and its line; comments stay."""
    start, end = spans[at]
    comma = _skip(text, end)
    if text[comma : comma + 1] == ",":
        kept, rest = text[end:comma].strip(" \t"), text[comma + 1 :]
    else:
        kept, rest = "", text[end:]
        if at > 0:
            before = _skip(text, spans[at - 1][1])
            text, start = text[:before] + text[before + 1 :], start - 1
    if len(spans) == 1 and not (text[node.start + 1 : start].strip() or kept):
        closed = rest.lstrip()
        if closed[:1] in ("]", "}"):
            return text[: node.start + 1] + closed
    return _joined(text[:start], kept, rest)


def _joined(before: str, kept: str, rest: str) -> str:
    """Return what is left around an entry; a line that held nothing else goes with it."""
    line = before.rstrip(" \t")
    ends_there = rest.lstrip(" \t")[:1] in ("", "\n")
    if not kept and ends_there and line.endswith("\n"):
        return line[:-1] + rest
    return before + kept + rest


def _value(text: str, at: int, depth: int) -> tuple[Node, int]:
    if depth > _MOST_DEPTH:
        raise _trouble(text, at, "it is nested too deeply")
    opener = text[at : at + 1]
    if opener == "{":
        return _object(text, at, depth)
    if opener == "[":
        return _list(text, at, depth)
    found = (_STRING if opener == '"' else _SCALAR).match(text, at)
    if not found:
        raise _trouble(text, at, "a value is missing")
    return Node(at, found.end()), found.end()


def _object(text: str, start: int, depth: int) -> tuple[Node, int]:
    members: list[tuple[str, int, Node]] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}":
        key = _STRING.match(text, at)
        if not key:
            raise _trouble(text, at, "a key is missing")
        colon = _skip(text, key.end())
        if text[colon : colon + 1] != ":":
            raise _trouble(text, colon, "a colon is missing")
        node, end = _value(text, _skip(text, colon + 1), depth + 1)
        members.append((_unquoted(text, at, key.group()), at, node))
        at = _after_entry(text, end, "}")
    return Node(start, at + 1, members=tuple(members)), at + 1


def _list(text: str, start: int, depth: int) -> tuple[Node, int]:
    items: list[Node] = []
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        node, end = _value(text, at, depth + 1)
        items.append(node)
        at = _after_entry(text, end, "]")
    return Node(start, at + 1, items=tuple(items)), at + 1


def _after_entry(text: str, end: int, closer: str) -> int:
    at = _skip(text, end)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != closer:
        raise _trouble(text, at, f"a comma or {closer} is missing")
    return at


def _loaded(text: str, node: Node) -> Json:
    if node.members is not None:
        return {key: _loaded(text, value) for key, _, value in node.members}
    if node.items is not None:
        return [_loaded(text, item) for item in node.items]
    value: Json = json.loads(text[node.start : node.end])
    return value


def _unquoted(text: str, at: int, quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError as error:
        raise _trouble(text, at, "a key cannot be read") from error


def _shown(value: Json, text: str, near: int, indent: str | None = None) -> str:
    """Return `value` as the file would write it, from the second line on indented as its place is."""
    before = _indent_at(text, near) if indent is None else indent
    lines = json.dumps(value, ensure_ascii=False, indent=_unit(text)).split("\n")
    return f"\n{before}".join(lines)


def _unit(text: str) -> str:
    found = _UNIT.search(text)
    return found.group(1) if found else "  "


def _indent_at(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _is_in_line_comment(text: str, start: int, at: int) -> bool:
    line = text[max(start, text.rfind("\n", 0, at) + 1) : at]
    return "//" in line


def _without_comments(trivia: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", trivia, flags=re.DOTALL)


def _skip(text: str, at: int) -> int:
    found = _TRIVIA.match(text, at)
    return found.end() if found else at


def _bom(text: str) -> int:
    return 1 if text.startswith("\ufeff") else 0


def _trouble(text: str, at: int, what: str) -> NotJson:
    return NotJson(f"line {text.count(chr(10), 0, at) + 1}: {what}")
