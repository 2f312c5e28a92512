"""A change of five files, as a merge makes it, in a form whose halves can be told.

Every generation rewrites four notes and makes or removes a fifth, so that creation, update and
removal are all on the way. A book is sound when all of its files are of one generation.
"""

import os
from datetime import UTC, datetime
from pathlib import Path

from commonplace.core.changes import FileEdit, Outcome, Proposal, fingerprint
from commonplace.core.ports import Stamp
from commonplace.errors import WriteRefused
from commonplace.storage.disk import Disk
from commonplace.storage.store import FolderStore

ALWAYS = ("a.md", "b.md", "deep/c.md", "deep/d.md")
SOMETIMES = "deep/e.md"
STAMP = Stamp(who="a fault test", channel="flag")


def text(path: str, generation: int) -> bytes:
    """Return the only whole text of `path` in this generation, some pages long."""
    line = f"{path} of generation {generation}\n"
    return (line * 150).encode()


def files_of(generation: int) -> dict[str, bytes]:
    """Return every file of a sound book."""
    paths = (*ALWAYS, SOMETIMES) if generation % 2 else ALWAYS
    return {path: text(path, generation) for path in paths}


def open_store(folder: Path, disk: Disk | None = None) -> FolderStore:
    """Open the book at `folder/book`, with its state beside it."""
    return FolderStore(folder / "book", state=str(folder / "state"), disk=disk)


def make_book(folder: Path) -> FolderStore:
    """Make a sound book of generation 1."""
    (folder / "book").mkdir(parents=True)
    store = open_store(folder)
    assert advance(store) is Outcome.COMMITTED
    return store


def proposal_for(generation: int, before: dict[str, bytes]) -> Proposal:
    """Return the proposal that leads to this generation, from the files as they are."""
    after = files_of(generation)
    edits = tuple(
        FileEdit(path, fingerprint(before.get(path)), after.get(path))
        for path in (*ALWAYS, SOMETIMES)
    )
    return Proposal(
        id=f"to-{generation}",
        book="",
        made_at=datetime.now(UTC),
        action="merge",
        changes=(),
        edits=edits,
    )


def advance(store: FolderStore) -> Outcome:
    """Bring the book to its next generation."""
    with store.locked():
        before = dict(store.read(lambda path: path.endswith(".md")).files)
        return store.apply(proposal_for(generation_in(before) + 1, before), STAMP).outcome


def advance_or_fail(store: FolderStore) -> Outcome:
    """Do the same and say `failed` where the store refuses."""
    try:
        return advance(store)
    except WriteRefused:
        return Outcome.FAILED


def generation_in(files: dict[str, bytes]) -> int:
    """Return the one generation of all files, or fail when they are torn or mixed."""
    if not files:
        return 0
    first = files.get(ALWAYS[0], b"").split(b"\n")[0].rpartition(b" ")[2]
    generation = int(first) if first.isdigit() else -1
    assert files == files_of(generation), describe(files)
    return generation


def generation_of(folder: Path) -> int:
    """Return the generation of the book as it stands on disk, without any recovery."""
    book = folder / "book"
    paths = (path for path in book.rglob("*.md") if not path.name.startswith(".mem-"))
    return generation_in({str(path.relative_to(book)): path.read_bytes() for path in paths})


def recovered_generation(folder: Path) -> int:
    """Open the book as the next user would, and return its generation."""
    store = open_store(folder)
    with store.locked():
        return generation_in(dict(store.read(lambda path: path.endswith(".md")).files))


def describe(files: dict[str, bytes]) -> str:
    """Return what a torn or mixed book holds."""
    ends = {path: (len(body), body[:40], body[-40:]) for path, body in files.items()}
    return f"torn or mixed: {ends}"


def leftovers(folder: Path) -> list[str]:
    """Return the names in the book that no reader wants."""
    found = (Path(where) / name for where, _, names in os.walk(folder / "book") for name in names)
    return sorted(str(path) for path in found if path.suffix != ".md")
