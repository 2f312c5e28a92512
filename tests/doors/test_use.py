"""A memory counts as used at every door that tells it: once a session, and only what was really told."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sitting import Sitting

import commonplace
from commonplace.app.books import Book, found_book
from commonplace.config import Settings
from commonplace.doors.cli.main import run
from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import ServerPlace
from commonplace.doors.mcp.resources import BookResources
from commonplace.hook import session_start
from commonplace.hosts.dialects import GENERIC
from commonplace.storage import usage
from commonplace.storage.places import state_of
from requirements import requirement
from transcript import CLOCK

pytestmark = pytest.mark.laws
SURE = "which port does staging listen on?"
CHANCE = "how many colours does the sunset have behind the house of my grandmother in winter"
"""One word of it stands in the note."""
NOTE = "# Port\n\nStaging listens on port 6001 behind the proxy.\n"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    made = found_book(tmp_path, Settings(), CLOCK)
    (made.root / "10-Memories" / "MEM-port.md").write_text(NOTE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return made


def uses(book: Book) -> int:
    return usage.counts(state_of(str(book.root))).get("MEM-port", (0, ""))[0]


DOORS: dict[str, Callable[[], object]] = {
    "recall": lambda: run(["recall", SURE]),
    "show": lambda: run(["show", "MEM-port", "--json"]),
    "mcp recall": lambda: read_only_calls.recall(ServerPlace(folder=Path.cwd()).desk(), query=SURE),
    "resource": lambda: BookResources(ServerPlace(folder=Path.cwd())).note("MEM-port"),
    "python": lambda: commonplace.open_book().recall(SURE),
    "python search": lambda: commonplace.open_book().search(SURE),
}


@requirement("B4.counts.doors")
@pytest.mark.parametrize("door", DOORS)
def test_a_memory_that_is_told_counts_once_a_session(
    book: Book, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for session in ("one", "one", "two"):
        monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", session)
        DOORS[door]()

    assert uses(book) == (1 if door.startswith("python") else 2)


def test_doors_of_one_session_count_together(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "one")
    for door in DOORS.values():
        door()

    assert uses(book) == 2  # a Python program names its session itself; without one, a day is it


def test_what_may_be_chance_is_shown_and_not_counted(
    book: Book, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["recall", CHANCE, "--json"])

    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert hit["id"] == "MEM-port"
    assert hit["tier"] != "sure"
    assert uses(book) == 0


def test_a_list_a_preview_and_the_contents_count_nothing(book: Book) -> None:
    assert run(["list"]) == run(["recall", SURE, "--inject"]) == 0
    assert session_start.begin(str(book.project), "one", "startup", GENERIC)

    assert uses(book) == 0


def test_a_person_who_looks_a_memory_over_at_a_terminal_does_not_use_it(tmp_path: Path) -> None:
    person = Sitting(tmp_path, "vault")
    person.type("remember", "Staging listens on port 6001.", "--yes")
    (memory,) = person.memories()

    assert person.type("recall", SURE) == person.type("show", memory.id) == 0
    assert usage.counts(state_of(str(tmp_path / ".memory"))) == {}


def test_what_is_buried_is_read_and_not_counted(book: Book) -> None:
    run(["forget", "MEM-port", "--yes"])
    run(["show", "MEM-port"])

    assert uses(book) == 0


def test_what_was_looked_up_is_no_candidate_for_a_purge(book: Book) -> None:
    run(["show", "MEM-port"])

    assert book.root.joinpath("10-Memories/MEM-port.md").read_text("utf-8") == NOTE
    run(["distill", "--auto", "--yes"])
    assert "retrieval_count: 1" in (book.root / "10-Memories/MEM-port.md").read_text("utf-8")
