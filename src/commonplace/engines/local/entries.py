"""The entries of a book's contents, read from its index: no file is opened, no memory is made.

Plain functions: the first answer of an MCP server needs them.
"""

from __future__ import annotations

from commonplace.core.contents import ContentsEntry
from commonplace.engines.local.query import is_told, read_note
from commonplace.engines.local.records import (
    DAY,
    ID,
    IS_PINNED,
    IS_WHOLE,
    KIND,
    RULE,
    SEAL_BYTES,
    SHA256,
    STATUS,
    TAGS,
    TITLE,
    TOPIC,
    UNIT,
    USES,
    short_record_of,
    unsealed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection


def read_names(connection: Connection) -> list[tuple[str, str, str, str, tuple[str, ...]]]:
    """Return id, topic, title, kind and tags of each memory, whatever its standing, for whoever types one."""
    rows = connection.execute("SELECT id, blob FROM notes ORDER BY id")
    records = (short_record_of(unsealed(blob, f"notes {number}")) for number, blob in rows)
    return [
        (record[ID], record[TOPIC], record[TITLE], record[KIND], tuple(record[TAGS].split("\n")))
        for record in records
        if record[ID]
    ]


_BEGINNING = 1000
"""Most records have their topic among so many bytes."""


def read_topics(connection: Connection) -> set[str]:
    """Return the topics of the memories that somebody has approved.

    Of each record only the beginning is looked at, and its seal is not: a write asks for the topics of a hundred
    thousand, and where a topic was damaged a memory is filed under another one, for a person to see.
    """
    unit, until = UNIT.encode(), TOPIC + 1
    found: set[bytes] = set()
    begins = "SELECT id, substr(blob, ?, ?) FROM notes"
    for number, begin in connection.execute(begins, (SEAL_BYTES + 1, _BEGINNING)):
        fields = begin.split(unit, until)
        if len(fields) <= until and len(begin) == _BEGINNING:
            fields = [
                each.encode("utf-8", "surrogatepass") for each in read_note(connection, number)
            ]
        if len(fields) > until and fields[STATUS] == b"active":
            found.add(fields[TOPIC])
    return {topic.decode("utf-8", "surrogatepass") for topic in found} - {""}


def read_entries(connection: Connection, today: str) -> list[ContentsEntry]:
    """Return each memory that may be told as a fact on the day `today`; others are not listed."""
    rows = connection.execute("SELECT id, blob FROM notes ORDER BY id")
    records = (short_record_of(unsealed(blob, f"notes {number}")) for number, blob in rows)
    return [
        ContentsEntry(
            record[ID],
            record[RULE],
            topic=record[TOPIC],
            is_whole=bool(record[IS_WHOLE]),
            is_pinned=bool(record[IS_PINNED]),
            uses=int(record[USES]),
            day=record[DAY],
            sha256=record[SHA256],
        )
        for record in records
        if record[ID] and is_told(record, today)
    ]
