"""What a statement hangs on: the sentence of the agent's that it speaks about, and how it was understood."""

from __future__ import annotations

import re

from commonplace.core.conversation.findings import Kind
from commonplace.core.conversation.moods import Mood, mood_of
from commonplace.core.conversation.sentences import agents_sentences, sentences_of
from commonplace.core.conversation.weighing import Statement, kind_of
from commonplace.core.hygiene import shorten
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms

CONTEXT_CHARACTERS = 300
ANSWER_TERMS = 4
"""An answer with fewer words of its own says only that it was heard."""
SHORT_TERMS = 10
"""A reply with fewer words of its own is not understood without the question."""

_POINTS_BACK = re.compile(
    r"\b(?:that|this|these|those|it|them|they|the same|both|instead)\b|\btoo \w+|[这那它]|就用|就按|照|太"
)


def context_of(statement: Statement) -> tuple[str, ...]:
    """Return what a statement was said about where it hangs on it, and how the agent understood it."""
    before = (*_asked(statement), *_spoken_about(statement)) if _hangs_on(statement) else ()
    return tuple(shorten(each, CONTEXT_CHARACTERS) for each in (*before, *_understood(statement)))


def _hangs_on(statement: Statement) -> bool:
    is_short = len(terms(statement.words)) < SHORT_TERMS
    is_reply = statement.place.is_answer or kind_of(statement) in (Kind.APPROVAL, Kind.CORRECTION)
    return is_short or is_reply or _points_back(statement)


def _points_back(statement: Statement) -> bool:
    return _POINTS_BACK.search(statement.mask) is not None


def _asked(statement: Statement) -> tuple[str, ...]:
    """Return what the user had asked for, where the statement points back and answers no question."""
    if statement.place.is_answer or not _points_back(statement):
        return ()
    said = [each.text for each in sentences_of(statement.place.asked)]
    return tuple(each for each in said if len(terms(each)) >= ANSWER_TERMS)[:1]


def _spoken_about(statement: Statement) -> tuple[str, ...]:
    """Return the agent's sentence that shares most words with the statement: of equals the last."""
    own = set(terms(statement.words)) - CHATTER
    said = agents_sentences(statement.place.before)
    best = max(
        enumerate(said),
        key=lambda each: (len(own & set(terms(each[1].text))), each[0]),
        default=None,
    )
    return (best[1].text,) if best else ()


def _understood(statement: Statement) -> tuple[str, ...]:
    """Return the first thing that the agent answers, when it says back something of the statement."""
    first = agents_sentences(statement.place.after)[:1]
    return tuple(
        each.text
        for each in first
        if len(terms(each.text)) >= ANSWER_TERMS and mood_of(each.mask) is not Mood.ASKED
    )
