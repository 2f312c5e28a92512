"""Start the programs of the fault tests, as processes of their own."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def environment() -> dict[str, str]:
    """Return an environment in which a program finds the tests and leaves no files behind."""
    return {**os.environ, "PYTHONPATH": str(TESTS), "PYTHONDONTWRITEBYTECODE": "1"}


def command(program: str, *arguments: object) -> list[str]:
    """Return the command line of one of the programs in this folder."""
    return [sys.executable, str(TESTS / "faults" / program), *map(str, arguments)]


def run_program(program: str, *arguments: object) -> str:
    """Run one of the programs in this folder and return what it prints."""
    line = command(program, *arguments)
    done = subprocess.run(line, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_together(lines: Sequence[Sequence[str]]) -> list[str]:
    """Run several command lines at once and return what each prints."""
    running = [
        subprocess.Popen(line, env=environment(), stdout=subprocess.PIPE, text=True)
        for line in lines
    ]
    printed = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * len(running)
    return printed
