"""mem-skill entries as they are found in real workspaces."""

from datetime import date

import pytest

from commonplace.core.memory import Memory, Status, Validity
from commonplace.core.ports import Place, Problem
from layouts.mem_skill_books import FONTS, LAYOUT, TODAY, TWO_ENTRIES, WORKFLOW, book, memory
from requirements import requirement

RETRY = Memory(
    id="workflow#Retry with backoff",
    title="Retry with backoff",
    body="- Wait longer each time\n  - with **jitter**",
    kind="knowledge",
    topic="workflow",
    keywords=("retry", "backoff"),
    summary="A flaky service",
    source="conversation",
    created=date(2026, 1, 5),
    links=("skill-pdf#Fonts",),
)


@requirement("A1.identity", "A1.shapes")
def test_every_entry_of_every_page_is_a_memory_named_by_file_and_title() -> None:
    reading = LAYOUT.parse(book(workflow=TWO_ENTRIES, skill_pdf=FONTS))

    assert reading.memories[0] == RETRY
    assert [found.id for found in reading.memories] == [
        "workflow#Retry with backoff",
        "workflow#Release `v2`: cut (twice) → ship — done",
        "skill-pdf#Fonts",
    ]
    assert reading.places["workflow#Retry with backoff"] == Place(WORKFLOW, 5, 13)
    assert reading.problems == ()


def test_a_byte_order_mark_is_no_line() -> None:
    reading = LAYOUT.parse(book(workflow="\ufeff## A\n\n## B\n"))

    assert [reading.places[f"workflow#{title}"].first_line for title in "AB"] == [1, 3]


@pytest.mark.laws
@pytest.mark.parametrize("text", ["[[" * 200_000, "[[a#b" + "]" * 400_000, "\\," * 200_000])
def test_a_line_made_to_be_slow_is_read_once(text: str) -> None:
    page = f"## A\n**Related:** {text}\n**Keywords:** {text}\n"

    assert [found.id for found in LAYOUT.parse(book(workflow=page)).memories] == ["workflow#A"]


def test_many_entries_of_one_title_are_counted_once() -> None:
    reading = LAYOUT.parse(book(workflow="## A\n" * 500))

    assert len({found.id for found in reading.memories}) == 500


@requirement("A1.shapes")
def test_unknown_fields_and_fields_in_another_order_stay_in_the_text() -> None:
    found = memory(book(workflow=TWO_ENTRIES), "workflow#Release `v2`: cut (twice) → ship — done")

    assert found.body == "**Situation:** the tag was wrong\n**Lesson:** tag last"
    assert found.created == date(2026, 2, 1)
    assert found.keywords == ("release",)


def test_an_experience_entry_is_about_its_skill() -> None:
    found = memory(book(skill_pdf=FONTS), "skill-pdf#Fonts")

    assert (found.kind, found.topic, found.source) == ("experience", "pdf", "file:docs/pdf.md")
    assert found.body == "- embed them\n**Key Files/Paths:**\n- fonts/"
    assert found.extra == {}


def test_an_experience_entry_without_or_with_another_skill_is_read_and_the_other_one_kept() -> None:
    text = "## A\n**Date:** 2026-01-01\n\n## B\n**Skill:** other\n"
    files = book(skill_pdf=text)

    assert memory(files, "skill-pdf#A").topic == "pdf"
    assert memory(files, "skill-pdf#B").extra == {"Skill": "other"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## T\n**Related:** [[a#b]]\n**Context:** c\n", ("c", ("a#b",), "")),
        ("## T\n\n**Context:** c\n\nfree text\n", ("c", (), "free text")),
        ("## T\n**Context**: c\n", ("c", (), "")),
        ("## T\n**context:** c\n", ("c", (), "")),
        ("## T\n**Related:**\n- [[a#b]]\n- [[c#d [e]]]\ntext\n", ("", ("a#b", "c#d [e]"), "text")),
        ("## T\n```\n**Context:** code\n```\n", ("", (), "```\n**Context:** code\n```")),
        ("## T\n**Context:** one\n**Context:** two\n", ("one", (), "**Context:** two")),
        ("## T\ntext\n***\n", ("", (), "text")),
        ("## T\n**Best Practice:** inline\n", ("", (), "**Best Practice:** inline")),
    ],
)
@requirement("A1.shapes")
def test_an_odd_entry_is_read(text: str, expected: tuple[str, tuple[str, ...], str]) -> None:
    found = memory(book(workflow=text), "workflow#T")

    assert (found.summary, found.links, found.body) == expected


