"""Whether a line that was handed to the agent was used in its answer.

It was, as far as words can tell, when the answer says things that the line says and the question did
not. An answer that repeats the question uses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from commonplace.core.conversation.turns import Conversation
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import fold, terms

FEWEST_SHARED = 2
"""One word in common happens by chance; of a line that has one word of its own, that one is enough."""
SHARED = 0.25
"""The share of a line's own words that the answer has."""
PROMPT_CHARACTERS = 80
"""A prompt is recognised by its beginning: usage keeps no more of a long one."""


@dataclass(frozen=True, slots=True)
class Uses:
    """The memories whose lines an answer used, and those that it did not."""

    used: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


def was_used(line: str, prompt: str, answer: str) -> bool:
    """Say whether `answer` says what `line` says and `prompt` does not."""
    own = {term for term in terms(line) if term not in CHATTER} - set(terms(prompt))
    shared = own & set(terms(answer))
    return len(shared) >= min(FEWEST_SHARED, len(own)) and len(shared) >= SHARED * len(own) > 0


def uses_in(conversation: Conversation, lines: Mapping[str, str], prompt: str) -> Uses | None:
    """Return which of the `lines` (by memory) the answer to `prompt` used; None when there is none yet."""
    answer = _answer_to(conversation, prompt)
    if not answer:
        return None
    used = tuple(name for name, line in lines.items() if was_used(line, prompt, answer))
    return Uses(used, tuple(name for name in lines if name not in used))


def _answer_to(conversation: Conversation, prompt: str) -> str:
    """Return what the agent said to the last turn that begins like `prompt`."""
    begun = fold(prompt[:PROMPT_CHARACTERS])
    for turn in reversed(conversation.turns):
        if turn.is_users and begun and fold(turn.text[:PROMPT_CHARACTERS]) == begun:
            after = conversation.turns[turn.number + 1 : turn.number + 2]
            return "".join(each.text for each in after if not each.is_users)
    return ""
