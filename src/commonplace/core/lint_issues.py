"""The kinds of things a lint finds: each is a value that knows whether it is critical.

Critical is what makes the book say something wrong (a contradiction, a link to nowhere, a count that does
not count); a warning is what would make it better.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from commonplace.core.anchors import Standing
from commonplace.core.memory import Memory
from commonplace.core.ports import Problem


@dataclass(frozen=True, slots=True)
class Stale:
    """A memory of long ago that nobody has touched since."""

    name: ClassVar[str] = "stale"
    is_critical: ClassVar[bool] = False
    memory: Memory
    since: date
    months: int


@dataclass(frozen=True, slots=True)
class DuplicateIssue:
    """Two memories that say the same."""

    name: ClassVar[str] = "duplicate"
    is_critical: ClassVar[bool] = False
    one: Memory
    other: Memory
    alike: str
    """What is alike: `keywords`, `title` or `content`."""
    share: float


@dataclass(frozen=True, slots=True)
class ContradictionIssue:
    """Two memories that cannot both hold, with the words of each."""

    name: ClassVar[str] = "contradiction"
    is_critical: ClassVar[bool] = True
    one: Memory
    other: Memory
    said: str
    said_otherwise: str
    question: str


@dataclass(frozen=True, slots=True)
class Orphan:
    """A page without a row, a row without a page, or a link to nowhere."""

    name: ClassVar[str] = "orphan"
    is_critical: ClassVar[bool] = True
    problem: Problem


@dataclass(frozen=True, slots=True)
class MissingReference:
    """Two memories about one thing that do not know each other."""

    name: ClassVar[str] = "cross-ref"
    is_critical: ClassVar[bool] = False
    one: Memory
    other: Memory
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A category with hardly anything in it."""

    name: ClassVar[str] = "gap"
    is_critical: ClassVar[bool] = False
    category: str
    count: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An index that counts otherwise than the files."""

    name: ClassVar[str] = "index"
    is_critical: ClassVar[bool] = True
    problem: Problem


@dataclass(frozen=True, slots=True)
class Unanchored:
    """A memory whose quoted code is elsewhere, another, or gone."""

    name: ClassVar[str] = "anchor"
    is_critical: ClassVar[bool] = False
    memory: Memory
    standing: Standing


@dataclass(frozen=True, slots=True)
class Returned:
    """A memory that says what was refused."""

    name: ClassVar[str] = "refused"
    is_critical: ClassVar[bool] = True
    problem: Problem


Issue = (
    Stale
    | DuplicateIssue
    | MissingReference
    | ContradictionIssue
    | Orphan
    | Gap
    | Mismatch
    | Unanchored
    | Returned
)
ORDER: tuple[type[Issue], ...] = (
    Stale,
    DuplicateIssue,
    MissingReference,
    ContradictionIssue,
    Orphan,
    Gap,
    Mismatch,
    Unanchored,
    Returned,
)
"""The order in which the original reports them; anchors and what was refused are ours."""


def about(issue: Issue) -> tuple[Memory, ...]:
    """Return the memories that `issue` is about, none when it is about a file."""
    match issue:
        case Stale(memory) | Unanchored(memory):
            return (memory,)
        case (
            DuplicateIssue(one, other)
            | MissingReference(one, other)
            | ContradictionIssue(one, other)
        ):
            return one, other
        case Orphan() | Gap() | Mismatch() | Returned():
            return ()
