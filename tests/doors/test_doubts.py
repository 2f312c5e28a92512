"""What likely contradicts a memory is put to a person, and never written unasked."""

from pathlib import Path

import pytest

from commonplace.judges import conflicts
from transcript import command_line

OLD = "Kestrel listens on port 6001."
NEW = "Kestrel listens on port 6002."


@pytest.fixture(autouse=True)
def never_sure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(conflicts, "SURE_FROM", 2.0)
    assert command_line(["init"]).code == 0
    assert command_line(["remember", OLD, "--yes"]).code == 0
    return tmp_path


def texts(project: Path) -> str:
    return "".join(path.read_text("utf-8") for path in project.rglob("*.md"))


def test_a_yes_in_advance_answers_no_doubt(never_sure: Path) -> None:
    ran = command_line(["remember", NEW, "--yes"])

    assert ran.code == 4
    assert "6001 or 6002?" in ran.err
    assert "6002" not in texts(never_sure)


def test_an_answer_in_advance_settles_the_doubt(never_sure: Path) -> None:
    assert command_line(["remember", NEW, "--separate", "--yes"]).code == 0
    assert "6002" in texts(never_sure)
