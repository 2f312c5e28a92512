"""Fit the weights of the rules judge, and say how they do on pairs by authors they have not seen.

    python benchmarks/judge_fit.py            leave one author out, and compare with the weights we ship
    python benchmarks/judge_fit.py --classes  and print precision and recall of each class
    python benchmarks/judge_fit.py --write    write judges/weights.py

Folds over pairs of one author flatter a judge: what it has learned is partly how that author writes. So
each author's pairs are judged by weights fitted on the others' alone, and all thresholds are chosen there. A
weight may only point the way its feature points by its meaning: what sets two texts apart never speaks for a
contradiction, however one author's pairs fall.

The judge weighs twice: whether two texts speak of one subject (fitted on pairs that do, against unrelated ones and
neighbours in books), and whether they contradict each other.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
from datasets import xquad
from judge import AUTHORS, figures, judged
from judge_samples import Sample, neighbours, read_pairs, samples

from commonplace.judges import conflicts, weights
from commonplace.judges.rules import RulesJudge

WEIGHTS = Path(__file__).resolve().parents[1] / "src" / "commonplace" / "judges" / "weights.py"
RIDGE, STEPS = 1.0, 3_000
COUNTS = {"pair": 1.0, "practice": 2.0, "long": 0.2, "neighbour": 0.15}
"""How much a sample counts: neighbours are many, and short pairs are few."""
FALSE_VETOES, NEEDLESS_QUESTIONS = 0.025, 0.125
"""The share of harmless pairs, of authors left out, that may be vetoed, and that may be asked about at all."""
SAME_SUBJECT = 0.97
"""The share of the contradictions of authors left out that must be found to speak of one subject."""
DIGITS = 3
NOT_SHOWN = -30.0
AGAINST = frozenset("""
    known_old values_agree left_on_none scopes_named titles_begin_apart titles_name titles_name_only titles_numbered
    starts_apart starts_named starts_with_names circumstances_apart circumstances_first labels_apart numbered_apart dated both_dated
    periods adds one_of_many exception event still happens_again explains default_before example value_apart value_of_a_table denied_alike
    opposites_agree turned_twice
