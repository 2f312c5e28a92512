"""Who answers for a write: the person at the terminal, the `--yes` they typed, or nobody."""

from __future__ import annotations

from dataclasses import dataclass

import click

from commonplace.core.ports import Asker, Question
from commonplace.doors.cli.desk import Desk

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """A person who reads the question and types the answer."""

    colour: bool | None = None
    channel: str = "terminal"

    def ask(self, question: Question) -> str | None:
        """Ask on the error stream, so that the result alone is on the other."""
        if question.details:
            click.echo(question.details, err=True, color=self.colour)
        return (
            YES if click.confirm(question.text, default=question.default == YES, err=True) else NO
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An answer given in advance: by a flag, or by the user's own policy."""

    answer: str
    channel: str

    def ask(self, question: Question) -> str | None:  # noqa: ARG002 - the answer stands already
        """Return the answer that was given in advance."""
        return self.answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Nobody:
    """No one is there: the proposal will wait."""

    channel: str = "none"

    def ask(self, question: Question) -> str | None:  # noqa: ARG002 - nobody hears it
        """Return that nobody answered."""
        return None


def asker_for(desk: Desk, *, yes: bool, must_ask: bool = False) -> Asker:
    """Return who answers for this run; with `must_ask` only a person who is there."""
    if yes and not must_ask:
        return Standing(answer=YES, channel="flag")
    if desk.settings.policy == "auto" and not must_ask:
        return Standing(answer=YES, channel="policy")
    return Terminal(colour=desk.colour) if desk.is_terminal else Nobody()
