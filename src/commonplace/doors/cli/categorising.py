"""A category for what fits none: suggested, named by a person, and made with what it holds."""

from __future__ import annotations

import re

import click

from commonplace.app.books import Book
from commonplace.app.categories import categories_of
from commonplace.core.categories import category_of
from commonplace.core.changes import Category
from commonplace.doors.cli.desk import Desk
from commonplace.flows.capture import line
from commonplace.flows.ingest import Filed, filed, refiled
from commonplace.flows.learn import known_in
from commonplace.flows.lessons import Excerpt

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
