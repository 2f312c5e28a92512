"""Who answers for a write: the person at the terminal, the `--yes` they typed, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from commonplace.core.ports import Asker, Question
from commonplace.doors.cli.desk import Desk

YES, NO = "yes", "no"


SYNONYMS = {
    "y": YES,
    "a": YES,
    "是": YES,
    "确认": YES,
    "n": NO,
    "b": NO,
    "否": NO,
    "取消": NO,
    "c": "create",
    "改为新增": "create",
    "新建": "create",
    "d": "compare",
    "查看对比": "compare",
    "更新": "update",
    "补充": "extend",
    "合并": "merge",
    "跳过": "skip",
    "替换": "replace",
    "并存": "separate",
}
"""The short answers of the original systems: letters in LingXi, both languages everywhere."""


def meant_by(typed: str, choices: Sequence[str]) -> str:
    """Return the choice that `typed` means: itself, a synonym or its beginning; empty for none."""
    word = typed.strip().casefold()
    if word in choices:
        return word
    if SYNONYMS.get(word) in choices:
        return SYNONYMS[word]
    begun = [choice for choice in choices if word and choice.startswith(word)]
    return begun[0] if len(begun) == 1 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """A person who reads the question and types the answer."""

    colour: bool | None = None
    channel: str = "terminal"

    def ask(self, question: Question) -> str | None:
        """Ask on the error stream, so that the result alone is on the other."""
        if question.details:
            click.echo(question.details, err=True, color=self.colour)
        if question.is_open:
            typed: str = click.prompt(question.text, default="", show_default=False, err=True)
            return typed.strip()
        if question.choices:
            return self._choose(question)
        return self._confirm(question)

    def _confirm(self, question: Question) -> str:
        """Ask for yes or no, in either language; nothing typed is the default."""
        default = YES if question.default == YES else NO
        text = f"{question.text} [{'Y/n' if default == YES else 'y/N'}]"
        while True:
            typed = click.prompt(text, default=default, show_default=False, err=True)
            if meant := meant_by(typed, (YES, NO)):
                return meant

    def _choose(self, question: Question) -> str:
        """Ask until one of the choices is meant."""
        offered = "/".join(question.choices)
        while True:
            typed = click.prompt(f"{question.text} ({offered})", default=question.default, err=True)
            if meant := meant_by(typed, question.choices):
                return meant


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


def is_asked(desk: Desk, *, yes: bool) -> bool:
    """Say whether a person is there who wants to be asked."""
    return desk.is_terminal and not yes and desk.settings.policy != "auto"


def asker_for(desk: Desk, *, yes: bool, must_ask: bool = False) -> Asker:
    """Return who answers for this run; with `must_ask` only a person who is there.

    What an agent program agrees to in advance is no agreement, unless the user's own policy says so.
    """
    if desk.agent and (yes or not desk.is_terminal):
        if desk.agents_may_save and not must_ask:
            return Standing(answer=YES, channel="policy")
        return Nobody()
    if yes and not must_ask:
        return Standing(answer=YES, channel="flag")
    if desk.settings.policy == "auto" and not must_ask:
        return Standing(answer=YES, channel="policy")
    return Terminal(colour=desk.colour) if desk.is_terminal else Nobody()
