"""Fit the gates from scratch, and say whether the numbers we ship are the ones they land on.

    python benchmarks/gate_fit.py [--words | --aims] [--write]

Logistic regression by Newton's method. The gate of words says of each memory whether it answers: each pool weighs alike at each
size, and in it answerable and foreign prompts alike; its bias is then set so that a known share of unrelated prompts and chatter
gets a pointer. A model's gate, its *aim*, says of a prompt whether one of three memories answers it: it sees the recall sets, and its
bias and the weight of the book's size are set so that as much noise passes in books of every size. `--words` and `--aims` fit one kind alone,
`--write` keeps the result in gate_fit.json, and a test holds `core/weights.py` to it.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import datasets
import numpy as np
from gate_samples import (
    ACROSS,
    AIMED,
    ANSWERABLE,
    APART,
    FOREIGN,
    NOISE,
    Cosines,
    Sample,
    aims,
    all_pools,
    samples,
    set_pools,
)
from handover import is_chinese
from meaning import ENGLISH_NAME, LENSES, MODEL_NAME

from commonplace.core import weights
from commonplace.core.gate import MOST_POINTERS
from commonplace.engines.embedders.packing import cosines
from commonplace.engines.local.vectors import Lens

RESULTS = Path(__file__).with_name("gate_fit.json")
TOLERANCE = 0.15
"""By so much the share right may differ from the confidence."""
RIDGE = 0.1
DIGITS = 2
WORDS = "words"
NOISE_SHARE = 0.03
"""How many unrelated prompts and how much chatter may get a pointer by words."""
NOISE_AIMED = 0.04
"""The same where a model is asked."""
AIM_MASSES = {ANSWERABLE: 1.0, NOISE: 1.0, FOREIGN: 0.3}
"""What the prompts of each kind weigh together: turns of other people's sessions often touch a book by chance of trade."""
SIZE = 2
"""The place of the book's size among the signals of an aim."""
GATES = {
    WORDS: weights.GATE,
    ENGLISH_NAME: weights.AIM_MINILM,
    MODEL_NAME: weights.AIM_UNIVERSAL,
}


def usable(found: Sequence[Sample]) -> list[Sample]:
    """Return the samples that a fit may see."""
    return [each for each in found if each.kind not in APART]


def fit(found: Sequence[Sample], noise: float) -> tuple[float, ...]:
    """Return the weights that make these samples most likely, and the bias that lets so much noise in."""
    rows = np.array([(1.0, *each.signals) for each in found])
    answer = _likeliest(rows, found, _masses(found))
    answer[0] -= _excess(found, rows @ answer, noise)
    return _rounded(answer)


def _likeliest(rows: "np.ndarray", found: Sequence[Sample], masses: "np.ndarray") -> "np.ndarray":
    right = np.array([float(each.is_right) for each in found])
    answer = np.zeros(rows.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ answer, -30, 30)))
        slope = rows.T @ (masses * (right - chance)) - RIDGE * answer
        bend = (rows * (masses * chance * (1 - chance))[:, None]).T @ rows
        step = np.linalg.solve(bend + RIDGE * np.eye(len(answer)), slope)
        answer += step
        if np.abs(step).max() < 1e-8:
            break
    return answer


def _rounded(answer: "np.ndarray") -> tuple[float, ...]:
    return tuple(round(float(value), DIGITS) + 0.0 for value in answer)


def _excess(found: Sequence[Sample], odds: "np.ndarray", noise: float) -> float:
    """Return what the odds must lose so that but this share of unrelated prompts and chatter is pointed at."""
    prompts = defaultdict(list)
    for each, own in zip(found, odds, strict=True):
        if each.kind == NOISE:
            prompts[each.prompt].append(own)
    bound = weights.SPEAK["normal"][1]
    low, high = -20.0, 20.0
    while prompts and high - low > 1e-4:
        middle = (low + high) / 2
        told = sum(_any_of(np.array(own) - middle) >= bound for own in prompts.values())
        low, high = (middle, high) if told > noise * len(prompts) else (low, middle)
    return high if prompts else 0.0


def _any_of(odds: "np.ndarray") -> float:
    best = np.sort(odds)[-MOST_POINTERS:]
    return float(1 - np.prod(1 - 1 / (1 + np.exp(-np.clip(best, -30, 30)))))


def _masses(found: Sequence[Sample]) -> "np.ndarray":
    groups = defaultdict(list)
    for at, each in enumerate(found):
        groups[each.pool, each.size, each.is_answerable].append(at)
    masses = np.zeros(len(found))
    for places in groups.values():
        masses[places] = 1 / len(places)
    return masses * len(found) / masses.sum()


def fit_aim(found: Sequence[Sample]) -> tuple[float, ...]:
    """Return the same for a gate of prompts: each author weighs alike at each size, and so does each kind."""
    groups = Counter((author(each), each.size, each.kind) for each in found)
    masses = np.array(
        [AIM_MASSES[each.kind] / groups[author(each), each.size, each.kind] for each in found]
    )
    rows = np.array([(1.0, *each.signals) for each in found])
    rows[:, 1 + SIZE] = 0.0
    answer = _likeliest(rows, found, masses * len(found) / masses.sum())
    grows, least = _noise_by_size(found, rows @ answer)
    bound = weights.SPEAK["normal"][1]
    answer[0] += np.log(bound / (1 - bound)) - least
    answer[1 + SIZE] = -grows
    return _rounded(answer)


