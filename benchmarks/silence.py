"""How well recall keeps silent: can the gate tell prompts that deserve an answer from the others?

    python benchmarks/silence.py

Every prompt is judged by a gate that was fitted without its conversation, article half or small book;
the held half of the note set is seen by no fit at all.
"""

from collections.abc import Iterable

from gate_fit import BOOKS, GATES, WORDS, fit_gates, judge, rounded, samples_by_gate, usable
from gate_samples import POSITIVE, Sample
from kept import kept
from meaning import LENSES, MISSING
from measures import auroc

from commonplace.core import weights

THRESHOLDS = (0.4, 0.5, 0.6, weights.GATE_THRESHOLD, 0.8, 0.9)
GOALS = {("LoCoMo", "foreign"): 0.95, ("LoCoMo", "names"): 0.887, ("LoCoMo", "chatter"): 0.972}
FOLDS = 5

Judged = list[tuple[Sample, float]]


def judged(name: str, found: list[Sample]) -> Judged:
    """Return each sample with the confidence of a gate that has not seen its part of the data."""
    sure: dict[int, float] = {}
    for fold in range(FOLDS):
        gates = fit_gates(name, [each for each in usable(found) if not _belongs(each, fold)])
        for number, each in enumerate(found):
            if number not in sure and (each.book == "note set" or _belongs(each, fold)):
                sure[number] = judge(gates, each)
    return [(each, sure[number]) for number, each in enumerate(found)]


def _belongs(each: Sample, fold: int) -> bool:
    if each.book == "LoCoMo":
        return each.fold == fold
    return each.book != "note set" and each.fold == fold % 2


def groups(found: Judged) -> Iterable[tuple[str, Judged]]:
    for book in BOOKS:
        own = [pair for pair in found if pair[0].book == book]
        if book == "note set":
            yield "note set, dev", [pair for pair in own if pair[0].fold == 0]
            yield "note set, held", [pair for pair in own if pair[0].fold == 1]
        elif own:
            yield book, own


def kinds(own: Judged) -> list[str]:
    return sorted({each.kind for each, _ in own} - {POSITIVE})


def told(name: str, found: list[Sample]) -> dict:
    """Return what is said of a gate: where a fit lands, how well it tells apart, and its curve."""
    pairs = judged(name, found)
    apart = {}
    for book, own in groups(pairs):
        answerable = [sure for each, sure in own if each.kind == POSITIVE]
        for kind in kinds(own):
            wrong = [sure for each, sure in own if each.kind == kind]
            apart[f"{book} | {kind} ({len(wrong)})"] = round(auroc(answerable, wrong), 3)
    landed = rounded(fit_gates(name, usable(found)))
    return {"landed": [list(gate) for gate in landed], "apart": apart, "curve": curve(pairs)}


def separation(by_gate: dict[str, dict]) -> list[str]:
    """Return how well each gate tells prompts apart, a column for each."""
    rows = dict.fromkeys(row for each in by_gate.values() for row in each["apart"])
    return [
        f"| book | prompts that deserve silence | {' | '.join(by_gate)} | to reach |",
        "|---|---|" + "--:|" * (len(by_gate) + 1),
        *(f"| {row} | {_cells(row, by_gate)} | {_goal(row)} |" for row in rows),
    ]


def _cells(row: str, by_gate: dict[str, dict]) -> str:
    found = (each["apart"].get(row) for each in by_gate.values())
    return " | ".join("" if value is None else f"{value:.3f}" for value in found)


def _goal(row: str) -> str:
    book, _, kind = row.partition(" | ")
    return str(GOALS.get((book, kind.partition(" ")[0]), ""))


def curve(found: Judged) -> list[str]:
    head = [f"{level:.2f}" for level in THRESHOLDS]
    lines = ["| book | | " + " | ".join(head) + " |", "|---|---|" + "--:|" * len(head)]
    for name, own in groups(found):
        hits = [sure for each, sure in own if each.is_hit and each.kind == POSITIVE]
        lines.append(_row(name, f"hits kept ({len(hits)})", hits))
        for kind in kinds(own):
            wrong = [sure for each, sure in own if each.kind == kind]
            lines.append(_row(name, f"injected: {kind}", wrong))
    return lines


def _row(name: str, what: str, sure: list[float]) -> str:
    shares = (100 * sum(value >= level for value in sure) / len(sure) for level in THRESHOLDS)
    return f"| {name} | {what} | " + " | ".join(f"{share:.0f} %" for share in shares) + " |"


def verdict(name: str, landed: list[list[float]]) -> str:
    numbers = tuple(map(tuple, landed))
    said = "which is what we ship" if numbers == GATES[name] else f"but we ship {GATES[name]}"
    return f"- {name}: a fit from scratch lands on {numbers}, {said}."


def by_gates() -> dict[str, dict]:
    """Return what is said of each gate; without the data nothing."""
    found = samples_by_gate()
    if not found:
        return {}
    heard = {
        name: kept(f"gate: {name}", lambda n=name: told(n, found[n]))
        for name in GATES
        if name != WORDS
    }
    return {WORDS: told(WORDS, found[WORDS])} | {name: each for name, each in heard.items() if each}


def report() -> str:
    found = by_gates()
    if not found:
        return "## Silence\n\nSkipped: the data is not beside the repository.\n"
    lines = [
        "## Silence",
        "",
        *(verdict(name, each["landed"]) for name, each in found.items()),
        "",
        f"Recall speaks from a confidence of {weights.GATE_THRESHOLD} on. AUROC of each gate:",
        "",
        *separation(found),
        "",
        *([] if LENSES else [MISSING]),
        "What each threshold would do. A hit is an answer among the first three.",
        "",
    ]
    for name, each in found.items():
        lines += [f"### The gate of {name}", "", *each["curve"], ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
