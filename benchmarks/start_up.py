"""How quickly commands begin in a fresh process, against a bare interpreter in the same run.

    python benchmarks/start_up.py

`--version`, `--help` and `recall` on a settled book of 1,000 notes. Times are those on the processor, of runs in turn,
so that a busy moment falls on all alike. The figures are kept in start_up.json beside this script.
"""

import json
import os
import random
import shutil
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

from hook import BARE, PROMPT, SETTLED_S, build, on_disk, run
from speed import written

NOTES = 1_000
ROUNDS = 21
RESULTS = Path(__file__).with_suffix(".json")
COMMAND = [sys.executable, "-I", "-m", "commonplace"]
COMMANDS = {"version": ["--version"], "help": ["--help"], "recall": ["recall", PROMPT]}
GOALS = {"version": 7.0, "help": 7.0, "recall": 12.0}
"""The most that a command may take, as a multiple of a bare interpreter."""


def main() -> None:
    found = measured()
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    for name, goal in GOALS.items():
        print(f"{name:8} {found[f'{name}_x']:5.1f} x a bare interpreter (goal: {goal:g})")


def measured() -> dict[str, float]:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    try:
        book = on_disk(folder / "project", written(NOTES, random.Random(NOTES)))
        build(book)
        time.sleep(SETTLED_S)
        return compared(book.project)
    finally:
        shutil.rmtree(folder)


def compared(project: Path) -> dict[str, float]:
    """Return the median of each command in milliseconds, and as a multiple of the bare one."""
    for arguments in COMMANDS.values():
        assert run(COMMAND + arguments, project, b"")[1], f"{arguments} says nothing"
    times: dict[str, list[float]] = {name: [] for name in ("bare", *COMMANDS)}
    for _ in range(ROUNDS):
        times["bare"].append(run(BARE, project, b"")[0])
        for name, arguments in COMMANDS.items():
            times[name].append(run(COMMAND + arguments, project, b"")[0])
    middle = {name: median(each) for name, each in times.items()}
    return {
        **{f"{name}_ms": round(value, 1) for name, value in middle.items()},
        **{f"{name}_x": round(middle[name] / middle["bare"], 2) for name in COMMANDS},
    }


if __name__ == "__main__":
    main()
