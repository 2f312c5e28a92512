"""The hook with another preset or engine than its own quick ones: the full package is loaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from commonplace.app.books import Book, book_in
from commonplace.app.recall import LEXICAL, injection
from commonplace.config import Settings
from commonplace.core.presets import PRESETS, Form
from commonplace.storage import usage
from commonplace.storage.places import state_of

Line = tuple[float, str, str, str, str, str]
"""As in `hot`: score, memory id, what to say, path, content hash, book."""


def answer(
    prompt: str, roots: list[tuple[str, str]], session: str, preset: str, engine: str = "local"
) -> tuple[str, str, tuple[Line, ...]]:
    """Return the outcome, the block and its lines; a profile is told when a session begins, not here."""
    if PRESETS[preset].form is Form.PROFILE:
        return "nothing_relevant", "", ()
    books = [book for name, root in roots if (book := _book(name, root))]
    told = {
        memory: sha256
        for book in books
        for memory, sha256 in usage.seen_in(state_of(str(book.root)), session).items()
    }
    given = injection(prompt, books, preset, replace(LEXICAL, engine=engine), told)
    lines = tuple(
        (
            each.hit.score,
            each.hit.memory,
            each.hit.line,
            each.hit.path,
            each.hit.sha256,
            "personal" if each.book == "personal" else "",
        )
        for each in given.hits
    )
    return given.outcome, given.text, lines


def _book(name: str, root: str) -> Book | None:
    return book_in(Path(root), Settings(), is_personal=name == "personal")
