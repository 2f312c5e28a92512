"""Before consent nothing in a book or beside it is touched: the kernel says so."""

import json
import os
import sys
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from doors.sitting import Sitting
from doors.watching_files import watched
from requirements import requirement
from transcript import command_line

FACT = "Deploys to production need the VPN."
OTHER = "Invoices are printed on Mondays at seven."
LAYOUTS = ("vault", "lingxi", "mem-skill", "profile")

pytestmark = [
    pytest.mark.laws,
    pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's"),
]


@pytest.fixture(params=LAYOUTS)
def book(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Return a book with one memory, and a file beside the project to learn from."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    assert command_line(["init", "--layout", request.param]).code == 0
    assert command_line(["remember", FACT, "--yes"]).code == 0
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "notes.md").write_text(f"# Printing\n\n{OTHER}\n", "utf-8")
    return open_book(project)


def state_of(book: Book) -> set[str]:
    root = Path(book.store.state)
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


@requirement("trust.unwritten", "govern.consent")
def test_without_consent_the_book_and_its_parent_are_untouched(book: Book, tmp_path: Path) -> None:
    (memory,) = [each for each in book.reading().memories if "VPN" in each.title + each.body]
    before = state_of(book)
    notes = str(tmp_path / "elsewhere" / "notes.md")

    with watched(book.root) as touched, watched(book.project) as beside:
        codes = [
            command_line(words).code
            for words in (
                ["remember", OTHER],
                ["remember", OTHER, "--dry-run"],
                ["learn", notes],
                ["learn", notes, "--dry-run", "--yes"],
                ["edit", memory.id, "--body", OTHER],
                ["forget", memory.id],
                ["reject", "The moon is made of cheese."],
            )
        ]
        waiting = json.loads(command_line(["review", "--json"]).out)
        for each in waiting:
            assert command_line(["review", "show", each["id"]]).code == 0
            assert command_line(["review", "accept", each["id"]]).code == 4

    assert codes == [4, 0, 4, 0, 4, 4, 4]
    assert (touched, beside) == ([], [])
    new = state_of(book) - before
    assert new
    assert {name.split("/")[0] for name in new} == {"proposals"}


@requirement("trust.unwritten")
def test_a_person_who_says_no_or_leaves_has_touched_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    project = tmp_path / "project"
    project.mkdir()
    person = Sitting(project, "vault")
    before = {path for path in Path(os.environ["XDG_STATE_HOME"]).rglob("*") if path.is_file()}

    with watched(project / ".memory") as touched:
        person.type("remember", FACT, answers="n\n")
        person.type("remember", FACT, answers="")
        person.type("reject", FACT, answers="n\n")

    assert touched == []
    assert {
        path for path in Path(os.environ["XDG_STATE_HOME"]).rglob("*") if path.is_file()
    } == before


def test_the_kernel_does_tell_of_a_write(book: Book) -> None:
    with watched(book.root) as touched:
        assert command_line(["remember", OTHER, "--yes"]).code == 0

    assert touched != []
