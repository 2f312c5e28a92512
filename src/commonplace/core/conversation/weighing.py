"""One turn of the user's, weighed: which of its sentences last, and what kind of thing they say."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from commonplace.core.conversation import outright
from commonplace.core.conversation.chances import is_likely
from commonplace.core.conversation.cues import Cue, cues_in
from commonplace.core.conversation.findings import Kind
from commonplace.core.conversation.moods import mood_of
from commonplace.core.conversation.places import Place, specifics_in
from commonplace.core.conversation.sentences import Sentence, sentences_of
from commonplace.core.conversation.signs import signs_of
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms

ENOUGH = 3
"""A sentence whose cues weigh so much together can begin a statement of its own."""
FEWEST_TERMS = 3
"""With fewer words of its own a statement speaks of nothing that could be found again."""

_DENIES = re.compile(
    r"\b(?:not|no|never|n't|isn't|doesn't|don't|aren't|wasn't|only)\b|n't\b|不|没|别|无"
)
_HANGS_ON = re.compile(
    r"(?:it|that|this|they|those|these|and|so|because|then|otherwise|(?:the |main |my )?reason|outside of (?:that|it))\b|这|那|它|所以|因为|理由|否则|不然"
)
_OURS = re.compile(r"\b(?:we|our|ours|us|you|here)\b|我们|咱|你|这边|这里")
"""Who was telling of others comes back to the work with one of these."""
_PERSON = re.compile(r"\b(?:i|me|my|mine|i'm|i'd|i'll|you)\b|我(?!们)|你(?!们)")


@dataclass(frozen=True, slots=True)
class Statement:
    """Sentences of one turn that belong together, the cues they give, and where they stand."""

    sentences: tuple[Sentence, ...]
    cues: Counter[Cue]
    place: Place

    @property
    def words(self) -> str:
        """The sentences as they were typed."""
        return " ".join(each.text for each in self.sentences)

    @property
    def mask(self) -> str:
        """The sentences as they are looked at."""
        return " ".join(each.mask for each in self.sentences)

    @property
    def signs(self) -> dict[str, float]:
        """What speaks for keeping it and against it."""
        return signs_of(self.sentences, self.cues, self.place)

    @property
    def is_likely(self) -> bool:
        """Whether it is likely enough to hold beyond this conversation, or says so outright."""
        return self.is_outright or (is_likely(self.signs) and self._says_something)

    @property
    def is_outright(self) -> bool:
        """Whether it says itself how it is meant: one sentence, or a yes for good to what was done."""
        if outright.approves_for_good(self.mask):
            return bool(self.place.before)
        enough = len(terms(self.words)) >= outright.FEWEST_TERMS
        return enough and len(self.sentences) == 1 and outright.is_outright(self.mask)

    @property
    def is_personal(self) -> bool:
        """Whether it speaks of the person or to the agent, not of the work."""
        return _PERSON.search(self.mask) is not None and Cue.HABIT not in self.cues

    @property
    def _says_something(self) -> bool:
        """Whether it speaks of something in particular; an answer does so with its question."""
        own = terms(self.words)
        known = len(own) + (len(terms(self.place.before)) if self.place.is_answer else 0)
        return known >= FEWEST_TERMS and any(term not in CHATTER for term in own)


def statements_in(text: str, place: Place) -> tuple[Statement, ...]:
    """Return what the user states in a turn: what is likely to last.

    Several things said in one turn are several statements only where each is likely alone: what is
    not explains the others, and chat is typed in halves of sentences. What is said outright counts
    beside an errand, too.
    """
    whole = whole_turn(text, place)
    if whole is None:
        return ()
    groups = [_statement(group, whole.place) for group in _groups(whole)]
    standing = tuple(each for each in groups if each.is_likely)
    if len(standing) > 1:
        return standing
    if standing or whole.is_likely:
        return (whole,)
    alone = (_statement((each,), whole.place) for each in whole.sentences)
    return tuple(each for each in alone if each.is_outright)


def whole_turn(text: str, place: Place) -> Statement | None:
    """Return all that a turn states as one statement; None when it states nothing."""
    meant = tuple(each for each in sentences_of(text) if mood_of(each.mask) is None)
    if place.is_of_others and not any(_OURS.search(each.mask) for each in meant):
        return None
    return _statement(meant, place) if meant else None


def kind_of(statement: Statement) -> Kind:
    """Return what kind of thing a statement says."""
    cues = statement.cues
    if outright.approves_for_good(statement.mask):
        return Kind.APPROVAL
    if cues[Cue.PRAISE] and (cues[Cue.UNIVERSAL] or cues[Cue.WISH] > 1):
        return Kind.APPROVAL
    if cues[Cue.CORRECTING] and not cues[Cue.DECIDED]:
        return Kind.CORRECTION
    if cues[Cue.DECIDED]:
        return Kind.DECISION
    if cues[Cue.TOLD] or cues[Cue.BOUND] > cues[Cue.WISH] + cues[Cue.HABIT]:
        return Kind.FACT
    return Kind.PREFERENCE


def _groups(whole: Statement) -> list[tuple[Sentence, ...]]:
    """Return the sentences that belong together: a new group begins with what is of another matter."""
    groups: list[list[Sentence]] = []
    known: set[str] = set()
    has_head = False
    for sentence in whole.sentences:
        is_head = sum(_statement((sentence,), whole.place).cues.values()) >= ENOUGH
        own = set(terms(sentence.text)) - CHATTER
        goes_on = _HANGS_ON.match(sentence.mask) is not None or not known.isdisjoint(own)
        if not groups or (is_head and has_head and not goes_on):
            groups.append([])
            known = set()
        groups[-1].append(sentence)
        known |= own
        has_head = has_head or is_head
    return [tuple(group) for group in groups]


def _statement(sentences: tuple[Sentence, ...], place: Place) -> Statement:
    cues: Counter[Cue] = Counter()
    for sentence in sentences:
        for cue, weight in cues_in(sentence.mask).items():
            cues[cue] = max(cues[cue], weight)
        if _contradicts(sentence, place):
            cues[Cue.CORRECTING] = max(cues[Cue.CORRECTING], 2)
    return Statement(sentences, cues, place)


def _contradicts(sentence: Sentence, place: Place) -> bool:
    """Say whether a sentence denies something particular that the agent has just said."""
    denies = _DENIES.search(sentence.mask) is not None
    return denies and not place.named.isdisjoint(specifics_in(sentence.text))
