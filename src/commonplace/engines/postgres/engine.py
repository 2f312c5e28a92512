"""The PostgreSQL `Engine`, the public class of this package: asks the server, and uploads what we hold.

The server keeps a derived copy that all machines of a team share. A question is answered from what this
machine holds too, and from nothing else; a server that lacks some of it gets it first, when it is little.

Bring to the server what this machine holds: the words first, then the vectors, a batch at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar, cast

from commonplace.core.gate import Judge
from commonplace.core.ports import Embedder, Progress
from commonplace.core.ranking import best_of_notes, note_of
from commonplace.core.search import EngineStatus, Query, SearchResult, Source
from commonplace.core.values import dataclass
from commonplace.engines.local.query import LINKED_BESIDE, linked
from commonplace.engines.local.records import PATH
from commonplace.engines.local.rows import finding_of
from commonplace.engines.local.spaces import ENGLISH, Sense
from commonplace.engines.local.vectors import EmbedderChoice
from commonplace.engines.postgres import query, upload
from commonplace.engines.postgres import query as query_module
from commonplace.engines.postgres.query import (
    ServerNote,
    ServerQuestion,
    has_vectors,
    look_up,
    rank,
)
from commonplace.engines.postgres.server import Behind, Lagging, Server, ServerTrouble, TeamSession
from commonplace.engines.postgres.view import Part, narrowed
from commonplace.errors import ConfigError

FILES_AT_ONCE = 100
"""A question brings no more."""
FILES_IN_BULK = 1_000
"""The more files in one statement, the more of their words stand beside each other in the index."""
CHARACTERS_IN_BULK = 3_000_000
"""Of large files there are fewer: each statement has to end within its time."""
NOTES_AT_ONCE = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Synced:
    """What had to be done."""

    files: int = 0
    """New versions that were brought to the server."""
    notes: int = 0
    """Notes that were given vectors there."""


def sync_words(server: Server, part: Part, progress: Progress | None = None) -> int:
    """Bring every version that the server lacks, and say of all others that we still hold them."""
    missing = server.write(part.missing)
    done = 0
    for sources in _bulks(part, missing):
        done += server.write(partial(upload.put, name=part.name, sources=sources))
        if progress:
            progress(min(done, len(missing)), len(missing))
    server.write(partial(upload.claim, name=part.name, versions=tuple(part.own())))
    return done


def sync_vectors(
    server: Server, part: Part, embedder: Embedder, progress: Progress | None = None
) -> int:
    """Give vectors to those of our notes that have none of this embedder's; nothing without pgvector.

    Nothing is locked on the server while a batch is embedded here.
    """
    unseen = server.write(lambda session: _unseen(session, part, embedder.identity.key))
    done = 0
    for batch in _batches(unseen, NOTES_AT_ONCE):
        sources = {each.path: each for each in part.read({note.record[PATH] for note in batch})}
        found = query.texts_of(batch, sources)
        rows = embedder.embed_passages([text for each in found for text in each.texts])
        server.write(partial(_keep, part=part, embedder=embedder, found=found, rows=rows))
        done += len(batch)
        if progress:
            progress(done, len(unseen))
    return done


def _keep(
    session: TeamSession, part: Part, embedder: Embedder, found: list[query.UnseenNote], rows: bytes
) -> None:
    book = part.look(session, lets_miss=True).book
    query.put_vectors(session, book, embedder, found, rows)


def _unseen(session: TeamSession, part: Part, key: str) -> list[ServerNote]:
    if not query.has_vectors(session):
        return []
    view = part.look(session, lets_miss=True)
    if not view.book:
        return []
    return query.read_unseen(session, view, query.open_space(session, view.book, key))


def _bulks(part: Part, paths: Sequence[str]) -> Iterator[list[Source]]:
    bulk: list[Source] = []
    for batch in _batches(paths, FILES_AT_ONCE):
        bulk += part.read(batch)
        size = sum(len(memory.body) for source in bulk for memory in source.memories)
        if len(bulk) >= FILES_IN_BULK or size > CHARACTERS_IN_BULK:
            yield bulk
            bulk = []
    if bulk:
        yield bulk


def _batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def sweep(session: TeamSession, book: int, own: Sequence[bytes], unseen_days: int) -> int:
    """Forget the versions that nobody has claimed for so many days and we do not hold; count them."""
    rows = session.rows(
        "SELECT file FROM commonplace.files WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND seen <= current_date - %(days)s AND version <> ALL(%(own)s)",
        {"book": book, "days": unseen_days, "own": list(own)},
    )
    files = [cast("int", file) for (file,) in rows]
    if files:
        _forget(session, book, files)
    return len(files)


def sweep_all(session: TeamSession, book: int) -> None:
    """Forget the whole book, everybody's versions included."""
    tables = ["postings", "spaces", "notes", "files"]
    for table in ["vectors", *tables] if has_vectors(session) else tables:
        session.run(_EMPTIED[table], {"book": book})
    _note_sweeping(session, book)


