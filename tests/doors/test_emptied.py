"""A book that somebody emptied on purpose takes memories again, once they have said so."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.laws

SUBJECTS = [
    "redis",
    "nginx",
    "kafka",
    "webpack",
    "django",
    "terraform",
    "grafana",
    "sqlite",
    "vitest",
    "celery",
    "ansible",
]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "commonplace", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_hint_about_a_vanished_book_is_true(tmp_path: Path) -> None:
    run(tmp_path, "init")
    texts = [f"The {name} dashboard belongs to the {name} guild." for name in SUBJECTS]
    assert run(tmp_path, "remember", *texts, "--separate", "--yes").returncode == 0
    for note in (tmp_path / ".memory" / "10-Memories").glob("*.md"):
        note.unlink()
    for page in (
        ".memory/README.md",
        ".memory/00-Inbox",
        ".memory/20-Indices",
        ".memory/30-Templates",
    ):
        subprocess.run(["rm", "-rf", str(tmp_path / page)], check=True)

    refused = run(tmp_path, "remember", "Deploys need the VPN.", "--yes")

    assert (refused.returncode, "check --fix" in refused.stderr) == (1, True)

    run(tmp_path, "check", "--fix")

    assert run(tmp_path, "remember", "Deploys need the VPN.", "--yes").returncode == 0
