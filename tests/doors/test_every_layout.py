"""The commands are the same in every kind of book."""

import json
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.core.ports import Layout
from commonplace.layouts.registry import NAMES, layout_of
from requirements import requirement
from transcript import command_line

LAYOUTS = tuple(map(layout_of, NAMES))

pytestmark = pytest.mark.laws


def result(*words: str) -> dict | list:
    ran = command_line([*words, "--json"])
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def sources(folder: Path) -> dict[str, bytes]:
    book = open_book(folder)
    files = book.snapshot().files
    return {path: text for path, text in files.items() if not book.layout.derives(path)}


@requirement("layouts.commands")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_what_is_remembered_edited_and_forgotten_is_undone_to_the_first_bytes(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    before = sources(tmp_path)

    name = result("remember", "Deploys need the VPN. 部署前先连接。", "--yes")["id"]
    wrong = result("check")["problems"]
    found = result("recall", "what do deploys need")["ids"]
    name = result("edit", name, "--body", "The VPN is gone.", "--yes")["id"]
    edited = result("show", name)
    result("forget", name, "--yes")
    left = [memory["id"] for memory in result("list")]
    for _ in range(3):
        result("undo")

    assert (wrong, found) == ([], [name])
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
    buried = result("recall", "Deploys need the VPN", "--all")["ids"]
    result("restore", name, "--yes")

    assert buried == []
    assert result("recall", "Deploys need the VPN", "--all")["ids"] == [name]
    assert sources(tmp_path) == before


@requirement("layouts.commands")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_command_speaks_both_languages_in_every_book(
    layout: Layout, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_LANG", language)
    command_line(["init", "--layout", layout.name])
    name = result("remember", "Deploys need the VPN.", "--title", "The VPN", "--yes")["id"]

    told = {
        words[0]: command_line(list(words))
        for words in (
            ("list",),
            ("show", name),
            ("edit", name, "--body", "The VPN is gone.", "--yes"),
            ("forget", name, "--yes"),
            ("restore", name, "--yes"),
            ("undo", "--yes"),
            ("log",),
            ("review",),
            ("check",),
            ("config",),
        )
    }

    assert {command: ran.code for command, ran in told.items()} == dict.fromkeys(told, 0)
    for command in ("edit", "forget", "restore", "undo", "review", "check"):
        is_chinese = any("\u4e00" <= char <= "\u9fff" for char in told[command].out.decode())
        assert is_chinese == (language == "zh"), command


@requirement("move.policy")
@pytest.mark.parametrize(
    ("source", "target", "code"),
    [("profile", "profile", 0), ("profile", "vault", 4), ("lingxi", "profile", 4)],
)
def test_between_a_profile_and_another_book_somebody_is_asked(
    source: str, target: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "here", "--layout", source])
    command_line(["init", "there", "--layout", target])
    name = result("remember", "Deploys need the VPN.", "--yes", "--book", "here")["id"]

    ran = command_line(["move", name, "--book", "here", "--to", "there"])

    assert ran.code == code
    assert len(result("list", "--book", "there")) == (code == 0)


@requirement("convert.links")
def test_a_link_that_says_less_than_the_title_is_converted_to_the_entry_it_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", "mem-skill"])
    page = "## Retry with backoff\n\n## Wait\n**Related:** [[knowledge-base/http#Retry]]\n"
    (tmp_path / "knowledge-base" / "http.md").write_text(page, encoding="utf-8")

    ids = result("convert", "--to", "vault", "notes", "--yes")["ids"]

    waiting = result("show", ids["http#Wait"], "--book", "notes")
    assert waiting["links"] == [ids["http#Retry with backoff"]]


@requirement("A2.init.option")
def test_a_flag_that_init_does_not_know_makes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    ran = command_line(["init", "--layout", "mem-skill", "--mem-motor=qmd"])

    assert (ran.code, list(tmp_path.iterdir())) == (1, [])
    assert "Unknown option: --mem-motor" in ran.err
