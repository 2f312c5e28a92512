"""The wiring of anchors: a book, and the code of the project that it belongs to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from commonplace.app.books import Book
from commonplace.core.anchors import Project, Standing, standings, worst
from commonplace.core.memory import Anchor, MemoryId, Status
from commonplace.core.quotes import may_quote
from commonplace.errors import BadInput
from commonplace.flows.anchoring import quoted, wanted_in
from commonplace.flows.view import View
from commonplace.storage.git import lines_added, read_committed
from commonplace.storage.project_files import find_code, inside, read_code


def project_of(book: Book) -> Project:
    """Return the code that the memories of `book` may quote."""
    root = str(book.project)
    return Project(
        read=lambda path: read_code(root, path),
        find=lambda path, is_it: find_code(root, path, is_it),
        read_at=lambda path, commit: read_committed(root, path, commit),
        added_by=lambda path, commit: lines_added(root, path, commit),
    )


def code_of(book: Book) -> Callable[[str, bytes], Mapping[MemoryId, Standing]]:
    """Return how to look up what the memories of a file quote; a file that quotes nothing costs nothing."""
    project = project_of(book)

    def look(path: str, content: bytes) -> Mapping[MemoryId, Standing]:
        if not may_quote(content):
            return {}
        memories = book.layout.parse({path: content}).memories
        found = {memory.id: worst(standings([memory], project)) for memory in memories}
        return {name: each for name, each in found.items() if each is not None}

    return look


def anchors_in(book: Book, view: View) -> tuple[Standing, ...]:
    """Return how all code stands that the living memories of `book` quote."""
    living = (m for m in view.reading.memories if m.status is not Status.TOMBSTONED)
    return standings(living, project_of(book))


def anchor_said(book: Book, folder: Path, said: str) -> Anchor:
    """Return the anchor that `PATH:LINES@COMMIT` means to somebody in `folder`, with the lines quoted."""
    wanted = wanted_in(said)
    root = os.path.realpath(book.project)
    place = os.path.realpath(folder / Path(wanted.path).expanduser())
    path = os.path.relpath(place, root).replace(os.sep, "/")
    if inside(root, path) is None:
        raise BadInput("anchor-outside", path=wanted.path, project=root)
    return quoted(wanted, path, project_of(book))
