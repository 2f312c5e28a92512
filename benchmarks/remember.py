"""How long `remember` takes in a book of 10,000 notes, as a ratio to `recall` in the same run.

    python benchmarks/remember.py [--notes N] [--write]

Both are fresh processes of the command line, and it is their processor time that is told: a busy machine
changes it little.
One text is new, one contradicts what the book says and is refused: both are governed. `--write`
keeps the figures in remember.json.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from speed import written

FIGURES = Path(__file__).resolve().with_suffix(".json")
NOTES = 10_000
ROUNDS = 7
QUESTION = "gateway port of the staging server"
VETOED = 3
WORDS = [
    "amber",
    "birch",
    "cobalt",
    "dahlia",
    "ember",
    "fennel",
    "garnet",
    "heron",
    "indigo",
    "juniper",
]
PRIVATE = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")


def run(book: Path, *words: str) -> tuple[float, int]:
    """Run one command in the book; return the processor seconds it took and its exit code."""
    home = book.parent / "home"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLAUDE")}
    began = _spent()
    done = subprocess.run(
        [sys.executable, "-m", "commonplace", *words],
        cwd=book,
        env=kept | {name: str(home / name.lower()) for name in PRIVATE},
        capture_output=True,
        check=False,
    )
    return _spent() - began, done.returncode


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fill(book: Path, count: int) -> None:
    """Write `count` notes into a new vault, as a person's editor would."""
    run(book, "init", "--layout", "vault")
    notes = next(book.rglob("10-Memories"))
    for note in written(count, random.Random(5)):
        head = (
            f"---\nid: MEM-{note.id}\ntitle: {note.title!r}\nkind: fact\ncreated: 2025-01-01\n---\n"
        )
        text = f"{head}\n# {note.title}\n\n{note.body}\n"
        (notes / f"MEM-{note.id}.md").write_text(text, encoding="utf-8")
    run(book, "recall", QUESTION)


def measure(count: int) -> dict[str, float]:
    """Return the median times and their ratios to recall."""
    taken: dict[str, list[float]] = {"recall": [], "remember": [], "veto": []}
    with TemporaryDirectory() as folder:
        book = Path(folder) / "book"
        book.mkdir()
        fill(book, count)
        run(book, "remember", "The Plover exporter listens on port 9102.", "--yes")
        for word in WORDS[:ROUNDS]:
            taken["recall"].append(run(book, "recall", QUESTION)[0])
            told = f"The {word} cabinet is opened with the {word[::-1]} key."
            taken["remember"].append(run(book, "remember", told, "--yes")[0])
            told = f"The Plover exporter listens on port 94{WORDS.index(word):02}."
            seconds, code = run(book, "remember", told, "--yes")
            assert code == VETOED, code
            taken["veto"].append(seconds)
    times = {name: median(seconds) for name, seconds in taken.items()}
    return {
        "notes": count,
        "recall_cpu_s": round(times["recall"], 2),
        "remember_to_recall": round(times["remember"] / times["recall"], 1),
        "veto_to_recall": round(times["veto"] / times["recall"], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--notes", type=int, default=NOTES)
    parser.add_argument("--write", action="store_true", help="keep the figures beside this")
    given = parser.parse_args()
    text = json.dumps(measure(given.notes), indent=2)
    print(text)
    if given.write:
        FIGURES.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
