"""From a conversation to its findings: turn by turn, and then what became of each later on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from commonplace.core.conversation.cues import Cue, cues_in
from commonplace.core.conversation.findings import (
    AKIN,
    Finding,
    Kind,
    distinct,
    likeness,
    spoken_about,
)
from commonplace.core.conversation.moods import Mood, mood_of
from commonplace.core.conversation.outcomes import tells_of_cure, tells_of_trouble
from commonplace.core.conversation.sentences import levelled, sentences_of
from commonplace.core.conversation.taking_back import concedes, takes_back
from commonplace.core.conversation.turns import Conversation, Turn
from commonplace.core.conversation.weighing import kind_of, statements_in
from commonplace.core.hygiene import shorten
from commonplace.core.tokens import terms

MOST_FINDINGS = 12
"""More than a dozen things worth remembering in one session are a sign that we misheard."""
CONTEXT_CHARACTERS = 300
RESULT_CHARACTERS = 2_000
LOOKED_BACK = 5
"""How many turns back a result can stand that the user asks to keep."""
BARE_TERMS = 4
"""A sentence with fewer words of its own takes back whatever was said last."""
TOLD_TERMS = 6
"""With fewer words of its own a cure is not told: "it works now" says nothing for the next time."""
UNSURE = (Mood.ASKED, Mood.SUPPOSED, Mood.GUESSED, Mood.REPORTED)
"""Moods in which nobody says that something is solved; a cure may well be told with "yesterday"."""
SHORT_TERMS = 10
"""A reply with fewer words of its own is not understood without the question."""

_TABLE = re.compile(r"^\|.*\|[ \t]*$", re.MULTILINE)
_LISTED = re.compile(r"^[ \t]*(?:[-*]|\d+[.)])[ \t]", re.MULTILINE)
_FIGURES = re.compile(r"\d[\d,.]*")


def findings_in(conversation: Conversation) -> tuple[Finding, ...]:
    """Return what is worth remembering, in the order in which it was said."""
    found: list[Finding] = []
    for turn in conversation.turns:
        if turn.is_users:
            found = [each for each in found if not _is_taken_back(each, turn)]
            found += _in_turn(conversation, turn)
    return distinct(found)[:MOST_FINDINGS]


def _in_turn(conversation: Conversation, turn: Turn) -> Iterator[Finding]:
    before = spoken_about(conversation, turn.number)
    if solved := _solved(conversation, turn):
        yield solved
        return
    if kept := _kept_result(conversation, turn):
        yield kept
    for statement in statements_in(turn.text, before):
        kind = kind_of(statement)
        needs_context = kind is Kind.APPROVAL or len(terms(statement.words)) < SHORT_TERMS
        yield Finding(
            kind=kind,
            words=statement.words,
            context=_asked_before(before) if needs_context or statement.is_answer else (),
            turns=_with_answer(conversation, turn.number),
            heard_at=turn.number,
            is_personal=statement.is_personal,
        )


def _solved(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the problem that the user says is solved, with what it was about."""
    meant = [each for each in sentences_of(turn.text) if mood_of(each.mask) not in UNSURE]
    whole = " ".join(each.mask for each in meant)
    if not tells_of_cure(whole):
        return None
    earlier = [each for each in conversation.turns[: turn.number] if each.is_users]
    troubled = next((each for each in earlier if tells_of_trouble(levelled(each.text))), None)
    words = " ".join(each.text for each in meant)
    about = _antecedents(conversation, turn.number, words)
    if troubled is None or len(terms(words)) < TOLD_TERMS:
        return None
    numbers = {turn.number, *(number for number, _ in about)}
    return Finding(
        kind=Kind.SOLVED,
        words=words,
        context=tuple(text for _, text in about),
        turns=tuple(sorted(numbers)),
        heard_at=turn.number,
    )


def _antecedents(conversation: Conversation, number: int, words: str) -> list[tuple[int, str]]:
    """Return the two earlier sentences that share most terms with `words`: what "it" was."""
    said = set(terms(words))
    scored = [
        (len(said & set(terms(sentence.text))), turn.number, sentence.text)
        for turn in conversation.turns[:number]
        for sentence in sentences_of(turn.text)
    ]
    best = sorted((each for each in scored if each[0] > 1), key=lambda each: (-each[0], -each[1]))
    return [
        (at, shorten(text, CONTEXT_CHARACTERS))
        for _, at, text in sorted(best[:2], key=lambda each: each[1])
    ]


def _kept_result(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the result of the agent's that the user asks to keep: a table, a list, figures."""
    asked = [each for each in sentences_of(turn.text) if Cue.KEEP in cues_in(each.mask)]
    if not asked:
        return None
    recent = conversation.turns[max(0, turn.number - LOOKED_BACK) : turn.number]
    results = [each for each in recent if not each.is_users and _is_result(each.text)]
    if not results:
        return None
    since = [each for each in recent if each.number >= results[-1].number and not each.is_users]
    whole = shorten("\n\n".join(each.text for each in since), RESULT_CHARACTERS)
    said = " ".join(each.text for each in sentences_of(turn.text))
    return Finding(
        kind=Kind.SYNTHESIS,
        words=said,
        context=(whole,),
        turns=tuple(sorted({turn.number, *(each.number for each in since)})),
        heard_at=turn.number,
    )


def _is_result(text: str) -> bool:
    figures = len(_FIGURES.findall(text))
    rows = len(_TABLE.findall(text))
    return rows >= 3 or (len(_LISTED.findall(text)) >= 3) or figures >= 4


def _asked_before(before: str) -> tuple[str, ...]:
    """Return the last thing that the agent asked or said, for a reply that hangs on it."""
    said = sentences_of(before)
    return (shorten(said[-1].text, CONTEXT_CHARACTERS),) if said else ()


def _with_answer(conversation: Conversation, number: int) -> tuple[int, ...]:
    """Return the turn and the agent's answer to it, which shows how it was understood."""
    has_answer = (
        number + 1 < len(conversation.turns) and not conversation.turns[number + 1].is_users
    )
    return (number, number + 1) if has_answer else (number,)


def _is_taken_back(finding: Finding, turn: Turn) -> bool:
    """Say whether a later turn takes a finding back: by its words, or right after it by a mere "that"."""
    age = turn.number - finding.heard_at
    taken = [each for each in sentences_of(turn.text) if takes_back(each.mask)]
    if taken and likeness(finding.words, turn.text) >= AKIN:
        return True
    is_bare = any(len(terms(each.text)) < BARE_TERMS for each in taken)
    return age <= 2 and (is_bare or concedes(levelled(turn.text)))
