"""The wiring of qmd: what a book says of it, the engine that comes of it, and keeping that up to date.

What a book says counts when the book is trusted: a configuration that came with a clone starts no
program. Where the layout has no place for it, it is in the user's state folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from commonplace.app.book_index import BookIndex
from commonplace.app.books import Book
from commonplace.core.hashing import digest
from commonplace.core.ports import Layout
from commonplace.core.search import EngineStatus
from commonplace.engines.local.troubles import Trouble
from commonplace.engines.qmd.calls import PASSING_S, QmdCommand, own_qmd, private_qmd
from commonplace.engines.qmd.collecting import (
    GLOBAL,
    Collection,
    Collections,
    check_mask,
    check_name,
)
from commonplace.engines.qmd.engine import QmdEngine
from commonplace.engines.qmd.models import find_model
from commonplace.engines.qmd.program import find_program
from commonplace.engines.qmd.troubles import FAILED, NOT_SET_UP, QmdTrouble
from commonplace.errors import BadInput
from commonplace.layouts.mem_skill.settings import Qmd, qmd_of
from commonplace.storage.engine_choices import read_choice
from commonplace.storage.places import cache_of, make_private, write_private
from commonplace.storage.plain_reading import read_plain

SYNCED = "synced"
ABOUT_KNOWLEDGE = "General knowledge base: reusable workflows, preferences, best practices"
ABOUT_EXPERIENCE = "Skill-specific experience: pitfalls, parameters, solutions"
NO_COLLECTIONS = Collections(scope="project", mask="", all=())


def collections_of(book: Book) -> Collections | None:
    """Return what qmd holds of `book`, None when the book does not use it or may not say so."""
    if not book.is_trusted:
        return None
    said = qmd_of(_choice(book))
    if said is None:
        return None
    try:
        return collections_for(book.layout, book.root, said)
    except BadInput:  # somebody wrote names into it that no collection can have
        return None


def is_set_up(book: Book) -> bool:
    """Say whether qmd was set up for `book`, by somebody whom the user trusts."""
    return collections_of(book) is not None


def waits_for_trust(book: Book) -> bool:
    """Say whether `book` names qmd and nobody here trusts it: a clone's choice starts no program."""
    return not book.is_trusted and qmd_of(_choice(book)) is not None


def collections_for(layout: Layout, root: Path, said: Qmd) -> Collections:
    """Return the collections that `said` means for a book of `layout` at `root`, every name checked."""
    parts = [(said.knowledge, layout.traits.notes_folder, ABOUT_KNOWLEDGE)]
    if beside := layout.traits.experience_folder:
        parts.append((said.experience, beside, ABOUT_EXPERIENCE))
    held = tuple(
        Collection(
            name=check_name(name), folder=str(root.resolve() / inside), inside=inside, about=about
        )
        for name, inside, about in parts
    )
    return Collections(scope=said.scope, mask=check_mask(said.mask), all=held)


def asked_qmd(book: Book, index: BookIndex, held: Collections | None) -> QmdEngine:
    """Return the engine that asks qmd about `book`, with all read that has changed in the files."""
    engine = qmd_engine(book, index, held)
    if held:
        catch_up(book, index, held, engine)
    return engine


def keep_up(book: Book, index: BookIndex) -> None:
    """Let the qmd of a book read what was just written, once for all of it; never a writer's trouble."""
    if held := collections_of(book):
        catch_up(book, index, held, qmd_engine(book, index, held))


def qmd_engine(book: Book, index: BookIndex, held: Collections | None) -> QmdEngine:
    """Return the engine that asks qmd about `book`; without collections it says that there are none."""
    if held is None:
        return QmdEngine(_not_set_up, NO_COLLECTIONS, index.sources_at)
    return QmdEngine(opening(book.root, held), held, index.sources_at)


def opening(root: Path, held: Collections) -> Callable[[], QmdCommand]:
    """Return how the qmd is opened that holds `held` of the book at `root`."""

    def opened() -> QmdCommand:
        program, model = find_program(os.environ), find_model(os.environ)
        try:
            folder = make_private(qmd_folder(root))
            if held.scope == GLOBAL:
                return own_qmd(program, os.environ, folder, model)
            return private_qmd(program, os.environ, folder, model, held)
        except OSError as cause:
            raise QmdTrouble(FAILED, cause.strerror or str(cause)) from cause

    return opened


def qmd_folder(root: Path) -> str:
    """Return where a book's own qmd keeps configuration and index: nothing in it cannot be made again."""
    return os.path.join(cache_of(str(root)), "qmd")


def catch_up(book: Book, index: BookIndex, held: Collections, engine: QmdEngine) -> None:
    """Let qmd read what has changed since it last did; the engine remembers when it cannot."""
    mark = os.path.join(qmd_folder(book.root), SYNCED)
    now = _look(index, held)
    if now and read_plain(mark) == now:
        return
    with suppress(QmdTrouble, OSError):
        engine.sync(PASSING_S)
        write_private(mark, now)


def resync(book: Book, index: BookIndex, *, anew: bool = False) -> str:
    """Bring the qmd of `book` up to date, however long it takes; return what was wrong, if anything.

    A book that does not use qmd has nothing to bring up to date. With `anew` an index of the book's own
    is made again.
    """
    held = collections_of(book)
    if held is None:
        return ""
    engine = qmd_engine(book, index, held)
    try:
        if anew:
            engine.rebuild(())
        else:
            engine.sync()
    except QmdTrouble as trouble:
        return trouble.why
    return ""


def status_of(book: Book, index: BookIndex) -> EngineStatus:
    """Say how the qmd of `book` is; nothing is brought up to date."""
    return qmd_engine(book, index, collections_of(book)).status()


def _choice(book: Book) -> bytes | None:
    if path := book.layout.traits.settings_file:
        return book.store.read_one(path)
    return read_choice(str(book.root))


def _look(index: BookIndex, held: Collections) -> bytes:
    """Return one line for how all files are as the index took them in, empty when it cannot say."""
    try:
        files = index.engine.files()
    except (OSError, Trouble):
        return b""
    known = [f"{path} {files[path].sha256}" for path in sorted(files)]
    return digest("\n".join([repr(held), *known]).encode()).encode()


def _not_set_up() -> QmdCommand:
    raise QmdTrouble(NOT_SET_UP)
