"""A command loads what it uses: nothing of the house for `--version`, no command for `--help`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from commonplace import __version__
from commonplace.doors.cli.main import COMMANDS

TOLD = """
import atexit, os, sys
def tell():
    os.write(2, ("LOADED " + " ".join(sorted(sys.modules))).encode())
end = os._exit
os._exit = lambda code: (tell(), end(code))
atexit.register(tell)
from commonplace.entry import main
main()
"""


def run(*arguments: str, cwd: Path, **variables: str) -> tuple[str, set[str]]:
    """Return what a fresh process says, and the modules it had loaded at its end."""
    ran = subprocess.run(
        [sys.executable, "-I", "-c", TOLD, *arguments],
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout, set(ran.stderr.rpartition("LOADED ")[2].split())


def test_the_version_is_told_before_click_is_loaded(tmp_path: Path) -> None:
    said, loaded = run("--version", cwd=tmp_path)

    assert said == f"commonplace {__version__}\n"
    assert {name for name in loaded if name.startswith(("click", "commonplace"))} == {
        "commonplace",
        "commonplace.entry",
    }


def test_the_help_names_every_command_and_loads_none(tmp_path: Path) -> None:
    said, loaded = run("--help", cwd=tmp_path)

    assert [name for name in COMMANDS if f"\n  {name} " not in said] == []
    assert {name for name in loaded if name.startswith("commonplace.")} == {
        "commonplace.config",
        "commonplace.core",
        "commonplace.core.agent_detection",
        "commonplace.core.values",
        "commonplace.data",
        "commonplace.doors",
        "commonplace.doors.cli",
        "commonplace.doors.cli.context",
        "commonplace.doors.cli.main",
        "commonplace.doors.cli.localized_click",
        "commonplace.doors.processes",
        "commonplace.entry",
        "commonplace.errors",
        "commonplace.messages",
    }


def test_a_command_that_reads_loads_nothing_that_describes_or_translates(tmp_path: Path) -> None:
    run("init", cwd=tmp_path)

    said, loaded = run("list", cwd=tmp_path)

    assert said
    assert loaded & {"ast", "dis", "locale", "tokenize"} == set()


def test_what_a_command_left_for_its_end_is_done(tmp_path: Path) -> None:
    program = (
        "import atexit, sys; atexit.register(print, 'at the end'); "
        "from commonplace.entry import main; main()"
    )

    ran = subprocess.run(
        [sys.executable, "-I", "-c", program, "show", "nothing"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, ran.stdout) == (1, "at the end\n")
    assert "Error:" in ran.stderr


def test_a_command_that_cannot_say_its_answer_fails(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-I", "-m", "commonplace", "--help"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.DEVNULL,
            check=False,
        )

    assert ran.returncode != 0


@pytest.mark.laws
def test_a_shell_completes_the_names_of_commands(tmp_path: Path) -> None:
    said, _ = run(
        cwd=tmp_path,
        _COMMONPLACE_COMPLETE="bash_complete",
        COMP_WORDS="commonplace rec",
        COMP_CWORD="1",
    )

    assert said.split() == ["plain,record", "plain,recordnow", "plain,recall"]


@pytest.mark.parametrize("name", ["version", "help"])
def test_the_committed_figures_are_within_their_goals(name: str) -> None:
    folder = Path(__file__).resolve().parents[2] / "benchmarks"
    kept = json.loads((folder / "start_up.json").read_text("utf-8"))

    assert [size for size, each in kept.items() if each["rows"][name]["cpu_x"] > 7] == []
