"""mem-skill entries written, revised, renamed, linked, buried and dug up: only their own lines."""

import re
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.changes import Bury, Create, Edit, Erase, Restore
from commonplace.core.memory import Candidate, Memory, Status, Tombstone, Validity
from commonplace.errors import NoSuchMemory, OutsideBook, WriteRefused
from layouts.mem_skill_books import (
    FONTS,
    LAYOUT,
    SKILL,
    TODAY,
    TWO_ENTRIES,
    WORKFLOW,
    after,
    book,
    memory,
)
from requirements import requirement

STONE = Tombstone(at=TODAY, reason="wrong --> now", superseded_by="workflow#Other")
RETRY = "workflow#Retry with backoff"
RELEASE = "workflow#Release `v2`: cut (twice) → ship — done"
BOOK = book(workflow=TWO_ENTRIES, skill_pdf=FONTS)
HARD_LINES = [
    "text",
    "",
    "## Heading",
    "### History",
    "# top",
    "```",
    "~~~sh",
    "````",
    "<!--",
    "-->",
    "<!-- a -->",
    "---",
    "***",
    "**Keywords:** a",
    "**Date:** 2020-01-01",
    "- [[workflow#x]]",
    "\\## x",
    "\\\\```",
    "\\---",
    "<<<<<<< ours",
    "=======",
    ">>>>>>> theirs",
    "    indented",
    "   ## three spaces",
    "Title\\",
    "\u2028",
    "\x0c",
]
BODIES = st.lists(st.sampled_from(HARD_LINES), max_size=8).map(
    lambda lines: "\n".join(lines).strip("\n \u2028\x0c")
)
ITEMS = st.lists(
    st.sampled_from(["a", "b,c", "退避", "x\\", "\\,", "、", "q;r", "[[l]]"]), unique=True
)
TITLES = st.sampled_from(
    ["A", "[A]", "\\[A]", "[A] b", "A #", "#", "A \\##", "C#", "a [b] c", "退避", "**b**", "A (2)"]
)


def candidate(**values: object) -> Candidate:
    return replace(Candidate(title="T", body="text", topic="workflow", keywords=("k",)), **values)


@requirement("A1.knowledge", "A1.source", "A5.1")
def test_a_new_knowledge_entry_has_the_original_s_order() -> None:
    draft = LAYOUT.draft(
        candidate(title="Short", body="- point", summary="Why", keywords=("a", "b")), book(), TODAY
    )

    files = after(book(), Create(draft))

    assert files[WORKFLOW].decode() == (
        "## Short\n"
        "**Date:** 2026-04-08\n"
        "**Source:** conversation\n"
        "**Context:** Why\n"
        "**Best Practice:**\n"
        "- point\n"
        "**Related:**\n"
        "**Keywords:** a, b\n"
    )
    assert memory(files, draft.id) == draft


@requirement("A1.knowledge")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Wait longer each time.", "- Wait longer each time."),
        ("每次等待更久。", "- 每次等待更久。"),
        ("- a\n- b", "- a\n- b"),
        ("1. first", "1. first"),
        ("`make` builds it", "`make` builds it"),
        ("Two lines\nstay as they are", "Two lines\nstay as they are"),
    ],
)
def test_a_plain_line_becomes_a_point_and_a_form_of_its_own_stays(text: str, written: str) -> None:
    assert LAYOUT.draft(candidate(body=text), book(), TODAY).body == written


@requirement("A1.experience", "A1.source")
def test_a_new_experience_entry_says_its_skill_and_its_solution() -> None:
    given = candidate(
        kind="experience", topic="pdf", source="file:docs/a.md", body="**Solution:**\n- x"
    )
    draft = LAYOUT.draft(given, book(), TODAY)

    files = after(book(), Create(draft))

    assert files[SKILL].decode() == (
        "## T\n"
        "**Date:** 2026-04-08\n"
        "**Skill:** pdf\n"
        "**Source:** file:docs/a.md\n"
        "**Solution:**\n"
        "- x\n"
        "**Related:**\n"
        "**Keywords:** k\n"
    )
    assert memory(files, draft.id) == draft


