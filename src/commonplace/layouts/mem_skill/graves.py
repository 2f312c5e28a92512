"""A buried entry: its exact bytes in a file of its own, and where they go back to."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.core.memory import Tombstone
from commonplace.core.ports import Problem
from commonplace.layouts import burial
from commonplace.layouts.decoding import decode
from commonplace.layouts.mem_skill.entries import Entry
from commonplace.layouts.mem_skill.pages import OpenPage, read_page
from commonplace.layouts.mem_skill.paths import is_page


@dataclass(frozen=True, slots=True, kw_only=True)
class Grave:
    """An entry that was cut out of its page."""

    path: str
    """The file that keeps it."""
    entry: Entry
    origin: str
    """The page it stood in."""
    position: int
    """How many entries stood above it."""
    after: str
    """The title of the entry above it; empty when it was the first."""
    tombstone: Tombstone


def read_grave(path: str, content: bytes) -> Grave | Problem:
    """Return the grave in `content`, or what is wrong with it."""
    found = burial.exhume(content)
    text = decode(path, found.content if found else content)
    if isinstance(text, Problem):
        return text
    entries = read_page(text).entries
    origin, _, anchor = found.origin.partition("#") if found else ("", "", "")
    position, _, after = anchor.partition("#")
    if found is None or len(entries) != 1 or not is_page(origin) or not position.isdecimal():
        return Problem(path=path, code="not-a-tombstone")
    return Grave(
        path=path,
        entry=entries[0],
        origin=origin,
        position=int(position[:9]),
        after=after,
        tombstone=found.tombstone,
    )


def grave_bytes(grave: Grave) -> bytes:
    """Return the file that keeps `grave`."""
    return burial.bury(
        burial.Grave(
            content="".join(grave.entry.lines).encode("utf-8"),
            origin=f"{grave.origin}#{grave.position}#{grave.after}",
            tombstone=grave.tombstone,
        )
    )


def return_position(grave: Grave, page: OpenPage) -> int | None:
    """Return where the entry goes back to: below its old neighbour, None when that one is gone."""
    titles = [entry.title for entry in page.entries]
    if not grave.after:
        return 0
    if titles[grave.position - 1 : grave.position] == [grave.after]:
        return grave.position
    return titles.index(grave.after) + 1 if grave.after in titles else None
