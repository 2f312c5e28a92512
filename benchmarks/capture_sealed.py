"""Measure capture on sets that an outside author wrote, who had not seen the rules: conversations and notes.

    python benchmarks/capture_sealed.py

A label of a conversation is found when a finding has all words that it must have; every other finding
counts as wrong, what is beside a label included. A note's kind counts where one was guessed; its topic
is guessed among those of its author's other notes.
"""

import json
from collections import Counter, defaultdict
from pathlib import Path

from commonplace.core.claim_kinds import ClaimKind, kind_of_claim
from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order
from commonplace.core.topics import topic_among
from commonplace.flows.capture import headlines

SETS = Path(__file__).resolve().parent / "capture_sets"


def read(name: str) -> list[dict]:
    return [json.loads(line) for line in (SETS / name).read_text("utf-8").splitlines()]


def conversation(row: dict) -> Conversation:
    turns = in_order(
        Turn(speaker=Speaker.USER if turn["role"] == "user" else Speaker.AGENT, text=turn["text"])
        for turn in row["turns"]
    )
    return Conversation(session=row["id"], host="", turns=turns)


def conversations() -> dict:
    wanted: Counter = Counter()
    hit: Counter = Counter()
    right = made = empty = 0
    for row in read("conversations.jsonl"):
        texts = [" ".join(f.text.lower().split()) for f in extract_findings(conversation(row))]
        good = set()
        for label in row["keep"]:
            must = [label["must"]] if isinstance(label["must"], str) else label["must"]
            found = [n for n, said in enumerate(texts) if all(m.lower() in said for m in must)]
            wanted[label["type"]] += 1
            hit[label["type"]] += bool(found)
            good.update(found)
        right, made = right + len(good), made + len(texts)
        empty += len(texts) if not row["keep"] else 0
    return {
        "precision": round(right / made, 3),
        "recall": round(hit.total() / wanted.total(), 3),
        "by type": {name: f"{hit[name]} of {wanted[name]}" for name in wanted},
        "findings in empty conversations": empty,
    }


def notes() -> dict:
    rows = read("capture-notes.jsonl")
    kinds = [(row["kind"], kind) for row in rows if (kind := kind_of_claim(row["text"]))]
    same = {ClaimKind.SETTING: "fact"}
    right = sum(label == same.get(kind, kind.value) for label, kind in kinds)
    by_author = defaultdict(list)
    for row in rows:
        by_author[row["author"]].append(row)
    topics = []
    for mine in by_author.values():
        for at, row in enumerate(mine):
            lines = headlines(row["text"])
            others = [other["topic"] for n, other in enumerate(mine) if n != at]
            guess = topic_among(f"{lines.title}\n{lines.summary}", others, [])
            topics += [guess == row["topic"]] if guess else []
    return {
        "kind": f"{right} of {len(kinds)} guessed, of {len(rows)}",
        "topic": f"{sum(topics)} of {len(topics)} guessed, of {len(rows)}",
    }


if __name__ == "__main__":
    print(json.dumps({"conversations": conversations(), "notes": notes()}, indent=2))