def _noise_by_size(found: Sequence[Sample], odds: "np.ndarray") -> tuple[float, float]:
    """Return how the odds that the allowed share of the noise reaches grow with the size, and where they begin."""
    reached = defaultdict(list)
    whole = max(AIMED)
    for each, own in zip(found, odds, strict=True):
        if each.kind == NOISE:
            reached[min(each.size, whole + 1)].append((each.signals[SIZE], own))
    sizes = [np.mean([size for size, _ in own]) for own in reached.values()]
    bounds = [np.quantile([o for _, o in own], 1 - NOISE_AIMED) for own in reached.values()]
    grows, least = np.polyfit(sizes, bounds, 1)
    return float(grows), float(least)


def author(each: Sample) -> str:
    return each.pool.removesuffix(f", {ACROSS}")


def judge(gate: tuple[float, ...], each: Sample) -> float:
    odds = gate[0] + sum(slope * seen for slope, seen in zip(gate[1:], each.signals, strict=True))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def left_out(found: Sequence[Sample], noise: float) -> list[tuple[Sample, float]]:
    """Return each sample with the confidence of a gate that has not seen its author or language."""
    judged = []
    for name in dict.fromkeys(each.pool for each in found):
        gate = fit([each for each in usable(found) if each.pool != name], noise)
        judged += [(each, judge(gate, each)) for each in found if each.pool == name]
    return judged


def bins(judged: Sequence[tuple[Sample, float]]) -> list[tuple[str, int, float, float, float, int]]:
    """Return pool, size, bin, mean confidence, share right and count, of bins with 30 best hits or more."""
    cells = defaultdict(list)
    for each, sure in judged:
        if each.place == 0 and each.kind not in APART:
            cells[each.pool, each.size, min(int(sure * 10), 9)].append((sure, each.is_right))
    return [
        (
            pool,
            size,
            at / 10,
            float(np.mean([s for s, _ in own])),
            float(np.mean([r for _, r in own])),
            len(own),
        )
        for (pool, size, at), own in sorted(cells.items())
        if len(own) >= 30
    ]


def cosines_of(lens: Lens) -> Cosines:
    """Return how a model compares a prompt with passages."""
    embedder = lens.open()

    def compared(text: str, passages: Sequence[tuple[int, str]]) -> dict[int, float]:
        rows = embedder.embed_passages([each for _, each in passages])
        found = cosines(embedder.embed_query(text), rows)
        return dict(zip((key for key, _ in passages), map(float, found), strict=True))

    return compared


def aims_by_gate() -> dict[str, list[Sample]]:
    """Return what says of each prompt that a book is meant, for each model that is installed, in its languages."""
    pools = set_pools()
    in_many = [each for each in pools if is_chinese(each.notes[0].body)]
    in_english = [each for each in pools if each not in in_many]
    seen = {ENGLISH_NAME: in_english, MODEL_NAME: in_many}
    return {name: list(aims(seen[name], cosines_of(lens))) for name, lens in LENSES.items()}


def told_aim(found: Sequence[Sample]) -> dict:
    """Return where the fit of an aim lands, and what the books get whose author was left out."""
    landed, unseen, judged = fit_aim(found), {}, []
    for name in dict.fromkeys(map(author, found)):
        gate = fit_aim([each for each in found if author(each) != name])
        own = [each for each in found if author(each) == name]
        unseen[name] = {kind: _pointed(gate, own, kind) for kind in AIM_MASSES}
        judged += [(each, judge(gate, each)) for each in own]
    return {
        "gate": list(landed),
        "off": _off(_together([(each, judge(landed, each)) for each in found])),
        "off, left out": _off(_together(judged)),
        "pointed at rightly, left out": unseen,
    }


def _together(judged: Sequence[tuple[Sample, float]]) -> list[tuple[Sample, float]]:
    """Return samples as if of one author: by author, only the lowest and the highest bins have cases enough to be judged."""
    return [(replace(each, pool="all"), sure) for each, sure in judged]


def _pointed(gate: tuple[float, ...], found: Sequence[Sample], kind: str) -> str:
    """Return how many prompts of a kind are pointed at something: something right, where they have an answer."""
    own = [each for each in found if each.kind == kind]
    told = [each for each in own if judge(gate, each) >= weights.SPEAK["normal"][1]]
    told = [each for each in told if each.is_right or kind != ANSWERABLE]
    return f"{100 * len(told) / max(len(own), 1):.0f} %"


def told_words(found: Sequence[Sample]) -> dict:
    """Return where the fit lands, and how many bins of confidence are off, fitted and left out."""
    landed = fit(usable(found), NOISE_SHARE)
    shipped = [(each, judge(landed, each)) for each in found]
    unseen = left_out(found, NOISE_SHARE)
    return {"gate": list(landed), "off": _off(shipped), "off, left out": _off(unseen)}


def _off(judged: Sequence[tuple[Sample, float]]) -> str:
    table = bins(judged)
    wrong = [row for row in table if abs(row[3] - row[4]) > TOLERANCE]
    return f"{len(wrong)} of {len(table)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--words", action="store_true", help="leave the models out")
    parser.add_argument("--aims", action="store_true", help="leave the words out")
    parser.add_argument("--write", action="store_true", help="keep what the fit lands on")
    arguments = parser.parse_args()
    kept = json.loads(RESULTS.read_text("utf-8"))
    found = {}
    if not arguments.aims and datasets.locomo():
        pools = [pool for pool in all_pools() if not pool.name.endswith(ACROSS)]
        found[WORDS] = told_words(samples(pools))
    if not arguments.words:
        found |= {name: told_aim(own) for name, own in aims_by_gate().items()}
    for name, each in found.items():
        print(f"{name}: {each}", flush=True)
    if arguments.write:
        RESULTS.write_text(json.dumps(kept | found, indent=1) + "\n", encoding="utf-8")
    if any(tuple(each["gate"]) != GATES[name] for name, each in found.items()):
        sys.exit("The fit does not land on the numbers we ship.")


if __name__ == "__main__":
    main()
