"""LingXi books: the original's files, byte for byte."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Files, Restore
from commonplace.core.memory import Candidate, Memory, Status, Tombstone, Validity
from commonplace.core.ports import Place, Problem
from commonplace.errors import BadInput, NoSuchMemory
from commonplace.layouts.lingxi import LingxiLayout
from commonplace.layouts.lingxi.traits import processed_sessions, session_key, with_session
from requirements import requirement
from tiers import one_in

TODAY = date(2026, 3, 1)
LAYOUT = LingxiLayout()
INDEX = "memory/INDEX.md"
NOTE = "memory/notes/MEM-retry.md"
HEAD = """# Memory Index

> 统一记忆库索引（SSoT - Single Source of Truth）
>
> - 索引只存“最小元数据”，用于治理与快速定位
> - 真实内容在 `memory/notes/*.md`，用于语义检索与注入

## Memories

| Id | Kind | Title | When to load | Status | Strength | Scope | Supersedes | File |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
RETRY = """# Retry with backoff

## Meta

- **Id**: MEM-retry
- **Kind**: heuristic
- **Status**: active
- **Strength**: validated
- **Scope**: broad
- **Supersedes**: MEM-old

## When to load

- calling a flaky service
- a request timed out

## One-liner (for injection)

Retry idempotent calls three times, doubling the wait.

## Context / Decision

- **Decision**: retry here or let the caller?
- **Signals**:
  - the call is idempotent
- **Counter-signals**: a 4xx answer

## Pointers

- `src/http.py`
"""
RETRY_MEMORY = Memory(
    id="MEM-retry",
    title="Retry with backoff",
    body=RETRY[RETRY.index("## Context") :].strip(),
    kind="heuristic",
    summary="Retry idempotent calls three times, doubling the wait.",
    when_to_load=("calling a flaky service", "a request timed out"),
    supersedes=("MEM-old",),
    extra={"strength": "validated", "scope": "broad"},
)
FULL = replace(
    RETRY_MEMORY,
    id="MEM-full",
    topic="http/calls",
    tags=("net", "a, b"),
    keywords=("retry", "退避"),
    source="core@0.1.0",
    created=date(2025, 1, 2),
    modified=date(2025, 3, 4),
    links=("MEM-retry", "MEM-timeouts"),
    history="### Previous Version (2024-01-01)\n\nold",
    validity=Validity(valid_from=date(2025, 1, 1), applies_when="staging"),
    extra={
        "strength": "enforced",
        "scope": "narrow",
        "audience": "team",
        "portability": "cross-project",
        "session": "c1-g1",
        "Reviewed by": "Ada",
    },
)


def book(**notes: str) -> dict[str, bytes]:
    return {f"memory/notes/MEM-{name}.md": text.encode() for name, text in notes.items()}


def after(files: Files, *changes: Change) -> dict[str, bytes]:
    result = dict(files)
    for edit in LAYOUT.render(changes, files, TODAY):
        if edit.after is None:
            del result[edit.path]
        else:
            result[edit.path] = edit.after
    return result


def indexed(files: Files) -> dict[str, bytes]:
    return {**files, **{edit.path: edit.after or b"" for edit in LAYOUT.derive(files, TODAY)}}


def only(files: Files) -> Memory:
    (memory,) = LAYOUT.parse(files).memories
    return memory


def codes(problems: tuple[Problem, ...]) -> list[tuple[str, str, bool]]:
    return [(problem.code, problem.detail, problem.is_error) for problem in problems]


@requirement("D1.files")
def test_a_new_book_is_an_empty_index_and_the_template() -> None:
    files = LAYOUT.skeleton(TODAY)

    assert sorted(files) == [INDEX, "memory/references/memory-note-template.md"]
    assert files[INDEX] == HEAD.encode()
    assert (LAYOUT.parse(files).memories, LAYOUT.derive(files, TODAY)) == ((), ())


def test_a_book_is_recognised_by_its_notes_even_without_the_derived_index() -> None:
    assert LAYOUT.recognises({"memory/notes"}.__contains__)
    assert LAYOUT.recognises({INDEX}.__contains__)
    assert not LAYOUT.recognises({".memory", "memory"}.__contains__)


@requirement("D1.note")
def test_a_note_of_the_original_becomes_a_memory() -> None:
    reading = LAYOUT.parse(book(retry=RETRY))

    assert reading.memories == (RETRY_MEMORY,)
    assert reading.places == {"MEM-retry": Place(NOTE, 1, RETRY.count("\n"))}


