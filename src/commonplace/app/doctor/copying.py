"""A copy of a book that stands below the real state folder and is gone afterwards."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from commonplace.app.books import Book, book_in
from commonplace.config import PROJECT_FILE, Settings
from commonplace.flows.view import files_of
from commonplace.storage.places import cache_of, state_of
from commonplace.storage.retention import scratch_folder


@contextmanager
def copied(book: Book, now: datetime) -> Iterator[Book]:
    """Make a copy of `book` that is trusted as it is, and take away all that ever belonged to it."""
    with scratch_folder() as folder:
        project = Path(os.path.realpath(folder), "project")
        root = project / os.path.relpath(book.root, book.project)
        try:
            yield _filled(book, project, root, now)
        finally:
            for each in (state_of(str(root)), cache_of(str(root))):
                shutil.rmtree(each, ignore_errors=True)


def _filled(book: Book, project: Path, root: Path, now: datetime) -> Book:
    for path, content in book.store.read(files_of(book.layout)).files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    if (settings := book.project / PROJECT_FILE).is_file():
        shutil.copyfile(settings, project / PROJECT_FILE)
    copy = book_in(root, Settings())
    assert copy is not None, "a copy of a book is a book"
    if not book.is_trusted:
        copy.distrust()
        return copy
    copy.adopt()
    if book.is_strict:
        copy.be_strict("doctor", now, strict=True)
    return copy
