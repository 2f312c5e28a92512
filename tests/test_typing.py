"""The public names are typed: a strict checker accepts a user's program and finds its mistakes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import commonplace
from requirements import requirement

pytestmark = pytest.mark.laws

PROGRAMS = Path(__file__).resolve().parent / "typing"
CACHE = PROGRAMS.parents[1] / ".cache" / "mypy-of-users"
"""Kept: what mypy knows about the packages of others takes most of a minute to find out."""
PACKAGE = Path(commonplace.__file__).parent


@requirement("python-api.typed")
def test_a_strict_checker_accepts_the_sample_and_finds_every_mistake() -> None:
    mistakes = (PROGRAMS / "mistakes.py").read_text("utf-8").splitlines()
    expected = [
        ("mistakes.py", str(number), line.partition("  # ")[2])
        for number, line in enumerate(mistakes, 1)
        if "  # " in line
    ]
    options = ["--strict", "--config-file", "", "--follow-imports", "silent"]

    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "--cache-dir", str(CACHE), "."],
        cwd=PROGRAMS,
        capture_output=True,
        text=True,
        check=False,
    )

    found = re.findall(r"^(\w+\.py):(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    assert found == expected, done.stdout + done.stderr


@requirement("python-api.typed")
def test_every_public_name_is_there_listed_and_used_by_the_sample() -> None:
    sample = (PROGRAMS / "sample.py").read_text("utf-8")
    unused = {name for name in commonplace.__all__ if f"commonplace.{name}" not in sample}

    assert all(hasattr(commonplace, name) for name in commonplace.__all__)
    assert unused <= {"Answer", "Pending", "__version__"}
    assert (PACKAGE / "py.typed").exists()
