"""Fit the weights of the rules judge, and say how they do on pairs by authors they have not seen.

    python benchmarks/judge_fit.py            leave one author out, and compare with the weights we ship
    python benchmarks/judge_fit.py --classes  and print precision and recall of each class
    python benchmarks/judge_fit.py --write    write data/judge_weights.json

Folds over pairs of one author flatter a judge: what it has learned is partly how that author writes. So
each author's pairs are judged by weights fitted on the others' alone, and all thresholds are chosen there. A
weight may only point the way its feature points by its meaning: what sets two texts apart never speaks for a
contradiction, however one author's pairs fall.

The judge weighs twice: whether two texts speak of one subject (fitted on pairs that do, against unrelated ones and
neighbours in books), and whether they contradict each other.
"""

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
from datasets import xquad
from judge import AUTHORS, figures, judged
from judge_samples import BOOKS, Sample, neighbours, project, read_pairs, samples

from commonplace.core.judge import conflicts
from commonplace.core.judge.rules import RulesJudge

WEIGHTS = (
    Path(__file__).resolve().parents[1] / "src" / "commonplace" / "data" / "judge_weights.json"
)
RIDGE, STEPS = 1.0, 3_000
COUNTS = {"pair": 1.0, "practice": 2.0, "long": 0.2, "neighbour": 0.3}
"""How much a sample counts: neighbours are many, and short pairs are few."""
FALSE_VETOES, NEEDLESS_QUESTIONS, NEEDLESS_MENTIONS = 0.006, 0.085, 0.28
"""The share of harmless pairs, of authors left out, that may be vetoed, at most asked about, and told at all."""
DIGITS = 3
NOT_SHOWN = -30.0
AGAINST = frozenset("""
    known_old values_agree scopes_named titles_begin_apart titles_name titles_name_only titles_numbered
    starts_apart starts_named starts_with_names circumstances_apart circumstances_first labels_apart numbered_apart dated both_dated
    adds one_of_many exception happens_again explains default_before example value_apart value_of_a_table denied_alike
    opposites_agree turned_twice starts_swapped subject_swapped much_said overrides conditional
""".split())  # fmt: skip  # noqa: SIM905 - a list of words reads better than a list of quotes
EITHER = frozenset({"bias"})
OF_ONE_SUBJECT = frozenset({"contradicts", "duplicate", "refines"})


@dataclass
class Fitted:
    """The weights of both questions."""

    clash: np.ndarray
    subject: np.ndarray


@dataclass
class Scored:
    """A sample and what is told of it."""

    sample: Sample
    score: float

    def is_told(self, level: float, above: "Thresholds") -> bool:
        may_be_told = level != above.sure or not conflicts.is_set_apart(self.sample.features)
        return may_be_told and self.score > level


@dataclass
class Thresholds:
    """The scores from which two texts are mentioned, asked about, and vetoed."""

    possible: float
    likely: float
    sure: float

    @property
    def levels(self) -> tuple[float, ...]:
        return self.sure, self.likely, self.possible


def number(found: list[Sample]) -> tuple[list[str], list[str]]:
    """Give each sample its rows of numbers, and return the names of the columns."""
    names = sorted({name for sample in found for name in sample.features})
    of_subject = sorted(found[0].subject)
    _fill(found, names, of_subject)
    return names, of_subject


def _fill(found: list[Sample], names: list[str], of_subject: list[str]) -> None:
    for sample in found:
        sample.row = np.array([sample.features.get(name, 0.0) for name in names])
        sample.subject_row = np.array([sample.subject[name] for name in of_subject])


def fit(found: list[Sample], names: list[str], of_subject: list[str]) -> Fitted:
    """Return the weights that tell contradictions from other pairs, and one subject from two."""
    told = [each for each in found if each.relation not in ("compatible", "other")]
    return Fitted(
        clash=_fit(
            found, [each.row for each in found], [each.is_contradiction for each in found], _bounds(names)
        ),
        subject=_fit(
            told,
            [each.subject_row for each in told],
            [each.relation in OF_ONE_SUBJECT for each in told],
            [(-np.inf, np.inf) for _ in of_subject],
        ),
    )  # fmt: skip


