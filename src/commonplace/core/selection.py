"""Which of a list somebody means: `all`, `none`, `1,3-5`, or names with wildcards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from commonplace.errors import BadInput

ALL, NONE = ("all", "全部", "所有"), ("none", "无")
_RANGE = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


def chosen(said: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the places in `names`, from 0 and in order, that `said` means.

    Raises `BadInput` for a number that is not in the list and a name that none has.
    """
    parts = [part.strip() for part in re.split(r"[,，、]", said) if part.strip()]
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
