"""What a commit promises, written down before it is done.

A record holds everything a receipt needs and the bytes of every file, before and after. So the same
text is the redo journal while the work is open and the receipt once it is closed. Hashes are computed
from the bytes where they are needed: a record cannot disagree with itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from commonplace.core.changes import FileImage, Outcome, Proposal, Receipt, name_after
from commonplace.core.memory import MemoryId, Origin
from commonplace.core.ports import Stamp
from commonplace.storage.codec import Malformed, decode, encode

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One file of a commit: what was there, what shall be there."""

    path: str
    before: bytes | None
    after: bytes | None
    staged: str = ""
    """The name in the same folder under which the new text waits, or the old one after the swap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One commit, from promise to receipt."""

    id: str
    at: datetime
    host: str
    boot: str
    who: str
    channel: str
    action: str
    memories: tuple[MemoryId, ...]
    steps: tuple[Step, ...]
    origin: Origin = Origin.HUMAN
    seconds: float = 0.0
    neighbours: int = 0
    tokens: int = 0
    undoes: str | None = None
    note: str = ""
    conflicts: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT


def record_of(
    proposal: Proposal, stamp: Stamp, steps: tuple[Step, ...], record_id: str, now: datetime
) -> Record:
    """Return the promise to carry out `proposal`."""
    return Record(
        id=record_id,
        at=now,
        host=host_id(),
        boot=boot_id(),
        who=stamp.who,
        channel=stamp.channel,
        action=proposal.action,
        memories=tuple(dict.fromkeys(name_after(change) for change in proposal.changes)),
        steps=steps,
        origin=proposal.origin,
        seconds=stamp.seconds,
        neighbours=stamp.neighbours,
        tokens=stamp.tokens,
        undoes=stamp.undoes or proposal.undoes,
        note=proposal.note,
    )


def receipt_of(record: Record, *, is_pending: bool = False) -> Receipt:
    """Return the receipt that `record` is once closed, or the pending one while it is open."""
    done = Outcome.CONFLICT if record.conflicts else Outcome.COMMITTED
    return Receipt(
        id=record.id,
        at=record.at,
        who=record.who,
        channel=record.channel,
        action=record.action,
        outcome=Outcome.COMMITTED_PENDING if is_pending else done,
        memories=record.memories,
        images=tuple(
            FileImage(path=step.path, before=step.before, after=step.after) for step in record.steps
        ),
        conflicts=record.conflicts,
        origin=record.origin,
        seconds=record.seconds,
        neighbours=record.neighbours,
        tokens=record.tokens,
        undoes=record.undoes,
        note=record.note,
    )


def seal(record: Record) -> bytes:
    """Return the record as a line of JSON and a line with its checksum."""
    body = json.dumps(encode(record), separators=(",", ":")).encode("ascii")
    return body + b"\n" + json.dumps({"sha256": _sha(body)}).encode("ascii") + b"\n"


def unseal(content: bytes) -> Record:
    """Return the record in `content`, or raise `Malformed` when a single bit is wrong."""
    body, _, rest = content.partition(b"\n")
    try:
        if json.loads(rest)["sha256"] != _sha(body):
            raise Malformed("the checksum does not fit")
        record: Record = decode(Record, json.loads(body))
    except (ValueError, KeyError, TypeError) as trouble:
        raise Malformed(str(trouble)) from trouble
    if record.format != FORMAT:
        raise Malformed(f"format {record.format} is not known here")
    return record


def _sha(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


@lru_cache(maxsize=1)
def host_id() -> str:
    """Return what tells this machine from others: a synced folder may carry another's promises."""
    name = _first_line("/etc/machine-id") or platform.node()
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:16]


@lru_cache(maxsize=1)
def boot_id() -> str:
    """Return what tells this run of the machine from earlier ones, where the system says it."""
    return _first_line("/proc/sys/kernel/random/boot_id")


def _first_line(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().strip()
    except (OSError, ValueError):
        return ""
