"""How fast recall is, always against something plain in the same run, so that machines cancel out.

    python benchmarks/speed.py

Cold: a fresh process that answers one prompt, against `python -I -c pass`. Warm: one question, against
an FTS5 query of the same words joined by OR. Build: all notes, against a bare FTS5 insert of the same
text. Times are those on the processor: a busy machine changes them little. How the hook and the engine grow
to 100,000 notes is measured by hook.py and build.py.
"""

import os
import random
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from tempfile import TemporaryDirectory

import datasets
from contestants import built, sources
from kept import kept
from meaning import CHOICES, ENGLISH_NAME

from commonplace.core.memory import Memory
from commonplace.core.passages import passages_of
from commonplace.core.search import Query
from commonplace.engines.local.engine import LocalEngine

SIZES = (1_000, 10_000)
ASKED_TABLE = "the same, table asked"
ROUNDS = 20
QUESTIONS = 60
ASK = """
import sys
from commonplace.core.gate import WordEvidence
from commonplace.engines.local import query
index = query.open_index(sys.argv[1])
index.execute("BEGIN")
asked, sizes = query.look_up(index, sys.argv[2])
ranked = query.rank(asked, sizes)
evidence = WordEvidence(asked, ranked, sizes, query.average_length(index))
for _, key, record in query.fetch(index, ranked, 3, lambda note: query.is_told(note, "2026-03-14")):
    print(record[0], evidence.confidence(key))
"""
ASK_TABLE = """
import sys
from commonplace.hook import meaning
from commonplace.engines.local import query
index = query.open_index(sys.argv[1])
index.execute("BEGIN")
asked, sizes = query.look_up(index, sys.argv[2])
sense = meaning.sense(index, sys.argv[2], query.rank(asked, sizes), sizes)
found = query.fetch(index, sense.ranked, 3, lambda note: query.is_told(note, "2026-03-14"))
keys = [key for _, key, _ in found]
print(*sense.confidences(asked, keys, sizes, query.average_length(index)))
"""


def written(count: int, dice: random.Random) -> tuple[Memory, ...]:
    """Return notes whose sentences are those of the note set, mixed: real words, real frequencies."""
    sentences = [
        text for note in datasets.notes() for text in note.body.splitlines() if text.strip()
    ]
    return tuple(
        Memory(
            id=f"m{number}",
            title=f"{' '.join(dice.choice(sentences).split()[:6])} {number}",
            summary=dice.choice(sentences)[:100],
            body="\n\n".join(
                "\n".join(dice.sample(sentences, dice.randint(1, 3)))
                for _ in range(dice.randint(1, 6))
            ),
        )
        for number in range(count)
    )


def seconds(action: Callable[[], object]) -> float:
    started = time.process_time()
    action()
    return time.process_time() - started


def child_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cold(scripts: list[list[str]]) -> list[list[float]]:
    """Return the times of fresh processes in milliseconds, taken in turns so that load hits all alike."""
    times: list[list[float]] = [[] for _ in scripts]
    for _ in range(ROUNDS):
        for arguments, taken in zip(scripts, times, strict=True):
            taken.append(1000 * child_seconds([sys.executable, "-I", "-c", *arguments]))
    return times


def fts5(path: str, texts: list[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE IF EXISTS t")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5(text)")
    connection.executemany("INSERT INTO t VALUES (?)", ((text,) for text in texts))
    connection.commit()
    return connection


def match(connection: sqlite3.Connection, words: list[str]) -> None:
    terms = " OR ".join(f'"{word}"' for word in words)
    query = "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 10"
    connection.execute(query, (terms,)).fetchall()


def asked(memories: tuple[Memory, ...], dice: random.Random) -> list[list[str]]:
    """Return questions of eight words each, taken from the notes themselves."""
    found = []
    for _ in range(QUESTIONS):
        text = " ".join(memory.body for memory in dice.sample(memories, 3))
        words = "".join(char if char.isalnum() else " " for char in text).split()
        found.append(dice.sample(words, min(8, len(words))))
    return found


def lines(count: int) -> Iterator[str]:
    dice = random.Random(count)
    memories = written(count, dice)
    texts = ["\n".join(passages_of(memory)) for memory in memories]
    with TemporaryDirectory() as folder:
        plain = min(seconds(lambda: fts5(os.path.join(folder, "fts"), texts)) for _ in range(3))
        own = min(seconds(lambda: built(folder, memories)) for _ in range(3))
        engine = built(folder, memories)
        path = os.path.join(folder, "index.sqlite")
        size = os.path.getsize(path) / 1e6
        yield f"| {count:,} notes | build | {own:.1f} s ({size:.0f} MB) | {own / plain:.1f} x FTS5 insert |"
        questions = asked(memories, dice)
        connection = sqlite3.connect(os.path.join(folder, "fts"))
        fts = median(seconds(lambda q=q: match(connection, q)) for q in questions)
        ours = median(seconds(lambda q=q: engine.find(Query(text=" ".join(q)))) for q in questions)
        yield f"| | warm question, median | {1000 * ours:.1f} ms | {ours / fts:.2f} x FTS5 query |"
        if row := kept(f"embedding {count:,}", lambda: embedding(engine, memories)):
            yield row
        question = [path, " ".join(questions[0])]
        yield cold_row("cold process", ASK, question)
        if row := kept(f"table {count:,}", lambda: cold_row(ASKED_TABLE, ASK_TABLE, question)):
            yield row
        one = sources(memories[:1])
        change = median(seconds(lambda: engine.update(one)) for _ in range(5))
        yield f"| | one changed note | {1000 * change:.0f} ms | |"


def embedding(engine: LocalEngine, memories: tuple[Memory, ...]) -> str:
    taken = seconds(lambda: engine.embed(CHOICES[ENGLISH_NAME], sources(memories)))
    speed = engine.status().passages / taken
    return f"| | embedding by the table | {taken:.1f} s | {speed:,.0f} passages a second |"


def cold_row(name: str, script: str, question: list[str]) -> str:
    """Return what a fresh process takes that answers, against a bare interpreter in the same run."""
    bare, times = cold([["pass"], [script, *question]])
    ratios = f"{min(times) / min(bare):.1f} x (median {median(times) / median(bare):.1f} x)"
    return f"| | {name}, best of {ROUNDS} | {min(times):.0f} ms | {ratios} bare interpreter |"


def report() -> str:
    rows = [line for count in SIZES for line in lines(count)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return "\n".join(
        [
            "## Speed",
            "",
            "Processor time of the engine by itself, and of a fresh process that asks it.",
            "",
            "| | | time | against |",
            "|---|---|--:|---|",
            *rows,
            "",
            f"Peak memory of the whole run, notes and FTS5 included: {peak:.0f} MB.",
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
