"""The passage of a memory that meets a prompt: whole sentences around the one that meets it best.

Plain functions on strings: the hook says this line. A memory of a sentence or two is its own passage.
"""

from __future__ import annotations

from commonplace.core.hygiene import shorten
from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import content_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_ENDS = ".!?"
_WIDE_ENDS = "。！？；"
_MARKS = "#>*-+ \t"
"""What Markdown begins a line with; in one line of plain text it says nothing."""


def excerpt(text: str, words: Mapping[str, float], most: int) -> str:
    """Return at most `most` characters of `text` in whole sentences, those that hold most of `words`.

    `words` says how much each word of the prompt is worth. Where none stands in the text, its
    beginning is returned.
    """
    parts = sentences(text)
    whole = _joined(parts)
    if len(whole) <= most:
        return whole
    worths = [_worth(part, words) for part in parts]
    best = max(range(len(parts)), key=lambda at: (worths[at], -at))
    first = last = best
    while (grown := _grown(parts, worths, (first, last), most)) != (first, last):
        first, last = grown
    return shorten(_joined(parts[first : last + 1]), most)


def with_case(said: str, case: str) -> str:
    """Return a line with the case in which it holds; an empty case is always."""
    return f"{said} [only when: {case}]" if case else said


def sentences(text: str) -> list[str]:
    """Return the sentences of `text` in order; a line ends one, the lines of a code block stay lines."""
    found: list[str] = []
    for line in text.split("\n"):
        plain = line.strip().lstrip(_MARKS) if line.strip() not in ("---", "***") else ""
        if not plain or plain.startswith(("```", "~~~", "<!--")):
            continue
        start = 0
        for at in range(1, len(plain)):
            if _is_end(plain, at):
                found.append(plain[start:at].strip())
                start = at
        found.append(plain[start:].strip())
    return [part for part in found if part]


def _is_end(line: str, at: int) -> bool:
    """Say whether a sentence ends before the character at `at`."""
    before = line[at - 1]
    if before in _WIDE_ENDS:
        return True
    return before in _ENDS and line[at] == " " and not line[at + 1 : at + 2].islower()


def _worth(part: str, words: Mapping[str, float]) -> float:
    return sum(words.get(word, 0.0) for word in set(content_tokens(part)))


def _grown(
    parts: list[str], worths: list[float], span: tuple[int, int], most: int
) -> tuple[int, int]:
    """Return the span with the better of its two neighbours, where one of them still fits."""
    first, last = span
    sides = [(first - 1, (first - 1, last)), (last + 1, (first, last + 1))]
    fitting = [
        (worths[at], at, wider)
        for at, wider in sides
        if 0 <= at < len(parts) and len(_joined(parts[wider[0] : wider[1] + 1])) <= most
    ]
    return max(fitting)[2] if fitting else span


def _joined(parts: list[str]) -> str:
    found = ""
    for part in parts:
        glue = "" if not found or (is_unspaced(found[-1]) and is_unspaced(part[0])) else " "
        found += ("" if found[-1:] in _WIDE_ENDS else glue) + part
    return found
