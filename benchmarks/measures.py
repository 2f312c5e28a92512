"""How good a ranking is, and how well a score tells two groups apart."""

from collections.abc import Collection, Iterable, Sequence
from math import log2

MEASURES = ("R@1", "R@5", "R@10", "MRR", "nDCG@10")


def measured(ranking: Sequence[str], relevant: Collection[str]) -> tuple[float, ...]:
    """Return the measures of one answer, in per cent."""
    recall = [len(set(ranking[:k]) & set(relevant)) / len(relevant) for k in (1, 5, 10)]
    first = next((at for at, name in enumerate(ranking, start=1) if name in relevant), None)
    gain = sum(1 / log2(at + 2) for at, name in enumerate(ranking[:10]) if name in relevant)
    ideal = sum(1 / log2(at + 2) for at in range(min(10, len(relevant))))
    return tuple(100 * value for value in (*recall, 1 / first if first else 0.0, gain / ideal))


def mean(rows: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
    columns = list(zip(*rows, strict=True))
    return tuple(sum(column) / len(column) for column in columns)


def auroc(positives: Iterable[float], negatives: Iterable[float]) -> float:
    """Return how often a positive scores higher than a negative; ties count half."""
    marked = sorted([(score, 1) for score in positives] + [(score, 0) for score in negatives])
    ranks, at = 0.0, 0
    while at < len(marked):
        end = at
        while end < len(marked) and marked[end][0] == marked[at][0]:
            end += 1
        ranks += (at + end + 1) / 2 * sum(mark for _, mark in marked[at:end])
        at = end
    ones = sum(mark for _, mark in marked)
    zeros = len(marked) - ones
    return (ranks - ones * (ones + 1) / 2) / (ones * zeros)
