"""The people and programs that race: agents, editors, readers.

`python actors.py ROLE FOLDER ...` plays one of them; each prints what the test must know.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from commonplace.core.changes import FileEdit, Proposal, fingerprint
from commonplace.errors import ChangedUnderneath
from commonplace.storage.disk import Disk
from commonplace.storage.store import FolderStore
from faults.merging import STAMP, open_store

PAGE_LINES = 200


class CheckThenRename(Disk):
    """The usual way, which looks at the file and then renames over it."""

    def exchange(self, staged: str, target: str) -> None:
        os.replace(staged, target)


def rewrite(store: FolderStore, path: str, change: Callable[[bytes], bytes]) -> bool:
    """Read, change and write one note under the lock; False when a person was quicker."""
    with store.locked():
        before = store.read_one(path)
        if before is None:
            return False
        edit = FileEdit(path, fingerprint(before), change(before))
        proposal = Proposal(
            id="p", book="", made_at=datetime.now(UTC), action="edit", changes=(), edits=(edit,)
        )
        try:
            store.apply(proposal, STAMP)
        except ChangedUnderneath:
            return False
        return True


def count(folder: Path, name: str, times: int) -> None:
    """Add `times` lines to a shared note, one commit each."""
    store = open_store(folder)
    done = 0
    while done < times:
        line = f"{name}-{done}\n".encode()
        done += rewrite(store, "shared.md", lambda before, line=line: before + line)


def agent(folder: Path, name: str, is_weak: bool) -> None:
    """Add lines to every note until the editors are done."""
    store = open_store(folder, CheckThenRename() if is_weak else None)
    number = 0
    while not (folder / "done").exists():
        for path in sorted(folder.joinpath("book").glob("note-*.md")):
            if ".conflict-" not in path.name:
                line = f"agent-{name}-{number}\n".encode()
                rewrite(store, path.name, lambda before, line=line: before + line)
                number += 1


def editor(folder: Path, style: str, saves: int) -> None:
    """Save a note `saves` times, as a person's editor does: without any lock."""
    save = {
        "rename": save_by_rename,
        "in-place": save_in_place,
        "slow": save_slowly,
        "vim": save_with_backup,
    }[style]
    note = folder / "book" / f"note-{style}.md"
    chance = random.Random(style)
    for number in range(saves):
        text = read_patiently(note) + f"human-{style}-{number}\n".encode()
        save(note, text)
        time.sleep(chance.uniform(0, 0.002))


def read_patiently(note: Path) -> bytes:
    """Read a note that a conflict may have moved aside for a moment."""
    while True:
        try:
            return note.read_bytes()
        except FileNotFoundError:
            note.touch()


def save_by_rename(note: Path, text: bytes) -> None:
    """Write a new file and rename it over the old one."""
    draft = note.with_suffix(".editor")
    draft.write_bytes(text)
    draft.replace(note)


def save_in_place(note: Path, text: bytes) -> None:
    """Empty the file and write it again."""
    note.write_bytes(text)


def save_slowly(note: Path, text: bytes) -> None:
    """Open the file, think, and write it in pieces."""
    with note.open("r+b", buffering=0) as file:
        time.sleep(0.001)
        for start in range(0, len(text), 4096):
            file.write(text[start : start + 4096])
        time.sleep(0.0005)
        file.truncate(len(text))


def save_with_backup(note: Path, text: bytes) -> None:
    """Move the old file away, write a new one, remove the old."""
    backup = note.with_suffix(".md~")
    note.replace(backup)
    note.write_bytes(text)
    backup.unlink()


def publish(folder: Path, name: str, times: int) -> None:
    """Rewrite a long note so that every whole text has one first word on all of its lines."""
    store = open_store(folder)
    for number in range(times):
        line = f"{name}-{number}\n".encode()
        rewrite(store, "shared.md", lambda _, line=line: line * PAGE_LINES)
    (folder / f"done-{name}").touch()


def reader(folder: Path, writers: int) -> None:
    """Read the note until all writers are done; print the number of reads and of halves."""
    store = open_store(folder)
    reads = halves = 0
    while len(list(folder.glob("done-*"))) < writers:
        for _ in range(200):
            content = store.read_one("shared.md") or b""
            lines = content.splitlines()
            reads += 1
            halves += len(lines) != PAGE_LINES or len(set(lines)) != 1
    print(reads, halves)


def main(role: str, folder: str, *rest: str) -> None:
    """Play one role."""
    match role:
        case "count":
            count(Path(folder), rest[0], int(rest[1]))
        case "agent":
            agent(Path(folder), rest[0], rest[1] == "weak")
        case "editor":
            editor(Path(folder), rest[0], int(rest[1]))
        case "publish":
            publish(Path(folder), rest[0], int(rest[1]))
        case "reader":
            reader(Path(folder), int(rest[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
