"""Measure what the judge finds of a contradiction in a corner of a longer note.

    python benchmarks/long_pairs.py            labelled pairs, each inside two notes made of a project's sentences
    python benchmarks/long_pairs.py FILE ...   pairs of these files, as totals and nothing else

A line of FILE has `id`, `kind` (contradiction, update, harmless, same), `old` and `new`, two whole texts. *Told* is whatever a
person hears of (refused, asked about or mentioned), *held back* what is not written before they have answered.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from judge import AUTHORS, PAIRS, read_pairs
from judge_samples import project

from commonplace.core.governance import Contradicts, Duplicate, Relation
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Memory
from commonplace.flows.capture import Given, capture

BUILT = 500
PROJECTS = ("shop", "device", "tool")
KINDS = {"contradicts": "contradiction", "compatible": "harmless", "refines": "harmless", "duplicate": "same"}  # fmt: skip
SEED = 7


def built() -> Iterator[dict]:
    """Yield labelled pairs between other sentences: some of them in both notes, some in one."""
    chance = random.Random(SEED)
    around = {
        is_han: [one.body for name in PROJECTS for one in project(name) if one.body.isascii() is not is_han]
        for is_han in (True, False)
    }  # fmt: skip
    pairs = [pair for name in AUTHORS for pair in read_pairs([PAIRS / f"{name}.jsonl"])]
    chance.shuffle(pairs)
    wanted = [p for p in pairs if p["relation"] in KINDS and p["language"] != "mixed"]
    for pair in wanted[:BUILT]:
        others = chance.sample(around[pair["language"] == "zh"], 5)
        old = [*others[:3]]
        new = [*others[: chance.randint(0, 1)], *others[3 : 3 + chance.randint(0, 2)]]
        for side, said in (("old", old), ("new", new)):
            said.insert(chance.randint(0, len(said)), pair[side]["body"])
        blank = chance.choice((" ", "\n", "\n\n"))
        yield {"kind": KINDS[pair["relation"]], "old": blank.join(old), "new": blank.join(new)}


def answer(relation: Relation) -> str:
    """Return what a person hears: `vetoed`, `asked`, `mentioned`, `known` or `nothing`."""
    if isinstance(relation, Contradicts):
        return "vetoed" if relation.is_sure else "asked"
    if isinstance(relation, Duplicate):
        return "known"
    return "mentioned" if relation.evidence.mention else "nothing"


def judged(row: dict) -> str:
    new, old = capture(row["new"], Given()), capture(row["old"], Given())
    return answer(RulesJudge().compare(new, Memory(id="MEM-old", title=old.title, body=old.body)))


def show(rows: list[dict]) -> None:
    counted = Counter((row["kind"], judged(row)) for row in rows)
    for kind in dict.fromkeys(row["kind"] for row in rows):
        total = sum(count for (name, _), count in counted.items() if name == kind)
        vetoed, asked, mentioned, known = (
            counted[kind, each] / total for each in ("vetoed", "asked", "mentioned", "known")
        )
        print(
            f"{kind:14}{total:5} pairs: told {vetoed + asked + mentioned:6.1%}, held back {vetoed + asked:6.1%},"
            f" vetoed {vetoed:6.1%}, dropped as known {known:6.1%}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    given = parser.parse_args()
    show(read_pairs(given.files) if given.files else list(built()))


if __name__ == "__main__":
    main()
