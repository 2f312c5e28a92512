"""The code that a memory quotes, looked up by the hook: loaded only for a memory that quotes any.

The same answers as at the other doors, with less searching: lines that moved are looked for among fewer
files, and of a very long file only the beginning is compared with lines that it no longer has.
"""

from __future__ import annotations

from commonplace.core.quotes import (
    CHANGED,
    GONE,
    Quotation,
    blocks,
    occurs,
    quotations,
    remark,
    state_of,
)
from commonplace.layouts.registry import MARKS
from commonplace.storage.places import book_at
from commonplace.storage.project_files import find_code, read_code

ENTRIES_AT_MOST = 2_000
FILES_AT_MOST = 64
COMPARED_CHARACTERS = 256 * 1024


def line_with_code(root: str, path: str, content: bytes, place: tuple[str, str], line: str) -> str:
    """Return `line` as it may be handed over: with a remark when its code changed, empty when it is gone.

    `place` are the first and the last line of the memory in its file.
    """
    located = book_at(root, MARKS)
    if located is None:
        return line
    layout, _, project = located
    # Decision 0011: whether code has changed is looked up when a memory is served; nothing of it is stored.
    states = {_state(project, found): found[0] for found in _quoted(layout, path, content, place)}
    if GONE in states:
        return ""
    return remark(states[CHANGED]) + line if CHANGED in states else line


def page_with_code(root: str, path: str, content: bytes) -> bytes:
    """Return a page of entries without those whose code is gone, and with a remark above changed ones."""
    text = content.decode("utf-8", "replace")
    lines = text.split("\n")
    quoted = [(start, stop) for start, stop, _ in blocks(text.replace("\r\n", "\n"))]
    starts = [
        at
        for at, line in enumerate(lines)
        if line.startswith("## ") and not any(start < at < stop for start, stop in quoted)
    ]
    shown = lines[: starts[0]] if starts else lines
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        place = str(start + 1), str(stop)
        shown += line_with_code(root, path, content, place, "\n".join(lines[start:stop])).split(
            "\n"
        )
    return "\n".join(shown).encode()


def _state(project: str, found: Quotation) -> str:
    path, _, _, quote = found
    text = read_code(project, path)
    if text is not None and not occurs(quote, text):
        text = text[:COMPARED_CHARACTERS]
    return state_of(quote, text, lambda: _is_elsewhere(project, path, quote))


def _is_elsewhere(project: str, path: str, quote: str) -> bool:
    other = find_code(
        project, path, lambda text: occurs(quote, text), ENTRIES_AT_MOST, FILES_AT_MOST
    )
    return other is not None


def _quoted(layout: str, path: str, content: bytes, place: tuple[str, str]) -> list[Quotation]:
    text = content.decode("utf-8", "replace").replace("\r\n", "\n")
    first, last = int(place[0]), int(place[1])
    found = quotations("\n".join(text.split("\n")[first - 1 : last or None]))
    if "\nanchors:" not in text.partition("\n---")[0]:
        return found
    from commonplace.app.books import layout_named  # noqa: PLC0415 - for anchors in front matter

    memories = layout_named(layout).parse({path: content}).memories
    named = [anchor for memory in memories for anchor in memory.anchors]
    return [*found, *((each.path, each.commit, "", each.quote) for each in named)]
