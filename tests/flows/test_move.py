"""One memory from one book to another: it stands there first, and only then is it buried here."""

from dataclasses import replace

import pytest

from commonplace.app.books import layout_named
from commonplace.core.changes import Create
from commonplace.core.memory import Candidate, Memory, Status, Tombstone
from commonplace.core.ports import Layout
from commonplace.errors import BadInput, ChangedUnderneath, NoSuchMemory
from commonplace.flows.commit import commit
from commonplace.flows.convert import move
from commonplace.flows.view import View, files_of, view
from commonplace.layouts.registry import NAMES, layout_of
from commonplace.testing import MemoryStore
from flows.books import NOW, STAMP
from requirements import requirement

LAYOUTS = tuple(map(layout_of, NAMES))

TODAY = NOW.date()
NOTE = Memory(
    id="MEM-vpn",
    title="The VPN",
    body="Start it before a deploy.",
    kind="CONFIG",
    topic="ops",
    keywords=("vpn",),
    source="user input",
    created=TODAY,
)


def book(layout: Layout, *memories: Memory) -> MemoryStore:
    files = dict(layout.skeleton(TODAY))
    for edit in layout.render([Create(memory) for memory in memories], files, TODAY):
        files[edit.path] = edit.after or b""
    return MemoryStore(files=files)


def look(layout: Layout, store: MemoryStore, name: str) -> View:
    return view(layout, name, store.read(files_of(layout)), NOW)


VAULT = layout_named("vault")


@requirement("move.order")
@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_memory_stands_there_and_is_buried_here(target: Layout) -> None:
    here, there = book(VAULT, NOTE), book(target)
    planned = move(NOTE, look(VAULT, here, "/here"), look(target, there, "/there"))

    commit(planned.arrival, target, there, STAMP, TODAY)
    commit(planned.departure, VAULT, here, STAMP, TODAY)

    (arrived,) = target.parse(there.read(target.reads).files).memories
    (left,) = VAULT.parse(here.read(VAULT.reads).files).memories
    assert (arrived.id, arrived.title, arrived.body) == (planned.new_id, NOTE.title, NOTE.body)
    assert left.tombstone == Tombstone(at=TODAY, reason=f"moved_to:{planned.new_id}")


def test_between_books_of_one_layout_nothing_differs() -> None:
    here, there = book(VAULT, NOTE), book(VAULT)

    planned = move(NOTE, look(VAULT, here, "/here"), look(VAULT, there, "/there"))

    assert (planned.new_id, planned.differences) == (NOTE.id, ())


SAID_ON_THE_PAGE = {
    "vault": (
        "10-Memories/MEM-b.md",
        "---\ntitle: B\ncreated: soon\n---\n# B\n\nText.\n\n## Connections\n- [[MEM-a]] - came first\n",
        "- [[MEM-a]] - came first",
        "created: soon",
    ),
    "mem-skill": (
        "knowledge-base/ops.md",
        "## A\n**Date:** once\n**Related:** not [[ops#B]]\n\n## B\n**Date:** soon\n**Related:** see [[ops#A]]\n",
        "see [[ops#A]]",
        "B: Date soon",
    ),
    "lingxi": (
        "memory/notes/MEM-b.md",
        "# B\n\n## Meta\n\n- **Links**: [[MEM-a]] came first\n- **CreatedAt**: soon\n",
        "[[MEM-a]] came first",
        "CreatedAt: soon",
    ),
}


@requirement("convert.named")
@pytest.mark.parametrize("name", SAID_ON_THE_PAGE)
def test_what_only_the_page_of_a_memory_that_moves_says_is_named(name: str) -> None:
    path, text, *said = SAID_ON_THE_PAGE[name]
    here = look(layout_named(name), MemoryStore(files={path: text.encode()}), "/here")
    (moving,) = (each for each in here.reading.memories if each.title == "B")

    planned = move(moving, here, look(VAULT, book(VAULT), "/there"))

    left = [each for each in planned.differences if each.field in ("text", "date")]
    assert [(each.memory, each.was, each.now) for each in left] == [
        (moving.id, words, "") for words in said
    ]


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_a_memory_of_that_name_over_there_keeps_its_name_and_its_text(target: Layout) -> None:
    other = Candidate(title=NOTE.title, body="Another text.", topic=NOTE.topic)
    first = target.draft(other, target.skeleton(TODAY), TODAY)
    there = book(target, first)
    here = book(VAULT, replace(NOTE, id=first.id.replace("#", "-")))
    moving = look(VAULT, here, "/here").reading.memories[0]

    planned = move(moving, look(VAULT, here, "/here"), look(target, there, "/there"))
    commit(planned.arrival, target, there, STAMP, TODAY)

    bodies = {m.id: m.body for m in target.parse(there.read(target.reads).files).memories}
    assert bodies == {first.id: first.body, planned.new_id: NOTE.body}


@requirement("move.refused")
def test_to_the_book_it_is_in_a_memory_is_not_moved() -> None:
    seen = look(VAULT, book(VAULT, NOTE), "/here")

    with pytest.raises(BadInput, match="is the book the memory is in"):
        move(NOTE, seen, seen)


@requirement("move.refused")
def test_a_buried_memory_is_not_moved() -> None:
    stone = Tombstone(at=TODAY, reason="old")
    buried = replace(NOTE, status=Status.TOMBSTONED, tombstone=stone)

    with pytest.raises(BadInput, match="is forgotten already"):
        move(buried, look(VAULT, book(VAULT), "/here"), look(VAULT, book(VAULT), "/there"))


@requirement("move.order")
def test_what_fails_between_the_two_writes_leaves_it_in_both_books_and_never_in_neither() -> None:
    here, there = book(VAULT, NOTE), book(VAULT)
    planned = move(NOTE, look(VAULT, here, "/here"), look(VAULT, there, "/there"))
    del here.files["10-Memories/MEM-vpn.md"]

    commit(planned.arrival, VAULT, there, STAMP, TODAY)
    with pytest.raises(ChangedUnderneath, match="changed while the proposal waited"):
        commit(planned.departure, VAULT, here, STAMP, TODAY)

    assert "10-Memories/MEM-vpn.md" in there.files


def test_a_memory_that_is_gone_is_not_moved() -> None:
    with pytest.raises(NoSuchMemory):
        move(NOTE, look(VAULT, book(VAULT), "/here"), look(VAULT, book(VAULT), "/there"))
