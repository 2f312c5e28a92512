"""Put files on the server's shelves: words, notes and versions, a batch in each transaction.

The book's row is locked first, so that two machines bring their versions in one after the other; what
another one brought meanwhile is not put there twice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, cast

from commonplace.core.hashing import digest
from commonplace.core.memory import Memory, Status
from commonplace.core.passages import passages_of
from commonplace.core.ranking import code_of, length_class
from commonplace.core.search import Source
from commonplace.core.tokens import note_tokens
from commonplace.engines.local.query import FORMAT
from commonplace.engines.local.rows import note_record
from commonplace.engines.postgres.server import TeamSession

_BYTES = 16
"""Of SHA-256: among a billion versions two meet by chance once in 10^20."""


@dataclass(frozen=True, slots=True)
class Held:
    """A file as this machine holds it: its content's hash, and how its living memories stand."""

    sha256: str
    statuses: tuple[str, ...] = ()


class LocalHoldings(Protocol):
    """What this machine holds of the book; the embedded index knows."""

    def stamp(self) -> object:
        """Return something that differs when anything held may have changed."""

    def held(self) -> Mapping[str, Held]:
        """Return every file of the book by its path."""

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        """Return those files as they are now."""


def held_of(source: Source) -> Held:
    """Return a file that was just read in the form in which holdings are compared."""
    alive = (m for m in source.memories if m.status is not Status.TOMBSTONED)
    return Held(source.sha256, tuple(str(memory.status) for memory in alive))


def version_of(path: str, held: Held) -> bytes:
    """Return the name of a version; how rows are made is part of it, so that two ways never mix."""
    verdicts = () if set(held.statuses) <= {Status.ACTIVE} else held.statuses
    told = "\0".join((str(FORMAT), path, held.sha256, *verdicts))
    return bytes.fromhex(digest(told.encode("utf-8", "surrogatepass")))[:_BYTES]


CUT_MARK = "\x01"
"""Stands among the words of a note whose words were cut; no text gives such a word."""


@dataclass(slots=True)
class _Columns:
    """The rows of a batch, column by column, as the server takes them."""

    files: list[tuple[int, bytes, bytes]] = field(default_factory=list)
    notes: list[tuple[object, ...]] = field(default_factory=list)
    postings: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Of each word where it stands: note, place and code in one number."""


def put(session: TeamSession, name: str, sources: Iterable[Source]) -> int:
    """Put the files that the server has not got on its shelves, and return how many those were."""
    made = {version_of(each.path, held_of(each)): each for each in sources}
    book, next_file, next_note = _open(session, name)
    known = session.rows(
        "SELECT version FROM commonplace.files"
        " WHERE tenant = %(tenant)s AND book = %(book)s AND version = ANY(%(versions)s)",
        {"book": book, "versions": list(made)},
    )
    for (version,) in known:
        del made[cast("bytes", version)]
    columns = _Columns()
    for version, source in made.items():
        file = next_file + len(columns.files)
        columns.files.append((file, version, _bytes(source.path)))
        for memory in source.memories:
            if memory.status is not Status.TOMBSTONED:
                _add(columns, memory, source, file, next_note + len(columns.notes))
    if made:
        _write(session, book, columns)
    return len(made)


def claim(session: TeamSession, name: str, versions: Sequence[bytes]) -> None:
    """Say that somebody still holds these versions, at most once a day each."""
    session.run(
        "UPDATE commonplace.files f SET seen = current_date FROM commonplace.books b"
        " WHERE f.tenant = %(tenant)s AND b.tenant = %(tenant)s AND b.name = %(name)s"
        " AND f.book = b.book AND f.version = ANY(%(versions)s) AND f.seen < current_date",
        {"name": name, "versions": list(versions)},
    )


def _open(session: TeamSession, name: str) -> tuple[int, int, int]:
    """Return the book's number and its next free ones, locked until the transaction ends."""
    session.run(
        "INSERT INTO commonplace.books (tenant, book, name)"
        " SELECT %(tenant)s, coalesce(max(book), 0) + 1, %(name)s FROM commonplace.books"
        " WHERE tenant = %(tenant)s"
        " HAVING NOT coalesce(bool_or(name = %(name)s), false)"
        " ON CONFLICT DO NOTHING",
        {"name": name},
    )
    rows = session.rows(
        "SELECT book, next_file, next_note FROM commonplace.books"
        " WHERE tenant = %(tenant)s AND name = %(name)s FOR UPDATE",
        {"name": name},
    )
    return cast("tuple[int, int, int]", rows[0]) if rows else _open(session, name)


