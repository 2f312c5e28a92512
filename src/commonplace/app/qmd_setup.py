"""Setting qmd up for a book: nothing is made before every question has an answer.

mem-skill's order: the folders, then the collections, then the configuration and the log that tell of
them. The lock is not held while qmd works.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from commonplace.app.books import Book, workspace_in
from commonplace.app.qmd import collections_for, opening
from commonplace.config import Settings
from commonplace.core.ports import Layout
from commonplace.engines.qmd.collecting import GLOBAL, Collections
from commonplace.engines.qmd.health import QmdHealth as QmdHealth  # noqa: PLC0414 - for doors
from commonplace.engines.qmd.health import qmd_health as qmd_health  # noqa: PLC0414 - for doors
from commonplace.engines.qmd.installing import install
from commonplace.engines.qmd.troubles import QmdTrouble
from commonplace.errors import BadInput
from commonplace.layouts.mem_skill import founding
from commonplace.layouts.mem_skill.json_files import write_object
from commonplace.layouts.mem_skill.settings import Qmd as Qmd  # noqa: PLC0414 - for doors
from commonplace.layouts.mem_skill.settings import choose_engine as choose_engine  # noqa: PLC0414 - for doors
from commonplace.layouts.mem_skill.settings import collection_prefix as collection_prefix  # noqa: PLC0414 - for doors
from commonplace.layouts.mem_skill.settings import told
from commonplace.storage.engine_choices import drop_choice, keep_choice


def install_qmd() -> None:
    """Install qmd; raise when it does not work."""
    try:
        install(os.environ)
    except QmdTrouble as trouble:
        raise BadInput("qmd-not-installed", cause=trouble.detail or trouble.why) from trouble


def check_collections(layout: Layout, root: Path, said: Qmd) -> Collections:
    """Return the collections that will be made; one of the user's with that name is not touched."""
    held = collections_for(layout, root, said)
    if len(set(held.names)) < len(held.names):
        raise BadInput("qmd-one-name", name=held.names[0])
    if held.scope == GLOBAL:
        _missing(root, held)
    return held


def set_up_workspace_with_qmd(
    folder: Path, settings: Settings, now: datetime, said: Qmd, *, starter: bool
) -> tuple[Book, tuple[str, ...], bool]:
    """Make a mem-skill workspace that qmd searches; return it, what it says, and whether it embeds."""
    book = workspace_in(folder, settings)
    held = collections_for(book.layout, book.root, said)
    book.store.make_root()
    with book.store.locked():
        files = book.snapshot().files
        plan = founding.found(files, now.date(), starter=starter, engine="qmd", qmd=said)
        book.store.refresh(plan.folders)
    embeds = make_collections(book, held)
    with book.store.locked():
        book.store.refresh(plan.records)
    reply = founding.WITH_QMD if embeds else founding.WITHOUT_VECTORS
    return book, (*plan.notices[:-1], reply), embeds


def set_up_qmd(book: Book, said: Qmd) -> bool:
    """Let qmd search a book of any layout, and say whether it embeds; kept in the state folder."""
    embeds = make_collections(book, collections_for(book.layout, book.root, said))
    keep_choice(str(book.root), write_object({"engine": "qmd", **told(said)}))
    return embeds


def leave_qmd(book: Book) -> None:
    """Let a book be searched without qmd again; what qmd holds stays as it is."""
    drop_choice(str(book.root))


def make_collections(book: Book, held: Collections) -> bool:
    """Make the collections and the vectors; say whether there is a model to make vectors with."""
    try:
        qmd = opening(book.root, held)()
        if held.scope == GLOBAL:
            for each in _missing(book.root, held).all:
                qmd.add(each, held.mask)
        else:
            qmd.update()
        if qmd.model:
            qmd.embed()
    except QmdTrouble as trouble:
        raise _told(trouble) from trouble
    return bool(qmd.model)


def _missing(root: Path, held: Collections) -> Collections:
    """Return the collections that the user's qmd has not; raise when it has another of that name."""
    try:
        qmd = opening(root, held)()
        there = {each.name: qmd.path_of(each.name) for each in held.all}
    except QmdTrouble as trouble:
        raise _told(trouble) from trouble
    for each in held.all:
        if there[each.name] and os.path.realpath(there[each.name]) != os.path.realpath(each.folder):
            raise BadInput("qmd-collection-taken", name=each.name, path=there[each.name])
    missing = tuple(each for each in held.all if not there[each.name])
    return Collections(scope=held.scope, mask=held.mask, all=missing)


def _told(trouble: QmdTrouble) -> BadInput:
    return BadInput("qmd-trouble", why=trouble.why, detail=trouble.detail)
