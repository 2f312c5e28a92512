"""Measure the rules judge on labelled pairs: how often it vetoes wrongly, how much it finds.

    python benchmarks/judge.py              the pairs of every author the weights have seen
    python benchmarks/judge.py FILE ...     the pairs of these files, as totals and nothing else

A contradiction is *vetoed* where the judge is sure (the text is refused), *asked about* where it is likely (it waits
until a person has answered), *mentioned* where it is possible (it is written, and the question is told); all three
count as found. What to expect of an author nobody has seen is told by `judge_fit.py`, which leaves each author out in turn.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from commonplace.core.governance import Contradicts
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory

PAIRS = Path(__file__).resolve().parent / "pairs"
AUTHORS = (
    "pairs", "fresh", "more", "sealed", "services", "screens", "data", "team",
    "devices", "running", "habits", "reviews", "plain", "second", "third", "fourth",
)  # fmt: skip
"""Whose pairs the weights are fitted on."""
SEEN = tuple(PAIRS / f"{name}.jsonl" for name in AUTHORS)
CLASSES = ("duplicate", "refines", "contradicts", "compatible", "unrelated")
HARMLESS = tuple(name for name in CLASSES if name != "contradicts")
FOUND = ("vetoed", "asked", "mentioned")
ANSWERS = (*FOUND, *HARMLESS)
AGREEING_SUBS = ("unit", "repeated")
"""In these the shared value agrees: `duplicate` and `refines` are right answers too (the pairs' page)."""


def read_pairs(files: list[Path]) -> list[dict]:
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def judged(judge: RulesJudge, pair: dict) -> str:
    new = Candidate(title=pair["new"]["title"], body=pair["new"]["body"])
    old = Memory(id="MEM-old", title=pair["old"]["title"], body=pair["old"]["body"])
    relation = judge.compare(new, old)
    if isinstance(relation, Contradicts):
        return "vetoed" if relation.is_sure else "asked"
    if relation.evidence.mention:
        return "mentioned"
    answer = type(relation).__name__.lower()
    if pair["sub"] in AGREEING_SUBS and answer in ("duplicate", "refines"):
        return pair["relation"]
    return answer


def share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def figures(labels: list[str], answers: list[str]) -> dict:
    counted = Counter(zip(labels, answers, strict=True))
    total = {name: sum(counted[name, answer] for answer in ANSWERS) for name in CLASSES}
    harmless = sum(total[name] for name in HARMLESS)

    def said(label: str, *wanted: str) -> int:
        return sum(counted[label, answer] for answer in wanted)

    def right(name: str) -> tuple[str, ...]:
        return FOUND if name == "contradicts" else (name,)

    return {
        "pairs": len(labels),
        "false_veto_rate": share(sum(said(name, "vetoed") for name in HARMLESS), harmless),
        "needless_question_rate": share(sum(said(name, "asked") for name in HARMLESS), harmless),
        "needless_mention_rate": share(sum(said(name, "mentioned") for name in HARMLESS), harmless),
        "contradictions_vetoed": share(said("contradicts", "vetoed"), total["contradicts"]),
        "contradictions_asked": share(said("contradicts", "asked"), total["contradicts"]),
        "contradictions_found": share(said("contradicts", *FOUND), total["contradicts"]),
        "precision": {
            name: share(said(name, *right(name)), sum(said(label, *right(name)) for label in CLASSES))
            for name in CLASSES
        },
        "recall": {name: share(said(name, *right(name)), total[name]) for name in CLASSES},
        "confusion": {name: {a: counted[name, a] for a in ANSWERS} for name in CLASSES},
    }  # fmt: skip


def measure(files: list[Path]) -> dict:
    judge, pairs = RulesJudge(), read_pairs(files)
    began = time.process_time()
    answers = [judged(judge, pair) for pair in pairs]
    took = time.process_time() - began
    labels = [pair["relation"] for pair in pairs]
    found = {**figures(labels, answers), "ms_per_pair": round(1000 * took / max(1, len(pairs)), 2)}
    for language in ("en", "zh", "mixed"):
        chosen = [at for at, pair in enumerate(pairs) if pair["language"] == language]
        found[language] = figures([labels[at] for at in chosen], [answers[at] for at in chosen])
    return found


def show(found: dict) -> None:
    print(f"{found['pairs']} pairs, {found['ms_per_pair']} ms of processor time each")
    for label, part in (("all", found), *((name, found[name]) for name in ("en", "zh", "mixed"))):
        print(
            f"  {label:5} {part['pairs']:4} pairs: false vetoes {part['false_veto_rate']:.1%},"
            f" needless questions {part['needless_question_rate']:.1%}, mentions {part['needless_mention_rate']:.1%};"
            f" contradictions vetoed {part['contradictions_vetoed']:.1%}, asked about {part['contradictions_asked']:.1%},"
            f" told in all {part['contradictions_found']:.1%}"
        )
    print(f"  {'':12}{'precision':>10}{'recall':>8}  " + " ".join(f"{a:>10}" for a in ANSWERS))
    for name in CLASSES:
        row = " ".join(f"{found['confusion'][name][a]:>10}" for a in ANSWERS)
        print(f"  {name:12}{found['precision'][name]:>10.1%}{found['recall'][name]:>8.1%}  {row}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measure(given.files or list(SEEN))
    print(json.dumps(found, indent=2)) if given.json else show(found)


if __name__ == "__main__":
    main()
