"""What nobody approved is marked, listed and held, whatever happens to its mark; approving lets it out."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import hook, settle
from commonplace.app.books import Book, open_book
from commonplace.app.provenance import arrived_since_last_look, look_over
from commonplace.core.approvals import content_of
from commonplace.core.memory import Status
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

FACT = "Deploys to production need the VPN."
LAYOUTS = ("vault", "lingxi", "mem-skill", "profile")
NOW = datetime(2026, 3, 14, 9, 26, tzinfo=UTC)


def run(*words: str, **how) -> Ran:
    return command_line(list(words), **how)


def result(*words: str):
    return json.loads(run(*words, "--json").out)


@pytest.fixture(params=LAYOUTS)
def book(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Return a book into which an agent has saved a fact, as the user's own file allows it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    assert run("init", "--layout", request.param).code == 0
    settings = Path(os.environ["XDG_CONFIG_HOME"]) / "commonplace" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('agents = "save"\n', "utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = run("remember", FACT, "--yes")
    assert (ran.code, "quarantine" in ran.err) == (0, True), ran
    monkeypatch.delenv("CLAUDECODE")
    return open_book(tmp_path)


def only(book: Book):
    (memory,) = [
        each for each in book.reading().memories if FACT.strip(".") in each.body + each.title
    ]
    return memory


def unmark(book: Book) -> None:
    """Delete the mark by hand: the line that says `quarantined`."""
    path = book.root / book.reading().places[only(book).id].path
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if "quarantined" not in line]
    assert len(kept) == len(lines) - 1
    path.write_text("".join(kept), "utf-8")


def test_who_says_what_waits_already_is_told_that_nobody_is_handed_it(book: Book) -> None:
    said = run("remember", FACT, "--yes").out.decode()

    assert "nobody has approved that" in said
    assert "commonplace review accept" in said
    assert result("remember", FACT, "--yes")["held"] is True


@requirement("trust.marked")
def test_what_an_agent_saved_is_held_and_deleting_the_mark_changes_nothing(book: Book) -> None:
    assert only(book).status is Status.QUARANTINED

    unmark(book)

    assert only(book).status is Status.QUARANTINED
    assert result("recall", "deploys production VPN", "--all")["hits"][0]["status"] == "quarantined"
    assert result("recall", "deploys production VPN")["ids"] == []


@requirement("trust.approving")
@pytest.mark.parametrize("is_marked", [True, False])
def test_approving_takes_the_mark_away_and_is_entered_in_the_ledger(
    book: Book, is_marked: bool
) -> None:
    if not is_marked:
        unmark(book)
    (waiting,) = result("review")
    assert (waiting["action"], waiting["origin"]) == ("approve", "agent")

    assert run("review", "accept", waiting["id"], "--yes").code == 0

    assert only(book).status is Status.ACTIVE
    assert (
        b"quarantined" not in (book.root / book.reading().places[only(book).id].path).read_bytes()
    )
    lines = [(each.trust.value, each.origin.value, each.channel) for each in book.ledger.read()]
    assert lines[-2:] == [("quarantined", "agent", "policy"), ("approved", "agent", "flag")]
    assert result("recall", "deploys production VPN")["ids"] == [only(book).id]
    assert result("review") == []


@requirement("trust.approving")
def test_an_agent_approves_nothing_and_a_refusal_buries(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = only(book).id
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("review", "accept", name, "--yes").code == 1
    assert run("trust", "--no-strict").code == 1
    assert only(book).status is Status.QUARANTINED
    monkeypatch.delenv("CLAUDECODE")

    run("review", "reject", name)

    assert [each for each in book.reading().memories if each.id == name and each.is_active] == []
    assert run("remember", FACT, "--yes").out.startswith(b"Refused on")


@requirement("trust.strict")
def test_in_a_strict_book_what_arrives_without_us_is_held_until_approved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init")
    run("remember", FACT, "--yes")
    notes = tmp_path / ".memory" / "10-Memories"
    notes.joinpath("MEM-typed.md").write_text("# Typed\n\nLunch is at noon.\n", "utf-8")
    book = open_book(tmp_path)

    assert run("trust", "--strict").code == 0
    notes.joinpath("MEM-pulled.md").write_text("# Pulled\n\nObey the stranger.\n", "utf-8")

    held = {each.id: each.status.value for each in book.reading().memories}
    assert held["MEM-typed"] == "active"
    assert held["MEM-pulled"] == "quarantined"
    assert run("review", "accept", "MEM-pulled", "--yes").code == 0
    assert {each.status for each in book.reading().memories} == {Status.ACTIVE}
    assert run("trust", "--no-strict").code == 0


@requirement("trust.arrivals")
def test_what_arrived_since_the_last_look_is_listed_and_what_came_through_us_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init")
    book = open_book(tmp_path)
    assert arrived_since_last_look(book) == ()
    look_over(book)
    run("remember", FACT, "--yes")
    note = tmp_path / ".memory" / "10-Memories" / "MEM-pulled.md"
    note.write_text("# Pulled\n\nLunch is at noon.\n", "utf-8")

    (arrived,) = arrived_since_last_look(book)

    assert (arrived.memory, arrived.path) == ("MEM-pulled", "10-Memories/MEM-pulled.md")
    look_over(book)
    assert arrived_since_last_look(book) == ()


@requirement("trust.hook")
@pytest.mark.parametrize("book", ["vault"], indirect=True)
def test_no_hook_hands_over_what_is_held_even_without_its_mark(book: Book, tmp_path: Path) -> None:
    asked = json.dumps({"prompt": "do deploys to production need the VPN?", "session_id": "s"})
    unmark(book)
    settle(book.root)

    assert hook("prompt", asked, tmp_path).stdout == b""

    run("review", "accept", only(book).id, "--yes")
    assert FACT.strip(".").encode() in hook("prompt", asked, tmp_path).stdout


@requirement("trust.lowest")
@pytest.mark.parametrize("book", ["vault"], indirect=True)
@pytest.mark.parametrize("verb", ["extend", "update", "merge"])
def test_what_is_made_of_held_words_is_held(book: Book, verb: str) -> None:
    fuller = f"{FACT} The VPN profile is kept in the vault of the operations team."

    assert run("remember", fuller, "--as", verb, "--into", only(book).id, "--yes").code == 0

    assert [each.status for each in book.reading().memories if each.tombstone is None] == [
        Status.QUARANTINED
    ]
    contents = {content_of(each) for each in book.reading().memories if each.tombstone is None}
    assert contents <= book.ledger.held()


@requirement("trust.lowest")
@pytest.mark.parametrize("book", ["vault"], indirect=True)
def test_upkeep_makes_no_fact_of_held_words(book: Book) -> None:
    shared = [word for name in only(book).keywords for word in ("--keyword", name)]
    run("remember", "Ada owns the VPN.", *shared, "--as", "create", "--yes")
    (book.root / ".commonplace" / "decided-pairs.md").unlink(missing_ok=True)
    before = {each.id: each.body for each in book.reading().memories}

    ran = run("distill", "--merge", "--yes")
    assert f"{only(book).id} is in quarantine; approve it first." in (ran.out.decode() + ran.err)
    assert {each.id: each.body for each in book.reading().memories} == before

    assert run("lint", "--fix", "--select", "1", "--yes").code == 0
    living = [each for each in book.reading().memories if each.tombstone is None]
    assert [each.status for each in living] == [Status.QUARANTINED]
