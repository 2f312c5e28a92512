"""Take a score apart again, for people who ask why a memory came."""

from __future__ import annotations

from collections.abc import Iterable

from commonplace.core.ranking import code_at, code_weights
from commonplace.core.search import Reason
from commonplace.engines.local.reading import Asked


def reasons_for(
    key: int, score: float, asked: Iterable[Asked], average: float
) -> tuple[Reason, ...]:
    """Return what each word gave to a passage, and what came from around it."""
    by_code = code_weights(average)
    found = []
    for word, rare, postings in asked:
        code = code_at(postings, key)
        if code is not None:
            found.append(Reason(why=f"word:{word}", score=rare * by_code[code]))
    found.sort(key=lambda reason: -reason.score)
    around = score - sum(reason.score for reason in found)
    return (*found, Reason(why="context", score=around))
