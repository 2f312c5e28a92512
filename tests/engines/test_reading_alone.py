"""Whoever asks an index only reads it: what SQLite itself is asked for is written down by SQLite."""

import _sqlite3
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.later import settle, ten_seconds_later
from commonplace.core.memory import Memory
from commonplace.core.search import Query, Source
from commonplace.engines.local.engine import LocalEngine
from commonplace.hook import prompt_answer
from engines.concepts import choice
from requirements import requirement
from transcript import command_line

BOOK = (
    Memory(id="redis", title="Redis port", body="Redis listens on port 6380.", topic="ops"),
    Memory(id="retry", title="Retry policy", body="Retry with backoff."),
)
READS = {
    sqlite3.SQLITE_SELECT,
    sqlite3.SQLITE_READ,
    sqlite3.SQLITE_FUNCTION,
    sqlite3.SQLITE_TRANSACTION,
    sqlite3.SQLITE_PRAGMA,
}
ASKING = {"application_id", "user_version"}
"""Pragmas that would write into the file if a value were given to them."""
OF_THE_LINE = {"trusted_schema", "cell_size_check", "mmap_size"}
"""Pragmas that hold for one connection and leave the file alone."""

Done = tuple[int, str | None, str | None]
"""What a statement does: the kind of action, and what it is done to."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Done]:
    """Return what is done on connections opened from now on, from their first statement."""
    kept: list[Done] = []
    connect = sqlite3.connect

    def watched(*place: object, **how: object) -> sqlite3.Connection:
        connection = connect(*place, **how)  # type: ignore[call-overload]
        connection.set_authorizer(lambda *what: kept.append(what[:3]) or sqlite3.SQLITE_OK)
        return connection

    for module in (sqlite3, _sqlite3):  # what writes, and what a hook reads with
        monkeypatch.setattr(module, "connect", watched)
    return kept


def changes(done: list[Done]) -> list[Done]:
    """Return what was done beyond reading."""
    return [
        (kind, name, value)
        for kind, name, value in done
        if kind not in READS
        or (
            kind == sqlite3.SQLITE_PRAGMA
            and name not in OF_THE_LINE
            and not (name in ASKING and value is None)
        )
    ]


def sources() -> list[Source]:
    return [Source(path=f"{each.id}.md", memories=(each,), sha256=each.id) for each in BOOK]


QUESTIONS: dict[str, Callable[[LocalEngine], object]] = {
    "find": lambda engine: engine.find(Query(text="redis port")).hits,
    "find by meaning": lambda engine: engine.find(Query(text="which socket")).hits,
    "find with a filter": lambda engine: engine.find(Query(text="redis", topic="ops")).hits,
    "files": LocalEngine.files,
    "outline": LocalEngine.outline,
    "standings": LocalEngine.standings,
    "status": lambda engine: engine.status().is_ready,
    "unseen": lambda engine: not engine.unseen(choice()),
}


@requirement("engines.readers")
@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_to_an_index_that_is_there_changes_nothing_in_it(
    ask: Callable[[LocalEngine], object], tmp_path: Path, done: list[Done]
) -> None:
    engine = LocalEngine(str(tmp_path / "index.sqlite"), sources, [choice()])
    engine.rebuild(sources())
    engine.embed(choice(), sources())
    made = changes(done)
    done.clear()

    assert ask(engine)

    kinds = {kind for kind, _, _ in made}
    assert {sqlite3.SQLITE_CREATE_TABLE, sqlite3.SQLITE_INSERT} <= kinds, "nothing is noticed"
    assert sqlite3.SQLITE_READ in {kind for kind, _, _ in done}
    assert changes(done) == []


@requirement("engines.readers")
@pytest.mark.laws
def test_neither_recall_nor_the_hook_changes_an_index_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: list[Done]
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    command_line(["remember", "Staging listens on port 6001 behind the proxy.", "--yes"])
    settle(tmp_path)
    done.clear()

    with ten_seconds_later():
        recalled = command_line(["recall", "which port does staging listen on?"])
        by_recall = list(done)
        done.clear()
        answered = prompt_answer.answer("Which port does staging listen on?", str(tmp_path), "s")

    assert "6001" in recalled.out.decode()
    assert "6001" in answered.block
    for asked in (by_recall, done):
        assert (sqlite3.SQLITE_READ, "state", "blob") in asked
        assert changes(asked) == []
