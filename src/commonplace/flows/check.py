"""A book in, its problems out; and the mending of what can be mended without touching a memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date

from commonplace.core.anchors import Project, QuoteState, standings
from commonplace.core.lint import ContradictionIssue
from commonplace.core.memory import Status
from commonplace.core.ports import Layout, Problem, Store
from commonplace.core.redaction import find_secrets
from commonplace.core.rejections import PAGE
from commonplace.core.values import replace
from commonplace.errors import CommonplaceError
from commonplace.flows.commit import DerivedLook, regenerate
from commonplace.flows.refusals import refused_in
from commonplace.flows.view import View

REFUSED = "refused"
"""The problem of a memory that came back by itself."""


def check(view: View) -> tuple[Problem, ...]:
    """Return everything wrong with the book: errors first, each group in the order of paths."""
    found = {
        *view.unread,
        *view.reading.problems,
        *view.layout.check(view.files, view.today),
        *refused_problems(view),
    }
    return tuple(sorted(found, key=lambda p: (not p.is_error, p.path, p.code, p.detail)))


def refused_problems(view: View) -> Iterator[Problem]:
    """Yield each memory that stands in the book although what it says is refused: agents are not handed it."""
    refused = refused_in(view.reading.memories, view.files.get(PAGE), view.today)
    for name, rejection in refused.items():
        place = view.reading.places[name]
        yield Problem(
            path=place.path,
            code=REFUSED,
            detail=f"{name} ({rejection.at}, {rejection.id})",
            line=place.first_line,
        )


def fix(layout: Layout, store: Store, today: date, look: DerivedLook | None = None) -> int:
    """Regenerate stale derived files and return how many there were; refused writes are raised."""
    with store.locked():
        return regenerate(layout, store, today, look=look)


def renew_indices(view: View, store: Store, look: DerivedLook | None = None) -> bool:
    """Regenerate derived files that a reader found stale, and say whether all were fresh.

    `look` was taken before the view was read, and is kept where they could be written.

    The read never fails because of it: whoever holds the book regenerates them anyway, and on a
    read-only disk nobody can.
    """
    if not view.layout.derive(view.files, view.today):
        return True
    with suppress(CommonplaceError):
        fix(view.layout, store, view.today, look)
    return False


_LINKS = frozenset({"broken-link", "row-without-note", "row-file-missing"})
_ANCHORS = {QuoteState.CHANGED: "anchor-changed", QuoteState.GONE: "anchor-gone"}


def examined(
    view: View, contradictory: Sequence[ContradictionIssue], project: Project
) -> tuple[Problem, ...]:
    """Return the problems of the book, errors first, each with the line it stands in."""
    found = [
        *map(_strict, check(view)),
        *_secrets(view),
        *(_contradiction(each, view) for each in contradictory),
        *_unanchored(view, project),
    ]
    return tuple(sorted(set(found), key=lambda p: (not p.is_error, p.path, p.line, p.code)))


def _strict(problem: Problem) -> Problem:
    """Return `problem` as a team takes it: a link to nowhere is an error in every layout.

    An index that is not there may be kept out of git on purpose, and is made again by the first reader.
    """
    is_error = problem.code in _LINKS or (problem.is_error and problem.code != "index-missing")
    return replace(problem, is_error=is_error)


def _secrets(view: View) -> Iterator[Problem]:
    for path, content in view.files.items():
        text = content.decode("utf-8", "replace")
        for secret in find_secrets(text):
            line = text.count("\n", 0, secret.start) + 1
            yield Problem(path=path, code="secret", detail=secret.kind, line=line)


def _contradiction(found: ContradictionIssue, view: View) -> Problem:
    place = view.reading.places[found.other.id]
    detail = f"{found.one.id}: “{found.said}” / “{found.said_otherwise}”"
    return Problem(path=place.path, code="contradiction", detail=detail, line=place.first_line)


def _unanchored(view: View, project: Project) -> Iterator[Problem]:
    living = [m for m in view.reading.memories if m.status is not Status.TOMBSTONED]
    for each in standings(living, project):
        if code := _ANCHORS.get(each.state):
            place = view.reading.places[each.memory]
            yield Problem(
                path=place.path,
                code=code,
                detail=each.anchor.path,
                is_error=False,
                line=place.first_line,
            )
