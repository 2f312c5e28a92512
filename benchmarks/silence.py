"""How well recall keeps silent: can the gate tell prompts that deserve an answer from the others?

    python benchmarks/silence.py

Every prompt is judged by a gate that was fitted without its conversation, article half or small book;
the held half of the note set is seen by no fit at all.
"""

from collections.abc import Iterable

from gate_fit import BOOKS, fit, rounded, usable
from gate_samples import POSITIVE, Sample, samples
from measures import auroc

from commonplace.core import weights
from commonplace.core.gate import probability

THRESHOLDS = (0.4, 0.5, 0.6, weights.GATE_THRESHOLD, 0.8, 0.9)
GOALS = {("LoCoMo", "foreign"): 0.95, ("LoCoMo", "names"): 0.887, ("LoCoMo", "chatter"): 0.972}
FOLDS = 5

Judged = list[tuple[Sample, float]]


def judged(found: list[Sample]) -> Judged:
    """Return each sample with the confidence of a gate that has not seen its part of the data."""
    sure: dict[int, float] = {}
    shipped = weights.GATE
    for fold in range(FOLDS):
        seen = [each for each in usable(found) if not _belongs(each, fold)]
        weights.GATE = fit(seen)
        for number, each in enumerate(found):
            if number not in sure and (each.book == "note set" or _belongs(each, fold)):
                sure[number] = probability(each.signals) if each.signals else 0.0
    weights.GATE = shipped
    return [(each, sure[number]) for number, each in enumerate(found)]


def _belongs(each: Sample, fold: int) -> bool:
    if each.book == "LoCoMo":
        return each.fold == fold
    return each.book != "note set" and each.fold == fold % 2


def groups(found: Judged) -> Iterable[tuple[str, Judged]]:
    for book in BOOKS:
        own = [pair for pair in found if pair[0].book == book]
        if book != "note set":
            yield book, own
        else:
            yield "note set, dev", [pair for pair in own if pair[0].fold == 0]
            yield "note set, held", [pair for pair in own if pair[0].fold == 1]


def separation(found: Judged) -> list[str]:
    lines = ["| book | prompts that deserve silence | AUROC | to reach |", "|---|---|--:|--:|"]
    for name, own in groups(found):
        answerable = [sure for each, sure in own if each.kind == POSITIVE]
        for kind in sorted({each.kind for each, _ in own} - {POSITIVE}):
            area = auroc(answerable, (sure for each, sure in own if each.kind == kind))
            goal = GOALS.get((name, kind), "")
            count = sum(each.kind == kind for each, _ in own)
            lines.append(f"| {name} | {kind} ({count}) | {area:.3f} | {goal} |")
    return lines


def curve(found: Judged) -> list[str]:
    head = [f"{level:.2f}" for level in THRESHOLDS]
    lines = ["| book | | " + " | ".join(head) + " |", "|---|---|" + "--:|" * len(head)]
    for name, own in groups(found):
        hits = [sure for each, sure in own if each.is_hit and each.kind == POSITIVE]
        lines.append(_row(name, "hits kept", hits))
        for kind in sorted({each.kind for each, _ in own} - {POSITIVE}):
            wrong = [sure for each, sure in own if each.kind == kind]
            lines.append(_row(name, f"injected: {kind}", wrong))
    return lines


def _row(name: str, what: str, sure: list[float]) -> str:
    shares = (100 * sum(value >= level for value in sure) / len(sure) for level in THRESHOLDS)
    return f"| {name} | {what} | " + " | ".join(f"{share:.0f} %" for share in shares) + " |"


def report() -> str:
    found = samples()
    if {each.book for each in found} != set(BOOKS):
        return "## Silence\n\nSkipped: the data is not beside the repository.\n"
    landed = rounded(fit(usable(found)))
    verdict = "which is what we ship" if landed == weights.GATE else f"but we ship {weights.GATE}"
    pairs = judged(found)
    return "\n".join(
        [
            "## Silence",
            "",
            f"A fit from scratch lands on {landed}, {verdict}.",
            f"Recall speaks from a confidence of {weights.GATE_THRESHOLD} on.",
            "",
            *separation(pairs),
            "",
            "What each threshold would do. A hit is an answer among the first three.",
            "",
            *curve(pairs),
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
