"""The vault as a `Layout`: the public class of this package.

A memory into a note: a new one in the seed's form, an old one by its changed lines, a buried one by its tombstone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    Occasion,
    Restore,
    edit_of,
    subject,
)
from commonplace.core.hashing import digest
from commonplace.core.headings import bare
from commonplace.core.memory import Candidate, Memory, MemoryId, Tombstone
from commonplace.core.names import FreeNames, is_portable
from commonplace.core.ports import Problem
from commonplace.core.values import fields
from commonplace.errors import BadInput, NoSuchMemory, WriteRefused
from commonplace.layouts.frontmatter import (
    Splice,
    apply_splices,
    change_keys,
    read_front_matter,
    write_key,
)
from commonplace.layouts.markdown import NOTHING, decode, gather, replace_scattered, still_readable
from commonplace.layouts.vault import places
from commonplace.layouts.vault.indices import derived_files
from commonplace.layouts.vault.notes import (
    HEAD,
    VaultNote,
    bullet,
    connect,
    insert_section,
    one_line,
    settled,
    take_apart,
    tidy,
)
from commonplace.layouts.vault.places import static_files
from commonplace.layouts.vault.reader import RULES, VaultReader, keys_of, tombstone_keys
from commonplace.layouts.yaml_values import Unreadable

if TYPE_CHECKING:
    from commonplace.core.traits import Traits


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
    steps: list[tuple[bool, Callable[[VaultNote], str]]] = [
        (before.title != after.title, lambda note: _with_heading(note, before.title, after.title)),
        (before.body != after.body, lambda note: _with_body(note, after.body)),
        (before.history != after.history, lambda note: _with_history(note, after.history)),
        (before.links != after.links, lambda note: connect(note, after.links)),
        (True, lambda note: _with_keys(note, before, after)),
    ]
    for is_needed, step in steps:
        text = step(take_apart(text)) if is_needed else text
    return text


def _with_heading(note: VaultNote, old: str, new: str) -> str:
    mark = note.heading
    if mark is None or mark.title != one_line(old):
        return note.text
    lines = [*note.lines]
    ending = lines[mark.line][len(bare(lines[mark.line])) :]
    lines[mark.line] = f"# {one_line(new)}{ending}"
    return note.saying(lines)


def _with_body(note: VaultNote, body: str) -> str:
    wanted, old = tidy(body), note.body
    said = note.saying(replace_scattered(note.lines, old, wanted, note.body_start))
    if take_apart(said).body_text == wanted:
        return said
    # Below a section in the middle, text without a heading would become part of that section.
    others = [line for index, line in enumerate(note.lines) if index not in set(old.places)]
    return note.saying(replace_scattered(others, NOTHING, wanted, note.body_start))


def _with_history(note: VaultNote, history: str) -> str:
    wanted, place = settled(history), note.history
    if place is None:
        end = note.connections.start if note.connections else len(note.lines)
        return note.saying(insert_section(note.lines, end, ["## History", "", wanted]))
    if not wanted:
        return note.saying([*note.lines[: place.start], *note.lines[place.stop :]])
    inside = [place.start < index < place.stop for index in range(len(note.lines))]
    old = gather(note.lines, inside)
    return note.saying(replace_scattered(note.lines, old, wanted, place.start + 1))


def _with_keys(note: VaultNote, before: Memory, after: Memory) -> str:
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
    return short or digest(title.encode("utf-8", "replace"))[:8]


def id_for(candidate: Candidate) -> MemoryId:
    """Return what `candidate` is called: by its old name if that is one of ours, else `MEM-<slug>`."""
    if candidate.id.startswith(PREFIX) and is_portable(candidate.id):
        return candidate.id
    return PREFIX + slug(candidate.topic, candidate.name_words or candidate.title)


def _lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)


DEFAULT_KIND = "INSIGHT"
DEFAULT_SOURCE = "user input"


class VaultLayout(VaultReader):
    """Reads and writes `.memory` the way skill-memory describes it."""

    holds = frozenset(field.name for field in fields(Memory))

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        from commonplace.layouts.vault.traits import TRAITS  # noqa: PLC0415 - the hook needs none of it

        return TRAITS

    def skeleton(self, today: date) -> Files:
        """Return a new vault: static pages, template, log, and indices of nothing."""
        files = static_files()
        made = {edit.path: edit.after for edit in self.derive(files, today)}
        return {**files, **{path: after for path, after in made.items() if after is not None}}

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        names = FreeNames(places.id_of(path) for path in files if path.startswith(places.NOTES))
        return tuple(_drafted(each, names.claim(id_for(each)), today) for each in candidates)

    def render(
        self,
        changes: Sequence[Change],
        files: Files,
        today: date,  # noqa: ARG002 - every date in a note comes with its memory
    ) -> tuple[FileEdit, ...]:
        """Return one edit per note that `changes` touch, each note's changes in their order."""
        now: dict[str, bytes | None] = {}
        for change in changes:
            path = places.path_of(subject(change))
            now[path] = _after(change, now.get(path, files.get(path)), path)
        return still_readable(
            [edit_of(files, path, after) for path, after in now.items() if after != files.get(path)]
        )

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),  # noqa: ARG002 - the vault logs upkeep only
        occasion: Occasion = NO_OCCASION,  # noqa: ARG002
    ) -> tuple[FileEdit, ...]:
        """Return the edits that bring the three indices up to date."""
        wanted = derived_files(files, today)
        return tuple(
            edit_of(files, path, after)
            for path, after in wanted.items()
            if after != files.get(path)
        )

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Return stale, missing and foreign indices, and what looks wrong in the notes."""
        from commonplace.layouts.vault.traits import check_indices, check_notes  # noqa: PLC0415

        stale = check_indices(files, self.derive(files, today))
        return (*stale, *check_notes(files))


def _drafted(candidate: Candidate, name: MemoryId, today: date) -> Memory:
    return Memory(
        id=name,
        title=candidate.title,
        body=tidy(candidate.body),
        kind=candidate.kind or DEFAULT_KIND,
        topic=candidate.topic,
        tags=candidate.tags,
        keywords=candidate.keywords,
        summary=candidate.summary or candidate.title,
        when_to_load=candidate.when_to_load,
        source=candidate.source or DEFAULT_SOURCE,
        created=today,
        modified=today,
        extra=candidate.extra,
    )


def _after(change: Change, content: bytes | None, path: str) -> bytes | None:
    if isinstance(change, Create):
        if content is not None:
            raise BadInput("name-taken", name=path)
        return _encoded(new_note(change.memory))
    if content is None:
        raise NoSuchMemory("no-such-memory", name=subject(change))
    return None if isinstance(change, Erase) else _encoded(_rewritten(change, content, path))


def _rewritten(change: Edit | Bury | Restore, content: bytes, path: str) -> str:
    text = decode(path, content)
    if isinstance(text, Problem):
        raise WriteRefused("unreadable", path=path, cause=text.code)
    try:
        match change:
            case Edit(before, after):
                return edited(text, before, after)
            case Bury(_, tombstone):
                return buried(text, tombstone)
            case Restore():
                return restored(text)
    except Unreadable as reason:
        raise WriteRefused("unreadable", path=path, cause=reason.code) from reason


def _encoded(text: str) -> bytes:
    """Return the bytes of `text`; NUL and half a character, which no text has, become a mark."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\0", "\ufffd").encode()
