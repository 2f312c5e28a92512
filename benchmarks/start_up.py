"""How quick every-day commands and hooks are in a fresh process, against a bare interpreter in the same run.

    python benchmarks/start_up.py [SIZE ...]

Settled vaults of 1,000, 10,000 and 100,000 notes unless other sizes are named. All rows are run in turn, so that a busy moment
falls on all alike; times are medians of seven rounds (three from 10,000 notes on) on the processor, those by the clock stand beside them. Reading rows find a book
that was read whole since its last change: the first reader after a change compares the derived files, and that
is the row of `show` after a change; the note that was edited is the one that answers, and the run fails unless the hook
tells its new words. What a command leaves to a child of its own is not counted: nobody waits for it. The
figures are kept in start_up.json beside this script, and docs/scale.md shows them.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

import hook
import scale_page
from hook import BARE, PROMPT, SETTLED_S, on_disk
from speed import written

from commonplace.app.books import Book

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 7
LARGE, ROUNDS_WHEN_LARGE = 10_000, 3
COMMAND = [sys.executable, "-I", "-m", "commonplace"]
ASKED = json.dumps({"prompt": PROMPT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One thing that is run, and the most it may take at 1,000, 10,000 and 100,000 notes."""

    name: str
    said: str
    arguments: Callable[[int], list[str]]
    goals: tuple[float, ...]
    text: Callable[[int], str] = lambda _: ""
    changes: bool = False
    """Whether a note is saved by an editor before each run."""
    again: bool = False
    """Whether it is run once beforehand, so that what is measured finds nothing changed."""


ROWS = (
    Row(name="version", said="`--version`", arguments=lambda _: ["--version"], goals=(7, 7, 7)),
    Row(name="help", said="`--help`", arguments=lambda _: ["--help"], goals=(7, 7, 7)),
    Row(
        name="hook",
        said="prompt hook, nothing changed",
        arguments=lambda _: ["hook", "prompt"],
        goals=(3, 4, 4),
        text=lambda _: ASKED,
    ),
    Row(
        name="session_changed",
        said="session start after a `remember`",
        arguments=lambda _: ["hook", "claude-code", "SessionStart"],
        goals=(),
        text=lambda turn: begins(f"changed-{turn}"),
    ),
    Row(
        name="session_start",
        said="session start, nothing changed",
        arguments=lambda _: ["hook", "claude-code", "SessionStart"],
        goals=(8, 10, 15),
        text=lambda turn: begins(f"bench-{turn}"),
        again=True,
    ),
    Row(name="show", said="`show`", arguments=lambda _: ["show", "MEM-m7"], goals=(10, 12, 20)),
    Row(
        name="list",
        said="`list -n 20`",
        arguments=lambda _: ["list", "-n", "20"],
        goals=(10, 12, 25),
    ),
    Row(name="list_whole", said="`list`, every line", arguments=lambda _: ["list"], goals=()),
    Row(name="recall", said="`recall`", arguments=lambda _: ["recall", PROMPT], goals=(12, 14, 25)),
    Row(
        name="hook_one_changed",
        said="prompt hook, one note changed",
        arguments=lambda _: ["hook", "prompt"],
        goals=(7.5, 10, 10),
        text=lambda _: ASKED,
        changes=True,
    ),
    Row(
        name="show_changed",
        said="`show` after a change",
        arguments=lambda _: ["show", "MEM-m7"],
        goals=(),
    ),
    Row(
        name="remember_changed",
        said="`remember --yes` after a change",
        arguments=lambda turn: ["remember", "--yes", unheard(1000 + turn)],
        goals=(),
    ),
    Row(
        name="remember",
        said="`remember --yes`",
        arguments=lambda turn: ["remember", "--yes", unheard(turn)],
        goals=(20, 30, 150),
    ),
)


