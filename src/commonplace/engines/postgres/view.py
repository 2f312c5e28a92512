"""What of the server's copy is this machine's: the only notes that may answer it.

Teams differ by a branch and a few edits, so a view is either everything but a few notes of others or, in a
small checkout, a few notes of everything: the shorter list goes along with each question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from commonplace.core.search import Query
from commonplace.engines.filters import is_filtered
from commonplace.engines.postgres.server import Session, Values
from commonplace.engines.postgres.shelving import folded
from commonplace.engines.postgres.troubles import Lagging


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelves:
    """The versions that the server has of a book, as far as we have looked."""

    book: int = 0
    revision: int = -1
    swept: int = -1
    files: Mapping[bytes, int] = field(default_factory=dict)

    @property
    def is_known(self) -> bool:
        """Say whether the server knows the book at all."""
        return self.book > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One machine's part of a book on the server, and its figures."""

    book: int
    notes: tuple[int, ...] = ()
    is_all_but: bool = True
    """Whether `notes` are those of others; otherwise they are ours."""
    memories: int = 0
    passages: int = 0
    words: int = 0

    @property
    def values(self) -> Values:
        """Return what the statements that respect a view are filled with."""
        own = self.is_all_but
        return {
            "book": self.book,
            "others": list(self.notes) if own else [],
            "ours": None if own else list(self.notes),
        }


def read_shelves(session: Session, name: str, known: Shelves) -> Shelves:
    """Return what the server has of the book, reading only what came since `known`."""
    rows = session.rows(
        "SELECT book, revision, swept FROM commonplace.books"
        " WHERE tenant = %(tenant)s AND name = %(name)s",
        {"name": name},
    )
    if not rows:
        return Shelves()
    book, revision, swept = cast("tuple[int, int, int]", rows[0])
    if (book, revision, swept) == (known.book, known.revision, known.swept):
        return known
    if book == known.book and revision < known.revision:
        raise Lagging
    files = dict(known.files) if (book, swept) == (known.book, known.swept) else {}
    last = max(files.values(), default=-1)
    newer = session.rows(
        "SELECT version, file FROM commonplace.files"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND file > %(last)s",
        {"book": book, "last": last},
    )
    files.update(cast("list[tuple[bytes, int]]", newer))
    return Shelves(book=book, revision=revision, swept=swept, files=files)


def read_view(session: Session, shelves: Shelves, own: frozenset[bytes]) -> View:
    """Return the part of the book that the versions `own` make up."""
    ours = [file for version, file in shelves.files.items() if version in own]
    others = [file for version, file in shelves.files.items() if version not in own]
    is_all_but = len(others) <= len(ours)
    listed = others if is_all_but else ours
    notes = session.rows(
        "SELECT note FROM commonplace.notes"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND file = ANY(%(files)s)",
        {"book": shelves.book, "files": listed},
    )
    view = View(
        book=shelves.book,
        notes=tuple(cast("int", note) for (note,) in notes),
        is_all_but=is_all_but,
    )
    return _with_figures(session, view)


def _with_figures(session: Session, view: View) -> View:
    ((memories, passages, words),) = session.rows(
        "SELECT count(*), coalesce(sum(size), 0), coalesce(sum(words), 0) FROM commonplace.notes"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND note <> ALL(%(others)s)"
        " AND (%(ours)s::integer[] IS NULL OR note = ANY(%(ours)s))",
        view.values,
    )
    return replace(
        view,
        memories=cast("int", memories),
        passages=int(cast("int", passages)),
        words=int(cast("int", words)),
    )


def narrowed(session: Session, view: View, query: Query) -> View:
    """Return the part of `view` that passes the filters of `query`; its figures stay the book's."""
    if not is_filtered(query):
        return view
    rows = session.rows(
        "SELECT note FROM commonplace.notes"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND note <> ALL(%(others)s)"
        " AND (%(ours)s::integer[] IS NULL OR note = ANY(%(ours)s))"
        " AND (%(topic)s = '' OR topic = %(topic)s OR starts_with(topic, %(topic)s || '/'))"
        " AND (%(kind)s = '' OR kind = %(kind)s)"
        " AND (%(tag)s = '' OR %(tag)s = ANY(tags))"
        " AND (%(since)s::date IS NULL OR day >= %(since)s::date)"
        " AND status = ANY(%(statuses)s)",
        {
            **view.values,
            "topic": folded(query.topic).strip("/"),
            "kind": folded(query.kind),
            "tag": folded(query.tag),
            "since": query.since,
            "statuses": sorted(query.statuses),
        },
    )
    notes = tuple(cast("int", note) for (note,) in rows)
    return replace(view, notes=notes, is_all_but=False)
