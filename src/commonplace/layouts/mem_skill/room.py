"""Which page has room for an entry: a long category goes on in a second page, and a third."""

from __future__ import annotations

from functools import cache
from itertools import count

from commonplace.core.changes import Files
from commonplace.layouts.decoding import LARGEST_NOTE_BYTES
from commonplace.layouts.mem_skill.paths import is_page, page_for

FULL_PAGE_BYTES = LARGEST_NOTE_BYTES // 2
"""Where a page is full: entries still grow, and above the limit none of them could be read."""


class Room:
    """The pages of a workspace, and how much each will hold once a batch is written."""

    def __init__(self, files: Files) -> None:
        self._bytes = {path: len(content) for path, content in files.items() if is_page(path)}
        self._page = cache(lambda kind, topic: page_for(kind, topic, files))
        self._part: dict[str, int] = {}

    def take(self, kind: str, topic: str, size: int) -> str:
        """Return the page for an entry of about `size` bytes, and count it as written there."""
        first = self._page(kind, topic)
        for part in count(self._part.get(first, 1)):
            path = first if part == 1 else self._page(kind, f"{topic}-{part}")
            held = self._bytes.get(path, 0)
            if not held or held + size <= FULL_PAGE_BYTES:
                break
        self._part[first] = part
        self._bytes[path] = held + size
        return path
