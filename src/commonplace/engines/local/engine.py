"""The local `Engine`, the public class of this package: queries, updates and repairs the index.

A damaged or foreign index is set aside only after a second look, and made again from the files; a
busy one is waited for, never touched. A reader that finds no index makes one.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from operator import itemgetter
from types import ModuleType
from typing import Any, TypeVar

from commonplace.core.contents import ContentsEntry
from commonplace.core.memory import Memory, Status, Validity
from commonplace.core.ports import Embedder, FileLook, Progress
from commonplace.core.search import (
    EVERYTHING,
    EngineStatus,
    Query,
    SearchResult,
    Sought,
    Source,
    is_filtered,
    passes,
)
from commonplace.engines.local import build as build_module
from commonplace.engines.local import query as query_module
from commonplace.engines.local.build import build, read_files
from commonplace.engines.local.entries import read_entries
from commonplace.engines.local.query import open_index, read_note
from commonplace.engines.local.records import (
    DAY,
    ID,
    KIND,
    LINKS,
    PATH,
    SQLITE_TROUBLES,
    STATUS,
    TAGS,
    TITLE,
    TOPIC,
    VALID_FROM,
    VALID_TO,
    Busy,
    Damaged,
    Missing,
    Trouble,
    short_record_of,
    trouble_of,
    unsealed,
)
from commonplace.engines.local.rows import FileRow, finding_of
from commonplace.engines.local.vectors import (
    EmbedderChoice,
    UnembeddedNote,
    batches,
    begin,
    embedded_passages,
    lacks,
    put_vectors,
    sensed,
    unseen,
    unseen_paths,
    vectors_by,
)


def placed(
    connection: sqlite3.Connection, sought: Sought = EVERYTHING
) -> Iterator[tuple[Memory, str]]:
    """Yield each note of the index as a memory without its text, with the file where it stands.

    Looking for a few takes a tenth of reading all.
    """
    for number, blob in _records(connection, sought):
        record = short_record_of(unsealed(blob, f"notes {number}"))
        if record[ID]:
            yield _outlined(record), record[PATH]


def _outlined(record: tuple[str, ...]) -> Memory:
    return Memory(
        id=record[ID],
        title=record[TITLE],
        kind=record[KIND],
        topic=record[TOPIC],
        tags=tuple(filter(None, record[TAGS].split("\n"))),
        status=_STATUSES[record[STATUS]],
        modified=_day_of(record[DAY]),
        links=tuple(record[LINKS].split("\n")) if record[LINKS] else (),
        validity=_validity(record[VALID_FROM], record[VALID_TO]),
    )


_STATUSES = {each.value: each for each in Status}


@cache
def _day_of(day: str) -> date | None:
    return date.fromisoformat(day) if day else None


def newest(
    connection: sqlite3.Connection,
    accepts: Callable[[Memory], bool] | None,
    age: Callable[[str], Any],
    most: int | None,
) -> tuple[int, list[tuple[Memory, str]]]:
    """Return how many living memories are accepted, and the newest of them, each with the file where it stands.

    Files have only days: those of one day stand in the order of `age`, the latest first, then of their ids. A memory is made
    of the records that are shown, and only where somebody looks at it of the others.
    """
    wanted: dict[int, tuple[str, ...]] = {}
    reads_all = accepts is not None or most is None
    if reads_all:
        for number, blob in connection.execute("SELECT id, blob FROM notes WHERE name > x''"):
            record = short_record_of(unsealed(blob, f"notes {number}"))
            if accepts is None or accepts(_outlined(record)):
                wanted[number] = record
    ages = [
        (day, age(name.decode("utf-8", "surrogatepass")), number)
        for name, day, number in connection.execute(_BY_NAME)
        if number in wanted or not reads_all
    ]
    ages.sort(key=itemgetter(0, 1), reverse=True)
    records = [
        wanted.get(number) or _dated(connection, number, day) for day, _, number in ages[:most]
    ]
    return len(ages), [(_outlined(record), record[PATH]) for record in records]


def _dated(connection: sqlite3.Connection, number: int, day: str) -> tuple[str, ...]:
    """Return the record of the note that is said to be of this day."""
    record = read_note(connection, number)
    if record[DAY : DAY + 1] != (day,):
        raise Damaged(f"notes {number}")
    return record


_BY_NAME = "SELECT name, day, id FROM notes WHERE name > x'' ORDER BY name"
"""Answered from what stands beside the records: a tenth of what reading their beginnings takes."""

MOST_TEXTS = 50
"""For more texts than this every record is read."""


def _records(connection: sqlite3.Connection, sought: Sought) -> Iterable[tuple[int, bytes]]:
    """Return the records of the notes that are sought, and few others."""
    if len(sought.texts) > MOST_TEXTS:
        sought = EVERYTHING
    names, texts = ([each.encode("utf-8", "surrogatepass") for each in some] for some in sought)
    among = [f"name IN ({', '.join('?' * len(names))})"] if names else []
    among += ["instr(blob, ?)"] * len(texts)
    return connection.execute(
        f"SELECT id, blob FROM notes WHERE {' OR '.join(among) or '1'} ORDER BY id",  # noqa: S608 - no values
        [*names, *texts],
    )


def _validity(first: str, last: str) -> Validity:
    if not first and not last:
        return ALWAYS
    return Validity(
        valid_from=date.fromisoformat(first) if first else None,
        valid_to=date.fromisoformat(last) if last else None,
    )


def standings(connection: sqlite3.Connection) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the content hash of each file, and how its living memories stand, by path."""
    return {
        path: (row.sha256, tuple(read_note(connection, note)[STATUS] for note in row.notes))
        for path, row in read_files(connection).items()
    }


