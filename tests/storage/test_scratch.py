"""A copy that somebody works on is private, and gone afterwards, whatever becomes of who made it."""

import errno
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import found_book, open_book
from commonplace.app.upkeep import scratch
from commonplace.config import Settings
from commonplace.errors import WriteFailed
from commonplace.layouts.vault import VaultLayout
from commonplace.storage import retention
from commonplace.storage.places import state_home

KILLED = """
import os, sys, time
from commonplace.storage.retention import scratch_folder
with scratch_folder() as folder:
    open(os.path.join(folder, "MEM-private.md"), "w").write("everything")
    print(folder, flush=True)
    time.sleep(60)
"""


def left() -> list[str]:
    return sorted(path.name for path in Path(state_home()).glob(f"{retention.SCRATCH}*"))


def test_a_copy_stands_in_the_users_own_folder_and_is_gone_afterwards() -> None:
    with retention.scratch_folder() as folder:
        retention.sweep_scratch()
        there = os.path.isdir(folder)

    assert there
    assert folder.startswith(state_home())
    assert left() == []


def test_what_a_killed_process_left_goes_when_any_book_is_opened(tmp_path: Path) -> None:
    found_book(tmp_path, Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    with subprocess.Popen(
        [sys.executable, "-I", "-c", KILLED], stdout=subprocess.PIPE, text=True
    ) as process:
        folder = Path(process.stdout.readline().strip())
        open_book(tmp_path)
        assert folder.is_dir()
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert folder.is_dir()

    open_book(tmp_path)

    assert left() == []


def test_a_disk_that_refuses_is_told_and_nothing_is_left() -> None:
    with pytest.raises(WriteFailed, match="Input/output error"), retention.scratch_folder():
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    assert left() == []


def test_upkeep_tries_its_work_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    layout = VaultLayout()

    with scratch(layout, layout.skeleton(datetime(2026, 3, 14, tzinfo=UTC).date())):
        held = left()

    assert len(held) == 2
    assert (left(), list(tmp_path.iterdir())) == ([], [])
