"""Nothing outside the book, nothing that is not a plain file, and nothing silently."""

import os
import socket
import time
from pathlib import Path

import pytest

from commonplace.core.ports import Problem
from commonplace.errors import OutsideBook
from commonplace.storage.folders import contained, read_files

pytestmark = pytest.mark.laws

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "security"
TRAVERSALS = ("deep_traversal", "directory_traversal", "traversals-8-deep-exotic-encoding")


def is_note(path: str) -> bool:
    return path.endswith(".md")


def problems(root: Path) -> list[tuple[str, str]]:
    return [(each.path, each.code) for each in read_files(str(root), is_note).problems]


def test_every_wanted_file_is_read_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    for name in ("a.md", "b.txt", "deep/er/c.md", ".git/d.md"):
        (tmp_path / name).write_bytes(name.encode())

    snapshot = read_files(str(tmp_path), is_note)

    assert snapshot.files == {"a.md": b"a.md", "deep/er/c.md": b"deep/er/c.md"}
    assert snapshot.problems == ()


def test_what_is_not_a_plain_file_is_listed_and_not_opened(tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.mkdir()
    (tmp_path / "secret.md").write_text("secret")
    os.mkfifo(book / "fifo.md")
    (book / "folder.md").mkdir()
    (book / "linked.md").symlink_to(tmp_path / "secret.md")
    (book / "dangling.md").symlink_to("nowhere")
    (book / "self.md").symlink_to("self.md")
    (book / "up").symlink_to(book)
    (tmp_path / "elsewhere").mkdir()
    (book / "out").symlink_to(tmp_path / "elsewhere")
    (book / "zero.md").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(book / "socket.md"))

        assert problems(book) == [
            ("dangling.md", "symlink"),
            ("fifo.md", "not-a-file"),
            ("folder.md", "not-a-file"),
            ("linked.md", "symlink"),
            ("out", "symlink"),
            ("self.md", "loop"),
            ("socket.md", "not-a-file"),
            ("up", "loop"),
            ("zero.md", "symlink"),
        ]
    assert read_files(str(book), is_note).files == {}


def test_a_note_over_the_limit_is_listed_and_one_at_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "big.md").write_bytes(b"x" * ((1 << 20) + 1))
    (tmp_path / "just.md").write_bytes(b"x" * (1 << 20))

    snapshot = read_files(str(tmp_path), is_note)

    assert set(snapshot.files) == {"just.md"}
    assert snapshot.problems == (Problem(path="big.md", code="too-large"),)


def test_a_name_that_is_not_unicode_is_listed_in_letters_one_can_print(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/caf\xe9.md", "w"):
        pass

    assert problems(tmp_path) == [(r"caf\udce9.md", "name-not-unicode")]


def test_a_very_deep_tree_is_walked_without_recursion(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 400)
    deep.mkdir(parents=True)
    (deep / "a.md").write_text("deep")

    assert list(read_files(str(tmp_path), is_note).files.values()) == [b"deep"]


@pytest.mark.laws
def test_ten_thousand_notes_are_read_in_well_under_a_second(tmp_path: Path) -> None:
    for number in range(10_000):
        (tmp_path / f"n{number}.md").write_bytes(b"x" * 200)

    start = time.process_time()
    snapshot = read_files(str(tmp_path), is_note)
    seconds = time.process_time() - start

    assert len(snapshot.files) == 10_000
    assert seconds < 10


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "..",
        "a/../b",
        "/a",
        "a//b",
        "a/",
        "C:x",
        "a\\b",
        "a\0b",
        "a\nb",
        "a/ ./b",
        "\u202ea",
    ],
)
def test_a_path_that_could_leave_the_book_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(OutsideBook):
        contained(str(tmp_path), path)


def test_a_linked_part_of_a_path_is_refused_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "link").symlink_to("inside")
    (tmp_path / "inside" / "note.md").symlink_to("/etc/passwd")

    for path in ("link/a.md", "inside/note.md", "link"):
        with pytest.raises(OutsideBook):
            contained(str(tmp_path), path)


def test_no_known_traversal_string_leads_out_of_the_book(tmp_path: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared security lists are not on this machine")
    for name in TRAVERSALS:
        listed = SHARED / "payloadsallthethings" / f"{name}.txt"
        for line in listed.read_bytes().splitlines():
            path = line.decode("utf-8", "surrogateescape")
            try:
                absolute = contained(str(tmp_path), path)
            except OutsideBook:
                continue
            assert os.path.commonpath([os.path.abspath(absolute), tmp_path]) == str(tmp_path)


def test_folders_that_belong_to_the_project_around_a_book_are_not_looked_into(
    tmp_path: Path,
) -> None:
    for folder in ("notes", "other"):
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "a.md").write_bytes(b"text")
    (tmp_path / "top.md").write_bytes(b"top")
    (tmp_path / "link").symlink_to(tmp_path / "other")

    snapshot = read_files(str(tmp_path), is_note, ("notes",))

    assert set(snapshot.files) == {"notes/deep/a.md", "top.md"}
    assert snapshot.problems == ()
