"""Old receipts are let go when a person agrees, never below the floor, and never what something still needs."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book, propose_lost_rejections
from commonplace.core.changes import KeptReceipt
from commonplace.core.rejections import PAGE
from commonplace.doctor import checkup as doctor_book
from commonplace.drawers.drawer import Drawer
from commonplace.flows import undo
from commonplace.flows.undo import ALWAYS_KEPT, past_undo
from commonplace.storage.places import state_of
from transcript import Ran, command_line

TODAY = datetime.now(UTC)


def days_later(days: float) -> Callable[[], datetime]:
    return lambda: TODAY + timedelta(days=days)


def run(*words: str, days: float = 91, typed: bytes = b"", is_terminal: bool = False) -> Ran:
    return command_line(list(words), typed, is_terminal=is_terminal, clock=days_later(days))


def kept(book: Book) -> list[str]:
    return sorted(os.listdir(Path(state_of(str(book.root)), "receipts")))


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """Return a book of three receipts in which one is always kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(undo, "ALWAYS_KEPT", 1)
    command_line(["init"])
    for text in (
        "Deploys need the VPN.",
        "The cache lives in Redis.",
        "Invoices go out on Friday.",
    ):
        command_line(["remember", text, "--yes"])
    return open_book(tmp_path)


def test_receipts_are_let_go_after_somebody_agreed_and_undo_still_knows_the_newest(
    book: Book,
) -> None:
    before = kept(book)

    ran = run("forget", "--receipts", typed=b"y\n", is_terminal=True)

    assert (ran.code, b"Let go of 2 receipts older than 90 days" in ran.out) == (0, True)
    assert kept(book) == before[-1:]
    assert run("undo").code == 0
    assert run("undo").code == 1
    assert [memory.id for memory in open_book(book.root.parent).reading().memories] == [
        "MEM-cache-lives-redis",
        "MEM-deploys-need-vpn",
    ]


@pytest.mark.parametrize(
    ("words", "typed", "code"),
    [(["--dry-run"], b"", 0), ([], b"", 4), ([], b"n\n", 0)],
    ids=["dry run", "nobody there", "declined"],
)
def test_without_a_yes_every_receipt_stays(
    book: Book, words: list[str], typed: bytes, code: int
) -> None:
    before = kept(book)

    ran = run("forget", "--receipts", *words, typed=typed, is_terminal=bool(typed))

    assert (ran.code, kept(book)) == (code, before)


def test_an_agent_cannot_agree_to_it(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    before = kept(book)

    ran = run("forget", "--receipts", "--yes")

    assert (ran.code, kept(book)) == (4, before)


def test_a_dry_run_names_what_would_go(book: Book) -> None:
    told = json.loads(run("forget", "--receipts", "--dry-run", "--json").out)

    assert told["result"] == "dry-run"
    assert sorted(f"{each}.json" for each in told["receipts"]) == kept(book)[:2]
    assert told["bytes"] > 0


def test_the_days_are_a_setting_with_a_floor_that_no_project_may_touch(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert b"No receipt may be let go" in run("forget", "--receipts", "--yes", days=89).out
    monkeypatch.setenv("COMMONPLACE_UNDO_DAYS", "6")
    before, refused = kept(book), run("forget", "--receipts", "--yes")
    assert (refused.code, "undo_days cannot be 6" in refused.err, kept(book)) == (1, True, before)
    monkeypatch.delenv("COMMONPLACE_UNDO_DAYS")
    Path(".commonplace.toml").write_text("undo_days = 7\n")
    assert b"No receipt may be let go" in run("forget", "--receipts", "--yes", days=8).out
    monkeypatch.setenv("COMMONPLACE_UNDO_DAYS", "7")
    assert b"Let go of 2 receipts" in run("forget", "--receipts", "--yes", days=8).out


def test_a_clock_that_jumped_a_year_ahead_cannot_take_the_newest_fifty() -> None:
    files = [
        KeptReceipt(id=str(at), at=TODAY - timedelta(minutes=at), size=1)
        for at in range(ALWAYS_KEPT + 2)
    ]

    old = past_undo(files, (), TODAY + timedelta(days=365), 90)

    assert [each.id for each in old] == [str(ALWAYS_KEPT), str(ALWAYS_KEPT + 1)]
    assert past_undo(files, (), TODAY - timedelta(days=365), 90) == ()


def test_the_receipt_that_can_put_back_the_refused_claims_stays(book: Book) -> None:
    command_line(["reject", "The cache lives in Memcached.", "--yes"])
    for text in ("Tests run on Python 3.12.", "The wiki moved to Outline."):
        command_line(["remember", text, "--yes"])

    ran = run("forget", "--receipts", "--yes")

    assert (ran.code, len(kept(book))) == (0, 2)
    again = open_book(book.root.parent)
    (again.root / PAGE).unlink()
    assert propose_lost_rejections(again, again.view(TODAY)) is not None


def test_a_receipt_stays_as_long_as_an_editor_may_still_write_into_what_it_displaced(
    book: Book,
) -> None:
    name = kept(book)[0].removesuffix(".json")
    displaced = Path(book.store.state, "displaced", f"{name}.0")
    displaced.write_text("typed too late\n")

    with book.store.locked():
        displaced.write_text("typed too late\n")
        gone = book.store.drop_receipts([name])

    assert (gone, kept(book)[0]) == ((), f"{name}.json")


def test_the_doctor_tells_the_sizes_and_proposes_the_command(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = run("doctor").out.decode()
    monkeypatch.setattr(doctor_book, "WORTH_LETTING_GO", 1)

    troubled = run("doctor").out.decode()

    assert "3 receipts, " in calm
    assert "older than 90 days: 2" in calm
    assert "forget --receipts" not in calm
    assert "`commonplace forget --receipts` shows them and lets them go" in troubled


def test_receipts_of_a_drawer_are_let_go_by_its_name(book: Book, tmp_path: Path) -> None:
    drawer = Drawer(tmp_path / "drawer")
    drawer.prepare()
    for number in range(3):
        drawer.write("write", {}, {f"{number}.md": b"text\n"})

    ran = run("forget", "--receipts", "--drawer", str(drawer.root), "--yes")

    assert (ran.code, len(list(drawer.receipts())), len(kept(book))) == (0, 1, 3)


def test_receipts_memories_and_sessions_are_not_forgotten_in_one_breath(book: Book) -> None:
    for words in (["MEM-x", "--receipts"], ["--sessions", "--receipts"], ["--drawer", "x"]):
        ran = run("forget", *words)
        assert (ran.code, "--receipts alone" in ran.err, len(kept(book))) == (2, True, 3)
