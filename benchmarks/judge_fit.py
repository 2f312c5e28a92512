"""Fit the weights of the rules judge, and say how they do on pairs they have not seen.

    python benchmarks/judge_fit.py            cross-validate, and compare with the weights we ship
    python benchmarks/judge_fit.py --write    write judges/weights.py

A pair is a bag of suspects: a contradiction has at least one that is right, and nobody has labelled
which; of any other pair none is. So the surest suspect of each contradiction is taken for the right
one, the weights are fitted, and that is repeated until it settles. Five folds by topic, so that no topic is both
learned and asked. The fresh pairs are never looked at.
"""

import argparse
import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from commonplace.core.claiming.hearing import hear
from commonplace.judges import weights
from commonplace.judges.conflicts import weighable

ROOT = Path(__file__).resolve().parents[1]
PAIRS = ROOT / "benchmarks" / "pairs"
WEIGHTS = ROOT / "src" / "commonplace" / "judges" / "weights.py"
FOLDS, SEEDS = 5, (7, 8, 9)
RIDGE = 1.5
ROUNDS, STEPS = 6, 12
WRONG_ONES = 3
"""How many suspects of a harmless pair are learned from: its worst."""
FALSE_VETOES = 0.025
"""The share of harmless pairs that may be vetoed where the threshold is chosen."""
DIGITS = 3


@dataclass
class Bag:
    """The suspects of one pair."""

    topic: str
    is_contradiction: bool
    suspects: list[dict[str, float]]
    rows: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))


def bags() -> tuple[list[Bag], list[Bag]]:
    """Return the labelled pairs, and the pairs written for tests and practice."""
    labelled = [_bag(pair, pair["old"]["topic"]) for pair in _read("pairs.jsonl")]
    others = [_bag(pair) for pair in _read("practice.jsonl")]
    sys.path.insert(0, str(ROOT / "tests"))
    from judges import cases

    for table, relation in (
        (cases.CONTRADICTIONS, "contradicts"),
        (cases.MISSED, "contradicts"),
        (cases.COMPATIBLE, "compatible"),
        (cases.MISTAKEN, "compatible"),
    ):
        for old_title, old_body, new_title, new_body in table.values():
            old = {"title": old_title, "body": old_body}
            new = {"title": new_title, "body": new_body}
            others.append(_bag({"relation": relation, "old": old, "new": new}))
    return labelled, others


def _read(name: str) -> list[dict]:
    return list(map(json.loads, (PAIRS / name).read_text("utf-8").splitlines()))


def _bag(pair: dict, topic: str = "") -> Bag:
    heard = [hear(pair[side]["title"], pair[side]["body"]) for side in ("new", "old")]
    found = [marks for _, marks in weighable(*heard)]
    return Bag(topic, pair["relation"] == "contradicts", found)


def number(found: list[Bag]) -> list[str]:
    """Give each bag its rows of numbers, and return the names of the columns."""
    names = sorted({name for bag in found for marks in bag.suspects for name in marks})
    for bag in found:
        rows = [[marks.get(name, 0.0) for name in names] for marks in bag.suspects]
        bag.rows = np.array(rows).reshape(-1, len(names))
    return names


def fit(found: list[Bag], width: int) -> np.ndarray:
    """Return the weights for which the surest suspects tell contradictions from other pairs."""
    fitted = np.zeros(width)
    for turn in range(ROUNDS):
        rows, labels, weighs = [], [], []
        for bag in (each for each in found if len(each.rows)):
            order = np.argsort(-(bag.rows @ fitted), kind="stable")
            taken = order[:1] if bag.is_contradiction else order[:WRONG_ONES]
            taken = order if bag.is_contradiction and turn == 0 else taken
            share = 1 / len(taken) if bag.is_contradiction else 1.0
            rows += [bag.rows[at] for at in taken]
            labels += [float(bag.is_contradiction)] * len(taken)
            weighs += [share] * len(taken)
        fitted = _newton(np.array(rows), np.array(labels), np.array(weighs), fitted)
    return fitted


