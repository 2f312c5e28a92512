"""The laws every layout keeps, run once per layout; a new layout is a row in `layout_cases`."""

import difflib
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layout_cases import CASES, LayoutCase

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, FileEdit, Files, Restore
from commonplace.core.memory import Candidate, Memory, Status, Tombstone, Usage, Validity
from commonplace.core.ports import Reading
from commonplace.errors import CommonplaceError, WriteRefused
from requirements import requirement
from tiers import one_in

TODAY = date(2026, 3, 1)
STONE = Tombstone(at=TODAY, reason="purge")
BOOKS = [
    pytest.param(case, book, id=f"{case.name}: {book}") for case in CASES for book in case.books
]
LAYOUTS = [pytest.param(case, id=case.name) for case in CASES]

HOSTILE = {
    "not UTF-8": b"---\ntitle: \xff\xfe\n---\n",
    "NUL": b"---\ntitle: a\0b\n---\n",
    "too large": b"x" * ((1 << 20) + 1),
    "conflict markers": b"<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
}


def written(files: Files, edits: tuple[FileEdit, ...]) -> Files:
    now = dict(files)
    for edit in edits:
        if edit.after is None:
            del now[edit.path]
        else:
            now[edit.path] = edit.after
    return now


def after(case: LayoutCase, files: Files, *changes: Change) -> Files:
    return written(files, case.layout.render(changes, files, TODAY))


def held(case: LayoutCase, memory: Memory) -> dict[str, object]:
    fields = case.layout.holds - case.unheld_in_new
    return {name: getattr(memory, name) for name in sorted(fields)}


def lost_lines(before: Files, now: Files) -> list[bytes]:
    old, new = (
        [
            line
            for path in sorted(files, key=_name)
            for line in files[path].splitlines(keepends=True)
        ]
        for files in (before, now)
    )
    return [line[2:] for line in _ndiff(old, new) if line.startswith(b"- ")]


def _name(path: str) -> tuple[str, str]:
    """Return what files are compared in the order of: a layout may keep what waits in another folder."""
    return path.rpartition("/")[2], path


def _ndiff(old: list[bytes], new: list[bytes]) -> list[bytes]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        b"- " + line
        for what, start, stop, _, _ in matcher.get_opcodes()
        if what in ("delete", "replace")
        for line in old[start:stop]
    ]


def living(reading: Reading) -> list[Memory]:
    return [memory for memory in reading.memories if memory.tombstone is None]


@requirement("law.bytes")
@pytest.mark.parametrize(("case", "book"), one_in(3, BOOKS))
def test_a_memory_that_says_the_same_keeps_every_byte(case: LayoutCase, book: str) -> None:
    files = case.books[book]

    for memory in case.layout.parse(files).memories:
        assert case.layout.render([Edit(memory, memory)], files, TODAY) == ()


@requirement("law.own-lines")
@pytest.mark.parametrize(("case", "book"), one_in(3, BOOKS))
def test_adding_to_the_body_loses_no_line(case: LayoutCase, book: str) -> None:
    files = case.books[book]
    for memory in living(case.layout.parse(files)):
        longer = replace(memory, body=f"{memory.body}\n\nOne line more.".strip())

        now = after(case, files, Edit(memory, longer))

        assert [line for line in lost_lines(files, now) if line.endswith(b"\n")] == []
        assert longer in case.layout.parse(now).memories


NEW_VALUES = {
    "title": "Another title",
    "summary": "Another: summary #1",
    "keywords": ("one", "two words", "c#"),
    "topic": "new/topic",
    "source": "file: C:\\x.md",
    "tags": ("x", "y"),
    "modified": TODAY,
    "usage": Usage(count=7, last=TODAY),
    "validity": Validity(applies_when="on Linux"),
    "links": ("MEM-old-port",),
    "when_to_load": ("a call fails",),
    "supersedes": ("MEM-old-port",),
    "status": Status.QUARANTINED,
    "history": "### Previous Version (2025-01-01)\n\nIt was otherwise.",
}


@requirement("law.own-lines")
@pytest.mark.parametrize(("case", "book"), one_in(3, BOOKS))
def test_an_edit_of_one_field_changes_that_field_alone(case: LayoutCase, book: str) -> None:
    files = case.books[book]
    for memory in living(case.layout.parse(files)):
        for field in sorted((NEW_VALUES.keys() & case.layout.holds) - case.naming):
            if field == "tags" and not memory.kind:
                continue
            changed = replace(memory, **{field: NEW_VALUES[field]})

            now = after(case, files, Edit(memory, changed))

            assert changed in case.layout.parse(now).memories
            assert len(lost_lines(files, now)) <= 3, field


