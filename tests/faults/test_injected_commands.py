"""The same strikes on the command line as people run it: `commonplace remember`."""

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.core.ports import Problem
from commonplace.flows.commit import regenerate
from commonplace.layouts.vault import VaultLayout
from commonplace.storage.places import book_id
from commonplace.storage.store import FolderStore
from faults.injection import (
    EIO,
    ENOSPC,
    KILL,
    Strike,
    calls_on,
    has_strace,
    run_struck,
    strikes,
)
from faults.programs import environment
from requirements import requirement

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not has_strace, reason="strace is not installed"),
]
LAYOUT = VaultLayout()
TODAY = datetime.now(UTC).date()
OLD = "Retry with backoff when the service answers 429"
NEW = "Deployments are frozen on Fridays"


def commonplace(folder: Path, *arguments: str) -> list[str]:
    """Return a command line whose book and private folders are all below `folder`."""
    homes = [f"XDG_{kind}_HOME={folder / kind.lower()}" for kind in ("STATE", "CONFIG", "DATA")]
    chdir = f"--chdir={folder / 'project'}"
    return ["env", chdir, *homes, sys.executable, "-m", "commonplace", *arguments]


def answer(folder: Path, *arguments: str) -> str:
    line = commonplace(folder, *arguments)
    done = subprocess.run(line, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def found_in(folder: Path) -> tuple[list[str], tuple[Problem, ...]]:
    """Open the book as the next command does; return the titles and what is wrong with the files."""
    root = folder / "project" / ".memory"
    store = FolderStore(root, state=str(folder / "state" / "commonplace" / book_id(str(root))))
    with store.locked():
        regenerate(LAYOUT, store, TODAY)
    files = store.read(LAYOUT.reads).files
    return [memory.title for memory in LAYOUT.parse(files).memories], LAYOUT.check(files, TODAY)


def trouble_after(hit: Strike, folder: Path) -> str:
    """Strike one `remember` and return what is wrong with the book, nothing when all is well."""
    done = run_struck(commonplace(folder, "remember", NEW, "--yes", "--json"), hit)
    result = "" if hit.fault == KILL else json.loads(done.stdout)["result"]
    found, problems = found_in(folder)
    allowed = {
        "": ([OLD], [OLD, NEW]),
        "committed": ([OLD, NEW],),
        "committed-pending": ([OLD, NEW],),
        "failed": ([OLD],),
    }[result]
    if sorted(found) not in [sorted(each) for each in allowed]:
        return f"{hit}: {result or 'died'} gave {found}: {done.stderr[-300:]}"
    return f"{hit}: {problems}" if problems else ""


def test_remember_is_done_or_not_done_whatever_call_fails(tmp_path: Path) -> None:
    original = tmp_path / "original"
    (original / "project").mkdir(parents=True)
    answer(original, "init", "--layout", "vault")
    answer(original, "remember", OLD, "--yes")

    def strike(hit: Strike) -> str:
        folder = tmp_path / str(hit).replace(" ", "-")
        shutil.copytree(original, folder)
        return trouble_after(hit, folder)

    rehearsal = tmp_path / "rehearsal"
    shutil.copytree(original, rehearsal)
    line = commonplace(rehearsal, "remember", NEW, "--yes", "--json")
    hits = list(strikes(line, rehearsal, [KILL, EIO, ENOSPC]))

    assert len(hits) > 50
    with ThreadPoolExecutor(max_workers=2) as pool:
        assert [trouble for trouble in pool.map(strike, hits) if trouble] == []


@requirement("C2.budget")
@pytest.mark.parametrize("edited_by_hand", ["", "- Likes walnuts\n"])
def test_a_save_opens_its_target_once_for_reading_and_publishes_it_once(
    edited_by_hand: str, tmp_path: Path
) -> None:
    (tmp_path / "project").mkdir()
    answer(tmp_path, "init", "--layout", "profile")
    answer(tmp_path, "save", "--target", "user", "--content", "Likes tea")
    page = tmp_path / "project" / "user.md"
    page.write_text(page.read_text("utf-8") + edited_by_hand, "utf-8")
    line = commonplace(tmp_path, "save", "--target", "user", "--content", "Lives in Lyon")

    calls = calls_on(line, str(page), tmp_path / "calls.log")

    assert sum("O_RDONLY" in call for call in calls) == 1, calls
    published = [call for call in calls if "rename" in call or "link" in call]
    assert len(published) == 1, calls
    assert len(calls) == 2, calls
