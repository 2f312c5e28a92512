"""From one layout to another: what both can hold comes through, everything else is named."""

from datetime import date
from itertools import permutations

import pytest

from commonplace.app.books import LAYOUTS
from commonplace.core.changes import Files
from commonplace.core.memory import Memory, Tombstone, Usage, Validity
from commonplace.core.ports import Layout
from commonplace.flows.convert import Conversion, convert

TODAY = date(2026, 11, 15)
FULL = Memory(
    id="MEM-retry-policy",
    title="Retry with backoff",
    body="Retry three times, then give up.\n\n- wait 1 s, 2 s, 4 s\n\n```sh\ncurl --retry 3\n```",
    kind="PATTERN",
    topic="backend",
    tags=("http",),
    keywords=("retry", "backoff"),
    summary="Retry three times with backoff.",
    when_to_load=("Writing a client",),
    source="user input",
    created=date(2026, 1, 2),
    modified=date(2026, 3, 4),
    links=("MEM-timeouts",),
    supersedes=("MEM-older",),
    usage=Usage(count=3, last=date(2026, 5, 6)),
    validity=Validity(
        valid_from=date(2026, 1, 1), valid_to=date(2027, 1, 1), applies_when="calling payments"
    ),
)
LINKED = Memory(
    id="MEM-timeouts", title="Time out after 30 s", body="Read 30 s, write 60 s.", topic="backend"
)
BURIED = Memory(
    id="MEM-never-retry",
    title="Never retry",
    body="Do not retry.",
    topic="backend",
    tombstone=Tombstone(at=date(2026, 6, 7), reason="superseded", superseded_by="MEM-retry-policy"),
)
BOOK = (FULL, LINKED, BURIED)
PAIRS = list(permutations(LAYOUTS, 2))


def applied(existing: Files, conversion: Conversion) -> dict[str, bytes]:
    files = dict(existing)
    for edit in conversion.edits:
        if edit.after is None:
            files.pop(edit.path, None)
        else:
            files[edit.path] = edit.after
    return files


def written(layout: Layout, memories: tuple[Memory, ...]) -> tuple[Memory, ...]:
    """Return `memories` as a book of `layout` holds them."""
    files = applied(
        layout.skeleton(TODAY), convert(memories, layout, layout.skeleton(TODAY), TODAY)
    )
    return layout.parse(files).memories


@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda layout: layout.name)
def test_there_and_back_loses_only_what_the_reports_name(source: Layout, target: Layout) -> None:
    before = written(source, BOOK)
    there = convert(before, target, target.skeleton(TODAY), TODAY)
    middle = target.parse(applied(target.skeleton(TODAY), there)).memories
    back = convert(middle, source, source.skeleton(TODAY), TODAY)
    after = source.parse(applied(source.skeleton(TODAY), back)).memories

    named = {(each.memory, each.field.split(".")[0]) for each in there.differences}
    now = {memory.id: memory for memory in after}
    for memory in before:
        same = now[back.ids[there.ids[memory.id]]]
        for field in (
            "title",
            "body",
            "keywords",
            "summary",
            "source",
            "created",
            "modified",
            "tombstone",
        ):
            if (memory.id, field) not in named and field != "tombstone":
                assert getattr(same, field) == getattr(memory, field), field
            if field == "tombstone" and (memory.id, field) not in named:
                assert (same.tombstone is None) == (memory.tombstone is None)


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_every_value_is_held_or_named(target: Layout) -> None:
    conversion = convert(BOOK, target, target.skeleton(TODAY), TODAY)
    standing = {
        memory.id: memory
        for memory in target.parse(applied(target.skeleton(TODAY), conversion)).memories
    }
    named = {each.field for each in conversion.differences if each.memory == FULL.id}
    now = standing[conversion.ids[FULL.id]]

    for field in (
        "title",
        "body",
        "kind",
        "topic",
        "tags",
        "keywords",
        "summary",
        "when_to_load",
        "usage",
        "validity",
    ):
        assert getattr(now, field) == getattr(FULL, field) or field in named, field


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_a_value_that_is_named_tells_what_it_was(target: Layout) -> None:
    conversion = convert(BOOK, target, target.skeleton(TODAY), TODAY)

    assert [each for each in conversion.differences if not each.was] == []


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_title_the_text_and_the_links_always_come_through(target: Layout) -> None:
    conversion = convert(BOOK, target, target.skeleton(TODAY), TODAY)
    standing = {
        memory.id: memory
        for memory in target.parse(applied(target.skeleton(TODAY), conversion)).memories
    }

    for memory in BOOK:
        now = standing[conversion.ids[memory.id]]
        assert (now.title, now.body) == (memory.title, memory.body)
    assert conversion.ids[LINKED.id] in standing[conversion.ids[FULL.id]].links or any(
        each.field == "links" for each in conversion.differences
    )


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_same_book_gives_the_same_bytes(target: Layout) -> None:
    first = convert(BOOK, target, target.skeleton(TODAY), TODAY)

    assert convert(BOOK, target, target.skeleton(TODAY), TODAY) == first


def test_ids_of_one_form_are_kept() -> None:
    vault = next(layout for layout in LAYOUTS if layout.name == "vault")

    assert convert(BOOK, vault, vault.skeleton(TODAY), TODAY).ids == {m.id: m.id for m in BOOK}