def _bounds(names: list[str]) -> list[tuple[float, float]]:
    either = (-np.inf, np.inf)
    return [
        either if name in EITHER else (-np.inf, 0.0) if name in AGAINST else (0.0, np.inf)
        for name in names
    ]


def _fit(
    found: list[Sample],
    rows: list[np.ndarray],
    is_told: list[bool],
    bounds: list[tuple[float, float]],
) -> np.ndarray:
    """Return the weights, each between its bounds, of a logistic regression."""
    table, labels = np.array(rows), np.array(is_told, dtype=float)
    counts = np.array([COUNTS[each.kind] for each in found])
    least, most = np.array(bounds).T
    step = 1 / (0.25 * np.linalg.eigvalsh(table.T @ (table * counts[:, None]))[-1] + RIDGE)
    fitted = ahead = np.zeros(len(bounds))
    speed = 1.0
    for _ in range(STEPS):
        sure = 1 / (1 + np.exp(-np.clip(table @ ahead, -30, 30)))
        slope = table.T @ (counts * (sure - labels)) + RIDGE * ahead
        moved = np.clip(ahead - step * slope, least, most)
        faster = (1 + (1 + 4 * speed * speed) ** 0.5) / 2
        ahead = moved + (speed - 1) / faster * (moved - fitted)
        fitted, speed = moved, faster
    return fitted  # fmt: skip


def score(found: Iterable[Sample], fitted: Fitted) -> list[Scored]:
    return [Scored(each, _score(each, fitted) if each.is_shown else NOT_SHOWN) for each in found]


def _score(sample: Sample, fitted: Fitted) -> float:
    clash, subject = sample.row @ fitted.clash, sample.subject_row @ fitted.subject
    return conflicts.told_score(float(clash), float(subject))


def unseen(found: list[Sample], names: list[str], of_subject: list[str]) -> list[Scored]:
    """Return the samples of every author and book, scored by weights that never saw the author or book."""
    scored = []
    for group in dict.fromkeys(each.group for each in found if each.kind != "practice"):
        fitted = fit([each for each in found if each.group != group], names, of_subject)
        scored += score((each for each in found if each.group == group), fitted)
    return scored


def thresholds(scored: list[Scored], practised: list[Scored]) -> Thresholds:
    """Choose all thresholds on the pairs of authors that the weights have not seen.

    As few of the short pairs that the judge was made with may be vetoed as of theirs.
    """
    pairs = [each for each in scored if each.sample.kind == "pair"]
    return Thresholds(
        possible=_level(pairs, NEEDLESS_MENTIONS),
        likely=_level(pairs, NEEDLESS_QUESTIONS),
        sure=max(_level(_refused(each), FALSE_VETOES) for each in (pairs, practised)),
    )


def _refused(scored: list[Scored]) -> list[Scored]:
    """Return the pairs with the score by which they may be refused."""
    return [
        Scored(e.sample, NOT_SHOWN if conflicts.is_set_apart(e.sample.features) else e.score)
        for e in scored
    ]


def _level(scored: list[Scored], share: float) -> float:
    """Return the score above which at most this share of the harmless pairs lies."""
    harmless = [each.score for each in scored if not each.sample.is_contradiction]
    return sorted(harmless, reverse=True)[int(share * len(harmless))]


def show_pairs(label: str, scored: list[Scored], above: Thresholds) -> None:
    """Print how many harmless pairs and how many contradictions are told, each level with those above it."""
    shares = {
        side: " ".join(
            f"{_share(each.is_told(level, above) for each in scored if each.sample.is_contradiction is side):6.1%}"
            for level in above.levels
        )
        for side in (False, True)
    }  # fmt: skip
    print(f"{label:20} harmless {shares[False]}   contradictions {shares[True]}")


def _share(told: Iterable[bool]) -> float:
    answers = list(told)
    return sum(answers) / max(1, len(answers))


def show_book(label: str, scored: list[Scored], above: Thresholds) -> None:
    """Print how many memories of a book clash with one of their neighbours, which none should."""
    shares = []
    for level in above.levels:
        told: dict[str, bool] = {}
        for each in scored:
            name = each.sample.candidate
            told[name] = told.get(name, False) or each.is_told(level, above)
        shares.append(f"{_share(told.values()):6.1%}")
    print(f"{label:20} of {len(told)} memories {' '.join(shares)}")


