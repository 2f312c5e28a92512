"""Measure how often a refused claim is held back when it returns in other words, and what else is held back.

    python benchmarks/refused.py            labelled pairs, a sample of each kind
    python benchmarks/refused.py FILE ...   pairs of these files, as totals and nothing else

The old text of a pair is refused, and the new one arrives. A `duplicate` or `same` pair is a return; `unrelated` pairs and
two neighbours of a project's book are nobody's return; `compatible` ones were written to look like one. A line of FILE has
`kind`, `old` and `new`, two texts.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import Path

from judge import AUTHORS, PAIRS, read_pairs
from judge_samples import project

from commonplace.core.memory import Memory
from commonplace.core.rejections import Exact, Rejection
from commonplace.flows.capture import Given, capture
from commonplace.flows.refusals import met

SAMPLE = 80
"""Pairs of each kind: comparing all of them takes minutes."""
SEED = 7
PROJECTS = ("shop", "device", "tool", "logistics")
TODAY = date(2026, 1, 1)


def labelled() -> Iterator[dict]:
    """Yield the pairs of all authors, the short pairs, and the neighbours in each project's book."""
    for name in AUTHORS:
        for pair in read_pairs([PAIRS / f"{name}.jsonl"]):
            old, new = pair["old"]["body"], pair["new"]["body"]
            yield {"kind": f"{pair['relation']} ({pair['language']})", "old": old, "new": new}
    yield from _rows(PAIRS / "short-pairs.jsonl", " (short)")
    for name in PROJECTS:
        for one, other in pairwise(project(name)):
            yield {"kind": "neighbours", "old": one.body, "new": other.body}


def _rows(path: Path, beside: str = "") -> Iterator[dict]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield {**row, "kind": row["kind"] + beside}


def sampled(rows: Iterator[dict]) -> list[dict]:
    """Return at most `SAMPLE` pairs of each kind."""
    found = list(rows)
    random.Random(SEED).shuffle(found)
    counts: Counter[str] = Counter()
    return [row for row in found if counts.update([row["kind"]]) or counts[row["kind"]] <= SAMPLE]


def answer(row: dict) -> str:
    """Return what becomes of the new text: `skipped`, `asked` or `written`."""
    said = capture(row["new"], Given())
    memory = Memory(id="", title=said.title, body=said.body, summary=said.summary)
    found = met(memory, [Rejection(claim=row["old"], at=TODAY)], TODAY)
    if found is None:
        return "written"
    return "skipped" if isinstance(found, Exact) else "asked"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    told = parser.parse_args()
    rows = [row for path in told.files for row in _rows(path)] or sampled(labelled())
    counts = Counter((row["kind"], answer(row)) for row in rows)
    for kind in sorted({kind for kind, _ in counts}):
        whole = sum(count for (other, _), count in counts.items() if other == kind)
        held = whole - counts[kind, "written"]
        print(f"{kind:24} {held}/{whole} held back, {counts[kind, 'skipped']} of them skipped")


if __name__ == "__main__":
    main()
