"""Where a statement stands in its conversation: after which words of the agent's, and before which answer."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.core import lazy_re as re
from commonplace.core.conversation.findings import spoken_about
from commonplace.core.conversation.phrases import tells_of_trouble
from commonplace.core.conversation.sentences import (
    Mood,
    agents_sentences,
    mood_of,
    normalize_lowercase,
    sentences_of,
)
from commonplace.core.conversation.turns import Conversation, Turn

RECENT_TURNS = 4
CHOICE_CHARACTERS = 300
"""Options are asked about at the end of what an agent says."""
ANSWER_CHARACTERS = 400
"""How an agent took a reply is told in its first sentences; code and figures follow."""

_SPECIFIC = re.compile(
    r"(?<![\w./@:-])(?=[\w./@:-]{0,200}?\d)[\w./@:-]{2,200}|`[^`\n]{1,200}`|(?<![\w-])[\w-]{1,60}[./_][\w./_-]{1,120}"
    r"|\b[a-z]{1,40}[A-Z]\w{1,60}|\b[A-Z]{2,40}\b"
)
_LAST_QUESTION = re.compile(r"[^.!?。！？\n]{0,400}[?？]\Z")
QUESTION_CHARACTERS = 401
_WHAT_NEXT = re.compile(
    r"anything (?:else|to)|what(?:'s| is| shall| should)?.{0,12}(?:first|next|we do|today)|shall we|还有|接下来|别的"
)
_OFFER = re.compile(
    r"\b(?:shall|should|may|can|could|do you want|would you like|want me|or|prefer|which|use|keep|leave|add|need)\b|要不要|要.{1,20}吗|可以吗|用|选|哪|还是|需要"
)
_CHOICE = re.compile(
    r"\bor\b[^.?]{1,80}\?|\bwhich (?:one|of|do|would|should|\w+)\b|\b(?:either|both|two ways|options?|candidates)\b|^(?:\w+ )?\w+ or \w+[?.]"
    r"|还是|哪[个种一]|都(?:可以|行)|两种|或者|方案"
)
_ASSUMED = re.compile(
    r"\bi(?:'ve|'d|'ll| have| will)? (?:\w+ )?(?:used|assumed|put|wrote|set|added|named|called|made|changed|split|deleted|bumped|cached|chose|picked)\b"
    r"|我(?:先|也|直接|顺手)?(?:给|把|用|加|按|在).{0,30}|用了|已按"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a statement stands: at the beginning or not, after which words and before which answer."""

    asked: str
    """What the user had said last before it."""
    before: str
    after: str
    """How the agent took it; empty when it has not answered yet."""
    is_first: bool
    is_answer: bool
    """Whether the agent has just asked something particular."""
    is_offer: bool
    """Whether the agent has asked what to do rather than how things are."""
    is_choice: bool
    """Whether the agent has just named several ways."""
    named: frozenset[str]
    """The names, numbers and paths that the agent has just used."""
    follows_assumption: bool
    """Whether the agent has just told what it chose by itself."""
    is_of_others: bool
    """Whether the user was just telling of somebody else's work."""
    is_amid_trouble: bool
    """Whether a fault is being looked for: what is said then is what was seen, not what holds."""


def position_of(conversation: Conversation, turn: Turn) -> Position:
    """Return the position of a turn of the user's."""
    answer = conversation.turns[turn.number + 1 : turn.number + 2]
    recent = conversation.turns[max(0, turn.number - RECENT_TURNS) : turn.number]
    earlier = [each.text for each in recent if each.is_users]
    return position_between(
        spoken_about(conversation, turn.number),
        "".join(each.text for each in answer if not each.is_users),
        is_first=turn.number == 0,
        is_of_others=bool(earlier) and _tells_of_others(earlier[-1]),
        is_amid_trouble=any(tells_of_trouble(normalize_lowercase(each)) for each in earlier),
        asked=earlier[-1] if earlier else "",
    )


def position_between(
    before: str,
    after: str,
    *,
    is_first: bool,
    is_of_others: bool = False,
    is_amid_trouble: bool = False,
    asked: str = "",
) -> Position:
    """Return the position of a turn that follows what the agent said, and is followed by its answer."""
    last = _LAST_QUESTION.search(before.rstrip()[-QUESTION_CHARACTERS:])
    return Position(
        asked=asked,
        before=before,
        after=after[:ANSWER_CHARACTERS],
        is_first=is_first,
        is_answer=last is not None and not _WHAT_NEXT.search(normalize_lowercase(last[0])),
        is_offer=last is not None and _OFFER.search(normalize_lowercase(last[0])) is not None,
        is_choice=_CHOICE.search(normalize_lowercase(before[-CHOICE_CHARACTERS:])) is not None,
        named=specifics_in(before),
        follows_assumption=_ASSUMED.search(normalize_lowercase(before)) is not None,
        is_of_others=is_of_others,
        is_amid_trouble=is_amid_trouble and _looks_for_fault(before),
    )


def specifics_in(text: str) -> frozenset[str]:
    """Return the names, numbers and paths of a text, in one case."""
    return frozenset(map(normalize_lowercase, specifics_of(text)))


def specifics_of(text: str) -> list[str]:
    """Return the names, numbers and paths of a text, as they stand there."""
    return [match[0] for match in _SPECIFIC.finditer(text)]


def _looks_for_fault(before: str) -> bool:
    """Say whether the agent guesses, or asks how things are: a fault is being looked for."""
    moods = [mood_of(each.mask) for each in agents_sentences(before)]
    is_offer = _OFFER.search(normalize_lowercase(before[-CHOICE_CHARACTERS:])) is not None
    return Mood.GUESSED in moods or (Mood.ASKED in moods[-1:] and not is_offer)


def _tells_of_others(text: str) -> bool:
    return any(mood_of(each.mask) is Mood.ELSEWHERE for each in sentences_of(text))
