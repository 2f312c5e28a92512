"""No secret reaches a proposal, whichever door it was typed at."""

from datetime import UTC, date, datetime

import pytest

from commonplace.core.changes import Proposal
from commonplace.flows.capture import Given, capture
from commonplace.flows.change import Revision, edit, edit_text
from commonplace.flows.govern import govern
from commonplace.flows.view import View, files_of, view
from commonplace.layouts.vault import VaultLayout
from commonplace.testing import MemoryStore
from flows.books import ALONE

SECRET = "gh" + "p_" + "aB3" * 12
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def written(proposal: Proposal) -> bytes:
    return b"".join(edit.after or b"" for edit in proposal.edits)


@pytest.fixture
def book() -> View:
    layout = VaultLayout()
    store = MemoryStore(files=dict(layout.skeleton(date(2026, 11, 1))))
    first = view(layout, "/book", store.read(files_of(layout)), NOW)
    made = govern([capture("Deploys need the VPN.", Given(title="VPN"))], first, ALONE).proposal
    store.files.update({edit.path: edit.after for edit in made.edits if edit.after is not None})
    return view(layout, "/book", store.read(files_of(layout)), NOW)


@pytest.mark.parametrize(
    "given",
    [
        Given(),
        Given(title=f"the token {SECRET}"),
        Given(summary=f"use {SECRET}", keywords=(SECRET,), tags=(SECRET,)),
        Given(source=f"chat with {SECRET}", when_to_load=(f"when {SECRET} fails",)),
    ],
)
def test_what_is_remembered_holds_no_secret(book: View, given: Given) -> None:
    proposal = govern([capture(f"The token is {SECRET} today.", given)], book, ALONE).proposal

    assert SECRET.encode() not in written(proposal)
    assert b"[REDACTED:github-token:" in written(proposal)
    assert SECRET not in repr(proposal)


def test_an_edit_by_options_holds_no_secret(book: View) -> None:
    (memory,) = book.reading.memories

    proposal = edit(memory.id, Revision(body=f"Use {SECRET}.", summary=SECRET), book)

    assert SECRET.encode() not in written(proposal)


def test_an_edit_in_an_editor_loses_new_secrets_only(book: View) -> None:
    (memory,) = book.reading.memories
    text = book.files[book.path(memory.id)]

    proposal = edit_text(
        memory.id, text.replace(b"the VPN", f"the VPN and {SECRET}".encode()), book
    )

    assert SECRET.encode() not in written(proposal)
    assert b"Deploys need the VPN and [REDACTED:github-token:" in written(proposal)
