"""Fit the weights by which automatic capture tells what lasts, and say how they do on an author they have not seen.

    python benchmarks/capture_fit.py            leave one author out, and compare with the weights we ship
    python benchmarks/capture_fit.py --write    write data/conversation_weights.json and capture.json

Logistic regression by Newton's method over the signs of each turn (`core/conversation/signs.py`): the labelled
conversations of three authors, and `practice.jsonl`, replies of our own making in which each word that speaks for
keeping also stands in something to forget. Only the weights are left out: the shapes that the signs are made of were
written with all three in view, so the figures of the sealed conversations are the ones to expect.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from capture import AUTHORS, FIGURES, HERE, finds_word, measure, read, show, spoken

from commonplace.core.conversation import signs
from commonplace.core.conversation.signs import is_in_question, position_between, position_of
from commonplace.core.conversation.statements import whole_turn

PRACTICE = HERE / "conversations" / "practice.jsonl"
WEIGHTS = HERE.parent / "src" / "commonplace" / "data" / "conversation_weights.json"
RIDGE = 10.0
PRACTICE_MASS = 0.4
"""A reply made for practice counts less: it is harder, and less like what people type."""
NOT_STATED = ("solved problem",)
"""Kinds that other rules hear."""
STEPS = 30
DIGITS = 2


@dataclass(frozen=True)
class Sample:
    """One turn of a user's: its signs, and whether it says something to keep."""

    author: str
    keep: bool
    signs: dict[str, float]

    @property
    def mass(self) -> float:
        return PRACTICE_MASS if self.author == "practice" else 1.0


def samples() -> list[Sample]:
    """Return the turns that a fit may see."""
    labelled = [each for name, path in AUTHORS.items() for each in _labelled(name, path)]
    return [*labelled, *_practised()]


def _labelled(author: str, path: Path) -> Iterator[Sample]:
    for one in read(path):
        conversation = spoken(one)
        for turn in (each for each in conversation.turns if each.is_users):
            labels = [label for label in one["keep"] if turn.number in label["turns"]]
            whole = whole_turn(turn.text, position_of(conversation, turn))
            if whole is None or not is_in_question(whole.signs):
                continue
            if not labels or _tells(turn.text, labels):
                yield Sample(author, bool(labels), whole.signs)


def _tells(text: str, labels: list[dict]) -> bool:
    """Say whether a turn of a label's is one that tells it: others only agree or ask."""
    told = [label for label in labels if label["kind"] not in NOT_STATED]
    return any(finds_word(text, word) for label in told for word in label["must_contain"])


def _practised() -> Iterator[Sample]:
    for one in read(PRACTICE):
        place = position_between(
            one["before"],
            one["after"],
            is_first=not one["before"],
            is_of_others=one.get("elsewhere", False),
            is_amid_trouble=one.get("trouble", False),
        )
        whole = whole_turn(one["said"], place)
        if whole is not None and is_in_question(whole.signs):
            yield Sample("practice", one["keep"], whole.signs)


def fit(found: list[Sample]) -> dict[str, float]:
    """Return the bias (under the empty name) and the weights that make the marks of samples most likely."""
    names = sorted(found[0].signs)
    rows = np.array([[1.0, *(each.signs[name] for name in names)] for each in found])
    marks = np.array([float(each.keep) for each in found])
    masses = np.array([each.mass for each in found])
    fitted = np.zeros(rows.shape[1])
    ridge = np.full(rows.shape[1], RIDGE)
    ridge[0] = 1e-6
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-(rows @ fitted)))
        slope = rows.T @ (masses * (marks - chances)) - ridge * fitted
        bend = (rows * (masses * chances * (1 - chances))[:, None]).T @ rows + np.diag(ridge)
        fitted = fitted + np.linalg.solve(bend, slope)
    return {
        name: round(float(value), DIGITS) for name, value in zip(["", *names], fitted, strict=True)
    }


def use(fitted: dict[str, float]) -> None:
    """Let capture weigh by these weights from here on."""
    signs.BIAS = fitted[""]
    signs.WEIGHTS.clear()
    signs.WEIGHTS.update({name: value for name, value in fitted.items() if name})


def left_out(found: list[Sample]) -> dict[str, dict]:
    """Return the figures of each author by weights that were fitted without that author."""
    told = {}
    for author, path in AUTHORS.items():
        use(fit([each for each in found if each.author != author]))
        told[author] = measure(path)
    return told


def write(fitted: dict[str, float]) -> None:
    """Write the weights where capture reads them."""
    named = {name: value for name, value in fitted.items() if name}
    told = {"bias": fitted[""], "threshold": signs.THRESHOLD, "signs": named}
    WEIGHTS.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the weights that we ship")
    given = parser.parse_args()
    shipped = {"": signs.BIAS, **signs.WEIGHTS}
    found = samples()
    told = {"left out": left_out(found)}
    for figures in told["left out"].values():
        show(figures)
    fitted = fit(found)
    print("as shipped" if fitted == shipped else "the weights we ship differ")
    if given.write:
        write(fitted)
        use(fitted)
        told["in view"] = {author: measure(path) for author, path in AUTHORS.items()}
        told = {**json.loads(FIGURES.read_text("utf-8")), **told}
        FIGURES.write_text(json.dumps(told, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
