"""Measure capture on sets that an outside author wrote, who had not seen the rules: conversations and notes.

    python benchmarks/capture_sealed.py
    python benchmarks/capture_sealed.py --write    keep the figures of the notes in capture.json

`once.jsonl`, `fresh.jsonl` and `last.jsonl` were each measured when the rules stood, before anybody who works on them
had read them, and the first two mended by afterwards: a label there is a sentence, and found when a finding has half of its words or more (on the other sets that finds 141 of the 157 labels
that the words a finding must have find, and 5 of 109 that they do not). The other conversations have been read since.

A label of a conversation is found when a finding has all words that it must have; every other finding
counts as wrong, what is beside a label included. A note's kind counts where one was guessed; its topic
is guessed among those of its person's other notes. `notes-c.jsonl` and `notes-d.jsonl` were opened once, when the
signs of a kind and their weights stood; the other notes are those that both were made with (`kind_fit.py`).
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from capture import FIGURES

from commonplace.core.classification import ClaimKind, kind_of_claim, topic_among
from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.turns import Conversation, Speaker, Turn, in_order
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms
from commonplace.flows.capture import headlines

HALF = 0.5
ONCE = ("once.jsonl", "fresh.jsonl", "last.jsonl")
NOTES = ("notes-c.jsonl", "notes-d.jsonl", "notes-a.jsonl", "notes-b.jsonl", "capture-notes.jsonl")
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


def once(name: str) -> dict:
    rows = read(name)
    wanted: Counter = Counter()
    hit: Counter = Counter()
    findings: Counter = Counter()
    for row in rows:
        texts = [each.text for each in extract_findings(conversation(row))]
        language = row["language"][:2]
        good = set()
        for label in row["worth"]:
            found = [at for at, said in enumerate(texts) if covers(said, label["fact"])]
            for part in (label["kind"], language):
                wanted[part] += 1
                hit[part] += bool(found)
            good.update(found)
        for part in ("all", language):
            findings[part, "made"] += len(texts)
            findings[part, "right"] += len(good)
        findings["empty", "made"] += 0 if row["worth"] else len(texts)
    labels = sum(len(row["worth"]) for row in rows)
    return {
        "conversations": len(rows),
        "precision": f"{findings['all', 'right']} of {findings['all', 'made']}",
        "recall": f"{hit['en'] + hit['zh']} of {labels}",
        "precision by language": {
            part: f"{findings[part, 'right']} of {findings[part, 'made']}" for part in ("en", "zh")
        },
        "recall by kind and language": {part: f"{hit[part]} of {wanted[part]}" for part in wanted},
        "findings in empty conversations": findings["empty", "made"],
    }


def covers(said: str, fact: str) -> bool:
    """Say whether a finding has at least half of the words of a label."""
    own = set(terms(fact)) - CHATTER
    return len(own & set(terms(said))) >= HALF * len(own)


def notes(name: str) -> dict:
    rows = read(name)
    kinds = [(row, kind) for row in rows if (kind := kind_of_claim(row["text"]))]
    named = [(row, "fact" if kind is ClaimKind.SETTING else kind.value) for row, kind in kinds]
    right = sum(row["kind"] == kind for row, kind in named)
    allowed = sum(kind in (row["kind"], *row.get("also", ())) for row, kind in named)
    by_person = defaultdict(list)
    for row in rows:
        by_person[row.get("person") or row["author"]].append(row)
    topics = []
    for mine in by_person.values():
        for at, row in enumerate(mine):
            lines = headlines(row["text"])
            others = [other["topic"] for n, other in enumerate(mine) if n != at]
            guess = topic_among(f"{lines.title}\n{lines.summary}", others, [])
            topics += [guess == row["topic"]] if guess else []
    return {
        "kind": f"{right} of {len(kinds)} guessed, of {len(rows)}",
        "kind, with what a second reader might choose": f"{allowed} of {len(kinds)} guessed",
        "topic": f"{sum(topics)} of {len(topics)} guessed, of {len(rows)}",
    }


if __name__ == "__main__":
    told = {
        "once": {name: once(name) for name in ONCE},
        "conversations": conversations(),
        "notes": {name: notes(name) for name in NOTES},
    }
    print(json.dumps(told, indent=2, ensure_ascii=False))
    if "--write" in sys.argv[1:]:
        kept = {**json.loads(FIGURES.read_text("utf-8")), "notes": told["notes"]}
        FIGURES.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
