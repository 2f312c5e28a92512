"""Fit the weights by which the kind of a text is guessed, and say how they do on people they have not seen.

    python benchmarks/kind_fit.py            leave each person out in turn
    python benchmarks/kind_fit.py --write    write data/kind_weights.json

Multinomial logistic regression by Newton's method over the signs of each note (`core/classification.py`), on the notes
of the eight people in `FITTED`. The signs were written with these notes in view, so the figures of the left out
people are too good, and the threshold leaves a margin; the sealed sets tell what to expect (`capture_sealed.py`).
"""

import argparse
import json
from pathlib import Path

import numpy as np

from commonplace.core.classification import signs_of_kind

HERE = Path(__file__).resolve().parent
FITTED = ("capture-notes.jsonl", "notes-a.jsonl", "notes-b.jsonl")
WEIGHTS = HERE.parent / "src" / "commonplace" / "data" / "kind_weights.json"
KINDS = ("rule", "preference", "decision", "pitfall", "howto", "fact")
RIDGE = 2.0
BIAS_RIDGE = 0.1
THRESHOLD = 0.5
"""Likelier than all other kinds together."""
STEPS = 25
SMALL = 1e-3
DIGITS = 2


def notes() -> list[dict]:
    texts = [(HERE / "capture_sets" / name).read_text("utf-8") for name in FITTED]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def chances(fitted: np.ndarray, rows: np.ndarray) -> np.ndarray:
    scores = rows @ fitted.T
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fit(rows: np.ndarray, marks: np.ndarray) -> np.ndarray:
    """Return the weights, a row for each kind, that make the labels most likely."""
    wide = rows.shape[1]
    fitted = np.zeros((len(KINDS), wide))
    ridge = np.full(wide, RIDGE)
    ridge[0] = BIAS_RIDGE
    for _ in range(STEPS):
        likely = chances(fitted, rows)
        slope = (likely - marks).T @ rows + ridge * fitted
        bend = np.diag(np.tile(ridge, len(KINDS)))
        for one in range(len(KINDS)):
            for other in range(len(KINDS)):
                mass = likely[:, one] * ((one == other) - likely[:, other])
                block = (rows * mass[:, None]).T @ rows
                bend[one * wide : (one + 1) * wide, other * wide : (other + 1) * wide] += block
        step = np.linalg.solve(bend, slope.ravel()).reshape(fitted.shape)
        fitted = fitted - step
        if np.abs(step).max() < SMALL:
            break
    return fitted


def left_out(found: list[dict], rows: np.ndarray, marks: np.ndarray) -> dict[str, str]:
    """Return for each person how many kinds are right of those guessed without that person's notes."""
    people = np.array([each.get("person", each.get("author")) for each in found])
    told, right, guessed = {}, 0, 0
    for person in dict.fromkeys(people.tolist()):
        mine = people == person
        likely = chances(fit(rows[~mine], marks[~mine]), rows[mine])
        clear = likely.max(axis=1) >= THRESHOLD
        same = likely.argmax(axis=1) == marks[mine].argmax(axis=1)
        right, guessed = right + int((clear & same).sum()), guessed + int(clear.sum())
        told[person] = (
            f"{int((clear & same).sum())} of {int(clear.sum())} guessed, of {int(mine.sum())}"
        )
    return {**told, "all": f"{right} of {guessed} guessed, of {len(found)}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the weights that we ship")
    given = parser.parse_args()
    found = notes()
    signs = [signs_of_kind(each["text"]) for each in found]
    names = sorted(signs[0])
    rows = np.array([[1.0, *(each[name] for name in names)] for each in signs])
    marks = np.array([[float(each["kind"] == kind) for kind in KINDS] for each in found])
    if given.write:
        kinds = {
            kind: {
                name: round(float(value), DIGITS)
                for name, value in zip(["", *names], row, strict=True)
            }
            for kind, row in zip(KINDS, fit(rows, marks), strict=True)
        }
        told = {"threshold": THRESHOLD, "kinds": kinds}
        WEIGHTS.write_text(json.dumps(told, ensure_ascii=False, indent=2) + "\n", "utf-8")
    print(json.dumps(left_out(found, rows, marks), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
