"""Every transcript says what the commands say today; `make transcripts` rewrites them."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from commonplace.doors.cli.main import COMMANDS, SYNONYMS
from transcript import FOLDER, rewritten

ROOT = FOLDER.parent.parent
TRANSCRIPTS = [*sorted(FOLDER.glob("*.md")), *sorted((ROOT / "docs").glob("start*.md"))]
LONG = frozenset({
    "convert", "distill", "doctor", "engine", "eval", "ingest", "install", "last", "learn", "mem-skill", "metrics",
    "move", "pack", "qmd", "record", "reject", "turn", "uninstall", "verify",
})  # fmt: skip
"""Half of the time is spent in these: they are run among the laws."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRANSCRIPT_FOLDER", str(tmp_path))
    monkeypatch.setenv("COMMONPLACE_WHO", "ada")
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    return tmp_path


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.laws if path.stem in LONG else ())
        for path in TRANSCRIPTS
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_session_ends_as_its_transcript_says(path: Path) -> None:
    expected = path.read_text("utf-8")

    found = rewritten(expected)

    if os.environ.get("REWRITE_TRANSCRIPTS"):
        path.write_text(found, "utf-8")
    else:
        assert found == expected


def test_every_command_has_a_transcript() -> None:
    assert {path.stem for path in TRANSCRIPTS} >= set(COMMANDS) - set(SYNONYMS)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs").glob("start*.md")), ids=lambda path: path.stem
)
def test_a_stranger_who_types_the_start_page_has_every_command_and_every_file(
    path: Path, tmp_path: Path
) -> None:
    shell = shutil.which("bash") or "sh"
    commands = re.findall(r"(?m)^\d*\$ (.*)$", path.read_text("utf-8"))
    writing = [command for command in commands if " > " in command]
    (tmp_path / ".memory/10-Memories").mkdir(parents=True)

    for command in writing:
        ran = subprocess.run([shell, "-c", command], cwd=tmp_path, capture_output=True, check=True)
        assert (ran.stdout, ran.stderr) == (b"", b"")

    files = [each for each in tmp_path.rglob("*") if each.is_file() and each.stat().st_size]
    assert len(files) == len(writing) > 0
    starts = {shlex.split(part)[0] for command in commands for part in re.split(r"\s\| ", command)}
    assert starts <= {"commonplace", "echo", "export", "printf", "rm"}