def _newton(
    rows: np.ndarray, labels: np.ndarray, weighs: np.ndarray, start: np.ndarray
) -> np.ndarray:
    fitted = start
    for _ in range(STEPS):
        sure = 1 / (1 + np.exp(-np.clip(rows @ fitted, -30, 30)))
        slope = rows.T @ (weighs * (sure - labels)) + RIDGE * fitted
        bend = (rows * (weighs * sure * (1 - sure))[:, None]).T @ rows + RIDGE * np.eye(len(fitted))
        fitted = fitted - np.linalg.solve(bend, slope)
    return fitted


def score(bag: Bag, fitted: np.ndarray) -> float:
    return float((bag.rows @ fitted).max()) if len(bag.rows) else -30.0


def unseen(labelled: list[Bag], others: list[Bag], width: int, seed: int) -> list[float]:
    """Return the score of each labelled pair by weights that have not seen its topic."""
    topics = sorted({bag.topic for bag in labelled})
    random.Random(seed).shuffle(topics)
    fold = {topic: at % FOLDS for at, topic in enumerate(topics)}
    fitted = [
        fit([*others, *(bag for bag in labelled if fold[bag.topic] != at)], width)
        for at in range(FOLDS)
    ]
    return [score(bag, fitted[fold[bag.topic]]) for bag in labelled]


def threshold(labelled: list[Bag], scores: list[float], share: float) -> float:
    """Return the score above which at most this share of harmless pairs lies."""
    harmless = sorted(
        (s for bag, s in zip(labelled, scores, strict=True) if not bag.is_contradiction),
        reverse=True,
    )
    return harmless[int(share * len(harmless))]


def rates(labelled: list[Bag], scores: list[float], above: float) -> tuple[float, float]:
    """Return the share of false vetoes and of contradictions found."""
    said = [(bag.is_contradiction, s > above) for bag, s in zip(labelled, scores, strict=True)]
    right = [is_said for is_true, is_said in said if is_true]
    wrong = [is_said for is_true, is_said in said if not is_true]
    return sum(wrong) / len(wrong), sum(right) / len(right)


def write(names: list[str], fitted: np.ndarray, above: float) -> None:
    """Write the weights where the judge reads them."""
    rows = "\n".join(
        f'    "{name}": {round(float(value), DIGITS)},'
        for name, value in zip(names, fitted, strict=True)
        if round(float(value), DIGITS)
    )
    WEIGHTS.write_text(
        '"""What each feature of a suspect weighs, as `benchmarks/judge_fit.py` has fitted it."""\n\n'
        "from __future__ import annotations\n\n"
        f"CONTRADICTS_FROM = {1 / (1 + np.exp(-above)):.3f}\n"
        '"""The probability from which a suspect is a contradiction: chosen on pairs the weights had not seen."""\n'
        f"WEIGHTS = {{\n{rows}\n}}\n",
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    labelled, others = bags()
    names = number(labelled + others)
    chosen = []
    for seed in SEEDS:
        scores = unseen(labelled, others, len(names), seed)
        above = threshold(labelled, scores, FALSE_VETOES)
        chosen.append(above)
        for share in (0.01, FALSE_VETOES, 0.05, 0.1):
            false, found = rates(labelled, scores, threshold(labelled, scores, share))
            print(f"folds {seed}: false vetoes {false:.1%}, contradictions found {found:.1%}")
    fitted = fit(labelled + others, len(names))
    above = sum(chosen) / len(chosen)
    print("seen by the weights: false vetoes {:.1%}, found {:.1%}".format(
        *rates(labelled, [score(bag, fitted) for bag in labelled], above)))  # fmt: skip
    print(f"threshold {above:.3f}; {len(names)} features")
    if given.write:
        write(names, fitted, above)
    else:
        gap = max(abs(weights.WEIGHTS.get(n, 0.0) - v) for n, v in zip(names, fitted, strict=True))
        print(f"largest distance from the weights we ship: {gap:.3f}")


if __name__ == "__main__":
    main()
