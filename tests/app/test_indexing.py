"""The index of a real book on disk follows its files."""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import settle, ten_seconds_later
from commonplace.app import book_index
from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of, refresh, searched
from commonplace.config import Settings
from commonplace.core.search import Query, Sought
from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import ServerPlace
from commonplace.errors import NoBook
from commonplace.flows.recall import recall
from commonplace.hook.index import INDEX
from commonplace.hook.refresh import index_at
from commonplace.storage.change_detection import LOOK_AT_EACH, note_look, swept_again
from commonplace.storage.folders import FolderReader
from commonplace.storage.places import cache_of
from requirements import requirement

NOW = datetime(2026, 3, 14, tzinfo=UTC)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = found_book(tmp_path, Settings(), NOW)
    write(made, "port", "Staging listens on port 6001 behind the proxy.")
    write(made, "vpn", "Deploys need the VPN to be up before the rollout.")
    return made


def write(book: Book, name: str, text: str) -> Path:
    path = book.root / "10-Memories" / f"MEM-{name}.md"
    path.write_text(
        f'---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{text}"\n---\n\n# {name}\n\n{text}\n',
        "utf-8",
    )
    return path


def ids(book: Book, text: str) -> list[str]:
    answer = recall(Query(text=text), [searched(book)], threshold=0.0)
    return [each.hit.memory for each in answer.found]


def test_the_first_question_makes_the_index_in_the_cache_and_nothing_in_the_book(
    book: Book,
) -> None:
    before = sorted(book.root.rglob("*"))

    assert ids(book, "which port has staging") == ["MEM-port"]
    assert os.path.exists(os.path.join(cache_of(str(book.root)), INDEX))
    assert sorted(book.root.rglob("*")) == before


def test_a_file_that_a_person_writes_is_found_by_the_next_question(book: Book) -> None:
    ids(book, "anything at all")
    write(book, "redis", "Redis evicts keys under memory pressure.")

    assert ids(book, "when does redis evict keys") == ["MEM-redis"]


@requirement("recall.fresh")
def test_a_file_edited_in_place_or_removed_is_seen(book: Book) -> None:
    ids(book, "anything at all")
    write(book, "port", "Staging listens on port 7443 now.")
    (book.root / "10-Memories" / "MEM-vpn.md").unlink()

    assert ids(book, "staging 7443") == ["MEM-port"]
    assert ids(book, "vpn rollout") == []


@requirement("B7.16")
@pytest.mark.parametrize("engine", ["local", "keyword"])
@pytest.mark.parametrize(
    "prompt", ["why is the synthesis agent slow", "the synthesis-agent, again"]
)
def test_a_hyphenated_keyword_is_met_whole_and_by_its_parts(
    book: Book, engine: str, prompt: str
) -> None:
    path = write(book, "slow", "It waits for the linter.")
    path.write_text(path.read_text().replace("tags:", "keywords: [synthesis-agent]\ntags:"))

    answer = recall(
        Query(text=prompt),
        [searched(book, Settings(engine=engine, embedder="none"))],
        threshold=0.0,
    )

    assert [each.hit.memory for each in answer.found] == ["MEM-slow"]


