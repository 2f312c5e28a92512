"""The engine as the rest of the house sees it: asks the server, and tells it what we hold.

The server keeps a derived copy that all machines of a team share. A question is answered from what this
machine holds too, and from nothing else; a server that lacks some of it gets it first, when it is little.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from commonplace.core.gate import Gates
from commonplace.core.ports import Embedder, Progress
from commonplace.core.ranking import best_of_notes, note_of
from commonplace.core.search import EngineStatus, Finding, Query, Source
from commonplace.engines.local.embedding import Lens
from commonplace.engines.local.reading import LINKED_BESIDE, linked
from commonplace.engines.local.rows import finding_of
from commonplace.engines.local.spaces import ENGLISH, Sense
from commonplace.engines.postgres import meaning, shelving, syncing
from commonplace.engines.postgres.asking import Question, look_up, rank
from commonplace.engines.postgres.part import Part
from commonplace.engines.postgres.server import Server, Session
from commonplace.engines.postgres.syncing import (
    FILES_AT_ONCE,
    Synced,
    sync_vectors,
    sync_words,
)
from commonplace.engines.postgres.troubles import Behind, Lagging, Trouble
from commonplace.engines.postgres.view import narrowed
from commonplace.errors import ConfigError

UNSEEN_DAYS = 30
NO_PGVECTOR = "no-pgvector"


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a question means to an embedder: its space's key, the vector, and what cosines prove."""

    key: str
    vector: tuple[float, ...]
    gates: Gates | None


class PostgresEngine:
    """Finds memories in a team's database; everything in it can be made again from the books."""

    name = "postgres"

    def __init__(
        self, server: Server, part: Part, lenses: Sequence[Lens] = (), place: str = ""
    ) -> None:
        self._server = server
        self._part = part
        self._lenses = lenses
        """Embedders that may be asked, the best first; words alone answer where none has vectors."""
        self._place = place

    def find(self, query: Query) -> Finding:
        """Return the best memories for `query`; a server in trouble finds none and says why."""
        end = time.monotonic() + self._server.limits.find_s
        try:
            return self._find(query, end)
        except Behind as behind:
            if isinstance(behind, Lagging):
                self._part.forget()
            return self._find_after_sync(query, end)
        except Trouble as trouble:
            return Finding(hits=(), confidence=0.0, degraded=trouble.why)

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Bring changed files to the server; what was removed here is simply held no longer."""
        del removed
        files = tuple(changed)
        if files:
            self._server.write(partial(shelving.put, name=self._part.name, sources=files))

    def sync(self, progress: Progress | None = None) -> Synced:
        """Bring everything to the server that we hold and it lacks, vectors included."""
        files = sync_words(self._server, self._part, progress)
        notes = sum(
            sync_vectors(self._server, self._part, embedder, progress)
            for embedder, _ in self._embedders()[:1]
        )
        return Synced(files=files, notes=notes)

    def rebuild(self, sources: Iterable[Source], progress: Progress | None = None) -> None:
        """Forget everybody's versions of the book and bring ours; the others bring theirs again."""
        del sources  # what is held is read by itself, a batch at a time
        self._server.write(self._sweep_all)
        self.sync(progress)

    def gc(self, unseen_days: int = UNSEEN_DAYS) -> int:
        """Forget versions that nobody has claimed for so long, and return how many they were."""
        own = tuple(self._part.own())

        def sweep(session: Session) -> int:
            book = self._part.look(session, lets_miss=True).book
            return syncing.sweep(session, book, own, unseen_days) if book else 0

        return self._server.write(sweep)

    def is_up_to_date(self) -> bool:
        """Say whether the tables are as this version knows them."""
        return self._server.is_up_to_date()

    def prepare(self) -> tuple[str, ...]:
        """Make or renew the tables; return the names of the steps done."""
        return self._server.prepare()

    def status(self) -> EngineStatus:
        """Say how the copy is; nothing is changed or mended."""
        try:
            return self._server.read(self._status)
        except Trouble as trouble:
            return EngineStatus(
                name=self.name, is_ready=False, place=self._place, trouble=trouble.why
            )

    def _status(self, session: Session) -> EngineStatus:
        view = self._part.look(session, lets_miss=True)
        has_vectors = meaning.has_vectors(session)
        trouble = "" if has_vectors else NO_PGVECTOR
        return EngineStatus(
            name=self.name,
            is_ready=True,
            memories=view.memories,
            passages=view.passages,
            place=self._place,
            trouble=Behind.why if self._part.missing(session) else trouble,
            wants_rebuild=False,
            embedded=meaning.embedded_passages(session, view) if has_vectors else (),
        )

    def _find_after_sync(self, query: Query, end: float) -> Finding:
        """Bring what is missing, when it is little, and ask again; otherwise leave it to `sync`."""
        try:
            missing = self._server.read(self._part.missing, end - time.monotonic())
            if len(missing) > FILES_AT_ONCE:
                raise Behind
            new = tuple(self._part.read(missing))
            put = partial(shelving.put, name=self._part.name, sources=new)
            self._server.write(put, end - time.monotonic())
            return self._find(query, end)
        except Trouble as trouble:
            return Finding(hits=(), confidence=0.0, degraded=trouble.why)

    def _find(self, query: Query, end: float) -> Finding:
        meant = self._meant(query, end)
        return self._server.read(
            lambda session: self._answer(session, query, meant),
            min(self._server.limits.read_s, end - time.monotonic()),
        )

    def _answer(self, session: Session, query: Query, meant: _Meant | None) -> Finding:
        whole = self._part.look(session)
        view = narrowed(session, whole, query)
        question = Question(session, whole, view, query)
        asked, table = look_up(question)
        ranked = rank(asked, table.sizes)
        cosines: dict[int, float] = {}
        if meant and asked and (space := meaning.read_spaces(session, view.book).get(meant.key)):
            cosines = meaning.cosines(question, space, meant.vector, ranked, table)
        sense = Sense(ranked, cosines, meant.gates if meant else None)
        best = islice(best_of_notes(sense.ranked), query.most + LINKED_BESIDE)
        found = linked([(score, key, table.notes[note_of(key)].record) for score, key in best])
        average = view.words / max(view.passages, 1)
        return finding_of(found[: query.most], asked, table.sizes, sense, average)

    def _meant(self, query: Query, end: float) -> _Meant | None:
        """Embed the question with the best lens whose vectors are there, before anything is begun.

        Loading a model takes longer than a transaction may wait.
        """
        if not self._lenses:
            return None
        keys = self._server.read(self._spaces, end - time.monotonic())
        for embedder, lens in self._embedders() if keys else ():
            if embedder.identity.key in keys:
                vector = embedder.embed_query(query.text)
                return _Meant(embedder.identity.key, vector, lens.gates) if any(vector) else None
        return None

    def _spaces(self, session: Session) -> dict[str, int]:
        if not meaning.has_vectors(session):
            return {}
        return meaning.read_spaces(session, self._part.look(session).book)

    def _embedders(self) -> list[tuple[Embedder, Lens]]:
        """Return the embedders that open, that of many languages first: a team's book is asked in all."""
        found = []
        for lens in sorted(self._lenses, key=lambda lens: lens.space == ENGLISH):
            try:
                found.append((lens.open(), lens))
            except ConfigError:  # reads degrade: its package has gone
                continue
        return found

    def _sweep_all(self, session: Session) -> None:
        book = self._part.look(session, lets_miss=True).book
        if book:
            syncing.sweep_all(session, book)
