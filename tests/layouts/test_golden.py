"""Golden folders, compared file by file."""

from pathlib import Path

import pytest
from golden_books import GOLDEN, carried_out, folders, read_folder


@pytest.mark.parametrize("case", folders(), ids=lambda case: str(case.relative_to(GOLDEN)))
def test_a_book_after_its_changes_is_the_golden_one(case: Path) -> None:
    found, golden = carried_out(case), read_folder(case / "after")

    assert sorted(found) == sorted(golden)
    for name, content in golden.items():
        assert found[name] == content, name
