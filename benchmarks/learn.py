"""Measure learning a folder of 200 files against reading and indexing the same files.

Run with `python benchmarks/learn.py [--json FILE]`. Both are timed in the same run on the same texts:
the reference reads every file, makes a note of it and builds the index of the finished book; learning
cuts, redacts, compares each with the book, and commits once. The ratio says what governance costs.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

FILES = 200
ROUNDS = 3
SUBJECTS = ("gateway", "ledger", "invoice", "printer", "session", "tenant", "cursor", "replica", "webhook", "queue", "archive", "token")  # fmt: skip
VERBS = ("rotates", "expires", "retries", "compresses", "mirrors", "batches", "throttles", "validates", "signs", "renames")  # fmt: skip
PLACES = ("staging", "production", "billing", "search", "mail", "export", "reports", "backup", "mobile", "intranet")  # fmt: skip


def page(number: int) -> str:
    """Return a page of a few sentences that no other page says."""
    dice = random.Random(number)
    lines = [f"# {dice.choice(SUBJECTS).title()} {number}", ""]
    for _ in range(6):
        subject, verb, place = (dice.choice(words) for words in (SUBJECTS, VERBS, PLACES))
        lines.append(
            f"The {subject} of {place}{number} {verb} after {dice.randrange(900)} seconds."
        )
    return "\n".join(lines) + "\n"


def commonplace(folder: Path, *words: str) -> None:
    """Run the command as a person does, in a process of its own."""
    home = folder / "home"
    places = {f"XDG_{kind}_HOME": str(home / kind) for kind in ("STATE", "DATA", "CACHE", "CONFIG")}
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), **places}
    subprocess.run(
        [sys.executable, "-m", "commonplace", *words], cwd=folder, env=environ, check=True, capture_output=True
    )  # fmt: skip


def seconds(work: Callable[[], None]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def reading(folder: Path) -> None:
    """Read every page and index the book that was learnt from them, from nothing."""
    for path in sorted((folder / "docs").glob("*.md")):
        path.read_text("utf-8")
    commonplace(folder, "engine", "rebuild")


def one_round(files: int) -> tuple[float, float, float]:
    """Return the seconds of learning, of learning again, and of the reference."""
    folder = Path(tempfile.mkdtemp())
    try:
        (folder / "docs").mkdir()
        for number in range(files):
            (folder / f"docs/{number:03}.md").write_text(page(number), "utf-8")
        commonplace(folder, "init")
        first = seconds(lambda: commonplace(folder, "learn", "docs", "--yes"))
        again = seconds(lambda: commonplace(folder, "learn", "docs", "--yes"))
        return first, again, seconds(lambda: reading(folder))
    finally:
        shutil.rmtree(folder)


def main() -> None:
    """Measure, print, and keep the figures where they are wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--files", type=int, default=FILES)
    told = parser.parse_args()
    rounds = [one_round(told.files) for _ in range(ROUNDS)]
    learnt, again, reference = (statistics.median(column) for column in zip(*rounds, strict=True))
    figures = {
        "at": datetime.now(UTC).date().isoformat(),
        "files": told.files,
        "read_and_index_s": round(reference, 2),
        "learn_s": round(learnt, 2),
        "learn_again_s": round(again, 2),
        "ratio": round(learnt / reference, 1),
        "ratio_again": round(again / reference, 1),
    }
    print(json.dumps(figures, indent=2))
    if told.json:
        told.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
