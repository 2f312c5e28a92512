"""Keys of the front matter that we do not model, as texts that another book can be handed.

A list is told as JSON, what is nested deeper as its own YAML; both are written again as what they were.
"""

from __future__ import annotations

import json

from commonplace.layouts.frontmatter import Entry, FrontMatter, read_front_matter
from commonplace.layouts.frontmatter_edits import Nested, Wanted, write_nested
from commonplace.layouts.yaml_events import Unreadable


def extras_of(text: str, front: FrontMatter, known: frozenset[str]) -> dict[str, str]:
    """Return every key that is not `known`, with what it says."""
    return {key: _said(text, each) for key, each in front.entries.items() if key not in known}


def wanted_extra(key: str, said: str) -> Wanted:
    """Return the value to write for what `extras_of` told: a list and a nested value as such."""
    if not said.startswith(("[", "{", "\n")):
        return said
    items = _list_in(said)
    if items is not None:
        return items
    nested = Nested(said)
    return nested if _is_read_back(key, nested) else said


def _said(text: str, entry: Entry) -> str:
    match entry.value:
        case str(said):
            return said
        case None:
            return text[entry.at : entry.until].replace("\r\n", "\n")
        case items:
            return json.dumps(items, ensure_ascii=False)


def _list_in(said: str) -> tuple[str, ...] | None:
    try:
        items = json.loads(said)
    except (ValueError, RecursionError):
        return None
    is_flat = isinstance(items, list) and all(isinstance(item, str) for item in items)
    return tuple(items) if is_flat else None


def _is_read_back(key: str, nested: Nested) -> bool:
    """Say whether the text stands for one nested value: whatever else it is, it is a text."""
    text = f"---\n{write_nested(key, nested, chr(10))}---\n"
    try:
        front = read_front_matter(text)
    except Unreadable:
        return False
    is_all = front.content == len(text)  # else a line of the value ends the front matter
    return is_all and {name: entry.value for name, entry in front.entries.items()} == {key: None}
