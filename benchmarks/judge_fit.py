"""Fit the weights of the rules judge, and say how they do on pairs by authors they have not seen.

    python benchmarks/judge_fit.py            leave one author out, and compare with the weights we ship
    python benchmarks/judge_fit.py --classes  and print precision and recall of each class
    python benchmarks/judge_fit.py --write    write judges/weights.py

Folds over pairs of one author flatter a judge: what it has learned is partly how that author writes. So
each author's pairs are judged by weights fitted on the others' alone, and both thresholds are chosen there. A
weight may only point the way its feature points by its meaning: what sets two texts apart never speaks for a
contradiction, however one author's pairs fall.
"""

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import numpy as np
from judge import figures, judged

from commonplace.judges import conflicts, weights
from commonplace.judges.conflicts import differences
from commonplace.judges.features import describe
from commonplace.judges.meetings import Pair
from commonplace.judges.readings import read
from commonplace.judges.rules import RulesJudge
from commonplace.judges.values import rivals

ROOT = Path(__file__).resolve().parents[1]
PAIRS = ROOT / "benchmarks" / "pairs"
WEIGHTS = ROOT / "src" / "commonplace" / "judges" / "weights.py"
AUTHORS = ("pairs", "fresh", "more")
RIDGE, STEPS = 1.0, 4_000
FALSE_VETOES, NEEDLESS_QUESTIONS = 0.02, 0.12
"""The share of harmless pairs, of authors left out, that may be vetoed, and that may be asked about at all."""
DIGITS = 3
NOT_SHOWN = -30.0
AGAINST = frozenset("""
    known_old values_agree nothing_left left_on_none scopes_named titles_left titles_alike titles_begin_apart titles_name titles_name_only titles_numbered
    starts_apart starts_named starts_with_names circumstances_apart circumstances_first labels_apart dated periods adds one_of_many
    exception event still default_before example value_loose value_apart denied_alike opposites_agree turned_twice
""".split())  # fmt: skip  # noqa: SIM905 - a list of words reads better than a list of quotes
EITHER = frozenset({"bias", "bilingual", "left_least"})


@dataclass
class Sample:
    """One pair in numbers."""

    author: str
    is_contradiction: bool
    features: dict[str, float]
    is_shown: bool
    """Whether a clash can be shown: else nothing is told."""
    row: np.ndarray = field(default_factory=lambda: np.zeros(0))


def samples() -> list[Sample]:
    """Return the pairs of each author, and those written for practice and for tests."""
    found = [_sample(name, pair) for name in (*AUTHORS, "practice") for pair in _read(name)]
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
            found.append(_sample("practice", {"relation": relation, "old": old, "new": new}))
    return found


def _read(name: str) -> list[dict]:
    return list(map(json.loads, (PAIRS / f"{name}.jsonl").read_text("utf-8").splitlines()))


def _sample(author: str, pair: dict) -> Sample:
    both = Pair(*(read(pair[side]["title"], pair[side]["body"]) for side in ("new", "old")))
    found = rivals(both)
    is_shown = bool(differences(both, found))
    return Sample(author, pair["relation"] == "contradicts", describe(both, found), is_shown)


def number(found: list[Sample]) -> list[str]:
    """Give each sample its row of numbers, and return the names of the columns."""
    names = sorted({name for sample in found for name in sample.features})
    for sample in found:
        sample.row = np.array([sample.features.get(name, 0.0) for name in names])
    return names


def fit(found: list[Sample], names: list[str]) -> np.ndarray:
    """Return the weights, each on its own side of zero, that tell contradictions from other pairs."""
    rows = np.array([sample.row for sample in found])
    labels = np.array([float(sample.is_contradiction) for sample in found])
    least = np.array([0.0 if _points_for(name) else -np.inf for name in names])
    most = np.array([0.0 if name in AGAINST else np.inf for name in names])
    ridge = np.array([0.01 if name == "bias" else RIDGE for name in names])
    step = 1 / (0.25 * np.linalg.eigvalsh(rows.T @ rows)[-1] + RIDGE)
    fitted = ahead = np.zeros(len(names))
    speed = 1.0
    for _ in range(STEPS):
        sure = 1 / (1 + np.exp(-np.clip(rows @ ahead, -30, 30)))
        slope = rows.T @ (sure - labels) + ridge * ahead
        moved = np.clip(ahead - step * slope, least, most)
        faster = (1 + (1 + 4 * speed * speed) ** 0.5) / 2
        ahead = moved + (speed - 1) / faster * (moved - fitted)
        fitted, speed = moved, faster
    return fitted


