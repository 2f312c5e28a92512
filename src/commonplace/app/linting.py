"""The wiring of lint: the judge, the code of the project, and the line in mem-skill's log."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.app.anchoring import project_of
from commonplace.app.books import Book
from commonplace.core.changes import edit_of
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.lint_checks import NearPairs, near_pairs_of
from commonplace.core.ports import Problem
from commonplace.errors import CommonplaceError
from commonplace.flows.ci import examined
from commonplace.flows.decisions import decided_pairs
from commonplace.flows.lint import Linted, contradictions, lint, living_in
from commonplace.flows.lint_fixes import Fix, Mending, propose_fixes
from commonplace.flows.view import View


def linted(book: Book, view: View, near: NearPairs | None = None) -> Linted:
    """Return what is wrong with what `book` says, by rules alone."""
    return lint(view, RulesJudge(), project_of(book), near)


def mending(fixes: Sequence[Fix], view: View, *, who: str, many: bool) -> Mending:
    """Return what the chosen fixes come to; no two memories are joined that the rules find in dispute."""
    return propose_fixes(fixes, view, RulesJudge(), who=who, many=many)


def examined_for_a_team(book: Book, view: View) -> tuple[Problem, ...]:
    """Return everything that should stop a change from being merged, and what should not."""
    living, decided = living_in(view), decided_pairs(view)
    found = contradictions(living, near_pairs_of(living), RulesJudge(), decided)
    return examined(view, tuple(found), project_of(book))


def log_lint(book: Book, found: Linted, fixed: int) -> CommonplaceError | None:
    """Note in the book's own log, if it has one, that somebody looked; return why it could not be."""
    log = book.layout.traits.book_log
    if log is None:
        return None
    more = f", {fixed} fixed" if fixed else ""
    message = f"Health-check completed: {len(found.issues)} issues found{more}"
    try:
        with book.store.locked():
            old = book.store.read_one(log.path)
            new = log.appended(old, [(found.day, "lint", message)])
            if new is not None:
                before = {} if old is None else {log.path: old}
                book.store.refresh([edit_of(before, log.path, new)])
    except CommonplaceError as trouble:
        return trouble
    return None