@requirement("A5.1")
def test_brackets_around_a_whole_title_are_a_placeholder() -> None:
    reading = LAYOUT.parse(book(workflow="## [Short Title]\n\n## An [odd] one\n"))

    assert [found.title for found in reading.memories] == ["Short Title", "An [odd] one"]


@requirement("A5.1", "A1.shapes")
def test_only_second_level_headings_outside_code_begin_an_entry() -> None:
    text = "## A\n```sh\n## not one\n```\n### part\n# loose\n<!--\n## nor this\n-->\n## B\n"

    assert [found.title for found in LAYOUT.parse(book(workflow=text)).memories] == ["A", "B"]


def test_the_second_entry_of_a_title_gets_a_number_and_is_a_problem() -> None:
    files = book(workflow="## A\none\n\n## A\ntwo\n\n## A (2)\nthree\n")

    reading = LAYOUT.parse(files)

    assert {found.id: found.body for found in reading.memories} == {
        "workflow#A": "one",
        "workflow#A (3)": "two",
        "workflow#A (2)": "three",
    }
    assert reading.problems == (
        Problem(path=WORKFLOW, code="title-twice", detail="A", is_error=False),
    )


def test_our_own_lines_are_read() -> None:
    text = (
        "## T\n**Trust:** quarantined\n**Applies when:** on Linux\n**Valid from:** 2026-01-01\n"
        "**Valid to:** 2026-12-31\n**Supersedes:** [[workflow#Old]]\n**When to load:** a, b; c\n"
        "**Kind:** decision\n**Tags:** x, y\n\n### History\n\nbefore\n"
    )

    found = memory(book(workflow=text), "workflow#T")

    assert found == Memory(
        id="workflow#T",
        title="T",
        kind="decision",
        topic="workflow",
        tags=("x", "y"),
        when_to_load=("a, b", "c"),
        history="before",
        status=Status.QUARANTINED,
        supersedes=("workflow#Old",),
        validity=Validity(
            valid_from=date(2026, 1, 1), valid_to=date(2026, 12, 31), applies_when="on Linux"
        ),
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"## A\n\0\n", "nul-byte"),
        (b"## A\n\xff\n", "not-utf-8"),
        (b"## A\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", "conflict-markers"),
        (b"## A\n" + b"x" * (1 << 20), "too-large"),
    ],
)
def test_a_hostile_page_is_listed_and_the_others_are_served(content: bytes, code: str) -> None:
    files = book(skill_pdf=FONTS) | {WORKFLOW: content}

    reading = LAYOUT.parse(files)

    assert [(problem.path, problem.code) for problem in reading.problems] == [(WORKFLOW, code)]
    assert [found.id for found in reading.memories] == ["skill-pdf#Fonts"]


def test_a_tombstone_that_is_none_is_listed() -> None:
    path = ".commonplace/tombstones/x.md"

    reading = LAYOUT.parse(book() | {path: b"## A\n"})

    assert reading.problems == (Problem(path=path, code="not-a-tombstone"),)


def test_a_workspace_is_recognised_by_its_config_or_an_index() -> None:
    assert LAYOUT.recognises({".mem-skill.config.json"}.__contains__)
    assert LAYOUT.recognises({"knowledge-base/_index.json"}.__contains__)
    assert not LAYOUT.recognises({"log.md", "knowledge-base"}.__contains__)


def test_only_files_of_the_workspace_are_read() -> None:
    ours = {*book(workflow=TWO_ENTRIES, skill_pdf=FONTS), ".commonplace/tombstones/a.md"}
    others = {
        "README.md",
        "knowledge-base/sub/a.md",
        "knowledge-base/a.txt",
        "knowledge-base/a.conflict-20260101-000000-ab12.md",
        ".commonplace/other.md",
    }

    assert {path for path in ours | others if LAYOUT.reads(path)} == ours


def test_bad_dates_are_named() -> None:
    problems = LAYOUT.check(book(workflow="## T\n**Date:** 2026-02-30\n"), TODAY)

    assert problems == (
        Problem(path=WORKFLOW, code="bad-date", detail="T: Date 2026-02-30", is_error=False),
    )