_EMPTIED = {
    "vectors": "DELETE FROM commonplace.vectors WHERE tenant = %(tenant)s AND book = %(book)s",
    "postings": "DELETE FROM commonplace.postings WHERE tenant = %(tenant)s AND book = %(book)s",
    "spaces": "DELETE FROM commonplace.spaces WHERE tenant = %(tenant)s AND book = %(book)s",
    "notes": "DELETE FROM commonplace.notes WHERE tenant = %(tenant)s AND book = %(book)s",
    "files": "DELETE FROM commonplace.files WHERE tenant = %(tenant)s AND book = %(book)s",
}


def _forget(session: TeamSession, book: int, files: Sequence[int]) -> None:
    rows = session.rows(
        "DELETE FROM commonplace.notes WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND file = ANY(%(files)s) RETURNING note",
        {"book": book, "files": list(files)},
    )
    values = {"book": book, "notes": [note for (note,) in rows], "files": list(files)}
    session.run(
        "DELETE FROM commonplace.postings WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND note = ANY(%(notes)s)",
        values,
    )
    if has_vectors(session):
        session.run(
            "DELETE FROM commonplace.vectors WHERE tenant = %(tenant)s AND book = %(book)s"
            " AND note = ANY(%(notes)s)",
            values,
        )
    session.run(
        "DELETE FROM commonplace.files WHERE tenant = %(tenant)s AND book = %(book)s"
        " AND file = ANY(%(files)s)",
        values,
    )
    _note_sweeping(session, book)


def _note_sweeping(session: TeamSession, book: int) -> None:
    session.run(
        "UPDATE commonplace.books SET revision = revision + 1, swept = swept + 1"
        " WHERE tenant = %(tenant)s AND book = %(book)s",
        {"book": book},
    )


UNSEEN_DAYS = 30
NO_PGVECTOR = "no-pgvector"


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a question means to an embedder: its space's key, the vector, and what cosines prove."""

    key: str
    vector: tuple[float, ...]
    judge: Judge | None


