"""A shell completes our words: with its own functions, from the index, and with nothing that could harm it."""

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from commonplace.doors.cli import completion
from commonplace.doors.cli.main import VARIABLE
from transcript import command_line

LINES = {
    "bash": (
        'source "$SCRIPT"; COMP_WORDS=({words}); COMP_CWORD={at};'
        ' _commonplace_completion commonplace; printf "%s\\n" "${{COMPREPLY[@]}}"'
    ),
    "zsh": (
        "compdef() {{ :; }}; compadd() {{ print -l -- $completions; }};"
        ' _describe() {{ print -l -- "${{completions_with_descriptions[@]%%:*}}"; }};'
        ' source "$SCRIPT"; words=({words}); CURRENT=$(({at} + 1)); _commonplace_completion'
    ),
    "fish": 'source "$SCRIPT"; complete --do-complete "{typed}"',
}
"""How each shell is asked what it would offer."""


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--topic", "ops/deploy", "--yes"])
    command_line(["remember", "Retry a flaky upload twice.", "--topic", "ops", "--yes"])
    return tmp_path


def offered(*words: str) -> list[str]:
    """Return what bash would be told about the last of `words`, in this process."""
    environ = {
        VARIABLE: "bash_complete",
        "COMP_WORDS": " ".join(["commonplace", *words]),
        "COMP_CWORD": str(len(words)),
    }
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        for name, value in environ.items():
            patch.setenv(name, value)
        assert completion.answer(os.environ)
    return [line.removeprefix("plain,") for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("is_indexed", [False, True])
def test_ids_and_topics_complete_from_the_index_or_without_one(is_indexed: bool) -> None:
    if is_indexed:
        command_line(["recall", "vpn"])

    assert offered("show", "MEM-d") == ["MEM-deploy-deploys-need-vpn"]
    assert offered("forget", "MEM-deploy-deploys-need-vpn", "MEM-o") == [
        "MEM-ops-retry-flaky-upload"
    ]
    assert offered("list", "--topic", "o") == ["ops", "ops/deploy"]
    assert offered("show", "--personal", "MEM") == []


@pytest.mark.parametrize("is_indexed", [False, True])
def test_kinds_and_tags_complete_where_one_is_typed(is_indexed: bool) -> None:
    text = "Postgres 16 runs in production."
    command_line(["remember", text, "--kind", "fact", "--tag", "DATABASE", "--yes"])
    if is_indexed:
        command_line(["recall", "vpn"])

    assert offered("recall", "postgres", "--kind", "fa") == ["fact"]
    assert offered("list", "--tag", "DA") == ["DATABASE"]
    assert offered("remember", "x", "--tag", "DA") == ["DATABASE"]


def test_settings_complete_and_the_values_that_one_may_have() -> None:
    assert offered("config", "set", "lang") == ["language"]
    assert offered("config", "unset", "contents_") == ["contents_tokens"]
    assert offered("config", "set", "agents", "") == ["ask", "save"]
    assert offered("config", "set", "who", "") == []


@pytest.mark.parametrize("is_indexed", [False, True])
def test_what_was_forgotten_completes_where_it_is_brought_back(is_indexed: bool) -> None:
    for name in ("MEM-ops", "MEM-deploy"):
        assert command_line(["forget", name, "--yes"]).code == 0
    assert command_line(["restore", "MEM-ops", "--yes"]).code == 0
    if is_indexed:
        command_line(["recall", "vpn"])

    assert offered("restore", "") == ["MEM-deploy-deploys-need-vpn"]
    assert offered("show", "") == ["MEM-ops-retry-flaky-upload"]


def test_receipts_complete_the_newest_first() -> None:
    log = json.loads(command_line(["log", "--json"]).out)

    assert offered("undo", "2") == [receipt["id"] for receipt in log]


def test_what_waits_completes_where_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_AGENT", "claude-code")
    for text in ("The coffee machine takes code 4412.", "Invoices are numbered by year."):
        assert command_line(["remember", text]).code == 4
    monkeypatch.delenv("COMMONPLACE_AGENT")
    waiting = [each["id"] for each in json.loads(command_line(["review", "--json"]).out)]

    assert len(waiting) == 2
    assert sorted(offered("review", "accept", "2")) == sorted(waiting)
    assert sorted(offered("review", "reject", "--yes", "2")) == sorted(waiting)
    assert sorted(offered("review", "--share", "2")) == sorted(waiting)


def test_a_name_that_a_shell_would_run_is_never_offered(book: Path) -> None:
    note = book / ".memory" / "10-Memories" / "MEM-x.md"
    note.write_text('---\ntitle: X\ntopic: "a;touch pwned"\n---\n# X\n\nx\n', "utf-8")

    assert offered("list", "--topic", "a") == []
    assert not completion.is_harmless("$(id)")
    assert not completion.is_harmless("-rf")
    assert completion.is_harmless("运维/部署")


def test_a_file_of_somebody_else_is_never_replaced(book: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(book / "config"))
    mine = book / "config" / "fish" / "completions" / "commonplace.fish"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine\n", "utf-8")

    ran = command_line(["completion", "fish", "--install"])

    assert ran.code == 1
    assert mine.read_text("utf-8") == "mine\n"


@pytest.mark.laws  # starts a shell, and from it the program
@pytest.mark.parametrize("shell", LINES)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("commonplace show MEM-d", ["MEM-deploy-deploys-need-vpn"]),
        ("commonplace list --topic ops/", ["ops/deploy"]),
        ("commonplace stat", ["status"]),
        ("commonplace engine re", ["rebuild"]),
    ],
)
def test_a_real_shell_completes(shell: str, typed: str, expected: list[str], book: Path) -> None:
    if not (program := shutil.which(shell)):
        pytest.skip(f"{shell} is not installed")
    ours = book / "bin" / "commonplace"
    ours.parent.mkdir()
    ours.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m commonplace "$@"\n', "utf-8")
    ours.chmod(0o755)
    script = book / "script"
    script.write_bytes(command_line(["completion", shell]).out)
    words = typed.split(" ")
    line = LINES[shell].format(words=" ".join(words), at=len(words) - 1, typed=typed)
    environ = {**os.environ, "SCRIPT": str(script), "PATH": f"{ours.parent}:{os.environ['PATH']}"}

    ran = subprocess.run(
        [program, "-c", line], env=environ, capture_output=True, text=True, check=False, cwd=book
    )

    assert [each.split("\t")[0] for each in ran.stdout.splitlines()] == expected, ran.stderr
