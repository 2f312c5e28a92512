"""The rejections of a book: recognise a text among them, and write the page that keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from commonplace.core.changes import (
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    Restore,
    page_edits,
    page_text,
)
from commonplace.core.letters import is_unspaced
from commonplace.core.memory import Memory, MemoryId, Status, own_words
from commonplace.core.rejections import (
    PAGE,
    Exact,
    Near,
    Rejection,
    append_rejection,
    lift_rejection,
    parse_rejections,
    recognise,
    said_refused,
)
from commonplace.errors import WriteRefused
from commonplace.flows.view import View


def rejections_in(page: bytes | None) -> tuple[Rejection, ...]:
    """Return the rejections on a page of the book; no page, no rejections."""
    return parse_rejections((page or b"").decode("utf-8", "replace"))


def met(memory: Memory, rejections: Sequence[Rejection], today: date) -> Exact | Near | None:
    """Return which of `rejections` a memory meets: by its body, with its title, without what it quotes.

    What stands beside its text, a title or when it holds, never makes a memory the refused claim, but a person has to look at it.
    """
    if not rejections:
        return None
    whole = (memory.body, f"{memory.title}\n{memory.body}", own_words(memory.body))
    found = [_recognised(text, memory.topic, rejections, today) for text in whole]
    exact = next((each for each in found if isinstance(each, Exact)), None)
    found += [_recognised(text, memory.topic, rejections, today) for text in _beside(memory)]
    return exact or next((Near(each.rejection) for each in found if each is not None), None)


def refused_in(
    memories: Iterable[Memory], page: bytes | None, today: date
) -> dict[MemoryId, Rejection]:
    """Return which of `memories` live although they say what the page refuses, however they came back."""
    rejections = rejections_in(page)
    return saying(memories, rejections, today) if rejections else {}


def saying(
    memories: Iterable[Memory], rejections: Sequence[Rejection], today: date
) -> dict[MemoryId, Rejection]:
    """Return the living ones of `memories` that say one of `rejections` whole, each with it."""
    found: dict[MemoryId, Rejection] = {}
    for memory in memories:
        texts = (memory.body, *_beside(memory))
        if memory.status is not Status.TOMBSTONED and (
            refused := said_refused(texts, rejections, memory.topic, today)
        ):
            found[memory.id] = refused
    return found


def lifting(memories: Iterable[Memory], files: Files, today: date) -> tuple[FileEdit, ...]:
    """Return the edit that lifts what `memories` say although it is refused: a person has let them in."""
    refused = refused_in(memories, files.get(PAGE), today)
    return page_without(tuple(dict.fromkeys(refused.values())), files, today)


def _recognised(
    text: str, topic: str, rejections: Sequence[Rejection], today: date
) -> Exact | Near | None:
    return recognise(text, rejections, topic, today) if text.strip() else None


def is_refused(claim: str, files: Files, today: date) -> bool:
    """Say whether exactly this is refused in the whole book already."""
    return isinstance(recognise(claim, rejections_in(files.get(PAGE)), "", today), Exact)


def refusals_of(
    memories: Iterable[Memory], files: Files, today: date, *, reason: str, who: str
) -> list[Rejection]:
    """Return the rejections that deleting `memories` means; what is refused already needs no other."""
    found = [
        Rejection(claim=said, reason=reason, who=who, at=today)
        for memory in memories
        if (said := own_words(memory.body) or memory.title) and not is_refused(said, files, today)
    ]
    return list({rejection.id: rejection for rejection in found}.values())


def page_with(rejections: Sequence[Rejection], files: Files) -> tuple[FileEdit, ...]:
    """Return the edit that adds `rejections` to the page, none when there are none."""
    page = page_text(files, PAGE)
    for rejection in rejections:
        page = append_rejection(page, rejection)
    return page_edits(files, PAGE, page)


def page_without(
    rejections: Sequence[Rejection], files: Files, today: date
) -> tuple[FileEdit, ...]:
    """Return the edit that lifts `rejections`; they stay on the page, with the day it happened."""
    page = page_text(files, PAGE)
    for rejection in rejections:
        page = lift_rejection(page, rejection.id, today)
    return page_edits(files, PAGE, page)


def page_after(edits: Iterable[FileEdit], page: bytes | None) -> bytes | None:
    """Return the page as `edits` leave it."""
    return next((edit.after for edit in edits if edit.path == PAGE), page)


def check_refused(changes: Sequence[Change], page: bytes | None, today: date) -> None:
    """Raise `WriteRefused` when a change would bring back exactly what was refused."""
    rejections = rejections_in(page)
    buried = {change.memory.id for change in changes if isinstance(change, Bury)}
    for memory in brought_in(changes):
        if memory.id in buried:  # a whole book moves with its graves
            continue
        found = met(memory, rejections, today)
        if isinstance(found, Exact):
            at, name = found.rejection.at, found.rejection.id
            raise WriteRefused("rejected", at=at, rejection=name, id=memory.id)


def nearly_refused(changes: Iterable[Change], view: View) -> Rejection | None:
    """Return the refused claim that a change comes near to and that was not near before."""
    rejections = rejections_in(view.files.get(PAGE))
    for change in changes:
        after = _brought_in(change)
        found = met(after, rejections, view.today) if after else None
        before = change.before if isinstance(change, Edit) else None
        if isinstance(found, Near) and not (before and met(before, rejections, view.today)):
            return found.rejection
    return None


def brought_in(changes: Iterable[Change]) -> list[Memory]:
    """Return the memories whose words `changes` bring in."""
    return [memory for memory in map(_brought_in, changes) if memory is not None]


def _brought_in(change: Change) -> Memory | None:
    match change:
        case Create(memory) | Restore(memory):
            return memory
        case Edit(before, after):
            is_new = before.body != after.body or _beside(before) != _beside(after)
            return after if is_new else None
        case Bury() | Erase():
            return None


def _beside(memory: Memory) -> tuple[str, ...]:
    """Return what an agent may be told of a memory beside its text; labels are words, too, and only one of several says something."""
    labels = (memory.topic, *memory.tags, *memory.keywords)
    said = [each.replace("-", " ").replace("_", " ") for each in labels]
    said += [memory.validity.applies_when, memory.source, *memory.when_to_load]
    return memory.title, memory.summary, *filter(_says_something, said)


def _says_something(label: str) -> bool:
    return len(label.split()) > 2 or sum(map(is_unspaced, label)) > 5
