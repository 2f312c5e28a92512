"""What the hook loads when a book has changed: its own layout and the engine, nothing else.

Loading everything that `books` knows took most of the hook's time; one layout takes half of that.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from commonplace.app.book_index import BookIndex
from commonplace.app.guarding import guarded
from commonplace.core.ports import Layout
from commonplace.errors import NoBook
from commonplace.storage.locating import book_at
from commonplace.storage.store import FolderStore

LAYOUTS = {
    "vault": ("commonplace.layouts.vault", "VaultLayout"),
    "lingxi": ("commonplace.layouts.lingxi", "LingxiLayout"),
    "mem-skill": ("commonplace.layouts.mem_skill", "MemSkillLayout"),
    "profile": ("commonplace.layouts.profile", "ProfileLayout"),
}


def embed_later(root: str) -> None:
    """Start the child that embeds what was taken in, where a model is installed."""
    from commonplace.engines.embedders.model_embedder import PACKAGES, is_installed  # noqa: PLC0415

    if any(map(is_installed, PACKAGES)):
        from commonplace.app.hot_capture import start_child  # noqa: PLC0415

        start_child(root, "hook")


def index_at(root: str) -> BookIndex:
    """Return the index of the book that stands at `root`."""
    located = book_at(root)
    if located is None:
        raise NoBook("no-book-there", path=root)
    module, name = LAYOUTS[located[0]]
    layout: Layout = getattr(importlib.import_module(module), name)()
    store = FolderStore(Path(root), folders=layout.folders, derives=layout.derives)
    return BookIndex(guarded(layout, root), store, root)
