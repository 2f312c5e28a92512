"""Fit the gates from scratch, and say whether the numbers we ship are the ones they land on.

    python benchmarks/gate_fit.py

There is one gate for words alone, and one for each embedder whose cosines speak too; the latter are
fitted where the embedders are installed. Logistic regression by Newton's method. Each book weighs as `BOOKS` says, positives and negatives
alike within it. The held half of the note set and the adversarial questions are never looked at.
"""

import sys
from collections import Counter
from dataclasses import replace
from math import exp

from gate_samples import POSITIVE, Sample, samples
from meaning import ENGLISH_NAME, LENSES, MODEL_NAME

from commonplace.core import weights
from commonplace.core.gate import CHATTERING, KNOWN, probability, sensed_probability

BOOKS = {
    "LoCoMo": 2.0,
    "note set": 2.0,
    "XQuAD en": 1.5,
    "XQuAD zh": 1.5,
    "XQuAD en->zh": 0.6,
    "XQuAD zh->en": 0.6,
    "XQuAD de": 0.0,
    "XQuAD ru": 0.0,
    "XQuAD hi": 0.0,
    "XQuAD vi": 0.0,
    "5 notes": 0.2,
    "20 notes": 0.4,
    "60 notes": 0.4,
}
"""What weighs nothing is measured by a gate that has never seen its language."""
ACROSS = ("XQuAD en->zh", "XQuAD zh->en")
"""Books that words alone cannot be asked about."""
WORDS = "words"
GATES = {
    WORDS: (weights.GATE,),
    ENGLISH_NAME: weights.GATE_STATIC,
    MODEL_NAME: weights.GATE_UNIVERSAL,
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


def fit_gates(gate: str, found: list[Sample]) -> tuple[tuple[float, ...], ...]:
    """Return the weights of words' one gate, or of an embedder's two: words met, words apart."""
    if gate == WORDS:
        return (fit(found),)
    met = [s for s in found if s.signals and s.signals[KNOWN] >= weights.WORDS_MET]
    apart = [s for s in found if s.signals and s.signals[KNOWN] < weights.WORDS_MET]
    return (
        fit([each for each in met if each.book not in ACROSS]),
        fit([replace(each, signals=each.signals[CHATTERING:]) for each in apart if each.signals]),
    )


def judge(gates: tuple[tuple[float, ...], ...], each: Sample) -> float:
    """Return how sure these gates are of a sample."""
    if each.signals is None:
        return 0.0
    if len(gates) == 1:
        return probability(each.signals, gates[0])
    return sensed_probability(each.signals, (gates[0], gates[1]))


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


def rounded(gates: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(round(value, DIGITS) + 0.0 for value in gate) for gate in gates)  # no -0.0


def books_of(gate: str) -> set[str]:
    """Return the books that a gate is fitted on."""
    return set(BOOKS) - (set(ACROSS) if gate == WORDS else set())


def samples_by_gate() -> dict[str, list[Sample]]:
    """Return what each gate sees; without the data none, without the embedders only words."""
    found = {WORDS: samples()}
    if {each.book for each in found[WORDS]} != books_of(WORDS):
        return {}
    return found | {name: samples(lens) for name, lens in LENSES.items()}


def main() -> None:
    found = samples_by_gate()
    if not found:
        print("Skipped: the gate is fitted on data that is not beside the repository.")
        return
    landed = {name: rounded(fit_gates(name, usable(own))) for name, own in found.items()}
    for name, numbers in landed.items():
        print(f"{name}: fitted {numbers}, shipped {GATES[name]}")
    if any(numbers != GATES[name] for name, numbers in landed.items()):
        sys.exit("The refit does not land on the shipped numbers.")


if __name__ == "__main__":
    main()
