"""The commands are the same in every kind of book."""

import json
from pathlib import Path

import pytest

from commonplace.app.books import LAYOUTS, open_book
from commonplace.core.ports import Layout
from transcript import command_line


def result(*words: str) -> dict | list:
    ran = command_line([*words, "--json"])
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def sources(folder: Path) -> dict[str, bytes]:
    book = open_book(folder)
    files = book.snapshot().files
    return {path: text for path, text in files.items() if not book.layout.derives(path)}


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_what_is_remembered_edited_and_forgotten_is_undone_to_the_first_bytes(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    before = sources(tmp_path)

    name = result("remember", "Deploys need the VPN. 部署前先连接。", "--yes")["id"]
    result("edit", name, "--body", "The VPN is gone.", "--yes")
    edited = result("show", name)
    result("forget", name, "--yes")
    left = [memory["id"] for memory in result("list")]
    for _ in range(3):
        result("undo")

    assert edited["body"] == "The VPN is gone."
    assert name not in left
    assert sources(tmp_path) == before
    assert result("check")["errors"] == 0


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_forgotten_memory_is_restored_as_it_was(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    name = result("remember", "Deploys need the VPN.", "--yes")["id"]
    before = sources(tmp_path)

    result("forget", name, "--yes")
    result("restore", name, "--yes")

    assert sources(tmp_path) == before
