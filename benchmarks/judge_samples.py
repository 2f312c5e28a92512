"""What the rules judge is fitted on: labelled pairs, the same pairs in long notes, and neighbours in whole books.

A pair was written to be hard. In a book most of what a new text is compared with is about something else, and
longer: whoever fits on pairs alone makes a judge that sees contradictions everywhere. No memory of the note set or of
a project's book (`books/`) and no section of a page of ours denies another one, so every two of them are a harmless pair.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from contestants import built
from datasets import notes
from judge import AUTHORS, PAIRS

from commonplace.core.judge.conflicts import differences
from commonplace.core.judge.features import describe, rivals, subject_features
from commonplace.core.judge.parse import Pair, parse_text
from commonplace.core.memory import Memory
from commonplace.core.search import Query

HERE = Path(__file__).resolve().parent
COMPARED = 5
"""So many neighbours a new text is compared with."""
SHORTEST, LONGEST = 80, 1_500
"""The length of a page's section that is taken for a memory; the rest of a longer one is left out."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_HEADING = re.compile(r"\n(?=#{2,4} )")


@dataclass
class Sample:
    """Two texts in numbers."""

    group: str
    """The author of a pair, the book of two neighbours, or `practice`."""
    relation: str
    features: dict[str, float]
    subject: dict[str, float]
    is_shown: bool
    """Whether a clash can be shown: else nothing is told."""
    kind: str = "pair"
    """A `pair`, a `long` one, one for `practice`, or a `neighbour`."""
    candidate: str = ""
    """The new text of two neighbours: it is asked about if it clashes with any of them."""
    row: np.ndarray = field(default_factory=lambda: np.zeros(0))
    subject_row: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @property
    def is_contradiction(self) -> bool:
        return self.relation == "contradicts"


def samples() -> list[Sample]:
    """Return everything that the weights are fitted on."""
    labelled = [(name, pair) for name in AUTHORS for pair in read_pairs(name)]
    found = [_pair(name, each) for name, each in labelled]
    found += [_pair("practice", each, "practice") for each in (*read_pairs("practice"), *_cases())]
    found += [_pair(name, each, "long") for name, each in _lengthened(labelled)]
    for name, memories in BOOKS.items():
        found += neighbours(name, memories())
    return found


def read_pairs(name: str) -> list[dict]:
    return [json.loads(line) for line in (PAIRS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def _pair(group: str, pair: dict, kind: str = "pair") -> Sample:
    new, old = (
        Memory(id=side, title=pair[side]["title"], body=pair[side]["body"])
        for side in ("new", "old")
    )
    return _sample(group, pair["relation"], new, old, kind)


def _sample(group: str, relation: str, new: Memory, old: Memory, kind: str) -> Sample:
    pair = Pair(*(parse_text(each.title, each.body) for each in (new, old)))
    found = rivals(pair)
    features, subject = describe(pair, found), subject_features(pair)
    is_shown = bool(differences(pair, found, features))
    return Sample(group, relation, features, subject, is_shown, kind, new.id)


def _cases() -> Iterator[dict]:
    """Yield the pairs of the judge's own tests."""
    sys.path.insert(0, str(HERE.parent / "tests"))
    from core.judge import cases

    for table, relation in (
        (cases.CONTRADICTIONS, "contradicts"),
        (cases.IN_PASSING, "contradicts"),
        (cases.MISSED, "contradicts"),
        (cases.COMPATIBLE, "compatible"),
        (cases.MISTAKEN, "compatible"),
    ):
        for old_title, old_body, new_title, new_body in table.values():
            old = {"title": old_title, "body": old_body}
            new = {"title": new_title, "body": new_body}
            yield {"relation": relation, "old": old, "new": new}


def _lengthened(labelled: list[tuple[str, dict]]) -> Iterator[tuple[str, dict]]:
    """Yield each pair once more, with what the old memory says inside a longer one."""
    others = {
        is_han: cycle([one.body for one in notes() if bool(_HAN.search(one.body)) is is_han])
        for is_han in (True, False)
    }
    for place, (name, pair) in enumerate(labelled):
        if pair["relation"] != "unrelated":
            own = pair["old"]["body"]
            other = next(others[bool(_HAN.search(own))])
            body = "\n\n".join((own, other) if place % 2 else (other, own))
            yield name, {**pair, "old": {**pair["old"], "body": body}}


def pages() -> tuple[Memory, ...]:
    """Return the sections of the long notes, each as a memory."""
    lines = (HERE / "long_notes.jsonl").read_text("utf-8").splitlines()
    sections = [part.strip() for line in lines for part in _HEADING.split(json.loads(line)["text"])]
    found = []
    for section in sections:
        title, _, body = section.partition("\n")
        if len(body.strip()) > SHORTEST:
            memory = Memory(
                id=f"page-{len(found)}", title=title.strip("# "), body=body.strip()[:LONGEST]
            )
            found.append(memory)
    return tuple(found)


def project(name: str) -> tuple[Memory, ...]:
    """Return the notes of a project, short ones about few subjects, all true side by side."""
    lines = (HERE / "books" / f"{name}.jsonl").read_text("utf-8").splitlines()
    found = map(json.loads, lines)
    return tuple(Memory(id=one["id"], title=one["title"], body=one["body"]) for one in found)


PROJECTS = ("shop", "device", "tool")
BOOKS = {"notes": notes, "pages": pages, **{name: partial(project, name) for name in PROJECTS}}
"""Books of which no memory denies another one."""


def neighbours(book: str, memories: tuple[Memory, ...]) -> list[Sample]:
    """Return each memory of a book beside the nearest others, as if it were told now."""
    by_id = {memory.id: memory for memory in memories}
    with TemporaryDirectory() as folder:
        engine = built(folder, memories)
        return [
            _sample(book, "unrelated", memory, by_id[hit.memory], "neighbour")
            for memory in memories
            for hit in engine.find(Query(text=f"{memory.title}\n{memory.body}", most=COMPARED + 1)).hits
            if hit.memory != memory.id
        ]  # fmt: skip
