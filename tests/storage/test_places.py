"""Where things live that are not the book."""

import sys
from pathlib import Path

import pytest

from commonplace.storage import places


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG folders are Linux's")
@pytest.mark.parametrize("kind", ["state", "data", "cache", "config"])
def test_the_xdg_folders_are_respected(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path))

    assert getattr(places, f"{kind}_home")() == str(tmp_path / "commonplace")


def test_a_book_has_one_id_whatever_link_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "project" / ".memory").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "project")

    name = places.book_id(str(tmp_path / "project" / ".memory"))

    assert name == places.book_id(str(tmp_path / "link" / ".memory"))
    assert name.startswith("project-memory-")
    assert len(name.rpartition("-")[2]) == 16


def test_books_of_the_same_name_have_different_ids(tmp_path: Path) -> None:
    assert places.book_id(str(tmp_path / "a" / "x")) != places.book_id(
        str(tmp_path / "b" / "a" / "x")
    )


@pytest.mark.parametrize("name", ["/", "/记忆库" * 30, "/a b/c:d?"])
def test_an_id_can_be_a_folders_name_whatever_the_book_is_called(name: str) -> None:
    made = places.book_id(name)

    assert "/" not in made
    assert len(made.encode()) <= 60
