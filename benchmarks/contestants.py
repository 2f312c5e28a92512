"""Who is asked: our engine through its own code, and plain FTS5 as everybody ships it."""

import os
import sqlite3
from collections.abc import Callable
from tempfile import TemporaryDirectory

from datasets import Task
from meaning import CHOICES, ENGLISH_NAME, MODEL_NAME

from commonplace.core.memory import Memory
from commonplace.core.passages import passages_of
from commonplace.core.ranking import note_of
from commonplace.core.search import Query, Source
from commonplace.engines.local import query
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.local.vectors import EmbedderChoice, sensed

MOST = 50
EMBEDDERS = (ENGLISH_NAME, MODEL_NAME)

Asker = Callable[[str], list[str]]
"""Returns the names of what answers a question, best first."""


def sources(memories: tuple[Memory, ...]) -> list[Source]:
    return [Source(path=f"{each.id}.md", memories=(each,), sha256="") for each in memories]


def built(
    folder: str, memories: tuple[Memory, ...], choice: EmbedderChoice | None = None
) -> LocalEngine:
    """Return an engine whose index of these memories is ready, in a folder of its own."""
    found = sources(memories)
    choices = [choice] if choice else []
    engine = LocalEngine(os.path.join(folder, "index.sqlite"), lambda: found, choices)
    engine.rebuild(found)
    if choice:
        engine.embed(choice, found)
    return engine


def local(
    choice: EmbedderChoice | None = None, *, has_words: bool = True
) -> Callable[[Task], Asker]:
    """Return our engine, with the meaning that a choice gives it, or with nothing else."""

    def prepared(task: Task) -> Asker:
        folder = TemporaryDirectory()
        engine = built(folder.name, task.memories, choice)

        def memories(text: str) -> list[str]:
            assert folder  # the index lives as long as the asker
            return [hit.memory for hit in engine.find(Query(text=text, most=MOST)).hits]

        connection = query.open_index(os.path.join(folder.name, "index.sqlite"))

        def passages(text: str) -> list[str]:
            assert folder
            asked, sizes = query.look_up(connection, text)
            ranked = query.rank(asked, sizes) if has_words else []
            sense = sensed(connection, [choice] if choice else [], text, ranked, sizes)
            names = [(task.memories[note_of(key)].id, key & 255) for _, key in sense.ranked]
            if task.by_passage:
                return [f"{name}#{place}" for name, place in names[:MOST]]
            return list(dict.fromkeys(name for name, _ in names))[:MOST]

        return passages if task.by_passage or not has_words else memories

    return prepared


def fts5(tokenizer: str) -> Callable[[Task], Asker]:
    """Return FTS5 with an OR of all words: one row for each passage, or for each memory."""

    def prepared(task: Task) -> Asker:
        connection = sqlite3.connect(":memory:")
        connection.execute(f"CREATE VIRTUAL TABLE t USING fts5(text, tokenize='{tokenizer}')")
        names = []
        for memory in task.memories:
            texts = passages_of(memory)
            rows = texts if task.by_passage else ["\n".join(texts)]
            for place, text in enumerate(rows):
                names.append(f"{memory.id}#{place}" if task.by_passage else memory.id)
                connection.execute("INSERT INTO t VALUES (?)", (text,))

        def ask(text: str) -> list[str]:
            words = "".join(char if char.isalnum() else " " for char in text).split()
            match = " OR ".join(f'"{word}"' for word in words)
            rows = connection.execute(
                "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT ?", (match, MOST)
            )
            return [names[number - 1] for (number,) in rows]

        return ask

    return prepared


CONTESTANTS: dict[str, Callable[[Task], Asker]] = {
    "FTS5 unicode61": fts5("unicode61"),
    "FTS5 porter": fts5("porter unicode61"),
    "local (lexical)": local(),
}
BY_MEANING: dict[str, Callable[[Task], Asker]] = {
    **{f"{name} alone": local(CHOICES.get(name), has_words=False) for name in EMBEDDERS},
    **{f"local + {name}": local(CHOICES.get(name)) for name in EMBEDDERS},
}
"""Those that can be asked only where their embedder is installed."""
