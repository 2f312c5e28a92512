"""Measure every engine side by side in one run: how fast it takes notes in, and how fast it answers.

    PYTHONPATH=tests python benchmarks/engines.py [--large] [--qmd]

One process asks, warm, with everything that a question costs (connection from the pool, transaction,
row-level security, checking whose part it is). PostgreSQL runs on the same machine with `fsync` on. Beside the
times there is the CPU time of both sides, which other work on the machine cannot stretch. Figures go to
benchmarks/engines.json; `--large` adds 100,000 notes, `--qmd` the real qmd with 1,000.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import datasets
import psycopg
from speed import written

from commonplace.core.ports import EmbedderIdentity
from commonplace.core.search import Query
from commonplace.core.tokens import content_tokens
from commonplace.engines.embedders.rows import pack_row
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.embedding import Lens
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.local.spaces import MODEL
from real_qmd import engine_on as qmd_on
from servers.fixtures import new_database
from servers.postgres import Cluster, made_cluster
from servers.shelf import Shelf, engine_on, source_of

TARGET = Path(__file__).resolve().parent / "engines.json"
SIZES = (1_000, 10_000)
LARGE = 100_000
QUESTIONS = 100
FEW_QUESTIONS = 10
DIMENSION = 256


class HashedWords:
    """Vectors as long as a real embedder's and as quick to make as possible: here only their cost counts."""

    identity = EmbedderIdentity(name="hashed", version="1", dimension=DIMENSION, weights="none")

    def embed_query(self, text: str) -> tuple[float, ...]:
        vector = [0.01] * DIMENSION
        for word in content_tokens(text):
            vector[crc32(word.encode("utf-8", "surrogatepass")) % DIMENSION] += 1.0
        length = sum(value * value for value in vector) ** 0.5
        return tuple(value / length for value in vector)

    def embed_passages(self, texts: Sequence[str], progress: object = None) -> bytes:
        del progress
        return b"".join(pack_row(self.embed_query(text)) for text in texts)


@dataclass(frozen=True, slots=True)
class Spent:
    """What something took: by the clock, and in CPU time of this process and of the server."""

    wall_s: float = 0.0
    cpu_s: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.wall_s + other.wall_s, self.cpu_s + other.cpu_s)


def timed(action: Callable[[], object], cluster: Cluster | None = None) -> Spent:
    started, used = time.perf_counter(), cpu_s(cluster)
    action()
    return Spent(time.perf_counter() - started, cpu_s(cluster) - used)


def cpu_s(cluster: Cluster | None) -> float:
    return time.process_time() + (cluster.cpu_s if cluster else 0.0)


def figures(engine, notes: int, built: Spent, questions: Sequence[str], cluster=None) -> dict:
    """Return how fast notes were taken in and how fast questions are answered."""
    engine.find(Query(text=questions[0], most=5))
    times = []

    def ask() -> None:
        for text in questions:
            started = time.perf_counter()
            finding = engine.find(Query(text=text, most=5))
            times.append(time.perf_counter() - started)
            assert not finding.degraded, finding.degraded

    spent = timed(ask, cluster)
    times.sort()
    row = {
        "engine": engine.name,
        "notes": notes,
        "notes_per_s": round(notes / built.wall_s) if built.wall_s else None,
        "notes_per_cpu_s": round(notes / built.cpu_s) if built.cpu_s else None,
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[min(len(times) - 1, int(0.99 * len(times)))], 1),
        "cpu_ms": round(1000 * spent.cpu_s / len(times), 1),
    }
    print(row, flush=True)
    return row


def of_local(shelf: Shelf, questions: Sequence[str], folder: str, lens: Lens | None) -> dict:
    path = os.path.join(folder, "index.sqlite")
    sources = list(shelf.sources.values())
    engine = LocalEngine(path, lambda: sources, [lens] if lens else [])
    built = timed(lambda: engine.rebuild(sources))
    if lens:
        built += timed(lambda: engine.embed(lens, sources))
    row = figures(engine, len(sources), built, questions)
    return {**row, "vectors": bool(lens), "megabytes": round(os.path.getsize(path) / 1e6, 1)}


def of_postgres(
    shelf: Shelf, questions: Sequence[str], cluster: Cluster, lens: Lens | None
) -> dict:
    url = new_database(cluster.url)
    empty = database_size(url)
    engine = engine_on(url, shelf, "team", lenses=[lens] if lens else [])
    built = timed(engine.sync, cluster)
    row = figures(engine, len(shelf.sources), built, questions, cluster)
    size = database_size(url) - empty
    return {**row, "vectors": bool(lens), "megabytes": round(size / 1e6, 1)}


def database_size(url: str) -> int:
    with psycopg.connect(url) as line:
        row = line.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(row[0]) if row else 0


def of_qmd(shelf: Shelf, questions: Sequence[str], folder: str) -> dict:
    notes = Path(folder) / "notes"
    notes.mkdir()
    for path, source in shelf.sources.items():
        (memory,) = source.memories
        (notes / path).write_text(f"# {memory.title}\n\n{memory.body}\n", "utf-8")
    engine = qmd_on(notes, Path(folder) / "qmd", shelf.sources)
    return figures(engine, len(shelf.sources), timed(engine.sync), questions)


def measured(count: int, cluster: Cluster, *, with_qmd: bool) -> list[dict]:
    shelf = Shelf(map(source_of, written(count, random.Random(7))))
    questions = [each.text for each in datasets.prompts() if each.relevant][:QUESTIONS]
    lens = Lens(space=MODEL, open=lambda _: HashedWords())
    rows = []
    if count <= SIZES[-1]:
        keyword = KeywordEngine(shelf.sources.values)
        rows.append(figures(keyword, count, Spent(), questions[:FEW_QUESTIONS]))
    for each in (None, lens):
        with TemporaryDirectory() as folder:
            rows.append(of_local(shelf, questions, folder, each))
        rows.append(of_postgres(shelf, questions, cluster, each))
    if with_qmd and count <= SIZES[0]:
        with TemporaryDirectory() as folder:
            rows.append(of_qmd(shelf, questions[:FEW_QUESTIONS], folder))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--large", action="store_true", help="also 100,000 notes")
    parser.add_argument("--qmd", action="store_true", help="also the real qmd, with 1,000 notes")
    options = parser.parse_args()
    cluster = made_cluster(fsync="on", full_page_writes="on")
    rows: list[dict] = []
    try:
        for count in (*SIZES, LARGE) if options.large else SIZES:
            rows += measured(count, cluster, with_qmd=options.qmd)
            TARGET.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
