"""A source as numbered lines, and the runs of lines that belong together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from commonplace.core.letters import is_unspaced

TOKENS_PER_WORD = 1.3
"""The seed's own estimate (B5)."""
LONGEST_LINE = 800
"""In tokens; a longer line is cut between sentences, and its pieces keep its number."""
LONGEST_WORD = 40
"""In characters: a program without spaces is no single word."""
LONGEST_SENTENCE = 8 * LONGEST_LINE
"""In characters."""
_SENTENCE_ENDS = frozenset(".!?。！？；;")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, from `start` up to `stop`, counted from 0."""

    start: int
    stop: int
    trail: tuple[str, ...] = ()
    """The headings or names it stands under, its own last; empty where nothing names it."""
    part: int = 0
    """Which piece of a block that was too long, counted from 1; 0 for a whole one."""
    also: tuple[str, ...] = ()
    """The names of the blocks beside it that joined it."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a source, each with its number and its share of the tokens."""

    texts: tuple[str, ...]
    numbers: tuple[int, ...]
    """Counted from 1; pieces of one long line share a number."""
    weights: tuple[float, ...]
    """Tokens before each line, and of all lines at the end."""

    @property
    def are_physical(self) -> bool:
        """Say whether each entry is a whole line of the source."""
        return not self.numbers or self.numbers[-1] == len(self.numbers)

    def tokens(self, start: int, stop: int) -> int:
        """Return about how many tokens the lines from `start` up to `stop` have."""
        return ceil(self.weights[stop] - self.weights[start])

    def text(self, start: int, stop: int) -> str:
        """Return what stands from `start` up to `stop`."""
        pieces: list[str] = []
        for at in range(start, stop):
            if at > start and self.numbers[at] != self.numbers[at - 1]:
                pieces.append("\n")
            pieces.append(self.texts[at])
        return "".join(pieces)

    def is_blank(self, at: int) -> bool:
        """Say whether nothing stands on the line at `at`."""
        return not self.texts[at].strip()

    def trimmed(self, block: Block) -> tuple[int, int]:
        """Return the first line of `block` that says something, and the line after the last such."""
        start, stop = block.start, block.stop
        while start < stop and self.is_blank(start):
            start += 1
        while stop > start and self.is_blank(stop - 1):
            stop -= 1
        return start, stop


def lines_of(text: str) -> Lines:
    """Return the lines of `text`; one that is as long as several segments is cut into sentences."""
    texts: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(text.split("\n"), start=1):
        pieces = _sentences(line) if estimated_tokens(line) > LONGEST_LINE else [line]
        texts += pieces
        numbers += [number] * len(pieces)
    weights = accumulate((_words(line) * TOKENS_PER_WORD for line in texts), initial=0.0)
    return Lines(tuple(texts), tuple(numbers), tuple(weights))


def estimated_tokens(text: str) -> int:
    """Return about how many tokens `text` has: 1.3 for each word."""
    return ceil(_words(text) * TOKENS_PER_WORD)


def _words(text: str) -> float:
    """Count words; two characters of a script without spaces make one, and 40 without a space another."""
    least = len(text.strip()) / LONGEST_WORD
    if text.isascii():
        return max(len(text.split()), least)
    unspaced = sum(map(is_unspaced, text))
    spaced = "".join(" " if is_unspaced(char) else char for char in text)
    words = sum(any(map(str.isalnum, word)) for word in spaced.split())
    return max(unspaced / 2 + words, least)


def _sentences(line: str) -> list[str]:
    """Cut `line` after each sentence, and where a sentence has no end after many characters."""
    found: list[str] = []
    start = 0
    for at, char in enumerate(line, start=1):
        is_end = char in _SENTENCE_ENDS and (at == len(line) or not line[at].isalnum())
        is_end = is_end or (char in _SENTENCE_ENDS and not char.isascii())
        is_endless = at - start > LONGEST_LINE and char.isspace()
        if is_end or is_endless or at - start >= LONGEST_SENTENCE:
            found.append(line[start:at])
            start = at
    return [*found, line[start:]] if line[start:] else found
