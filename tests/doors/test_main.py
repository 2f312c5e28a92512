"""The outermost frame: exit codes, errors for programs and for people, a light start."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import click
import pytest

from commonplace.doors.cli import main
from commonplace.messages import say
from transcript import CLOCK, command_line

pytestmark = pytest.mark.laws


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def result(*words: str) -> tuple[int, dict]:
    ran = command_line([*words, "--json"])
    return ran.code, json.loads(ran.out)


def test_an_error_is_told_to_programs_on_the_same_stream_as_a_result() -> None:
    code, value = result("list")

    assert (code, value["result"], value["error"]["code"]) == (1, "failed", "no-book")
    assert set(value["error"]) == {"code", "message", "hint"}


def test_json_does_not_change_with_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    english = result("list")

    monkeypatch.setenv("COMMONPLACE_LANG", "zh")

    assert result("list") == english


def test_a_usage_error_is_2_and_told_to_programs_too() -> None:
    code, value = result("show")

    assert (code, value["error"]["code"]) == (2, "usage")


def test_help_names_the_commands_of_every_day_first_and_leaves_none_out() -> None:
    _, everyday, more = re.split(
        r"(?m)^(?:More c|C)ommands:$", command_line(["--help"]).out.decode()
    )
    first, rest = (re.findall(r"(?m)^  (\w+) ", part) for part in (everyday, more))

    assert len(first) <= 16
    assert set(first) == main.EVERYDAY
    assert sorted([*first, *rest]) == sorted(main.COMMANDS)


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    def unexplained(one: click.Command, path: str) -> Iterator[str]:
        with click.Context(one, obj=None) as ctx:
            options = (each for each in one.get_params(ctx) if isinstance(each, click.Option))
            told = filter(None, (option.get_help_record(ctx) for option in options))
            yield from (f"{path} {names}" for names, meaning in told if not meaning.strip())
        for below in getattr(one, "commands", {}).values():
            yield from unexplained(below, f"{path} {below.name}")

    command = main.cli.get_command(click.Context(main.cli), name)
    assert command is not None

    assert list(unexplained(command, name)) == []


def test_a_bug_is_70_and_asks_for_a_report() -> None:
    def broken_clock() -> datetime:
        raise ZeroDivisionError("by zero")

    ran = command_line(["init"], clock=broken_clock)

    assert ran.code == 70
    assert "ZeroDivisionError: by zero" in ran.err
    assert say("hint.bug") in ran.err


def test_a_wrong_settings_file_is_named_before_anything_is_done(tmp_path: Path) -> None:
    path = Path(os.environ["XDG_CONFIG_HOME"]) / "commonplace" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("colour = [", "utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "commonplace", "init"], capture_output=True, check=False
    )

    assert done.returncode == 1
    assert str(path) in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_the_program_runs_as_a_module_and_says_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "commonplace", "--version"], capture_output=True, check=True
    )

    assert done.stdout.decode().split()[0] == "commonplace"


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_has_help_with_an_example_in_both_languages(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = command_line([name, "--help"])
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")
    chinese = command_line([name, "--help"])

    for ran, example in ((english, "Example"), (chinese, "示例")):
        text = ran.out.decode()
        assert ran.code == 0
        assert f"{example}:\n  commonplace {main.SYNONYMS.get(name, name)}" in text
        assert "--json" in text
    assert english.out != chinese.out


def test_what_a_memory_holds_cannot_steer_the_terminal() -> None:
    command_line(["init"])
    path = Path(".memory/10-Memories/MEM-x.md")
    path.write_bytes(
        b'---\ntitle: "x \\e[31mred \xe2\x80\xaeevil"\n---\n# x\n\nbody \xe2\x80\xae\n'
    )

    listed, shown = command_line(["list"]), command_line(["show", "MEM-x"])

    for ran in (listed, shown):
        assert ran.code == 0
        assert b"\x1b" not in ran.out
        assert "\u202e" not in ran.out.decode()


def test_a_pending_proposal_is_not_a_memory() -> None:
    command_line(["init"])

    code, value = result("remember", "Deploys need the VPN.")

    assert (code, value["result"]) == (4, "pending")
    assert result("list") == (0, [])
    assert [each["id"] for each in result("review")[1]] == [value["proposal"]]


def test_the_users_own_policy_may_answer_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    command_line(["init"])
    monkeypatch.setenv("COMMONPLACE_POLICY", "auto")

    code, value = result("remember", "Deploys need the VPN.")

    assert (code, value["receipt"]["channel"]) == (0, "policy")


def test_a_book_whose_index_cannot_be_written_is_read_all_the_same(folder: Path) -> None:
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    index = folder / ".memory" / "memory-index.json"
    index.unlink()
    index.mkdir()

    code, found = result("list")

    assert (code, len(found)) == (0, 1)
    assert command_line(["check"]).code == 1


def test_a_memory_of_a_name_taken_meanwhile_gets_another_name(folder: Path) -> None:
    command_line(["init"])
    taken = folder / ".memory" / "10-Memories" / "MEM-deploys-need-vpn.md"

    def late_clock() -> datetime:
        """Let somebody else take the name between the proposal and the commit."""
        asked.append(CLOCK)
        if len(asked) == 2:
            taken.write_text("# Somebody else's\n", "utf-8")
        return CLOCK

    asked: list[datetime] = []
    ran = command_line(["remember", "Deploys need the VPN.", "--yes"], clock=late_clock)

    assert ran.out.startswith(b"Remembered MEM-deploys-need-vpn-2 ")
    assert taken.read_text("utf-8") == "# Somebody else's\n"


def test_a_text_that_is_not_utf_8_is_refused() -> None:
    command_line(["init"])

    ran = command_line(["remember", "-", "--yes"], b"caf\xe9")

    assert ran.code == 1
    assert "not UTF-8" in ran.err


def test_show_raw_prints_the_bytes_as_they_are() -> None:
    command_line(["init"])
    content = b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n# x\r\n\r\nno final newline"
    Path(".memory/10-Memories/MEM-x.md").write_bytes(content)

    assert command_line(["show", "MEM-x", "--raw"]).out == content


def test_an_index_larger_than_a_note_may_be_is_written_and_read_again() -> None:
    command_line(["init"])
    notes = Path(".memory/10-Memories")
    for number in range(220):
        text = f'---\ntitle: "Note {number}"\nsummary: "{"long " * 1000}"\n---\n# Note {number}\n'
        (notes / f"MEM-{number}.md").write_text(text, "utf-8")

    written = command_line(["remember", "One more.", "--yes"])
    checked = command_line(["check"])

    assert (written.code, written.err) == (0, "")
    assert Path(".memory/memory-index.json").stat().st_size > 1 << 20
    assert checked.code == 0


def test_a_proposal_that_grew_too_old_is_let_go_and_named() -> None:
    command_line(["init"])
    waiting = result("remember", "Deploys need the VPN.")[1]["proposal"]

    later = command_line(["review"], clock=lambda: CLOCK + timedelta(days=31))

    assert later.out == b"No proposal waits.\n"
    assert waiting in later.err


def test_the_line_an_agent_is_handed_follows_an_edited_body() -> None:
    command_line(["init"])
    _, made = result("remember", "Staging runs on port 6001.", "--yes")

    command_line(["edit", made["id"], "--body", "Staging runs on port 6002.", "--yes"])

    _, shown = result("show", made["id"])
    assert shown["summary"] == "Staging runs on port 6002"


def test_a_link_to_a_memory_that_is_not_there_is_refused_and_a_beginning_is_written_whole() -> None:
    command_line(["init"])
    _, made = result("remember", "Staging runs on port 6001.", "--title", "Staging", "--yes")
    _, other = result("remember", "The VPN needs a token.", "--title", "Token", "--yes")
    before = command_line(["show", made["id"], "--raw"]).out

    code, refused = result("edit", made["id"], "--link", "MEM-nothing", "--yes")

    assert (code, refused["error"]["code"]) == (1, "no-such-memory")
    assert command_line(["show", made["id"], "--raw"]).out == before
    command_line(["edit", made["id"], "--link", other["id"][:-1], "--yes"])
    assert result("show", made["id"])[1]["links"] == [other["id"]]
