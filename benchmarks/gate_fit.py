"""Fit the gate from scratch, and say whether the numbers we ship are the ones it lands on.

    python benchmarks/gate_fit.py

Logistic regression by Newton's method. Each book weighs as `BOOKS` says, positives and negatives
alike within it. The held half of the note set and the adversarial questions are never looked at.
"""

import sys
from collections import Counter
from math import exp

from gate_samples import POSITIVE, Sample, samples

from commonplace.core.weights import GATE

BOOKS = {
    "LoCoMo": 2.0,
    "note set": 2.0,
    "XQuAD en": 0.6,
    "XQuAD zh": 0.6,
    "5 notes": 0.2,
    "20 notes": 0.4,
    "60 notes": 0.4,
}
RIDGE = 1e-6
DIGITS = 2
NOT_FOR_FITTING = "adversarial"


def usable(found: list[Sample]) -> list[Sample]:
    """Return the samples that a fit may see."""
    return [
        each
        for each in found
        if each.signals is not None
        and each.kind != NOT_FOR_FITTING
        and not (each.book == "note set" and each.fold == 1)
    ]


def fit(found: list[Sample]) -> tuple[float, ...]:
    """Return the bias and the weights that make these samples most likely."""
    rows = [(1.0, *each.signals) for each in found if each.signals is not None]
    marks = [float(each.kind == POSITIVE) for each in found if each.signals is not None]
    masses = _masses([each for each in found if each.signals is not None])
    answer = [0.0] * len(rows[0])
    for _ in range(25):
        step = _newton(rows, marks, masses, answer)
        answer = [value + change for value, change in zip(answer, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return tuple(answer)


def _masses(found: list[Sample]) -> list[float]:
    counts = Counter((each.book, each.kind) for each in found)
    kinds = Counter(book for book, kind in counts if kind != POSITIVE)
    whole = [
        BOOKS[each.book]
        / counts[each.book, each.kind]
        / (1 if each.kind == POSITIVE else kinds[each.book])
        for each in found
    ]
    return [mass * len(found) / sum(whole) for mass in whole]


def _newton(rows: list, marks: list, masses: list, answer: list[float]) -> list[float]:
    size = range(len(answer))
    slope = [-RIDGE * value for value in answer]
    bend = [[RIDGE * (i == j) for j in size] for i in size]
    for row, mark, mass in zip(rows, marks, masses, strict=True):
        chance = 1 / (1 + exp(-sum(value * part for value, part in zip(answer, row, strict=True))))
        pull, weight = mass * (mark - chance), mass * chance * (1 - chance)
        for i in size:
            slope[i] += pull * row[i]
            for j in size:
                bend[i][j] += weight * row[i] * row[j]
    return _solved(bend, slope)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        best = max(range(at, size), key=lambda other: abs(rows[other][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [
                    value - factor * part for value, part in zip(rows[other], rows[at], strict=True)
                ]
    return [row[-1] for row in rows]


def rounded(numbers: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, DIGITS) for value in numbers)


def main() -> None:
    found = samples()
    if {each.book for each in found} != set(BOOKS):
        print("Skipped: the gate is fitted on data that is not beside the repository.")
        return
    landed = rounded(fit(usable(found)))
    print(f"fitted  {landed}\nshipped {GATE}")
    if landed != GATE:
        sys.exit("The refit does not land on the shipped numbers.")


if __name__ == "__main__":
    main()