@requirement("A1.experience.paths")
def test_a_new_experience_entry_lists_the_files_and_folders_that_it_names() -> None:
    said = "Embed fonts: edit src/fonts/load.py and run scripts/embed.sh, twice src/fonts/load.py."

    bodies = {
        kind: LAYOUT.draft(candidate(kind=kind, topic="pdf", body=said), book(), TODAY).body
        for kind in ("experience", "knowledge")
    }

    assert bodies["knowledge"] == f"- {said}"
    assert bodies["experience"] == (
        f"- {said}\n**Key Files/Paths:**\n- src/fonts/load.py\n- scripts/embed.sh"
    )
    told = f"- {said}\n**Key Files/Paths:**\n- mine/"
    given = candidate(kind="experience", topic="pdf", body=told)
    assert LAYOUT.draft(given, book(), TODAY).body == told


@requirement("A1.source")
@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("", "**Source:** conversation\n"),
        ("user input", "**Source:** conversation\n"),
        ("conversation", "**Source:** conversation\n"),
        ("file: docs/a.md:1-3", "**Source:** file:docs/a.md:1-3\n"),
        ("url:https://a.example", "**Source:** url:https://a.example\n"),
        ("https://a.example", "**Source:** url:https://a.example\n"),
        ("slack", "**Source:** conversation\n**Comes from:** slack\n"),
        ("Task 12: a.md:1-3", "**Source:** conversation\n**Comes from:** Task 12: a.md:1-3\n"),
        ("file:", "**Source:** conversation\n**Comes from:** file:\n"),
    ],
)
def test_a_source_is_one_of_the_original_s_three_and_any_other_stands_below_it(
    told: str, written: str
) -> None:
    draft = LAYOUT.draft(candidate(source=told), book(), TODAY)

    files = after(book(), Create(draft))

    assert files[WORKFLOW].decode() == (
        f"## T\n**Date:** 2026-04-08\n{written}"
        "**Best Practice:**\n- text\n**Related:**\n**Keywords:** k\n"
    )
    assert memory(files, draft.id) == draft


@requirement("A1.source")
@pytest.mark.parametrize(
    "arriving", ["conversation s1, turns 2", "file: a.md", "https://a.example"]
)
def test_a_source_that_arrives_from_another_layout_is_read_back_as_it_was(arriving: str) -> None:
    draft = replace(LAYOUT.draft(candidate(), book(), TODAY), source=arriving)

    files = after(book(), Create(draft))

    assert memory(files, draft.id).source == arriving
    assert re.search(
        r"^\*\*Source:\*\* (?:conversation|(?:file|url): ?\S.*)$",
        files[WORKFLOW].decode(),
        re.MULTILINE,
    )


@requirement("A1.source")
@pytest.mark.parametrize("was", ["conversation", "slack", "conversation\n**Comes from:** slack"])
@pytest.mark.parametrize(
    ("now", "written"),
    [
        ("wiki", "conversation\n**Comes from:** wiki"),
        ("conversation", "conversation"),
        ("file:a.md", "file:a.md"),
    ],
)
def test_an_edited_source_is_one_of_the_original_s_three_too(
    was: str, now: str, written: str
) -> None:
    entry = "## T\n**Date:** 2026-01-05\n**Source:** {}\n**Context:** c\n- x\n"
    files = book(workflow=entry.format(was))
    before = memory(files, "workflow#T")

    files = after(files, Edit(before, replace(before, source=now)))

    assert memory(files, "workflow#T").source == now
    assert f"**Source:** {written}\n**Context:**" in files[WORKFLOW].decode()


@requirement("A1.separation")
@pytest.mark.parametrize("ending", ["", "\n", "\n\n"])
def test_one_blank_line_stands_between_entries(ending: str) -> None:
    old = TWO_ENTRIES.rstrip("\n") + ending
    files = book(workflow=old)

    text = after(files, Create(LAYOUT.draft(candidate(), files, TODAY)))[WORKFLOW].decode()

    assert text.startswith(old.rstrip("\n") + "\n\n## T\n")


def test_a_new_entry_takes_the_newlines_of_its_file() -> None:
    files = book(workflow=TWO_ENTRIES.replace("\n", "\r\n"))

    text = after(files, Create(LAYOUT.draft(candidate(), files, TODAY)))[WORKFLOW].decode()

    assert text.count("\n") == text.count("\r\n")


