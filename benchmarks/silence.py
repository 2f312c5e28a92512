"""How well confidence keeps its word: hits kept, foreign prompts let in, and the share right in every bin.

    python benchmarks/silence.py

Every pool (an author's notes or a language) is judged by the gate that is shipped and by one that was fitted without it.
Near misses and adversarial questions are shown apart.
"""

from collections.abc import Sequence

import datasets
from gate_fit import NOISE_SHARE, POINTED, TOLERANCE, bins, fit, judge, left_out, usable
from gate_samples import ACROSS, APART, FOREIGN, LATER, NOISE, Sample, all_pools, samples

from commonplace.core import weights

SAID = 0.94
EXPLAINED = """The gate of words, by which single notes are judged before the prompt as a whole is. Per cent of best hits that reach {told}, and in brackets {said},
in books of 1 to 1,000 notes: right ones, those of prompts about other books, those of unrelated prompts and chatter, and those of near
misses and adversarial questions; by the gate we ship, then by one that has not seen the author or the language."""
Judged = Sequence[tuple[Sample, float]]


def row(pool: str, shipped: Judged, unseen: Judged) -> str:
    cells = [pool]
    for judged in (shipped, unseen):
        best = [(each, sure) for each, sure in judged if each.pool == pool and each.place == 0]
        cells += [
            share([sure for each, sure in best if each.is_right]),
            share([sure for each, sure in best if each.kind == FOREIGN]),
            share([sure for each, sure in best if each.kind == NOISE]),
            share([sure for each, sure in best if each.kind in APART]),
        ]
    return "| " + " | ".join(cells) + " |"


def share(sure: list[float]) -> str:
    """Return in how many cases something is pointed at or said, and in how many it is said."""
    if not sure:
        return ""
    said_from, told_from = SAID, POINTED
    likely, said = (sum(s >= at for s in sure) / len(sure) for at in (told_from, said_from))
    return f"{100 * likely:.0f} ({100 * said:.0f})"


def off(judged: Judged) -> str:
    table = bins(judged)
    wrong = [each for each in table if abs(each[3] - each[4]) > TOLERANCE]
    worst = max(table, key=lambda each: abs(each[3] - each[4]))
    return (
        f"{len(wrong)} of {len(table)} bins are more than 15 points off, the worst {worst[0]} with {worst[1]} notes:"
        f" {100 * worst[4]:.0f} % right at {100 * worst[3]:.0f} %"
    )


def report() -> str:
    if not datasets.locomo():
        return "## Silence\n\nSkipped: the data is not beside the repository.\n"
    found = samples([pool for pool in all_pools(LATER) if not pool.name.endswith(ACROSS)])
    shipped = [(each, judge(weights.GATE, each)) for each in found]
    unseen = left_out(found, NOISE_SHARE)
    said_from, told_from = SAID, POINTED
    return "\n".join(
        [
            "## Silence",
            "",
            f"A fit from scratch lands on {fit(usable(found), NOISE_SHARE)}; we ship {weights.GATE}.",
            "",
            EXPLAINED.format(told=told_from, said=said_from),
            "",
            "| | right | other books | noise | apart | right, left out | other books | noise | apart |",
            "|---|" + "--:|" * 8,
            *(row(pool, shipped, unseen) for pool in dict.fromkeys(each.pool for each in found)),
            "",
            f"Bins of width .1 with 30 best hits or more: {off(shipped)}; left out, {off(unseen)}.",
            "",
            "What the models add is in [the guide](guides/recall.md#measured).",
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
