"""Measure every engine side by side in one run: taking notes in, answering, and room on disk.

    PYTHONPATH=tests python benchmarks/engines.py [--minutes 10] [--sizes 1000 ...] [--only qmd+v ...]

One process asks, warm, with everything that a question costs (connection from the pool, transaction,
row-level security, checking whose part it is; for qmd a program that starts). PostgreSQL runs on the same machine, on
a real disk with `fsync` on. Figures go to benchmarks/engines.json, and from there into docs/scale.md.
"""

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import datasets
import psycopg
import scale_page
from engine_rows import LIMIT_MIN, OutOfTime, Row, answers, bound, rates, timed
from speed import written

from commonplace.core.memory import Memory
from commonplace.core.ports import EmbedderIdentity
from commonplace.core.search import Query, SearchResult
from commonplace.core.tokens import content_tokens
from commonplace.engines.embedders.arrays import pack_row
from commonplace.engines.keyword import KeywordEngine
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.local.spaces import OWN
from commonplace.engines.local.vectors import EmbedderChoice
from commonplace.engines.qmd.calls import TIMEOUT, QmdCommand, QmdTrouble, index_file, read_status
from commonplace.engines.qmd.engine import BESIDE, read_answers, typed_lines
from real_qmd import collections_over, command_on
from real_qmd import engine_on as qmd_on
from servers.fixtures import new_database
from servers.patience import PATIENT
from servers.postgres import Cluster, made_cluster
from servers.shelf import Shelf, engine_on, source_of

SIZES = (1_000, 10_000, 100_000)
ENGINES = ("keyword", "local", "postgres", "qmd", "local+v", "postgres+v", "qmd+v")
UP_TO = {"local+v": 10_000, "postgres+v": 10_000, "qmd+v": 1_000}
QUESTIONS = 100
FEW_QUESTIONS = 20
"""For those that read everything or start a program for each: a hundred would take longer than all the rest."""
VECTORS_PATIENCE = 3
"""qmd's vectors come from a real model on the processor: they are given so many times the minutes."""
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


@dataclass(frozen=True)
class ByWords:
    """qmd asked for words alone: no model is loaded."""

    command: QmdCommand
    names: tuple[str, ...]

    def find(self, query: Query) -> SearchResult:
        lines = [line for line in typed_lines(query.text) if line.startswith("lex:")]
        read_answers(self.command.query(lines, self.names, 2 * query.most + BESIDE))
        return SearchResult(hits=(), confidence=0.0)


def of_keyword(shelf: Shelf, questions: Sequence[str]) -> Row:
    row = Row(engine="keyword", notes=len(shelf.sources), reached=len(shelf.sources))
    return replace(row, **answers(KeywordEngine(shelf.sources.values), questions[:FEW_QUESTIONS]))


def of_local(
    shelf: Shelf, questions: Sequence[str], limit_min: float, choice: EmbedderChoice | None
) -> Row:
    sources = list(shelf.sources.values())
    row = Row(engine="local", notes=len(sources), vectors=bool(choice), limit_min=limit_min)
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "index.sqlite")
        engine = LocalEngine(path, lambda: sources, [choice] if choice else [])

        def build() -> None:
            engine.rebuild(sources, bound(limit_min))
            if choice:
                engine.embed(choice, sources, bound(limit_min))

        try:
            built = timed(build)
        except OutOfTime as over:
            return replace(row, reached=over.reached)
        row = replace(row, megabytes=round(os.path.getsize(path) / 1e6, 1))
        return replace(row, **rates(len(sources), built), **answers(engine, questions))


def of_postgres(
    shelf: Shelf,
    questions: Sequence[str],
    limit_min: float,
    choice: EmbedderChoice | None,
    cluster: Cluster,
) -> Row:
    notes = len(shelf.sources)
    row = Row(engine="postgres", notes=notes, vectors=bool(choice), limit_min=limit_min)
    url = new_database(cluster.url)
    empty = database_size(url)
    engine = engine_on(url, shelf, "team", choices=[choice] if choice else [], limits=PATIENT)
    try:
        built = timed(lambda: engine.sync(bound(limit_min)), cluster)
    except OutOfTime as over:
        return replace(row, reached=over.reached)
    row = replace(row, **rates(notes, built), **answers(engine, questions, cluster))
    return replace(row, megabytes=round((database_size(url) - empty) / 1e6, 1))