@requirement("D1.note.minimum", "D5.5")
def test_a_new_note_has_title_meta_conditions_and_one_liner_in_the_original_order() -> None:
    memory = replace(RETRY_MEMORY, body="Plain text.", when_to_load=(), supersedes=())

    assert after({}, Create(memory))[NOTE].decode() == (
        "# Retry with backoff\n\n## Meta\n\n- **Id**: MEM-retry\n- **Title**: Retry with backoff\n"
        "- **Kind**: heuristic\n- **Status**: active\n- **Strength**: validated\n"
        "- **Scope**: broad\n\n## When to load\n\n## One-liner (for injection)\n\n"
        "Retry idempotent calls three times, doubling the wait.\n\n## Content\n\nPlain text.\n"
    )


@requirement("D1.note.plain-meta")
@pytest.mark.parametrize("bullet", ["- Kind: tech", "* **Kind**：tech", "- **Kind:** tech"])
def test_meta_lines_are_read_in_every_form_people_write(bullet: str) -> None:
    assert only(book(x=f"# T\n\n## Meta\n\n{bullet}\n")).kind == "tech"


@requirement("D1.candidate")
def test_every_field_of_a_pack_note_is_kept() -> None:
    assert only(after({}, Create(FULL))) == FULL


@requirement("D1.candidate")
def test_a_candidate_becomes_a_hypothesis_of_medium_scope() -> None:
    candidate = Candidate(title="Use pnpm", body="Because.", summary="Use pnpm.", tags=("js",))

    assert LAYOUT.draft(candidate, {}, TODAY) == Memory(
        id="MEM-use-pnpm",
        title="Use pnpm",
        body="Because.",
        kind="other",
        summary="Use pnpm.",
        tags=("js",),
        created=TODAY,
        modified=TODAY,
        extra={"strength": "hypothesis", "scope": "medium"},
    )


@requirement("D1.shape")
def test_decision_shape_and_judgment_capsule_are_part_of_the_body() -> None:
    sections = (
        "## Decision Shape\n\n- **Discriminating signal**: x\n\n"
        "## Judgment Capsule\n\n- **I used to think**: y"
    )
    memory = replace(RETRY_MEMORY, body=sections)

    assert only(after({}, Create(memory))).body == sections
    assert (
        b"## Judgment Capsule"
        in LAYOUT.skeleton(TODAY)["memory/references/memory-note-template.md"]
    )


@requirement("D1.index", "D1.index.rows", "D1.index.file", "D2.update")
def test_the_index_is_the_original_byte_for_byte() -> None:
    zebra = "# Zebra\n\n## When to load\n\n- a|b\n- " + "x" * 200 + "\n"

    files = indexed(book(zebra=zebra, retry=RETRY))

    assert files[INDEX].decode() == (
        HEAD + "| MEM-retry | heuristic | Retry with backoff | calling a flaky service；a request "
        "timed out | active | validated | broad | MEM-old | `memory/notes/MEM-retry.md` |\n"
        "| MEM-zebra | other | Zebra | a｜b；" + "x" * 156 + " | active | hypothesis | medium |  | "
        "`memory/notes/MEM-zebra.md` |\n"
    )
    assert LAYOUT.derive(files, TODAY) == ()


@requirement("D5.6")
def test_bars_and_windows_line_endings_never_reach_the_index() -> None:
    content = indexed(book(x="# a|b\r\n\r\n## When to load\r\n\r\n- c|d\r\n"))[INDEX]

    assert b"\r" not in content
    assert "| a｜b | c｜d |" in content.decode()


@requirement("D1.enums", "D2.update")
def test_values_outside_the_closed_lists_are_warnings_that_quote_them() -> None:
    note = (
        RETRY.replace("validated", "sure").replace("broad", "wide").replace("heuristic", "my own")
    )

    problems = LAYOUT.check(indexed(book(retry=note)), TODAY)

    assert codes(problems) == [
        ("bad-value", "strength: sure", False),
        ("bad-value", "scope: wide", False),
    ]


