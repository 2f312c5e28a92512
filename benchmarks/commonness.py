"""Count the words of what people type to agents, and write how common each is into the package.

    python benchmarks/commonness.py [--check]

Beside them stands what tells a prompt about a matter of one's own, as gate_fit.py has fitted it.

The prompts are the users' turns of benchmarks/conversations, those of the sealed part left out. A word of
a script without spaces is counted among the prompts that are written in one.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from math import log
from pathlib import Path

from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import content_tokens

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "src" / "commonplace" / "core" / "commonness.py"
FITTED = HERE / "gate_fit.json"
MATTER_SCALE = 16
"""One step of what a word or a number of a vector weighs is so small a part of the odds."""
PARTS = ("conversations", "fresh", "more", "practice")
FEWEST_PROMPTS = 3
STEPS = 10
COLUMNS = 96
HEAD = '''"""How common words are in what people type to agents, in steps; written by benchmarks/commonness.py.

A word that stands in every prompt proves nothing about what is asked. The words of the first group stand
in so many prompts that they say nothing at all; those that stand nowhere here say the most.
"""

from __future__ import annotations

STEPS = {steps}
_WORDS = (
{groups}
)
COMMONNESS = {{
    word: (STEPS - step) / STEPS for step, words in enumerate(_WORDS) for word in words.split()
}}
"""Between 1 for a word of every prompt and 0 for one that is in hardly any."""

MATTER_SCALE = {scale}
_MATTERS = (
{matters}
)
MATTER = {{word: step for step, words in _MATTERS for word in words.split()}}
"""How much a word says that a prompt speaks of a matter of one's own, above 0, or of what anybody may ask, below."""

MATTER_MINILM = bytes.fromhex(
    """
{minilm}
    """
)
MATTER_UNIVERSAL = bytes.fromhex(
    """
{universal}
    """
)
"""The direction among each model's vectors that prompts about a matter of one's own lie in, a signed byte for each number."""
'''


def prompts() -> Iterator[str]:
    for part in PARTS:
        for line in (HERE / "conversations" / f"{part}.jsonl").read_text("utf-8").splitlines():
            for turn in json.loads(line).get("turns", ()):
                if turn["role"] == "user":
                    yield turn["text"]


def counted() -> dict[str, int]:
    """Return the step of each word, from 0 for those that stand almost everywhere."""
    counts: Counter[str] = Counter()
    written: Counter[bool] = Counter()
    for text in prompts():
        counts.update(set(content_tokens(text)))
        written[any(map(is_unspaced, text))] += 1
    steps = {
        word: STEPS - round(STEPS * log(count + 1) / log(written[is_unspaced(word[0])] + 1))
        for word, count in counts.items()
        if count >= FEWEST_PROMPTS
    }
    return {word: step for word, step in steps.items() if step < STEPS}


def module() -> str:
    steps = counted()
    groups = []
    for step in range(STEPS):
        words = sorted(word for word, own in steps.items() if own == step)
        groups.append("\n".join(['    """', *wrapped(words), '    """,']) if words else '    "",')
    matter = json.loads(FITTED.read_text("utf-8"))["matter"]
    return HEAD.format(
        steps=STEPS,
        groups="\n".join(groups),
        scale=MATTER_SCALE,
        matters="\n".join(_matters(matter["words"])),
        **{name: "\n".join(wrapped(_pairs(matter[name]))) for name in ("minilm", "universal")},
    )


def _matters(steps: dict[str, int]) -> Iterator[str]:
    for step in sorted(set(steps.values())):
        words = sorted(word for word, own in steps.items() if own == step)
        yield "\n".join(
            ["    (", f"        {step},", '        """', *wrapped(words), '    """,', "    ),"]
        )


def _pairs(digits: str) -> list[str]:
    return [digits[at : at + 8] for at in range(0, len(digits), 8)]


def wrapped(words: list[str]) -> Iterator[str]:
    line = "   "
    for word in words:
        if sum(2 if is_unspaced(char) else 1 for char in f"{line} {word}") > COLUMNS:
            yield line
            line = "   "
        line += f" {word}"
    yield line


def main() -> None:
    text = module()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
    elif TARGET.read_text("utf-8") != text:
        sys.exit("The counts do not land on what we ship.")


if __name__ == "__main__":
    main()
