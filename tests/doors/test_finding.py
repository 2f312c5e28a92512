"""Which book is meant: the nearest above, the main repository's, the named one, the personal one."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import found_book, open_book, open_personal_book
from commonplace.config import Settings
from commonplace.errors import NoBook

NOW = datetime(2026, 3, 14, tzinfo=UTC)


def make(folder: Path) -> Path:
    return found_book(folder, Settings(), NOW).root


def worktree(main: Path, tree: Path) -> None:
    """Write what `git worktree add` writes."""
    own = main / ".git" / "worktrees" / tree.name
    own.mkdir(parents=True)
    tree.mkdir(parents=True, exist_ok=True)
    (tree / ".git").write_text(f"gitdir: {own}\n", "utf-8")
    (own / "gitdir").write_text(f"{tree / '.git'}\n", "utf-8")
    (own / "commondir").write_text("../..\n", "utf-8")


def test_a_book_is_found_from_any_folder_below_its_project(tmp_path: Path) -> None:
    root = make(tmp_path)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)

    book = open_book(below)

    assert (book.root, book.project, book.layout.name) == (root, tmp_path, "vault")


def test_the_nearest_book_wins(tmp_path: Path) -> None:
    make(tmp_path)
    near = make(tmp_path / "near")

    assert open_book(tmp_path / "near" / "below").root == near


@pytest.mark.parametrize("inside", ["", "10-Memories"])
def test_a_book_is_found_from_inside_itself(tmp_path: Path, inside: str) -> None:
    root = make(tmp_path)

    book = open_book(root / inside)

    assert (book.root, book.project) == (root, tmp_path)


def test_without_a_book_the_error_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(NoBook) as caught:
        open_book(tmp_path)

    assert "commonplace init" in caught.value.hint()


def test_a_worktree_finds_the_main_repositorys_book_even_beside_its_own_copy(
    tmp_path: Path,
) -> None:
    root = make(tmp_path / "main")
    make(tmp_path / "tree")
    worktree(tmp_path / "main", tmp_path / "tree")

    assert open_book(tmp_path / "tree" / "src").root == root


def test_a_worktree_finds_the_book_of_the_same_subfolder(tmp_path: Path) -> None:
    make(tmp_path / "main")
    nested = make(tmp_path / "main" / "service")
    worktree(tmp_path / "main", tmp_path / "tree")

    assert open_book(tmp_path / "tree" / "service" / "src").root == nested


def test_a_worktree_of_a_repository_without_a_book_uses_its_own(tmp_path: Path) -> None:
    worktree(tmp_path / "main", tmp_path / "tree")
    own = make(tmp_path / "tree")

    assert open_book(tmp_path / "tree").root == own


def test_a_git_file_the_repository_does_not_know_leads_nowhere(tmp_path: Path) -> None:
    make(tmp_path / "victim")
    worktree(tmp_path / "victim", tmp_path / "known")
    own = tmp_path / "victim" / ".git" / "worktrees" / "known"
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / ".git").write_text(f"gitdir: {own}\n", "utf-8")

    with pytest.raises(NoBook):
        open_book(tmp_path / "archive")


def test_a_submodule_uses_the_book_above_it(tmp_path: Path) -> None:
    root = make(tmp_path)
    module = tmp_path / "vendor" / "lib"
    module.mkdir(parents=True)
    (tmp_path / ".git" / "modules" / "lib").mkdir(parents=True)
    (module / ".git").write_text("gitdir: ../../.git/modules/lib\n", "utf-8")

    assert open_book(module).root == root


def test_a_named_book_is_looked_for_nowhere_else(tmp_path: Path) -> None:
    make(tmp_path)
    other = make(tmp_path / "other")
    (tmp_path / "empty").mkdir()

    assert open_book(tmp_path, Settings(book="other")).root == other
    assert open_book(tmp_path, Settings(book="other/.memory")).root == other
    with pytest.raises(NoBook):
        open_book(tmp_path, Settings(book="empty"))


def test_the_personal_book_is_where_the_settings_say(tmp_path: Path) -> None:
    where = Settings(personal_book=str(tmp_path / "me"))
    with pytest.raises(NoBook, match="no personal book"):
        open_personal_book(where)

    root = found_book(tmp_path / "me", where, NOW, is_personal=True).root

    assert (open_personal_book(where).root, open_personal_book(where).is_personal) == (root, True)