@requirement("D2.check", "D5.1")
def test_rows_that_lead_nowhere_are_errors_and_leave_with_the_next_index() -> None:
    row = "| MEM-{0} | other | T |  | active | hypothesis | medium |  | `memory/notes/{1}.md` |\n"
    stale = HEAD + row.format("gone", "MEM-gone") + row.format("retry", "elsewhere")
    files = {**book(retry=RETRY, new="# New\n"), INDEX: stale.encode()}

    problems = LAYOUT.check(files, TODAY)

    assert codes(problems) == [
        ("row-without-note", "MEM-gone", True),
        ("row-file-missing", "MEM-retry: memory/notes/elsewhere.md", True),
        ("not-in-index", "MEM-new (memory/notes/MEM-new.md)", False),
        ("index-stale", "", False),
    ]
    assert all(problem.can_fix for problem in problems)
    assert LAYOUT.check(indexed(files), TODAY) == ()


@requirement("D2.check")
def test_a_missing_index_and_a_row_told_twice_are_named() -> None:
    files = indexed(book(retry=RETRY))
    twice = files[INDEX] + files[INDEX].splitlines(keepends=True)[-1]

    assert codes(LAYOUT.check(book(retry=RETRY), TODAY)) == [("index-missing", "", False)]
    assert codes(LAYOUT.check({**files, INDEX: twice}, TODAY))[0] == (
        "duplicate-row",
        "MEM-retry",
        True,
    )


@requirement("D5.5")
def test_a_padded_index_of_thirteen_columns_with_crlf_is_understood() -> None:
    padded = (
        "| Id        | Kind | Title | When to load | Status | Strength | Scope | Supersedes |"
        " CreatedAt | UpdatedAt | Source | Session | File |\r\n"
        "|-----------|---|---|---|---|---|---|---|---|---|---|---|---|\r\n"
        "| MEM-retry | a | b | c | active | d | e |  |  |  |  |  | `memory/notes/MEM-retry.md` |\r\n"
    )

    problems = LAYOUT.check({**book(retry=RETRY), INDEX: padded.encode()}, TODAY)

    assert codes(problems) == [("index-stale", "", False)]


@requirement("D5.5")
def test_a_note_without_h1_takes_its_title_from_meta_and_an_edit_changes_it_there() -> None:
    text = (
        "## Meta\n\n- **Id**: MEM-a\n- **Title**: Old name\n\n## When to load\n\n- x\n\n# Later\n"
    )
    memory = only(book(a=text))

    files = after(book(a=text), Edit(memory, replace(memory, title="New name")))

    assert memory.title == "Old name"
    assert files["memory/notes/MEM-a.md"].decode() == text.replace("Old", "New")


@requirement("D2.recursive", "D2.winner")
def test_of_several_notes_of_one_id_one_wins_and_the_others_are_named() -> None:
    text = "## Meta\n\n- **Id**: MEM-a\n"
    paths = [
        "memory/notes/MEM-a.md",
        "memory/notes/z.md",
        "memory/notes/share/a.md",
        "memory/notes/share/deep/b.md",
    ]
    winners = []
    for start in range(4):
        reading = LAYOUT.parse({path: text.encode() for path in paths[start:]})
        winners.append(reading.places["MEM-a"].path)
        losers = paths[start + 1 :]
        assert [problem.path for problem in reading.problems] == sorted(losers)

    assert winners == paths


@requirement("D2.defaults")
def test_a_file_without_meta_is_a_note_named_after_itself() -> None:
    files = indexed({"memory/notes/plain.md": b"just a line\n", "memory/notes/README.md": b"no"})

    assert only(files) == Memory(id="plain", title="plain", body="just a line")
    assert files[INDEX].decode() == (
        HEAD
        + "| plain | other | plain |  | active | hypothesis | medium |  | `memory/notes/plain.md` |\n"
    )


@requirement("D5.3")
def test_any_id_is_kept_and_new_ones_are_free_slugs_or_ulids() -> None:
    candidate = Candidate(title="Retry", body="")
    taken = {"memory/notes/other.md": b"## Meta\n\n- **Id**: MEM-retry-2\n", NOTE: RETRY.encode()}
    ulid = LingxiLayout(ids="ulid").draft(candidate, taken, TODAY).id

    assert only(book(x="## Meta\n\n- Id: MEM-20260101-ab12\n")).id == "MEM-20260101-ab12"
    assert LAYOUT.draft(candidate, taken, TODAY).id == "MEM-retry-3"
    assert LAYOUT.draft(replace(candidate, title="重试"), {}, TODAY).id == "MEM-b8784c8d"
    assert (ulid[:4], len(ulid), ulid.isalnum()) == ("MEM-", 30, False)
    assert LingxiLayout(ids="ulid").draft(candidate, book(), date(2026, 3, 2)).id > ulid


