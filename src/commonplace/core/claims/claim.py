"""What a text claims: each value in normal form, and the clause that gives it.

A *claim* is one value (a quantity, a version, a port, a choice ...); a *statement* is a clause with its
claims and when they hold; an *account* is everything one text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class ClaimKind(StrEnum):
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

    kind: ClaimKind
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


NAMES = frozenset({ClaimKind.IDENTIFIER, ClaimKind.CODE})
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


def found(kind: ClaimKind, aspect: str, value: str, match: re.Match[str], group: str = "") -> Claim:
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
