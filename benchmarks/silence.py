"""How well confidence keeps its word: hits kept, foreign prompts let in, and the share right in every bin.

    python benchmarks/silence.py

Every pool (an author's notes or a language) is judged by the gate that is shipped and by one that was fitted without it.
Near misses and adversarial questions are shown apart.
"""

from collections.abc import Sequence

from gate_fit import (
    GATES,
    NOISE_SHARE,
    TOLERANCE,
    WORDS,
    bins,
    fit,
    judge,
    left_out,
    samples_by_gate,
    usable,
)
from gate_samples import APART, FOREIGN, Sample
from kept import kept

from commonplace.core import weights

EXPLAINED = """Per cent of best hits that a hook points at or says (from {told} on), and in brackets those it says (from {said}
on), in books of 5 to 1,000 notes: right ones, those of foreign prompts and chatter, and those of near misses and
adversarial questions; by the gate we ship, then by one that has not seen the author or the language."""
Judged = Sequence[tuple[Sample, float]]


def told(name: str, found: list[Sample]) -> dict:
    """Return where a fit lands, and what the gate does to each pool, shipped and left out."""
    shipped = [(each, judge(GATES[name], each)) for each in found]
    unseen = left_out(found, NOISE_SHARE[name])
    return {
        "landed": list(fit(usable(found), NOISE_SHARE[name])),
        "rows": [row(pool, shipped, unseen) for pool in dict.fromkeys(e.pool for e in found)],
        "bins": [off(shipped), off(unseen)],
    }


def row(pool: str, shipped: Judged, unseen: Judged) -> str:
    cells = [pool]
    for judged in (shipped, unseen):
        best = [(each, sure) for each, sure in judged if each.pool == pool and each.place == 0]
        cells += [
            share([sure for each, sure in best if each.is_right]),
            share([sure for each, sure in best if each.kind == FOREIGN]),
            share([sure for each, sure in best if each.kind in APART]),
        ]
    return "| " + " | ".join(cells) + " |"


def share(sure: list[float]) -> str:
    """Return in how many cases something is pointed at or said, and in how many it is said."""
    if not sure:
        return ""
    said_from, told_from = weights.SPEAK["normal"]
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


def verdict(name: str, landed: list[float]) -> str:
    numbers = tuple(landed)
    said = "which is what we ship" if numbers == GATES[name] else f"but we ship {GATES[name]}"
    return f"- {name}: a fit from scratch lands on {numbers}, {said}."


def report() -> str:
    found = samples_by_gate()
    if not found:
        return "## Silence\n\nSkipped: the data is not beside the repository.\n"
    by_gate = {WORDS: told(WORDS, found[WORDS])}
    for name in GATES:
        if name != WORDS and (each := kept(f"gate: {name}", lambda n=name: told(n, found[n]))):
            by_gate[name] = each
    said_from, told_from = weights.SPEAK["normal"]
    lines = [
        "## Silence",
        "",
        *(verdict(name, each["landed"]) for name, each in by_gate.items()),
        "",
        EXPLAINED.format(told=told_from, said=said_from),
        "",
    ]
    for name, each in by_gate.items():
        lines += [
            f"### The gate of {name}",
            "",
            "| | right | foreign | apart | right, left out | foreign, left out | apart, left out |",
            "|---|" + "--:|" * 6,
            *each["rows"],
            "",
            f"Bins of width .1 with 30 best hits or more: {each['bins'][0]}; left out, {each['bins'][1]}.",
            "",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
