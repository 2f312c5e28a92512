"""A copy that somebody works on is private, and gone afterwards, whatever becomes of who made it."""

import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import found_book, open_book
from commonplace.app.upkeep import scratch
from commonplace.config import Settings
from commonplace.errors import WriteFailed
from commonplace.layouts.vault import VaultLayout
from commonplace.storage import git, retention
from commonplace.storage.places import cache_home, state_home
from transcript import command_line

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


@contextmanager
def full_disk() -> Iterator[None]:
    """Refuse whatever would make a file longer than a page: for a moment, since the runner has a log to write."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_an_index_that_the_disk_refuses_is_told_like_any_file() -> None:
    layout = VaultLayout()
    files = layout.skeleton(datetime(2026, 3, 14, tzinfo=UTC).date())

    with pytest.raises(WriteFailed, match="disk"), full_disk(), scratch(layout, files):
        pass

    assert left() == []


def test_upkeep_tries_its_work_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    layout = VaultLayout()

    with scratch(layout, layout.skeleton(datetime(2026, 3, 14, tzinfo=UTC).date())):
        held = left()

    assert len(held) == 2
    assert (left(), list(tmp_path.iterdir())) == ([], [])


def drafts() -> list[Path]:
    return sorted(
        each for each in Path(state_home(), retention.DRAFTS).rglob("*") if each.is_file()
    )


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where temporary files would stand while a note is edited with the program in $EDITOR."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.setenv("TMPDIR", str(elsewhere))
    monkeypatch.chdir(project)
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    return elsewhere


def edited_with(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    editor = folder.parent / "editor.sh"
    editor.write_text(f"#!/bin/sh\n{program}\n", "utf-8")
    editor.chmod(0o700)
    monkeypatch.setenv("EDITOR", str(editor))
    (note,) = (folder.parent / "project" / ".memory" / "10-Memories").glob("MEM-*.md")
    ran = command_line(["edit", note.stem, "--yes"])
    return ran.code, ran.err


def test_an_editor_works_in_the_users_own_folder_and_nothing_is_left_of_its_copies(
    noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = noted.parent / "seen"
    code, _ = edited_with(
        f'stat -c "%n %a" "$1" > {seen}; cp "$1" "$1~"; sed -i s/VPN/tunnel/ "$1"',
        noted,
        monkeypatch,
    )

    where, mode = seen.read_text("utf-8").split()
    assert (code, mode, where.startswith(state_home())) == (0, "600", True)
    assert (drafts(), list(noted.iterdir())) == ([], [])


def test_what_cannot_be_taken_is_kept_without_its_secrets_for_thirty_days(
    noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = 'cp "$1" "$1~"; echo "DB_PASS=correcthorsebattery" | tee -a "$1~" >> "$1"; sed -i s/title:/title:[/ "$1"'
    code, told = edited_with(typed, noted, monkeypatch)
    (kept,) = drafts()

    assert (code, str(kept) in told) == (1, True)
    text = kept.read_text("utf-8")
    assert ("DB_PASS=[REDACTED:" in text, "correcthorse" in text) == (True, False)
    assert (kept.stat().st_mode & 0o777, list(noted.iterdir())) == (0o600, [])
    at = kept.stat().st_mtime
    retention.sweep_daily(at + 29 * retention.DAY_S)
    assert drafts() == [kept]
    retention.sweep_daily(at + 32 * retention.DAY_S)
    assert drafts() == []


@pytest.mark.parametrize("program", ['rm "$1"', "exit 3", 'sed -i s/x/x/ "$1"'])
def test_an_editor_that_changed_nothing_leaves_nothing(
    program: str, noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, told = edited_with(program, noted, monkeypatch)

    assert (code, "Nothing was written" in told) == (1, True)
    assert (drafts(), list(noted.iterdir())) == ([], [])


def test_git_is_asked_with_scratch_in_the_users_own_folder(
    noted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ("init -q", "config user.name Ada", "config user.email ada@example.org"):
        subprocess.run(["git", *words.split()], check=True)
    scratch: list[list[str]] = []
    call = git.call_git

    def watched(*words: object, **more: object) -> subprocess.CompletedProcess[bytes]:
        scratch.append(left())
        return call(*words, **more)

    monkeypatch.setattr(git, "call_git", watched)
    git.commit_files(".", {"a.md": b"a\n"}, "a")

    assert (max(map(len, scratch)), left(), list(noted.iterdir())) == (4, [], [])


@pytest.mark.usefixtures("noted")
@pytest.mark.parametrize("words", [["engine", "sync"], ["engine", "rebuild"]])
def test_an_index_that_cannot_be_written_is_no_bug_of_ours(words: list[str]) -> None:
    for each in Path(cache_home()).rglob("index.sqlite*"):
        each.unlink()

    with full_disk():
        ran = command_line(words)

    assert (ran.code, "index.sqlite" in ran.err, "our fault" in ran.err) == (1, True, False)
