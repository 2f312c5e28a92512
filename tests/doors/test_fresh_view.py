"""Whoever reads a book mends its indices, and does the work once."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commonplace.app.books import Book, found_book, open_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.core.changes import NO_OCCASION, Create
from commonplace.core.ports import Stamp
from commonplace.errors import CommonplaceError
from commonplace.flows.capture import Given, capture
from commonplace.flows.proposals import propose
from commonplace.flows.view import View
from commonplace.layouts.vault import VaultLayout
from transcript import command_line

INDEX = "memory-index.json"


class CountingLayout(VaultLayout):
    """A vault that counts how often its indices were derived, and what was read."""

    derived = 0
    parsed = 0
    """How many files were read for memories at the last time."""

    def parse(self, files):
        self.parsed = len(files)
        return super().parse(files)

    def derive(self, files, today, done=(), occasion=NO_OCCASION):
        self.derived += 1
        return super().derive(files, today, done, occasion)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init"]).code == 0
    assert command_line(["remember", "Deploys need the VPN.", "--yes"]).code == 0
    found = open_book(tmp_path)
    return Book(layout=CountingLayout(), store=found.store, root=found.root, project=found.project)


def remember(book: Book, text: str, now: datetime) -> None:
    view = book.view(now)
    memory = book.layout.draft(capture(text, Given()), view.files, view.today)
    proposal = propose("remember", [Create(memory)], view)
    assert book.commit(proposal, Stamp(who="me", channel="flag"), now).stale is None


def later() -> datetime:
    """A moment at which nothing of the book changed within the same tick."""
    return datetime.now(UTC) + timedelta(seconds=10)


def test_an_unchanged_book_is_derived_once(book: Book) -> None:
    book.fresh_view(later())
    book.fresh_view(later())

    assert book.layout.derived == 1


def test_a_book_changed_a_moment_ago_is_derived_once_while_it_says_the_same(book: Book) -> None:
    now = datetime.now(UTC)

    book.fresh_view(now)
    book.fresh_view(now)

    assert book.layout.derived == 1


def test_after_a_write_the_indices_are_known_to_be_fresh(book: Book) -> None:
    now = later()
    for text in ("The kiln burns at night.", "The lathe stands in the cellar."):
        remember(book, text, now)
    derived = book.layout.derived

    book.fresh_view(now)

    assert derived == 1  # the first write looks at the whole book
    assert book.layout.derived == derived
    assert "kiln" in (book.root / INDEX).read_text("utf-8")
    assert "lathe" in (book.root / INDEX).read_text("utf-8")


def test_a_note_edited_in_place_is_seen_and_the_index_mended(book: Book) -> None:
    book.fresh_view(later())
    (note,) = book.root.glob("10-Memories/MEM-*.md")
    note.write_text(note.read_text("utf-8").replace("VPN", "LAN"), "utf-8")

    book.fresh_view(later())

    assert "LAN" in (book.root / INDEX).read_text("utf-8")


def test_an_index_that_somebody_removed_comes_back(book: Book) -> None:
    book.fresh_view(later())
    (book.root / INDEX).unlink()

    book.fresh_view(later())

    assert (book.root / INDEX).exists()


def note_of(book: Book) -> str:
    """Return the name of the one memory of the book, which its index knows."""
    index_of(book).freshen()
    return book.fresh_view(later()).reading.memories[0].id


def test_one_memory_of_a_book_as_it_was_costs_one_file(book: Book) -> None:
    name = note_of(book)
    seen = book.view_of(name, later())

    assert book.layout.parsed == 1
    assert "VPN" in seen.memory(name).body


def test_a_memory_is_shown_as_an_editor_left_it(book: Book) -> None:
    name = note_of(book)
    (note,) = book.root.glob("10-Memories/MEM-*.md")
    note.write_text(note.read_text("utf-8").replace("VPN", "LAN"), "utf-8")

    assert "LAN" in book.view_of(name, later()).memory(name).body
    assert "LAN" in (book.root / INDEX).read_text("utf-8")


def test_the_beginning_of_a_name_is_looked_up_in_the_whole_book(book: Book) -> None:
    name = note_of(book)

    assert book.view_of(name[:-1], later()).memory(name[:-1]).id == name
    assert book.layout.parsed > 1


def test_where_a_file_cannot_be_read_every_look_says_so(book: Book) -> None:
    (book.root / "10-Memories" / "MEM-odd.md").write_bytes(b"\xff\xfe")
    name = note_of(book)

    assert len(book.view_of(name, later()).problems) == 1


def test_without_an_index_the_book_is_read_and_none_is_made(book: Book) -> None:
    name = note_of(book)
    Path(index_of(book).path).unlink()

    assert book.view_of(name, later()).memory(name).id == name
    assert not Path(index_of(book).path).exists()


@pytest.mark.parametrize("layout", ["vault", "lingxi", "mem-skill"])
def test_what_is_shown_of_one_file_is_what_the_whole_book_says(
    layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init", "--layout", layout]).code == 0
    for text in ("Deploys need the VPN.", "Backups run at four.", "The kiln fires on Mondays."):
        assert command_line(["remember", text, "--yes", "--separate"]).code == 0
    book = open_book(tmp_path)
    index_of(book).freshen()
    whole = book.fresh_view(later())

    assert len(whole.reading.memories) >= 3
    for memory in whole.reading.memories:
        seen = book.view_of(memory.id, later())
        path = seen.path(memory.id)
        assert (seen.memory(memory.id), path) == (memory, whole.path(memory.id))
        assert seen.files[path] == whole.files[path]


CHANGES = ("edited", "buried", "added", "removed", "broken", "touched", "renamed", "nothing")


@pytest.mark.laws
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 3)), max_size=6))
def test_whatever_changed_one_look_tells_what_a_whole_one_tells(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    book = found_book(tmp_path_factory.mktemp("book"), Settings(), datetime.now(UTC))
    for number in range(3):
        change(book, "added", number)
    for kind, number in steps:
        change(book, kind, number)
        index_of(book).freshen()
        book.fresh_view(later())
        for name in ("MEM-n0", "MEM-n1", "MEM-n3", "MEM-n", "MEM-none"):
            assert told(book.view_of(name, later()), name) == told(book.fresh_view(later()), name)


def change(book: Book, kind: str, number: int) -> None:
    """Change a note from outside, as editors, git and accidents do."""
    note = book.root / "10-Memories" / f"MEM-n{number}.md"
    text = (
        f'---\ntitle: "N {number}"\ncreated: 2026-01-01\n---\n\n# N {number}\n\nMatter {number}.\n'
    )
    match kind:
        case "added":
            note.write_text(text, "utf-8")
        case "edited":
            note.write_text(f"{text}\nMore of it.\n", "utf-8")
        case "buried":
            note.write_text(text.replace("created", "status: tombstoned\ncreated"), "utf-8")
        case "broken":
            note.write_bytes(b"\xff")
        case "removed":
            note.unlink(missing_ok=True)
        case "touched":
            note.touch()
        case "renamed" if note.exists():
            note.rename(note.with_name("MEM-n3.md"))


def told(seen: View, name: str) -> object:
    """Return what `show` would say."""
    try:
        memory = seen.memory(name)
    except CommonplaceError as error:
        return type(error), error.message("en"), seen.problems
    return memory, seen.path(memory.id), seen.files[seen.path(memory.id)], seen.problems


def test_what_a_reader_mended_is_known_to_be_fresh_to_the_next_write(book: Book) -> None:
    now = datetime.now(UTC)
    book.fresh_view(now)
    (book.root / "10-Memories" / "MEM-kiln.md").write_text("# Kiln\n\nIt burns by day.\n", "utf-8")
    book.fresh_view(now)
    derived = book.layout.derived

    remember(book, "The lathe stands in the cellar.", now)

    assert book.layout.derived == derived
    assert "lathe" in (book.root / INDEX).read_text("utf-8")


@pytest.mark.parametrize("layout", ["vault", "mem-skill", "lingxi"])
def test_after_a_write_a_reader_of_any_layout_derives_nothing(
    tmp_path: Path, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = found_book(tmp_path, Settings(layout=layout), later())
    remember(book, "The lathe stands in the cellar.", later())
    asked: list[object] = []
    monkeypatch.setattr(
        "commonplace.flows.check.renew_indices", lambda *given: asked.append(given) or True
    )

    book.fresh_view(later())

    assert asked == []
