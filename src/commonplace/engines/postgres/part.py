"""Know which part of a book on the server is this machine's, and look again only when something changed.

What we hold changes with the embedded index, what the server has with the book's revision there: while
both stand still, a question costs no listing of either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from commonplace.core.search import Source
from commonplace.engines.postgres.server import Session
from commonplace.engines.postgres.shelving import Holdings, version_of
from commonplace.engines.postgres.troubles import Behind
from commonplace.engines.postgres.view import Shelves, View, read_shelves, read_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was found the last time, and what it was found from."""

    stamp: object = None
    own: Mapping[bytes, str] = field(default_factory=dict)
    """The path of each version that we hold."""
    shelves: Shelves = field(default_factory=Shelves)
    view: View | None = None
    seen: tuple[object, int, int, int] = (None, 0, -1, -1)
    """What the view was made from: our stamp, and the book's number, revision and sweeps there."""


class Part:
    """One book as this machine holds it, beside what the server has of it."""

    def __init__(self, name: str, holdings: Holdings) -> None:
        self.name = name
        self._holdings = holdings
        self._known = Known()

    def own(self) -> Mapping[bytes, str]:
        """Return the path of each version that we hold."""
        return self._held().own

    def forget(self) -> None:
        """Look at everything anew: a server that took over may know less than the one before it."""
        self._known = Known()

    def missing(self, session: Session) -> list[str]:
        """Return the paths of what we hold and the server does not."""
        shelves = self._shelves(session)
        return [path for version, path in self.own().items() if version not in shelves.files]

    def look(self, session: Session, *, lets_miss: bool = False) -> View:
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
            self._known = Known(
                stamp=known.stamp, own=known.own, shelves=shelves, view=view, seen=seen
            )
        return view

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        """Return those files as they are now."""
        return self._holdings.read(paths)

    def _held(self) -> Known:
        stamp = self._holdings.stamp()
        known = self._known
        if known.stamp is None or stamp != known.stamp:
            held = self._holdings.held()
            own = {version_of(path, each): path for path, each in held.items()}
            known = self._known = Known(stamp=stamp, own=own, shelves=known.shelves)
        return known

    def _shelves(self, session: Session) -> Shelves:
        known = self._held()
        found = read_shelves(session, self.name, known.shelves)
        if found is not known.shelves and found.revision >= known.shelves.revision:
            self._known = Known(
                stamp=known.stamp, own=known.own, shelves=found, view=known.view, seen=known.seen
            )
        return found