ALWAYS = Validity()
LOCK_WAIT_S = 10.0
_POLL_S = 0.01
SET_ASIDE = ".damaged"
"""Added to the name of an index that was not to be trusted; the last one is kept to be looked at."""


class IndexFile:
    """One index and the lock beside it: readers only open, writers hold the lock."""

    def __init__(self, path: str, lock_wait_s: float = LOCK_WAIT_S) -> None:
        self.path = path
        self._lock_wait_s = lock_wait_s

    @contextlib.contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """Open the index and see all of it as it is at one moment."""
        connection = open_index(self.path)
        try:
            yield connection
        except SQLITE_TROUBLES as error:
            raise trouble_of(error) from error
        finally:
            connection.close()

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Be the only writer; raise `Busy` when another one does not come to an end."""
        os.makedirs(os.path.dirname(self.path), mode=0o700, exist_ok=True)
        with _held(self.path + ".lock", self._lock_wait_s) as is_held:
            if not is_held:
                raise Busy(self.path)
            yield

    def swap_in(self, make: Callable[[str], None]) -> None:
        """Let `make` write a new index beside the old one and put it in its place, all or nothing.

        What the old one left for a rollback would be rolled back into the new one: it goes first.
        """
        fresh = f"{self.path}.{os.getpid()}.new"
        try:
            self._remove_unfinished()
            make(fresh)
            _remove(self.path + "-journal")
            os.replace(fresh, self.path)
        except sqlite3.Error as error:
            raise trouble_of(error) from error
        finally:
            _remove(fresh)

    def _remove_unfinished(self) -> None:
        """Remove what writers left who were killed; whoever holds the lock is the only one alive."""
        folder, name = os.path.split(self.path)
        for each in os.listdir(folder):
            if each.startswith(f"{name}.") and each.endswith((".new", ".new-journal")):
                _remove(os.path.join(folder, each))

    def set_aside(self) -> None:
        """Move the index out of the way, so that nobody asks it again."""
        with contextlib.suppress(FileNotFoundError):
            os.replace(self.path, self.path + SET_ASIDE)

    def exists(self) -> bool:
        """Say whether there is an index."""
        return os.path.exists(self.path)

    def size(self) -> int:
        """Return the size of the index in bytes."""
        return os.path.getsize(self.path)


@contextlib.contextmanager
def _held(path: str, wait_s: float) -> Iterator[bool]:
    """Hold the file at `path` as a lock; say whether it was free within so many seconds."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:
        from filelock import FileLock, Timeout  # noqa: PLC0415 - costs a hook as much as all else

        try:
            with FileLock(path, timeout=wait_s):
                yield True
        except Timeout:
            yield False
        return
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        until = time.monotonic() + wait_s
        while not (is_free := _is_free(fcntl, file)) and time.monotonic() < until:
            time.sleep(_POLL_S)
        yield is_free
    finally:
        os.close(file)


