"""From one layout to another: what both can hold comes through, everything else is named."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import permutations

import pytest

from commonplace.app.books import layout_named
from commonplace.core.changes import Files
from commonplace.core.memory import Anchor, Memory, Status, Tombstone, Usage, Validity
from commonplace.core.ports import Layout, Snapshot
from commonplace.flows.convert import Conversion, convert, left_behind
from commonplace.flows.view import view
from commonplace.layouts.registry import NAMES, layout_of
from requirements import requirement

LAYOUTS = tuple(map(layout_of, NAMES))

TODAY = date(2026, 11, 15)
NOW = datetime(2026, 11, 15, tzinfo=UTC)
FULL = Memory(
    id="MEM-retry-policy",
    title="Retry with backoff",
    body="Retry three times, then give up.\n\n- wait 1 s, 2 s, 4 s\n\n```sh\n## curl --retry 3\n```",
    kind="PATTERN",
    topic="backend",
    tags=("http",),
    keywords=("retry", "backoff", "重试"),
    summary="Retry three times with backoff.",
    when_to_load=("Writing a client",),
    source="file:docs/http.md",
    created=date(2026, 1, 2),
    modified=date(2026, 3, 4),
    links=("MEM-timeouts",),
    history="### Previous Version (2026-01-02)\n\nRetry twice.",
    supersedes=("MEM-never-retry",),
    usage=Usage(count=3, last=date(2026, 5, 6)),
    validity=Validity(
        valid_from=date(2026, 1, 1), valid_to=date(2027, 1, 1), applies_when="calling payments"
    ),
    anchors=(Anchor(path="src/client.py", quote="retry(3)", commit="abc1234"),),
    extra={"strength": "validated", "audience": "team"},
)
LINKED = Memory(
    id="MEM-timeouts",
    title="请求 30 秒后超时 / time out",
    body="Read 30 s, write 60 s.",
    topic="backend",
    links=("MEM-retry-policy",),
)
BURIED = Memory(
    id="MEM-never-retry",
    title="Never retry",
    body="Do not retry.",
    topic="backend",
    status=Status.TOMBSTONED,
    tombstone=Tombstone(at=date(2026, 6, 7), reason="superseded", superseded_by="MEM-retry-policy"),
)

UNAPPROVED = Memory(
    id="MEM-from-the-web",
    title="From the web",
    body="Nobody has read this.",
    topic="backend",
    status=Status.QUARANTINED,
)
BOOK = (FULL, LINKED, BURIED, UNAPPROVED)
PAIRS = list(permutations(LAYOUTS, 2))
LOST_IN = {
    "vault": set(),
    "lingxi": {"usage", "anchors"},
    "mem-skill": {"id", "usage", "anchors", "extra.strength", "extra.audience"},
    "profile": {
        *("id", "kind", "topic", "tags", "keywords", "summary", "when_to_load", "source"),
        *("created", "modified", "links", "history", "supersedes", "usage", "validity"),
        *("anchors", "extra.strength", "extra.audience"),
    },
}
"""What the report names for `FULL`: all that such a book cannot hold, and nothing else."""


def applied(existing: Files, conversion: Conversion) -> dict[str, bytes]:
    files = dict(existing)
    for edit in conversion.edits:
        if edit.after is None:
            files.pop(edit.path, None)
        else:
            files[edit.path] = edit.after
    return files


def into(layout: Layout, memories: Sequence[Memory]) -> tuple[Conversion, dict[str, Memory]]:
    """Return how `memories` become a book of `layout`, and what stands in it then."""
    empty = layout.skeleton(TODAY)
    conversion = convert(memories, layout, empty, TODAY)
    return conversion, {m.id: m for m in layout.parse(applied(empty, conversion)).memories}


def renamed(memory: Memory, ids: dict[str, str]) -> Memory:
    """Return `memory` with every name in it as `ids` has it."""
    stone = memory.tombstone
    if stone and stone.superseded_by:
        stone = replace(stone, superseded_by=ids[stone.superseded_by])
    return replace(
        memory,
        id=ids[memory.id],
        links=tuple(ids[link] for link in memory.links),
        supersedes=tuple(ids[name] for name in memory.supersedes),
        tombstone=stone,
    )


@requirement("convert.back")
@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda layout: layout.name)
def test_there_and_back_loses_nothing_that_both_can_hold(source: Layout, target: Layout) -> None:
    before = into(source, BOOK)[1]
    there, middle = into(target, tuple(before.values()))
    back, after = into(source, tuple(middle.values()))

    ids = {old: back.ids[new] for old, new in there.ids.items()}
    both = source.holds & target.holds
    named = {(each.memory, each.field) for each in there.differences}
    assert len(after) == len(before) == len(BOOK)
    for memory in before.values():
        wanted, found = renamed(memory, ids), after[ids[memory.id]]
        for field in sorted(both - {"extra"}):
            if field == "kind" and "profile" in (source.name, target.name):
                assert (memory.id, field) in named or found.kind == wanted.kind
            else:
                assert getattr(found, field) == getattr(wanted, field), field
        if "extra" in both:
            assert memory.extra.items() <= found.extra.items()


@requirement("convert.named")
@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda layout: layout.name)
def test_each_value_that_does_not_come_through_is_named_with_what_it_was(
    source: Layout, target: Layout
) -> None:
    before = into(source, BOOK)[1]
    there, after = into(target, tuple(before.values()))

    named = {(each.memory, each.field): each.was for each in there.differences if each.was}
    for memory in before.values():
        wanted, found = renamed(memory, dict(there.ids)), after[there.ids[memory.id]]
        for field in sorted(source.holds - {"id", "extra", "links", "status"}):
            if getattr(found, field) != getattr(wanted, field) and getattr(memory, field):
                assert named.get((memory.id, field)), field
        lost = [link for link in wanted.links if link not in found.links]
        assert bool(lost) == ((memory.id, "links") in named)
        for key, value in memory.extra.items():
            assert found.extra.get(key) == value or named[(memory.id, f"extra.{key}")] == value


@requirement("convert.named")
@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_report_names_what_the_layout_cannot_hold_and_nothing_else(target: Layout) -> None:
    conversion, _ = into(target, BOOK)

    named = {
        each.field: each.was
        for each in conversion.differences
        if each.memory == FULL.id and each.was
    }
    assert set(named) == LOST_IN[target.name]
    assert all(named.values())
    assert named.get("links", "MEM-timeouts") == "MEM-timeouts"


@requirement("convert.added")
def test_what_the_new_layout_adds_is_named_too() -> None:
    alone = Memory(id="MEM-alone", title="Alone", body="One.", links=("MEM-other",))
    other = Memory(id="MEM-other", title="Other", body="Two.", topic="ops")
    mem_skill, lingxi = layout_named("mem-skill"), layout_named("lingxi")

    named = [
        (each.memory, each.field, each.was, each.now)
        for each in into(mem_skill, (alone, other))[0].differences
    ]

    assert ("MEM-alone", "topic", "", "general") in named
    assert ("MEM-other", "links", "", "general#Alone") in named
    added = [(each.field, each.was, each.now) for each in into(lingxi, (other,))[0].differences]
    assert ("kind", "", "other") in added


@requirement("convert.added")
def test_a_successor_that_a_grave_gets_on_the_way_is_named() -> None:
    stone = Tombstone(at=date(2026, 6, 7), reason="merged_into:MEM-timeouts")
    gone = replace(BURIED, tombstone=stone)

    conversion, standing = into(layout_named("vault"), (replace(LINKED, links=()), gone))

    now = standing[conversion.ids[gone.id]].tombstone
    named = {each.field: each.now for each in conversion.differences if each.memory == gone.id}
    assert now is not None
    assert now.superseded_by == "MEM-timeouts"
    assert "superseded_by: MEM-timeouts" in named["tombstone"]


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_a_grave_says_by_the_new_name_what_it_was_merged_into(target: Layout) -> None:
    stone = Tombstone(at=date(2026, 6, 7), reason=f"merged_into:{FULL.id}", superseded_by=FULL.id)

    conversion, standing = into(target, (FULL, replace(BURIED, tombstone=stone)))

    heir = conversion.ids[FULL.id]
    now = standing[conversion.ids[BURIED.id]].tombstone
    assert now == replace(stone, reason=f"merged_into:{heir}", superseded_by=heir)


@requirement("convert.apart")
@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda layout: layout.name)
def test_of_one_title_the_living_keeps_the_name_on_the_way_back(
    source: Layout, target: Layout
) -> None:
    living = replace(LINKED, id="MEM-deploy-a", title="Deploy", links=())
    buried = replace(BURIED, id="MEM-deploy-b", title="Deploy")
    before = into(source, (buried, living))[1]
    there, middle = into(target, tuple(before.values()))
    back, after = into(source, tuple(middle.values()))

    for memory in before.values():
        found = after[back.ids[there.ids[memory.id]]]
        assert (found.status, found.body) == (memory.status, memory.body)
    alive = next(each for each in before.values() if each.status is Status.ACTIVE)
    if "id" not in LOST_IN[target.name]:
        assert back.ids[there.ids[alive.id]] == alive.id


@requirement("convert.named")
@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_a_key_of_another_book_takes_no_fields_place(target: Layout) -> None:
    clashing = {"Id": "7", "id": "8", "Title": "Other", "Kind": "z", "tags": "q", "Date": "never"}

    conversion, standing = into(target, [replace(LINKED, links=(), kind="topic", extra=clashing)])

    found = standing[conversion.ids[LINKED.id]]
    named = {each.field for each in conversion.differences}
    assert (found.title, found.body, found.tags) == (LINKED.title, LINKED.body, ())
    assert {f"extra.{key}" for key in clashing if key not in found.extra} <= named


@requirement("convert.back")
def test_the_time_of_day_that_a_note_says_comes_through_or_is_named() -> None:
    lingxi, moment = layout_named("lingxi"), "2026-01-02T10:00:00Z"
    note = f"# A\n\n## Meta\n\n- **Id**: MEM-a\n- **CreatedAt**: {moment}\n".encode()
    before = lingxi.parse({"memory/notes/MEM-a.md": note}).memories

    vault = tuple(into(layout_named("vault"), before)[1].values())

    assert into(lingxi, vault)[1]["MEM-a"].extra["CreatedAt"] == moment
    timed = {"10-Memories/MEM-a.md": f"---\ntitle: A\ncreated: {moment}\n---\n".encode()}
    read = layout_named("vault").parse(timed).memories
    assert into(lingxi, read)[1]["MEM-a"].extra["CreatedAt"] == moment
    lost = into(layout_named("mem-skill"), before)[0].differences
    assert ("extra.CreatedAt", moment) in [(each.field, each.was) for each in lost]


@requirement("convert.named")
def test_what_stands_beside_the_memories_is_named() -> None:
    files = {
        "mem-skill": {
            "knowledge-base/ops.md": b"# Ops\n\nOurs.\n\n## A\n**Date:** soon\n**Related:** see [[ops#B]], [[c#[C]]]\n"
            b"**Keywords:** a\n\n---\n\n## B\n**Related:** [[ops#A]], [[c#[C]]]\n",
            "knowledge-base/_index.json": b'{"categories": [{"id": "ops", "file": "ops.md", '
            b'"keywords": ["a", "deploy", "deploy"], "name": "Ours"}, {"id": "x", "file": "x.md", "keywords": '
            b'["b"]}], "absorbed": ["y"], "none": []}',
        },
        "profile": {
            "soul.md": "# XiaoPaw 灵魂文件\n\nMine.\n\n## 名字\n\nKit\n".encode(),
            "memory.md": "# 长期记忆索引\n\n- x → memory_x.md\n".encode(),
            ".commonplace/tombstones/memory_y.md": b'# Y\n\nOld.\n\n<!-- buried: {"at": "2026-01-02", '
            b'"reason": "moved", "from": "memory_y.md"} -->\n',
        },
        "lingxi": {
            "memory/notes/MEM-a.md": b"# A\n\n## Meta\n\n- **Links**: [[MEM-b]], [[MEM-c]]\n",
            "memory/notes/MEM-b.md": b"# B\n\n## Meta\n\n- **Links**: [[MEM-a]] came first, MEM-c\n",
            "memory/notes/share/b.md": b"# B\n\n## Meta\n\n- **Id**: MEM-a\n",
        },
        "vault": {
            "10-Memories/MEM-a.md": b"---\ntitle: A\n---\n# A\n\nText.\n",
            "10-Memories/MEM-b.md": b"---\ntitle: B\n---\n# B\n\nText.\n\n## Connections\n"
            b"<!-- Add links -->\n- [[MEM-a]]\n\nThe one that\n- [[MEM-a]] - came first\n* [[MEM-a|A]]\n",
        },
    }

    named = {
        name: [
            (each.memory, each.field, each.was)
            for each in left_behind(view(layout_named(name), "/b", Snapshot(files=book), NOW))
        ]
        for name, book in files.items()
    }

    assert named == {
        "mem-skill": [
            ("knowledge-base/ops.md", "text", "see [[ops#B]], [[c#[C]]]"),
            ("knowledge-base/ops.md", "text", "# Ops\nOurs."),
            ("knowledge-base/_index.json", "categories.ops.keywords", "deploy"),
            ("knowledge-base/_index.json", "categories.ops.name", "Ours"),
            (
                "knowledge-base/_index.json",
                "categories.x",
                '{"id": "x", "file": "x.md", "keywords": ["b"], "count": 0}',
            ),
            ("knowledge-base/_index.json", "absorbed", '["y"]'),
            ("knowledge-base/ops.md", "date", "A: Date soon"),
        ],
        "profile": [
            ("memory.md", "text", "- x → memory_x.md"),
            ("soul.md", "text", "Mine."),
        ],
        "lingxi": [
            ("memory/notes/MEM-b.md", "text", "[[MEM-a]] came first, MEM-c"),
            ("memory/notes/share/b.md", "text", "# B\n## Meta\n- **Id**: MEM-a"),
        ],
        "vault": [
            (
                "10-Memories/MEM-b.md",
                "text",
                "The one that\n- [[MEM-a]] - came first\n* [[MEM-a|A]]",
            )
        ],
    }


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_title_and_the_text_always_come_through(target: Layout) -> None:
    conversion, standing = into(target, BOOK)

    assert [
        (standing[conversion.ids[m.id]].title, standing[conversion.ids[m.id]].body) for m in BOOK
    ] == [(memory.title, memory.body) for memory in BOOK]


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_what_is_buried_or_unapproved_stays_so(target: Layout) -> None:
    conversion, standing = into(target, BOOK)

    assert [standing[conversion.ids[m.id]].status for m in BOOK] == [m.status for m in BOOK]
    assert standing[conversion.ids[BURIED.id]].tombstone == Tombstone(
        at=date(2026, 6, 7), reason="superseded", superseded_by=conversion.ids[FULL.id]
    )


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_what_somebody_threw_away_by_hand_comes_buried_and_the_report_names_the_tombstone(
    target: Layout,
) -> None:
    thrown_away = replace(BURIED, tombstone=None)

    conversion, standing = into(target, [FULL, thrown_away])

    there = standing[conversion.ids[BURIED.id]]
    assert (there.status, there.tombstone) == (Status.TOMBSTONED, Tombstone(at=TODAY, reason=""))
    fields = {each.field for each in conversion.differences if each.memory == BURIED.id}
    assert ("status" in fields, "tombstone" in fields) == (False, True)


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_same_book_gives_the_same_bytes(target: Layout) -> None:
    assert into(target, BOOK)[0] == into(target, BOOK)[0]


@pytest.mark.parametrize("target", ["vault", "lingxi"])
def test_ids_of_one_form_are_kept(target: str) -> None:
    assert into(layout_named(target), BOOK)[0].ids == {memory.id: memory.id for memory in BOOK}


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_an_id_that_the_other_book_has_already_is_not_taken_from_it(target: Layout) -> None:
    empty = target.skeleton(TODAY)
    there = applied(empty, convert([FULL], target, empty, TODAY))
    other = replace(FULL, body="Another text.", links=(), supersedes=())

    conversion = convert([other], target, there, TODAY)

    after = {m.id: m.body for m in target.parse(applied(there, conversion)).memories}
    assert sorted(after.values()) == sorted([FULL.body, "Another text."])
    assert after[conversion.ids[FULL.id]] == "Another text."


@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_memories_of_one_title_get_names_of_their_own(target: Layout) -> None:
    twins = [Memory(id=f"n{number}", title="Same", body=str(number)) for number in range(30)]

    conversion, standing = into(target, twins)

    assert [standing[conversion.ids[twin.id]].body for twin in twins] == [t.body for t in twins]


@requirement("convert.page")
def test_a_category_that_is_too_long_for_one_page_goes_on_in_the_next() -> None:
    long = "word " * 40_000
    many = [Memory(id=f"n{n}", title=f"Note {n}", body=long.strip(), topic="ops") for n in range(6)]

    conversion, standing = into(layout_named("mem-skill"), many)

    assert [standing[conversion.ids[m.id]].topic for m in many] == [
        *("ops", "ops", "ops-2", "ops-2", "ops-3", "ops-3")
    ]


@pytest.mark.laws
@requirement("convert.linear")
@pytest.mark.parametrize("target", LAYOUTS, ids=lambda layout: layout.name)
def test_the_work_grows_with_the_book_and_not_with_its_square(target: Layout) -> None:
    def calls(count: int) -> int:
        """Return how many functions are called: the clock of a busy machine proves nothing."""
        book = [
            replace(LINKED, id=f"n{n}", title=f"Note {n} of {count}", links=(f"n{n // 2}",))
            for n in range(count)
        ]
        book[0] = replace(BURIED, id="n0", tombstone=Tombstone(at=TODAY, reason="old"))
        seen = []
        sys.setprofile(lambda _frame, event, _argument: seen.append(event))
        try:
            into(target, book)
        finally:
            sys.setprofile(None)
        return len(seen)

    calls(10)
    assert calls(320) < 8 * calls(40) * 1.5
