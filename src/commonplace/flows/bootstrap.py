"""A profile in, one block out: what an agent is told before its first turn."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.core.hygiene import neutral
from commonplace.core.memory import Status
from commonplace.core.ports import Layout, Reading, Store
from commonplace.errors import CommonplaceError

_INDEX = "memory.md"
BLOCKS = (
    ("soul", "soul.md"),
    ("user_profile", "user.md"),
    ("agent_rules", "agent.md"),
    ("memory_index", _INDEX),
)
INDEX_LINES = 200
"""Of the index only this much is shown: it grows, and it is paid for in every session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bootstrap:
    """The block, and what could not be part of it."""

    text: str
    skipped: tuple[str, ...] = ()
    """Files that are missing or cannot be read."""
    cut: tuple[str, ...] = ()
    """Files of which only the beginning is shown."""


def bootstrap(layout: Layout, store: Store) -> Bootstrap:
    """Return the block of a profile; no file at all gives an empty text."""
    blocks: list[str] = []
    skipped: list[str] = []
    cut: list[str] = []
    for tag, path in BLOCKS:
        text = _shown(layout, store, path)
        if text is None:
            skipped.append(path)
            continue
        lines = text.strip().split("\n")
        if path == _INDEX and len(lines) > INDEX_LINES:
            cut.append(path)
            text = "\n".join(lines[:INDEX_LINES])
        if text.strip():
            blocks.append(f"<{tag}>\n{text.strip()}\n</{tag}>")
    return Bootstrap(text="\n\n".join(blocks), skipped=tuple(skipped), cut=tuple(cut))


def _shown(layout: Layout, store: Store, path: str) -> str | None:
    """Return what may be shown of a file, None when it cannot be read at all."""
    try:
        content = store.read_one(path)
        text = None if content is None else content.decode()
    except (CommonplaceError, UnicodeDecodeError):
        return None
    if content is None or text is None:
        return None
    reading = layout.parse({path: content})
    if any(problem.path == path for problem in reading.problems):
        return None
    approved = _without_quarantined(text, reading)
    # stored text must not be able to close a block and speak in its own name
    return neutral(approved.removeprefix("\ufeff").replace("\r\n", "\n"))


def _without_quarantined(text: str, reading: Reading) -> str:
    hidden: set[int] = set()
    for memory in reading.memories:
        if memory.status is Status.QUARANTINED:
            place = reading.places[memory.id]
            hidden |= set(range(place.first_line, place.last_line + 1))
    lines = text.split("\n")
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in hidden)