class PostgresEngine:
    """Finds memories in a team's database; everything in it can be made again from the books."""

    name = "postgres"

    def __init__(
        self, server: Server, part: Part, choices: Sequence[EmbedderChoice] = (), place: str = ""
    ) -> None:
        self._server = server
        self._part = part
        self._choices = choices
        """Embedders that may be asked, the best first; words alone answer where none has vectors."""
        self._place = place

    def find(self, query: Query) -> SearchResult:
        """Return the best memories for `query`; a server in trouble finds none and says why."""
        end = time.monotonic() + self._server.limits.find_s
        try:
            return self._find(query, end)
        except Behind as behind:
            if isinstance(behind, Lagging):
                self._part.forget()
            return self._find_after_sync(query, end)
        except ServerTrouble as trouble:
            return SearchResult(hits=(), confidence=0.0, degraded=trouble.why)

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Bring changed files to the server; what was removed here is simply held no longer."""
        del removed
        files = tuple(changed)
        if files:
            self._server.write(partial(upload.put, name=self._part.name, sources=files))

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

        def swept(session: TeamSession) -> int:
            book = self._part.look(session, lets_miss=True).book
            return sweep(session, book, own, unseen_days) if book else 0

        return self._server.write(swept)

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
        except ServerTrouble as trouble:
            return EngineStatus(
                name=self.name, is_ready=False, place=self._place, trouble=trouble.why
            )

    def _status(self, session: TeamSession) -> EngineStatus:
        view = self._part.look(session, lets_miss=True)
        has_vectors = query_module.has_vectors(session)
        trouble = "" if has_vectors else NO_PGVECTOR
        return EngineStatus(
            name=self.name,
            is_ready=True,
            memories=view.memories,
            passages=view.passages,
            place=self._place,
            trouble=Behind.why if self._part.missing(session) else trouble,
            wants_rebuild=False,
            embedded=query_module.embedded_passages(session, view) if has_vectors else (),
        )

    def _find_after_sync(self, query: Query, end: float) -> SearchResult:
        """Bring what is missing, when it is little, and ask again; otherwise leave it to `sync`."""
        try:
            missing = self._server.read(self._part.missing, end - time.monotonic())
            if len(missing) > FILES_AT_ONCE:
                raise Behind
            new = tuple(self._part.read(missing))
            put = partial(upload.put, name=self._part.name, sources=new)
            self._server.write(put, end - time.monotonic())
            return self._find(query, end)
        except ServerTrouble as trouble:
            return SearchResult(hits=(), confidence=0.0, degraded=trouble.why)

    def _find(self, query: Query, end: float) -> SearchResult:
        meant = self._meant(query, end)
        return self._server.read(
            lambda session: self._answer(session, query, meant),
            min(self._server.limits.read_s, end - time.monotonic()),
        )

    def _answer(self, session: TeamSession, query: Query, meant: _Meant | None) -> SearchResult:
        whole = self._part.look(session)
        view = narrowed(session, whole, query)
        question = ServerQuestion(session, whole, view, query)
        asked, table = look_up(question)
        ranked = rank(asked, table.sizes)
        cosines: dict[int, float] = {}
        if (
            meant
            and asked
            and (space := query_module.read_spaces(session, view.book).get(meant.key))
        ):
            cosines = query_module.cosines(question, space, meant.vector, ranked, table)
        judged = (meant.judge, meant.vector) if meant else ()
        sense = Sense(ranked, cosines, query.text, *judged)
        best = islice(best_of_notes(sense.ranked), query.most + LINKED_BESIDE)
        found = linked([(score, key, table.notes[note_of(key)].record) for score, key in best])
        average = view.words / max(view.passages, 1)
        return finding_of(found[: query.most], asked, table.sizes, sense, average)

    def _meant(self, query: Query, end: float) -> _Meant | None:
        """Embed the question with the best choice whose vectors are there, before anything is begun.

        Loading a model takes longer than a transaction may wait.
        """
        if not self._choices:
            return None
        keys = self._server.read(self._spaces, end - time.monotonic())
        for embedder, choice in self._embedders() if keys else ():
            if embedder.identity.key in keys:
                vector = embedder.embed_query(query.text)
                return _Meant(embedder.identity.key, vector, choice.judge) if any(vector) else None
        return None

    def _spaces(self, session: TeamSession) -> dict[str, int]:
        if not query_module.has_vectors(session):
            return {}
        return query_module.read_spaces(session, self._part.look(session).book)

    def _embedders(self) -> list[tuple[Embedder, EmbedderChoice]]:
        """Return the embedders that open, that of many languages first: a team's book is asked in all."""
        found = []
        for choice in sorted(self._choices, key=lambda choice: choice.space == ENGLISH):
            try:
                found.append((choice.open(), choice))
            except ConfigError:  # reads degrade: its package has gone
                continue
        return found

    def _sweep_all(self, session: TeamSession) -> None:
        book = self._part.look(session, lets_miss=True).book
        if book:
            sweep_all(session, book)
