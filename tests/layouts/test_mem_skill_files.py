"""mem-skill's indices, log and configuration: a person's words are kept, figures come from the files."""

import json
from dataclasses import replace
from datetime import date

import pytest

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Restore
from commonplace.core.memory import Candidate, Tombstone
from commonplace.core.ports import Problem
from layouts.mem_skill_books import (
    EXPERIENCE_INDEX,
    FONTS,
    KNOWLEDGE_INDEX,
    LAYOUT,
    LOG,
    SKILL,
    TODAY,
    TWO_ENTRIES,
    WORKFLOW,
    after,
    book,
    memory,
    written,
)
from requirements import requirement

BOOK = book(workflow=TWO_ENTRIES, skill_pdf=FONTS)
OWN_INDEX = """{
  "lastUpdated": "2020-01-01",
  "version": "1.0.0",
  "totalEntries": 9,
  "absorbedSkills": ["a", "b"],
  "categories": [
    {
      "id": "workflow",
      "name": "工作流 & more",
      "keywords": ["retry", "CI/CD"],
      "file": "workflow.md",
      "count": 7,
      "colour": "red"
    },
    {
      "id": "empty",
      "name": "Empty",
      "keywords": ["x"],
      "file": "empty.md",
      "count": 0
    }
  ]
}
"""


@requirement("A1.index", "7.index-authority")
def test_a_page_gets_a_row_found_by_the_keywords_of_its_entries() -> None:
    assert json.loads(BOOK[KNOWLEDGE_INDEX]) == {
        "lastUpdated": "2026-02-01",
        "version": "1.0.0",
        "totalEntries": 2,
        "categories": [
            {
                "id": "workflow",
                "name": "Workflow",
                "keywords": ["retry", "backoff", "release"],
                "file": "workflow.md",
                "count": 2,
            }
        ],
    }


@requirement("A1.experience-index", "7.index-authority")
def test_a_skill_gets_a_row_without_name_and_the_index_has_no_total() -> None:
    assert json.loads(BOOK[EXPERIENCE_INDEX]) == {
        "lastUpdated": "2026-03-01",
        "version": "1.0.0",
        "skills": [
            {"skillId": "pdf", "file": "skill-pdf.md", "keywords": ["pdf", "fonts"], "count": 1}
        ],
    }


@requirement("A1.index.kept", "7.index-authority")
def test_only_counts_and_dates_of_an_index_are_ours() -> None:
    files = BOOK | {KNOWLEDGE_INDEX: OWN_INDEX.encode()}

    fresh = written(files, LAYOUT.derive(files, TODAY))

    assert fresh[KNOWLEDGE_INDEX].decode() == OWN_INDEX.replace("2020-01-01", "2026-02-01").replace(
        '"totalEntries": 9', '"totalEntries": 2'
    ).replace('"count": 7', '"count": 2')


@requirement("A1.index.kept")
def test_an_index_that_is_right_keeps_its_bytes_whatever_its_style() -> None:
    value = json.loads(BOOK[KNOWLEDGE_INDEX])
    files = BOOK | {KNOWLEDGE_INDEX: b"\xef\xbb\xbf" + json.dumps(value, indent=5).encode()}

    assert LAYOUT.derive(files, TODAY) == ()


@requirement("7.index-authority")
def test_the_same_entries_give_the_same_index_on_every_day() -> None:
    files = {**BOOK}
    del files[EXPERIENCE_INDEX]

    edits = [LAYOUT.derive(files, day) for day in (TODAY, date(2030, 1, 1))]

    assert edits[0] == edits[1]
    assert written(files, edits[0]) == BOOK


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b'{"categories": 1}', b'{"categories": [1]}', b"[" * 9999, b'{"a": NaN}'],
)
def test_an_index_that_cannot_be_read_is_listed_and_never_rewritten(content: bytes) -> None:
    files = BOOK | {KNOWLEDGE_INDEX: content}

    assert LAYOUT.derive(files, TODAY) == ()
    assert LAYOUT.check(files, TODAY) == (Problem(path=KNOWLEDGE_INDEX, code="bad-json"),)


def test_the_count_of_a_page_that_cannot_be_read_stays() -> None:
    files = BOOK | {WORKFLOW: b"\xff"}

    assert LAYOUT.derive(files, TODAY) == ()


@requirement("A1.index")
def test_a_page_without_a_row_and_a_wrong_count_can_be_mended() -> None:
    empty = dict(LAYOUT.skeleton(TODAY))
    unlisted = empty | {WORKFLOW: TWO_ENTRIES.encode()}
    miscounted = BOOK | {KNOWLEDGE_INDEX: BOOK[KNOWLEDGE_INDEX].replace(b": 2", b": 3")}
    missing = {path: content for path, content in BOOK.items() if path != KNOWLEDGE_INDEX}

    found = {
        problem.code: problem
        for files in (unlisted, miscounted, missing)
        for problem in LAYOUT.check(files, TODAY)
        if problem.can_fix
    }

    assert set(found) == {"not-in-index", "index-stale", "index-missing"}
    assert found["not-in-index"].detail == WORKFLOW
    for files in (unlisted, miscounted, missing):
        mended = written(files, LAYOUT.derive(files, TODAY))
        assert [problem for problem in LAYOUT.check(mended, TODAY) if problem.can_fix] == []


UNLISTED = {"knowledge-base/other.md": TWO_ENTRIES.encode()}
LOST_ROW = b'{"id": "lost", "name": "Lost", "keywords": [], "file": "lost.md", "count": 4}, {"id"'


