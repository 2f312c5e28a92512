"""Fit the weights by which automatic capture tells what lasts, and say how they do on unseen turns.

    python benchmarks/capture_fit.py            cross-validate, and compare with the weights we ship
    python benchmarks/capture_fit.py --write    write core/conversation/weights.py

Logistic regression by Newton's method over the signs of each turn (`core/conversation/signs.py`): the 60
labelled conversations, and `practice.jsonl`, replies of our own making in which each word that speaks for
keeping also stands in something to forget. Five folds by conversation. `fresh.jsonl` is never looked at.
"""

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from capture import CONVERSATIONS, HERE, finds_word, spoken

from commonplace.core.conversation import weights
from commonplace.core.conversation.findings import spoken_about
from commonplace.core.conversation.weighing import whole_turn

PRACTICE = HERE / "conversations" / "practice.jsonl"
WEIGHTS = HERE.parent / "src" / "commonplace" / "core" / "conversation" / "weights.py"
FOLDS, SEEDS = 5, (1, 2, 3)
RIDGE = 3.0
PRACTICE_MASS = 0.5
"""A reply made for practice counts half: it is harder, and less like what people type."""
NOT_STATED = ("solved problem", "synthesis")
"""Kinds that other rules hear."""
STEPS = 30
DIGITS = 2
THRESHOLDS = (0.5, 0.6, 0.65, 0.7, 0.75, 0.8)


@dataclass(frozen=True)
class Sample:
    """One turn of a user's: its signs, and whether it says something to keep."""

    origin: str
    keep: bool
    signs: dict[str, float]
    is_practice: bool = False


def samples() -> list[Sample]:
    """Return the turns that a fit may see."""
    return [*_labelled(), *_practised()]


def _labelled() -> Iterator[Sample]:
    for line in CONVERSATIONS.read_text("utf-8").splitlines():
        one = json.loads(line)
        conversation = spoken(one)
        for turn in (each for each in conversation.turns if each.is_users):
            labels = [label for label in one["keep"] if turn.number in label["turns"]]
            before = spoken_about(conversation, turn.number)
            whole = whole_turn(turn.text, before, is_first=turn.number == 0)
            if whole is not None and (not labels or _tells(turn.text, labels)):
                yield Sample(one["id"], bool(labels), whole.signs)


def _tells(text: str, labels: list[dict]) -> bool:
    """Say whether a turn of a label's is one that tells it: others only agree or ask."""
    told = [label for label in labels if label["kind"] not in NOT_STATED]
    return any(finds_word(text, word) for label in told for word in label["must_contain"])


def _practised() -> Iterator[Sample]:
    for number, line in enumerate(PRACTICE.read_text("utf-8").splitlines()):
        one = json.loads(line)
        whole = whole_turn(one["said"], one["before"], is_first=not one["before"])
        if whole is not None:
            yield Sample(f"practice {number}", one["keep"], whole.signs, is_practice=True)


def as_rows(found: list[Sample]) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """Return the names of the signs, a row for each sample, what is to keep, and what each counts."""
    names = sorted(found[0].signs)
    rows = np.array([[1.0, *(each.signs[name] for name in names)] for each in found])
    marks = np.array([float(each.keep) for each in found])
    masses = np.array([PRACTICE_MASS if each.is_practice else 1.0 for each in found])
    return names, rows, marks, masses


def fit(rows: np.ndarray, marks: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """Return the bias and the weights that make these marks most likely."""
    fitted = np.zeros(rows.shape[1])
    ridge = np.full(rows.shape[1], RIDGE)
    ridge[0] = 1e-6
    for _ in range(STEPS):
        chances = likely(rows, fitted)
        slope = rows.T @ (masses * (marks - chances)) - ridge * fitted
        bend = (rows * (masses * chances * (1 - chances))[:, None]).T @ rows + np.diag(ridge)
        fitted = fitted + np.linalg.solve(bend, slope)
    return fitted


def likely(rows: np.ndarray, fitted: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-(rows @ fitted)))


def unseen(
    found: list[Sample], rows: np.ndarray, marks: np.ndarray, masses: np.ndarray
) -> np.ndarray:
    """Return how likely each sample is by weights that were fitted without its conversation."""
    chances = np.zeros(len(found))
    for seed in SEEDS:
        folds = folds_of(sorted({each.origin for each in found}), seed)
        mine = np.array([folds[each.origin] for each in found])
        for fold in range(FOLDS):
            seen, asked = mine != fold, mine == fold
            chances[asked] += likely(rows[asked], fit(rows[seen], marks[seen], masses[seen]))
    return chances / len(SEEDS)


def folds_of(origins: list[str], seed: int) -> dict[str, int]:
    """Return the fold of each conversation."""
    shuffled = random.Random(seed).sample(origins, len(origins))
    return {origin: at % FOLDS for at, origin in enumerate(shuffled)}


def show(found: list[Sample], marks: np.ndarray, chances: np.ndarray) -> None:
    """Print precision and recall of turns that were not seen, by threshold."""
    practised = np.array([each.is_practice for each in found])
    for name, chosen in (("conversations", ~practised), ("practice", practised)):
        print(f"{name}: {int(chosen.sum())} turns, {int(marks[chosen].sum())} to keep")
        for threshold in THRESHOLDS:
            taken = chosen & (chances >= threshold)
            right = marks[taken].sum()
            print(
                f"  from {threshold:.2f}: precision {right / max(1, taken.sum()):.1%}, recall {right / marks[chosen].sum():.1%}"
            )


def write(names: list[str], fitted: np.ndarray) -> None:
    """Write the weights as a module."""
    lines = [
        f'    "{name}": {value:.{DIGITS}f},' for name, value in zip(names, fitted[1:], strict=True)
    ]
    WEIGHTS.write_text(
        '"""How much each sign says that a statement lasts; written by `benchmarks/capture_fit.py`."""\n\n'
        "from __future__ import annotations\n\n"
        f"BIAS = {fitted[0]:.{DIGITS}f}\n"
        f'THRESHOLD = {weights.THRESHOLD}\n"""Below this chance we stay silent: it is the better mistake."""\n'
        f'ASKED_FOR = {weights.ASKED_FOR}\n"""The same where the user says outright that it is meant to last."""\n'
        "SIGNS = {\n" + "\n".join(lines) + "\n}\n",
        "utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the weights that we ship")
    found = samples()
    names, rows, marks, masses = as_rows(found)
    fitted = fit(rows, marks, masses)
    if parser.parse_args().write:
        write(names, fitted)
        return
    show(found, marks, unseen(found, rows, marks, masses))
    shipped = [weights.BIAS, *(weights.SIGNS.get(name, 0.0) for name in names)]
    print(
        "as shipped" if np.allclose(fitted, shipped, atol=0.006) else "the weights we ship differ"
    )


if __name__ == "__main__":
    main()
