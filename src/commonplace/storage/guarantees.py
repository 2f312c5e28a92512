"""What a file system promises, found out by trying it in the folder that will be written to."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

from commonplace.storage.disk import Disk
from commonplace.storage.publish import staged_name
from commonplace.storage.swap import Guarantee, guarantee_in


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