def test_a_title_that_is_taken_gets_a_number_also_when_the_other_is_buried() -> None:
    buried = after(BOOK, Bury(memory(BOOK, RETRY), STONE))

    taken = [
        LAYOUT.draft(candidate(title="Retry with backoff"), files, TODAY)
        for files in (BOOK, buried)
    ]

    assert {draft.id for draft in taken} == {f"{RETRY} (2)"}
    assert {draft.title for draft in taken} == {"Retry with backoff (2)"}


def test_a_candidate_without_topic_goes_where_most_of_its_keywords_are() -> None:
    told = candidate(topic="", keywords=("RETRY", "backoff", "release"))
    alone = candidate(topic="", keywords=("retr",))

    assert LAYOUT.draft(told, BOOK, TODAY).topic == "workflow"
    assert LAYOUT.draft(alone, BOOK, TODAY).topic == "general"


@pytest.mark.parametrize(
    ("topic", "expected"),
    [
        ("Python/Libs", "python-libs"),
        ("工作 流", "工作-流"),
        ("WORKFLOW", "workflow"),
        ("con", "con-notes"),
        ("agents", "agents-notes"),
        ("../..", "general"),
        ("长" * 90, "长" * 30),
    ],
)
def test_a_topic_becomes_a_portable_file_name(topic: str, expected: str) -> None:
    assert LAYOUT.draft(candidate(topic=topic), BOOK, TODAY).topic == expected


@given(body=BODIES, history=BODIES, title=TITLES, keywords=ITEMS, situations=ITEMS)
def test_what_is_written_is_read_back_and_its_neighbours_stay(
    body: str, history: str, title: str, keywords: list[str], situations: list[str]
) -> None:
    draft = replace(
        LAYOUT.draft(candidate(title=title, keywords=tuple(keywords)), BOOK, TODAY),
        body=body,
        history=history,
        when_to_load=tuple(situations),
        supersedes=("workflow#Old [x]",),
        tags=tuple(keywords),
        validity=Validity(applies_when="on *nix", valid_to=date(2027, 1, 1)),
    )
    behind = LAYOUT.draft(candidate(title="Behind"), BOOK, TODAY)

    files = after(BOOK, Create(draft), Create(behind))

    assert memory(files, draft.id) == draft
    assert memory(files, behind.id) == behind
    assert files[WORKFLOW].startswith(BOOK[WORKFLOW])


@given(body=BODIES, history=BODIES, keywords=ITEMS)
def test_what_is_edited_is_read_back_and_everything_else_keeps_its_bytes(
    body: str, history: str, keywords: list[str]
) -> None:
    before = memory(BOOK, RETRY)
    changed = replace(before, body=body, history=history, keywords=tuple(keywords), summary="")

    files = after(BOOK, Edit(before, changed))

    assert memory(files, RETRY) == changed
    start, end = TWO_ENTRIES.split("## Retry")[0], TWO_ENTRIES[TWO_ENTRIES.index("\n---") :]
    assert files[WORKFLOW].decode().startswith(start)
    assert files[WORKFLOW].decode().endswith(end)


@requirement("A1.updated", "7.unknown")
def test_an_update_writes_one_line_below_the_date() -> None:
    before = memory(BOOK, RELEASE)

    files = after(BOOK, Edit(before, replace(before, modified=TODAY)))

    assert files[WORKFLOW].decode() == TWO_ENTRIES.replace(
        "**Date:** 2026-02-01\n", "**Date:** 2026-02-01\n**Updated:** 2026-04-08\n"
    )


@requirement("7.unknown")
def test_an_edit_of_the_text_keeps_fields_between_its_lines() -> None:
    text = "## T\r\n**Lesson:** a\r\n**Keywords:**  k \r\n\r\nb\r\nc"
    files = book(workflow=text)
    before = memory(files, "workflow#T")

    edited = after(files, Edit(before, replace(before, body=before.body + "\nd")))

    assert edited[WORKFLOW].decode() == text + "\r\nd\r\n"


