"""The hook finds the same books as everybody else."""

import os
import subprocess
from datetime import date
from pathlib import Path

import pytest

from commonplace.core.ports import Layout
from commonplace.flows.commit import derived_files
from commonplace.layouts.registry import MARKS, NAMES, layout_of
from commonplace.storage.places import book_at, locate

LAYOUTS = tuple(map(layout_of, NAMES))

GROUPS = [(name, home, group) for name, home, groups in MARKS for group in groups]


@pytest.mark.parametrize(("name", "home", "group"), GROUPS)
def test_the_marks_are_what_the_layouts_recognise_themselves(
    name: str, home: str, group: tuple[str, ...]
) -> None:
    layout = layout_of(name)

    assert (layout.name, layout.home) == (name, home)
    assert layout.recognises(lambda path: path in group)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_new_book_is_found_in_a_clone_that_lacks_its_ignored_files(
    layout: Layout, tmp_path: Path
) -> None:
    today = date(2026, 3, 14)
    ignored = derived_files(layout, today)
    made(tmp_path / layout.home, tuple(set(layout.skeleton(today)) - set(ignored)))

    assert locate(str(tmp_path), MARKS) == (layout.name, str(tmp_path / layout.home), str(tmp_path))


def made(root: Path, paths: tuple[str, ...]) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).mkdir() if "." not in path.rpartition("/")[2][1:] else (root / path).touch()


@pytest.mark.parametrize(("name", "home", "group"), GROUPS)
def test_a_book_is_found_from_below_and_as_its_own_root(
    tmp_path: Path, name: str, home: str, group: tuple[str, ...]
) -> None:
    root = tmp_path / home
    made(root, group)
    (tmp_path / "src" / "deep").mkdir(parents=True)

    assert locate(str(tmp_path / "src" / "deep"), MARKS) == (name, str(root), str(tmp_path))
    found = book_at(str(root), MARKS)
    assert found is not None
    assert (found[0], found[1], os.path.normpath(found[2])) == (name, str(root), str(tmp_path))


def test_a_worktree_finds_the_book_of_its_main_repository(tmp_path: Path) -> None:
    main = tmp_path / "main"
    made(main / ".memory", ("10-Memories",))
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x", "-C", str(main)]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", str(tmp_path / "tree")], check=True)

    assert locate(str(tmp_path / "tree"), MARKS) == ("vault", str(main / ".memory"), str(main))


@pytest.mark.parametrize("has_worktree", [False, True])
def test_a_forged_worktree_mark_leads_nowhere(tmp_path: Path, *, has_worktree: bool) -> None:
    made(tmp_path / "victim" / ".memory", ("10-Memories",))
    theirs = tmp_path / "victim" / ".git" / "worktrees" / "x"
    theirs.mkdir(parents=True)
    if has_worktree:
        (theirs / "gitdir").write_text(f"{tmp_path}/elsewhere/.git\n")
        (theirs / "commondir").write_text("../..\n")
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / ".git").write_text(f"gitdir: {tmp_path}/victim/.git/worktrees/x\n")

    assert locate(str(tmp_path / "archive"), MARKS) is None


def test_without_a_book_nothing_is_found(tmp_path: Path) -> None:
    assert locate(str(tmp_path), MARKS) is None
