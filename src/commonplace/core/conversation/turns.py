"""A conversation as values: who said what, when, and where in its file it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from commonplace.core import lazy_re as re
from commonplace.core.classification import without_lead_in
from commonplace.core.prompt_redaction import plain_words
from commonplace.core.stopwords import CHATTER
from commonplace.core.tokens import fold, terms
from commonplace.core.values import dataclass, replace


class Speaker(StrEnum):
    """Who speaks: the person, or the agent that answers."""

    USER = "user"
    AGENT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What one side said before the other spoke again."""

    speaker: Speaker
    text: str
    number: int = 0
    """Its place in the conversation, counted from 0."""
    at: str = ""
    """When it was said, as the host wrote it; empty where hosts write no times."""
    offset: int = 0
    """Where its record begins in the transcript, in bytes: the same however the file grows."""

    @property
    def is_users(self) -> bool:
        """Whether the person said it."""
        return self.speaker is Speaker.USER


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The turns of one session, in order."""

    session: str
    host: str
    turns: tuple[Turn, ...]

    @property
    def users_words(self) -> tuple[str, ...]:
        """What the person said, turn by turn."""
        return tuple(turn.text for turn in self.turns if turn.is_users)


def in_order(said: Iterable[Turn]) -> tuple[Turn, ...]:
    """Return the turns numbered; what an agent says between two tool calls is one turn with the rest."""
    found: list[Turn] = []
    for turn in said:
        if found and not turn.is_users and not found[-1].is_users:
            found[-1] = replace(found[-1], text=f"{found[-1].text}\n\n{turn.text}")
        else:
            found.append(replace(turn, number=len(found)))
    return tuple(found)


LONGEST_TURN = 40_000
"""Of a longer turn the beginning and the end are looked at: the rest was pasted."""
_TYPED = re.compile(r"<(user_query|user_message)>(.*?)</\1>", re.DOTALL)
"""Tags in which a host wraps what the user did type."""
_FENCE = re.compile(r"\[(memory [^\]\s]{1,40}|book)\]")
_BEGUN = re.compile(
    r"^[ \t]*\[memory [^\]\s]{1,40}\](?:[^\n]*\n)(?:[^\n]*\S[^\n]*\n?)*|^[ \t]*\[memory [^\]\s]{1,40}\][^\n]*\Z",
    re.MULTILINE,
)
"""A fence whose end was cut off: up to the next blank line."""
_TAG = re.compile(
    r"<([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|soul|instructions|attachment|context|memory|memories|notes|recalled|history|file|document)\b[^>\n]{0,200}>",
    re.IGNORECASE,
)
"""Agent programs name their blocks with several words (`system-reminder`, `hook_context`); HTML does not."""
_BRACKET = re.compile(r"【([^】/\n]{2,20})】")
"""The same in Chinese brackets, which are closed like a tag."""
_ANNOUNCED = re.compile(
    r"^.{0,40}hook additional context:.*?(?:\n[ \t]*\n|\Z)", re.DOTALL | re.MULTILINE
)
_PAGE = re.compile(r"\A# AGENTS\.md instructions.*", re.DOTALL)
_STATUS = re.compile(r"^\[(?:Request interrupted|Image|Pasted text)[^\]\n]*\]", re.MULTILINE)
FEWEST_QUOTED_TERMS = 3
"""With fewer words of its own, anything could be a quotation."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")
_CLAUSE = re.compile(r"(?<=[,;.!?])\s+|(?<=[，、；])")
MOST_EMPTY_CLAUSES = 4
"""So many of them a sentence begins with at most: "Ok, great, thanks, ..."."""
FEWEST_SHARED = 2
"""One word in common happens by chance; of a line that has one word of its own, that one is enough."""
SHARED = 0.25
"""The share of a line's own words that the answer has."""
PROMPT_CHARACTERS = 80
"""A prompt is recognised by its beginning: usage keeps no more of a long one."""
TURN_CHARACTERS = 1_000
"""So much of a turn as usage looks at."""