def test_every_field_can_be_set_changed_and_taken_away_again() -> None:
    files = book(workflow="## T\ntext\n")
    plain = memory(files, "workflow#T")
    full = replace(
        plain,
        kind="decision",
        tags=("a",),
        keywords=("k",),
        summary="s",
        when_to_load=("w",),
        source="url:https://example.com",
        created=date(2026, 1, 1),
        modified=TODAY,
        links=("workflow#Nobody",),
        status=Status.QUARANTINED,
        supersedes=("workflow#Old",),
        validity=Validity(valid_from=TODAY, applies_when="x"),
        history="h",
    )

    filled = after(files, Edit(plain, full))
    emptied = after(filled, Edit(full, plain))

    assert memory(filled, "workflow#T") == full
    assert emptied[WORKFLOW] == b"## T\ntext\n**Related:**\n**Keywords:**\n"


@requirement("7.deletion")
@pytest.mark.parametrize("name", [RETRY, RELEASE, "skill-pdf#Fonts"])
def test_a_buried_entry_comes_back_byte_for_byte(name: str) -> None:
    buried = after(BOOK, Bury(memory(BOOK, name), STONE))

    lying = memory(buried, name)

    assert lying == replace(memory(BOOK, name), status=Status.TOMBSTONED, tombstone=STONE)
    assert after(buried, Restore(lying)) == BOOK


@pytest.mark.laws
@given(st.permutations(range(4)), st.text(alphabet="ab#-\n\r ", max_size=12))
def test_burying_several_and_digging_them_up_in_reverse_gives_the_bytes_back(
    order: list[int], filler: str
) -> None:
    pages = "\n".join(f"## E{number}\n{filler.replace('#', '')}" for number in range(4))
    files = book(workflow="\ufeff" + pages)
    names = [f"workflow#E{number}" for number in order]
    now = files
    for name in names:
        now = after(now, Bury(memory(now, name), STONE))
    for name in reversed(names):
        now = after(now, Restore(memory(now, name)))

    assert now == files


@requirement("7.deletion")
def test_an_entry_whose_neighbour_is_gone_comes_back_at_the_end() -> None:
    buried = after(BOOK, Bury(memory(BOOK, RELEASE), STONE))
    alone = buried | {WORKFLOW: b"## Other\n"}

    text = after(alone, Restore(memory(alone, RELEASE)))[WORKFLOW].decode()

    assert text == "## Other\n\n" + TWO_ENTRIES[TWO_ENTRIES.index("## Release") :]


@requirement("7.deletion")
def test_an_erased_entry_leaves_the_disk() -> None:
    buried = after(BOOK, Bury(memory(BOOK, RETRY), STONE))

    files = after(buried, Erase(memory(buried, RETRY)))

    assert [path for path in files if path.startswith(".commonplace")] == []
    assert RETRY not in {found.id for found in LAYOUT.parse(files).memories}


def test_a_hostile_page_is_never_rewritten() -> None:
    files = book() | {WORKFLOW: b"\xff"}

    with pytest.raises(WriteRefused, match="is not a text we can read"):
        after(files, Create(LAYOUT.draft(candidate(), files, TODAY)))


def test_code_is_not_written_below_code_that_nobody_closed() -> None:
    files = book(workflow="## A\n```\n")
    plain = LAYOUT.draft(candidate(), files, TODAY)

    with pytest.raises(WriteRefused, match="never closed"):
        after(files, Create(replace(plain, body="```\ncode\n```")))
    assert memory(after(files, Create(plain)), plain.id) == plain


@pytest.mark.parametrize("name", ["../x#T", "a/b#T", "/etc/passwd#T", "..#T", "\0#T"])
def test_an_id_that_leads_out_of_the_workspace_is_refused(name: str) -> None:
    with pytest.raises(OutsideBook):
        after(BOOK, Create(Memory(id=name, title="T")))


def test_a_memory_that_is_not_there_cannot_be_changed() -> None:
    nobody = Memory(id="workflow#Nobody", title="Nobody")

    for change in (Edit(nobody, nobody), Bury(nobody, STONE), Restore(nobody), Erase(nobody)):
        with pytest.raises(NoSuchMemory):
            after(BOOK, change)