def test_a_buried_id_is_not_given_away() -> None:
    files = after(book(retry=RETRY), Bury(RETRY_MEMORY, Tombstone(at=TODAY, reason="old")))

    assert LAYOUT.draft(Candidate(title="Retry", body=""), files, TODAY).id == "MEM-retry-2"


@requirement("D5.4")
@pytest.mark.parametrize("text", [RETRY, RETRY.replace("\n", "\r\n"), "\ufeff# T", "# T\n\n\n"])
def test_a_buried_note_leaves_the_shelf_and_comes_back_byte_for_byte(text: str) -> None:
    files = {"memory/notes/share/MEM-retry.md": text.encode()}
    stone = Tombstone(at=TODAY, reason="wrong --> \n “twice”", superseded_by="MEM-new")
    memory = only(files)

    buried = after(files, Bury(memory, stone))

    assert list(buried) == ["memory/.trash/share/MEM-retry.md"]
    assert only(buried) == replace(memory, status=Status.TOMBSTONED, tombstone=stone)
    assert indexed(buried)[INDEX] == HEAD.encode()
    assert after(buried, Restore(only(buried))) == files


def test_a_note_somebody_moved_to_the_trash_by_hand_can_be_restored() -> None:
    files = {"memory/.trash/MEM-retry.md": RETRY.encode()}

    assert only(files) == replace(RETRY_MEMORY, status=Status.TOMBSTONED)
    assert after(files, Restore(only(files))) == book(retry=RETRY)


def test_a_restored_note_never_overwrites_the_one_that_took_its_place() -> None:
    grave = after(book(retry=RETRY), Bury(RETRY_MEMORY, Tombstone(at=TODAY, reason="")))
    files = {**grave, NOTE: b"## Meta\n\n- Id: MEM-another\n"}

    with pytest.raises(BadInput, match="already"):
        LAYOUT.render([Restore(RETRY_MEMORY)], files, TODAY)


def test_a_living_note_is_neither_erased_nor_restored() -> None:
    for change in (Erase(RETRY_MEMORY), Restore(RETRY_MEMORY)):
        with pytest.raises(NoSuchMemory):
            LAYOUT.render([change], book(retry=RETRY), TODAY)


def test_erasing_removes_the_grave_and_an_unknown_memory_is_refused() -> None:
    grave = after(book(retry=RETRY), Bury(RETRY_MEMORY, Tombstone(at=TODAY, reason="")))

    assert after(grave, Erase(RETRY_MEMORY)) == {}
    with pytest.raises(NoSuchMemory):
        LAYOUT.render([Erase(RETRY_MEMORY)], {}, TODAY)


@requirement("D5.6.update")
@pytest.mark.parametrize(
    ("when", "cell"),
    [
        ("- 1. first\n- * second", "first；* second"),
        ("1. 2. third", "2. third"),
        ("- one\n  goes on", "one；goes on"),
        ("- " + "😀" * 90, "😀" * 80),
        ("- a" + "😀" * 90, "a" + "😀" * 79 + "\ufffd"),
    ],
)
def test_the_cell_of_conditions_is_the_one_that_the_originals_update_writes(
    when: str, cell: str
) -> None:
    text = RETRY.replace("- calling a flaky service\n- a request timed out", when)

    assert f"| {cell} |" in indexed(book(retry=text))[INDEX].decode()


@requirement("D5.6.update")
@pytest.mark.parametrize(
    ("was", "now", "cells"),
    [
        ("# Retry with backoff", "# \ufeff Retry #", ("Retry #", "MEM-old")),
        ("# Retry with backoff", "# \ufeff", ("MEM-retry | heuristic | MEM-retry", "MEM-old")),
        ("- **Strength**: validated", "- **Strength**: vali|dated", ("vali｜dated", "MEM-old")),
        ("- **Supersedes**: MEM-old", "- **Supersedes**: MEM-x | MEM-y", ("MEM-x ｜ MEM-y",)),
        ("# Retry with backoff", "# Split on \\n+ first", ("Split on \\n+ first", "MEM-old")),
        ("- **Supersedes**: MEM-old", "", ("Retry with backoff", "the old way")),
        ("- **Scope**: broad\n", "", ("in production", "MEM-old")),
    ],
)
def test_the_other_cells_are_those_that_the_originals_update_writes(
    was: str, now: str, cells: tuple[str, ...]
) -> None:
    text = RETRY.replace(was, now) + "\n- Supersedes: the old way\n- **Scope**: in production\n"

    row = indexed(book(retry=text))[INDEX].decode()
    assert [cell for cell in cells if f"| {cell} |" not in row] == []


