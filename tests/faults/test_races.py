"""Many hands on one book: no write is lost, no person's line is lost, nobody reads a half."""

import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commonplace.storage import publish
from faults.merging import open_store
from faults.programs import command, environment, run_together
from faults.sizes import size

pytestmark = pytest.mark.faults

STYLES = ("rename", "in-place", "slow", "vim")


def book_with(folder: Path, *notes: str) -> Path:
    (folder / "book").mkdir()
    for note in notes:
        (folder / "book" / note).write_bytes(b"")
    return folder


def test_eight_writers_lose_none_of_their_lines(arena: Path) -> None:
    times = size(250, 2_500)
    folder = book_with(arena, "shared.md")

    run_together([command("actors.py", "count", folder, f"w{n}", times) for n in range(8)])

    lines = (folder / "book" / "shared.md").read_text().splitlines()
    assert len(lines) == 8 * times
    assert set(lines) == {f"w{n}-{i}" for n in range(8) for i in range(times)}


def lost_lines(folder: Path, saves: int, strength: str) -> set[str]:
    """Let four editors race with two agents and return the editors' lines that are nowhere."""
    book_with(folder, *(f"note-{style}.md" for style in STYLES))
    agents = [
        subprocess.Popen(command("actors.py", "agent", folder, name, strength), env=environment())
        for name in "xy"
    ]
    try:
        run_together([command("actors.py", "editor", folder, style, saves) for style in STYLES])
    finally:
        (folder / "done").touch()
    assert [agent.wait() for agent in agents] == [0, 0]
    return {f"human-{style}-{n}" for style in STYLES for n in range(saves)} - kept_lines(folder)


def kept_lines(folder: Path) -> set[str]:
    """Return every line in the book, after the displaced files were looked at for the last time."""
    store = open_store(folder)
    with store.locked():
        for _ in range(2):  # a day under its first name, and one under its second
            list(publish.settle(store._displaced, datetime.now(UTC) + timedelta(hours=25)))
    assert os.listdir(folder / "state" / "displaced") == []
    texts = (path.read_text() for path in (folder / "book").iterdir())
    return {line for text in texts for line in text.splitlines()}


def test_no_line_a_person_saved_is_lost(arena: Path) -> None:
    assert lost_lines(arena, size(500, 5_000), "strong") == set()


def test_the_same_race_shows_that_check_then_rename_loses_lines(arena: Path) -> None:
    assert lost_lines(arena, 150, "weak") != set()


def test_nobody_ever_reads_half_a_note(arena: Path) -> None:
    folder = book_with(arena, "shared.md")
    (folder / "book" / "shared.md").write_bytes(b"start\n" * 200)
    writers = [command("actors.py", "publish", folder, f"w{n}", size(300, 5_000)) for n in range(2)]

    printed = run_together([*writers, *[command("actors.py", "reader", folder, 2)] * 4])

    found = [tuple(map(int, line.split())) for line in printed if line]
    assert len(found) == 4
    assert [halves for _, halves in found] == [0, 0, 0, 0]
    assert sum(reads for reads, _ in found) > size(5_000, 100_000)
