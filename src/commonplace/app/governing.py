"""The wiring of governance: whom a candidate is put before."""

from __future__ import annotations

from commonplace.app.books import Book
from commonplace.app.indexing import searched
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.search import Finding, Query
from commonplace.flows.nearest import Counsel


def counsel_for(book: Book) -> Counsel:
    """Return who is asked about what should enter `book`."""

    def find(query: Query) -> Finding:
        """Ask the index, freshened for each question: somebody else may have written meanwhile."""
        return searched(book).engine.find(query)

    return Counsel(find=find, judge=RulesJudge())
