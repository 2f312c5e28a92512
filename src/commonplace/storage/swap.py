"""Publish one file in place of another, and keep what was there: one function, three bodies.

After `swap(new, target)` the target has the new text and *the old file itself*, with its inode,
stands under the new one's former name. So a person's save that slipped in is found by looking at
what came out, not by hoping that nothing happened between a check and a rename.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import time
from enum import StrEnum
from functools import lru_cache
from typing import Any

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
    CHECKED = "checked"
    """Look, then rename: a save by rename in the moment between is lost."""


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


def swap_weakly(new: str, target: str) -> None:
    """Do what `swap` does in three steps, for file systems that have no better.

    A second name keeps the old file, so a save in place is still found; only a save by rename in
    the moment before ours can be lost, and `Guarantee.CHECKED` tells the user so.
    """
    kept = new + ".old"
    os.link(target, kept)
    os.replace(new, target)
    os.replace(kept, new)


def guarantee_in(folder: str) -> Guarantee:
    """Try the swap on two scratch files in `folder` and return what holds there."""
    one, other = (os.path.join(folder, f".mem-{os.getpid()}-probe{n}.tmp") for n in "12")
    try:
        for path in (one, other):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        swap(one, other)
    except SwapUnsupported:
        return Guarantee.CHECKED
    finally:
        for path in (one, other):
            if os.path.lexists(path):
                os.unlink(path)
    return Guarantee.SWAP if sys.platform == "linux" else Guarantee.SWAP_UNTESTED


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
    kept = new + ".old"
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