def show(scored: list[Scored], above: Thresholds) -> None:
    """Print everything that was left out, by author and by book."""
    pairs = [each for each in scored if each.sample.kind == "pair"]
    print("vetoed, at least asked about, at least mentioned:")
    for author in AUTHORS:
        show_pairs(f"{author} left out:", [e for e in pairs if e.sample.group == author], above)
    show_pairs("each left out:", pairs, above)
    show_pairs("in long memories:", [e for e in scored if e.sample.kind == "long"], above)
    for book in BOOKS:
        show_book(f"{book} left out:", [e for e in scored if e.sample.group == book], above)


def show_unfitted(
    names: list[str], of_subject: list[str], fitted: Fitted, above: Thresholds
) -> None:
    """Print how books fare that nothing was fitted on: a project's, and XQuAD's paragraphs where they are at hand."""
    books = {"logistics": project("logistics")}
    for language in ("en", "zh"):
        if paragraphs := xquad(language):
            memories = (memory for article in paragraphs.articles for memory, _ in article)
            books[f"xquad.{language}"] = tuple(memories)
        else:
            print("XQuAD is not beside the project: its paragraphs are not measured")
    for name, memories in books.items():
        found = neighbours(name, memories)
        _fill(found, names, of_subject)
        show_book(f"{name}:", score(found, fitted), above)


def show_classes(
    found: list[Sample], names: list[str], of_subject: list[str], above: Thresholds
) -> None:
    """Judge each author's pairs with weights that never saw the author, and print every class."""
    labels, answers = [], []
    for author in AUTHORS:
        fitted = fit([each for each in found if each.group != author], names, of_subject)
        with patch.multiple(conflicts, **_shipped(names, of_subject, fitted, above)):
            answers += [judged(RulesJudge(), pair) for pair in read_pairs(author)]
        labels += [pair["relation"] for pair in read_pairs(author)]
    told = figures(labels, answers)
    print(json.dumps({name: told[name] for name in ("precision", "recall", "confusion")}, indent=2))


def _shipped(
    names: list[str], of_subject: list[str], fitted: Fitted, above: Thresholds
) -> dict[str, object]:
    """Return the weights and thresholds as the judge reads them."""
    return {
        "SURE_FROM": round(above.sure, DIGITS),
        "LIKELY_FROM": round(above.likely, DIGITS),
        "POSSIBLE_FROM": round(above.possible, DIGITS),
        "SUBJECT_WEIGHTS": _rounded(of_subject, fitted.subject),
        "WEIGHTS": _rounded(names, fitted.clash),
    }


def _rounded(names: list[str], fitted: np.ndarray) -> dict[str, float]:
    rounded = (
        (name, round(float(value), DIGITS)) for name, value in zip(names, fitted, strict=True)
    )
    return {name: value for name, value in rounded if value}


def write(shipped: dict[str, object]) -> None:
    """Write the weights where the judge reads them."""
    told = {name.lower(): value for name, value in shipped.items()}
    WEIGHTS.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def show_distance(shipped: dict[str, object]) -> None:
    """Print how far the weights that were fitted now lie from those we ship."""
    gaps = [
        abs(now.get(name, 0.0) - kept.get(name, 0.0))
        for now, kept in (
            (shipped["WEIGHTS"], conflicts.WEIGHTS),
            (shipped["SUBJECT_WEIGHTS"], conflicts.SUBJECT_WEIGHTS),
        )
        for name in now.keys() | kept.keys()
    ]
    print(f"largest distance from the weights we ship: {max(gaps):.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--classes", action="store_true", help="precision and recall of each class")
    given = parser.parse_args()
    found = samples()
    names, of_subject = number(found)
    scored = unseen(found, names, of_subject)
    fitted = fit(found, names, of_subject)
    practised = score((each for each in found if each.kind == "practice"), fitted)
    above = thresholds(scored, practised)
    show(scored, above)
    show_pairs("practice, seen:", practised, above)
    show_unfitted(names, of_subject, fitted, above)
    shipped = _shipped(names, of_subject, fitted, above)
    print(f"thresholds {above}; {len(names)} and {len(of_subject)} features")
    if given.classes:
        show_classes(found, names, of_subject, above)
    if given.write:
        write(shipped)
    else:
        show_distance(shipped)


if __name__ == "__main__":
    main()