def main() -> None:
    kept = json.loads(scale_page.COMMANDS.read_text("utf-8"))
    for count in [int(each) for each in sys.argv[1:]] or SIZES:
        kept[f"{count:,}"] = measured(count)
        scale_page.COMMANDS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    scale_page.write()
    print(scale_page.rendered_commands(kept))


def measured(count: int) -> dict[str, object]:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    os.environ["COMMONPLACE_HOOK_BUDGET_S"] = "30"  # a busy machine shall show in the figures
    try:
        book = on_disk(folder / "project", written(count, random.Random(count)))
        hook.build(book)
        time.sleep(SETTLED_S)
        return compared(book)
    finally:
        shutil.rmtree(folder)


def compared(book: Book) -> dict[str, object]:
    """Return the medians of each row, and each as a multiple of the bare interpreter's."""
    for row in ROWS:  # what is made once in a book's life is made now
        assert run([*COMMAND, *row.arguments(0)], book.project, row.text(0))[2], (
            f"{row.name} is silent"
        )
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ("bare", *names())}
    notes = len(book.reading().memories)
    for turn in range(1, (ROUNDS_WHEN_LARGE if notes >= LARGE else ROUNDS) + 1):
        time.sleep(SETTLED_S)
        run([*COMMAND, "show", "MEM-m7"], book.project, "")
        taken["bare"].append(run(BARE, book.project, "")[:2])
        for row in ROWS:
            if row.changes:
                edit(book, turn)
            if row.again:
                run([*COMMAND, *row.arguments(turn)], book.project, row.text(-turn))
            *times, said = run([*COMMAND, *row.arguments(turn)], book.project, row.text(turn))
            assert not row.changes or edited(turn).encode() in said, "the new text is not served"
            taken[row.name].append(tuple(times))
    middle = {name: tuple(map(median, zip(*each, strict=True))) for name, each in taken.items()}
    cpu, clock = middle["bare"]
    goal = ("1,000", "10,000", "100,000").index(f"{notes // 1000 * 1000:,}")
    return {
        "bare_cpu_ms": round(cpu, 1),
        "remember_peak_mb": peak_mb(book),
        "rows": {
            row.name: {
                "said": row.said,
                "goal": row.goals[goal] if row.goals else None,
                "cpu_x": round(middle[row.name][0] / cpu, 2),
                "clock_x": round(middle[row.name][1] / clock, 2),
            }
            for row in ROWS
        },
    }


def begins(session: str) -> str:
    return json.dumps({"session_id": session, "source": "startup"})


def unheard(turn: int) -> str:
    """Return a statement that no note of the book says anything about."""
    dice = random.Random(turn)
    who, what, where = ("".join(dice.choices("abdefgiklmnoprstu", k=8)) for _ in range(3))
    return f"The {who} keeps its {what} in the {where}."


def names() -> list[str]:
    return [row.name for row in ROWS]


def edit(book: Book, turn: int) -> None:
    """Save the note that answers as an editor does: in place, with other words."""
    path = book.root / "10-Memories" / f"MEM-{hook.ANSWER.id}.md"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r"tide_batch\d*", edited(turn), text), "utf-8")


def edited(turn: int) -> str:
    """Return what the note that answers says after an edit."""
    return f"tide_batch{100 + turn}"


def run(command: list[str], folder: Path, text: str) -> tuple[float, float, bytes]:
    """Return the milliseconds of a fresh process on the processor and by the clock, and what it said."""
    began = time.perf_counter()
    cpu, said = hook.run(command, folder, text.encode())
    return cpu, 1000 * (time.perf_counter() - began), said


def peak_mb(book: Book) -> float:
    """Return the most memory that one `remember --yes` holds, told by a process that runs nothing else."""
    program = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=2); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    command = [*COMMAND, *ROWS[-1].arguments(ROUNDS + 1)]
    ran = subprocess.run(
        [sys.executable, "-I", "-c", program, *command],
        cwd=book.project,
        check=True,
        capture_output=True,
    )
    return round(int(ran.stdout) / 1024, 1)


if __name__ == "__main__":
    main()