""".split())  # fmt: skip  # noqa: SIM905 - a list of words reads better than a list of quotes
EITHER = frozenset({"bias", "bilingual", "left_least"})
OF_ONE_SUBJECT = frozenset({"contradicts", "duplicate", "refines"})


@dataclass
class Fitted:
    """The weights of both questions."""

    clash: np.ndarray
    subject: np.ndarray


@dataclass
class Scored:
    """A sample and its two scores."""

    sample: Sample
    clash: float
    subject: float


@dataclass
class Thresholds:
    """The scores from which two texts speak of one subject, are asked about, and are vetoed."""

    subject: float
    likely: float
    sure: float

    def is_above(self, scored: Scored, level: float) -> bool:
        return scored.subject > self.subject and scored.clash > level


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
    return [
        Scored(
            each,
            float(each.row @ fitted.clash) if each.is_shown else NOT_SHOWN,
            float(each.subject_row @ fitted.subject),
        )
        for each in found
    ]


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
    subjects = sorted(each.subject for each in pairs if each.sample.is_contradiction)
    subject = subjects[int((1 - SAME_SUBJECT) * len(subjects))]
    return Thresholds(
        subject,
        likely=_level(pairs, subject, NEEDLESS_QUESTIONS),
        sure=max(_level(each, subject, FALSE_VETOES) for each in (pairs, practised)),
    )


def _level(scored: list[Scored], subject: float, share: float) -> float:
    """Return the score above which at most this share of the harmless pairs lies."""
    harmless = [each for each in scored if not each.sample.is_contradiction]
    ranked = sorted((each.clash for each in harmless if each.subject > subject), reverse=True)
    return ranked[int(share * len(harmless))]


def show_pairs(label: str, scored: list[Scored], above: Thresholds) -> None:
    """Print how many harmless pairs and how many contradictions are told."""
    shares = {}
    for level in (above.sure, above.likely):
        told: dict[bool, list[bool]] = defaultdict(list)
        for each in scored:
            told[each.sample.is_contradiction].append(above.is_above(each, level))
        shares[level] = tuple(sum(told[side]) / max(1, len(told[side])) for side in (False, True))
    (wrong, vetoed), (needless, found) = shares[above.sure], shares[above.likely]
    print(
        f"{label:20} vetoed {wrong:.1%} of the harmless, {vetoed:.1%} of the contradictions;"
        f" vetoed or asked about {needless:.1%} and {found:.1%}"
    )


def show_book(label: str, scored: list[Scored], above: Thresholds) -> None:
    """Print how many memories of a book clash with one of their neighbours, which none should."""
    shares = []
    for level in (above.sure, above.likely):
        told: dict[str, bool] = {}
        for each in scored:
            name = each.sample.candidate
            told[name] = told.get(name, False) or above.is_above(each, level)
        shares.append(sum(told.values()) / len(told))
    print(
        f"{label:20} of {len(told)} memories {shares[0]:.1%} vetoed, {shares[1]:.1%} vetoed or asked about"
    )


def show(scored: list[Scored], above: Thresholds) -> None:
    """Print everything that was left out, by author and by book."""
    pairs = [each for each in scored if each.sample.kind == "pair"]
    for author in AUTHORS:
        show_pairs(f"{author} left out:", [e for e in pairs if e.sample.group == author], above)
    show_pairs("each left out:", pairs, above)
    show_pairs("in long memories:", [e for e in scored if e.sample.kind == "long"], above)
    for book in ("notes", "pages"):
        show_book(f"{book} left out:", [e for e in scored if e.sample.group == book], above)


def show_articles(
    names: list[str], of_subject: list[str], fitted: Fitted, above: Thresholds
) -> None:
    """Print how the paragraphs of XQuAD fare, which nothing was fitted on, where they are at hand."""
    for language in ("en", "zh"):
        paragraphs = xquad(language)
        if paragraphs is None:
            print("XQuAD is not beside the project: its paragraphs are not measured")
            return
        memories = tuple(memory for article in paragraphs.articles for memory, _ in article)
        found = neighbours(f"xquad.{language}", memories)
        _fill(found, names, of_subject)
        show_book(f"xquad.{language}:", score(found, fitted), above)


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
        "SUBJECT_FROM": _probability(above.subject),
        "SURE_FROM": _probability(above.sure),
        "LIKELY_FROM": _probability(above.likely),
        "SUBJECT_WEIGHTS": _rounded(of_subject, fitted.subject),
        "WEIGHTS": _rounded(names, fitted.clash),
    }


def _rounded(names: list[str], fitted: np.ndarray) -> dict[str, float]:
    rounded = (
        (name, round(float(value), DIGITS)) for name, value in zip(names, fitted, strict=True)
    )
    return {name: value for name, value in rounded if value}


def _probability(score: float) -> float:
    return round(float(1 / (1 + np.exp(-score))), DIGITS)


def write(shipped: dict[str, object]) -> None:
    """Write the weights where the judge reads them."""
    tables = {
        name: "{\n"
        + "\n".join(f'    "{key}": {value},' for key, value in shipped[name].items())
        + "\n}"
        for name in ("SUBJECT_WEIGHTS", "WEIGHTS")
    }
    WEIGHTS.write_text(
        '"""What each feature of two texts weighs, as `benchmarks/judge_fit.py` has fitted it."""\n\n'
        "from __future__ import annotations\n\n"
        f"SUBJECT_FROM = {shipped['SUBJECT_FROM']}\n"
        '"""The probability from which two texts are taken to speak of one subject."""\n'
        f"SURE_FROM = {shipped['SURE_FROM']}\n"
        '"""The probability from which a text is refused: chosen on authors whom the weights had not seen."""\n'
        f"LIKELY_FROM = {shipped['LIKELY_FROM']}\n"
        '"""The probability from which a question is put."""\n'
        f"SUBJECT_WEIGHTS = {tables['SUBJECT_WEIGHTS']}\n"
        '"""What speaks for one subject."""\n'
        f"WEIGHTS = {tables['WEIGHTS']}\n"
        '"""What speaks for a contradiction between texts about one subject."""\n',
        encoding="utf-8",
    )


def show_distance(shipped: dict[str, object]) -> None:
    """Print how far the weights that were fitted now lie from those we ship."""
    gaps = [
        abs(now.get(name, 0.0) - kept.get(name, 0.0))
        for now, kept in (
            (shipped["WEIGHTS"], weights.WEIGHTS),
            (shipped["SUBJECT_WEIGHTS"], weights.SUBJECT_WEIGHTS),
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
    show_articles(names, of_subject, fitted, above)
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
