"""What was approved at the command line is in the ledger, outside the book."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from commonplace.core.approvals import content_of
from transcript import command_line

NOW = datetime(2026, 3, 14, 9, 26, tzinfo=UTC)


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_WHO", "ada")
    assert command_line(["init"]).code == 0
    return open_book(tmp_path)


def approved(book: Book) -> list[tuple[str, str, str, str]]:
    return [(each.memory, each.content, each.channel, each.who) for each in book.ledger.read()]


def contents(book: Book) -> dict[str, str]:
    return {memory.id: content_of(memory) for memory in book.reading().memories}


def test_what_was_agreed_in_advance_is_entered_as_it_can_be_read_back(book: Book) -> None:
    command_line(["remember", "Deploys need the VPN.", "--topic", "ops", "--yes"])

    ((name, content),) = contents(book).items()
    assert approved(book) == [(name, content, "flag", "ada")]


def test_an_edit_and_an_undo_are_entered_and_a_burial_is_not(book: Book) -> None:
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    first = contents(book)
    (name,) = first
    command_line(["edit", name, "--body", "Deploys need no VPN.", "--yes"])
    second = contents(book)
    command_line(["undo"])

    command_line(["forget", name, "--yes"])

    texts = [content for memory, content, _, _ in approved(book) if memory == name]
    assert texts == [first[name], second[name], first[name]]


def test_what_waits_for_a_person_is_approved_by_nobody(book: Book) -> None:
    assert command_line(["remember", "Deploys need the VPN."]).code == 4

    assert approved(book) == []


def test_a_ledger_that_cannot_be_written_fails_no_commit_and_is_told(book: Book) -> None:
    Path(book.store.state, "approvals.jsonl").mkdir(parents=True)

    done = command_line(["remember", "Deploys need the VPN.", "--yes"])

    assert done.code == 0
    assert "could not be entered in the ledger of approvals" in done.err
    assert len(book.reading().memories) == 1
