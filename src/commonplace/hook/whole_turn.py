"""The core loop for every door but the hook: one turn, and what is recalled beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from commonplace.app.books import Book
from commonplace.app.engines import engine_name
from commonplace.app.recall import handed_over
from commonplace.config import Settings
from commonplace.core.values import dataclass
from commonplace.engines.qmd.engine import QmdEngine
from commonplace.flows.inject import Injection
from commonplace.flows.recall import HITS
from commonplace.hook.child import write_log
from commonplace.hook.turn import take_turn, told_by

RETRIEVED = "Retrieved knowledge via QMD: "
MOST_CHARACTERS = 7_400
"""For pages: with what is recalled beside them every host shows it whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken:
    """What one turn came to, as values that nobody can change."""

    keywords: tuple[str, ...]
    is_switch: bool
    announcements: tuple[str, ...]
    loaded: tuple[str, ...]
    """The pages that were handed over, by their paths in the book."""
    hints: tuple[str, ...]
    """What the agent shall ask or offer."""
    recalled: Injection
    text: str
    """All of it, as an agent is handed it; empty when there is nothing to say."""


def turn_taken(
    text: str,
    books: Sequence[Book],
    settings: Settings,
    session: str,
    *,
    skills: Sequence[str],
    now: datetime,
) -> TurnTaken:
    """Take one turn in the first of `books`, and recall from all; the log is written at once."""
    own = books[0]
    done = take_turn(
        text,
        str(own.root),
        session,
        skills=skills,
        most=MOST_CHARACTERS,
        day=now.date().isoformat(),
    )
    write_log(own)
    is_qmd = engine_name(own, settings) == QmdEngine.name
    told = told_by(str(own.root), done)
    # What QMD found is announced whole, though a page of this very turn says it, too.
    beside = dict.fromkeys(told, "") if is_qmd else told
    recalled = handed_over(text, books, settings, session, now, beside=beside)
    return TurnTaken(
        keywords=done.keywords,
        is_switch=done.is_switch,
        announcements=(*done.announcements, *(_via_qmd(recalled) if is_qmd else ())),
        loaded=tuple(done.loaded),
        hints=done.hints,
        recalled=recalled,
        text="\n\n".join(filter(None, (done.text, recalled.text))),
    )


def _via_qmd(recalled: Injection) -> tuple[str, ...]:
    """Return mem-skill's words for what QMD found; titles are the book's, so they stay out of the text."""
    if recalled.outcome != HITS:
        return ()
    return (RETRIEVED + ", ".join(each.hit.title for each in recalled.hits),)
