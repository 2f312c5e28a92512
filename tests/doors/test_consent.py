"""How a write ends: told truthfully, whatever the disk did."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import Book
from commonplace.core.changes import Outcome, Proposal, Receipt
from commonplace.core.ports import Problem, Stamp
from commonplace.doors.cli.consent import Wish, settle
from commonplace.doors.cli.context import Desk
from commonplace.errors import WriteFailed
from commonplace.flows.capture import Given, capture
from commonplace.flows.govern import govern
from commonplace.testing import MemoryStore, PlainLayout
from flows.books import ALONE
from transcript import command_line

NOW = datetime(2026, 3, 14, tzinfo=UTC)


@dataclass
class EndingStore(MemoryStore):
    """A store whose commits end as a test wants them to."""

    notices: tuple[Problem, ...] = ()
    outcome: Outcome = Outcome.COMMITTED

    def apply(self, proposal: Proposal, stamp: Stamp) -> Receipt:
        receipt = super().apply(proposal, stamp)
        conflicts = {"a.txt": "a.conflict.txt"} if self.outcome is Outcome.CONFLICT else {}
        return replace(receipt, outcome=self.outcome, conflicts=conflicts)


def end(store: MemoryStore, folder: Path, *, wants_json: bool = False, colour: str = "") -> int:
    environ = {"COMMONPLACE_COLOUR": colour} if colour else {}
    desk = Desk(environ=environ, folder=folder, clock=lambda: NOW, is_terminal=False)
    desk.wants_json = wants_json
    book = Book(layout=PlainLayout(), store=store, root=folder, project=folder)
    proposal = govern([capture("Deploys need the VPN", Given())], book.view(NOW), ALONE).proposal
    return settle(desk, book, proposal, Wish(yes=not colour, dry_run=bool(colour)))


def test_a_conflict_is_exit_1_and_names_the_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = end(EndingStore(outcome=Outcome.CONFLICT), tmp_path)

    assert code == 1
    assert "the other one is a.conflict.txt" in capsys.readouterr().err


def test_a_promise_not_yet_kept_is_no_failure_and_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = end(EndingStore(outcome=Outcome.COMMITTED_PENDING), tmp_path, wants_json=True)

    told = capsys.readouterr()
    assert (code, json.loads(told.out)["result"]) == (0, "committed-pending")
    assert "the next command finishes it" in told.err


def test_an_index_that_could_not_be_written_is_told_beside_the_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = WriteFailed("write-failed", path="index.txt", cause="No space left on device")

    code = end(EndingStore(refuses_refresh=full), tmp_path)

    told = capsys.readouterr()
    assert (code, told.out.split()[0]) == (0, "Remembered")
    assert "No space left on device" in told.err


def test_what_had_to_be_mended_first_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    late = Problem(path="a.txt", code="replayed", is_error=False)

    end(EndingStore(notices=(late,)), tmp_path)

    assert capsys.readouterr().err.startswith("warning  a.txt: ")


@pytest.mark.parametrize(("colour", "is_coloured"), [("always", True), ("never", False)])
def test_a_difference_is_coloured_when_the_user_wants_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], colour: str, is_coloured: bool
) -> None:
    end(EndingStore(), tmp_path, colour=colour)

    assert ("\x1b[32m+Deploys" in capsys.readouterr().out) is is_coloured


def test_an_edit_of_lines_that_we_do_not_read_names_their_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    (note,) = tmp_path.glob(".memory/10-Memories/MEM-*.md")
    editor = tmp_path / "editor.sh"
    editor.write_text(
        "#!/bin/sh\nsed -i 's/^created:/# reviewed by ada\\ncreated:/' \"$1\"\n", "utf-8"
    )
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))

    told = command_line(["edit", note.stem, "--yes"]).out.decode()

    assert "# reviewed by ada" in note.read_text("utf-8")
    assert told.startswith(f"Changed 10-Memories/{note.name} (receipt ")
