"""A settings file that came with a clone stops no command, whatever it says."""

import json
import os
from pathlib import Path

import pytest

from app.later import settle
from commonplace.app.books import open_book
from commonplace.config import PROJECT_FILE, ConfigError, read_settings, user_file
from commonplace.hook.events import respond
from tiers import one_in
from transcript import command_line

NATURAL = """\
injected_lines = 2
contents_tokens = 500
"""
BAD = {
    "a number for a word": "language = 7",
    "a list": "injected_lines = [1, 2]",
    "a table": "[speak]\nx = 1",
    "too large": "contents_tokens = 99999999",
    "a word": 'injected_lines = "many"',
    "a date": "injection = 2026-01-01",
    "not TOML": "injected_lines = = 2",
    "not UTF-8": b'speak = "\xff"',
    "hidden characters": 'speak = "nor\\u202emal"',
    "what only the user may set": 'git_commit = true\nagents = "save"\nbook = "/"',
    "a layout that nobody knows": 'layout = "x/../../y"',
    "a thousand brackets": "a = " + "[" * 20_000,
    "a number of too many digits": "injected_lines = " + "9" * 5_000,
    "too long": "#" * 70_000 + "\nlanguage = 7",
}


def put(text: str | bytes) -> Path:
    path = Path(PROJECT_FILE)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_natural_types_are_taken(project: Path) -> None:
    put(NATURAL)
    own = user_file(os.environ)
    own.parent.mkdir(parents=True)
    own.write_text("git_commit = true\n", "utf-8")

    chosen = read_settings(os.environ, project)

    assert (chosen.injected_lines, chosen.contents_tokens, chosen.git_commit) == ("2", 500, "yes")
    assert (chosen.refused, chosen.unusable) == ((), ())


@pytest.mark.parametrize("what", one_in(6, BAD))
def test_nothing_in_it_stops_a_command(what: str) -> None:
    put(BAD[what])

    codes = {
        command_line(words).code
        for words in (
            ["init"],
            ["remember", "Staging listens on port 6001.", "--yes"],
            ["list"],
            ["recall", "port"],
            ["config"],
        )
    }
    ran = command_line(["doctor"])
    settle(open_book(Path.cwd()).root)
    said: list[str] = []
    asked = {"prompt": "Which port does staging listen on?", "cwd": str(Path.cwd())}
    respond(["generic", "prompt"], json.dumps(asked), said.append)

    assert codes == {0}
    assert "Staging listens on port 6001" in "".join(said)
    assert "Traceback" not in ran.err
    assert ran.code in (0, 1)
    assert b"versions" in ran.out or b"commonplace" in ran.out


def test_what_was_passed_over_is_named() -> None:
    put("injected_lines = 9\nspeak = 3\n")
    command_line(["init"])

    ran = command_line(["list"])

    assert "passed over: injected_lines, speak." in ran.err


@pytest.mark.parametrize("made", [os.mkfifo, os.mkdir])
def test_a_pipe_or_a_folder_in_its_place_is_not_read(made: object, project: Path) -> None:
    made(project / PROJECT_FILE)

    assert read_settings(os.environ, project).unusable == ()


def test_the_users_own_file_is_still_told_where_it_is_wrong() -> None:
    own = user_file(os.environ)
    own.parent.mkdir(parents=True)
    own.write_text('speak = "loudly"\n', "utf-8")

    with pytest.raises(ConfigError, match="speak cannot be loudly"):
        read_settings(os.environ)
