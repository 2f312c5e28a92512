"""What a look at a book and its surroundings finds: observations, each with a grade."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Grade(StrEnum):
    """How well something is, best first."""

    OK = "ok"
    WARNING = "warning"
    """It works, with less than was promised."""
    PROBLEM = "problem"
    """Something does not work until somebody does something about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One thing that was looked at, and how it is.

    `doctor.<code>` in the table of messages says it, `doctor.<code>.next` what to do about it; what is
    not well always has something to do.
    """

    about: str
    """What was looked at, in one word: book, index, lock ..."""
    code: str
    grade: Grade = Grade.OK
    values: Mapping[str, str] = field(default_factory=dict)
    can_fix: bool = False
    """Whether `doctor --fix` mends it without touching a memory."""


def worst(observations: Iterable[Observation]) -> Grade:
    """Return the grade of the whole: that of the worst part."""
    ranks = tuple(Grade)
    return max((each.grade for each in observations), key=ranks.index, default=Grade.OK)


def ok(about: str, code: str, **values: object) -> Observation:
    """Return that something is well."""
    return Observation(about=about, code=code, values=_texts(values))


def warning(about: str, code: str, *, can_fix: bool = False, **values: object) -> Observation:
    """Return that something works with less than was promised."""
    return Observation(
        about=about, code=code, grade=Grade.WARNING, values=_texts(values), can_fix=can_fix
    )


def problem(about: str, code: str, *, can_fix: bool = False, **values: object) -> Observation:
    """Return that something does not work."""
    return Observation(
        about=about, code=code, grade=Grade.PROBLEM, values=_texts(values), can_fix=can_fix
    )


def _texts(values: Mapping[str, object]) -> Mapping[str, str]:
    return {name: str(value) for name, value in values.items()}
