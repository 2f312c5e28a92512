"""A conversation that an agent program had, the hook it runs then, and the processes that are left."""

import json
import os
import sys
import time
from pathlib import Path

from commonplace.app.books import Book

HOOK = [sys.executable, "-I", "-m", "commonplace", "hook"]
PNPM = "no, we use pnpm here, there's one pnpm-lock at the root"
ENOUGH_S = 180.0
"""A child runs at the lowest priority: a machine with other work starves it for a long time."""


def conversation(path: Path) -> Path:
    """Write a transcript as Claude Code does, in which something is worth remembering."""
    said = ("add date-fns", "Ran npm install.", PNPM, "Removed the lockfile.")
    records = [
        {"type": role, "sessionId": "s", "message": {"role": role, "content": text}}
        for role, text in zip(("user", "assistant") * 2, said, strict=True)
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    return path


def stopped(book: Book, transcript: Path) -> str:
    """Return what a host says when an answer has ended."""
    return json.dumps(
        {
            "session_id": "s",
            "cwd": str(book.project),
            "transcript_path": str(transcript),
            "prompt_id": "p",
        }
    )


def wait_for(is_so) -> bool:
    until = time.monotonic() + ENOUGH_S
    while time.monotonic() < until:
        if is_so():
            return True
        time.sleep(0.05)
    return False


def children_of(root: Path) -> list[int]:
    """Return the processes that work on the book at `root`."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path("/proc", name, "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if os.fsencode(root) in words and b"commonplace.doors.child" in words:
            found.append(int(name))
    return found
