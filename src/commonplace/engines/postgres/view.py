"""What of the server's copy is this machine's: the only notes that may answer it.

Teams differ by a branch and a few edits, so a view is either everything but a few notes of others or, in a
small checkout, a few notes of everything: the shorter list goes along with each question.

Know which part of a book on the server is this machine's, and look again only when something changed.

What we hold changes with the embedded index, what the server has with the book's revision there: while
both stand still, a question costs no listing of either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from commonplace.core.search import Query, Source, is_filtered
from commonplace.core.values import dataclass, field, replace
from commonplace.engines.postgres.server import Behind, Lagging, TeamSession, Values
from commonplace.engines.postgres.upload import LocalHoldings, folded, version_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVersions:
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
class PartView:
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


def read_shelves(session: TeamSession, name: str, known: ServerVersions) -> ServerVersions:
    """Return what the server has of the book, reading only what came since `known`."""
    rows = session.rows(
        "SELECT book, revision, swept FROM commonplace.books"
        " WHERE tenant = %(tenant)s AND name = %(name)s",
        {"name": name},
    )
    if not rows:
        return ServerVersions()
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
    return ServerVersions(book=book, revision=revision, swept=swept, files=files)


def read_view(session: TeamSession, shelves: ServerVersions, own: frozenset[bytes]) -> PartView:
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
    view = PartView(
        book=shelves.book,
        notes=tuple(cast("int", note) for (note,) in notes),
        is_all_but=is_all_but,
    )
    return _with_figures(session, view)


def _with_figures(session: TeamSession, view: PartView) -> PartView:
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


def narrowed(session: TeamSession, view: PartView, query: Query) -> PartView:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPart:
    """What was found the last time, and what it was found from."""

    stamp: object = None
    own: Mapping[bytes, str] = field(default_factory=dict)
    """The path of each version that we hold."""
    shelves: ServerVersions = field(default_factory=ServerVersions)
    view: PartView | None = None
    seen: tuple[object, int, int, int] = (None, 0, -1, -1)
    """What the view was made from: our stamp, and the book's number, revision and sweeps there."""


class Part:
    """One book as this machine holds it, beside what the server has of it."""

    def __init__(self, name: str, holdings: LocalHoldings) -> None:
        self.name = name
        self._holdings = holdings
        self._known = KnownPart()

    def own(self) -> Mapping[bytes, str]:
        """Return the path of each version that we hold."""
        return self._held().own

    def forget(self) -> None:
        """Look at everything anew: a server that took over may know less than the one before it."""
        self._known = KnownPart()

    def missing(self, session: TeamSession) -> list[str]:
        """Return the paths of what we hold and the server does not."""
        shelves = self._shelves(session)
        return [path for version, path in self.own().items() if version not in shelves.files]

    def look(self, session: TeamSession, *, lets_miss: bool = False) -> PartView:
        """Return our part of what is there; `Behind` is raised where anything of it is missing."""
        shelves = self._shelves(session)
        known = self._held()
        if not lets_miss and known.own.keys() - shelves.files.keys():
            raise Behind
        seen = (known.stamp, shelves.book, shelves.revision, shelves.swept)
        if known.view is not None and known.seen == seen:
            return known.view
        view = read_view(session, shelves, frozenset(known.own))
        if not lets_miss:
            self._known = KnownPart(
                stamp=known.stamp, own=known.own, shelves=shelves, view=view, seen=seen
            )
        return view

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        """Return those files as they are now."""
        return self._holdings.read(paths)

    def _held(self) -> KnownPart:
        stamp = self._holdings.stamp()
        known = self._known
        if known.stamp is None or stamp != known.stamp:
            held = self._holdings.held()
            own = {version_of(path, each): path for path, each in held.items()}
            known = self._known = KnownPart(stamp=stamp, own=own, shelves=known.shelves)
        return known

    def _shelves(self, session: TeamSession) -> ServerVersions:
        known = self._held()
        found = read_shelves(session, self.name, known.shelves)
        if found is not known.shelves and found.revision >= known.shelves.revision:
            self._known = KnownPart(
                stamp=known.stamp, own=known.own, shelves=found, view=known.view, seen=known.seen
            )
        return found
