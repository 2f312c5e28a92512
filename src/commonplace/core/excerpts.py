"""The passage of a memory that meets a prompt best, in whole sentences.

Plain functions on strings: the hook says this line. A memory of a sentence or two is its own passage.
"""

from __future__ import annotations

from math import log

from commonplace.core.hygiene import shorten
from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import content_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

_ENDS = ".!?"
_WIDE_ENDS = "。！？；"
_STOPS = f"{_ENDS}{_WIDE_ENDS}…"
WRAPPED_FROM = 60
"""A shorter line was not wrapped: what follows is a line of its own."""
_MARKS = "#>*-+ \t"
"""What Markdown begins a line with; in one line of plain text it says nothing."""


def excerpt(text: str, words: Mapping[str, float], most: int) -> str:
    """Return at most `most` characters of `text` in whole sentences, those that meet `words` best.

    `words` says how much each word of the prompt is worth among all memories. Here it is worth more the fewer
    sentences hold it: the name of what a memory is about stands in many of them and chooses none. Where no word
    stands in the text, its beginning is returned.
    """
    parts = _without_beginnings(sentences(text))
    whole = _joined(parts)
    if len(whole) <= most:
        return whole
    held = [words.keys() & content_tokens(part) for part in parts]
    worths = _worths(words, held)
    runs = _runs(parts, held, worths, most)
    _, (first, last) = max(runs, key=lambda run: run[0], default=((0.0, 0), (0, 0)))
    while (grown := _grown(parts, held, worths, (first, last), most)) != (first, last):
        first, last = grown
    while last > first and not held[last] and parts[last].endswith(":"):
        last -= 1  # what it leads in does not follow
    return shorten(_joined(parts[first : last + 1]), most)


def _without_beginnings(parts: list[str]) -> list[str]:
    """Return sentences without a summary that was cut short, where the text says the whole of it."""
    begun = {part: part.partition(": ")[2].rstrip("… ") for part in parts if part.endswith("…")}
    return [
        part
        for part in parts
        if not begun.get(part) or not any(each.startswith(begun[part]) for each in parts)
    ]


def with_case(said: str, case: str) -> str:
    """Return a line with the case in which it holds; an empty case is always."""
    return f"{said} [only when: {case}]" if case else said


def sentences(text: str) -> list[str]:
    """Return the sentences of `text` in order; a line ends one unless its paragraph was wrapped there."""
    found: list[str] = []
    for line in _unwrapped(text):
        plain = _plain(line.strip())
        if not plain or plain.startswith(("```", "~~~", "<!--")):
            continue
        start = 0
        for at in range(1, len(plain)):
            if _is_end(plain, at):
                found.append(plain[start:at].strip())
                start = at
        found.append(plain[start:].strip())
    return [part for part in found if part]


def _plain(line: str) -> str:
    """Return a line without what Markdown begins it with; a label in bold keeps its words alone, a heading leads in."""
    if line in ("---", "***"):
        return ""
    bare = line.lstrip(_MARKS)
    if line[:1] == "#" and bare and bare[-1] not in f"{_STOPS}:：":
        return f"{bare}:"
    if line[: len(line) - len(bare)].endswith("**"):
        return "".join(bare.split("**", 1))
    return bare


def _unwrapped(text: str) -> Iterator[str]:
    """Yield the lines of `text`, those of a wrapped paragraph as one; the lines of a code block stay lines."""
    parts: list[str] = []
    is_code = False
    for line in text.split("\n"):
        plain = line.strip()
        is_fence = plain.startswith(("```", "~~~"))
        if parts and not is_code and not is_fence and _goes_on(parts[-1], plain):
            parts.append(plain)
            continue
        yield _joined(parts)
        parts, is_code = [plain], is_code is not is_fence
    yield _joined(parts)


def _goes_on(line: str, after: str) -> bool:
    """Say whether a paragraph was wrapped between two lines: the first is long and no sentence ends there."""
    begins_anew = not after or after[0] in "#>*-+|<" or after.split(".", 1)[0].isdigit()
    is_whole = len(line) < WRAPPED_FROM or line[-1] in _STOPS or line[0] in "#|"
    return not begins_anew and not is_whole


def _is_end(line: str, at: int) -> bool:
    """Say whether a sentence ends before the character at `at`."""
    before = line[at - 1]
    if before in _WIDE_ENDS:
        return True
    return before in _ENDS and line[at] == " " and not line[at + 1 : at + 2].islower()


def _worths(words: Mapping[str, float], held: Sequence[AbstractSet[str]]) -> dict[str, float]:
    """Return what each word is worth that the sentences hold: nearly nothing where all of them do."""
    counts = {word: sum(word in own for own in held) for word in words}
    return {
        word: words[word] * log((len(held) + 1) / count) for word, count in counts.items() if count
    }


def _runs(
    parts: list[str], held: Sequence[AbstractSet[str]], worths: Mapping[str, float], most: int
) -> Iterator[tuple[tuple[float, int], tuple[int, int]]]:
    """Yield each run of sentences that fits, after how well it meets the prompt; it ends with a new word of it.

    What counts are all its words, and again those of its best sentence: words that stand together mean what was
    asked for. Of two that are equal the shorter has less beside it.
    """
    alone = [_worth(own, worths) for own in held]
    for first, own in enumerate(held):
        met: set[str] = set()
        size = 0
        for last in range(first, len(parts) if own else first):
            size += len(parts[last]) + (last > first)
            if len(met) == len(worths) or (last > first and size > most):
                break
            if not held[last] <= met:
                met |= held[last]
                yield (_worth(met, worths) + max(alone[first : last + 1]), -size), (first, last)


def _worth(own: AbstractSet[str], worths: Mapping[str, float]) -> float:
    # In the order of the prompt: a set has another order in each process, and so would the sum have.
    return sum(worth for word, worth in worths.items() if word in own)


def _grown(
    parts: list[str],
    held: Sequence[AbstractSet[str]],
    worths: Mapping[str, float],
    span: tuple[int, int],
    most: int,
) -> tuple[int, int]:
    """Return the span with the neighbour that adds more, of two equal the later, where one of them still fits."""
    first, last = span
    met = set().union(*held[first : last + 1])
    sides = [(first - 1, (first - 1, last)), (last + 1, (first, last + 1))]
    fitting = [
        (_worth(held[at] - met, worths), at, wider)
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
