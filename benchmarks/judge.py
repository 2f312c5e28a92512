"""Measure the rules judge on the labelled pairs: how often it vetoes wrongly, how much it finds.

Run with `python benchmarks/judge.py`: the 300 pairs that rules and weights were made with. What it does
on unseen ones is told by `judge_fit.py` (cross-validation) and by `--fresh`, which prints the totals of the
pairs kept apart and nothing else. `--wrong` lists the pairs judged wrongly.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from commonplace.core.memory import Candidate, Memory
from commonplace.judges.rules import RulesJudge

PAIRS = Path(__file__).resolve().parent / "pairs"
CLASSES = ("duplicate", "refines", "contradicts", "compatible", "unrelated")
AGREEING_SUBS = ("unit", "repeated")
"""In these the shared value agrees: `duplicate` and `refines` are right answers too (the pairs' page)."""


def read_pairs(half: str) -> list[dict]:
    name = "fresh.jsonl" if half == "fresh" else "pairs.jsonl"
    pairs = map(json.loads, (PAIRS / name).read_text("utf-8").splitlines())
    return [pair for pair in pairs if half in ("all", pair["half"])]


def judged(judge: RulesJudge, pair: dict) -> str:
    new = Candidate(title=pair["new"]["title"], body=pair["new"]["body"])
    old = Memory(id="MEM-old", title=pair["old"]["title"], body=pair["old"]["body"])
    answer = type(judge.compare(new, old)).__name__.lower()
    if pair["sub"] in AGREEING_SUBS and answer in ("duplicate", "refines"):
        return pair["relation"]
    return answer


def share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def figures(pairs: list[dict], answers: list[str]) -> dict:
    counted = Counter(zip((p["relation"] for p in pairs), answers, strict=True))
    harmless = [name for name in CLASSES if name != "contradicts"]
    total = {name: sum(counted[name, answer] for answer in CLASSES) for name in CLASSES}
    said = {name: sum(counted[label, name] for label in CLASSES) for name in CLASSES}
    return {
        "pairs": len(pairs),
        "false_veto_rate": share(
            sum(counted[name, "contradicts"] for name in harmless),
            sum(total[name] for name in harmless),
        ),
        "contradictions_found": share(counted["contradicts", "contradicts"], total["contradicts"]),
        "precision": {name: share(counted[name, name], said[name]) for name in CLASSES},
        "recall": {name: share(counted[name, name], total[name]) for name in CLASSES},
        "confusion": {name: {a: counted[name, a] for a in CLASSES} for name in CLASSES},
    }


def measure(half: str) -> dict:
    judge, pairs = RulesJudge(), read_pairs(half)
    began = time.perf_counter()
    answers = [judged(judge, pair) for pair in pairs]
    took = time.perf_counter() - began
    found = {
        "half": half,
        **figures(pairs, answers),
        "ms_per_pair": round(1000 * took / len(pairs), 2),
    }
    for language in ("en", "zh", "mixed"):
        chosen = [at for at, pair in enumerate(pairs) if pair["language"] == language]
        part = figures([pairs[at] for at in chosen], [answers[at] for at in chosen])
        found[language] = {
            name: part[name] for name in ("pairs", "false_veto_rate", "contradictions_found")
        }
    return found


def show(found: dict) -> None:
    print(f"{found['half']}: {found['pairs']} pairs, {found['ms_per_pair']} ms each")
    print(f"  false vetoes          {found['false_veto_rate']:.1%}  (at most 3 %)")
    print(f"  contradictions found  {found['contradictions_found']:.1%}  (at least 85 %)")
    for language in ("en", "zh", "mixed"):
        part = found[language]
        print(
            f"  {language:5} {part['pairs']:4} pairs: false vetoes {part['false_veto_rate']:.1%},"
            f" found {part['contradictions_found']:.1%}"
        )
    print(
        f"  {'':12}{'precision':>10}{'recall':>8}  judged as "
        + " ".join(f"{c:>11}" for c in CLASSES)
    )
    for name in CLASSES:
        row = " ".join(f"{found['confusion'][name][a]:>11}" for a in CLASSES)
        print(
            f"  {name:12}{found['precision'][name]:>10.1%}{found['recall'][name]:>8.1%}            {row}"
        )


def show_wrong() -> None:
    judge = RulesJudge()
    for pair in read_pairs("all"):
        if (answer := judged(judge, pair)) != pair["relation"]:
            print(f"{pair['id']} {pair['relation']}/{pair['sub']} {pair['language']}: {answer}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="the pairs that nothing was tuned on")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="list the pairs judged wrongly")
    given = parser.parse_args()
    if given.wrong:
        show_wrong()
        return
    found = measure("fresh" if given.fresh else "all")
    print(json.dumps(found, indent=2)) if given.json else show(found)


if __name__ == "__main__":
    main()
