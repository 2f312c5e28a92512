"""Ask the person at the terminal, or take the answers that they gave in advance."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from commonplace.core.answers import ALL, chosen
from commonplace.core.governance import Label, Opinion, Override, Verb
from commonplace.core.ports import Asker, Question
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.context import Desk
from commonplace.doors.render.common import visible
from commonplace.errors import BadInput
from commonplace.flows.capture import plain
from commonplace.flows.govern import Answer
from commonplace.messages import has_sentence, say

YES, NO, HELP = "yes", "no", "help"
LETTERS = {
    "y": YES,
    "n": NO,
    "e": "edit",
    "s": "skip",
    "u": "update",
    "x": "extend",
    "c": "create",
    "t": "topic",
    "b": "back",
    "r": "rest",
    "m": "merge",
    "o": "other",
    "w": "when",
    "l": "unlinked",
    "d": "compare",
    "?": HELP,
}
"""What a letter means at every question; the word itself is an answer, too."""
SYNONYMS = {
    "a": YES,
    "是": YES,
    "确认": YES,
    "b": NO,
    "否": NO,
    "取消": NO,
    "改为新增": "create",
    "新建": "create",
    "查看对比": "compare",
    "更新": "update",
    "补充": "extend",
    "合并": "merge",
    "跳过": "skip",
    "replace": "update",
    "替换": "update",
    "separate": "create",
    "并存": "create",
    "主题": "topic",
    "修改": "edit",
    "返回": "back",
    "其余照此": "rest",
    "不关联": "unlinked",
}
"""Other answers that are understood: the letters of LingXi where ours mean nothing, and both languages everywhere."""

SAFE = dict.fromkeys(("s", "skip", "跳过"), NO)
"""Where nothing can be skipped by itself, who skips says no."""


def meant_by(typed: str, choices: Sequence[str]) -> str:
    """Return the choice that `typed` means: itself, its letter, a synonym or its beginning; empty for none."""
    word = typed.strip().casefold()
    for meant in (word, LETTERS.get(word), SYNONYMS.get(word), SAFE.get(word)):
        if meant in choices:
            return str(meant)
    begun = [choice for choice in choices if word and choice.startswith(word)]
    return begun[0] if len(begun) == 1 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """A person who reads the question and types the answer."""

    colour: bool | None = None
    language: str = "en"
    channel: str = "terminal"

    def ask(self, question: Question) -> str | None:
        """Ask on the error stream, so that the result alone is on the other."""
        if question.details:
            click.echo(question.details, err=True, color=self.colour)
        if question.is_open:
            typed: str = click.prompt(question.text, default="", show_default=False, err=True)
            return typed.strip()
        return self._choose(question)

    def _choose(self, question: Question) -> str:
        """Ask until one of the answers is meant; nothing typed is the default, and `?` explains the letters."""
        shown = question.choices or (YES, NO)
        default = question.default or NO
        known = (*shown, *question.silent)
        offered = [self._offered(each, default) for each in shown]
        help_at_hand = ["?"] if question.silent or question.choices else []
        text = f"{question.text} [{'/'.join([*offered, *help_at_hand])}]"
        while True:
            typed = click.prompt(text, default=default, show_default=False, err=True)
            if typed.strip() == "?" or meant_by(typed, (HELP,)):
                self._explain(known, default, question.about)
            elif meant := meant_by(typed, known):
                return meant

    def _offered(self, choice: str, default: str) -> str:
        """Return how an answer is shown: its letter, in capitals where it is the default; else the word."""
        letter = _LETTER_OF.get(choice, choice)
        return letter.upper() if choice == default else letter

    def _explain(self, choices: Sequence[str], default: str, about: str) -> None:
        for choice in dict.fromkeys(choices):
            keys = (f"choice.{about}-{choice}", f"choice.{choice}")
            told = next((say(key, self.language) for key in keys if has_sentence(key)), choice)
            click.echo(f"  {self._offered(choice, default)}  {told}", err=True)


_LETTER_OF = {choice: letter for letter, choice in LETTERS.items()}


def terminal_of(desk: Desk) -> Terminal:
    """Return the person at the terminal of `desk`."""
    return Terminal(colour=desk.colour, language=desk.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingAnswer:
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
            return StandingAnswer(answer=YES, channel="policy")
        return Nobody()
    if yes and not must_ask:
        return StandingAnswer(answer=YES, channel="flag")
    if desk.settings.policy == "auto" and not must_ask:
        return StandingAnswer(answer=YES, channel="policy")
    return terminal_of(desk) if desk.is_terminal else Nobody()


PAGE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing that can be chosen."""

    label: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A list to choose from: its header, and the key of the question about a page of it."""

    header: str
    question: str
    choices: tuple[Choice, ...]
    default: str = ALL[0]
    """What no answer means: nothing, where something is removed."""
    about: str = ""
    """What the question names, where it names something."""


def choose_many(desk: Desk, offer: Offer) -> tuple[int, ...]:
    """Return what the person chooses, page by page; not asking for the next page ends it (B2)."""
    labels = [choice.label for choice in offer.choices]
    pages = [range(at, min(at + PAGE, len(labels))) for at in range(0, len(labels), PAGE)]
    found: list[int] = []
    for number, page in enumerate(pages, start=1):
        left = len(labels) - page.stop
        _show_page(desk, offer, page, f"{number}/{len(pages)}", left)
        said = _heard(desk, [*labels[page.start : page.stop], *([""] if left else [])], offer)
        if said is None:
            return tuple(range(len(labels)))
        found += [page.start + place for place in said if place < len(page)]
        if not left or len(page) not in said:
            break
    return tuple(found)


def choose_one(desk: Desk, header: str, choices: Sequence[Choice]) -> int:
    """Return the place of the one thing that the person chooses."""
    desk.echo(visible(header), err=True)
    for place, choice in enumerate(choices, start=1):
        desk.echo(f"  {place}. {choice.label} {choice.description}".rstrip(), err=True)
    return (
        int(click.prompt(desk.text("ask.one"), type=click.IntRange(1, len(choices)), err=True)) - 1
    )


def _show_page(desk: Desk, offer: Offer, page: range, which: str, left: int) -> None:
    desk.echo(visible(offer.header), err=True)
    count = len(offer.choices)
    values = {"page": which, "first": page.start + 1, "last": page.stop, "count": count}
    desk.notice(offer.question, about=offer.about, **values)
    for at in page:
        choice = offer.choices[at]
        desk.echo(
            f"  {at - page.start + 1}. {visible(choice.label)} ({choice.description})", err=True
        )
    if left:
        more = desk.text("choose.more", count=left)
        desk.echo(f"  {len(page) + 1}. {desk.text('choose.continue')} ({more})", err=True)


def _heard(desk: Desk, labels: Sequence[str], offer: Offer) -> tuple[int, ...] | None:
    """Return the places that were typed, None for everything on every page; asked until it makes sense."""
    while True:
        typed = click.prompt(desk.text("ask.numbers"), default=offer.default, err=True)
        if typed.strip().lower() in ALL:
            return None
        try:
            return chosen(typed, labels)
        except BadInput as trouble:
            desk.echo(trouble.message(desk.language), err=True)


VERBS = tuple(verb.value for verb in Verb if verb is not Verb.VETO)
OPINIONS = tuple(opinion.value for opinion in Opinion)


def answer_in(told: dict[str, Any], agent: str) -> Answer:
    """Take the answer out of the options of a command that `agent` runs; two that say different things are refused."""
    when = " ".join(told.pop("applies_when").split())
    asked = {
        "--as": told.pop("verb"),
        "--replace": Verb.SUPERSEDE if told.pop("replaces") else None,
        "--separate": Verb.CREATE if told.pop("is_separate") else None,
        "--applies-when": Verb.CREATE if when else None,
    }
    target = told.pop("into")
    answer = Answer(
        dropped=told.pop("dropped"),
        again=told.pop("again"),
        labels=labels_said(told.pop("labels"), agent),
        is_linked=not told.pop("is_unlinked"),
    )
    verbs = {flag: Verb(verb) for flag, verb in asked.items() if verb}
    if len(set(verbs.values())) > 1:
        raise BadInput("two-answers", flags=", ".join(verbs))
    if not verbs and not target:
        return answer
    verb = next(iter(verbs.values()), Verb.EXTEND)
    return replace(answer, override=Override(verb, target=target, applies_when=when))


def labels_said(said: Sequence[str], agent: str) -> tuple[Label, ...]:
    """Return the opinions of `agent` in options such as `MEM-port=updates: it moved`; another form is refused."""
    return tuple(_label_said(each, agent) for each in said)


def _label_said(said: str, agent: str) -> Label:
    memory, _, rest = said.partition("=")
    opinion, _, reason = rest.partition(":")
    if not memory.strip() or opinion.strip() not in OPINIONS:
        raise BadInput("bad-label", said=said, labels=", ".join(OPINIONS))
    return Label(
        memory=memory.strip(),
        opinion=Opinion(opinion.strip()),
        reason=plain(reason),
        agent=agent,
    )


def read_answers(desk: Desk, path: str, count: int) -> tuple[Answer, ...]:
    """Return the answers in a JSON file: a list with one object for each text, in their order."""
    answers = _answers_at(path, count)
    if any(answer.again for answer in answers):
        desk.require_person()
    return answers


def _answers_at(path: str, count: int) -> tuple[Answer, ...]:
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as cause:
        raise BadInput("bad-answers", path=path, cause=cause) from cause
    if not isinstance(found, list) or len(found) != count:
        raise BadInput("bad-answers", path=path, cause=f"not a list of {count}")
    return tuple(_answer(each, path) for each in found)


def _answer(raw: object, path: str) -> Answer:
    """Return one answer; null leaves it to the recommendation."""
    if raw is None:
        return Answer()
    if not isinstance(raw, Mapping) or raw.get("do", "create") not in VERBS:
        raise BadInput("bad-answers", path=path, cause=f"do: {', '.join(VERBS)}")
    override = Override(
        Verb(raw.get("do", "create")), str(raw.get("into", "")), str(raw.get("applies_when", ""))
    )
    dropped = raw.get("drop", [])
    if not isinstance(dropped, list):
        raise BadInput("bad-answers", path=path, cause="drop: [...]")
    return Answer(
        override=override, dropped=tuple(map(str, dropped)), again=raw.get("again") is True
    )
