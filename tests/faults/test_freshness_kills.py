"""Hooks and refreshers killed anywhere: the next ones go on, and nothing is served that a rebuilt index would not."""

import json
import os
import random
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import trust_arrivals
from app.test_freshness_law import WORDS, note, served
from commonplace.app.books import Book, found_book
from commonplace.app.recall import drift_of, index_of
from commonplace.config import Settings
from commonplace.hook import refresher
from commonplace.storage.places import cache_of
from faults.sizes import size

pytestmark = pytest.mark.faults

NOTES = 150


@pytest.fixture
def book(arena: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.setenv("XDG_CACHE_HOME", str(arena / "cache"))
    trust_arrivals()
    made = found_book(arena / "project", Settings(), datetime(2026, 11, 1, tzinfo=UTC))
    for number in range(NOTES):
        write(made, number, "first")
    return made


def write(book: Book, number: int, text: str) -> None:
    path = book.root / "10-Memories" / f"MEM-n{number}.md"
    path.write_bytes(note(f"n{number}", WORDS[number % len(WORDS)], text))


def change(book: Book, dice: random.Random) -> None:
    for number in dice.sample(range(NOTES), 60):
        path = book.root / "10-Memories" / f"MEM-n{number}.md"
        match dice.randrange(4):
            case 0:
                write(book, number, f"rewritten {dice.random()}")
            case 1:
                path.unlink(missing_ok=True)
            case 2:
                path.unlink(missing_ok=True)
                write(book, number, f"made anew {dice.random()}")
            case _:
                if path.exists():
                    os.utime(path)


def started(book: Book, *words: str) -> subprocess.Popen[bytes]:
    asked = json.dumps({"prompt": WORDS[0]}).encode() if "hook" in words else b""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", *words],
        cwd=book.project,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    assert process.stdin
    process.stdin.write(asked)
    process.stdin.close()
    return process


def test_whoever_is_killed_the_next_one_goes_on(book: Book) -> None:
    dice = random.Random(4)
    for _ in range(size(8, 80)):
        change(book, dice)
        at_work = [
            started(book, "commonplace", "hook", "prompt"),
            started(book, "commonplace.doors.child", str(book.root), "refresh"),
        ]
        time.sleep(dice.random() * 0.6)
        for process in at_work:
            process.kill()
            process.wait()
    assert started(book, "commonplace.doors.child", str(book.root), "refresh").wait() == 0
    while refresher.is_at_work(str(book.root)):  # one that a hook had started
        time.sleep(0.05)

    drift = drift_of(book)
    assert drift is not None
    assert drift.apart == ()
    now = served(book)
    index_of(book).rebuild()
    assert now == served(book)
    left = {name for name in os.listdir(cache_of(str(book.root))) if name.endswith(".new")}
    assert left == set()