def _is_free(fcntl: ModuleType, file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _remove(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)


T = TypeVar("T")


class LocalEngine:
    """Finds memories in one SQLite file; everything in it can be made again from the book."""

    name = "local"

    def __init__(
        self,
        path: str,
        sources: Callable[[], Iterable[Source]],
        choices: Sequence[EmbedderChoice] = (),
        lock_wait_s: float = LOCK_WAIT_S,
    ) -> None:
        self._file = IndexFile(path, lock_wait_s)
        self._sources = sources
        """Reads the whole book, for when there is no index that can be trusted."""
        self._choices = choices
        """Embedders that may be asked, the best first; words alone answer where none has vectors."""

    def find(self, query: Query) -> SearchResult:
        """Return the best memories for `query`; an index that cannot answer is made again first."""
        try:
            return self._read(lambda connection: _find(connection, query, self._choices))
        except (Trouble, OSError) as trouble:  # the cache folder may not be ours to write
            return SearchResult(hits=(), confidence=0.0, degraded=_why(trouble))

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Take in changed files and forget removed ones; `Busy` is raised when others write on."""
        files, gone = tuple(changed), tuple(removed)
        with self._file.locked():
            try:
                with self._file.opened() as connection:
                    build_module.update(connection, files, gone)
            except (Damaged, Missing) as trouble:
                self._mend(trouble)

    def restamp(self, looks: Mapping[str, FileLook]) -> None:
        """Keep how files look now whose content has not changed."""
        with self._file.locked(), self._file.opened() as connection:
            build_module.restamp(connection, looks)

    def begin(self) -> None:
        """Make an empty index where there is none, for whoever fills it batch by batch."""
        with self._file.locked():
            if not self._file.exists():
                self._make((), None)

    def is_aged(self, new: int = 0, old: int = 0) -> bool:
        """Say whether the index should be made again in passing, or would with so many files new or not as they were."""
        return self._read(lambda connection: query_module.is_aged(connection, new, old))

    def rebuild(self, sources: Iterable[Source], progress: Progress | None = None) -> None:
        """Make the index again in a new file and swap it in; readers keep the old one till then."""
        with self._file.locked():
            self._make(sources, progress)

    def mend(self) -> None:
        """Set the index aside and make it again: somebody has seen that it is damaged."""
        with self._file.locked():
            self._mend(Damaged(self._file.path))

    def embed(
        self, choice: EmbedderChoice, sources: Sequence[Source], progress: Progress | None = None
    ) -> None:
        """Give the notes of these files their vectors; what another embedder made goes first.

        Only a batch is written at a time, and nothing is locked while one is embedded.
        """
        known = self._read(lambda connection: vectors_by(connection, choice))
        embedder = known or self._begin(choice)
        found = self._read(lambda connection: list(unseen(connection, choice, sources)))
        done, total = 0, sum(len(each.texts) for each in found)
        for batch in batches(found):
            done += self._embed(choice, embedder, batch)
            if progress:
                progress(done, total)

    def unseen(self, choice: EmbedderChoice) -> list[str]:
        """Return the files with notes that `choice` has not embedded yet."""
        return self._read(lambda connection: unseen_paths(connection, choice))

    def lacks(self, choice: EmbedderChoice) -> bool:
        """Say whether `choice` has notes to embed, told without opening it: a hook asks this."""
        return self._read(lambda connection: lacks(connection, choice.space))

    def files(self) -> dict[str, FileRow]:
        """Return how each file looked when it was indexed, by path."""
        return self._read(build_module.read_files)

    def files_at(self, paths: Iterable[str]) -> dict[str, FileRow]:
        """Return how the files at `paths` looked when they were indexed, as far as they were."""
        return self._read(lambda connection: build_module.read_files_at(connection, paths))

    def count_files(self) -> int:
        """Return how many files were taken in."""
        return self._read(lambda connection: query_module.read_state(connection).files)

    def count(self) -> int:
        """Return how many notes there are, whatever their standing."""

        def living(connection: sqlite3.Connection) -> int:
            sizes = query_module.read_blob(connection, "state", 1)
            return len(sizes) - sizes.count(0)

        return self._read(living)

    def outline(self) -> tuple[Memory, ...]:
        """Return every memory without its text, as the index knows it."""
        return tuple(memory for memory, _ in self.placed())

    def placed(self, sought: Sought = EVERYTHING) -> tuple[tuple[Memory, str], ...]:
        """Return the same, each with the file where it stands; of the sought ones, few others among them."""
        return self._read(lambda connection: tuple(placed(connection, sought)))

    def newest(
        self,
        accepts: Callable[[Memory], bool] | None,
        age: Callable[[str], Any],
        most: int | None,
    ) -> tuple[int, list[tuple[Memory, str]]]:
        """Return how many living memories are accepted, and the newest `most`, each with its file."""
        return self._read(lambda connection: newest(connection, accepts, age, most))

    def stamp(self) -> tuple[int, bytes]:
        """Return what differs after every change of the index: its file, and SQLite's own count of changes."""
        with open(self._file.path, "rb") as file:
            return os.fstat(file.fileno()).st_ino, file.read(28)[24:]

    def entries(self, today: str) -> list[ContentsEntry]:
        """Return each memory that may be listed in the contents on the day `today`."""
        return self._read(lambda connection: read_entries(connection, today))

    def standings(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return the content hash of each file, and how its living memories stand, by path."""
        return self._read(standings)

    def status(self) -> EngineStatus:
        """Say how the index is; nothing is changed or mended."""
        try:
            with self._file.opened() as connection:
                state = query_module.read_state(connection)
                sizes = query_module.read_blob(connection, "state", 1)
                held = embedded_passages(connection, sizes)
        except Trouble as trouble:
            why = _why(trouble)
            return EngineStatus(name=self.name, is_ready=False, place=self._file.path, trouble=why)
        return EngineStatus(
            name=self.name,
            is_ready=True,
            memories=len(sizes) - sizes.count(0),
            passages=state.passages,
            bytes_on_disk=self._file.size(),
            place=self._file.path,
            wants_rebuild=query_module.wants_rebuild(state, sizes),
            embedded=held,
        )

    def _begin(self, choice: EmbedderChoice) -> Embedder:
        embedder = choice.open()
        self._write(lambda connection: begin(connection, choice.space, embedder))
        return embedder

    def _embed(
        self, choice: EmbedderChoice, embedder: Embedder, batch: Sequence[UnembeddedNote]
    ) -> int:
        texts = [text for each in batch for text in each.texts]
        rows = embedder.embed_passages(texts)
        key = embedder.identity.key
        self._write(lambda connection: put_vectors(connection, choice.space, key, batch, rows))
        return len(texts)

    def _write(self, put: Callable[[sqlite3.Connection], None]) -> None:
        with (
            self._file.locked(),
            self._file.opened() as connection,
            build_module.writing(connection),
        ):
            put(connection)

    def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._ask(ask)
        except (Damaged, Missing):
            with self._file.locked():
                try:  # a second look, now that nobody writes: another may have mended it
                    return self._ask(ask)
                except (Damaged, Missing) as trouble:
                    self._mend(trouble)
            return self._ask(ask)

    def _mend(self, trouble: Trouble) -> None:
        """Make the index again from the files; one that lied is kept aside to be looked at."""
        if isinstance(trouble, Damaged):
            self._file.set_aside()
        self._make(self._sources(), None)

    def _ask(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        with self._file.opened() as connection:
            connection.execute("BEGIN")
            return ask(connection)

    def _make(self, sources: Iterable[Source], progress: Progress | None) -> None:
        self._file.swap_in(lambda path: build(path, sources, progress))


def _find(
    connection: sqlite3.Connection, query: Query, choices: Sequence[EmbedderChoice]
) -> SearchResult:
    asked, sizes = query_module.look_up(connection, query.text)
    if is_filtered(query):
        sizes = _masked(connection, sizes, query)
    ranked = query_module.rank(asked, sizes)
    sense = sensed(connection, choices if asked else (), query.text, ranked, sizes)
    found = query_module.fetch(
        connection, sense.ranked, query.most, lambda record: _accepts(query, record)
    )
    return finding_of(found, asked, sizes, sense, query_module.average_length(connection))


def _masked(connection: sqlite3.Connection, sizes: bytes, query: Query) -> bytes:
    """Return the sizes with nothing where a note is not asked for, so that it takes no place."""
    return bytes(
        size if size and _accepts(query, query_module.read_note(connection, number)) else 0
        for number, size in enumerate(sizes)
    )


def _accepts(query: Query, record: tuple[str, ...]) -> bool:
    return passes(
        query,
        status=record[STATUS],
        topic=record[TOPIC],
        kind=record[KIND],
        tags=tuple(record[TAGS].split("\n")),
        day=record[DAY],
    )


def _why(trouble: Exception) -> str:
    match trouble:
        case Busy():
            return "index-busy"
        case Missing():
            return "index-missing"
        case Damaged():
            return "index-damaged"
        case _:
            return "index-unavailable"
