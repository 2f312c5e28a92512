"""Fit the gates from scratch, and say whether the numbers we ship are the ones they land on.

    python benchmarks/gate_fit.py

Logistic regression by Newton's method. Each pool weighs alike at each size, and in it answerable and foreign prompts
alike. The words' gate sees every pool, those of the models the pools in their languages, where they are installed.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from gate_samples import ACROSS, APART, Cosines, Pool, Sample, all_pools, samples
from meaning import ENGLISH_NAME, LENSES, MODEL_NAME

from commonplace.core import weights
from commonplace.engines.embedders.packing import cosines
from commonplace.engines.local.embedding import Lens

RIDGE = 0.1
DIGITS = 2
WORDS = "words"
GATES = {WORDS: weights.GATE, ENGLISH_NAME: weights.GATE_MINILM, MODEL_NAME: weights.GATE_UNIVERSAL}
POOLS: dict[str, Callable[[Pool], bool]] = {
    ENGLISH_NAME: lambda pool: pool.name in ("backend", "life", "note set", "XQuAD en"),
    MODEL_NAME: lambda pool: pool.name in ("app-zh", "note set", "XQuAD zh", ACROSS),
}
LARGEST_BY_MEANING = 60
"""Larger books are left out where every passage must be embedded."""


def usable(found: Sequence[Sample]) -> list[Sample]:
    """Return the samples that a fit may see."""
    return [each for each in found if each.kind not in APART]


def fit(found: Sequence[Sample]) -> tuple[float, ...]:
    """Return the bias and the weights that make these samples most likely."""
    rows = np.array([(1.0, *each.signals) for each in found])
    right = np.array([float(each.is_right) for each in found])
    masses = _masses(found)
    answer = np.zeros(rows.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ answer, -30, 30)))
        slope = rows.T @ (masses * (right - chance)) - RIDGE * answer
        bend = (rows * (masses * chance * (1 - chance))[:, None]).T @ rows
        step = np.linalg.solve(bend + RIDGE * np.eye(len(answer)), slope)
        answer += step
        if np.abs(step).max() < 1e-8:
            break
    return tuple(round(float(value), DIGITS) + 0.0 for value in answer)


def _masses(found: Sequence[Sample]) -> "np.ndarray":
    groups = defaultdict(list)
    for at, each in enumerate(found):
        groups[each.pool, each.size, each.is_answerable].append(at)
    masses = np.zeros(len(found))
    for places in groups.values():
        masses[places] = 1 / len(places)
    return masses * len(found) / masses.sum()


def judge(gate: tuple[float, ...], each: Sample) -> float:
    odds = gate[0] + sum(slope * seen for slope, seen in zip(gate[1:], each.signals, strict=True))
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def left_out(found: Sequence[Sample]) -> list[tuple[Sample, float]]:
    """Return each sample with the confidence of a gate that has not seen its author or language."""
    judged = []
    for name in dict.fromkeys(each.pool for each in found):
        gate = fit([each for each in usable(found) if each.pool != name])
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


def samples_by_gate() -> dict[str, list[Sample]]:
    """Return what each gate sees; without the data none, without the models only words."""
    pools = all_pools()
    if not any(pool.name == "LoCoMo" for pool in pools):
        return {}
    found = {WORDS: samples([pool for pool in pools if pool.name != ACROSS])}
    for model, is_seen in POOLS.items():
        if lens := LENSES.get(model):
            compared = cosines_of(lens)
            found[model] = samples(
                [each for each in pools if is_seen(each)], compared, LARGEST_BY_MEANING
            )
    return found


def main() -> None:
    found = samples_by_gate()
    if not found:
        print("Skipped: the gate is fitted on data that is not beside the repository.")
        return
    landed = {name: fit(usable(own)) for name, own in found.items()}
    for name, numbers in landed.items():
        print(f"{name}: fitted {numbers}, shipped {GATES[name]}")
        fitted = [(each, judge(numbers, each)) for each in found[name]]
        for said, judged in (("fitted", fitted), ("left out", left_out(found[name]))):
            table = bins(judged)
            off = [row for row in table if abs(row[3] - row[4]) > 0.15]
            print(f"  {said}: {len(table)} bins, {len(off)} more than 15 points off", flush=True)
    if any(numbers != GATES[name] for name, numbers in landed.items()):
        sys.exit("The refit does not land on the shipped numbers.")


if __name__ == "__main__":
    main()
