"""What the library says itself, help and usage errors, is said in the user's language too."""

import json
import shlex
from pathlib import Path

import pytest

from commonplace.doors.cli.main import COMMANDS
from transcript import command_line


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_in_chinese_has_no_english_frame(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")

    told = command_line([*command.split(), "--help"]).out.decode()

    assert told.startswith("用法：")
    assert not [word for word in ("Usage:", "Options:", "Show this") if word in told]


@pytest.mark.parametrize(
    ("words", "english", "chinese"),
    [
        ("xyzzy", "No such command 'xyzzy'.", "没有名为“xyzzy”的命令。"),
        ("list --zzz", "No such option '--zzz'.", "没有名为“--zzz”的选项。"),
        ("show", "Missing argument 'ID'.", "缺少参数“ID”。"),
    ],
)
def test_the_commonest_slips_are_told_in_both_languages(
    words: str, english: str, chinese: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = command_line(words.split())
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    second = command_line(words.split())

    assert (first.code, second.code) == (2, 2)
    assert first.err.endswith(f"Error: {english}\nNothing was done.\n")
    assert second.err.endswith(f"错误：{chinese}\n没有执行任何操作。\n")


@pytest.mark.parametrize("words", ["show a b", "log -n x", "init --layout vault a b", "learn"])
def test_whatever_was_wrong_with_a_command_it_says_that_nothing_was_done(words: str) -> None:
    ran = command_line([*words.split(), "--json"])

    assert ran.code == 2
    assert ran.err.rstrip().endswith("Nothing was done.")
    assert json.loads(ran.out)["error"]["message"].endswith("Nothing was done.")


def test_an_option_that_is_nearly_right_is_named() -> None:
    assert "Did you mean --book, --both?" in command_line(["list", "--boo"]).err


@pytest.mark.parametrize(
    ("words", "meant"), [("remmber x", "remember"), ("review acept 1", "accept")]
)
def test_a_command_that_is_nearly_right_is_named_in_both_languages(
    words: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = command_line(words.split())
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    chinese = command_line(words.split())

    assert f"Did you mean {meant}?" in english.err
    assert f"您是否想用 {meant}？" in chinese.err


def test_a_rarer_slip_keeps_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")

    told = command_line(["log", "-n", "none"]).err

    assert told.startswith("用法： commonplace log")
    assert "错误：Invalid value for '--number'" in told


def test_a_file_that_cannot_be_read_is_told_by_whoever_reads_the_book(tmp_path: Path) -> None:
    command_line(["init"])
    (tmp_path / ".memory/10-Memories/MEM-broken.md").write_bytes(b"---\ntitle: x\n")

    listed = command_line(["list"])

    assert (listed.code, listed.out) == (0, b"No memories.\n")
    assert "files of the book that could not be read: 1" in listed.err


def test_a_log_without_a_name_says_whose_it_is() -> None:
    command_line(["init"])

    assert command_line(["log"]).out == b"Nothing has been written yet.\n"
    assert command_line(["log", "--who", "ada"]).out == b"Nothing was written by ada.\n"


@pytest.mark.parametrize("name", ["record", "recordnow"])
def test_what_help_gives_as_an_example_is_recorded(name: str) -> None:
    command_line(["init"])
    told = command_line(["help", name]).out.decode().split("Example:\n", 1)[1].splitlines()[0]

    ran = command_line([*shlex.split(told)[1:], "--dry-run"])

    assert "1 created" in ran.out.decode() + ran.err
