"""A conversation as values: who said what, when, and where in its file it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


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
