"""The kernel's own account of what happens to files: inotify on a folder, all below it, and its parent."""

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TOUCHED = 0x2 | 0x4 | 0x8 | 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800
"""Modified, attributes changed, closed after writing, moved, created, deleted."""
NON_BLOCKING = os.O_NONBLOCK | os.O_CLOEXEC
_EVENT = struct.Struct("iIII")


@contextmanager
def watched(folder: Path) -> Iterator[list[str]]:
    """Collect the names of everything that is touched in or beside `folder` while the block runs."""
    library = ctypes.CDLL(None, use_errno=True)
    descriptor = library.inotify_init1(NON_BLOCKING)
    assert descriptor >= 0, os.strerror(ctypes.get_errno())
    touched: list[str] = []
    try:
        below = [path for path in folder.rglob("*") if path.is_dir() and ".git" not in path.parts]
        for path in {folder.parent, folder, *below}:
            watch = library.inotify_add_watch(descriptor, os.fsencode(path), TOUCHED)
            assert watch >= 0, os.strerror(ctypes.get_errno())
        yield touched
        touched += _names(descriptor)
    finally:
        os.close(descriptor)


def _names(descriptor: int) -> Iterator[str]:
    try:
        events = os.read(descriptor, 1 << 20)
    except BlockingIOError:
        return
    at = 0
    while at < len(events):
        _, mask, _, length = _EVENT.unpack_from(events, at)
        at += _EVENT.size
        yield f"{events[at : at + length].rstrip(bytes(1)).decode()} {mask:#x}"
        at += length
