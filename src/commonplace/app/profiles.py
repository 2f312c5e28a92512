"""The wiring of a profile: what a save needs to know of the book that it writes into."""

from __future__ import annotations

from commonplace.app.books import Book
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.rejection_pages import PAGE
from commonplace.flows.refusals import rejections_in
from commonplace.flows.save import Profile
from commonplace.layouts.profile import rewrite


def profile_in(book: Book) -> Profile:
    """Return `book` as one that can be saved into; only a profile can."""
    book.check_profile()
    return Profile(
        root=str(book.root),
        layout=book.layout,
        store=book.store,
        rewrite=rewrite,
        judge=RulesJudge(),
        rejections=rejections_in(book.store.read_one(PAGE)),
    )
