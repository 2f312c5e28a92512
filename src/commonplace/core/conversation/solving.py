"""A problem that was solved, as one story: what was wrong, what it came from, and that it is over.

Nothing is told before the user says that it works. Who only says so lets the agent's account of the
cause and the cure stand; a bare "works now" is a story only where an earlier guess had been wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from commonplace.core.conversation.findings import Finding, Kind
from commonplace.core.conversation.moods import Mood, mood_of
from commonplace.core.conversation.outcomes import (
    assents,
    denies,
    denies_guess,
    explains,
    may_be_over,
    tells_of_cure,
    tells_of_success,
    tells_of_trial,
    tells_of_trouble,
)
from commonplace.core.conversation.places import specifics_of
from commonplace.core.conversation.sentences import (
    Sentence,
    agents_sentences,
    levelled,
    sentences_of,
)
from commonplace.core.conversation.turns import Conversation, Turn
from commonplace.core.hygiene import shorten
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms

STORY_TURNS = 40
"""How many turns back the trouble can stand whose cure is told."""
PRELUDE_TURNS = 4
"""Trouble is often told before a word of ours gives it away."""
TOLD_TERMS = 6
"""With fewer words of its own a cure is not told: "it works now" says nothing for the next time."""
ACCOUNT_TERMS = 4
MOST_SENTENCES = 5
CAUSES = 2
QUOTED_CHARACTERS = 300
EXPLAINING = 2
"""What it counts that a sentence gives a cause or a cure, beside each name in it."""
MOST_COUNTED = 3
UNSURE = (Mood.ASKED, Mood.SUPPOSED, Mood.GUESSED, Mood.REPORTED)
"""Moods in which nobody says that something is solved; a cure may well be told with "yesterday"."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of the story, and the turn that it stands in."""

    number: int
    sentence: Sentence
    worth: int

    @property
    def text(self) -> str:
        return shorten(self.sentence.text, QUOTED_CHARACTERS)


def solved_in(conversation: Conversation, turn: Turn) -> Finding | None:
    """Return the problem that a turn of the user's says is solved, with what it was about."""
    meant = [each for each in sentences_of(turn.text) if mood_of(each.mask) not in UNSURE]
    mask = " ".join(each.mask for each in meant)
    trouble = _trouble_before(conversation, turn) if may_be_over(mask) else None
    if trouble is None:
        return None
    words = " ".join(each.text for each in meant)
    story = conversation.turns[max(0, trouble.number - PRELUDE_TURNS) : turn.number]
    is_told = len(terms(words)) >= TOLD_TERMS and tells_of_cure(mask)
    if not is_told and not _is_confirmed(mask, trouble, story):
        return None
    return _finding(turn, trouble, _account(story, trouble, words), words, is_told=is_told)


def _is_confirmed(mask: str, trouble: Turn, story: Sequence[Turn]) -> bool:
    """Say whether the user saw that it is over, or is content with what the agent saw."""
    if not any(_is_account(each) for turn in story for each in agents_sentences(turn.text)):
        return False
    is_over = tells_of_success(mask) or denies(mask, set(terms(trouble.text)) - CHATTER)
    was_wrong = tells_of_trouble(levelled(trouble.text)) and any(
        each.is_users and denies_guess(levelled(each.text)) for each in story
    )
    if is_over and (was_wrong or tells_of_trial(mask)):
        return True
    reported = levelled(story[-1].text)
    return assents(mask) and tells_of_success(reported) and tells_of_trial(reported)


def _finding(
    turn: Turn, trouble: Turn, account: Sequence[_Said], words: str, *, is_told: bool
) -> Finding:
    """Return the story: in the user's own words where they name the cause, else in those it confirms."""
    telling = [each for each in account if explains(each.sentence.mask)] or account
    causes = [] if is_told else telling[-CAUSES:]
    told = [*(each.text for each in causes), words]
    problem = [shorten(_problem(trouble), QUOTED_CHARACTERS)]
    around = [each.text for each in account if each not in causes]
    return Finding(
        kind=Kind.SOLVED,
        words=" ".join(told),
        context=tuple(dict.fromkeys((*problem, *around))),
        turns=tuple(sorted({trouble.number, turn.number, *(each.number for each in account)})),
        heard_at=turn.number,
    )


def _trouble_before(conversation: Conversation, turn: Turn) -> Turn | None:
    """Return the first turn of late that tells of trouble; None when nothing was wrong."""
    earlier = conversation.turns[max(0, turn.number - STORY_TURNS) : turn.number]
    return next((each for each in earlier if _is_trouble(each)), None)


def _is_trouble(turn: Turn) -> bool:
    """Say whether the user tells of something wrong or denies a guess, or the agent makes one."""
    if turn.is_users:
        said = levelled(turn.text)
        return tells_of_trouble(said) or denies_guess(said)
    return any(mood_of(each.mask) is Mood.GUESSED for each in agents_sentences(turn.text))


def _problem(trouble: Turn) -> str:
    said = (sentences_of if trouble.is_users else agents_sentences)(trouble.text)
    wrong = [each.text for each in said if tells_of_trouble(each.mask)]
    return next(iter(wrong or [each.text for each in said]), trouble.text)


def _is_account(sentence: Sentence) -> bool:
    """Say whether a sentence tells something, as opposed to asking for it."""
    return len(terms(sentence.text)) >= ACCOUNT_TERMS and mood_of(sentence.mask) is not Mood.ASKED


def _account(story: Sequence[Turn], trouble: Turn, words: str) -> list[_Said]:
    """Return the sentences that tell most of what it was and what was done, in order."""
    since = [each for each in story if each.number >= trouble.number]
    about = set(terms(" ".join((words, *(each.text for each in since if each.is_users))))) - CHATTER
    said = [*_said(since, about), *_said(story[: -len(since)], about)]
    ranked = sorted(
        said, key=lambda each: (each.number < trouble.number, -each.worth, -each.number)
    )
    return sorted(ranked[:MOST_SENTENCES], key=lambda each: each.number)


def _said(story: Sequence[Turn], about: set[str]) -> Iterator[_Said]:
    for turn in story:
        for sentence in (sentences_of if turn.is_users else agents_sentences)(turn.text):
            if not _is_account(sentence):
                continue
            worth = min(len(specifics_of(sentence.text)), MOST_COUNTED)
            worth += min(len(about & set(terms(sentence.text))), MOST_COUNTED)
            yield _Said(turn.number, sentence, worth + EXPLAINING * explains(sentence.mask))
