"""What a hook finds no time for is taken in by a process of its own, of which there is one for each book."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import trust_arrivals
from commonplace.app import book_index
from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.doors import child
from commonplace.hook import capture, clock, index, prompt_answer, refresher, session_start
from commonplace.hosts.dialects import DIALECTS
from commonplace.storage.change_detection import read_seen
from commonplace.storage.places import cache_of
from commonplace.storage.usage import only_one

NOTE = '---\ntitle: "{name}"\ncreated: 2026-01-01\n---\n\n# {name}\n\n{text}\n'


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = found_book(tmp_path / "project", Settings(), datetime(2026, 11, 1, tzinfo=UTC))
    write(made, "port", "Staging listens on port 6001.")
    index_of(made).freshen()
    index._LEFT.clear()
    trust_arrivals()
    return made


def write(book: Book, name: str, text: str) -> None:
    path = book.root / "10-Memories" / f"MEM-{name}.md"
    path.write_text(NOTE.format(name=name, text=text), "utf-8")


def write_many(book: Book, count: int) -> None:
    for number in range(count):
        write(book, f"n{number}", f"Matter {number} is decided by committee {number}.")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(capture, "start_child", lambda *words: found.append(words))
    return found


def test_what_a_hook_cannot_take_in_is_left_to_the_refresher(
    book: Book, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one batch the time is spent: the batch stays, the rest is wanted, the answer says so."""

    def spent(*_: object) -> None:
        raise clock.OutOfTimeError

    write_many(book, 3 * index.AT_ONCE)
    engine = hot_index_engine(monkeypatch, after_updates=1, then=spent)
    answer = prompt_answer.answer("which port does staging listen on", str(book.project), "")
    prompt_answer.look_back(str(book.project))

    assert answer.outcome == "degraded:index-stale"
    assert started == [(str(book.root), "hook", "refresh")]
    assert engine == [index.AT_ONCE]

    refresher.refresh(str(book.root))

    assert prompt_answer.answer("matter committee 7", str(book.project), "").outcome == "hits"
    assert index_of(book).engine.status().memories == 3 * index.AT_ONCE + 1


def hot_index_engine(monkeypatch: pytest.MonkeyPatch, *, after_updates: int, then) -> list[int]:
    """Let so many updates through, and `then` happen; return how many files each took in."""
    monkeypatch.setattr(clock, "start", lambda _: None)
    from commonplace.engines.local.engine import LocalEngine

    update, sizes = LocalEngine.update, []

    def counted(self, changed, removed=()) -> None:
        if len(sizes) == after_updates:
            monkeypatch.setattr(LocalEngine, "update", update)
            then()
        sizes.append(len(tuple(changed)))
        update(self, changed, removed)

    monkeypatch.setattr(LocalEngine, "update", counted)
    return sizes