def database_size(url: str) -> int:
    with psycopg.connect(url) as line:
        found = line.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(found[0]) if found else 0


def of_qmd(shelf: Shelf, questions: Sequence[str], limit_min: float, *, vectors: bool) -> Row:
    row = Row(engine="qmd", notes=len(shelf.sources), vectors=vectors, limit_min=limit_min)
    with TemporaryDirectory() as folder:
        notes, place = Path(folder) / "notes", Path(folder) / "qmd"
        _write(shelf, notes)
        command = command_on(notes, place)
        held = collections_over(notes)
        try:
            built = timed(lambda: _take_in(command, limit_min, vectors=vectors))
        except QmdTrouble as trouble:
            if trouble.why != TIMEOUT:
                raise
            status = read_status("qmd", command.status(), held, str(place))
            return replace(row, reached=status.passages if vectors else status.memories)
        row = replace(row, megabytes=round(os.path.getsize(index_file(str(place))) / 1e6, 1))
        whole = qmd_on(notes, place, shelf.sources)
        engine = whole if vectors else ByWords(command, held.names)
        found = answers(engine, questions[:FEW_QUESTIONS])
        return replace(row, **rates(len(shelf.sources), built), **found)


def _write(shelf: Shelf, folder: Path) -> None:
    folder.mkdir()
    for path, source in shelf.sources.items():
        (memory,) = source.memories
        text = f"# {memory.title}\n\n{memory.summary}\n\n{memory.body}\n"
        (folder / path).write_text(text, "utf-8")


def _take_in(command: QmdCommand, limit_min: float, *, vectors: bool) -> None:
    end = time.monotonic() + 60 * limit_min
    command.update(60 * limit_min)
    if vectors:
        command.embed(end - time.monotonic())


def measured(count: int, names: Sequence[str], limit_min: float, cluster: Cluster) -> Iterator[Row]:
    """Yield a row for each of the engines that are wanted and can bear so many notes."""
    shelf, questions = made_shelf(count), asked()
    choice = EmbedderChoice(space=OWN, open=HashedWords)
    takes: dict[str, Callable[[], Row]] = {
        "keyword": lambda: of_keyword(shelf, questions),
        "local": lambda: of_local(shelf, questions, limit_min, None),
        "postgres": lambda: of_postgres(shelf, questions, limit_min, None, cluster),
        "qmd": lambda: of_qmd(shelf, questions, limit_min, vectors=False),
        "local+v": lambda: of_local(shelf, questions, limit_min, choice),
        "postgres+v": lambda: of_postgres(shelf, questions, limit_min, choice, cluster),
        "qmd+v": lambda: of_qmd(shelf, questions, VECTORS_PATIENCE * limit_min, vectors=True),
    }
    for name, take in takes.items():
        if name in names and count <= UP_TO.get(name, count):
            yield take()


def made_shelf(count: int) -> Shelf:
    return Shelf(source_of(_with_keywords(each)) for each in written(count, random.Random(7)))


def asked() -> list[str]:
    return [each.text for each in datasets.prompts() if each.relevant][:QUESTIONS]


def _with_keywords(memory: Memory) -> Memory:
    words = sorted(set(memory.title.split()), key=len)[-3:]
    return replace(memory, keywords=tuple(words))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--minutes", type=float, default=LIMIT_MIN, help="for each taking in")
    parser.add_argument("--only", nargs="+", default=[], choices=ENGINES, help="measured anew")
    options = parser.parse_args()
    rows = scale_page.read_rows() if options.only else []
    cluster = made_cluster(in_memory=False, fsync="on", full_page_writes="on")
    try:
        for count in options.sizes:
            for row in measured(count, options.only or ENGINES, options.minutes, cluster):
                new = replace(row, load=round(os.getloadavg()[0], 1))
                print(new, flush=True)
                rows = [*(each for each in rows if each.name != new.name), new]
                scale_page.write_rows(rows)
    finally:
        cluster.remove()
    scale_page.write()


if __name__ == "__main__":
    main()
