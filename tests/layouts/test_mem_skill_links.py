"""mem-skill links by title: in both directions, kept over renames, understood when inexact."""

from dataclasses import replace

import pytest

from commonplace.core.changes import Bury, Create, Edit
from commonplace.core.memory import Candidate, Tombstone
from commonplace.core.ports import Problem
from commonplace.errors import BadInput
from commonplace.layouts.mem_skill.pages import mended_links
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


def candidate(title: str) -> Candidate:
    return Candidate(title=title, body="text", topic="workflow", keywords=("k",))


@requirement("A1.links")
def test_a_link_is_written_in_both_entries() -> None:
    before = memory(BOOK, RELEASE)

    linked = after(BOOK, Edit(before, replace(before, links=("skill-pdf#Fonts",))))
    parted = after(linked, Edit(memory(linked, RELEASE), before))

    assert linked[SKILL].decode() == FONTS.replace(
        "[[workflow#Retry with backoff]]", f"[[workflow#Retry with backoff]], [[{RELEASE}]]"
    )
    assert parted == BOOK


@requirement("A1.links", "A5.10")
def test_a_link_that_is_only_spelled_better_is_still_returned() -> None:
    files = book(
        workflow="## A\n**Related:** [[experience/skill-pdf#Fo]]\n",
        skill_pdf="## Fonts\n**Related:** [[workflow#A]]\n",
    )
    before = memory(files, "workflow#A")

    exact = after(files, Edit(before, replace(before, links=("skill-pdf#Fonts",))))

    assert exact[WORKFLOW] == b"## A\n**Related:** [[skill-pdf#Fonts]]\n"
    assert exact[SKILL] == files[SKILL]


@requirement("A1.links")
def test_entries_that_are_written_together_may_link_to_each_other() -> None:
    first = replace(LAYOUT.draft(candidate("A"), BOOK, TODAY), links=("workflow#B",))
    second = LAYOUT.draft(candidate("B"), BOOK, TODAY)

    files = after(BOOK, Create(first), Create(second))

    assert memory(files, "workflow#B").links == ("workflow#A",)


@requirement("7.rename")
def test_a_rename_takes_every_link_along() -> None:
    other = FONTS.replace(
        "- embed them",
        "- as in [[knowledge-base/workflow#Retry with backoff]] and [[workflow#Retry with]]",
    )
    files = book(workflow=TWO_ENTRIES, skill_pdf=other)
    before = memory(files, RETRY)

    renamed = after(files, Edit(before, replace(before, title="Wait longer")))

    assert renamed[WORKFLOW].decode() == TWO_ENTRIES.replace(
        "## Retry with backoff", "## Wait longer"
    )
    assert renamed[SKILL].decode() == other.replace(
        "knowledge-base/workflow#Retry with backoff", "workflow#Wait longer"
    ).replace("workflow#Retry with backoff", "workflow#Wait longer").replace(
        "workflow#Retry with", "workflow#Wait longer"
    )


@requirement("7.rename")
def test_a_tombstone_learns_the_new_name_of_what_replaced_it() -> None:
    stone = replace(STONE, superseded_by=RETRY)
    files = after(BOOK, Bury(memory(BOOK, RELEASE), stone))
    before = memory(files, RETRY)

    renamed = after(files, Edit(before, replace(before, title="New")))

    assert memory(renamed, RELEASE).tombstone == replace(stone, superseded_by="workflow#New")


@requirement("7.rename")
def test_an_entry_that_moves_to_another_topic_takes_its_links_along() -> None:
    before = memory(BOOK, RETRY)

    files = after(BOOK, Edit(before, replace(before, topic="net", modified=TODAY)))

    assert files["knowledge-base/net.md"].startswith(b"## Retry with backoff\n")
    assert files["knowledge-base/net.md"].endswith(b"**Keywords:** retry, backoff\n")
    assert memory(files, "net#Retry with backoff").topic == "net"
    assert memory(files, "skill-pdf#Fonts").links == ("net#Retry with backoff",)
    assert RETRY not in {found.id for found in LAYOUT.parse(files).memories}


def test_a_rename_to_a_title_that_is_taken_is_refused() -> None:
    files = book(workflow="## A\n\n## B\n")
    before = memory(files, "workflow#A")

    with pytest.raises(BadInput, match="has an entry called “B” already"):
        after(files, Edit(before, replace(before, title="B")))


def test_a_link_to_a_buried_entry_is_reported_and_not_rewritten() -> None:
    files = after(BOOK, Bury(memory(BOOK, RETRY), STONE))

    assert files[SKILL] == BOOK[SKILL]
    assert Problem(
        path=SKILL,
        code="link-to-tombstone",
        detail=f"skill-pdf#Fonts → [[{RETRY}]]",
        is_error=False,
    ) in LAYOUT.check(files, TODAY)


@requirement("A5.10")
def test_inexact_links_are_resolved_and_reported_and_the_others_are_broken() -> None:
    links = "[[workflow#Re]], [[workflow#Retry]], [[knowledge-base/workflow#Release `v2`: cut (twice) → ship — done]], [[workflow#None]]"
    files = book(workflow=TWO_ENTRIES, skill_pdf=f"## A\n**Related:** {links}\n")

    found = {
        problem.detail.partition(" → ")[2]: problem.code
        for problem in LAYOUT.check(files, TODAY)
        if problem.path == SKILL
    }

    assert found == {
        "[[workflow#Re]]": "broken-link",
        f"[[workflow#Retry]] = [[{RETRY}]]": "inexact-link",
        f"[[knowledge-base/{RELEASE}]] = [[{RELEASE}]]": "inexact-link",
        "[[workflow#None]]": "broken-link",
    }


def test_a_link_that_is_not_returned_is_named() -> None:
    files = book(workflow="## A\n**Related:** [[workflow#B]]\n\n## B\n")

    assert [problem.code for problem in LAYOUT.check(files, TODAY)] == ["one-way-link"]


@requirement("A5.10")
def test_links_that_need_no_decision_can_be_mended() -> None:
    files = book(
        workflow="## Alpha\n**Related:** [[knowledge-base/workflow#Be]], [[workflow#None]]\n\n## Beta\n"
    )

    mended = after(files, *mended_links(files))

    assert mended[WORKFLOW].decode() == (
        "## Alpha\n**Related:** [[workflow#Beta]], [[workflow#None]]\n\n"
        "## Beta\n**Related:** [[workflow#Alpha]]\n"
    )
    assert [problem.code for problem in LAYOUT.check(mended, TODAY)] == ["broken-link"]
    assert mended_links(mended) == ()
