"""How alike the real qmd and the embedded engine answer, on the notes that development is measured on."""

import pytest

from commonplace.core.memory import Memory
from commonplace.core.search import Query, Source
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.qmd.engine import QmdEngine
from development_notes import rows
from real_qmd import engine_on
from requirements import requirement

pytestmark = pytest.mark.servers

MOST = 5
ASKED = 15
EVERY = 2
"""Of the notes only every second one is taken: vectors take their time."""
SHARED_AT_LEAST = 0.5
"""Of the five best of the embedded engine, the share that is among the five best of qmd."""
FOUND_AT_LEAST = 0.75
"""Of the prompts with an answer, the share for which qmd has it among its five best."""


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> tuple[LocalEngine, QmdEngine]:
    folder = tmp_path_factory.mktemp("notes")
    sources = {}
    for row in rows("notes.jsonl")[::EVERY]:
        memory = Memory(
            id=str(row["id"]),
            title=str(row["title"]),
            body=str(row["body"]),
            summary=str(row["summary"]),
        )
        text = f"# {memory.title}\n\n{memory.summary}\n\n{memory.body}\n"
        (folder / f"{memory.id}.md").write_text(text, "utf-8")
        path = f"{memory.id}.md"
        sources[path] = Source(path=path, memories=(memory,), sha256=memory.id)
    place = tmp_path_factory.mktemp("indexes")
    qmd = engine_on(folder, place / "qmd", sources)
    qmd.sync()
    return LocalEngine(str(place / "index.sqlite"), sources.values), qmd


@requirement("qmd.like-local")
def test_the_five_best_of_qmd_are_mostly_those_of_the_embedded_engine(
    engines: tuple[LocalEngine, QmdEngine],
) -> None:
    local, qmd = engines
    there = {row["id"] for row in rows("notes.jsonl")[::EVERY]}
    prompts = [row for row in rows("prompts.jsonl") if there.intersection(row["relevant"])]
    shared, found = [], []
    for row in prompts[:: len(prompts) // ASKED][:ASKED]:
        query = Query(text=str(row["prompt"]), most=MOST)
        ours = {hit.memory for hit in local.find(query).hits}
        theirs = {hit.memory for hit in qmd.find(query).hits}
        shared.append(len(ours & theirs) / max(len(ours), 1))
        found.append(bool(theirs.intersection(row["relevant"])))

    assert sum(shared) / len(shared) >= SHARED_AT_LEAST, shared
    assert sum(found) / len(found) >= FOUND_AT_LEAST, found
