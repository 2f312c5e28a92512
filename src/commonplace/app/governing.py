"""The wiring of governance: whom a candidate is put before, and whose words it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from commonplace.app.books import Book
from commonplace.app.indexing import searched
from commonplace.app.transcripts import conversation_at
from commonplace.core.conversation.attribution import quotes_user
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.search import Finding, Query
from commonplace.errors import BadInput
from commonplace.flows.nearest import Counsel
from commonplace.hosts.transcripts.places import transcript_in


def counsel_for(book: Book) -> Counsel:
    """Return who is asked about what should enter `book`."""

    def find(query: Query) -> Finding:
        """Ask the index, freshened for each question: somebody else may have written meanwhile."""
        return searched(book).engine.find(query)

    return Counsel(find=find, judge=RulesJudge())


def speaks_for_user(texts: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Say whether an agent's command repeats what the user said in this session, and nothing else.

    The evidence is the transcript that the agent program keeps in its own folder; where there is none,
    or it cannot be read, an agent speaks for itself.
    """
    path = transcript_in(environ)
    if path is None or not texts:
        return False
    try:
        conversation, _ = conversation_at(path)
    except BadInput:
        return False
    return all(quotes_user(text, conversation.users_words) for text in texts)
