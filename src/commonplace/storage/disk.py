"""The few things we ever do to a disk, one method each.

Everything that writes goes through a `Disk`, so that a test can record each operation, leave one
out, and ask what a power failure would have left. Bytes in, bytes out: no text mode anywhere.
"""

from __future__ import annotations

import errno
import os
import stat
import sys

from commonplace.errors import BadInput, WriteFailed

MAX_FILE_BYTES = 1 << 20
"""A note over 1 MiB is listed and left alone: no memory is that long."""

MAX_DERIVED_BYTES = 1 << 28
"""An index holds some 500 bytes for each memory: a limit for a note would stop it at 2,000 of them."""

_GUARDED = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Neither follow a link nor wait for ever at a pipe that calls itself a note."""

_FRESH = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
OLD = ".old"
"""Ends the name of a file between two steps of an exchange."""
_NO_HARD_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
_F_FULLFSYNC = 51
"""On macOS a plain fsync stops at the drive's cache."""


class NotReadable(OSError):
    """Not a regular file, or over the limit; `code` names the problem as the tables do."""

    def __init__(self, code: str, path: str) -> None:
        self.code = code
        super().__init__(errno.EINVAL, code, path)


def failure(trouble: OSError, path: str) -> WriteFailed:
    """Return the refusal that names the path and what the system said."""
    return WriteFailed("write-failed", path=path, cause=trouble.strerror or str(trouble))


def unreadable(trouble: OSError, path: str) -> BadInput:
    """Return the error of a reader that cannot go on."""
    return BadInput("unreadable", path=path, cause=trouble.strerror or str(trouble))


def read_guarded(path: str, limit: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of the regular file at `path`, never following a link or waiting."""
    try:
        descriptor = os.open(path, _GUARDED)
    except OSError as trouble:
        if trouble.errno in (errno.ELOOP, errno.EMLINK):
            raise NotReadable("symlink", path) from trouble
        if trouble.errno in (errno.ENXIO, errno.EISDIR):
            raise NotReadable("not-a-file", path) from trouble
        raise
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise NotReadable("not-a-file", path)
        content = b"" if found.st_size > limit else _read_up_to(descriptor, limit + 1)
    finally:
        os.close(descriptor)
    if found.st_size > limit or len(content) > limit:
        raise NotReadable("too-large", path)
    return content


def _read_up_to(descriptor: int, limit: int) -> bytes:
    content = os.read(descriptor, limit)
    while len(content) < limit and (more := os.read(descriptor, limit - len(content))):
        content += more
    return content


class Disk:
    """The real disk."""

    def write_new(self, path: str, content: bytes, mode: int = 0o600) -> None:
        """Write a file that must not exist, private until it is whole, and flush it."""
        descriptor = os.open(path, _FRESH, 0o600)
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if mode != 0o600 and hasattr(os, "fchmod"):
                os.fchmod(descriptor, mode)
            self.sync_file(descriptor, path)
        finally:
            os.close(descriptor)

    def sync_file(self, descriptor: int, path: str) -> None:  # noqa: ARG002 - recorders need the path
        """Make the content of an open file survive a power failure."""
        _flush(descriptor)

    def sync_folder(self, path: str) -> None:
        """Make the names in a folder survive a power failure; Windows has no such call."""
        if sys.platform == "win32":
            return
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _flush(descriptor)
        finally:
            os.close(descriptor)

    def make_folder(self, path: str, mode: int = 0o777) -> None:
        """Make one folder; its parent must be there."""
        os.mkdir(path, mode)

    def publish_new(self, staged: str, target: str) -> None:
        """Give a staged file its name, or raise `FileExistsError` when the name is taken."""
        try:
            self.link(staged, target)
        except FileExistsError:
            # NFS sends a request again whose answer was lost, and says so of the link it has just made.
            if not _is_same_file(staged, target):
                raise
        except OSError as trouble:
            if trouble.errno not in _NO_HARD_LINKS:
                raise
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target) from trouble
            self.rename(staged, target)
            return
        self.unlink(staged)

    def link(self, source: str, target: str) -> None:
        """Give a file a second name, which must be free."""
        os.link(source, target)

    def exchange(self, staged: str, target: str) -> None:
        """Let two files change names, so that `staged` afterwards holds what was displaced."""
        from commonplace.storage.swap import SwapUnsupported  # noqa: PLC0415 - `ctypes`, for writers alone

        try:
            self.exchange_at_once(staged, target)
        except SwapUnsupported:
            self.exchange_in_steps(staged, target)

    def exchange_at_once(self, staged: str, target: str) -> None:
        """Let two files change names in one step, or raise `SwapUnsupported`."""
        from commonplace.storage.swap import swap  # noqa: PLC0415

        swap(staged, target)

    def exchange_in_steps(self, staged: str, target: str) -> None:
        """Do the same where the file system cannot: move the old file away, give its name to the new one.

        Nothing is ever renamed over the target, so a save in any moment between is found; a writer that
        dies there leaves the old file under the name that ends in `OLD`.
        """
        self.rename(target, staged + OLD)
        self.publish_new(staged, target)
        self.rename(staged + OLD, staged)

    def rename(self, source: str, target: str) -> None:
        """Move a file, replacing what is at `target`."""
        os.replace(source, target)

    def unlink(self, path: str) -> None:
        """Remove a name."""
        os.unlink(path)


def _is_same_file(one: str, other: str) -> bool:
    try:
        return os.path.samestat(os.lstat(one), os.lstat(other))
    except OSError:
        return False


def _flush(descriptor: int) -> None:
    if sys.platform == "darwin":
        import fcntl  # noqa: PLC0415 - absent on Windows

        fcntl.fcntl(descriptor, _F_FULLFSYNC)
    else:
        os.fsync(descriptor)
