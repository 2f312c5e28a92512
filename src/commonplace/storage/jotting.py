"""One small line of JSON, written in place and never flushed: for what may be lost.

The line has a fixed length, so it is replaced without truncating the file. Truncation makes some
file systems write everything out at once, and that took as long as the whole commit.
"""

from __future__ import annotations

import json
import os

from commonplace.storage.codec import Json

_LINE_BYTES = 512


def jot(path: str, value: Json) -> None:
    """Write `value` over the line at `path`."""
    line = json.dumps(value).encode("ascii").ljust(_LINE_BYTES - 1) + b"\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, line)
    finally:
        os.close(descriptor)


def read_jotted(path: str) -> Json:
    """Return the line at `path`; None when it is missing or torn."""
    try:
        with open(path, "rb") as file:
            value: Json = json.loads(file.read(_LINE_BYTES))
    except (OSError, ValueError):
        return None
    return value