def test_a_machine_that_gives_no_time_is_busy_and_not_stale(
    book: Book, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise clock.BusyError

    write(book, "new", "Something new.")
    hot_index_engine(monkeypatch, after_updates=0, then=busy)

    assert (
        prompt_answer.answer("which port does staging listen on", str(book.project), "").outcome
        == "busy"
    )


def test_the_clock_counts_time_on_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting costs nothing until the ceiling, which a busy machine cannot reach within this test."""
    monkeypatch.setattr(clock, "BY_THE_CLOCK", 10_000)
    try:
        clock.start(0.05)
        time.sleep(0.1)
        with pytest.raises(clock.OutOfTimeError) as spent:
            sum(iter(lambda: 0, 1))
    finally:
        clock.stop()

    assert spent.type is clock.OutOfTimeError


def test_waiting_has_a_ceiling_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "BY_THE_CLOCK", 3.0)

    def wait() -> None:
        clock.start(0.05)
        time.sleep(60)

    try:
        with pytest.raises(clock.BusyError):
            wait()
    finally:
        clock.stop()


def test_a_writer_at_work_is_not_waited_for(book: Book, started: list[tuple[str, ...]]) -> None:
    write(book, "new", "Something new.")
    with index_of(book).engine._file.locked():
        answer = prompt_answer.answer("which port does staging listen on", str(book.project), "")

    assert (answer.outcome, answer.block != "") == ("degraded:index-stale", True)
    assert index.WAIT_S < 0.1


def test_there_is_never_a_second_refresher(book: Book, started: list[tuple[str, ...]]) -> None:
    write(book, "new", "Something new.")
    with only_one(os.path.join(cache_of(str(book.root)), refresher.LOCK)):
        refresher.want(str(book.root))
        refresher.refresh(str(book.root))

        assert started == []
        assert refresher.is_at_work(str(book.root))

    assert "10-Memories/MEM-new.md" not in index_of(book).engine.files()


def test_what_is_wanted_while_it_works_is_done_before_it_ends(
    book: Book, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refresher, "PAUSE_S", 0.0)

    def later() -> None:
        write(book, "later", "Came while the refresher was at work.")
        refresher.want(str(book.root))

    write(book, "new", "Something new.")
    hot_index_engine(monkeypatch, after_updates=0, then=later)
    refresher.refresh(str(book.root))

    assert started == []
    assert {"10-Memories/MEM-new.md", "10-Memories/MEM-later.md"} <= set(
        index_of(book).engine.files()
    )


def test_an_inode_that_is_used_again_hides_no_change(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names and inodes alone say that nothing has happened; the refresher compares all of a look."""
    path = book.root / "10-Memories" / "MEM-port.md"
    content = path.read_bytes().replace(b"6001", b"7443")
    inode = path.stat().st_ino
    for _ in range(200):
        path.unlink()
        path.write_bytes(content)
        if path.stat().st_ino == inode:
            break
    index_of(book).follow(20)
    refresher.refresh(str(book.root))

    block = prompt_answer.answer("which port does staging listen on", str(book.project), "").block
    assert "7443" in block


def test_a_change_of_most_of_a_book_makes_its_index_once_and_not_batch_by_batch(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    from commonplace.engines.local.engine import LocalEngine

    write_many(book, 120)
    refresher.refresh(str(book.root))
    monkeypatch.setattr(book_index, "MANY", 100)
    done: list[str] = []
    for name in ("update", "rebuild"):
        whole = getattr(LocalEngine, name)
        monkeypatch.setattr(
            LocalEngine,
            name,
            lambda self, *what, name=name, whole=whole: done.append(name) or whole(self, *what),
        )
    for number in range(110):
        write(book, f"n{number}", f"Matter {number} was decided anew by committee {number}.")
    refresher.refresh(str(book.root))

    assert done == ["rebuild"]
    assert (
        prompt_answer.answer("who decided matter 7 anew", str(book.project), "").outcome == "hits"
    )


@pytest.mark.laws
def test_an_index_that_has_aged_is_made_again(book: Book, started: list[tuple[str, ...]]) -> None:
    for number in range(80):
        write(book, "port", f"Staging listens on port {number}.")
        index_of(book).take_in(["10-Memories/MEM-port.md"])
    assert index_of(book).engine.status().wants_rebuild

    prompt_answer.answer("which port does staging listen on", str(book.project), "")
    prompt_answer.look_back(str(book.project))
    assert started == [(str(book.root), "hook", "refresh")]

    refresher.refresh(str(book.root))

    assert not index_of(book).engine.status().wants_rebuild
    assert read_seen(cache_of(str(book.root)), index_of(book).path)


def test_an_index_made_again_is_known_to_be_fresh(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_of(book).rebuild()

    assert read_seen(cache_of(str(book.root)), index_of(book).path)


def test_what_a_killed_writer_left_is_removed_by_the_next(book: Book) -> None:
    index = index_of(book)
    left = Path(f"{index.path}.4711.new")
    left.write_bytes(b"half an index")
    index.rebuild()

    assert not left.exists()


@pytest.mark.laws
def test_the_refresher_is_modest_and_ends(book: Book) -> None:
    """In a process of its own, as the hook starts it: low priority, bounded, nothing left behind."""
    write(book, "new", "Something new.")
    refresher.want(str(book.root))

    assert wait_for(lambda: "10-Memories/MEM-new.md" in index_of(book).engine.files())
    assert wait_for(lambda: not refresher.is_at_work(str(book.root)))


def wait_for(is_so) -> bool:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if is_so():
            return True
        time.sleep(0.02)
    return False


def test_its_time_on_the_processor_is_bounded_by_the_system() -> None:
    read, write_end = os.pipe()
    pid = os.fork()
    if not pid:  # the limits are for good, so they are tried in a process that ends
        import resource

        child._be_modest()
        said = f"{os.nice(0)} {resource.getrlimit(resource.RLIMIT_CPU)[0]}"
        os.write(write_end, said.encode())
        os._exit(0)
    os.waitpid(pid, 0)

    niceness, seconds = os.read(read, 100).decode().split()
    assert int(niceness) == min(os.nice(0) + child.NICENESS, 19)
    assert int(seconds) == child.REFRESHER_CPU_S


def test_a_session_does_not_wait_for_a_bulk_change(
    book: Book, started: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest files are listed at once, the rest is left to the refresher."""

    def spent(*_: object) -> None:
        raise clock.OutOfTimeError

    monkeypatch.setattr(session_start, "AT_ONCE", 4)
    write_many(book, 12)
    hot_index_engine(monkeypatch, after_updates=1, then=spent)
    said = session_start.begin(str(book.project), "s", "startup", DIALECTS["claude-code"])

    assert started == [(str(book.root), "hook", "refresh")]
    assert "MEM-n11" in said
    assert "MEM-n2)" not in said


def test_the_rest_of_a_session_start_has_the_time_that_is_left(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that runs is set again behind the taking in; where none runs, none is started."""
    begun: list[float] = []
    monkeypatch.setattr(clock, "start", begun.append)
    session_start.freshen_in_time(book)

    assert begun == []

    monkeypatch.setattr(clock, "left_s", lambda: 5.0)
    session_start.freshen_in_time(book)

    assert begun == [session_start.TAKEN_IN_S, 2.5]


def test_the_clock_tells_what_is_left_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "BY_THE_CLOCK", 10_000)
    try:
        clock.start(1000)

        assert 0 < clock.left_s() < 1001  # the system rounds up
    finally:
        clock.stop()
    assert clock.left_s() == 0
