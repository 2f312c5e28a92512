"""From a conversation to its findings: turn by turn, and then what became of each later on."""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.core.conversation.contexts import context_of
from commonplace.core.conversation.cues import Cue
from commonplace.core.conversation.findings import (
    AKIN,
    Finding,
    Kind,
    distinct,
    likeness,
)
from commonplace.core.conversation.places import place_of
from commonplace.core.conversation.results import concludes, is_kept, is_result, is_table, is_valued
from commonplace.core.conversation.sentences import levelled, sentences_of
from commonplace.core.conversation.solving import solved_in
from commonplace.core.conversation.taking_back import concedes, drops_last, repeats, takes_back
from commonplace.core.conversation.turns import Conversation, Turn
from commonplace.core.conversation.weighing import Statement, kind_of, statements_in
from commonplace.core.hygiene import shorten
from commonplace.core.tokens import terms

MOST_FINDINGS = 12
"""More than a dozen things worth remembering in one session are a sign that we misheard."""
MOST_HEARD = 4 * MOST_FINDINGS
"""Where so many were heard before any was told apart, nothing more is listened to."""
JUST_NOW = 2
RESULT_CHARACTERS = 2_000
LOOKED_BACK = 5
"""How many turns back a result can stand that the user asks to keep."""
BARE_TERMS = 4
"""A sentence with fewer words of its own takes back whatever was said last."""


def findings_in(conversation: Conversation) -> tuple[Finding, ...]:
    """Return what is worth remembering, in the order in which it was said."""
    found: list[Finding] = []
    for turn in conversation.turns:
        if turn.is_users and len(found) < MOST_HEARD:
            found = _not_taken_back(found, turn)
            found += _in_turn(conversation, turn)
    return distinct(found)[:MOST_FINDINGS]


def _in_turn(conversation: Conversation, turn: Turn) -> Iterator[Finding]:
    if solved := solved_in(conversation, turn):
        yield solved
        return
    if kept := _kept_result(conversation, turn):
        yield kept
    for statement in statements_in(turn.text, place_of(conversation, turn)):
        if not (kept and statement.cues[Cue.KEEP]):
            yield _stated(conversation, turn, statement)


def _stated(conversation: Conversation, turn: Turn, statement: Statement) -> Finding:
    results = _results_before(conversation, turn) if concludes(statement.mask) else ""
    return Finding(
        kind=Kind.SYNTHESIS if results else kind_of(statement),
        words=statement.words,
        context=(shorten(results, RESULT_CHARACTERS),) if results else context_of(statement),
        turns=_with_answer(conversation, turn.number),
        heard_at=turn.number,
        is_personal=statement.is_personal,
        is_repeat=repeats(statement.mask),
    )


def _results_before(conversation: Conversation, turn: Turn) -> str:
    """Return what the agent had found shortly before, empty when that was nothing to sum up."""
    recent = conversation.turns[max(0, turn.number - LOOKED_BACK) : turn.number + 1]
    results = [each.text for each in recent if not each.is_users and is_result(each.text)]
    return "\n\n".join(results)


def _kept_result(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the result of the agent's that the user asks to keep, or calls worth it."""
    said = sentences_of(turn.text)
    wanted = is_result if any(is_kept(each.mask) for each in said) else is_table
    if wanted is is_table and not any(is_valued(each.mask) for each in said):
        return None
    recent = conversation.turns[max(0, turn.number - LOOKED_BACK) : turn.number]
    results = [each for each in recent if not each.is_users and wanted(each.text)]
    if not results:
        return None
    since = [each for each in recent if each.number >= results[-1].number and not each.is_users]
    return Finding(
        kind=Kind.SYNTHESIS,
        words=" ".join(each.text for each in said),
        context=(shorten("\n\n".join(each.text for each in since), RESULT_CHARACTERS),),
        turns=tuple(sorted({turn.number, *(each.number for each in since)})),
        heard_at=turn.number,
    )


def _with_answer(conversation: Conversation, number: int) -> tuple[int, ...]:
    """Return the turn and the agent's answer to it, which shows how it was understood."""
    has_answer = (
        number + 1 < len(conversation.turns) and not conversation.turns[number + 1].is_users
    )
    return (number, number + 1) if has_answer else (number,)


def _not_taken_back(found: list[Finding], turn: Turn) -> list[Finding]:
    """Return the findings that a turn does not take back: by its words, or the last by a mere "that"."""
    taken = [each for each in sentences_of(turn.text) if takes_back(each.mask)]
    is_bare = any(len(terms(each.text)) < BARE_TERMS for each in taken)
    said = levelled(turn.text)
    is_last = is_bare or drops_last(said) or concedes(said)
    return [
        each
        for each in found
        if not (taken and likeness(each.words, turn.text) >= AKIN)
        and not (is_last and turn.number - each.heard_at <= JUST_NOW)
    ]
