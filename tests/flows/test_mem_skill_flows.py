"""The flows over a mem-skill workspace, whose entries are linked by title."""

import pytest

from commonplace.core.ports import Stamp
from commonplace.errors import NoSuchMemory, OutsideBook
from commonplace.flows.capture import Given, capture
from commonplace.flows.change import Revision, edit, edit_text, forget, restore
from commonplace.flows.commit import commit
from commonplace.flows.govern import govern
from commonplace.flows.undo import undo
from commonplace.flows.view import View, files_of, view
from commonplace.layouts.mem_skill import MemSkillLayout
from commonplace.testing import MemoryStore
from flows.books import ALONE, NOW
from requirements import requirement

LAYOUT = MemSkillLayout()
STAMP = Stamp(who="ada", channel="flag")
PAGE = "knowledge-base/workflow.md"
TEXT = "## Release: v2 (a/b)\n**Related:** [[workflow#Gone: once]]\n\n## Retry\n"


def workspace(text: str = TEXT) -> MemoryStore:
    files = {**LAYOUT.skeleton(NOW.date()), PAGE: text.encode()}
    store = MemoryStore(files=files)
    store.refresh(LAYOUT.derive(files, NOW.date()))
    return store


def look(store: MemoryStore) -> View:
    return view(LAYOUT, "/book", store.read(files_of(LAYOUT)), NOW)


def write(proposal, store: MemoryStore):
    return commit(proposal, LAYOUT, store, STAMP, NOW.date()).receipt


def test_a_link_to_an_entry_may_say_whatever_its_title_says() -> None:
    store = workspace()

    write(
        edit("workflow#Retry", Revision(links=("workflow#Release: v2 (a/b)",)), look(store)), store
    )

    assert store.files[PAGE].decode() == (
        "## Release: v2 (a/b)\n**Related:** [[workflow#Gone: once]], [[workflow#Retry]]\n\n"
        "## Retry\n**Updated:** 2026-03-14\n**Related:** [[workflow#Release: v2 (a/b)]]\n"
    )


def test_links_that_were_there_before_are_not_questioned() -> None:
    store = workspace()
    links = ("workflow#Gone: once", "workflow#Retry")

    write(edit("workflow#Release", Revision(links=links), look(store)), store)

    assert look(store).memory("workflow#Release").links == links


@pytest.mark.parametrize("link", ["../x", "a/../../b", "/etc/passwd", "workflow#Nowhere"])
def test_a_new_link_that_leads_nowhere_is_refused(link: str) -> None:
    with pytest.raises((NoSuchMemory, OutsideBook)):
        edit("workflow#Retry", Revision(links=(link,)), look(workspace()))


def test_each_step_leaves_indices_and_log_in_order_and_can_be_undone() -> None:
    store = workspace()
    before = store.files[PAGE]
    given = Given(topic="workflow", title="Tag last")

    written = write(
        govern([capture("Tag after the build.", given)], look(store), ALONE).proposal, store
    )
    write(forget(["workflow#Tag last"], "wrong", look(store)), store)
    write(restore("workflow#Tag last", look(store)), store)
    write(undo(written, look(store), store), store)

    assert store.files[PAGE] == before
    assert LAYOUT.derive(store.files, NOW.date()) == ()
    assert [line.split(" | ")[1] for line in store.files["log.md"].decode().splitlines()[5:]] == [
        'Recorded to knowledge-base/workflow.md: "Tag last"',
        'Tombstoned knowledge-base/workflow.md: "Tag last" (wrong)',
        'Restored knowledge-base/workflow.md: "Tag last"',
        'Erased knowledge-base/workflow.md: "Tag last"',
    ]


def test_a_page_that_a_person_edited_is_proposed_with_what_it_means() -> None:
    store = workspace()
    text = TEXT.replace("## Retry\n", "## Retry\n**Context:** again\n")

    write(edit_text("workflow#Retry", text.encode(), look(store)), store)

    assert look(store).memory("workflow#Retry").summary == "again"
    assert b"**Updated:** 2026-03-14\n**Context:** again\n" in store.files[PAGE]


LINKED = """\
## Retry
**Date:** 2026-01-01
**Related:** [[workflow#Wait]]

## Wait
**Date:** 2026-01-01
**Related:** [[workflow#Retry]]
"""


@requirement("rename.told", "7.rename")
def test_a_renamed_entry_goes_by_its_new_name_in_receipt_and_log() -> None:
    store = workspace(LINKED)

    receipt = write(edit("workflow#Retry", Revision(title="Try again"), look(store)), store)

    assert receipt.memories == ("workflow#Try again",)
    assert store.files["log.md"].decode().splitlines()[-1] == (
        '## [2026-03-14] update | Updated knowledge-base/workflow.md: "Try again" (merged new info)'
    )


def test_an_entry_that_moves_to_another_page_goes_by_its_new_name() -> None:
    store = workspace(LINKED)

    receipt = write(edit("workflow#Retry", Revision(topic="network"), look(store)), store)

    assert receipt.memories == ("network#Retry",)


@requirement("7.rename")
def test_a_rename_in_an_editor_takes_the_links_along() -> None:
    store = workspace(LINKED)
    typed = LINKED.replace("## Retry", "## Try again").encode()

    receipt = write(edit_text("workflow#Retry", typed, look(store)), store)

    assert receipt.memories == ("workflow#Try again",)
    assert look(store).memory("workflow#Wait").links == ("workflow#Try again",)


def test_a_rename_that_is_undone_is_told_as_one_change() -> None:
    store = workspace(LINKED)
    done = write(edit("workflow#Retry", Revision(title="Try again"), look(store)), store)

    receipt = write(undo(done, look(store), store), store)

    assert receipt.memories == ("workflow#Retry", "workflow#Wait")
    assert store.files[PAGE].decode() == LINKED
