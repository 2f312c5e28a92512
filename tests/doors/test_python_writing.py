"""A Python program proposes, a person agrees by name, and only then something is written."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

import commonplace
from commonplace.app.books import found_book, open_book
from commonplace.config import Settings
from commonplace.core.memory import Origin
from commonplace.errors import BadInput, ChangedUnderneath, LeftPending
from requirements import requirement

TEXT = "Staging listens on port 6001 behind the proxy."
OTHER = "Releases are tagged by Grace on Thursdays after the nightly build."


@pytest.fixture
def book(tmp_path: Path) -> commonplace.Book:
    found_book(tmp_path, Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    return commonplace.open_book(tmp_path)


def proposed(book: commonplace.Book, text: str = TEXT) -> commonplace.Proposed:
    made = book.propose(text, topic="ops", keywords=("staging",))
    assert isinstance(made, commonplace.Proposed)
    return made


@requirement("python-api.consent")
def test_nothing_is_written_before_somebody_agrees_by_name(book: commonplace.Book) -> None:
    made = proposed(book)

    assert book.memories() == ()
    assert (made.decision, made.warning) == ("create", "")
    assert f"+{TEXT}" in made.difference
    for nobody in ("", "  "):
        with pytest.raises(BadInput):
            book.commit(made, approved_by=nobody)
    assert book.memories() == ()


@requirement("python-api.consent")
def test_what_is_agreed_to_is_written_with_name_and_channel_and_recalled(
    book: commonplace.Book,
) -> None:
    made = proposed(book)

    receipt = book.commit(made, approved_by="ada")

    assert (receipt.who, receipt.channel, receipt.origin) == ("ada", "program", Origin.AGENT)
    assert receipt.memories == made.memories
    assert [(each.body, each.topic) for each in book.memories()] == [(TEXT, "ops")]
    assert book.recall("Which port does staging listen on?").outcome == "hits"


def test_a_proposal_is_bound_to_the_book_it_was_made_on(book: commonplace.Book) -> None:
    first, second = proposed(book), proposed(book)
    book.commit(first, approved_by="ada")

    with pytest.raises(ChangedUnderneath):
        book.commit(second, approved_by="ada")


def test_remembering_without_a_name_leaves_it_for_review(book: commonplace.Book) -> None:
    kept = book.remember(TEXT)

    assert isinstance(kept, commonplace.Pending)
    assert book.memories() == ()
    waiting = open_book(book.root).proposals.list(datetime.now(UTC))
    assert [(each.id, each.origin) for each in waiting] == [(kept.id, Origin.AGENT)]


def test_remembering_what_is_known_or_contradicts_says_so(book: commonplace.Book) -> None:
    receipt = book.remember(TEXT, approved_by="ada")
    assert isinstance(receipt, commonplace.Receipt)
    (name,) = receipt.memories
    other = TEXT.replace("6001", "7002")

    assert book.remember(TEXT, approved_by="ada") == commonplace.Skipped(
        reason="already-known", memory=name
    )
    asked = book.remember(other, approved_by="ada")
    assert isinstance(asked, commonplace.Contradiction)
    assert asked.memory == name
    settled = book.remember(other, approved_by="ada", answer=commonplace.answer("supersede"))
    assert isinstance(settled, commonplace.Receipt)
    assert book.recall("Which port does staging listen on?").text.count("7002") == 1


@requirement("python-api.agents")
def test_inside_an_agent_program_a_name_is_no_agreement(
    book: commonplace.Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")

    with pytest.raises(LeftPending):
        book.remember(TEXT, approved_by="ada")

    assert book.memories() == ()


@requirement("python-api.agents")
def test_a_policy_of_the_user_lets_agents_write_what_is_then_quarantined(
    book: commonplace.Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from commonplace.config import user_file

    settings = user_file({"XDG_CONFIG_HOME": str(book.root / "config")})
    settings.parent.mkdir(parents=True)
    settings.write_text('agents = "save"\n', "utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(book.root / "config"))
    monkeypatch.setenv("CLAUDECODE", "1")

    receipt = commonplace.open_book(book.root).remember(TEXT, approved_by="ada")

    assert isinstance(receipt, commonplace.Receipt)
    assert receipt.channel == "policy"
    assert [memory.is_active for memory in book.memories()] == [False]


def test_a_commit_is_taken_back_by_its_receipt(book: commonplace.Book) -> None:
    receipt = book.commit(proposed(book), approved_by="ada")

    undone = book.commit(book.propose_undo(receipt.id), approved_by="ada")

    assert undone.undoes == receipt.id
    assert book.memories() == ()


def test_an_answer_that_is_no_verb_is_refused() -> None:
    with pytest.raises(BadInput):
        commonplace.answer("overwrite")


@requirement("python-api.health")
def test_health_is_what_the_report_of_upkeep_says(book: commonplace.Book) -> None:
    book.remember(TEXT, approved_by="ada")
    book.remember(OTHER, approved_by="ada")

    health = book.health()

    assert (health.active, health.tombstoned, health.score) == (2, 0, 100)
    assert health.status == "healthy"
