"""No id, topic, path or link argument opens a file outside the book and our own folders."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.laws


SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "security"
LISTS = SHARED / "payloadsallthethings"
OURS = [
    "../x",
    "..",
    "/etc/passwd",
    "a/../../b",
    "..\\..\\x",
    "C:\\x",
    "\\\\host\\x",
    "~/x",
    "a\x00b",
]

needs_lists = pytest.mark.skipif(
    not LISTS.is_dir(), reason="the lists of hostile strings are not beside the repository"
)


def traversal_strings() -> list[str]:
    found = list(OURS)
    for path in [*sorted(LISTS.glob("*raversal*.txt")), LISTS / "JHADDIX_LFI.txt"]:
        found += path.read_text("utf-8", "surrogateescape").splitlines()
    return list(dict.fromkeys(found))


def run_with(strings: list[str], step: int, folder: Path) -> dict:
    environ = {
        f"XDG_{kind}_HOME": str(folder / "home" / kind.lower())
        for kind in ("STATE", "DATA", "CACHE", "CONFIG")
    }
    (folder / "project").mkdir()
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("traversal_run.py")), str(folder), str(step)],
        input=json.dumps(strings),
        capture_output=True,
        cwd=folder / "project",
        env={**os.environ, **environ},
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


@needs_lists
def test_no_file_outside_the_book_is_opened(tmp_path: Path) -> None:
    # Each string meets one or two of the fourteen arguments; 29 and 14 have no common divisor.
    found = run_with(traversal_strings(), 29, tmp_path)

    assert found["outside"] == []
    assert len(found["control"]) == 1, "the hook saw nothing: the test proves nothing"
    assert set(found["codes"]) <= {"0", "1"}


@needs_lists
@pytest.mark.faults
def test_no_file_outside_the_book_is_opened_by_any_string_in_any_argument(tmp_path: Path) -> None:
    found = run_with(traversal_strings(), 1, tmp_path)

    assert found["outside"] == []
    assert len(found["control"]) == 1
    assert set(found["codes"]) <= {"0", "1"}
