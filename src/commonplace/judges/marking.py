"""Mark each piece of a clause by whether the other text speaks of it too.

What both texts speak of holds two clauses together; what is left over on both sides sets them apart.
Words that say nothing about a subject may be shared, but are never left over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from commonplace.core.claiming.clauses import chinese_pieces, covers, words
from commonplace.core.claiming.lexicon import CHINESE_PARTICLES
from commonplace.core.claims import Account
from commonplace.core.stopwords import STOP_WORDS
from commonplace.core.tokens import content, tokens

_PIECE = re.compile(
    r"`[^`\n]{1,60}`|[A-Za-z][A-Za-z0-9_+#]*(?:[-.'/][A-Za-z0-9_]+)*"
    r"|\d[\d.,:%]*|[\u3400-\u9fff]+|[^\s\w]"
)
_STEM = re.compile(r"[a-z][a-z0-9]+")
_GRAMMAR = STOP_WORDS | frozenset(
    """
    use uses used using make makes set sets get gets go goes do does be is are now new old one two may can must
    should will never always not no every all only also very just more less most least than up out off on
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
_ATTRIBUTES = frozenset(
    """
    limit size length number count rate capacity amount duration time date port version address path location place
    name rule rules policy setting settings config configuration value default format type level overview facts note
    notes summary update updates change changes changed owner contact moved maximum minimum max min cap quota check
    handling choice tool tools tooling stack convention conventions guideline standard requirement requirements
    details basics brief about limits sizes timing schedule frequency window period interval threshold longest
    shortest largest smallest allowed handled used uses using public general
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
"""Words that name what is told of a thing, not the thing: two titles may use two of them."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece of a clause, and whether the other text speaks of it."""

    text: str
    start: int
    end: int
    kind: str
    """`word`, `name` (a capital, a digit, code), `han`, `number`, `small`, or `value`."""
    is_known: bool = False


@lru_cache(maxsize=2_048)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the English words in `text`, without those of grammar alone."""
    found = (match.group() for match in _STEM.finditer(text.lower()))
    return frozenset(
        stem for word in found if word not in _GRAMMAR for stem in content(tokens(word))[:1]
    )


def marked(text: str, other: Account) -> tuple[Mark, ...]:
    """Return the pieces of a levelled clause, marked by what the `other` text speaks of."""
    found: list[Mark] = []
    for mark, meant in _pieces(text):
        if mark.kind == "han":
            found += _halves(mark, other)
        else:
            found.append(replace(mark, is_known=_is_known(mark, meant, other)))
    return tuple(found)


def without_values(
    marks: tuple[Mark, ...], start: int, spans: tuple[tuple[int, int], ...]
) -> tuple[Mark, ...]:
    """Return the marks with what stands in one of the `spans` taken for a value."""
    return tuple(
        replace(mark, kind="value", is_known=False)
        if any(first < start + mark.end and start + mark.start < last for first, last in spans)
        else mark
        for mark in marks
    )


_Piece = tuple[Mark, tuple[str, ...]]


@lru_cache(maxsize=2_048)
def _pieces(text: str) -> tuple[_Piece, ...]:
    """Cut a clause into pieces, each with the words that it means."""
    found: list[_Piece] = []
    for match in _PIECE.finditer(text):
        piece, at = match.group(), match.start()
        if "\u3400" <= piece[0] <= "\u9fff":
            found += [
                (Mark(run, at + start, at + start + len(run), kind), meant)
                for run, start, kind, meant in chinese_pieces(piece)
            ]
        else:
            kind, meant = _kind(piece, is_first=not text[:at].strip())
            found.append((Mark(piece, at, match.end(), kind), meant))
    return tuple(found)


def _kind(piece: str, *, is_first: bool) -> tuple[str, tuple[str, ...]]:
    if piece[0].isdigit():
        return "number", ()
    if not (piece[0].isalpha() or piece[0] == "`"):
        return "small", ()
    meant = () if piece.lower() in _ATTRIBUTES else words(piece.strip("`"))
    is_label = len(piece) == 1 and piece.isupper() and piece != "I" and not is_first
    is_capital = len(piece) > 1 and piece.isupper()
    if is_label or is_capital or piece[0] == "`":
        return "name", meant
    return ("name" if _is_name(piece, is_first=is_first) else "word") if meant else "small", meant


def _is_name(piece: str, *, is_first: bool) -> bool:
    has_mark = any(char.isdigit() or char in "_." for char in piece)
    return has_mark or any(map(str.isupper, piece[1:])) or (piece[0].isupper() and not is_first)


def _is_known(mark: Mark, meant: tuple[str, ...], other: Account) -> bool:
    word = mark.text.strip("`").lower()
    if mark.kind == "number":
        return word.strip(".,:") in other.text
    if mark.kind == "name" and len(word) == 1:
        return word != "a" and f" {word} " in f"{other.text} "
    if mark.kind in ("name", "small"):
        stem = content(tokens(word))[:1]
        is_word = word[:1].isalpha() and word not in _GRAMMAR
        is_met = bool(stem) and stem[0] in stems(other.text)
        is_name = mark.kind == "name"
        return is_met or _stands_in(word, other.text) if is_name else is_met and is_word
    return all(covers(other.text, other.words, one) for one in meant)


def _stands_in(word: str, text: str) -> bool:
    """Say whether a name stands in a text as a word of its own: `us` is no part of `customers`."""
    at = text.find(word) if word else -1
    while at >= 0:
        around = text[max(0, at - 1) : at], text[at + len(word) : at + len(word) + 1]
        if not any(char.isascii() and char.isalnum() for char in around):
            return True
        at = text.find(word, at + 1)
    return False


def _halves(mark: Mark, other: Account) -> list[Mark]:
    """Cut a run of Chinese where what the other text knows begins or ends, by pairs of characters."""
    run = mark.text
    met = [run[at : at + 2] in other.text for at in range(len(run) - 1)]
    known = [left or right for left, right in zip([False, *met], [*met, False], strict=True)]
    found: list[Mark] = []
    start = 0
    for at in range(1, len(run) + 1):
        if at == len(run) or known[at] is not known[start]:
            is_small = at - start == 1 and run[start] in CHINESE_PARTICLES
            kind = "small" if is_small and not known[start] else "han"
            place = mark.start + start, mark.start + at
            found.append(Mark(run[start:at], *place, kind, is_known=known[start]))
            start = at
    return found
