"""A disk that can only be read: the doctor names the place, and the canary does not come back."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.storage.places import cache_of, state_of
from requirements import requirement
from transcript import command_line

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount"),
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN. Ask Ada for access.", "--yes"])
    command_line(["recall", "vpn"])
    return tmp_path


@pytest.fixture
def only_for_reading() -> Iterator[Callable[[str], None]]:
    """Return what mounts a folder over itself so that nobody, root included, may write there."""
    mounted: list[str] = []

    def mount(folder: str) -> None:
        if subprocess.run(
            ["mount", "--bind", folder, folder], capture_output=True, check=False
        ).returncode:
            pytest.skip("this machine does not let us mount a folder")
        mounted.append(folder)
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)

    yield mount
    for folder in mounted:
        subprocess.run(["umount", folder], check=True)


def told(*words: str) -> dict:
    ran = command_line([*words, "--json"])
    assert ran.out, ran.err
    return {**json.loads(ran.out), "code": ran.code}


@requirement("canary.breakage", "doctor.exit")
@pytest.mark.parametrize(
    ("place", "named", "stage"),
    [
        (lambda root: str(root / "10-Memories"), {"files"}, "write"),
        (lambda root: state_of(str(root)), {"state"}, "write"),
        (lambda root: os.path.dirname(state_of(str(root))), {"folders", "state"}, "copy"),
        (lambda root: cache_of(str(root)), {"index"}, "index"),
    ],
    ids=["notes", "state of the book", "state", "cache of the book"],
)
def test_a_folder_that_can_only_be_read_is_named_by_the_doctor_and_stops_the_canary(
    project: Path,
    only_for_reading: Callable[[str], None],
    place: Callable[[Path], str],
    named: set[str],
    stage: str,
) -> None:
    only_for_reading(place(open_book(project).root))

    examined, flight = told("doctor"), told("doctor", "--canary")
    people = command_line(["doctor"])

    wrong = {each["about"] for each in examined["observations"] if each["grade"] == "problem"}
    assert (flight["stage"], flight["code"]) == (stage, 1), flight["why"]
    assert wrong == named
    assert (examined["code"], people.code) == (1, 1)