@requirement("A1.index", "A2.lint.checks")
@pytest.mark.parametrize(
    ("beside", "count", "has_lost_row", "codes"),
    [
        (UNLISTED, b": 2", False, ["not-in-index"]),
        (UNLISTED, b": 3", False, ["not-in-index", "index-stale"]),
        ({}, b": 3", True, ["category-without-file", "index-stale"]),
        (UNLISTED, b": 3", True, ["not-in-index", "category-without-file", "index-stale"]),
    ],
)
def test_a_wrong_count_is_told_beside_pages_and_rows_that_stand_alone(
    beside: dict[str, bytes], count: bytes, has_lost_row: bool, codes: list[str]
) -> None:
    index = BOOK[KNOWLEDGE_INDEX].replace(b'Entries": 2', b'Entries"' + count)
    index = index.replace(b'count": 2', b'count"' + count)
    index = index.replace(b'{\n      "id"', LOST_ROW, 1) if has_lost_row else index
    files = BOOK | beside | {KNOWLEDGE_INDEX: index}

    found = LAYOUT.check(files, TODAY)

    assert [each.code for each in found if each.path == KNOWLEDGE_INDEX] == codes


@requirement("A1.log", "A5.6")
def test_a_new_log_is_its_head_and_the_init_line() -> None:
    assert LAYOUT.skeleton(TODAY)[LOG].decode() == (
        "# mem-skill Activity Log\n"
        "\n"
        "Chronological record of all mem-skill operations. "
        'Each entry is parseable with `grep "^## \\[" log.md`.\n'
        "\n"
        "## [2026-04-08] init | mem-skill initialized (engine: default)\n"
    )


@requirement("A1.log.messages")
def test_the_other_end_of_a_link_is_told_with_the_entry_that_came() -> None:
    retry = memory(BOOK, "workflow#Retry with backoff")
    new = replace(retry, id="workflow#Wait", title="Wait", links=(retry.id,))
    linked = Edit(retry, replace(retry, links=(*retry.links, new.id)))

    def told(*done: Change) -> list[str]:
        files = written(BOOK, LAYOUT.derive(BOOK, TODAY, list(done)))
        return files[LOG].removeprefix(BOOK[LOG]).decode().splitlines()

    assert told(Create(new), linked) == told(Create(new))
    assert len(told(linked)) == 1


@requirement("A1.log.messages", "A1.log")
def test_each_change_leaves_one_line_in_the_original_s_words() -> None:
    retry, fonts = memory(BOOK, "workflow#Retry with backoff"), memory(BOOK, "skill-pdf#Fonts")
    done: list[Change] = [
        Create(retry),
        Create(fonts),
        Edit(retry, replace(retry, modified=TODAY)),
        Bury(retry, Tombstone(at=TODAY, reason="wrong")),
        Bury(fonts, Tombstone(at=TODAY, reason="")),
        Restore(retry),
        Erase(fonts),
    ]

    files = written(BOOK, LAYOUT.derive(BOOK, TODAY, done))

    assert files[LOG].removeprefix(BOOK[LOG]).decode().splitlines() == [
        '## [2026-04-08] write | Recorded to knowledge-base/workflow.md: "Retry with backoff"',
        '## [2026-04-08] write | Recorded to experience/skill-pdf.md: "Fonts"',
        '## [2026-04-08] update | Updated knowledge-base/workflow.md: "Retry with backoff" (merged new info)',
        '## [2026-04-08] delete | Tombstoned knowledge-base/workflow.md: "Retry with backoff" (wrong)',
        '## [2026-04-08] delete | Tombstoned experience/skill-pdf.md: "Fonts"',
        '## [2026-04-08] restore | Restored knowledge-base/workflow.md: "Retry with backoff"',
        '## [2026-04-08] delete | Erased experience/skill-pdf.md: "Fonts"',
    ]


@requirement("A1.log.silent")
def test_reading_and_mending_are_not_logged() -> None:
    files = {path: content for path, content in BOOK.items() if path != KNOWLEDGE_INDEX}

    assert [edit.path for edit in LAYOUT.derive(files, TODAY)] == [KNOWLEDGE_INDEX]


@pytest.mark.parametrize(
    ("old", "expected"),
    [
        (None, "# mem-skill Activity Log"),
        (
            b"# Mine\r\n",
            '# Mine\r\n## [2026-04-08] write | Recorded to knowledge-base/a.md: "T"\r\n',
        ),
        (b"# Mine", '# Mine\n## [2026-04-08] write | Recorded to knowledge-base/a.md: "T"\n'),
    ],
)
def test_a_log_is_begun_or_goes_on_in_its_own_style(old: bytes | None, expected: str) -> None:
    files = {path: content for path, content in BOOK.items() if path != LOG}
    files |= {LOG: old} if old else {}
    draft = LAYOUT.draft(Candidate(title="T", body="x", topic="a"), files, TODAY)

    edits = LAYOUT.derive(files, TODAY, [Create(draft)])

    assert edits[-1].after is not None
    assert edits[-1].after.decode().startswith(expected)


def test_a_log_that_is_no_text_is_listed_and_not_written_on() -> None:
    files = BOOK | {LOG: b"\0"}
    retry = memory(files, "workflow#Retry with backoff")

    assert LAYOUT.derive(files, TODAY, [Create(retry)]) == ()
    assert Problem(path=LOG, code="nul-byte") in LAYOUT.check(files, TODAY)


def test_a_book_in_order_has_no_problems() -> None:
    assert LAYOUT.check(BOOK, TODAY) == ()
    assert LAYOUT.derive(BOOK, TODAY) == ()
    assert LAYOUT.derive({}, TODAY) == ()
    assert after(BOOK) == BOOK
    assert SKILL in BOOK