def _points_for(name: str) -> bool:
    return name not in AGAINST and name not in EITHER


def without(author: str, found: list[Sample], names: list[str]) -> np.ndarray:
    """Return the weights fitted on everybody's pairs but those of one author."""
    return fit([sample for sample in found if sample.author != author], names)


@dataclass
class Scored:
    """A sample and its score."""

    sample: Sample
    score: float


def left_out(found: list[Sample], names: list[str]) -> list[Scored]:
    """Return every author's pairs with their scores by weights that never saw the author."""
    scores = []
    for author in AUTHORS:
        fitted = without(author, found, names)
        own = [sample for sample in found if sample.author == author]
        scores += [
            Scored(each, float(each.row @ fitted) if each.is_shown else NOT_SHOWN) for each in own
        ]
    return scores


def threshold(scored: list[Scored], share: float) -> float:
    """Return the score above which at most this share of the harmless pairs lies."""
    ranked = sorted((e.score for e in scored if not e.sample.is_contradiction), reverse=True)
    return ranked[int(share * len(ranked))]


def rates(scored: list[Scored], above: float) -> tuple[float, float]:
    """Return the share of harmless pairs and of contradictions above a score."""
    wrong = [each.score > above for each in scored if not each.sample.is_contradiction]
    right = [each.score > above for each in scored if each.sample.is_contradiction]
    return sum(wrong) / len(wrong), sum(right) / len(right)


def show_classes(found: list[Sample], names: list[str], sure: float, likely: float) -> None:
    """Judge each author's pairs with weights that never saw the author, and print every class."""
    labels, answers = [], []
    for author in AUTHORS:
        weighed = dict(zip(names, map(float, without(author, found, names)), strict=True))
        from_now = {"WEIGHTS": weighed, "SURE_FROM": _sure(sure), "LIKELY_FROM": _sure(likely)}
        with patch.multiple(conflicts, **from_now):
            answers += [judged(RulesJudge(), pair) for pair in _read(author)]
        labels += [pair["relation"] for pair in _read(author)]
    told = figures(labels, answers)
    print(json.dumps({name: told[name] for name in ("precision", "recall", "confusion")}, indent=2))


def _sure(score: float) -> float:
    return float(1 / (1 + np.exp(-score)))


def write(names: list[str], fitted: np.ndarray, sure: float, likely: float) -> None:
    """Write the weights where the judge reads them."""
    rows = "\n".join(
        f'    "{name}": {round(float(value), DIGITS)},'
        for name, value in zip(names, fitted, strict=True)
        if round(float(value), DIGITS)
    )
    WEIGHTS.write_text(
        '"""What each feature of two texts weighs, as `benchmarks/judge_fit.py` has fitted it."""\n\n'
        "from __future__ import annotations\n\n"
        f"SURE_FROM = {_sure(sure):.3f}\n"
        '"""The probability from which a text is refused: chosen on authors whom the weights had not seen."""\n'
        f"LIKELY_FROM = {_sure(likely):.3f}\n"
        '"""The probability from which a question is put."""\n'
        f"WEIGHTS = {{\n{rows}\n}}\n",
        encoding="utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--classes", action="store_true", help="precision and recall of each class")
    given = parser.parse_args()
    found = samples()
    names = number(found)
    everyone = left_out(found, names)
    sure, likely = (threshold(everyone, share) for share in (FALSE_VETOES, NEEDLESS_QUESTIONS))
    for author in (*AUTHORS, "each"):
        scored = [each for each in everyone if author in (each.sample.author, "each")]
        vetoed, asked = rates(scored, sure), rates(scored, likely)
        print(
            f"{author:5} left out: vetoed {vetoed[0]:.1%} of the harmless, {vetoed[1]:.1%} of the contradictions;"
            f" vetoed or asked about {asked[0]:.1%} and {asked[1]:.1%}"
        )
    fitted = fit(found, names)
    print(f"thresholds {sure:.3f} and {likely:.3f}; {len(names)} features")
    if given.classes:
        show_classes(found, names, sure, likely)
    if given.write:
        write(names, fitted, sure, likely)
    else:
        gap = max(abs(weights.WEIGHTS.get(n, 0.0) - v) for n, v in zip(names, fitted, strict=True))
        print(f"largest distance from the weights we ship: {gap:.3f}")


if __name__ == "__main__":
    main()
