"""The ledger of approvals: one line for each, appended and flushed, never rewritten."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from commonplace.core.memory import Approval, Origin, Trust
from commonplace.storage.codec import Malformed, decode, encode
from commonplace.storage.disk import Disk, failure, unreadable
from commonplace.storage.places import make_private, state_of

_HELD = Trust.QUARANTINED.value


class Ledger:
    """The approvals given for one book on this machine."""

    def __init__(
        self, root: str | os.PathLike[str], *, state: str | None = None, disk: Disk | None = None
    ) -> None:
        self._folder = state or state_of(os.fspath(root))
        self._path = os.path.join(self._folder, "approvals.jsonl")
        self._disk = disk or Disk()
        self._read_at = -1
        self._last_words: Mapping[str, str] = {}

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

    def has_quarantine(self) -> bool:
        """Say whether anything is held: cheap, for whoever reads a book in a hurry."""
        return _HELD in self._standing().values()

    def held(self) -> frozenset[str]:
        """Return the hashes of words that were written and approved by nobody since."""
        return frozenset(each for each, trust in self._standing().items() if trust == _HELD)

    def approved(self) -> frozenset[str]:
        """Return the hashes of words that somebody let in."""
        return frozenset(each for each, trust in self._standing().items() if trust != _HELD)

    def origin_of(self, content: str) -> Origin:
        """Return where words came from, as far as the ledger knows: else they came without us."""
        lines = (each for each in reversed(self.read()) if each.content == content)
        return next((each.origin for each in lines), Origin.SYNC)

    def _standing(self) -> Mapping[str, str]:
        """Return the last word about each content.

        A ledger only grows, so one of the same size is the same; a ledger that cannot be read fails no
        reader: the marks in the files count.
        """
        try:
            with open(self._path, "rb") as file:
                if (size := os.fstat(file.fileno()).st_size) != self._read_at:
                    self._last_words = _last_words(file)
                    self._read_at = size
        except OSError:
            return {}
        return self._last_words

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


def _last_words(lines: Iterable[bytes]) -> Mapping[str, str]:
    standing: dict[str, str] = {}
    for line in lines:
        with suppress(ValueError, KeyError, TypeError):
            said = json.loads(line)
            standing[said["content"]] = said["trust"]
    return standing


def _approvals(lines: Iterable[bytes]) -> Iterator[Approval]:
    for line in lines:
        try:
            yield decode(Approval, json.loads(line))
        except (ValueError, Malformed):
            continue
