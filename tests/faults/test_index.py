"""The index is never trusted blindly: whatever happens to it, questions are answered rightly."""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import trust_arrivals
from commonplace.app.books import Book, found_book, open_book
from commonplace.app.recall import index_of, searched
from commonplace.config import Settings
from commonplace.core.search import Query
from commonplace.flows.recall import recall
from faults.index_actor import NOTE
from faults.programs import command, run_together
from faults.sizes import size
from requirements import requirement

pytestmark = pytest.mark.faults

NOW = datetime(2026, 3, 14, tzinfo=UTC)
TEXTS = {
    "port": "Staging listens on port 6001 behind the proxy.",
    "vpn": "Deploys need the VPN to be up before the rollout.",
    "redis": "Redis evicts keys under memory pressure at night.",
    "锁": "分布式锁的续期由看门狗线程负责，主从切换时可能丢失。",
    **{
        f"filler-{n}": f"Filler {n} speaks of matter {n * 7} and of nothing else."
        for n in range(60)
    },
}
QUESTIONS = {
    "which port does staging listen on": "MEM-port",
    "vpn before the rollout": "MEM-vpn",
    "when does redis evict keys": "MEM-redis",
    "看门狗线程续期": "MEM-锁",
    "filler matter 301": "MEM-filler-43",
}


@pytest.fixture
def book(arena: Path) -> Book:
    trust_arrivals()
    made = found_book(arena / "project", Settings(), NOW)
    for name, text in TEXTS.items():
        path = made.root / "10-Memories" / f"MEM-{name}.md"
        path.write_text(NOTE.format(name=name, text=text), "utf-8")
    return made


def answers(book: Book) -> dict[str, str]:
    found = {}
    for question in QUESTIONS:
        answer = recall(Query(text=question), [searched(book)], threshold=0.0)
        found[question] = answer.found[0].hit.memory if answer.found else answer.outcome
    return found


def flip(content: bytearray, dice: random.Random) -> None:
    for _ in range(dice.randint(1, 40)):
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)


def blank(content: bytearray, dice: random.Random) -> None:
    start = dice.randrange(len(content))
    content[start : start + 4096] = bytes(len(content[start : start + 4096]))


def cut(content: bytearray, dice: random.Random) -> None:
    del content[dice.randrange(len(content)) :]


def shuffle(content: bytearray, dice: random.Random) -> None:
    pages = [content[at : at + 4096] for at in range(0, len(content), 4096)]
    first, second = dice.randrange(len(pages)), dice.randrange(len(pages))
    pages[first], pages[second] = pages[second], pages[first]
    content[:] = b"".join(pages)


def scribble(content: bytearray, dice: random.Random) -> None:
    start = dice.randrange(len(content))
    content[start : start + dice.randint(1, 2000)] = dice.randbytes(dice.randint(1, 2000))


DAMAGES: tuple[Callable[[bytearray, random.Random], None], ...] = (
    flip,
    blank,
    cut,
    shuffle,
    scribble,
)


@requirement("index.damage")
def test_however_the_index_is_damaged_every_question_is_answered_rightly(book: Book) -> None:
    notes = {path: path.read_bytes() for path in book.root.rglob("*.md")}
    assert answers(book) == QUESTIONS
    path = Path(index_of(book).path)
    whole = path.read_bytes()
    wrong = []
    for seed in range(size(500, 5_000)):
        dice = random.Random(seed)
        content = bytearray(whole)
        DAMAGES[seed % len(DAMAGES)](content, dice)
        path.write_bytes(content)
        if answers(book) != QUESTIONS:
            wrong.append(seed)

    assert wrong == []
    assert {path: path.read_bytes() for path in book.root.rglob("*.md")} == notes


@requirement("index.crowd")
def test_forty_processes_open_search_and_update_one_index_without_an_error(
    book: Book, monkeypatch: pytest.MonkeyPatch, arena: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(arena / "cache"))
    times = size(50, 200)

    said = run_together(
        [command("index_actor.py", book.project, f"p{number}", times) for number in range(40)]
    )

    assert said == [f"{times}\n"] * 40
    answer = recall(
        Query(text="process counts zebras", most=100), [searched(open_book(book.root))], threshold=0
    )
    assert len(answer.found) == 40
