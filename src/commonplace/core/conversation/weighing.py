"""One turn of the user's, weighed: which of its sentences last, and what kind of thing they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.core.conversation.cues import Cue, cues_in
from commonplace.core.conversation.findings import Kind
from commonplace.core.conversation.moods import mood_of
from commonplace.core.conversation.sentences import Sentence, levelled, sentences_of
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import terms

ENOUGH = 3
"""The cues of a statement weigh at least so much; no weak cue reaches it alone, nor do two."""
FEWEST_TERMS = 3
"""With fewer words of its own a statement speaks of nothing that could be found again."""
ANCHORS = (Cue.HABIT, Cue.STANDING, Cue.BOUND, Cue.TOLD)
"""Cues that say how things are: with a name, a number or a path they say it exactly."""

_SPECIFIC = re.compile(
    r"[\w./@:-]+\d[\w./@:-]*|\d[\w./@:-]+|`[^`\n]+`|[\w-]+[./_][\w./_-]+|\b[a-z]+[A-Z]\w+|\b[A-Z]{2,}\b"
)
_DENIES = re.compile(
    r"\b(?:not|no|never|n't|isn't|doesn't|don't|aren't|wasn't|only)\b|n't\b|不|没|别|无"
)
_HANGS_ON = re.compile(
    r"(?:it|that|this|they|those|these|and|so|because|then|otherwise|(?:the |main |my )?reason|outside of (?:that|it))\b|这|那|它|所以|因为|理由|否则|不然"
)
_LAST_SENTENCE = re.compile(r"[^.!?。！？\n]*[?？]$")
_WHAT_NEXT = re.compile(
    r"anything (?:else|to)|what(?:'s| is| shall| should)?.{0,12}(?:first|next|we do|today)|shall we|还有|接下来|别的"
)
_PERSON = re.compile(r"\b(?:i|me|my|mine|i'm|i'd|i'll|you)\b|我(?!们)|你(?!们)")


@dataclass(frozen=True, slots=True)
class Statement:
    """Sentences of one turn that belong together, and the cues they give."""

    sentences: tuple[Sentence, ...]
    cues: Counter[Cue]
    is_answer: bool = False

    @property
    def words(self) -> str:
        """The sentences as they were typed."""
        return " ".join(each.text for each in self.sentences)

    @property
    def mask(self) -> str:
        """The sentences as they are looked at."""
        return " ".join(each.mask for each in self.sentences)

    @property
    def weight(self) -> int:
        """What speaks for keeping it: nothing, when all its cues are weak.

        A wish to keep speaks of something said before. That it answers a question, or names the very
        thing, speaks for it once.
        """
        told = {cue: weight for cue, weight in self.cues.items() if cue is not Cue.KEEP}
        if not any(weight > 1 for weight in told.values()):
            return 0
        is_exact = any(self.cues[cue] for cue in ANCHORS) and bool(_SPECIFIC.search(self.words))
        return sum(told.values()) + int(self.is_answer or is_exact)

    @property
    def is_personal(self) -> bool:
        """Whether it speaks of the person or to the agent, not of the work."""
        return _PERSON.search(self.mask) is not None and Cue.HABIT not in self.cues


def own_statements(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a turn that are meant as they are said."""
    return tuple(each for each in sentences_of(text) if mood_of(each.mask) is None)


def statements_in(text: str, before: str) -> tuple[Statement, ...]:
    """Return what the user states in a turn after the agent said `before`: what weighs enough.

    A sentence that weighs enough alone begins a statement of its own, and those after it explain it.
    When none does, the turn is weighed as a whole: chat is typed in halves of sentences.
    """
    meant = own_statements(text)
    if not meant:
        return ()
    asked = _asks(before)
    groups = _groups(meant, before)
    found = [
        _statement(group, before, is_answer=asked and not at) for at, group in enumerate(groups)
    ]
    whole = _statement(meant, before, is_answer=asked)
    chosen = [each for each in found if each.weight >= ENOUGH] or [whole]
    return tuple(each for each in chosen if each.weight >= ENOUGH and _says_something(each, before))


def _asks(before: str) -> bool:
    """Say whether the agent has just asked something particular, not only what is next."""
    last = _LAST_SENTENCE.search(before.rstrip())
    return last is not None and not _WHAT_NEXT.search(levelled(last[0]))


def kind_of(statement: Statement) -> Kind:
    """Return what kind of thing a statement says."""
    cues = statement.cues
    if cues[Cue.PRAISE] and (cues[Cue.UNIVERSAL] or cues[Cue.WISH] > 1):
        return Kind.APPROVAL
    if cues[Cue.CORRECTING] and not cues[Cue.DECIDED]:
        return Kind.CORRECTION
    if cues[Cue.DECIDED]:
        return Kind.DECISION
    if cues[Cue.TOLD] or cues[Cue.BOUND] > cues[Cue.WISH] + cues[Cue.HABIT]:
        return Kind.FACT
    return Kind.PREFERENCE


def _groups(meant: Sequence[Sentence], before: str) -> list[tuple[Sentence, ...]]:
    groups: list[list[Sentence]] = []
    has_head = False
    for sentence in meant:
        is_head = _statement((sentence,), before).weight >= ENOUGH
        if not groups or (is_head and has_head and not _continues(groups[-1], sentence)):
            groups.append([sentence])
        else:
            groups[-1].append(sentence)
        has_head = has_head or is_head
    return [tuple(group) for group in groups]


def _continues(group: Sequence[Sentence], sentence: Sentence) -> bool:
    """Say whether a sentence goes on about what those before it speak of."""
    known = {term for each in group for term in terms(each.text)} - CHATTER
    return bool(_HANGS_ON.match(sentence.mask)) or not known.isdisjoint(terms(sentence.text))


def _statement(sentences: Sequence[Sentence], before: str, *, is_answer: bool = False) -> Statement:
    cues: Counter[Cue] = Counter()
    for sentence in sentences:
        for cue, weight in cues_in(sentence.mask).items():
            cues[cue] = max(cues[cue], weight)
        if _contradicts(sentence, before):
            cues[Cue.CORRECTING] = max(cues[Cue.CORRECTING], 2)
    return Statement(tuple(sentences), cues, is_answer)


def _contradicts(sentence: Sentence, before: str) -> bool:
    """Say whether a sentence denies something particular that the agent has just said."""
    if not _DENIES.search(sentence.mask):
        return False
    ours = set(map(levelled, _SPECIFIC.findall(sentence.text)))
    return bool(ours & set(map(levelled, _SPECIFIC.findall(before))))


def _says_something(statement: Statement, before: str) -> bool:
    """Say whether a statement speaks of something in particular; an answer does so with its question."""
    own = terms(statement.words)
    known = len(own) + (len(terms(before)) if statement.is_answer else 0)
    return known >= FEWEST_TERMS and any(term not in CHATTER for term in own)