def test_when_the_index_is_in_trouble_the_keywords_still_answer(
    book: Book, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = write(book, "slow", "It waits for the linter.")
    path.write_text(path.read_text().replace("tags:", "keywords: [synthesis-agent]\ntags:"))
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    answer = recall(Query(text="synthesis agent"), [searched(book)], threshold=0.0)

    assert answer.outcome == "degraded:index-unavailable"
    assert [each.hit.memory for each in answer.found] == ["MEM-slow"]


def test_a_settled_book_is_not_looked_through_again(book: Book) -> None:
    settle(book.root)
    index = index_of(book)

    with ten_seconds_later():
        done = index.freshen()

    assert (done.changed, done.removed) == ((), ())


def test_a_write_is_taken_in_only_where_there_is_an_index(book: Book) -> None:
    refresh(book)

    assert not os.path.exists(index_of(book).path)

    index_of(book).freshen()
    write(book, "redis", "Redis evicts keys under memory pressure.")
    refresh(book)

    assert index_of(book).engine.status().memories == 3


def test_after_a_write_a_book_is_not_looked_through(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(book.root)
    index_of(book).freshen()
    monkeypatch.setattr(FolderReader, "looks", lambda *_: pytest.fail("every file is looked at"))
    written = write(book, "redis", "Redis evicts keys under memory pressure.")

    refresh(book, [f"10-Memories/{written.name}"])
    with ten_seconds_later():
        index_of(book).freshen()

    assert index_of(book).engine.status().memories == 3


def test_after_a_write_what_came_in_the_same_moment_is_taken_in_too(book: Book) -> None:
    settle(book.root)
    index_of(book).freshen()
    written = write(book, "redis", "Redis evicts keys under memory pressure.")
    write(book, "beside", "Another program saved this note in the same moment.")

    refresh(book, [f"10-Memories/{written.name}"])

    assert index_of(book).engine.status().memories == 4


def test_what_was_edited_in_place_during_a_write_is_seen_by_the_next_reader(book: Book) -> None:
    edited = write(book, "tea", "The tea is in the kitchen.")
    settle(book.root)
    index_of(book).freshen()
    edited.write_text(edited.read_text().replace("kitchen", "cellar"))
    written = write(book, "redis", "Redis evicts keys under memory pressure.")

    refresh(book, [f"10-Memories/{written.name}"])
    index_of(book).freshen()

    assert "cellar" in index_of(book).engine.find(Query(text="tea")).hits[0].line


def test_a_large_book_is_followed_folder_by_folder(book: Book) -> None:
    index = index_of(book)
    index.freshen()
    write(book, "redis", "Redis evicts keys under memory pressure.")
    (book.root / "10-Memories" / "MEM-vpn.md").unlink()
    new = write(book, "new", "Staging listens on port 7443 now.")
    new.replace(book.root / "10-Memories" / "MEM-port.md")

    assert index.follow(20)

    found = index.engine.find(Query(text="redis vpn staging 7443", most=9)).hits
    assert sorted(hit.memory for hit in found) == ["MEM-port", "MEM-redis"]
    assert sorted(path for path in index.engine.files() if "MEM-" in path) == [
        "10-Memories/MEM-port.md",
        "10-Memories/MEM-redis.md",
    ]
    assert index.freshen().removed == ()


def test_a_file_made_anew_with_the_same_inode_is_followed(book: Book) -> None:
    settle(book.root)
    index = index_of(book)
    index.freshen()
    before = index.engine.files()["10-Memories/MEM-port.md"].inode
    path = write(
        book, "port", "Staging listens on port 7443 now."
    )  # in place, as a reused inode looks
    write(book, "redis", "Redis evicts keys under memory pressure.")

    assert path.stat().st_ino == before
    assert index.follow(20)
    assert "7443" in index.engine.find(Query(text="staging port")).hits[0].line


def test_a_file_that_was_only_touched_is_not_taken_in_again(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(book.root)
    index = index_of(book)
    index.freshen()
    (book.root / "10-Memories" / "MEM-port.md").touch()
    write(book, "redis", "Redis evicts keys under memory pressure.")
    taken: list[str] = []
    update = index.engine.update
    monkeypatch.setattr(
        index.engine,
        "update",
        lambda files, gone=(): taken.extend(f.path for f in files) or update(files, gone),
    )

    assert index.follow(20)
    assert taken == ["10-Memories/MEM-redis.md"]


def test_rebuilding_tells_what_the_index_holds(book: Book) -> None:
    status = index_of(book).rebuild()

    assert (status.is_ready, status.memories, status.name) == (True, 2, "local")


def test_a_cache_that_cannot_be_made_degrades_the_answer(
    book: Book, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

    answer = recall(Query(text="staging port"), [searched(book)], threshold=0.0)

    assert answer.outcome.startswith("degraded:")


def test_a_note_too_large_to_read_is_left_out_and_the_others_are_found(book: Book) -> None:
    path = write(book, "huge", "Zebras.")
    path.write_bytes(path.read_bytes() + b"x" * 2**21)

    assert ids(book, "which port has staging") == ["MEM-port"]
    assert ids(book, "zebras") == []


def test_a_large_book_is_read_by_the_handful_with_the_same_result(tmp_path: Path) -> None:
    book = found_book(tmp_path, Settings(layout="mem-skill"), NOW)
    (tmp_path / "knowledge-base" / "ops.md").write_text(
        "# Ops\n\n## Ports\n**Date:** 2026-01-01\n\nPort 6001.\n\n**Keywords:** port\n", "utf-8"
    )
    (tmp_path / "knowledge-base" / "_index.json").write_text(
        '{"categories": [{"id": "ops", "file": "ops.md", "keywords": ["deploy"], "count": 1}]}'
    )

    sources = index_of(book).sources()

    (source,) = sources
    assert (len(sources), source in sources, source.path) == (1, True, "knowledge-base/ops.md")
    assert source.keywords == ("deploy",)
    assert [memory.title for memory in source.memories] == ["Ports"]


def test_where_no_book_stands_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(NoBook):
        index_at(str(tmp_path))


def test_each_memory_is_found_by_its_name_or_by_what_it_says_without_reading_all(
    book: Book,
) -> None:
    """A record begins with four bytes of any value, the one that ends a field among them."""
    names = [f"n{number}" for number in range(300)]
    for name in names:
        write(book, name, f"The queue {name} belongs to nobody.")
    index = index_of(book)
    index.freshen()

    by_name = index.engine.placed(Sought(names=tuple(f"MEM-{name}" for name in names)))
    by_text = index.engine.placed(Sought(names=("MEM-vpn",), texts=("behind the proxy",)))

    assert sorted(memory.id for memory, _ in by_name) == sorted(f"MEM-{name}" for name in names)
    assert sorted(memory.id for memory, _ in by_text) == ["MEM-port", "MEM-vpn"]
    assert len(index.engine.placed()) == index.engine.count() == 302


def test_a_client_that_asks_again_and_again_has_a_large_book_looked_through_now_and_then(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_index, "LOOK_AT_EACH", 1)
    index = index_of(book)
    index.freshen()
    settle(book.project)
    looks = []
    monkeypatch.setattr(
        book_index, "swept_again", lambda *how: looks.append(how) or swept_again(*how)
    )

    def asked(last_look_s_ago: int) -> list[object]:
        note_look(os.path.dirname(index.path), time.time_ns() - last_look_s_ago * 10**9, 10**9)
        desk = ServerPlace(folder=book.project).desk()
        told = read_only_calls.recall(desk, query="staging port 7443")
        return [each["id"] for each in told["memories"]]  # type: ignore[attr-defined]

    assert (asked(last_look_s_ago=1), looks) == (["MEM-port"], [])
    write(book, "port", "Staging listens on port 7443 now.")
    assert asked(last_look_s_ago=6) == ["MEM-port"]
    assert looks


@pytest.mark.laws  # a book so large that it is not looked through at each glance
def test_a_glance_sees_what_came_at_once_and_what_was_edited_in_place_a_moment_later(
    book: Book,
) -> None:
    for number in range(LOOK_AT_EACH):
        write(book, f"n{number}", f"The queue {number} belongs to nobody.")
    index = index_of(book)
    index.freshen()
    settle(book.project)

    def glanced(*texts: str) -> list[str]:
        index.freshen_at_a_glance()
        return [memory.id for memory, _ in index.engine.placed(Sought(texts=texts))]

    def looked(seconds_ago: int) -> None:
        note_look(os.path.dirname(index.path), time.time_ns() - seconds_ago * 10**9, 10**9)

    looked(seconds_ago=1)
    with open(book.root / "10-Memories" / "MEM-n7.md", "a", encoding="utf-8") as file:
        file.write("It was edited in place.\n")
    at_once = glanced("edited in place")
    looked(seconds_ago=6)

    assert (at_once, glanced("edited in place")) == ([], ["MEM-n7"])
    looked(seconds_ago=1)
    write(book, "new", "This file has just come.")
    assert glanced("has just come") == ["MEM-new"]
