"""What a commit promises, written down before it is done.

A record holds everything a receipt needs and the bytes of every file, before and after. So the same
text is the redo journal while the work is open and the receipt once it is closed. Hashes are computed
from the bytes where they are needed: a record cannot disagree with itself.
"""

from __future__ import annotations

import json
import os
from codecs import getincrementaldecoder
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from commonplace.core.changes import (
    FileEdit,
    FileImage,
    Outcome,
    Proposal,
    Receipt,
    fingerprint,
    name_after,
)
from commonplace.core.hashing import digest
from commonplace.core.memory import MemoryId, Origin
from commonplace.core.names import check_new_file, collision_key
from commonplace.core.ports import NOTHING_READ, Stamp
from commonplace.core.values import dataclass, field
from commonplace.errors import BadInput, ChangedUnderneath
from commonplace.storage.codec import Malformed, decode, encode
from commonplace.storage.disk import MAX_FILE_BYTES, NotReadable, failure, read_guarded
from commonplace.storage.folders import contained

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
    return digest(body)


def _own_name() -> str:
    import platform  # noqa: PLC0415 - a hook has no use for it where the system names the machine

    return platform.node()


@lru_cache(maxsize=1)
def host_id() -> str:
    """Return what tells this machine from others: a synced folder may carry another's promises."""
    name = _first_line("/etc/machine-id") or _own_name()
    return digest(os.fsencode(name))[:16]


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


def plan(
    root: str,
    edits: Sequence[FileEdit],
    limit: int = MAX_FILE_BYTES,
    read: Mapping[str, bytes | None] = NOTHING_READ,
    unread: Collection[str] = (),
) -> tuple[Step, ...]:
    """Return the steps that carry out `edits`; an edit that changes nothing needs none.

    Raises when a path leaves the book, a name or text cannot be taken, or a file is not what its
    edit was computed from. Nothing is written here. Files that are `unread` are known to be as they were.
    """
    taken = _Taken(edits)
    steps = (
        _unread_step(root, edit, limit)
        if edit.path in unread
        else _step(root, edit, taken, limit, read)
        for edit in edits
    )
    return tuple(step for step in steps if step.before != step.after)


def _unread_step(root: str, edit: FileEdit, limit: int) -> Step:
    """Return the step for a derived file that is there, and that says something else than its edit brings."""
    contained(root, edit.path)
    _check_text(edit.path, edit.after or b"", limit)
    return Step(path=edit.path, before=b"", after=edit.after)


def _step(
    root: str, edit: FileEdit, taken: _Taken, limit: int, read: Mapping[str, bytes | None]
) -> Step:
    target = contained(root, edit.path)
    if edit.after is not None:
        _check_text(edit.path, edit.after, limit)
    before = read[edit.path] if edit.path in read else _current(target, edit.path, limit)
    if fingerprint(before) != edit.before:
        raise ChangedUnderneath("changed-underneath", path=edit.path)
    if before is None and edit.after is not None:
        check_new_file(edit.path, taken.beside(target, edit.path))
    return Step(path=edit.path, before=before, after=edit.after)


def _check_text(path: str, content: bytes, limit: int) -> None:
    if len(content) > limit:
        raise BadInput("text-too-large", path=path, limit=limit)
    check = getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(content) + 1, _AT_ONCE):
            check.decode(memoryview(content)[start : start + _AT_ONCE])
        check.decode(b"", final=True)
    except UnicodeDecodeError as trouble:
        raise BadInput("text-not-unicode", path=path) from trouble


def _current(target: str, path: str, limit: int) -> bytes | None:
    try:
        return read_guarded(target, limit)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotReadable as trouble:
        raise ChangedUnderneath("changed-underneath", path=path) from trouble
    except OSError as trouble:
        raise failure(trouble, target) from trouble


_AT_ONCE = 1 << 20
"""So many bytes of a text are tried as Unicode at once: an index of fifty megabytes is not held three times."""


class _Taken:
    """The names that a new file must not collide with, on disk and in the same batch, by folder.

    Each folder is listed once, however many files a batch brings to it.
    """

    def __init__(self, edits: Sequence[FileEdit]) -> None:
        self._planned: dict[str, list[str]] = {}
        for edit in edits:
            folder, _, name = edit.path.rpartition("/")
            self._planned.setdefault(folder, []).append(name)
        self._names: dict[str, dict[str, set[str]]] = {}

    def beside(self, target: str, path: str) -> Mapping[str, Collection[str]]:
        """Return the names in the folder of `path`, which stands at `target`, by collision key."""
        folder = path.rpartition("/")[0]
        if folder not in self._names:
            found: dict[str, set[str]] = {}
            for name in (*_listed(os.path.dirname(target)), *self._planned[folder]):
                found.setdefault(collision_key(name), set()).add(name)
            self._names[folder] = found
        return self._names[folder]


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
