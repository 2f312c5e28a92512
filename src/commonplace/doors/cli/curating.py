"""The conversation about one text before it is written: what is near it, what may be done with it.

The questions are the seeds' own. Whatever a person answers, the book is looked at again and the new
difference is shown, until they agree to exactly what will be written, or to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from commonplace.app.books import Book
from commonplace.core.changes import Proposal
from commonplace.core.governance import (
    Decision,
    Neighbour,
    Override,
    Skip,
    Verb,
    Veto,
    verb_of,
)
from commonplace.core.memory import Memory
from commonplace.core.ports import Question
from commonplace.core.relations import Unrelated
from commonplace.doors.cli.asking import NO, YES, Terminal
from commonplace.doors.cli.consent import shown_differences
from commonplace.doors.cli.desk import Desk
from commonplace.doors.render import visible
from commonplace.flows.govern import Answer, Governed

COMPARE, OTHER, TOPIC, REPLACE, SEPARATE, WHEN = (
    "compare", "other", "topic", "replace", "separate", "when",
)  # fmt: skip
_VERBS = {verb.value: verb for verb in Verb} | {REPLACE: Verb.SUPERSEDE, SEPARATE: Verb.CREATE}


@dataclass(frozen=True, slots=True)
class Agreed:
    """Write exactly what was shown."""


@dataclass(frozen=True, slots=True)
class Declined:
    """Write nothing of it."""


@dataclass(frozen=True, slots=True)
class Again:
    """Do something else with it: decide again with this answer, and under this topic."""

    answer: Answer
    topic: str = ""


Reply = Agreed | Declined | Again


def is_talked_about(item: Governed) -> bool:
    """Say whether there is more to decide than yes or no: something related stands there already."""
    if isinstance(item.case.decision, Skip):
        return False
    return any(not isinstance(near.relation, Unrelated) for near in item.case.neighbours)


def converse(desk: Desk, book: Book, item: Governed, proposal: Proposal, answer: Answer) -> Reply:
    """Ask what should become of one text and return the reply."""
    terminal = Terminal(colour=desk.colour)
    desk.echo(_described(desk, item), err=True)
    decision = item.case.decision
    if isinstance(decision, Veto):
        return _settled(desk, terminal, decision, answer)
    details = shown_differences(book, proposal)
    choices, default = _choices(book, decision)
    while True:
        question = Question(
            text=_question(desk, book, item),
            choices=choices,
            default=default,
            details=details,
        )
        match terminal.ask(question):
            case chosen if chosen in (YES, default):
                return Agreed()
            case chosen if chosen in (None, NO, Verb.SKIP.value):
                return Declined()
            case chosen if chosen == COMPARE:
                continue
            case chosen:
                return _changed(desk, terminal, str(chosen), answer)


def _choices(book: Book, decision: Decision) -> tuple[tuple[str, ...], str]:
    """Return what the layout offers and which of it is proposed."""
    offers = [verb.value for verb in book.layout.traits.cut_offs.offers]
    proposed = verb_of(decision).value
    verbs = dict.fromkeys((proposed, *offers, Verb.MERGE.value))
    if book.layout.traits.agrees_first:
        return (YES, NO, Verb.CREATE.value, COMPARE, *_rest(verbs), OTHER, TOPIC), YES
    return (YES, NO, *verbs, OTHER, TOPIC), proposed


def _rest(verbs: dict[str, None]) -> list[str]:
    return [verb for verb in verbs if verb != Verb.CREATE.value]


def _question(desk: Desk, book: Book, item: Governed) -> str:
    target = getattr(item.case.decision, "memory", None) or item.case.neighbours[0].memory
    action = verb_of(item.case.decision).upper()
    link = f"[[{target.id}]]"
    return desk.text(book.layout.traits.question, link=link, action=action, kept=target.id)


def _described(desk: Desk, item: Governed) -> str:
    """Return the text, where it would go, and the memories near it with the recommendation."""
    candidate = item.case.candidate
    recommended = verb_of(item.case.decision).upper()
    target = getattr(item.case.decision, "memory", None)
    topic = candidate.topic or _topic(target) or candidate.guessed_topic
    lines = [
        desk.text("curate.segment", title=visible(candidate.title)),
        desk.text("curate.topic", topic=visible(topic) or "-"),
        desk.text("curate.terms", terms=visible(", ".join(candidate.keywords)) or "-"),
    ]
    for number, near in enumerate(_related(item), 1):
        mark = f" -> {recommended}" if near.memory == target else ""
        lines.append(f"  {number}. {near.memory.id} ({near.overlap:.0%}) {_why(desk, near)}{mark}")
    return "\n".join(lines)


def _topic(memory: Memory | None) -> str:
    return memory.topic if memory else ""


def _related(item: Governed) -> list[Neighbour]:
    return [near for near in item.case.neighbours if not isinstance(near.relation, Unrelated)]


def _why(desk: Desk, near: Neighbour) -> str:
    """Return how a neighbour relates, with the words or the values that say so."""
    evidence = near.relation.evidence
    differing = [f"{each.old} / {each.new}" for each in evidence.differing]
    reasons = visible(", ".join(differing or evidence.shared[:5]))
    return f"{desk.text(f'relation.{type(near.relation).__name__.lower()}')}: {reasons}"


def _settled(desk: Desk, terminal: Terminal, veto: Veto, answer: Answer) -> Reply:
    """Ask the question of a contradiction; no answer leaves it unsettled."""
    question = Question(
        text=f"{visible(veto.question)}\n{desk.text('ask.settle', id=veto.memory.id)}",
        choices=(REPLACE, SEPARATE, WHEN, Verb.SKIP.value),
        default=Verb.SKIP.value,
    )
    chosen = terminal.ask(question)
    if chosen == Verb.SKIP.value or chosen is None:
        return Declined()
    when = ""
    if chosen == WHEN:
        when = terminal.ask(Question(text=desk.text("ask.when"), is_open=True)) or ""
        if not when:
            return Declined()
    verb = Verb.CREATE if chosen == WHEN else _VERBS[chosen]
    return Again(replace(answer, override=Override(verb, veto.memory.id, when)))


def _changed(desk: Desk, terminal: Terminal, chosen: str, answer: Answer) -> Reply:
    target = answer.override.target if answer.override else ""
    if chosen == TOPIC:
        return Again(
            answer, terminal.ask(Question(text=desk.text("ask.topic"), is_open=True)) or ""
        )
    if chosen == OTHER:
        target = terminal.ask(Question(text=desk.text("ask.other"), is_open=True)) or target
        verb = answer.override.verb if answer.override else Verb.EXTEND
        return Again(replace(answer, override=Override(verb, target)))
    return Again(replace(answer, override=Override(_VERBS[chosen], target)))
