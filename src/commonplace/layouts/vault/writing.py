"""A memory into a note: a new one in the seed's form, an existing one by its changed lines alone."""

from __future__ import annotations

from collections.abc import Callable

from commonplace.core.headings import bare
from commonplace.core.memory import Memory
from commonplace.layouts.frontmatter_edits import apply_splices, change_keys, write_key
from commonplace.layouts.scattered import NOTHING, gather, replace_scattered
from commonplace.layouts.vault.connections import HEAD, bullet, connect
from commonplace.layouts.vault.keys import RULES, keys_of
from commonplace.layouts.vault.note import Note, take_apart
from commonplace.layouts.vault.sections import insert_section, one_line, settled, tidy


def new_note(memory: Memory) -> str:
    """Return the text of a memory that was not there before: the seed's CREATE form."""
    keys = "".join(
        write_key(key, value, RULES, "\n")
        for key, value in keys_of(memory).items()
        if value is not None
    )
    history = settled(memory.history)
    parts = [
        f"# {one_line(memory.title)}",
        tidy(memory.body),
        f"## History\n\n{history}" if history else "",
        "\n".join([*HEAD, *map(bullet, memory.links)]),
    ]
    return f"---\n{keys}---\n\n" + "\n\n".join(filter(None, parts)) + "\n"


def edited(text: str, before: Memory, after: Memory) -> str:
    """Return `text` saying `after` where `before` and `after` differ, and nothing else changed."""
    if before == after:
        return text
    steps: list[tuple[bool, Callable[[Note], str]]] = [
        (before.title != after.title, lambda note: _with_heading(note, before.title, after.title)),
        (before.body != after.body, lambda note: _with_body(note, after.body)),
        (before.history != after.history, lambda note: _with_history(note, after.history)),
        (before.links != after.links, lambda note: connect(note, after.links)),
        (True, lambda note: _with_keys(note, before, after)),
    ]
    for is_needed, step in steps:
        text = step(take_apart(text)) if is_needed else text
    return text


def _with_heading(note: Note, old: str, new: str) -> str:
    mark = note.heading
    if mark is None or mark.title != one_line(old):
        return note.text
    lines = [*note.lines]
    ending = lines[mark.line][len(bare(lines[mark.line])) :]
    lines[mark.line] = f"# {one_line(new)}{ending}"
    return note.saying(lines)


def _with_body(note: Note, body: str) -> str:
    wanted, old = tidy(body), note.body
    said = note.saying(replace_scattered(note.lines, old, wanted, note.body_start))
    if take_apart(said).body_text == wanted:
        return said
    # Below a section in the middle, text without a heading would become part of that section.
    others = [line for index, line in enumerate(note.lines) if index not in set(old.places)]
    return note.saying(replace_scattered(others, NOTHING, wanted, note.body_start))


def _with_history(note: Note, history: str) -> str:
    wanted, place = settled(history), note.history
    if place is None:
        end = note.connections.start if note.connections else len(note.lines)
        return note.saying(insert_section(note.lines, end, ["## History", "", wanted]))
    if not wanted:
        return note.saying([*note.lines[: place.start], *note.lines[place.stop :]])
    inside = [place.start < index < place.stop for index in range(len(note.lines))]
    old = gather(note.lines, inside)
    return note.saying(replace_scattered(note.lines, old, wanted, place.start + 1))


def _with_keys(note: Note, before: Memory, after: Memory) -> str:
    old, new = keys_of(before), keys_of(after)
    wanted = {key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}
    if "title" not in note.front.entries and note.heading and note.heading.title == after.title:
        wanted.pop("title", None)
    return apply_splices(note.text, change_keys(note.text, note.front, wanted, RULES))