def _add(columns: _Columns, memory: Memory, source: Source, file: int, note: int) -> None:
    words, size = 0, 0
    passages, is_cut = note_tokens(passages_of(memory))
    if is_cut:
        columns.postings[CUT_MARK].append(note << 32)
    for size, found in enumerate(passages, start=1):
        words += len(found)
        length = length_class(len(found))
        at = note << 32 | (size - 1) << 16
        for word, count in Counter(found).items():
            columns.postings[word].append(at | code_of(count, length))
    columns.notes.append(
        (
            note,
            file,
            size,
            words,
            note_record(memory, source, words),
            str(memory.status),
            folded(memory.kind),
            folded(memory.topic).strip("/"),
            _texts(folded(tag) for tag in memory.tags),
            memory.modified or memory.created,
        )
    )


def folded(text: str) -> str:
    """Return a mark in the form in which it is compared, and which a server's text can hold."""
    plain = text.casefold().replace("\0", "\ufffd")
    return plain.encode("utf-8", "replace").decode("utf-8")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _numbers(values: Iterable[int]) -> str:
    """Return numbers as the server reads an array; the driver takes several times longer to write it."""
    return "{" + ",".join(map(str, values)) + "}"


def _strings(values: Iterable[bytes]) -> str:
    """Return strings of bytes as the server reads an array."""
    return "{" + ",".join([f'"\\\\x{value.hex()}"' for value in values]) + "}"


def _texts(values: Iterable[str]) -> str:
    """Return texts as the server reads an array: a list of lists of several lengths it would not take."""
    plain = (value.replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return "{" + ",".join([f'"{value}"' for value in plain]) + "}"


def _write(session: TeamSession, book: int, columns: _Columns) -> None:
    files, versions, paths = zip(*columns.files, strict=True)
    session.run(
        "INSERT INTO commonplace.files (tenant, book, file, version, path)"
        " SELECT %(tenant)s, %(book)s, * FROM unnest(%(files)s::integer[], %(versions)s::bytea[],"
        " %(paths)s::bytea[])",
        {
            "book": book,
            "files": _numbers(files),
            "versions": _strings(versions),
            "paths": _strings(paths),
        },
    )
    if columns.notes:
        _write_notes(session, book, columns.notes)
    if columns.postings:
        _write_postings(session, book, columns.postings)
    session.run(
        "UPDATE commonplace.books SET revision = revision + 1,"
        " next_file = next_file + %(files)s, next_note = next_note + %(notes)s"
        " WHERE tenant = %(tenant)s AND book = %(book)s",
        {"book": book, "files": len(columns.files), "notes": len(columns.notes)},
    )


def _write_notes(session: TeamSession, book: int, notes: Sequence[tuple[object, ...]]) -> None:
    """Put all notes there in one statement: a statement of its own for each takes longer to plan than to do."""
    names = ("note", "file", "size", "words", "record", "status", "kind", "topic", "tags", "day")
    session.run(
        "INSERT INTO commonplace.notes (tenant, book, note, file, size, words, record, status,"
        " kind, topic, tags, day)"
        " SELECT %(tenant)s, %(book)s, w.note, w.file, w.size, w.words, w.record, w.status, w.kind,"
        " w.topic, w.tags::text[], w.day FROM unnest(%(note)s::integer[], %(file)s::integer[],"
        " %(size)s::smallint[], %(words)s::integer[], %(record)s::bytea[], %(status)s::text[],"
        " %(kind)s::text[], %(topic)s::text[], %(tags)s::text[], %(day)s::date[])"
        " AS w (note, file, size, words, record, status, kind, topic, tags, day)",
        {"book": book, **dict(zip(names, map(list, zip(*notes, strict=True)), strict=True))},
    )


def _write_postings(session: TeamSession, book: int, postings: Mapping[str, list[int]]) -> None:
    """Put words there in their order: those that stand beside each other in the index are written at once."""
    words = sorted((_bytes(word), places) for word, places in postings.items())
    session.run(
        "INSERT INTO commonplace.postings (tenant, book, word, note, place, code)"
        " SELECT %(tenant)s, %(book)s, w.word, (p >> 32)::integer, (p >> 16 & 65535)::smallint,"
        " (p & 65535)::smallint FROM unnest(%(words)s::bytea[], %(places)s::text[])"
        " AS w (word, places), unnest(w.places::bigint[]) AS p",
        {
            "book": book,
            "words": _strings(word for word, _ in words),
            "places": [_numbers(places) for _, places in words],
        },
    )
