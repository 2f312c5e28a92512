"""No secret reaches a proposal, whichever door it was typed at."""

from datetime import UTC, date, datetime

import pytest

from commonplace.core.changes import Proposal
from commonplace.core.drawers import Item, dump
from commonplace.core.governance import Override, Verb
from commonplace.core.redaction import redact
from commonplace.drawers.drawer import Drawer, drawer_folder
from commonplace.drawers.memory_tool import MemoryFolder
from commonplace.errors import BadInput
from commonplace.flows.anchors import quoted, wanted_in
from commonplace.flows.capture import Given, capture
from commonplace.flows.change import Revision, edit, edit_text
from commonplace.flows.govern import Answer, govern
from commonplace.flows.view import View, files_of, view
from commonplace.layouts.vault import VaultLayout
from commonplace.testing import MemoryStore
from flows.books import ALONE
from trust.secret_kinds import KINDS, needle, said

SECRET = "gh" + "p_" + "aB3" * 12
PEM = "-----BEGIN PRIVATE KEY-----\n" + "a/b/c/d/e/F+" * 5 + "\n-----END PRIVATE KEY-----"
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
    assert b"[REDACTED:" in written(proposal)
    assert SECRET not in repr(proposal)


def test_a_connection_string_keeps_host_and_port_in_every_line_that_is_read_off_it() -> None:
    url = "DATABASE_URL=postgres://shop:shop@localhost:5432/shop"

    made = capture(f"Set {url} before the tests.", Given())

    for text in (made.title, made.summary, made.body):
        assert "postgres://shop:[REDACTED:" in text
        assert "@localhost:5432/shop" in text
        assert text.count("REDACTED") == 1


@pytest.mark.parametrize("kind", KINDS)
def test_redacting_twice_is_redacting_once(kind: str) -> None:
    once = redact(f"Staging: {said(kind)} is for everybody")

    assert needle(KINDS[kind][1]) not in once
    assert redact(once) == once
    assert redact(once.replace("\n", " ")[:70]) == once.replace("\n", " ")[:70]


def test_the_case_in_which_it_holds_names_no_secret(book: View) -> None:
    narrowed = Answer(override=Override(Verb.CREATE, applies_when=f"with {SECRET}"))

    proposal = govern([capture("Use port 6001.", Given())], book, ALONE, [narrowed]).proposal

    assert SECRET not in repr(proposal)
    assert b"[REDACTED:" in written(proposal)


def test_an_edit_by_options_holds_no_secret(book: View) -> None:
    (memory,) = book.reading.memories

    proposal = edit(memory.id, Revision(body=f"Use {SECRET}.", summary=SECRET), book)

    assert SECRET.encode() not in written(proposal)


def test_a_key_of_many_lines_typed_in_an_editor_is_taken_out_whole(book: View) -> None:
    (memory,) = book.reading.memories
    before = book.files[book.path(memory.id)]

    proposal = edit_text(memory.id, before.replace(b"the VPN", PEM.encode(), 1), book)

    assert b"PRIVATE KEY" not in written(proposal)
    assert b"[REDACTED:" in written(proposal)


def test_an_edit_in_an_editor_loses_new_secrets_only(book: View) -> None:
    (memory,) = book.reading.memories
    text = book.files[book.path(memory.id)]

    proposal = edit_text(
        memory.id, text.replace(b"the VPN", f"the VPN and {SECRET}".encode()), book
    )

    assert SECRET.encode() not in written(proposal)
    assert b"Deploys need the VPN and [REDACTED:" in written(proposal)


def test_the_files_that_a_model_keeps_for_itself_hold_no_secret() -> None:
    drawer = Drawer(drawer_folder("memory-tool") / "memories", "claude")
    drawer.prepare()
    kept = MemoryFolder(drawer)

    kept.create("/memories/keys.md", f"Deploy with {SECRET}.\n")
    assert SECRET not in kept.view("/memories/keys.md")
    kept.replace("/memories/keys.md", "Deploy", f"Use {SECRET} and deploy")

    told = kept.view("/memories/keys.md")
    assert SECRET not in told
    assert told.count("[REDACTED:") == 2


def test_what_langgraph_stores_holds_no_secret() -> None:
    value = {"note": f"Deploy with {SECRET}.", "rows": [{"password": "s3cr3tpw-lisbon-7"}]}

    text = dump(Item(namespace=("a",), key="k", value=value, created=NOW, updated=NOW))

    assert SECRET.encode() not in text
    assert b"s3cr3tpw-lisbon-7" not in text


def test_an_anchor_quotes_no_secret() -> None:
    class Code:
        def read(self, path: str) -> str:
            return f"TOKEN = '{SECRET}'\n"

    with pytest.raises(BadInput):
        quoted(wanted_in("code.py:1"), "code.py", Code())
