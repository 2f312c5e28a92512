"""How much work a report is beside parsing its book, and how that grows: 1,000, 10,000, 100,000 memories.

`python benchmarks/distill.py [SIZE ...]` prints the figures and keeps them in `distill.json`. Keywords follow
Zipf's law, as people's do: a few are everywhere, most are rare. A comparison of all pairs would take a
hundred times as long for ten times the memories.
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

from commonplace.flows.upkeep.survey import Known, survey
from commonplace.flows.view import View
from commonplace.layouts.vault import VaultLayout
from commonplace.layouts.vault.reading import read_note
from commonplace.layouts.vault.weighing import tokens_of

FIGURES = Path(__file__).with_suffix(".json")
SIZES = (1_000, 10_000, 100_000)
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


def measure(size: int) -> dict[str, float]:
    """Return how long parsing and reporting take for a book of `size` memories."""
    layout, files = VaultLayout(), made_book(size)
    read_note.cache_clear()
    began = time.process_time()
    reading = layout.parse(files)
    parsed = time.process_time()
    view = View(layout=layout, book="/book", files=files, reading=reading, unread=(), now=NOW)
    found = survey(view, Known(tokens=tokens_of(reading.memories, files)))
    done = time.process_time()
    return {
        "memories": size,
        "parse_s": round(parsed - began, 3),
        "report_s": round(done - parsed, 3),
        "ratio": round((done - parsed) / (parsed - began), 3),
        "merge_pairs": len(found.health.merge_pairs),
    }


def main(sizes: list[int]) -> None:
    """Measure each size, print it, and keep the figures."""
    rows = []
    for size in sizes:
        rows.append(measure(size))
        print(json.dumps(rows[-1]))
    FIGURES.write_text(json.dumps({"sizes": rows}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or list(SIZES))
