"""Measure every engine side by side in one run: how fast it takes notes in, and how fast it answers.

    PYTHONPATH=tests python benchmarks/engines.py [--large]

One process asks, warm, with everything that a question costs (connection from the pool, transaction,
row-level security, checking whose part it is). PostgreSQL runs on the same machine with `fsync` on. `qmd` is
measured where scripts/qmd_for_tests.sh has brought it. Figures go to benchmarks/engines.json; `--large`
adds 100,000 notes.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import datasets
import psycopg
import pytest
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
from servers.postgres import made_cluster
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


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def figures(name: str, notes: int, build_s: float, times: Sequence[float], size: int) -> dict:
    ordered = sorted(times)
    row = {
        "engine": name,
        "notes": notes,
        "notes_per_s": round(notes / build_s) if build_s else None,
        "p50_ms": round(1000 * ordered[len(ordered) // 2], 1),
        "p99_ms": round(1000 * ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], 1),
        "megabytes": round(size / 1e6, 1),
    }
    print(row, flush=True)
    return row


def asked(engine, questions: Sequence[str]) -> list[float]:
    engine.find(Query(text=questions[0], most=5))
    times = []
    for text in questions:
        started = time.perf_counter()
        finding = engine.find(Query(text=text, most=5))
        times.append(time.perf_counter() - started)
        assert not finding.degraded, finding.degraded
    return times


def database_size(url: str) -> int:
    with psycopg.connect(url) as line:
        row = line.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(row[0]) if row else 0


def of_local(shelf: Shelf, questions: Sequence[str], folder: str, lens: Lens | None) -> dict:
    path = os.path.join(folder, "index.sqlite")
    sources = list(shelf.sources.values())
    engine = LocalEngine(path, lambda: sources, [lens] if lens else [])
    build_s = timed(lambda: engine.rebuild(sources))
    if lens:
        build_s += timed(lambda: engine.embed(lens, sources))
    name = "local + vectors" if lens else "local"
    return figures(name, len(sources), build_s, asked(engine, questions), os.path.getsize(path))


def of_postgres(shelf: Shelf, questions: Sequence[str], server_url: str, lens: Lens | None) -> dict:
    url = new_database(server_url)
    empty = database_size(url)
    engine = engine_on(url, shelf, "team", lenses=[lens] if lens else [])
    build_s = timed(engine.sync)
    name = "postgres + vectors" if lens else "postgres"
    times = asked(engine, questions)
    return figures(name, len(shelf.sources), build_s, times, database_size(url) - empty)


def of_qmd(shelf: Shelf, questions: Sequence[str], folder: str) -> dict:
    notes = Path(folder) / "notes"
    notes.mkdir()
    for path, source in shelf.sources.items():
        (memory,) = source.memories
        (notes / path).write_text(f"# {memory.title}\n\n{memory.body}\n", "utf-8")
    engine = qmd_on(notes, Path(folder) / "qmd", shelf.sources)
    build_s = timed(engine.sync)
    size = sum(each.stat().st_size for each in (Path(folder) / "qmd").rglob("*") if each.is_file())
    return figures("qmd", len(shelf.sources), build_s, asked(engine, questions), size)


def measured(count: int, server_url: str) -> list[dict]:
    shelf = Shelf(map(source_of, written(count, random.Random(7))))
    questions = [each.text for each in datasets.prompts() if each.relevant][:QUESTIONS]
    lens = Lens(space=MODEL, open=lambda _: HashedWords())
    rows = []
    if count <= SIZES[-1]:
        keyword = KeywordEngine(shelf.sources.values)
        rows.append(figures("keyword", count, 0.0, asked(keyword, questions[:FEW_QUESTIONS]), 0))
    with TemporaryDirectory() as folder:
        rows.append(of_local(shelf, questions, folder, None))
    with TemporaryDirectory() as folder:
        rows.append(of_local(shelf, questions, folder, lens))
    rows.append(of_postgres(shelf, questions, server_url, None))
    rows.append(of_postgres(shelf, questions, server_url, lens))
    try:
        if count <= SIZES[0]:
            with TemporaryDirectory() as folder:
                rows.append(of_qmd(shelf, questions[:FEW_QUESTIONS], folder))
    except pytest.skip.Exception as missing:
        print(missing)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--large", action="store_true", help="also 100,000 notes")
    options = parser.parse_args()
    cluster = made_cluster(fsync="on", full_page_writes="on")
    rows: list[dict] = []
    try:
        for count in (*SIZES, LARGE) if options.large else SIZES:
            rows += measured(count, cluster.url)
            TARGET.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    finally:
        cluster.remove()


if __name__ == "__main__":
    main()
