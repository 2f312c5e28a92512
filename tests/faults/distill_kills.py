"""Fork a process that merges the pairs of a book, kill it at a random moment, look at the book; again and again.

Run as a program of its own (`python distill_kills.py FOLDER TRIES SEED`). Prints one line of JSON.
"""

import json
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

from commonplace.app.books import book_in
from commonplace.app.upkeep import care_for
from commonplace.config import Settings
from commonplace.core.ports import Stamp
from commonplace.flows.upkeep.merge import merge, merge_candidates
from doors.distill_books import NOW, planted_book

SEED_OF_BOOK = 3


def notes(project: Path) -> dict[str, bytes]:
    """Return the memory files as the next reader finds them: a dead writer's promise is finished."""
    book = book_in(project, Settings())
    assert book is not None
    files = book.snapshot().files
    return {path: text for path, text in files.items() if not book.layout.derives(path)}


def merge_all(project: Path, told: int) -> None:
    """Merge everything that can be merged; tell when the commit begins and when it is done."""
    book = book_in(project, Settings())
    assert book is not None
    care = care_for(book, book.view(NOW))
    proposal = merge(merge_candidates(care.found), care).proposal
    assert proposal is not None
    os.write(told, b"b")
    book.commit(proposal, Stamp(who="ada", channel="flag"), NOW)
    os.write(told, b"a")
    os._exit(0)


def killed(project: Path, delay_s: float) -> bool:
    """Kill a merge `delay_s` after its commit began, never if negative; say whether it was done."""
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        merge_all(project, told)
    os.close(told)
    with os.fdopen(heard, "rb") as file:
        file.read(1)
        if delay_s < 0:
            os.waitpid(child, 0)
            return True
        time.sleep(delay_s)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return file.read() == b"a"


def main(folder: Path, tries: int, seed: int) -> None:
    """Kill `tries` merges, each of a fresh book, and say what was found."""
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    chance = random.Random(seed)
    project = folder / "project"
    longest_s = 0.02
    counts = {"kills": 0, "old": 0, "new": 0, "mixed": 0, "lost": 0}
    old: dict[str, bytes] = {}
    new: dict[str, bytes] = {}
    for number in range(tries + 1):
        shutil.rmtree(folder / "state", ignore_errors=True)
        shutil.rmtree(project, ignore_errors=True)
        project.mkdir()
        planted_book(project, "vault", SEED_OF_BOOK, count=8)
        old = notes(project)
        is_done = killed(project, -1.0 if number == 0 else chance.uniform(0, longest_s))
        found = notes(project)
        if number == 0:
            new = found
            continue
        longest_s *= 0.95 if is_done else 1.05
        counts["kills"] += 1
        counts["old"] += found == old
        counts["new"] += found == new
        counts["mixed"] += found not in (old, new)
        counts["lost"] += is_done and found != new
    assert old != new
    print(json.dumps(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
