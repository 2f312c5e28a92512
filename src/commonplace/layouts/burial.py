"""What a burial adds to a note's bytes, so that digging it up gives exactly those bytes back.

The mark is one HTML comment after the last byte: the text above stays readable as it was, and the
comment says where it came from, when and why it was buried.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date

from commonplace.core.memory import Tombstone

_MARK = re.compile(rb"\n<!-- buried: (\{[^\n]*\}) -->\n\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grave:
    """A buried text: its own bytes, where they stood, and why they are gone."""

    content: bytes
    origin: str
    tombstone: Tombstone


def bury(grave: Grave) -> bytes:
    """Return the bytes that keep `grave`."""
    stone = grave.tombstone
    record = {"at": stone.at.isoformat(), "reason": stone.reason, "from": grave.origin}
    if stone.superseded_by:
        record["superseded_by"] = stone.superseded_by
    # a reason may say "-->": the comment must not end there
    line = json.dumps(record, ensure_ascii=False).replace(">", "\\u003e")
    return grave.content + f"\n<!-- buried: {line} -->\n".encode()


def exhume(content: bytes) -> Grave | None:
    """Return the grave in `content`, None when we did not dig it."""
    if not (mark := _MARK.search(content)):
        return None
    try:
        record = json.loads(mark[1])
        stone = Tombstone(
            at=date.fromisoformat(record["at"]),
            reason=str(record["reason"]),
            superseded_by=record.get("superseded_by"),
        )
        return Grave(content=content[: mark.start()], origin=str(record["from"]), tombstone=stone)
    except (ValueError, KeyError, TypeError):
        return None
