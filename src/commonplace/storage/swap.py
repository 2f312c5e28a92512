"""Publish one file in place of another, and keep what was there: one function, three bodies.

Where a file system has none of them, `Disk.exchange` does it in steps.

After `swap(new, target)` the target has the new text and *the old file itself*, with its inode,
stands under the new one's former name. So a person's save that slipped in is found by looking at
what came out, not by hoping that nothing happened between a check and a rename.

What a file system promises, found out by trying it in the folder that will be written to.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any

from commonplace.core.values import dataclass
from commonplace.storage.disk import OLD, Disk
from commonplace.storage.publish import STAGED_PREFIX, is_leftover, staged_name
from commonplace.storage.usage import LAST, LINES

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_RENAME_SWAP_MACOS = 2
_WINDOWS_IN_USE = frozenset({5, 32, 33})
_WINDOWS_TRIES = 25
_UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP})
"""What file systems without the call answer: NFS, FAT, 9P, old kernels, strict sandboxes."""


class Guarantee(StrEnum):
    """How surely a person's save survives ours on one file system."""

    SWAP = "swap"
    """Tested on Linux: what was displaced is always in our hands."""
    SWAP_UNTESTED = "swap-untested"
    """The system's own call, written from its documentation and never run by our tests."""
    STEPS = "steps"
    """Moved away, then linked: nothing is lost, but for a moment the note has no name."""
    CHECKED = "checked"
    """Moved away, then renamed: a note that is made in the moment between is lost."""


class SwapUnsupported(OSError):
    """The file system cannot exchange two names in one step."""


def swap(new: str, target: str) -> None:
    """Exchange the files at `new` and `target` in one step, or raise `SwapUnsupported`."""
    if sys.platform == "win32":
        _swap_windows(new, target)
    elif sys.platform == "darwin":
        _call(_library().renamex_np, _encoded(new), _encoded(target), _RENAME_SWAP_MACOS)
    else:
        rename = getattr(_library(), "renameat2", None)
        if rename is None:
            raise SwapUnsupported(errno.ENOSYS, os.strerror(errno.ENOSYS), target)
        _call(rename, _AT_FDCWD, _encoded(new), _AT_FDCWD, _encoded(target), _RENAME_EXCHANGE)


def guarantee_in(folder: str) -> Guarantee:
    """Try the swap on two scratch files in `folder` and return what holds there."""
    one, other = (os.path.join(folder, f".mem-{os.getpid()}-probe{n}.tmp") for n in "12")
    try:
        for path in (one, other):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        swap(one, other)
    except SwapUnsupported:
        return Guarantee.STEPS if _can_link(one) else Guarantee.CHECKED
    finally:
        for path in (one, other, one + OLD):
            if os.path.lexists(path):
                os.unlink(path)
    return Guarantee.SWAP if sys.platform == "linux" else Guarantee.SWAP_UNTESTED


def _can_link(path: str) -> bool:
    try:
        os.link(path, path + OLD)
    except OSError:
        return False
    return True


@lru_cache(maxsize=1)
def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _encoded(path: str) -> bytes:
    return os.fsencode(path)


def _call(function: Any, *arguments: int | bytes) -> None:
    if function(*arguments) == 0:
        return
    code = ctypes.get_errno()
    paths = [os.fsdecode(each) for each in arguments if isinstance(each, bytes)]
    kind = SwapUnsupported if code in _UNSUPPORTED else OSError
    raise kind(code, os.strerror(code), paths[0], None, paths[1])


def _swap_windows(new: str, target: str) -> None:
    """Let `ReplaceFileW` put the old file aside, then give it the name we promised.

    Scanners and sync clients hold a file for moments, so only their codes are tried again, for
    2.5 s; copying over the target instead would give up the promise.
    """
    kept = new + OLD
    for _ in range(_WINDOWS_TRIES):
        code = _replace_file(new, target, kept)
        if code not in _WINDOWS_IN_USE:
            break
        time.sleep(0.1)
    if code:
        raise OSError(errno.EIO, f"ReplaceFileW failed with code {code}", target)
    os.replace(kept, new)


def _replace_file(new: str, target: str, kept: str) -> int:
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    if kernel.ReplaceFileW(target, new, kept, 0, None, None):
        return 0
    return int(ctypes.get_last_error())  # type: ignore[attr-defined,unused-ignore]


@dataclass(frozen=True, slots=True, kw_only=True)
class Promises:
    """What holds for files in one folder."""

    guarantee: Guarantee
    flushes: bool
    """Whether names and contents can be made to survive a power failure."""
    is_case_sensitive: bool


def promises_in(folder: str) -> Promises:
    """Try what writing needs on scratch files in `folder`, which are gone afterwards; raise `OSError`."""
    guarantee = guarantee_in(folder)
    name = staged_name()
    path, disk = os.path.join(folder, name), Disk()
    try:
        flushes = _flushes(disk, path, folder)
        is_sensitive = not os.path.exists(os.path.join(folder, name.upper()))
    finally:
        with suppress(FileNotFoundError):
            os.unlink(path)
    return Promises(guarantee=guarantee, flushes=flushes, is_case_sensitive=is_sensitive)


def _flushes(disk: Disk, path: str, folder: str) -> bool:
    """Write one file and flush it with its folder; a file that is not there is no answer."""
    try:
        disk.write_new(path, b"")
        disk.sync_folder(folder)
    except OSError:
        if not os.path.exists(path):
            raise
        return False
    return True


_FOLDERS = ("", "journal", "receipts", "displaced", "proposals", "sessions")
_FILES = ("lock", "lock.owner", "approvals.jsonl", "tally.json", "looked-over", LINES, LAST)


def try_state(state: str) -> None:
    """Try every folder and file of a book's state that a commit or a hook writes; raise `OSError`.

    What is not there yet is made on first need; nothing is left behind and no file is changed.
    """
    try_folders(os.path.join(state, name) if name else state for name in _FOLDERS)
    for name in _FILES:
        _try_file(os.path.join(state, name))


def try_folders(folders: Iterable[str]) -> None:
    """Make a scratch file in each of `folders` that is there, and remove it; raise `OSError`."""
    for folder in folders:
        if os.path.lexists(folder):
            _clear(folder)
            scratch = os.path.join(folder, staged_name())
            Disk().write_new(scratch, b"")
            os.unlink(scratch)


def _clear(folder: str) -> None:
    """Remove the scratch files of tries that were killed; they are empty, and no text ever is lost with them."""
    now = datetime.now(UTC)
    with os.scandir(folder) as entries:
        scratch = [entry.path for entry in entries if entry.name.startswith(STAGED_PREFIX)]
    for path in scratch:
        with suppress(FileNotFoundError):  # somebody else's, gone by now
            if not os.lstat(path).st_size and is_leftover(path, now):
                os.unlink(path)


def _try_file(path: str) -> None:
    if os.path.lexists(path):
        os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC))
