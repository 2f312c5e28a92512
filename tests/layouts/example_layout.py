"""A box of cards: one file per memory, its title in the first line, its text below."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

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
from commonplace.core.memory import Candidate, Memory, MemoryId, Status
from commonplace.core.names import FreeNames
from commonplace.core.ports import Place, Problem, Reading
from commonplace.core.traits import Traits
from commonplace.errors import WriteRefused
from commonplace.layouts.markdown import (
    Grave,
    bury,
    decode,
    exhume,
    rendered,
    replace_text,
    split_lines,
    text_of,
)

CARDS, INDEX = "cards/", "cards.txt"


class CardsLayout:
    """Cards in a folder, a mark at the end of those that are buried, and a list of the living."""

    name = "cards"
    home = ".cards"
    folders = None
    holds = frozenset({"id", "title", "body", "tombstone"})
    traits = Traits(notes_folder="cards")

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether there is a list of cards."""
        return exists(INDEX)

    def reads(self, path: str) -> bool:
        """Take the list and every card."""
        return path == INDEX or _is_card(path)

    def derives(self, path: str) -> bool:
        """Say whether `path` is the list, which the cards can give again."""
        return path == INDEX

    def skeleton(self, today: date) -> Files:
        """Return a list of nothing."""
        return {INDEX: b""}

    def parse(self, files: Files) -> Reading:
        """Read the cards in the order of their files; what is no text is a problem."""
        found = {path: _read(path, files[path]) for path in filter(_is_card, sorted(files))}
        memories = {path: card for path, card in found.items() if isinstance(card, Memory)}
        return Reading(
            memories=tuple(memories.values()),
            places={card.id: Place(path) for path, card in memories.items()},
            problems=tuple(card for card in found.values() if isinstance(card, Problem)),
        )

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the card that `candidate` would become."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Name each card by the words of its title, with a number when the name is taken."""
        names = FreeNames(map(_id_of, filter(_is_card, files)))
        return tuple(
            Memory(
                id=names.claim(_slug(each.title)),
                title=" ".join(each.title.split()),
                body=each.body,
                created=today,
            )
            for each in candidates
        )

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:
        """Carry `changes` out one by one, each on what the one before it left."""
        return rendered(changes, files, _carried_out)

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),
        occasion: Occasion = NO_OCCASION,
    ) -> tuple[FileEdit, ...]:
        """Return the edit that lists the living, or none when the list is right."""
        living = [card.id for card in self.parse(files).memories if card.is_active]
        wanted = "".join(f"{name}\n" for name in living).encode()
        return () if files.get(INDEX) == wanted else (edit_of(files, INDEX, wanted),)

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Say when the list is stale."""
        return tuple(
            Problem(path=edit.path, code="index-stale", is_error=False, can_fix=True)
            for edit in self.derive(files, today)
        )


def _read(path: str, content: bytes) -> Memory | Problem:
    grave = exhume(content)
    text = decode(path, grave.content if grave else content)
    if isinstance(text, Problem):
        return text
    title, *body = split_lines(text) or [""]
    card = Memory(id=_id_of(path), title=title.strip(), body=text_of(body))
    if grave is None:
        return card
    return replace(card, status=Status.TOMBSTONED, tombstone=grave.tombstone)


def _carried_out(change: Change, files: Files) -> dict[str, bytes | None]:
    path = f"{CARDS}{subject(change)}.md"
    if isinstance(change, Create):
        return {path: f"{change.memory.title}\n\n{change.memory.body}".rstrip().encode() + b"\n"}
    text, mark = _taken_apart(path, files.get(path, b""))
    match change:
        case Edit(before, after):
            return {path: _edited(text, before, after).encode() + mark}
        case Bury(_, tombstone):
            return {path: bury(Grave(content=text.encode(), origin=path, tombstone=tombstone))}
        case Restore():
            return {path: text.encode()}
        case Erase():
            return {path: None}


def _taken_apart(path: str, content: bytes) -> tuple[str, bytes]:
    """Return the text of a card and the mark of its burial; refuse to touch what is no text."""
    grave = exhume(content)
    kept = grave.content if grave else content
    text = decode(path, kept)
    if isinstance(text, Problem):
        raise WriteRefused("unreadable-file", path=path)
    return text, content[len(kept) :]


def _edited(text: str, before: Memory, after: Memory) -> str:
    """Return `text` with the lines changed that say something else, and no other byte."""
    lines = split_lines(text) or [""]
    if before.body != after.body:
        lines = replace_text(lines, 1, len(lines), f"\n{after.body}")
    if before.title != after.title:
        lines = replace_text(lines, 0, 1, after.title)
    return "".join(lines)


def _is_card(path: str) -> bool:
    return path.startswith(CARDS) and path.endswith(".md")


def _id_of(path: str) -> MemoryId:
    return path.removeprefix(CARDS).removesuffix(".md")


def _slug(title: str) -> str:
    words = "-".join(re.findall(r"[a-z0-9]+", title.lower()))[:40].strip("-")
    return words or hashlib.sha256(title.encode()).hexdigest()[:8]