@requirement("law.unknown-text")
@pytest.mark.parametrize(("case", "book"), one_in(3, BOOKS))
def test_text_that_nobody_models_survives_every_change(case: LayoutCase, book: str) -> None:
    files = case.books[book]
    unknown = [line for text in files.values() for line in text.split(b"\n") if b"unknown" in line]
    now = files
    for memory in case.layout.parse(files).memories:
        known = {
            name: NEW_VALUES[name]
            for name in {"summary", "title"} & case.layout.holds - case.naming
        }
        now = after(case, now, Edit(memory, replace(memory, **known)))

    kept = [line for text in now.values() for line in text.split(b"\n") if b"unknown" in line]
    assert [line.rstrip(b"\r") for line in kept if b"title" not in line] == [
        line.rstrip(b"\r") for line in unknown if b"title" not in line
    ]


@requirement("law.foreign")
@pytest.mark.parametrize("case", LAYOUTS)
def test_files_that_are_not_its_own_do_not_exist_for_a_layout(case: LayoutCase) -> None:
    files = case.books["plain"]
    more = {**files, ".commonplace/rejections.md": b"# No\n\n## R-1\n", "src/x.md": b"# X\n\ny\n"}
    candidate = Candidate(title="X", body="y", topic="x")

    assert case.layout.parse(more) == case.layout.parse(files)
    assert case.layout.derive(more, TODAY) == case.layout.derive(files, TODAY)
    assert case.layout.check(more, TODAY) == case.layout.check(files, TODAY)
    assert case.layout.draft(candidate, more, TODAY) == case.layout.draft(candidate, files, TODAY)


@requirement("law.burial")
@pytest.mark.parametrize(("case", "book"), one_in(3, BOOKS))
def test_burying_and_restoring_gives_the_bytes_from_before(case: LayoutCase, book: str) -> None:
    files = case.books[book]
    for memory in living(case.layout.parse(files)):
        buried = after(case, files, Bury(memory, STONE))
        corpse = next(m for m in case.layout.parse(buried).memories if m.id == memory.id)

        assert (corpse.status, corpse.tombstone) == (Status.TOMBSTONED, STONE)
        assert after(case, buried, Restore(corpse)) == files


@requirement("law.burial")
@pytest.mark.parametrize("case", LAYOUTS)
def test_an_erased_memory_leaves_no_trace(case: LayoutCase) -> None:
    files = case.books["plain"]
    memory = living(case.layout.parse(files))[0]
    buried = after(case, files, Bury(memory, STONE))
    corpse = next(m for m in case.layout.parse(buried).memories if m.id == memory.id)

    now = after(case, buried, Erase(corpse))

    assert memory.id not in {m.id for m in case.layout.parse(now).memories}


@requirement("law.indices")
@pytest.mark.parametrize(("case", "book"), one_in(3, BOOKS))
def test_derived_files_depend_on_the_sources_alone(case: LayoutCase, book: str) -> None:
    files = case.books[book]

    fresh = written(files, case.layout.derive(files, TODAY))

    assert case.layout.derive(fresh, TODAY + timedelta(days=40)) == ()
    backwards = dict(reversed(files.items()))
    assert written(backwards, case.layout.derive(backwards, date(1999, 1, 1))) == fresh


@requirement("law.indices")
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_new_book_is_empty_fresh_and_recognised(case: LayoutCase) -> None:
    files = case.layout.skeleton(TODAY)

    def exists(path: str) -> bool:
        return any(name == path or name.startswith(path + "/") for name in files)

    assert case.layout.parse(files) == Reading(memories=(), places={}, problems=())
    assert case.layout.derive(files, TODAY + timedelta(days=9)) == ()
    assert case.layout.check(files, TODAY) == ()
    assert case.layout.recognises(exists)
    assert all(case.layout.reads(path) for path in files)


@requirement("law.indices")
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_stale_index_is_reported_as_mendable_and_a_fresh_one_is_not(case: LayoutCase) -> None:
    files = case.books["plain"]
    edits = case.layout.derive(files, TODAY)
    derived = {edit.path for edit in edits}

    stale = {p.path for p in case.layout.check(files, TODAY) if p.can_fix}
    fresh = case.layout.check(written(files, edits), TODAY)

    assert stale == derived
    assert [problem for problem in fresh if problem.path in derived] == []


@requirement("law.hostile")
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_hostile_file_is_listed_and_never_rewritten(case: LayoutCase, kind: str) -> None:
    files = {**case.books["plain"], case.spoilable: HOSTILE[kind]}
    victim = case.layout.parse(case.books["plain"])
    inside = [m for m in victim.memories if victim.places[m.id].path == case.spoilable]

    reading = case.layout.parse(files)

    assert case.spoilable in {problem.path for problem in reading.problems}
    assert case.spoilable not in {edit.path for edit in case.layout.derive(files, TODAY)}
    assert {m.id for m in reading.memories} == {m.id for m in victim.memories} - {
        m.id for m in inside
    }
    for memory in inside:
        with pytest.raises(CommonplaceError):
            case.layout.render([Bury(memory, STONE)], files, TODAY)


