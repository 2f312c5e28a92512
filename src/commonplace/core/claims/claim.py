"""What a text claims: each value in normal form, and the clause that gives it.

A *claim* is one value (a quantity, a version, a port, a choice ...); a *statement* is a clause with its
claims and when they hold; an *account* is everything one text says.

Read numbers however they are written: digits, English words, Chinese numerals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
)
_TEENS = "sixteen seventeen eighteen nineteen"
_TENS_ENGLISH = "twenty thirty forty fifty sixty seventy eighty ninety"
SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
ENGLISH = (
    {word: value for value, word in enumerate(f"{_UNITS} {_TEENS}".split())}
    | {word: 10 * at for at, word in enumerate(_TENS_ENGLISH.split(), 2)}
    | SCALES
    | {"once": 1, "twice": 2, "dozen": 12}
)
_TENS_WORDS = "|".join(_TENS_ENGLISH.split())
_DIGIT_WORDS = "|".join(_UNITS.split()[1:10])
_SMALL = rf"(?:(?:{_TENS_WORDS})[ -](?:{_DIGIT_WORDS})|{'|'.join(sorted(ENGLISH, key=len, reverse=True))})"
SPELT = (
    rf"\b{_SMALL}(?: (?:{'|'.join(SCALES)})){{0,2}}(?: and {_SMALL}(?! (?:{'|'.join(SCALES)})))?\b"
)
"""A pattern for one number in English words: `twenty-five`, `two hundred and ten thousand`."""
FRACTIONS = {
    "half": Fraction(1, 2),
    "quarter of": Fraction(1, 4),
    "three quarters of": Fraction(3, 4),
}
"""What may stand before `an hour`."""
CHINESE_DIGITS = "〇一二三四五六七八九"
NUMERAL_CHARS = CHINESE_DIGITS + "零两十百千万亿半"
_DIGITS = {char: value for value, char in enumerate(CHINESE_DIGITS)} | {"零": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}


def number(written: str) -> Fraction | None:
    """Return the value of one written number, None when it is none."""
    plain = written.replace(",", "").strip().lower()
    if plain and plain[0].isalpha() and plain.isascii():
        return _english(plain)
    if plain and plain[0].isdigit():
        return _digits(plain)
    return _chinese(plain)


def _english(plain: str) -> Fraction | None:
    whole = 0
    for word in plain.replace("-", " ").replace(" and ", " ").split():
        if word not in ENGLISH:
            return None
        whole = (whole or 1) * SCALES[word] if word in SCALES else whole + ENGLISH[word]
    return Fraction(whole)


def _digits(plain: str) -> Fraction | None:
    digits, _, word = plain.partition(" ")
    scale = _MYRIADS.get(plain[-1]) or _TENS.get(plain[-1]) or {"k": 1000}.get(plain[-1], 1)
    scale = SCALES.get(word, scale)
    digits = digits.rstrip("k" + "".join(_MYRIADS) + "".join(_TENS)).strip()
    try:
        return Fraction(digits) * scale
    except ValueError:
        return None


def _chinese(plain: str) -> Fraction | None:
    if plain.endswith("半"):
        return (_chinese(plain[:-1].rstrip("个")) or 0) + Fraction(1, 2)
    if not plain or any(char not in NUMERAL_CHARS for char in plain):
        return None
    whole, section, digit = 0, 0, 0
    for char in plain:
        if char in _DIGITS:
            digit = digit * 10 + _DIGITS[char]
        elif char in _TENS:
            section += (digit or 1) * _TENS[char]
            digit = 0
        elif char in _MYRIADS:
            whole = (whole + section + digit or 1) * _MYRIADS[char]
            section, digit = 0, 0
    return Fraction(whole + section + digit)


class ValueKind(StrEnum):
    """What sort of value a claim carries."""

    QUANTITY = "quantity"
    VERSION = "version"
    PORT = "port"
    PATH = "path"
    URL = "url"
    DATE = "date"
    TIME = "time"
    IDENTIFIER = "identifier"
    CODE = "code"
    CHOICE = "choice"
    KEYWORD = "keyword"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One value that a text gives to something."""

    kind: ValueKind
    aspect: str
    """What it may be compared with: a dimension, a product, a family of alternatives."""
    value: str
    """The normal form: equal values are equal here however they are written."""
    is_affirmed: bool = True
    """False for what the clause says not to use, not to do or not to be so."""
    text: str
    """The value as it stands in the text, normalized."""
    start: int = 0
    end: int = 0

    @property
    def sort(self) -> str:
        """Return the first part of the aspect: all counts are of one sort, whatever they count."""
        return self.aspect.partition(":")[0]

    @property
    def things(self) -> frozenset[str]:
        """Return what is counted, or whose version it is; empty when the text does not say."""
        return frozenset(self.aspect.partition(":")[2].split())

    def moved(self, offset: int) -> Claim:
        """Return the claim as it stands in a text that begins `offset` characters earlier."""
        return replace(self, start=self.start + offset, end=self.end + offset)


NAMES = frozenset({ValueKind.IDENTIFIER, ValueKind.CODE})
"""Kinds that name a thing as well as being kept: they may hold other values, or stand in them."""


def surest(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield the claims that do not overlap an earlier one: `8443` in a URL is no port of its own."""
    taken: set[int] = set()
    for claim in claims:
        place = range(claim.start, claim.end)
        if taken.isdisjoint(place):
            if claim.kind not in NAMES:
                taken.update(place)
            yield claim


def found(kind: ValueKind, aspect: str, value: str, match: re.Match[str], group: str = "") -> Claim:
    """Return the claim that a pattern has found, or that one of its groups is."""
    start, end = match.span(group or 0)
    return Claim(
        kind=kind, aspect=aspect, value=value, text=match[group or 0], start=start, end=end
    )


@dataclass(frozen=True, slots=True)
class Clause:
    """One piece of a text: where it starts, how it reads, and the sentence around it."""

    start: int
    text: str
    sentence: str
    is_title: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Qualifier:
    """One circumstance in which a statement holds."""

    group: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One clause of a text: its claims, and in which circumstances it holds."""

    clause: Clause
    claims: tuple[Claim, ...]
    context: frozenset[str]
    """The words of its sentence and of the title."""
    qualifiers: frozenset[Qualifier]
    is_retraction: bool
    is_default: bool
    is_example: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Everything that one text says."""

    text: str
    """Title and body, normalized."""
    words: frozenset[str]
    statements: tuple[Statement, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Return the claims of every statement, in order."""
        return tuple(claim for statement in self.statements for claim in statement.claims)
