"""However files change, and whoever is interrupted: what is served is what a rebuilt index would serve."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.later import trust_arrivals
from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of, searched
from commonplace.config import Settings
from commonplace.core.search import Query
from commonplace.doors.mcp import read_only_calls
from commonplace.doors.mcp.context import ServerPlace
from commonplace.engines.local.engine import LocalEngine
from commonplace.flows.recall import recall
from commonplace.hook import clock, index, prompt_answer, refresher
from commonplace.storage.places import cache_of
from commonplace.storage.usage import only_one

NAMES = "abcdefgh"
WORDS = ("staging port", "redis keys", "retry uploads", "signing certificate", "vpn rollout")
NOTE = '---\ntitle: "{words} of {name}"\ncreated: 2026-01-01\n---\n\n# {words} of {name}\n\nAbout {words}, {name} says {text}.\n'


def note(name: str, words: str, text: str) -> bytes:
    return NOTE.format(name=name, words=words, text=text).encode()


class World:
    """A book, what happens to its files, and the processes that look at it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, *, is_large: bool) -> None:
        self.patch = patch
        trust_arrivals()
        self.book = found_book(folder / "project", Settings(), datetime(2026, 11, 1, tzinfo=UTC))
        self.notes = self.book.root / "10-Memories"
        for name in NAMES[:4]:
            self.write(name, WORDS[0], "nothing yet")
        index_of(self.book).freshen()
        patch.setattr(index, "LOOK_AT_EACH", 0 if is_large else 2000)
        patch.setattr(index, "AT_ONCE", 2)
        patch.setattr(clock, "start", lambda _: None)
        patch.setattr(refresher, "want", refresher.refresh)
        patch.setattr(refresher, "PAUSE_S", 0.0)

    def path(self, name: str) -> Path:
        return self.notes / f"MEM-{name}.md"

    def write(self, name: str, words: str, text: str) -> None:
        """Write in place: the same inode, and with the same length the same size."""
        self.path(name).write_bytes(note(name, words, text))

    def make_anew(self, name: str, words: str, text: str) -> None:
        """Remove and make again: often the same inode."""
        self.path(name).unlink(missing_ok=True)
        self.write(name, words, text)

    def save_by_rename(self, name: str, words: str, text: str) -> None:
        staged = self.notes / "staged.tmp"
        staged.write_bytes(note(name, words, text))
        staged.replace(self.path(name))

    def write_with_old_times(self, name: str, words: str, text: str) -> None:
        if self.path(name).exists():
            seen = self.path(name).stat()
            self.write(name, words, text)
            os.utime(self.path(name), ns=(seen.st_atime_ns, seen.st_mtime_ns))

    def touch(self, name: str, *_: str) -> None:
        if self.path(name).exists():
            os.utime(self.path(name))

    def delete(self, name: str, *_: str) -> None:
        self.path(name).unlink(missing_ok=True)

    def rename(self, name: str, words: str, _: str) -> None:
        if self.path(name).exists():
            self.path(name).replace(self.path(words.split(" ", maxsplit=1)[0]))

    def prompt(self, *_: str) -> None:
        index._LEFT.clear()  # a process of its own
        prompt_answer.answer(WORDS[1], str(self.book.project), "")
        prompt_answer.look_back(str(self.book.project))

    def interrupted_prompt(self, *_: str) -> None:
        with self.interrupted():
            self.prompt()

    def interrupted_refresher(self, *_: str) -> None:
        with self.interrupted():
            refresher.refresh(str(self.book.root))

    def prompt_beside_a_writer(self, *_: str) -> None:
        lock = os.path.join(cache_of(str(self.book.root)), refresher.LOCK)
        with only_one(lock), index_of(self.book).engine._file.locked():
            self.prompt()

    def recall(self, *_: str) -> None:
        searched(self.book)

    def call(self, *_: str) -> None:
        called(self.book, WORDS[1])

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """Let the time be spent at the second update; what the first has written stays."""
        updates = 0
        update = LocalEngine.update

        def counted(engine: LocalEngine, *given: object) -> None:
            nonlocal updates
            updates += 1
            if updates > 1:
                raise clock.OutOfTimeError
            update(engine, *given)  # type: ignore[arg-type]

        with self.patch.context() as patch:
            patch.setattr(LocalEngine, "update", counted)
            with suppress(clock.OutOfTimeError):
                yield


CHANGES: tuple[Callable[..., None], ...] = (
    World.write,
    World.make_anew,
    World.save_by_rename,
    World.write_with_old_times,
    World.touch,
    World.delete,
    World.rename,
)
LOOKS: tuple[Callable[..., None], ...] = (
    World.prompt,
    World.interrupted_prompt,
    World.interrupted_refresher,
    World.prompt_beside_a_writer,
    World.recall,
    World.call,
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(CHANGES + LOOKS),
        st.sampled_from(NAMES),
        st.sampled_from(WORDS),
        st.sampled_from(("six", "ten", "one")),
    ),
    max_size=12,
)


def called(book: Book, words: str) -> list[tuple[object, object, object]]:
    """Return what a client is told by the server that stands in the project, which has been there all along."""
    told = read_only_calls.recall(ServerPlace(folder=book.project).desk(), query=words, limit=1000)
    return [(each["score"], each["id"], each["line"]) for each in told["memories"]]  # type: ignore[attr-defined]


def served(book: Book) -> dict[str, object]:
    """Return what hook, recall and MCP serve: each memory with its text, in whatever order equals come."""
    found: dict[str, object] = {}
    for words in WORDS:
        lines = prompt_answer.answer(words, str(book.project), "").lines
        found[f"hook {words}"] = sorted((round(line[0], 6), line[1], line[2]) for line in lines)
        answer = recall(Query(text=words, most=100), [searched(book)], threshold=0.0)
        found[f"recall {words}"] = sorted(
            (round(each.hit.score, 6), each.hit.memory, each.hit.sha256) for each in answer.found
        )
        found[f"MCP {words}"] = sorted(called(book, words))
    return found


def keeps_the_law(
    steps: list[tuple[Callable[..., None], str, str, str]], *, is_large: bool
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for kind in ("STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(Path(folder) / kind.lower()))
        world = World(Path(folder), patch, is_large=is_large)
        for step, *words in steps:
            step(world, *words)
        world.prompt()
        now = served(world.book)
        index_of(world.book).rebuild()

        assert now == served(world.book)


@pytest.mark.laws
@given(steps=STEPS)
@settings(max_examples=65, deadline=None)
@pytest.mark.parametrize("is_large", [False, True])
def test_after_many_changes_prompts_serve_what_a_rebuilt_index_serves(
    steps: list[tuple[Callable[..., None], str, str, str]], *, is_large: bool
) -> None:
    keeps_the_law(steps, is_large=is_large)
