"""Build false statements out of notes' own words, and count those that would be dropped as known.

    python benchmarks/false_statements.py            the notes of benchmarks/books
    python benchmarks/false_statements.py --dropped  and print what was dropped

Each statement is a sentence of a note with one thing changed by rule: a quantifier, who does what to whom, a number, a
condition, a negation. Nearly all of its words stand in the note, and the note does not say it: whoever drops it as known
loses what somebody wanted to say. Whether it is told as a contradiction is counted beside that.

Below them stand pairs that were written by hand (`known.jsonl`), six sets of texts that say something else and one of repeats.
The first was written before the rule, each later one to break what had been made of it.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from commonplace.core.claims.clauses import sentences
from commonplace.core.governance import Contradicts, Duplicate
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Candidate, Memory

BOOKS = Path(__file__).resolve().parent / "books"
SETS = ("first", "second", "third", "fourth", "fifth", "sixth", "repeats")
BY_HAND = BOOKS.with_name("known.jsonl")
QUANTIFIERS = {
    r"\b(?:all|every|each)\b": "some", r"\bonly\b": "", r"\bat least\b": "at most", r"\bat most\b": "at least",
    r"\bmost\b": "all", r"\balways\b": "sometimes", r"\bnever\b": "sometimes", r"\bno\b": "every",
    r"\bnobody\b": "everybody", r"\bany\b": "one", r"\bboth\b": "one of", r"\ban?\b": "every",
    "所有": "有的", "只(?!读)": "", "至少": "至多", "最多": "至少", "每(?!周|天|月|年|个月)": "有的", "都": "有时",
}  # fmt: skip
CONDITIONS = (
    r",? (?:if|when|unless|until|except|before|after|without|while|because|on|in|for|from|outside) [^,.;]+$",
    r"^(?:if|when|on|in|for|before|after) [^,.;]+, ",
    r"，[^，。；]+(?:除外|以外|之前|之后|时)$",
)
TURNS = {r"\bif\b": "unless", r"\bunless\b": "if", r"\bbefore\b": "after", r"\bafter\b": "before",
         r"\bwith\b": "without", "之前": "之后", "之后": "之前"}  # fmt: skip
NEGATIONS = {
    r"\b(?:do not|don't) ": "", r"\b(is|are|was|were|must|may|can|should|will) not ": r"\1 ",
    r"\b(is|are|was|were|must|may|can|should|will) (?!not)": r"\1 not ", r"\bNever (\w)": r"Always \1",
    r"^(Use|Run|Keep|Put|Ask|Send|Set|Write|Add|Roll|Wait|Start|Open|Check) ": r"Don't \1 ",
    "不(?=[要能用许得再会])": "", "要": "不要", "必须": "不必", "可以": "不可以",
}  # fmt: skip
PIVOTS = r" (?:before|after|to|from|for|by|than|instead of|over|with|of|into|owns|calls|writes|reads|sends) |(?:之前|之后|比|交给|归)"
NUMBER = re.compile(r"(?<![\w.:-])\d+(?![\w.:-])")


@dataclass
class Statement:
    """What somebody says of a note, and by which rule it was made false."""

    rule: str
    text: str
    note: Memory
    title: str = ""


def statements() -> Iterator[Statement]:
    """Yield the false statements of every book, each once."""
    said = set()
    for path in sorted(BOOKS.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            note = Memory(id=row["id"], title=row["title"], body=row["body"])
            for sentence in sentences(note.body):
                for rule, text in _made_false(sentence.strip(" -*")):
                    if text not in note.body and (note.id, text) not in said:
                        said.add((note.id, text))
                        yield Statement(rule, text, note)


def by_hand() -> Iterator[Statement]:
    """Yield what was written by hand, under the name of its set."""
    for line in BY_HAND.read_text("utf-8").splitlines():
        row = json.loads(line)
        old, new = row.get("titles", ("", ""))
        note = Memory(id="MEM-old", title=old, body=row["old"])
        yield Statement(row["set"], row["new"], note, title=new)


def _made_false(sentence: str) -> Iterator[tuple[str, str]]:
    yield from (("quantifier", text) for text in _replaced(sentence, QUANTIFIERS))
    yield from (("role", text) for text in _swapped(sentence))
    yield from (("number", text) for text in _renumbered(sentence))
    yield from (("condition", text) for text in _without_conditions(sentence))
    yield from (("condition", text) for text in _replaced(sentence, TURNS))
    yield from (("negation", text) for text in _replaced(sentence, NEGATIONS))


def _replaced(sentence: str, rules: dict[str, str]) -> Iterator[str]:
    """Yield the sentence once for each rule that changes it, at the first place."""
    for pattern, instead in rules.items():
        changed = re.sub(pattern, instead, sentence, count=1, flags=re.IGNORECASE)
        if changed != sentence:
            yield " ".join(changed.split())


def _swapped(sentence: str) -> Iterator[str]:
    """Yield the sentence with the words on both sides of its first pivot exchanged."""
    parts = re.split(f"({PIVOTS})", sentence, maxsplit=1)
    if len(parts) == 3 and all(1 <= len(part.split()) <= 6 for part in parts[::2]):
        yield parts[2] + parts[1] + parts[0]
    names = list(dict.fromkeys(re.findall(r"(?<=[a-z] )[A-Z][a-z]+", sentence)))
    if len(names) > 1:
        one, other = names[:2]
        yield re.sub(rf"{one}|{other}", lambda m: other if m.group() == one else one, sentence)


def _renumbered(sentence: str) -> Iterator[str]:
    """Yield the sentence with its first number changed, and with two of its numbers exchanged."""
    found = list(NUMBER.finditer(sentence))
    if found:
        first = found[0]
        yield sentence[: first.start()] + str(int(first.group()) + 2) + sentence[first.end() :]
    if len(found) > 1 and found[0].group() != found[1].group():
        a, b = found[:2]
        yield (
            sentence[: a.start()]
            + b.group()
            + sentence[a.end() : b.start()]
            + a.group()
            + sentence[b.end() :]
        )


def _without_conditions(sentence: str) -> Iterator[str]:
    """Yield the sentence without the circumstance in which it holds."""
    for pattern in CONDITIONS:
        general = re.sub(pattern, "", sentence, flags=re.IGNORECASE)
        if general != sentence and len(general.split()) > 2:
            yield general


def verdict(statement: Statement) -> str:
    """Return what becomes of a statement: `dropped`, `told` or `kept`."""
    relation = RulesJudge().compare(
        Candidate(title=statement.title, body=statement.text), statement.note
    )
    if isinstance(relation, Duplicate):
        return "dropped"
    is_told = isinstance(relation, Contradicts) or relation.evidence.mention
    return "told" if is_told else "kept"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dropped", action="store_true", help="print what was dropped")
    given = parser.parse_args()
    counted: Counter[tuple[str, str]] = Counter()
    for each in (*statements(), *by_hand()):
        answer = verdict(each)
        counted[each.rule, answer] += 1
        counted["all", answer] += each.rule not in SETS
        if given.dropped and answer == "dropped":
            print(f"{each.rule}: {each.text}\n    {each.note.body}")
    for rule in ("quantifier", "role", "number", "condition", "negation", "all", *SETS):
        total = sum(count for (name, _), count in counted.items() if name == rule)
        shares = ", ".join(
            f"{a} {counted[rule, a]} ({counted[rule, a] / max(1, total):.1%})"
            for a in ("dropped", "told", "kept")
        )
        print(f"{rule:10} {total:5} built: {shares}")


if __name__ == "__main__":
    main()
