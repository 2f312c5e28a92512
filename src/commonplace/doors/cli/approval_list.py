"""The approval list: what was found, where each would go, and which of it a person wants."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import click

from commonplace.app.books import Book
from commonplace.app.govern import categories_of, counsel_for
from commonplace.core.categories import category_of
from commonplace.core.changes import Category
from commonplace.core.governance import Verb
from commonplace.core.selection import chosen
from commonplace.doors.cli.consent import Wish
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.lesson_dialog import Study, settle_lesson, with_answers
from commonplace.doors.cli.questions import is_asked
from commonplace.doors.render.common import visible
from commonplace.errors import BadInput
from commonplace.flows.capture import line
from commonplace.flows.ingest import Filed, filed, refiled
from commonplace.flows.learn import Operation, known_in, learn
from commonplace.flows.lessons import Excerpt
from commonplace.messages import say

Story = Callable[[Sequence[Operation], str], str]


def listing(heading: str, path_of: Callable[[Operation], str], /, **values: str) -> Story:
    """Return how operations are told: under a heading, numbered, each with its place."""

    def tell(operations: Sequence[Operation], language: str) -> str:
        """Return the list in `language`; no list, no heading."""
        if not operations:
            return ""
        lines = [
            f"{number}. {visible(each.excerpt.segment.summary)} → {_place(each, path_of, language)}"
            for number, each in enumerate(operations, start=1)
        ]
        return "\n".join((say(heading, language, **values), *lines))

    return tell


def _place(operation: Operation, path_of: Callable[[Operation], str], language: str) -> str:
    if operation.reason and not operation.memory:
        return f"({say(f'learn.why-{operation.reason}', language)})"
    title = operation.memory.partition("#")[2] or operation.memory
    key = f"approve.{operation.verb}" if operation.verb in _SAID else "approve.update"
    return f"{visible(path_of(operation))} ({say(key, language, title=visible(title))})"


_SAID = (Verb.CREATE, Verb.SKIP, Verb.VETO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """How it is decided what is written of a list."""

    question: str
    """The key of the question that a person is asked."""
    selected: str = ""
    """What was chosen in advance."""
    answers: str = ""
    """The file in which answers stand."""

    def is_asked(self, desk: Desk, how: Wish) -> bool:
        """Say whether a person is there who wants to see the list."""
        is_open = not (self.selected or self.answers or how.dry_run)
        return is_open and is_asked(desk, yes=how.yes)


def settle_approved(desk: Desk, book: Book, study: Study, how: Wish, choosing: Choosing) -> int:
    """Bring what is chosen of `study` to its end and return the exit code.

    Choosing in advance agrees to what is chosen, as `--yes` does to all.
    """
    if choosing.is_asked(desk, how):
        proposed = learn(study.excerpts, book.view(desk.clock()), counsel_for(book))
        desk.echo(study.tell(proposed.operations, desk.language), err=True)
        places = _heard(desk, choosing.question, _titles(study))
        study = replace(_of(study, places), is_settled=True)
    study, how = with_answers(desk, study, how, choosing.answers)
    if choosing.selected:
        study = _of(study, chosen(choosing.selected, _titles(study)))
        how = replace(how, yes=True)
    return settle_lesson(desk, book, study, how)


def _titles(study: Study) -> list[str]:
    return [each.candidate.title for each in study.excerpts]


def _of(study: Study, places: Sequence[int]) -> Study:
    kept: list[Excerpt] = [study.excerpts[place] for place in places]
    return replace(study, excerpts=tuple(kept))


def _heard(desk: Desk, question: str, titles: Sequence[str]) -> tuple[int, ...]:
    """Ask until the answer makes sense."""
    while True:
        typed = click.prompt(desk.text(question), default="all", show_default=False, err=True)
        try:
            return chosen(typed, titles)
        except BadInput as trouble:
            desk.echo(trouble.message(desk.language), err=True)


_BETWEEN = re.compile(r"[,，、;；]")


def file_away(desk: Desk, book: Book, excerpts: tuple[Excerpt, ...], *, is_there: bool) -> Filed:
    """Return `excerpts` under categories; a person who is there names the one that is missing."""
    view = book.view(desk.clock())
    categories = categories_of(view)
    if categories is None:
        return Filed(excerpts, None)
    # What the book says already needs no category, and nobody is asked for one.
    known = known_in(excerpts, view)
    found = filed([each for each in excerpts if each.id not in known], categories)
    if found.new is not None and is_there:
        named = _named(desk, found.new)
        is_there_already = named.id in {each.id for each in categories}
        under = refiled(found.excerpts, found.new, named)
        found = Filed(under, None if is_there_already else named)
    placed = {each.id: each for each in found.excerpts}
    return Filed(tuple(placed.get(each.id, each) for each in excerpts), found.new)


def _named(desk: Desk, suggestion: Category) -> Category:
    """Ask for name and keywords; what was suggested stands when nothing is typed."""
    desk.notice("category.suggest", name=suggestion.name)
    name: str = click.prompt(desk.text("ask.category-name"), default=suggestion.name, err=True)
    words: str = click.prompt(
        desk.text("ask.category-keywords"), default=", ".join(suggestion.keywords), err=True
    )
    return category_of(line(name), _BETWEEN.split(line(words)))
