"""A clock that goes backwards or jumps a year, books of one name, and links put in between: nothing is lost."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.errors import WriteFailed
from commonplace.storage import publish
from commonplace.storage import store as stores
from commonplace.storage.disk import Disk
from commonplace.storage.places import state_of
from commonplace.storage.proposals import PendingProposals
from storage.shelves import EMPTY, Shelf
from transcript import command_line

NOTE = "note.md"
TODAY = datetime.now(UTC)
JUMPS = {"a year ahead": timedelta(days=365), "a year back": -timedelta(days=365)}


class Clock(datetime):
    """The clock of the store, set wrong by `jump`."""

    jump = timedelta()

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        return TODAY + cls.jump


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> type[Clock]:
    monkeypatch.setattr(Clock, "jump", timedelta())
    monkeypatch.setattr(stores, "datetime", Clock)
    return Clock


@pytest.mark.parametrize("jump", JUMPS)
def test_receipts_stay_in_their_order_whatever_the_clock_does(
    shelf: Shelf, clock: type[Clock], jump: str
) -> None:
    done = [shelf.write({NOTE: "one\n"})]
    clock.jump = JUMPS[jump]
    done.append(shelf.write({NOTE: "two\n"}))
    clock.jump = timedelta()
    done.append(shelf.write({NOTE: "three\n"}))

    assert [each.id for each in shelf.store.receipts()] == [each.id for each in reversed(done)]
    assert [each.images[0].after for each in shelf.store.receipts()] == [
        b"three\n",
        b"two\n",
        b"one\n",
    ]


@pytest.mark.parametrize("jump", JUMPS)
def test_a_late_save_comes_back_though_the_clock_has_jumped(
    shelf: Shelf, clock: type[Clock], jump: str
) -> None:
    shelf.write({NOTE: "one\n"})
    with (shelf.root / NOTE).open("r+") as editor:
        shelf.write({NOTE: "ours\n"})
        clock.jump = JUMPS[jump]
        with shelf.reopened().store.locked():
            pass
        editor.write("typed too late\n")

    clock.jump = timedelta()
    again = shelf.reopened()
    with again.store.locked():
        pass
    list(publish.settle(again.store._displaced, TODAY + timedelta(hours=49)))

    assert "typed too late\n" in shelf.texts().values()
    assert shelf.texts()[NOTE] == "ours\n"


def test_proposals_that_only_a_wrong_clock_made_old_come_back(tmp_path: Path) -> None:
    waiting = PendingProposals(tmp_path, state=str(tmp_path / "state"))
    waiting.save(replace(EMPTY, made_at=TODAY), TODAY)

    assert waiting.list(TODAY + timedelta(days=365)) == ()
    assert waiting.dropped == (EMPTY.id,)
    assert [each.id for each in waiting.list(TODAY + timedelta(days=1))] == [EMPTY.id]


def test_a_proposal_that_is_really_old_is_let_go_after_sixty_days(tmp_path: Path) -> None:
    waiting = PendingProposals(tmp_path, state=str(tmp_path / "state"))
    waiting.save(replace(EMPTY, made_at=TODAY), TODAY)

    waiting.list(TODAY + timedelta(days=31))
    assert len(os.listdir(tmp_path / "state" / "proposals")) == 1
    waiting.list(TODAY + timedelta(days=62))
    assert os.listdir(tmp_path / "state" / "proposals") == []


def test_two_books_of_one_name_know_nothing_of_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for parent in ("one", "other"):
        (tmp_path / parent / "shop").mkdir(parents=True)
        monkeypatch.chdir(tmp_path / parent / "shop")
        command_line(["init"])
        command_line(["remember", f"The {parent} shop sells tea.", "--yes"])
    one, other = (open_book(tmp_path / parent / "shop") for parent in ("one", "other"))

    assert state_of(str(one.root)) != state_of(str(other.root))
    monkeypatch.chdir(tmp_path / "one" / "shop")
    assert command_line(["undo"]).code == 0
    assert one.reading().memories == ()
    assert [each.id for each in other.reading().memories] == ["MEM-other-shop-sells"]
    assert len(list(other.store.receipts())) == 1


def test_another_book_in_the_place_of_one_is_not_written_by_its_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "shop"
    for text in ("The old shop sells tea.", "The new shop sells tea."):
        project.mkdir()
        monkeypatch.chdir(project)
        command_line(["init"])
        command_line(["remember", text, "--yes"])
        monkeypatch.chdir(tmp_path)
        project.rename(tmp_path / text.split()[1])
    (tmp_path / "old").rename(project)
    monkeypatch.chdir(project)

    ran = command_line(["undo"])

    assert (ran.code, "changed" in ran.err) == (1, True)
    assert [each.id for each in open_book(project).reading().memories] == ["MEM-old-shop-sells"]


class Relinked(Disk):
    """A disk on which somebody puts a link in the place of a folder, just before the operation numbered `at`."""

    def __init__(self, at: int, act: Callable[[], None]) -> None:
        self.at, self.act, self.done = at, act, 0

    def _step(self) -> None:
        if self.done == self.at:
            self.act()
        self.done += 1

    def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
        self._step()
        super().write_new(path, content, mode)

    def exchange(self, staged: str, target: str) -> None:
        self._step()
        super().exchange(staged, target)

    def link(self, source: str, target: str) -> None:
        self._step()
        super().link(source, target)

    def rename(self, source: str, target: str) -> None:
        self._step()
        super().rename(source, target)

    def sync_folder(self, path: str) -> None:
        self._step()
        super().sync_folder(path)


@pytest.mark.parametrize("wanted", ["new\n", None], ids=["change", "removal"])
@pytest.mark.parametrize("at", range(8))
def test_a_folder_that_becomes_a_link_in_between_loses_no_text_here_or_there(
    shelf: Shelf, tmp_path: Path, at: int, wanted: str | None
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / NOTE).write_text("theirs\n")
    shelf.write({f"in/{NOTE}": "one\n"})

    def relink() -> None:
        (shelf.root / "in").rename(shelf.root / "aside")
        (shelf.root / "in").symlink_to(outside)

    disk = Relinked(at, relink)
    again = shelf.reopened(disk)
    with suppress(WriteFailed):
        again.write({f"in/{NOTE}": wanted})
    if disk.done > at:
        (shelf.root / "in").unlink()
        (shelf.root / "aside").rename(shelf.root / "in")
    later = shelf.reopened()
    with later.store.locked():
        pass

    here = set(shelf.texts().values())
    images = {image.before for receipt in later.store.receipts() for image in receipt.images}
    there = {path.read_text() for path in outside.iterdir()}
    assert "theirs\n" in there
    assert "one\n" in here or b"one\n" in images
