"""The state file of somebody else's tool, in a folder that may be a stranger's."""

import os
from pathlib import Path

import pytest

from commonplace.storage.upkeep_state import STATE_FILE, tell_project

HEALTH = {"health_score": 90}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / "specs").mkdir(parents=True)
    return tmp_path / "project"


def test_only_our_key_is_changed_and_the_mode_stays(project: Path) -> None:
    state = project / STATE_FILE
    state.write_text('{"next": 3}')
    state.chmod(0o640)

    assert tell_project(project, HEALTH, is_report=True)

    assert '"next": 3' in state.read_text()
    assert '"health_score": 90' in state.read_text()
    assert state.stat().st_mode & 0o777 == 0o640
    assert os.listdir(state.parent) == ["state.json"]


def test_a_link_in_the_place_of_the_file_or_its_folder_is_not_followed(
    project: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "state.json").write_text('{"token": "private"}')
    (project / STATE_FILE).symlink_to(outside / "state.json")

    assert tell_project(project, HEALTH, is_report=True) is None
    (project / STATE_FILE).unlink()
    (project / "specs").rmdir()
    (project / "specs").symlink_to(outside)
    assert tell_project(project, HEALTH, is_report=True) is None

    assert (outside / "state.json").read_text() == '{"token": "private"}'


@pytest.mark.parametrize("text", ['{"a": "\\ud800"}', "[" * 100_000, "{"])
def test_a_file_that_cannot_be_kept_is_left_as_it_is(project: Path, text: str) -> None:
    (project / STATE_FILE).write_text(text)

    tell_project(project, HEALTH, is_report=True)

    assert (project / STATE_FILE).read_text() == text
