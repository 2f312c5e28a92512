"""The ledger of approvals: one line for each, appended and flushed, never rewritten.

Beside what somebody let in, every text that arrived without us has its line, with how it came.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO

from commonplace.core.memory import Approval, MemoryId, Origin, Trust
from commonplace.core.rejections import PAGE
from commonplace.storage.codec import Malformed, decode, encode
from commonplace.storage.disk import Disk, failure, unreadable
from commonplace.storage.places import make_private, state_of

_PAGE = PAGE.encode()
_HELD = Trust.QUARANTINED.value.encode()


@dataclass(frozen=True, slots=True)
class Standing:
    """The last word of a ledger about each text, and what waits."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """Hash of the words -> how far they are trusted."""
    waiting: dict[bytes, Approval] = field(default_factory=dict)
    """Memory -> the line that holds it, where nobody has let it in since."""
    pages: list[str] = field(default_factory=list)
    """The hash of each text of the page of refused claims that we wrote, the last one last; empty: taken away."""

    def trust_of(self, content: str) -> bool | None:
        """Return whether words were let in; None when the ledger does not know them."""
        trust = self.contents.get(content)
        return None if trust is None else trust != _HELD

    def add(self, line: bytes) -> None:
        """Take one line into account."""
        content, trust, memory = (_value(line, name) for name in (b"content", b"trust", b"memory"))
        if not trust:
            return  # torn by a crash
        self.contents[content.decode("ascii", "replace")] = trust
        self.waiting.pop(memory, None)
        if memory == _PAGE:
            self.pages.append(content.decode("ascii", "replace"))
        if trust == _HELD:
            self.waiting.update((memory, each) for each in _approvals([line]))


class Ledger:
    """The approvals given for one book on this machine."""

    def __init__(
        self, root: str | os.PathLike[str], *, state: str | None = None, disk: Disk | None = None
    ) -> None:
        self._folder = state or state_of(os.fspath(root))
        self._path = os.path.join(self._folder, "approvals.jsonl")
        self._disk = disk or Disk()
        self._read_at = -1
        self._whole = 0
        """Where the last complete line ends that was taken into account."""
        self._last = Standing()

    @property
    def size(self) -> int:
        """How many bytes it has: it only grows."""
        try:
            return os.stat(self._path).st_size
        except OSError:
            return 0

    def append(self, approvals: Iterable[Approval]) -> None:
        """Add `approvals`; when this returns, they survive a power failure."""
        lines = "".join(json.dumps(encode(each)) + "\n" for each in approvals).encode("ascii")
        if not lines:
            return
        try:
            self._append(lines)
        except OSError as trouble:
            raise failure(trouble, self._path) from trouble

    def read(self) -> tuple[Approval, ...]:
        """Return every approval that can be read; a line torn by a crash approves nothing."""
        try:
            with open(self._path, "rb") as file:
                return tuple(_approvals(file))
        except FileNotFoundError:
            return ()
        except OSError as trouble:
            raise unreadable(trouble, self._path) from trouble

    def held(self) -> frozenset[str]:
        """Return the hashes of words that were written and approved by nobody since."""
        return self._contents(is_held=True)

    def approved(self) -> frozenset[str]:
        """Return the hashes of words that somebody let in."""
        return self._contents(is_held=False)

    def _contents(self, *, is_held: bool) -> frozenset[str]:
        found = self.standing().contents.items()
        return frozenset(each for each, trust in found if (trust == _HELD) is is_held)

    def origin_of(self, content: str) -> Origin:
        """Return where words came from, as far as the ledger knows: else they came without us."""
        lines = (each for each in reversed(self.read()) if each.content == content)
        return next((each.origin for each in lines), Origin.SYNC)

    def moments(self) -> dict[MemoryId, datetime]:
        """Return when each memory last came or changed, as far as the ledger knows; files have only days."""
        found: dict[bytes, bytes] = {}
        try:
            with open(self._path, "rb") as file:
                found.update((_value(line, b"memory"), _value(line, b"at")) for line in file)
        except OSError:
            return {}
        dated = ((json.loads(b'"%b"' % memory), at.decode("ascii")) for memory, at in found.items())
        return {memory: datetime.fromisoformat(at) for memory, at in dated if at}

    def standing(self) -> Standing:
        """Return the last word about each content.

        A ledger only grows, so one of the same size is the same, and of a longer one only the end is
        read; a ledger that cannot be read fails no reader: the marks in the files count.
        """
        try:
            with open(self._path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size < self._read_at:  # another one stands in its place
                    self._whole, self._last = 0, Standing()
                if size != self._read_at:
                    self._take_in(file)
                    self._read_at = size
        except OSError:
            return Standing()
        return self._last

    def _take_in(self, file: BinaryIO) -> None:
        file.seek(self._whole)
        for line in file:
            self._last.add(line)
            if line.endswith(b"\n"):  # the rest of it may still be on its way
                self._whole += len(line)

    def speaks_of(self, channel: str) -> bool:
        """Say whether any line was given through `channel`, told without taking them into account."""
        said = f'"channel": "{channel}"'.encode("ascii")
        try:
            with open(self._path, "rb") as file:
                return said in file.read()
        except OSError:
            return False

    def _append(self, lines: bytes) -> None:
        make_private(self._folder)
        is_new = not os.path.exists(self._path)
        descriptor = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            rest = memoryview(_after_torn_line(descriptor) + lines)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            self._disk.sync_file(descriptor, self._path)
        finally:
            os.close(descriptor)
        if is_new:
            self._disk.sync_folder(self._folder)


def _after_torn_line(descriptor: int) -> bytes:
    """Return what must come first, so that a torn last line does not swallow the next one."""
    size = os.fstat(descriptor).st_size
    if size == 0:
        return b""
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return b"" if os.read(descriptor, 1) == b"\n" else b"\n"


def _value(line: bytes, name: bytes) -> bytes:
    """Return the text that a line of ours gives `name`, as it is written there.

    Ten times as fast as a parser, and a hook reads this when a book has changed. A quotation mark inside a
    text is escaped, so nothing that a line quotes looks like a name of it.
    """
    return line.partition(b'"' + name + b'": "')[2].partition(b'"')[0]


def _approvals(lines: Iterable[bytes]) -> Iterator[Approval]:
    for line in lines:
        try:
            yield decode(Approval, json.loads(line))
        except (ValueError, Malformed):
            continue
