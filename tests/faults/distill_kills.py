"""Fork a process that merges the pairs of a book, kill it at a random moment, look at the book; again and again.

Run as a program of its own (`python distill_kills.py FOLDER TRIES SEED`). Prints one line of JSON.
"""

import json
import os
import random
import shutil
import sys
from pathlib import Path

from commonplace.app.books import book_in
from commonplace.app.upkeep import care_for
from commonplace.config import Settings
from commonplace.core.ports import Stamp
from commonplace.flows.upkeep.reduction import merge, merge_candidates
from doors.distill_books import NOW, planted_book
from faults.kills import is_acknowledged_before_kill

SEED_OF_BOOK = 3


def notes(project: Path) -> dict[str, bytes]:
    """Return the memory files as the next reader finds them: a dead writer's promise is finished."""
    book = book_in(project, Settings())
    assert book is not None
    files = book.snapshot().files
    return {path: text for path, text in files.items() if not book.layout.derives(path)}


def merge_all(project: Path, told: int | None = None) -> None:
    """Merge everything that can be merged; tell when the commit begins and when it is done."""
    book = book_in(project, Settings())
    assert book is not None
    care = care_for(book, book.view(NOW))
    proposal = merge(merge_candidates(care.found), care).proposal
    assert proposal is not None
    if told is not None:
        os.write(told, b"b")
    book.commit(proposal, Stamp(who="ada", channel="flag"), NOW)
    if told is not None:
        os.write(told, b"a")
        os._exit(0)


def fresh_book(folder: Path) -> Path:
    """Make the book once more, with nothing remembered of the last one."""
    project = folder / "project"
    for used in (folder / "state", project):
        shutil.rmtree(used, ignore_errors=True)
    project.mkdir()
    planted_book(project, "vault", SEED_OF_BOOK, count=8)
    return project


def main(folder: Path, tries: int, seed: int) -> None:
    """Kill `tries` merges, each of a fresh book, and say what was found."""
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    chance = random.Random(seed)
    project = fresh_book(folder)
    old = notes(project)
    merge_all(project)
    new = notes(project)
    assert old != new
    longest_s = 0.02
    counts = {"kills": 0, "old": 0, "new": 0, "mixed": 0, "lost": 0}
    for _ in range(tries):
        fresh_book(folder)
        is_done = is_acknowledged_before_kill(project, chance.uniform(0, longest_s), merge_all)
        longest_s *= 0.95 if is_done else 1.05
        found = notes(project)
        counts["kills"] += 1
        counts["old"] += found == old
        counts["new"] += found == new
        counts["mixed"] += found not in (old, new)
        counts["lost"] += is_done and found != new
    print(json.dumps(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
