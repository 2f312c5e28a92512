"""Cut a clause into pieces, each with the concept that it means and what it weighs.

Two texts speak of one thing when they have pieces in common, whatever words or language they use.
A piece of Chinese that no table knows is a pair of characters, since words are not known there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.vocabulary import (
    ACTIONS,
    CHINESE_PARTICLES,
    COMMON_STEMS,
    CONCEPTS,
    GENERIC_CHINESE,
    MEANING_OF,
    any_of,
)
from commonplace.core.stopwords import STOP_WORDS
from commonplace.core.tokens import content, tokens

WEIGHTS = {
    "name": 1.5,
    "word": 1.0,
    "number": 0.7,
    "han": 0.6,
    "action": 0.5,
    "letter": 0.4,
    "common": 0.3,
}
"""What a piece of each kind weighs: a name says more of a subject than a word, a verb less."""  # fmt: skip
_PIECE = re.compile(
    r"`[^`\n]{1,60}`|[A-Za-z][A-Za-z0-9_+#]*(?:[-.'/][A-Za-z0-9_]+)*"
    r"|\d[\d.,:]*\d|\d|[\u3400-\u9fff]+"
)
_ENDINGS = ("'s", "'re", "'ll", "'ve", "n't")
_LONGEST = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """One word, name, number or pair of characters, by the concept it means."""

    key: str
    kind: str
    """One of those in `WEIGHTS`."""
    start: int
    end: int
    text: str

    @property
    def weight(self) -> float:
        """Return how much it says about a subject."""
        return WEIGHTS[self.kind]

    @property
    def is_body(self) -> bool:
        """Say whether it may name a subject: verbs, numbers and words of every day do not."""
        return self.kind in ("word", "name", "han", "letter")


@lru_cache(maxsize=4_096)
def pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a normalized clause, in order; words of grammar are left out."""
    phrases = {match.start(): match for match in _PHRASE.finditer(text.lower())}
    found: list[Piece] = []
    taken = 0
    for match in _PIECE.finditer(text):
        at, piece = match.start(), match.group()
        if at < taken:
            continue
        if phrase := phrases.get(at):
            taken = phrase.end()
            found.append(_known(_PHRASE_MEANS[phrase[1].replace(" ", "-")], phrase))
        elif piece[0] >= "\u3400":
            found += _chinese(piece, at)
        elif piece[0].isdigit():
            key = "#" + piece.strip(".,:").replace(",", "")
            found.append(Piece(key, "number", at, match.end(), piece))
        else:
            found += _english(match, is_first=not found and not text[:at].strip())
    return tuple(found)


def _known(key: str, match: re.Match[str]) -> Piece:
    return Piece(key, _kind(key), match.start(), match.end(), match.group())


def _kind(key: str) -> str:
    return "action" if key.endswith("!") else "word"


def _english(match: re.Match[str], *, is_first: bool) -> Iterator[Piece]:
    written = match.group().strip("`")
    word = written.lower()
    for ending in _ENDINGS:
        word = word.removesuffix(ending)
    is_code = match.group()[0] == "`"
    if not is_code and word in STOP_WORDS:
        return
    stem = _stem(word)
    key = MEANING_OF.get(word) or MEANING_OF.get(stem)
    is_name = is_code or _is_marked(written) or (written[0].isupper() and not is_first and not key)
    if key and key.endswith("!"):
        yield _known(key, match)
    elif is_name:
        yield Piece(key or word.strip("#"), "name", *match.span(), match.group())
    elif key:
        yield _known(key, match)
    elif stem:
        kind = "common" if stem in COMMON_STEMS else "word"
        yield Piece(stem, kind, *match.span(), match.group())


def _is_marked(written: str) -> bool:
    """Say whether a word is written as no ordinary word is: a digit, a dot, a capital inside."""
    has_mark = any(char.isdigit() or char in "_./" for char in written)
    return has_mark or any(map(str.isupper, written[1:]))


def _chinese(run: str, offset: int) -> Iterator[Piece]:
    """Cut at the longest known words; what stands between them becomes pairs of characters."""
    start = at = 0
    while at < len(run):
        sizes = range(min(_LONGEST, len(run) - at), 1, -1)
        size = next((size for size in sizes if run[at : at + size] in _CHINESE_MEANS), 0)
        if not size:
            at += 1
            continue
        yield from _pairs(run[start:at], offset + start)
        word = run[at : at + size]
        if key := _CHINESE_MEANS[word]:
            yield Piece(key, _kind(key), offset + at, offset + at + size, word)
        at = start = at + size
    yield from _pairs(run[start:], offset + start)


def _pairs(run: str, offset: int) -> Iterator[Piece]:
    first, last = 0, len(run)
    while last - first not in (0, 2) and run[first] in CHINESE_PARTICLES:
        first += 1
    while last - first not in (0, 2) and run[last - 1] in CHINESE_PARTICLES:
        last -= 1
    if last - first == 1:
        yield Piece(run[first], "letter", offset + first, offset + last, run[first])
    for at in range(first, last - 1):
        yield Piece(run[at : at + 2], "han", offset + at, offset + at + 2, run[at : at + 2])


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return next(iter(content(tokens(word))), "")


_PHRASE_MEANS: dict[str, str] = {}
_CHINESE_MEANS: dict[str, str] = {}


def _learn(table: dict[str, tuple[str, ...]], mark: str) -> None:
    """Take a table's phrases and Chinese words; the first table that has one says what it means."""
    for title, others in table.items():
        for word in (title, *others):
            if not word.isascii():
                _CHINESE_MEANS.setdefault(word, title.replace("-", "") + mark)
            elif "-" in word:
                _PHRASE_MEANS.setdefault(word, title.replace("-", "") + mark)


_learn(CONCEPTS, "")
_learn(ACTIONS, "!")
for _word in GENERIC_CHINESE:
    _CHINESE_MEANS.setdefault(_word, "")
_PHRASE = re.compile(rf"\b({any_of(_PHRASE_MEANS, joint='[- ]')})s?\b")
