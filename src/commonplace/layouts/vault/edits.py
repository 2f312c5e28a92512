"""A memory into a note: a new one in the seed's form, an old one by its changed lines, a buried one by its tombstone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from commonplace.core.headings import bare
from commonplace.core.memory import Candidate, Memory, MemoryId, Tombstone
from commonplace.core.names import is_portable
from commonplace.layouts.frontmatter import read_front_matter
from commonplace.layouts.frontmatter_edits import Splice, apply_splices, change_keys, write_key
from commonplace.layouts.markdown_edits import NOTHING, gather, replace_scattered
from commonplace.layouts.vault.keys import RULES, keys_of, tombstone_keys
from commonplace.layouts.vault.notes import (
    HEAD,
    Note,
    bullet,
    connect,
    insert_section,
    one_line,
    settled,
    take_apart,
    tidy,
)


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


_STATUS = r"""[ \t]*["']?[\w-]*["']?"""
_OWN = re.compile(_STATUS)
_WAS = re.compile(f" tombstoned # was:({_STATUS})")
"""Who had a `status` of their own finds it beside ours, and gets it back when the memory is restored."""


def buried(text: str, tombstone: Tombstone) -> str:
    """Return `text` with the keys of `tombstone`."""
    front = read_front_matter(text)
    wanted = tombstone_keys(tombstone)
    splices: list[Splice] = []
    own = front.entries.get("status")
    if own and own.value != "tombstoned":
        colon = text.index(":", own.start) + 1
        if _OWN.fullmatch(text, colon, own.until):
            was = text[colon : own.until]
            splices.append(Splice(colon, own.until, f" tombstoned # was:{was}"))
            del wanted["status"]
    return apply_splices(text, splices + change_keys(text, front, wanted, RULES))


def restored(text: str) -> str:
    """Return `text` without its tombstone: the bytes from before the burial."""
    front = read_front_matter(text)
    wanted = tombstone_keys(None)
    splices: list[Splice] = []
    own = front.entries.get("status")
    if own and (was := _WAS.match(text, text.index(":", own.start) + 1, own.end)):
        splices.append(Splice(*was.span(), was[1]))
        del wanted["status"]
    alive = apply_splices(text, splices + change_keys(text, front, wanted, RULES))
    return _without_empty_block(alive)


def _without_empty_block(text: str) -> str:
    """Drop front matter with nothing in it: only a burial gives such a note front matter at all."""
    front = read_front_matter(text)
    if front.is_there and front.start == front.end:
        return text[: text.index("---")] + text[front.content :]
    return text


PREFIX = "MEM-"
MAX_CHARACTERS = 50
_TITLE_TOKENS = 3


def slug(topic: str, title: str) -> str:
    """Return the seed's slug: the last part of the topic, then the first words of the title.

    Where nothing of either is left (a title in another script), a hash of the title names it.
    """
    # Not `str.lower`: it can turn one letter into an ASCII letter and a mark.
    words = re.sub(r"[^a-z0-9 ]", "-", _lower(title)).replace(" ", "-").split("-")
    base = re.sub(r"[^a-z0-9_]", "-", _lower(topic.strip("/").rpartition("/")[2]))
    joined = "-".join([base, *words[:_TITLE_TOKENS]])
    short = re.sub(r"-+", "-", joined).strip("-")[:MAX_CHARACTERS].strip("-")
    return short or hashlib.sha256(title.encode("utf-8", "replace")).hexdigest()[:8]


def id_for(candidate: Candidate) -> MemoryId:
    """Return what `candidate` is called: by its old name if that is one of ours, else `MEM-<slug>`."""
    if candidate.id.startswith(PREFIX) and is_portable(candidate.id):
        return candidate.id
    return PREFIX + slug(candidate.topic, candidate.name_words or candidate.title)


def _lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)
