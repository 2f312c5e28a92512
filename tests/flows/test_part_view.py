"""A view that reads single files decides as the view of the whole book does."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from commonplace.app.govern import neighbour_search_for
from commonplace.core.memory import Candidate
from commonplace.core.values import replace
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import Answer, govern
from commonplace.flows.view import PartFiles, View
from transcript import command_line

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
NEW = "10-Memories/MEM-kiln-cold.md"
TEXTS = (
    "Deploys to production need the VPN.",
    "The nightly backup runs at 02:00.",
    "Use tabs in Makefiles, never spaces.",
    "Redis listens on port 6380 in staging.",
)


@pytest.fixture(params=["vault", "lingxi", "mem-skill"])
def book(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init", "--layout", request.param]).code == 0
    for text in TEXTS:
        assert command_line(["remember", text, "--yes"]).code == 0
    return open_book(tmp_path)


def decided(book: Book, view: View, candidate: Candidate) -> object:
    made = govern([candidate], view, neighbour_search_for(book), [Answer()])
    return replace(made.proposal, made_at=NOW), [each.case for each in made.items]


@pytest.mark.laws
@pytest.mark.parametrize(
    "text",
    [
        "The lathe stands in the cellar.",
        "Deploys to production need the VPN.",
        "Redis listens on port 6379 in staging.",
        "The nightly backup runs at 02:00 and is copied to the other site.",
    ],
    ids=["new", "known", "contradicting", "extending"],
)
def test_a_text_is_decided_as_before_the_whole_book(book: Book, text: str) -> None:
    candidate = capture(text, Given())

    part = decided(book, book.part_view(NOW), candidate)

    assert part == decided(book, book.view(NOW), candidate)


@pytest.mark.laws
def test_only_the_files_of_neighbours_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init"]).code == 0
    for text in TEXTS:
        assert command_line(["remember", text, "--yes"]).code == 0
    book, read = open_book(tmp_path), []
    view = book.part_view(NOW)
    assert isinstance(view.files, PartFiles)
    files = PartFiles(view.files, lambda path: read.append(path) or book.store.read_one(path))
    watched = replace(view, files=files, reading=view.reading.after(files))

    made = govern(
        [capture("The kiln is cold.", Given())], watched, neighbour_search_for(book), [Answer()]
    )

    assert made.proposal.changes
    assert [path for path in read if path.startswith("10-Memories/")] == [NEW]


def test_a_file_that_cannot_be_read_is_in_no_view() -> None:
    said = {"a": b"A", "b": b"B"}
    files = PartFiles(["a", "b", "gone"], said.get)

    assert dict(files) == said
    assert {**files} == said
    assert dict(files.items()) == said
    assert list(files) == ["a", "b", "gone"]
    assert "gone" not in files
