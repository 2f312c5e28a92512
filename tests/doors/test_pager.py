"""A person at a terminal gets a pager for what is longer than the screen, and a sign of long work."""

import io
import os
import sys
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

import pytest

from commonplace.doors.cli import pager
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.main import run
from transcript import CLOCK


class Screen(io.StringIO):
    """Standard output or error of a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file into which the pager of this terminal of ten lines writes what it is given."""
    page = tmp_path / "page"
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("PAGER", f"tee {page}")
    return page


def desk(tmp_path: Path, **fields) -> Desk:
    given = {"is_terminal": True, **fields}
    return Desk(environ=os.environ, folder=tmp_path, clock=lambda: CLOCK, **given)


def printed(text: str, tmp_path: Path, **fields) -> str:
    """Return what is left to standard output when `text` is shown on a terminal."""
    screen = Screen()
    with redirect_stdout(screen):
        desk(tmp_path, **fields).show_long(text, [text])
    return screen.getvalue()


LONG = "\n".join(map(str, range(10)))


@pytest.mark.parametrize(
    ("text", "is_long"),
    [("one line", False), (LONG, True), ("x" * 199, True), ("记" * 99, True), ("记" * 80, False)],
    ids=["short", "lines", "wide", "wide-chinese", "short-chinese"],
)
def test_what_does_not_fit_on_the_screen_is_paged(
    text: str, is_long: bool, shown: Path, tmp_path: Path
) -> None:
    left = printed(text, tmp_path)

    assert (shown.read_text("utf-8") if shown.exists() else None) == (
        f"{text}\n" if is_long else None
    )
    assert left == ("" if is_long else f"{text}\n")


@pytest.mark.parametrize("variable", ["NO_PAGER", "PAGER"], ids=str)
def test_whoever_wants_no_pager_gets_none(
    variable: str, shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, {"NO_PAGER": "1", "PAGER": "cat"}[variable])

    assert printed(LONG, tmp_path) == f"{LONG}\n"
    assert not shown.exists()


@pytest.mark.parametrize("pager_named", ["no-such-pager", "'", ""])
def test_a_pager_that_cannot_be_started_loses_nothing(
    pager_named: str, shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", pager_named)

    assert printed(LONG, tmp_path) == f"{LONG}\n"


@pytest.mark.parametrize("fields", [{"wants_json": True}, {"is_terminal": False}])
def test_programs_are_never_given_a_pager(fields: dict, shown: Path, tmp_path: Path) -> None:
    printed(LONG, tmp_path, **fields)

    assert not shown.exists()


def test_a_pager_that_is_left_early_is_no_error(
    shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", "true")

    assert printed("x\n" * 200_000, tmp_path) == ""


def test_long_work_is_told_on_the_terminal_and_taken_away_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(pager, "SHOWN_AFTER_S", 0.001)

    with desk(tmp_path).progress("progress.reading") as progress:
        progress(1, 4)
        while "25 %" not in screen.getvalue():
            pass

    assert "\r\x1b[KReading the book 25 % … " in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_short_work_and_work_for_programs_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(pager, "SHOWN_AFTER_S", 3600.0)

    with desk(tmp_path).progress("progress.reading"):
        pass
    with desk(tmp_path, wants_json=True).progress("progress.reading") as progress:
        progress(1, 2)

    assert screen.getvalue() == ""


def test_what_waits_is_paged(shown: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    run(["init"], desk(folder))
    monkeypatch.setenv("COMMONPLACE_AGENT", "claude-code")
    for text in ("The coffee machine takes code 4412.", "Invoices are numbered by the year."):
        assert run(["remember", text], desk(folder)) == 4
    monkeypatch.delenv("COMMONPLACE_AGENT")
    monkeypatch.setenv("LINES", "3")
    screen = Screen()

    with redirect_stdout(screen):
        assert run(["review"], desk(folder)) == 0

    assert "MEM-coffee-machine-takes" in shown.read_text("utf-8")
    assert "MEM-coffee" not in screen.getvalue()


def test_what_installing_would_change_is_paged(shown: Path, tmp_path: Path) -> None:
    screen = Screen()

    with redirect_stdout(screen):
        assert run(["install", "codex", "--diff"], desk(tmp_path)) == 0

    assert '+    "SessionStart": [' in shown.read_text("utf-8")
    assert screen.getvalue() == ""


@pytest.mark.parametrize("words", [["review"], ["reject"], ["forget", "MEM-x"], ["undo"]])
def test_who_waits_for_a_large_book_is_told_that_it_is_being_read(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sign is shown at once here, so that it is seen whatever the machine is busy with."""
    run(["init"], desk(tmp_path))
    run(["remember", "Deploys need the VPN.", "--title", "x", "--yes"], desk(tmp_path))
    told: list[str] = []
    monkeypatch.setattr(pager, "Ticker", lambda text: told.append(text) or nullcontext(Quiet()))
    monkeypatch.setattr(sys, "stderr", Screen())
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))

    with redirect_stdout(Screen()):
        run(words, desk(tmp_path))

    assert "Reading the book" in told


class Quiet:
    """A sign of work that shows nothing."""

    def update(self, now: int, total: int) -> None:
        pass
