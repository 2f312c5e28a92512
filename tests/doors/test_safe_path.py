"""No process of ours imports from the folder it runs in: a project that was cloned may hold a `json.py`."""

import ast
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import Book, found_book
from commonplace.config import Settings
from commonplace.installation import wires
from doors.hooked import conversation, stopped, wait_for

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = ("mcp", "click", "json", "sqlite3", "platformdirs", "yaml")
AS_MODULE = [sys.executable, "-m", "commonplace"]
AS_SCRIPT = [str(Path(sys.executable).with_name("commonplace"))]
BOTH = [pytest.param(AS_MODULE, id="module"), pytest.param(AS_SCRIPT, id="script")]
CALLS = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "status", "arguments": {}},
    },
)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    """Return a book in a project whose files would be run if they were imported."""
    project = tmp_path / "project"
    project.mkdir()
    for name in HOSTILE:
        text = (
            f"open({str(tmp_path / 'pwned')!r}, 'a').write({name!r} + ' ')\nraise SystemExit(9)\n"
        )
        (project / f"{name}.py").write_text(text, "utf-8")
    return found_book(project, Settings(), datetime.now(UTC))


def ran(book: Book, *words: str, text: str = "", **variables: str) -> str:
    done = subprocess.run(
        words,
        cwd=book.project,
        env={**os.environ, **variables},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert not (book.project.parent / "pwned").exists()
    return done.stdout


def test_a_module_that_is_run_imports_nothing_from_the_folder_it_runs_in(book: Book) -> None:
    assert json.loads(ran(book, *AS_MODULE, "list", "--json")) == []


@pytest.mark.parametrize("places", [":/nowhere", ".", "/nowhere:", "HERE"])
def test_a_pythonpath_that_means_the_folder_we_run_in_leads_nowhere(
    book: Book, places: str
) -> None:
    """`export PYTHONPATH=$PYTHONPATH:/somewhere` begins with a colon where none was set: Python reads the folder.

    Editors name an open project in full.
    """
    named = places.replace("HERE", str(book.project)).replace(":", os.pathsep)

    ran(book, *AS_SCRIPT, "list", PYTHONPATH=named)


@pytest.mark.laws
@pytest.mark.parametrize("command", BOTH)
def test_no_command_imports_from_the_folder_it_runs_in(book: Book, command: list[str]) -> None:
    ran(book, *command, "remember", "Deploys need the VPN.", "--yes")

    assert json.loads(ran(book, *command, "list", "--json"))


@pytest.mark.laws
@pytest.mark.parametrize(
    "command", [AS_SCRIPT, [sys.executable, "-P", "-m", "commonplace"]], ids=["script", "-P"]
)
def test_no_module_of_any_name_is_imported_from_there(book: Book, command: list[str]) -> None:
    """Without `-P` Python looks for `runpy` in the folder before a line of ours runs: the page on security says so."""
    trap = (book.project / "json.py").read_text("utf-8")
    for name in (*sys.stdlib_module_names, "sitecustomize", "commonplace", "hatchling"):
        (book.project / f"{name}.py").write_text(trap, "utf-8")

    ran(book, *command, "list")
    ran(book, *command, "hook", "claude-code", "UserPromptSubmit", text="{}")
    ran(book, *command, "mcp", text="".join(json.dumps(each) + "\n" for each in CALLS))


@pytest.mark.laws
@pytest.mark.parametrize("command", BOTH)
def test_no_mcp_server_imports_from_the_folder_it_runs_in(book: Book, command: list[str]) -> None:
    said = ran(book, *command, "mcp", text="".join(json.dumps(each) + "\n" for each in CALLS))

    assert '"id":2' in said.replace(" ", "")


def test_no_hook_imports_from_the_folder_it_runs_in(book: Book) -> None:
    said = json.dumps({"prompt": "Which port does staging listen on?", "cwd": str(book.project)})

    ran(book, *AS_MODULE, "hook", "claude-code", "UserPromptSubmit", text=said)


@pytest.mark.laws
def test_no_child_of_a_hook_imports_from_the_folder_it_runs_in(book: Book, tmp_path: Path) -> None:
    chat = conversation(tmp_path / "chat.jsonl")

    ran(book, *AS_MODULE, "hook", "claude-code", "Stop", text=stopped(book, chat))

    assert wait_for(book.proposals.list)
    assert not (tmp_path / "pwned").exists()


def test_a_host_is_told_to_keep_the_folder_out_where_there_is_no_script(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))

    assert wires.our_command() == (str(tmp_path / "python"), "-P", "-m", "commonplace")


def test_every_python_that_we_start_is_told_to_keep_the_folder_out() -> None:
    """Find each list of words that begins with our interpreter, wherever it is written."""
    found = 0
    texts = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")}
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)) if "sys.executable" in text else ():
            if isinstance(node, ast.List | ast.Tuple) and node.elts:
                words = [ast.unparse(each) for each in node.elts]
                if words[0] == "sys.executable":
                    found += 1
                    assert words[1] in {"'-P'", "'-I'"}, f"{path}:{node.lineno}"
    assert found >= 2
