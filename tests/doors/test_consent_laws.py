"""Before somebody agrees nothing is written, and afterwards only what they agreed to."""

import json
import os
from pathlib import Path

import pytest

from commonplace.storage.places import state_of
from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.laws

FACT = "The staging API listens on port 6001."
LAYOUTS = ("vault", "mem-skill", "lingxi", "profile")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    return project


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file below the parent of the book, with its inode and its bytes."""
    return {
        str(path): (path.stat().st_ino, path.read_bytes())
        for path in folder.parent.rglob("*")
        if path.is_file()
    }


def state_files(root: Path) -> list[str]:
    state = Path(state_of(str(root)))
    return sorted(str(path.relative_to(state)) for path in state.rglob("*") if path.is_file())


def root_of(folder: Path) -> Path:
    return Path(json.loads(command_line(["init", "--json"]).out)["root"]) if folder else folder


@requirement("govern.consent")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "words",
    [
        ("remember", "Coffee is in the kitchen."),
        ("remember", "The staging API listens on port 6001, see /etc/nginx/api.conf."),
        ("remember", "The staging API listens on port 6002.", "--replace"),
        ("remember", "The staging API listens on port 6002.", "--yes"),
        ("remember", "Coffee is in the kitchen.", "--dry-run"),
        ("reject", FACT),
    ],
)
def test_nothing_is_written_before_consent(
    layout: str, words: tuple[str, ...], folder: Path
) -> None:
    command_line(["init", "--layout", layout])
    command_line(["remember", FACT, "--yes"])
    root = root_of(folder)
    before, kept = tree(folder), state_files(root)

    code = command_line(list(words)).code

    assert code in {0, 3, 4}
    assert tree(folder) == before
    new = set(state_files(root)) - set(kept)
    assert all(path.startswith("proposals/") for path in new)
    assert len(new) == (1 if code == 4 else 0)


def waiting(folder: Path) -> Path:
    command_line(["init"])
    pending = json.loads(command_line(["remember", FACT, "--json"]).out)["proposal"]
    return Path(state_of(str(folder / ".memory"))) / "proposals" / f"{pending}.json"


@requirement("govern.consent")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("port 6001", "port 6666"),
        ("10-Memories/MEM-", "10-Memories/MEM-other-"),
        ('"before": null', '"before": "' + "0" * 64 + '"'),
    ],
    ids=["a byte", "the target", "the base"],
)
def test_a_proposal_that_was_changed_while_it_waited_writes_nothing(
    old: str, new: str, folder: Path
) -> None:
    path = waiting(folder)
    content = path.read_text("ascii")
    path.write_text(content.replace(old, new), "ascii")
    before = tree(folder)

    ran = command_line(["review", "accept", path.stem, "--yes"])

    assert content != path.read_text("ascii")
    assert ran.code == 1
    assert tree(folder) == before


def test_a_proposal_about_another_book_writes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = waiting(folder)
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    waiting(folder / "elsewhere").replace(here)
    monkeypatch.chdir(folder)

    ran = command_line(["review", "accept", here.stem, "--yes"])

    assert ran.code == 1
    assert "/elsewhere" in ran.err
    assert os.listdir(folder / ".memory" / "10-Memories") == ["README.md"]


def test_a_file_that_was_saved_meanwhile_is_not_overwritten(folder: Path) -> None:
    command_line(["init"])
    command_line(["remember", FACT, "--yes"])
    note = folder / ".memory" / "10-Memories" / "MEM-staging-api-listens.md"
    more = "The staging API listens on port 6001, see /etc/nginx/api.conf."
    pending = json.loads(command_line(["remember", more, "--as", "extend", "--json"]).out)
    note.write_text(note.read_text("utf-8") + "\nMine.\n", "utf-8")

    ran = command_line(["review", "accept", pending["proposal"], "--yes"])

    assert ran.code == 4
    assert note.read_text("utf-8").endswith("\nMine.\n")