UNREADABLE_BODIES = {
    "too large": "word " * 250_000,
    "conflict markers": "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs",
}


@requirement("law.hostile")
@pytest.mark.parametrize("kind", UNREADABLE_BODIES)
@pytest.mark.parametrize("case", LAYOUTS)
def test_nothing_is_written_that_could_not_be_read_again(case: LayoutCase, kind: str) -> None:
    files = case.books["plain"]
    candidate = Candidate(title="T", body=UNREADABLE_BODIES[kind], topic="workflow")

    try:
        now = after(case, files, Create(case.layout.draft(candidate, files, TODAY)))
    except WriteRefused:
        return  # Some layouts can spell such a text; the others must not write it.

    assert case.layout.parse(now).problems == case.layout.parse(files).problems
    assert candidate.body in {memory.body for memory in case.layout.parse(now).memories}


@requirement("law.draft")
@pytest.mark.parametrize("case", LAYOUTS)
def test_a_batch_is_named_as_one_by_one(case: LayoutCase) -> None:
    files = case.layout.skeleton(TODAY)
    candidates = [
        Candidate(title=title, body="x", topic=topic)
        for title in ("Retry with backoff", "Retry", "重试")
        for topic in ("http", "http", "user", "")
    ]
    one_by_one = []
    for candidate in candidates:
        one_by_one.append(case.layout.draft(candidate, files, TODAY))
        files = after(case, files, Create(one_by_one[-1]))

    together = case.layout.drafts(candidates, case.layout.skeleton(TODAY), TODAY)

    assert [memory.id for memory in together] == [memory.id for memory in one_by_one]


@requirement("law.draft")
@pytest.mark.parametrize("case", LAYOUTS)
def test_two_memories_of_one_title_get_two_names(case: LayoutCase) -> None:
    files = case.layout.skeleton(TODAY)
    candidate = Candidate(title="Retry with backoff", body="Three times.", topic="http")
    first = case.layout.draft(candidate, files, TODAY)
    files = after(case, files, Create(first))

    second = case.layout.draft(candidate, files, TODAY)
    files = after(case, files, Create(second))

    assert {m.id for m in case.layout.parse(files).memories} == {first.id, second.id}
    assert len({first.id.casefold(), second.id.casefold()}) == 2


LINE = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=30
).filter(lambda text: text == text.strip() != "")
WORD = st.from_regex(r"[a-z][a-z0-9-]{0,11}", fullmatch=True)
BODY = st.lists(
    st.sampled_from(
        ["plain text", "", "- item", "```", "~~~~", "<!-- open", "> quote", "# h", "## X"]
    )
    | LINE.filter(lambda text: not text.startswith("#")),
    max_size=8,
).map(lambda lines: "\n".join(lines).strip("\n"))
CANDIDATES = st.builds(
    Candidate,
    title=LINE,
    body=BODY,
    kind=WORD,
    topic=WORD | st.just("a/b"),
    tags=st.lists(WORD, max_size=3, unique=True).map(tuple),
    keywords=st.lists(LINE, max_size=4, unique=True).map(tuple),
    summary=LINE,
    source=LINE,
)


@pytest.mark.laws
@requirement("law.create")
@pytest.mark.parametrize("case", LAYOUTS)
@given(candidate=CANDIDATES)
def test_what_is_created_can_be_read_back(case: LayoutCase, candidate: Candidate) -> None:
    files = case.layout.skeleton(TODAY)
    memory = case.layout.draft(candidate, files, TODAY)

    (found,) = case.layout.parse(after(case, files, Create(memory))).memories

    assert held(case, found) == held(case, memory)


@pytest.mark.laws
@requirement("law.create")
@pytest.mark.parametrize("case", LAYOUTS)
@given(first=CANDIDATES, second=CANDIDATES)
def test_an_edit_says_what_it_was_meant_to_say(
    case: LayoutCase, first: Candidate, second: Candidate
) -> None:
    files = case.layout.skeleton(TODAY)
    before = case.layout.draft(first, files, TODAY)
    files = after(case, files, Create(before))
    (read,) = case.layout.parse(files).memories
    wanted = replace(case.layout.draft(second, files, TODAY), id=read.id)

    (found,) = case.layout.parse(after(case, files, Edit(read, wanted))).memories

    assert held(case, replace(found, id=read.id)) == held(case, wanted)
    assert found.id == read.id or case.naming
