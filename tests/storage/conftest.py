"""A book in a temporary folder."""

from pathlib import Path

import pytest

from commonplace.storage.store import FolderStore
from storage.shelves import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    root = tmp_path / "book"
    root.mkdir()
    state = tmp_path / "state"
    return Shelf(root, state, FolderStore(root, state=str(state)))