def typed_by_user(text: str) -> str:
    """Return what of a user's turn the user typed; empty when all of it was handed in."""
    text = shortened(text)
    whole = "\n".join(match[2] for match in _TYPED.finditer(text)) or text
    whole = _without(_PAGE.sub("", whole), _FENCE, "[end of {}]")
    whole = _without(_without(whole, _TAG, "</{}>"), _BRACKET, "【/{}】")
    for pattern in (_BEGUN, _ANNOUNCED, _STATUS):
        whole = pattern.sub("\n", whole)
    return whole.strip()


def _without(text: str, opening: re.Pattern[str], closing: str) -> str:
    """Return `text` without what stands between an opening and its closing, which is sought once each.

    A pattern over both would look to the end of the text for every opening that is never closed.
    """
    kept: list[str] = []
    never_closed: set[str] = set()
    at = 0
    for match in opening.finditer(text):
        if match.start() < at or match[1] in never_closed:
            continue
        end = text.find(closing.format(match[1]), match.end())
        if end < 0:
            never_closed.add(match[1])
            continue
        kept.append(text[at : match.start()])
        at = end + len(closing.format(match[1]))
    return "\n".join((*kept, text[at:]))


def shortened(text: str) -> str:
    """Return a turn as it is looked at: of a very long one the beginning and the end."""
    if len(text) <= LONGEST_TURN:
        return text
    half = LONGEST_TURN // 2
    return f"{text[:half]}\n{text[-half:]}"


def quotes_user(text: str, users_words: Sequence[str]) -> bool:
    """Say whether everything in `text` was said by the user, whatever its case and punctuation.

    A sentence may end early, at a comma; what stood before it must be empty words ("no, ...", "please remember
    that ..."), for what is cut off there is what turns it round: "never", "if the tests fail,".
    """
    if len(terms(text)) < FEWEST_QUOTED_TERMS:
        return False
    said = [
        [fold(clause) for clause in _CLAUSE.split(without_lead_in(sentence))]
        for words in users_words
        for sentence in _SENTENCE.split(words)
    ]
    parts = (fold(without_lead_in(part)) for part in _SENTENCE.split(text))
    return all(any(_begins_with(clauses, part) for clauses in said) for part in parts if part)


def _begins_with(clauses: Sequence[str], part: str) -> bool:
    """Say whether `part` is whole clauses of a sentence, from the first that says anything."""
    letters = part.replace(" ", "")
    for first, clause in enumerate(clauses[:MOST_EMPTY_CLAUSES]):
        at = 0
        for after, each in enumerate(clauses[first:], first + 1):
            own = each.replace(" ", "")
            if not letters.startswith(own, at):
                break
            at += len(own)
            if at == len(letters):
                return fold(" ".join(clauses[first:after])) == part
        if any(term not in CHATTER for term in terms(clause)):
            return False
    return False


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
    """Return which of the `lines` (by memory) the answer to `prompt` used; None when there is none yet.

    `prompt` is as usage keeps it, in plain words.
    """
    asked, answer = _answer_to(conversation, prompt)
    if not answer:
        return None
    used = tuple(name for name, line in lines.items() if was_used(line, asked, answer))
    return Uses(used, tuple(name for name in lines if name not in used))


def _answer_to(conversation: Conversation, prompt: str) -> tuple[str, str]:
    """Return the last turn that begins like `prompt`, of which plain words were kept, and its answer."""
    begun = fold(prompt[:PROMPT_CHARACTERS])
    for turn in reversed(conversation.turns):
        if turn.is_users and begun and _beginning(turn.text) == begun:
            after = conversation.turns[turn.number + 1 : turn.number + 2]
            return turn.text, "".join(each.text for each in after if not each.is_users)
    return "", ""


def _beginning(text: str) -> str:
    return fold(plain_words(text[:TURN_CHARACTERS])[:PROMPT_CHARACTERS])
