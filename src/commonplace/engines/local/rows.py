"""What the index keeps about notes and files, between our values and records of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from commonplace.core.contents import is_pinned, rule_of
from commonplace.core.memory import Memory, Status
from commonplace.core.ports import FileLook
from commonplace.core.ranking import in_context, note_of, passage_key, reached
from commonplace.core.search import Hit, Reason, SearchResult, Source
from commonplace.core.values import dataclass
from commonplace.engines.local.query import Asked, Found, passage_of, pointer_of
from commonplace.engines.local.records import (
    FIRST_LINE,
    ID,
    LAST_LINE,
    LINE,
    PATH,
    SHA256,
    STATUS,
    TITLE,
    record_of,
    record_text,
)
from commonplace.engines.local.spaces import Sense

LONGEST_TEXT = 16_000
"""Of a longer memory, the passage that is said is looked for in the beginning."""

DEAD = record_text(("",))
"""The record of a note that is no more; its number is never used again."""


def note_record(memory: Memory, source: Source, words: int) -> bytes:
    """Return what recall must know about a memory without opening its file."""
    first, last = (source.lines or {}).get(memory.id, (1, 0))
    day = memory.modified or memory.created
    rule, is_whole = rule_of(memory)
    valid_from, valid_to = memory.validity.valid_from, memory.validity.valid_to
    return record_text(
        (
            memory.id,
            source.path,
            str(first),
            str(last),
            memory.title,
            memory.line,
            source.sha256,
            str(memory.status),
            memory.kind,
            memory.topic,
            "\n".join(memory.tags),
            day.isoformat() if day else "",
            "\n".join(memory.links),
            str(words),
            rule,
            "1" if is_whole else "",
            "1" if is_pinned(memory) else "",
            str(memory.usage.count),
            valid_from.isoformat() if valid_from else "",
            valid_to.isoformat() if valid_to else "",
            memory.said[:LONGEST_TEXT],
            memory.validity.applies_when,
        )
    )


def hit_of(
    fields: tuple[str, ...],
    score: float,
    reasons: tuple[Reason, ...],
    *,
    passage: str,
    pointer: str,
    confidence: float,
) -> Hit:
    """Return the hit that a note's record describes."""
    return Hit(
        memory=fields[ID],
        score=score,
        path=fields[PATH],
        sha256=fields[SHA256],
        title=fields[TITLE],
        line=fields[LINE],
        passage=passage,
        pointer=pointer,
        status=Status(fields[STATUS]),
        first_line=int(fields[FIRST_LINE]),
        last_line=int(fields[LAST_LINE]),
        reasons=reasons,
        confidence=confidence,
    )


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file as it was when it was indexed, and the numbers of the notes it gave."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    sha256: str
    notes: tuple[int, ...]


def row_record(look: Source | FileLook, sha256: str, notes: tuple[int, ...]) -> bytes:
    """Return what is kept about a file: how it looked, its content hash, and its notes."""
    stamp = (look.size, look.mtime_ns, look.ctime_ns, look.inode, sha256)
    return record_text((*map(str, stamp), *map(str, notes)))


def file_row(payload: bytes) -> FileRow:
    """Return what is kept about a file."""
    size, mtime_ns, ctime_ns, inode, sha256, *notes = record_of(payload)
    return FileRow(
        int(size), int(mtime_ns), int(ctime_ns), int(inode), sha256, tuple(map(int, notes))
    )


_NOTHING = 1e-9


def finding_of(
    found: Sequence[Found], asked: list[Asked], sizes: bytes, sense: Sense, average: float
) -> SearchResult:
    """Return the notes that were found as hits, best first; `average` is how long passages are."""
    sure = sense.confidences(asked, [key for _, key, _ in found], sizes, average)
    hits = tuple(
        hit_of(
            record,
            score,
            reasons_for(key, score, asked, sizes, sense.lifts.get(key, 0.0)),
            passage=passage_of(record, asked),
            pointer=pointer_of(record, asked, ""),
            confidence=confidence,
        )
        for (score, key, record), confidence in zip(found, sure, strict=True)
    )
    return SearchResult(hits=hits, confidence=hits[0].confidence if hits else 0.0)


def reasons_for(
    key: int, score: float, asked: Iterable[Asked], sizes: bytes, lift: float = 0.0
) -> tuple[Reason, ...]:
    """Return what each word gave to a passage, then what came from the note, from meaning and links."""
    note = note_of(key)
    first = passage_key(note, 0)
    found, rows = [], []
    for word, _, worth in asked:
        own = [worth.get(first + place, 0.0) for place in range(sizes[note])]
        rows.append(own)
        given = reached(own)[key - first]
        found.append(Reason(why=f"{'word' if own[key - first] else 'near'}:{word}", score=given))
    words = sum(reason.score for reason in found)
    whole = in_context(rows)[key - first]
    found.sort(key=lambda reason: -reason.score)
    found.append(Reason(why="note", score=whole - words))
    found.append(Reason(why="meaning", score=lift))
    found.append(Reason(why="links", score=score - whole - lift))
    return tuple(reason for reason in found if reason.score > _NOTHING)
