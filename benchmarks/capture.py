"""Measure automatic capture on labelled conversations: what it finds, and what it makes up.

    python benchmarks/capture.py                 the conversations that the rules were made with, author by author
    python benchmarks/capture.py FILE...         the conversations in a file: totals alone, no text of theirs
    python benchmarks/capture.py --wrong FILE    what is wrong in them

A label is *found* when a finding contains all its words. A finding is *right* when it finds a label,
*beside* when it says a part of what a label's turns say (a reason told apart is no error), else *false*.
Strictly, what is beside counts as wrong.
"""

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.findings import Finding
from commonplace.core.conversation.turns import Conversation
from commonplace.hosts.transcripts.reader import conversation_in

HERE = Path(__file__).resolve().parent
AUTHORS = {
    **{
        name: HERE / "conversations" / f"{name}.jsonl"
        for name in ("conversations", "fresh", "more", "sealed")
    },
    "outside": HERE / "capture_sets" / "conversations.jsonl",
}
FIGURES = HERE / "capture.json"
KINDS = (
    *("preference", "correction", "decision", "fact"),
    *("solved problem", "approval", "synthesis"),
)


OUTSIDE_KINDS = {"request": "fact", "solution": "solved problem"}


def read(path: Path) -> list[dict]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [_in_one_form(row) for row in rows]


def _in_one_form(row: dict) -> dict:
    """Return a conversation of the outside author with labels in the form of the others."""
    if "language" not in row and "turns" in row:
        is_chinese = any("\u4e00" <= char <= "\u9fff" for char in row["turns"][0]["text"])
        row["language"] = "zh" if is_chinese else "en"
        for label in row["keep"]:
            must = label["must"]
            label["must_contain"] = [must] if isinstance(must, str) else must
            label["turns"] = [label["turn"]]
            label["kind"] = OUTSIDE_KINDS.get(label["type"], label["type"])
    return row


def spoken(one: dict) -> Conversation:
    lines = "\n".join(json.dumps(turn, ensure_ascii=False) for turn in one["turns"])
    return conversation_in(lines.encode(), name=one["id"])


def mined(one: dict) -> tuple[Finding, ...]:
    return extract_findings(spoken(one))


def finds(finding: Finding, label: dict) -> bool:
    return all(finds_word(finding.text, word) for word in label["must_contain"])


def finds_word(text: str, word: str) -> bool:
    return word.casefold() in text.casefold()


def verdict(finding: Finding, labels: list[dict]) -> str:
    if any(finds(finding, label) for label in labels):
        return "right"
    beside = any(finding.heard_at in label["turns"] for label in labels)
    return "beside" if beside else "false"


def share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0


def figures(conversations: list[dict], found: list[tuple[Finding, ...]]) -> dict:
    said: Counter = Counter()
    labelled: Counter = Counter()
    hit: Counter = Counter()
    same_kind = made_up = 0
    for one, findings in zip(conversations, found, strict=True):
        for finding in findings:
            said[finding.kind.value, verdict(finding, one["keep"])] += 1
            made_up += not one["keep"]
        for label in one["keep"]:
            finders = [each for each in findings if finds(each, label)]
            labelled[label["kind"]] += 1
            hit[label["kind"]] += bool(finders)
            same_kind += any(each.kind.value == label["kind"] for each in finders)
    total = {way: sum(said[kind, way] for kind in KINDS) for way in ("right", "beside", "false")}
    return {
        "conversations": len(conversations),
        "labels": sum(labelled.values()),
        "findings": sum(total.values()),
        **total,
        "precision": share(total["right"], total["right"] + total["false"]),
        "precision_strict": share(total["right"], sum(total.values())),
        "recall": share(sum(hit.values()), sum(labelled.values())),
        "kind_agrees": share(same_kind, sum(hit.values())),
        "empty_conversations": sum(not one["keep"] for one in conversations),
        "false_in_empty": made_up,
        "by_kind": {
            kind: {
                "labels": labelled[kind],
                "recall": share(hit[kind], labelled[kind]),
                "findings": sum(said[kind, way] for way in ("right", "beside", "false")),
                "precision": share(said[kind, "right"], said[kind, "right"] + said[kind, "false"]),
            }
            for kind in KINDS
        },
    }


def measure(path: Path) -> dict:
    conversations = read(path)
    began = time.perf_counter()
    found = [mined(one) for one in conversations]
    took = time.perf_counter() - began
    told = {"set": path.stem, **figures(conversations, found)}
    told["ms_per_conversation"] = round(1000 * took / len(conversations), 2)
    names = (
        *("conversations", "labels", "findings", "precision", "precision_strict"),
        *("recall", "empty_conversations", "false_in_empty"),
    )
    for language in ("en", "zh"):
        chosen = [at for at, one in enumerate(conversations) if one["language"] == language]
        part = figures([conversations[at] for at in chosen], [found[at] for at in chosen])
        told[language] = {name: part[name] for name in names}
    return told


def show(told: dict) -> None:
    print(f"{told['set']}: {told['conversations']} conversations, {told['labels']} labels")
    print(
        f"  findings   {told['findings']}: {told['right']} right, {told['beside']} beside, {told['false']} false"
    )
    print(
        f"  precision  {told['precision']:.1%} (strictly {told['precision_strict']:.1%})   recall {told['recall']:.1%}   same kind {told['kind_agrees']:.1%}"
    )
    print(f"  false in {told['empty_conversations']} empty conversations: {told['false_in_empty']}")
    for language in ("en", "zh"):
        part = told[language]
        print(
            f"  {language}: precision {part['precision']:.1%} (strictly {part['precision_strict']:.1%}), recall {part['recall']:.1%}, {part['labels']} labels"
        )
    for kind, row in told["by_kind"].items():
        print(
            f"  {kind:15} recall {row['recall']:>6.1%} of {row['labels']:2}   precision {row['precision']:>6.1%} of {row['findings']:2}"
        )


def show_wrong(path: Path) -> None:
    for one in read(path):
        findings = mined(one)
        for finding in findings:
            if (way := verdict(finding, one["keep"])) != "right":
                print(
                    f"{one['id']} {way} {finding.kind} [{finding.heard_at}] {finding.text[:160]!r}"
                )
        for label in one["keep"]:
            if not any(finds(each, label) for each in findings):
                print(
                    f"{one['id']} missed {label['kind']} {label['turns']} {label['must_contain']}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="conversations, one JSON object a line")
    parser.add_argument("--wrong", action="store_true", help="list what is wrong in them")
    given = parser.parse_args()
    for path in given.files or AUTHORS.values():
        if given.wrong:
            show_wrong(path)
        else:
            show(measure(path))


if __name__ == "__main__":
    main()