@requirement("D5.6.update")
def test_rows_stand_in_the_order_in_which_the_originals_update_puts_them() -> None:
    order = ["01a", "01KABC", "10", "2", "a_b", "a-b", "a.b", "ab", "aB", "Ab", "apple", "Retry"]
    files = indexed(book(**{name: f"# {name}\n" for name in sorted(order)}))

    rows = files[INDEX].decode().removeprefix(HEAD).splitlines()
    assert [row.split(" | ")[0].removeprefix("| MEM-") for row in rows] == order


@requirement("D5.6.update")
def test_a_note_that_we_write_has_no_bar_that_the_originals_update_would_break_a_row_with() -> None:
    candidate = Candidate(title="sort | uniq", body="x", when_to_load=("a | b",))
    draft = LAYOUT.draft(candidate, {}, TODAY)
    files = after({}, Create(replace(draft, title="sort | uniq", when_to_load=("a | b",))))

    assert (draft.title, draft.when_to_load) == ("sort ｜ uniq", ("a ｜ b",))
    assert only(files) == draft
    edited = after(files, Edit(draft, replace(draft, title="x | y", when_to_load=("c | d",))))
    assert (only(edited).title, only(edited).when_to_load) == ("x ｜ y", ("c ｜ d",))
    assert b"|" not in next(iter(edited.values()))


@requirement("D5.7")
def test_the_garbage_of_a_botched_patch_is_ignored() -> None:
    text = (
        "# Title\\n+\n\n## Meta\\n+\n\n- **Id**: MEM-g\\n+- **Kind**: x\n- **Scope**: broad\\n+\n\n"
        "## When to load\n\n- one\\n+\n\n## One-liner (for injection)\n\nDo it.\\n+\n"
    )

    assert only(book(g=text)) == Memory(
        id="MEM-g",
        title="Title",
        summary="Do it.",
        when_to_load=("one",),
        extra={"scope": "broad"},
    )


@requirement("D5.7")
def test_the_expression_for_newlines_is_no_garbage() -> None:
    said = Candidate(
        title="Split on \\n+ here", body="x", summary="Use \\n+.", when_to_load=("a \\n+ b",)
    )
    draft = LAYOUT.draft(said, {}, TODAY)

    assert only(after({}, Create(draft))) == draft


@requirement("D5.8")
def test_only_active_notes_are_in_the_index() -> None:
    archived = RETRY.replace("Status**: active", "Status**: archive")
    files = indexed(book(retry=archived))

    assert files[INDEX] == HEAD.encode()
    assert codes(LAYOUT.check(files, TODAY)) == [("bad-value", "status: archive", False)]


@requirement("D2.waiting")
def test_a_quarantined_note_waits_outside_notes_and_approving_it_removes_one_line() -> None:
    quarantined = replace(RETRY_MEMORY, status=Status.QUARANTINED)
    files = after(book(retry=RETRY), Edit(RETRY_MEMORY, quarantined))

    marked = RETRY.replace(
        "- **Supersedes**: MEM-old\n", "- **Supersedes**: MEM-old\n- **Trust**: quarantined\n"
    )
    assert files == {"memory/.waiting/MEM-retry.md": marked.encode()}
    assert only(files) == quarantined
    assert after(files, Edit(quarantined, RETRY_MEMORY)) == book(retry=RETRY)


@requirement("D2.waiting")
def test_a_note_that_is_marked_where_it_stands_keeps_its_row_and_is_not_recalled() -> None:
    marked = RETRY.replace("## When", "- **Trust**: quarantined\n\n## When", 1)
    files = indexed(book(retry=marked))

    assert b"| MEM-retry |" in files[INDEX]
    assert only(files).status is Status.QUARANTINED
    assert LAYOUT.check(files, TODAY) == ()


@requirement("D2.waiting")
def test_a_note_that_waits_is_created_buried_and_restored_outside_notes() -> None:
    quarantined = replace(RETRY_MEMORY, status=Status.QUARANTINED)
    files = after({}, Create(quarantined))
    stone = Tombstone(at=TODAY, reason="purge")

    assert list(files) == ["memory/.waiting/MEM-retry.md"]
    buried = after(files, Bury(only(files), stone))
    assert list(buried) == ["memory/.trash/MEM-retry.md"]
    assert after(buried, Restore(only(buried))) == files


