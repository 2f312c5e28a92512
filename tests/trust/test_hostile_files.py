"""Files that nobody can read, or that are none, stop no command in any layout."""

import os
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.layouts.registry import NAMES
from tiers import one_in
from transcript import command_line

COMMANDS = (
    ["list"], ["recall", "staging port"], ["remember", "Zebra speaks to the queue.", "--yes"], ["check"], ["status"],
    ["distill", "--dry-run"], ["forget", "no-such-memory", "--yes"], ["undo", "--yes"],
)  # fmt: skip


def litter(folder: Path, outside: Path) -> None:
    """Leave everything in `folder` that has the name of a note and is none."""
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "link.md").symlink_to(outside / "secret.md")
    (folder / "out").symlink_to(outside)
    (folder / "up").symlink_to("..")
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    for name in (
        "--help.md",
        "-rf.md",
        "\x1b[2J.md",
        "two\nlines.md",
        "\u202egnp.md",
        "$(id).md",
        "nul.md",
    ):
        (folder / name).write_bytes(
            b"# Odd\n\nStaging has an odd port.\n" + b"\0" * ("nul" in name)
        )
    (folder / "bytes.md").write_bytes(b"# Bytes\n\n\xff\xfe\n")


@pytest.mark.parametrize("layout", one_in(2, sorted(NAMES)))
def test_no_file_of_a_book_stops_a_command_or_leads_out(
    layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (outside / "secret.md").write_text("# Secret\n\nOUTSIDE staging port 9.\n", "utf-8")
    monkeypatch.chdir(project)
    command_line(["init", "--layout", layout])
    command_line(["remember", "Staging listens on port 6001.", "--topic", "ops", "--yes"])
    book = open_book(project)
    folders = {(book.root / path).parent for path in book.snapshot().files}
    for folder in folders | {project}:
        litter(folder, outside)

    for words in COMMANDS:
        ran = command_line(list(words))

        assert ran.code in (0, 1), (words, ran.err)
        assert b"OUTSIDE" not in ran.out, words
    assert (outside / "secret.md").read_text("utf-8").startswith("# Secret")
    assert os.listdir(outside) == ["secret.md"]
