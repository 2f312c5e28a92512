"""Many processes open, ask, change and damage one index at once: every answer is right."""

import multiprocessing
import os
import random
from pathlib import Path

import pytest

from commonplace.core.memory import Memory
from commonplace.core.search import Query, Source
from commonplace.engines.local.engine import LocalEngine

WORDS = ["redis", "port", "timeout", "retry", "deploy", "staging", "cache", "lock"]
FIXED = tuple(Memory(id=f"fixed{n}", title=f"{word} constant{n}") for n, word in enumerate(WORDS))


def _source(memory: Memory) -> Source:
    return Source(path=f"{memory.id}.md", memories=(memory,), sha256="")


def _work(path: str, seed: int, rounds: int) -> list[str]:
    dice = random.Random(seed)
    wrong = []
    for turn in range(rounds):
        engine = LocalEngine(path, lambda: map(_source, FIXED))
        number = dice.randrange(len(FIXED))
        if turn % 5 == 0:
            engine.update([_source(Memory(id=f"own{seed}", title=f"{dice.choice(WORDS)} {turn}"))])
        finding = engine.find(Query(text=f"constant{number}"))
        found = [hit.memory for hit in finding.hits]
        if finding.degraded or found[:1] != [f"fixed{number}"]:
            wrong.append(f"{finding.degraded} {found}")
    return wrong


def run(folder: Path, processes: int, rounds: int) -> list[str]:
    path = str(folder / "index.sqlite")
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes) as pool:
        answers = pool.starmap(_work, [(path, seed, rounds) for seed in range(processes)])
    return [line for answer in answers for line in answer]


@pytest.mark.faults
def test_four_processes_ask_and_change_one_index(tmp_path: Path) -> None:
    assert run(tmp_path, 4, 10) == []


@pytest.mark.faults
def test_forty_processes_open_two_thousand_times(tmp_path: Path) -> None:
    rounds = 50 * (1 + 4 * (os.environ.get("COMMONPLACE_FAULTS") == "large"))

    assert run(tmp_path, 40, rounds) == []
