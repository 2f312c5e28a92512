"""How much work a report and a lint are beside parsing their book, and how that grows with it.

`python benchmarks/distill.py [SIZE ...]` prints the figures and keeps them in `distill.json`. Keywords follow
Zipf's law, as people's do: a few are everywhere, most are rare. A comparison of all pairs would take a
hundred times as long for ten times the memories. A lint is measured up to 10,000 memories, on short notes of
which every twentieth is said twice with another number: judging those pairs is most of its work.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path

from commonplace.core.anchors import Project
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.lint import ContradictionIssue
from commonplace.flows.lint import lint
from commonplace.flows.upkeep.outcome import Known, survey
from commonplace.flows.view import View
from commonplace.layouts.vault import VaultLayout
from commonplace.layouts.vault.reader import read_note
from commonplace.layouts.vault.traits import tokens_of

FIGURES = Path(__file__).with_suffix(".json")
SIZES = (1_000, 10_000, 100_000)
LINTED_AT_MOST = 10_000
TWIN_EVERY = 20
SHORT_WORDS, SENTENCE_WORDS = 40, 10
COMMON_LEFT_OUT = 50
"""The most frequent words are those that say nothing, and no memory is known by them."""
NOW = datetime(2026, 11, 15, tzinfo=UTC)
WORDS_PER_ROOT, MEMORIES_PER_AREA, FEWEST_AREAS = 200, 500, 20
"""How words and topics grow with a book: as the square root of its size (Heaps' law), and with it."""
NOTE = """---
title: "Note {number} on {first}"
created: {created}
tags: [PATTERN]
topic: "area{area}/part"
source: "user input"
modified: {created}
keywords: [{keywords}]
summary: "What is known about {first}"
retrieval_count: {count}
last_retrieved:
---

# Note {number} on {first}

{text}

## Connections
<!-- Add links to related memories using [[filename]] syntax -->
"""


def made_book(size: int) -> dict[str, bytes]:
    """Return the notes of a vault of so many memories."""
    chance = random.Random(size)
    vocabulary = [f"word{number}" for number in range(int(WORDS_PER_ROOT * size**0.5))]
    rarity = list(accumulate(1 / (rank + 1) for rank in range(len(vocabulary))))
    areas = max(FEWEST_AREAS, size // MEMORIES_PER_AREA)

    def draw(count: int) -> list[str]:
        return chance.choices(vocabulary, cum_weights=rarity, k=count)

    return {f"10-Memories/MEM-{n:06}.md": _note(chance, n, areas, draw) for n in range(size)}


def _note(
    chance: random.Random, number: int, areas: int, draw: Callable[[int], list[str]]
) -> bytes:
    keywords = list(dict.fromkeys(draw(chance.randint(3, 8))))
    words = draw(chance.choice((40, 80, 1200)))
    text = NOTE.format(
        number=number,
        first=keywords[0],
        created=(NOW - timedelta(days=chance.randint(0, 900))).date(),
        area=chance.randrange(areas),
        keywords=", ".join(keywords),
        count=chance.choice((0, 0, 1, 7)),
        text=" ".join(words),
    )
    return text.encode()


def short_book(size: int) -> dict[str, bytes]:
    """Return a vault of short notes, every twentieth of which contradicts the one before it."""
    chance = random.Random(size)
    vocabulary = [f"word{number}" for number in range(int(WORDS_PER_ROOT * size**0.5))]
    rarity = list(accumulate(1 / (rank + COMMON_LEFT_OUT) for rank in range(len(vocabulary))))
    texts: list[list[str]] = []
    for number in range(size):
        is_twin = number % TWIN_EVERY == TWIN_EVERY - 1
        drawn = chance.choices(vocabulary, cum_weights=rarity, k=SHORT_WORDS)
        texts.append(texts[-1] if is_twin else drawn)
    return {
        f"10-Memories/MEM-{number:06}.md": _short_note(number, words)
        for number, words in enumerate(texts)
    }


def _short_note(number: int, words: list[str]) -> bytes:
    sentences = [
        " ".join(words[at : at + SENTENCE_WORDS]).capitalize() + "."
        for at in range(0, len(words), SENTENCE_WORDS)
    ]
    text = " ".join([*sentences, f"The {words[0]} of {words[1]} listens on port {4000 + number}."])
    return NOTE.format(
        number=number,
        first=words[0],
        created=NOW.date(),
        area=number % FEWEST_AREAS,
        keywords=", ".join(words[:4]),
        count=1,
        text=text,
    ).encode()


def measure(size: int) -> dict[str, float]:
    """Return how long parsing and reporting take for a book of `size` memories."""
    view, parse_s = parsed(made_book(size))
    began = time.process_time()
    found = survey(view, Known(tokens=tokens_of(view.reading.memories, view.files)))
    report_s = time.process_time() - began
    return {
        **_times(size, parse_s, "report_s", report_s),
        "merge_pairs": len(found.health.merge_pairs),
    }


def measure_lint(size: int) -> dict[str, float]:
    """Return how long parsing and linting take for a book of `size` short memories."""
    view, parse_s = parsed(short_book(size))
    began = time.process_time()
    found = lint(view, RulesJudge(), Project(read=lambda _: None, find=lambda *_: None))
    lint_s = time.process_time() - began
    return {
        **_times(size, parse_s, "lint_s", lint_s),
        "issues": len(found.issues),
        "contradictions": len(found.of(ContradictionIssue)),
    }


def parsed(files: dict[str, bytes]) -> tuple[View, float]:
    """Return a book as upkeep reads it, and how long parsing it took."""
    layout = VaultLayout()
    read_note.cache_clear()
    began = time.process_time()
    reading = layout.parse(files)
    seconds = time.process_time() - began
    view = View(layout=layout, book="/book", files=files, reading=reading, unread=(), now=NOW)
    return view, seconds


def _times(size: int, parse_s: float, what: str, seconds: float) -> dict[str, float]:
    return {
        "memories": size,
        "parse_s": round(parse_s, 3),
        what: round(seconds, 3),
        "ratio": round(seconds / parse_s, 3),
    }


def main(sizes: list[int]) -> None:
    """Measure each size, print it, and keep the figures."""
    reports, lints = [], []
    for size in sizes:
        reports.append(measure(size))
        print(json.dumps(reports[-1]), flush=True)
    for size in (size for size in sizes if size <= LINTED_AT_MOST):
        lints.append(measure_lint(size))
        print(json.dumps(lints[-1]), flush=True)
    figures = {"sizes": reports, "lint": lints}
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or list(SIZES))