@requirement("D2.waiting")
def test_a_note_that_waits_is_no_duplicate_of_the_one_that_is_read() -> None:
    files = {**book(retry=RETRY), "memory/.waiting/MEM-retry.md": RETRY.encode()}

    assert only(files) == RETRY_MEMORY
    assert LAYOUT.draft(Candidate(title="Retry", body=""), files, TODAY).id == "MEM-retry-2"
    assert b".waiting" not in indexed(files)[INDEX]


def test_a_date_nobody_can_read_is_named_and_kept() -> None:
    text = RETRY.replace("- **Kind**", "- **CreatedAt**: last week\n- **Kind**")

    assert only(book(retry=text)).created is None
    assert codes(LAYOUT.check(indexed(book(retry=text)), TODAY)) == [
        ("bad-date", "CreatedAt: last week", False)
    ]


@requirement("D1.sessions")
def test_a_processed_session_is_entered_once_and_the_file_begins_with_the_first() -> None:
    first = with_session(None, session_key("c", "g"))
    assert first == b'{\n  "processed": [\n    "c-g"\n  ]\n}\n'

    second = with_session(first, "c-h")
    assert processed_sessions(second) == ("c-g", "c-h")
    assert with_session(second, "c-g") is None
    assert with_session(second, session_key("", "g")) is None
    assert processed_sessions(b"not json") == processed_sessions(b'{"processed": 3}') == ()


EDITS = [
    {"title": "Other # title #"},
    {"body": "Plain text now.\n\n# With a heading"},
    {"body": RETRY_MEMORY.body.replace("idempotent", "safe")},
    {"body": ""},
    {"summary": "# not a heading"},
    {"summary": ""},
    {"when_to_load": ("a request timed out", "new")},
    {"when_to_load": ()},
    {"history": "### Previous\n\nold"},
    {"tags": ("a", "b"), "keywords": ("k",), "topic": "x/y", "kind": ""},
    {"created": TODAY, "modified": TODAY, "supersedes": ()},
    {"validity": Validity(valid_to=TODAY, applies_when="prod")},
    {"extra": {"strength": "enforced", "Owner": "Ada"}},
    {"links": ("MEM-a", "MEM-b")},
]
SHAPES = {
    "as the original": RETRY,
    "windows": RETRY.replace("\n", "\r\n"),
    "mark and no final newline": "\ufeff" + RETRY.strip(),
    "no sections": "some text",
    "empty": "",
    "odd order": "Intro.\n\n## Pointers\n- p\n\n## One-liner\nDo.\n## Notes\nfree\n## Meta\n- Kind: x\n",
    "empty sections": "# T\n## Meta\n## When to load\n## One-liner (for injection)\n## Context\n",
    "comment in list": "# T\n\n## When to load\n\n<!-- why -->\n* a request timed out\n  and more\n- b\n",
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("values", one_in(3, EDITS), ids=" ".join)
def test_an_edit_is_read_back_as_it_was_meant_and_touches_nothing_else(
    shape: str, values: dict[str, object]
) -> None:
    files = {NOTE: SHAPES[shape].encode()}
    before = only(files)
    wanted = replace(before, **values)  # type: ignore[arg-type]

    edited = after(files, Edit(before, wanted))
    undone = after(edited, Edit(wanted, before))

    assert only(edited) == wanted
    assert only(undone) == before
    if "windows" in shape:
        assert b"\n" not in edited[NOTE].replace(b"\r\n", b"")


NOTE_LINES = [
    "",
    "# T",
    "## Meta",
    "- **Kind**: a",
    "- b",
    "## When to load",
    "## One-liner",
    "text",
    "## History",
    "```\n# no\n```",
    "~~~\n## Meta\n~~~",
    "<!-- c -->",
    "## X",
    "  - sub",
    "- Tags:",
    "x\r",
    "\x0c",
]


@given(
    st.lists(
        st.sampled_from(NOTE_LINES),
        max_size=14,
    ),
    st.lists(
        st.sampled_from(["a", "", "# h", "## X", "```\n# no\n```", "- l", "text"]), max_size=6
    ),
)
def test_any_note_keeps_its_bytes_and_any_body_can_be_put_into_it(
    note: list[str], body: list[str]
) -> None:
    files = {NOTE: "\n".join(note).encode()}
    before = only(files)
    wanted = replace(before, body="\n".join(body).strip("\n"))

    assert after(files, Edit(before, before)) == files
    assert only(after(files, Edit(before, wanted))).body == wanted.body
