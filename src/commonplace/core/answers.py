"""What a typed answer means, and how much may be buried at once without another question.

Which of a list somebody means: `all`, `none`, `1,3-5`, or names with wildcards. Between which days something
holds: `until 2026-12-31`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fnmatch import fnmatchcase

from commonplace.core import lazy_re as re
from commonplace.core.changes import Bury, Change, Erase
from commonplace.core.memory import Validity
from commonplace.errors import BadInput, TooManyAtOnce

ALL, NONE = ("all", "全部", "所有"), ("none", "无")
_COMMA = re.compile(r"[,，、]")
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


def chosen(said: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the places in `names`, from 0 and in order, that `said` means.

    Raises `BadInput` for a number that is not in the list and a name that none has.
    """
    parts = [part.strip() for part in _COMMA.split(said) if part.strip()]
    return tuple(sorted({place for part in parts for place in _meant(part, names)}))


def _meant(part: str, names: Sequence[str]) -> Iterator[int]:
    if part.lower() in ALL:
        yield from range(len(names))
    elif part.lower() in NONE:
        return
    elif found := _RANGE.fullmatch(part):
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= len(names):
            raise BadInput("bad-selection", answer=part, most=len(names))
        yield from range(first - 1, last)
    else:
        places = [place for place, name in enumerate(names) if fnmatchcase(name, part)]
        if not places:
            raise BadInput("bad-selection", answer=part, most=len(names))
        yield from places


_DAY = r"(\d{4})(?:-|/|年)(\d{1,2})(?:-|/|月)(\d{1,2})日?"
_BETWEEN = re.compile(rf"{_DAY}\s{{0,3}}(?:to|until|through|–|—|-|~|至|到)\s{{0,3}}{_DAY}")
_FROM = re.compile(
    rf"(?:\b(?:from|since|as of|starting)(?: on)?\s{{1,3}}|[自从]\s?){_DAY}|{_DAY}\s?(?:起|开始|以来)"
)
_UNTIL = re.compile(
    rf"(?:\b(?:until|till|through|up to)\s{{1,3}}|[到至]\s?){_DAY}|{_DAY}\s?(?:为止|止)"
)
_BEFORE = re.compile(rf"\bbefore\s{{1,3}}{_DAY}|{_DAY}\s?(?:之前|以前|前)")


def validity_of(answer: str) -> Validity:
    """Return when something holds according to `answer`, which is kept as it was given.

    A day that the calendar does not have is a part of the answer and no date.
    """
    said = answer.lower()
    both = _BETWEEN.search(said)
    first, last = (_day(both.groups()[:3]), _day(both.groups()[3:])) if both else (None, None)
    return Validity(
        valid_from=first or _found(_FROM, said),
        valid_to=last or _found(_UNTIL, said) or _eve(_found(_BEFORE, said)),
        applies_when=answer,
    )


def _found(pattern: re.Pattern[str], said: str) -> date | None:
    match = pattern.search(said)
    return _day([part for part in match.groups() if part]) if match else None


def _day(parts: tuple[str, ...] | list[str]) -> date | None:
    try:
        return date(*map(int, parts))
    except ValueError:
        return None


def _eve(day: date | None) -> date | None:
    return day - timedelta(days=1) if day and day > date.min else None


FREE_BURIALS = 5
FREE_SHARE_PERCENT = 10
NOTES_THAT_DO_NOT_VANISH = 10
"""A book that had more notes than this and now lists none is an unmounted disk, not a wish."""


def check_bulk_delete(changes: Sequence[Change], total: int) -> None:
    """Raise `TooManyAtOnce` when `changes` bury more of `total` memories than pass unasked."""
    count = sum(isinstance(change, Bury | Erase) for change in changes)
    if count > max(FREE_BURIALS, total * FREE_SHARE_PERCENT // 100):
        raise TooManyAtOnce("too-many-at-once", count=count, total=total)


def has_vanished(remembered: int, listed: int) -> bool:
    """Say whether a book is suddenly empty, as when its disk is not mounted."""
    return remembered > NOTES_THAT_DO_NOT_VANISH and listed == 0
