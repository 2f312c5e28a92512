"""Talk a lesson through with a person, excerpt by excerpt; nothing is written before the last answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from commonplace.app.books import Book
from commonplace.core.governance import Override, Skip, Verb
from commonplace.core.names import check_topic
from commonplace.doors.cli.choosing import Choice, choose_one
from commonplace.doors.cli.curating import Again, Agreed, Declined, converse, is_talked_about
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.watching import watched
from commonplace.flows.capture import line
from commonplace.flows.govern import Answer, govern
from commonplace.flows.learn import ACTION, learn
from commonplace.flows.lessons import Excerpt
from commonplace.flows.nearest import Counsel
from commonplace.flows.view import View

CATEGORIES = ("TECHNIQUE", "PATTERN", "CONFIG", "WORKFLOW", "INSIGHT")
"""The seed's taxonomy, in the order of its question (B2, task mode)."""
_SKIP = "SKIP"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The excerpts as a person wants them, and what should become of each."""

    excerpts: tuple[Excerpt, ...]
    answers: Mapping[str, Answer] = field(default_factory=dict)


def classified(desk: Desk, excerpts: Sequence[Excerpt]) -> tuple[Excerpt, ...]:
    """Return the excerpts with the category that a person gives each, without those worth none."""
    kept: list[Excerpt] = []
    for excerpt in excerpts:
        names = (*CATEGORIES, _SKIP)
        choices = [
            Choice(label=f"[{name}]", description=desk.text(f"learn.kind-{name.lower()}"))
            for name in names
        ]
        header = desk.text("learn.classification", summary=excerpt.segment.summary)
        name = names[choose_one(desk, header, choices)]
        if name != _SKIP:
            kept.append(of_kind(excerpt, name))
    return tuple(kept)


def of_kind(excerpt: Excerpt, kind: str) -> Excerpt:
    """Return `excerpt` as a candidate of that kind."""
    return replace(excerpt, candidate=replace(excerpt.candidate, kind=kind))


def talk_through(desk: Desk, book: Book, excerpts: Sequence[Excerpt], counsel: Counsel) -> Told:
    """Ask about every excerpt beside which something related stands, and return what was said."""
    view = book.view(desk.clock())
    with watched(desk, counsel, len(excerpts)) as asked:
        proposed = learn(excerpts, view, asked)
    known = {each.excerpt.id for each in proposed.operations if each.verb is Verb.SKIP}
    told = [
        (excerpt, Answer()) if excerpt.id in known else _talk(desk, book, excerpt, view, counsel)
        for excerpt in excerpts
    ]
    return Told(
        excerpts=tuple(excerpt for excerpt, _ in told),
        answers={excerpt.id: answer for excerpt, answer in told},
    )


def _talk(
    desk: Desk, book: Book, excerpt: Excerpt, view: View, counsel: Counsel
) -> tuple[Excerpt, Answer]:
    answer = Answer()
    while True:
        governance = govern([excerpt.candidate], view, counsel, [answer], action=ACTION)
        (item,) = governance.items
        if isinstance(item.case.decision, Skip) or not is_talked_about(item):
            return excerpt, answer
        match converse(desk, book, item, governance.proposal, answer):
            case Agreed():
                return excerpt, answer
            case Declined():
                return excerpt, Answer(override=Override(Verb.SKIP))
            case Again(other, topic):
                answer = other
                if topic:
                    told = line(check_topic(topic))
                    candidate = replace(excerpt.candidate, topic=told)
                    excerpt = replace(excerpt, candidate=candidate, topic=told)
