"""From a conversation to its findings: turn by turn, and then what became of each later on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core.conversation.cues import Cue
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
from commonplace.core.conversation.results import is_kept, is_result, is_table, is_valued
from commonplace.core.conversation.sentences import agents_sentences, levelled, sentences_of
from commonplace.core.conversation.taking_back import concedes, takes_back
from commonplace.core.conversation.turns import Conversation, Turn
from commonplace.core.conversation.weighing import Statement, kind_of, statements_in
from commonplace.core.hygiene import shorten
from commonplace.core.tokens import terms

MOST_FINDINGS = 12
"""More than a dozen things worth remembering in one session are a sign that we misheard."""
MOST_HEARD = 4 * MOST_FINDINGS
"""Where so many were heard before any was told apart, nothing more is listened to."""
STORY_TURNS = 40
"""How many turns back the trouble can stand whose cure is told."""
ANTECEDENTS = 3
JUST_NOW = 2
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
ANSWER_TERMS = 4
"""An answer with fewer words of its own says only that it was heard."""
SHORT_TERMS = 10
"""A reply with fewer words of its own is not understood without the question."""


def findings_in(conversation: Conversation) -> tuple[Finding, ...]:
    """Return what is worth remembering, in the order in which it was said."""
    found: list[Finding] = []
    for turn in conversation.turns:
        if turn.is_users and len(found) < MOST_HEARD:
            found = _not_taken_back(found, turn)
            found += _in_turn(conversation, turn)
    return distinct(found)[:MOST_FINDINGS]


def _in_turn(conversation: Conversation, turn: Turn) -> Iterator[Finding]:
    before = spoken_about(conversation, turn.number)
    if solved := _solved(conversation, turn):
        yield solved
        return
    if kept := _kept_result(conversation, turn):
        yield kept
    for statement in statements_in(turn.text, before, is_first=turn.number == 0):
        if not (kept and statement.cues[Cue.KEEP]):
            yield _stated(conversation, turn, statement)


def _stated(conversation: Conversation, turn: Turn, statement: Statement) -> Finding:
    kind = kind_of(statement)
    is_short = len(terms(statement.words)) < SHORT_TERMS
    hangs_on = kind is Kind.APPROVAL or is_short or statement.place.is_answer
    return Finding(
        kind=kind,
        words=statement.words,
        context=_around(conversation, turn.number) if hangs_on else (),
        turns=_with_answer(conversation, turn.number),
        heard_at=turn.number,
        is_personal=statement.is_personal,
    )


def _solved(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the problem that the user says is solved, with what it was about."""
    meant = [each for each in sentences_of(turn.text) if mood_of(each.mask) not in UNSURE]
    words = " ".join(each.text for each in meant)
    if len(terms(words)) < TOLD_TERMS or not tells_of_cure(" ".join(each.mask for each in meant)):
        return None
    earlier = conversation.turns[max(0, turn.number - STORY_TURNS) : turn.number]
    if not any(_is_trouble(each) for each in earlier):
        return None
    about = _antecedents(earlier, words)
    numbers = {turn.number, *(number for number, _ in about)}
    return Finding(
        kind=Kind.SOLVED,
        words=words,
        context=tuple(text for _, text in about),
        turns=tuple(sorted(numbers)),
        heard_at=turn.number,
    )


def _is_trouble(turn: Turn) -> bool:
    """Say whether the user tells of something wrong, or the agent guesses at what it could be."""
    if turn.is_users:
        return tells_of_trouble(levelled(turn.text))
    return any(mood_of(each.mask) is Mood.GUESSED for each in agents_sentences(turn.text))


def _antecedents(earlier: Sequence[Turn], words: str) -> list[tuple[int, str]]:
    """Return the earlier sentences that share most terms with `words`: what "it" was."""
    said = set(terms(words))
    scored = [
        (len(said & set(terms(sentence.text))), turn.number, sentence.text)
        for turn in earlier
        for sentence in (sentences_of if turn.is_users else agents_sentences)(turn.text)
    ]
    best = sorted((each for each in scored if each[0] > 1), key=lambda each: (-each[0], -each[1]))
    return [
        (at, shorten(text, CONTEXT_CHARACTERS))
        for _, at, text in sorted(best[:ANTECEDENTS], key=lambda each: each[1])
    ]


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


def _around(conversation: Conversation, number: int) -> tuple[str, ...]:
    """Return the last thing that the agent asked or said, and how it understood the reply."""
    before = [each.text for each in agents_sentences(spoken_about(conversation, number))][-1:]
    answer = "".join(each.text for each in conversation.turns[number + 1 : number + 2])
    understood = [each.text for each in agents_sentences(answer)][:1]
    telling = [each for each in understood if len(terms(each)) >= ANSWER_TERMS]
    return tuple(shorten(each, CONTEXT_CHARACTERS) for each in (*before, *telling))


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
    drops_last = is_bare or concedes(levelled(turn.text))
    return [
        each
        for each in found
        if not (taken and likeness(each.words, turn.text) >= AKIN)
        and not (drops_last and turn.number - each.heard_at <= JUST_NOW)
    ]
