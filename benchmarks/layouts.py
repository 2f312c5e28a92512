"""The everyday commands on a book of 2,000 entries in each layout, measured against the vault.

    python benchmarks/layouts.py [--entries 2000] [--rounds 3] [--json]

Every figure is a ratio to the vault's time for the same command in the same run, so that machines and
their moods cancel out; the best of several rounds counts. No layout may take more than `BOUND` times as
long as the vault: the exit code says whether that holds.
"""

import argparse
import io
import json
import os
import random
import sys
import tempfile
import time
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from parse_render import a_memory

from commonplace.core.changes import Files
from commonplace.core.ports import Layout
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.main import run
from commonplace.flows.convert import convert
from commonplace.layouts.registry import NAMES, layout_of

LAYOUTS = tuple(map(layout_of, NAMES))

RESULTS = Path(__file__).with_name("layouts.json")
ENTRIES = 2_000
BOUND = 2.0
"""How many times the vault's time a command may take in another layout."""
TODAY = date(2026, 3, 1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TOPICS = 25
COMMANDS = ("list", "show", "edit", "forget", "undo")

Times = dict[str, float]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--entries", type=int, default=ENTRIES)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--json", action="store_true")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepare_environment(Path(folder))
        times = {
            layout.name: measure(layout, Path(folder), options.entries, options.rounds)
            for layout in LAYOUTS
        }
    ratios = {name: ratios_to(times["vault"], own) for name, own in times.items()}
    figures = {"entries": options.entries, "milliseconds": in_ms(times), "ratios": rounded(ratios)}
    if options.entries == ENTRIES:
        RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        tell(options.entries, times, ratios)
    slow = [(name, what) for name, row in ratios.items() for what in row if row[what] > BOUND]
    for name, what in slow:
        print(f"{what} in {name} takes {ratios[name][what]:.2f} times as long", file=sys.stderr)
    sys.exit(1 if slow else 0)


def prepare_environment(folder: Path) -> None:
    """Keep receipts, indices and settings of these books out of the user's folders."""
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    os.environ["COMMONPLACE_POLICY"] = "ask"


def measure(layout: Layout, folder: Path, entries: int, rounds: int) -> Times:
    """Return the shortest time of each command on a book of `layout`."""
    project = folder / layout.name
    files = book_of(layout, entries)
    write(project / layout.home, files)
    names = [memory.id for memory in layout.parse(files).memories]
    best = dict.fromkeys(COMMANDS, float("inf"))
    timed(project, "list")  # the first command loads modules and mends what is stale
    for number in range(rounds):
        name = names[len(names) * (number + 1) // (rounds + 1)]
        for command, words in {
            "list": ["list"],
            "show": ["show", name],
            "edit": ["edit", name, "--body", f"Round {number}.", "--yes"],
            "forget": ["forget", name, "--yes"],
            "undo": ["undo", "--yes"],
        }.items():
            best[command] = min(best[command], timed(project, *words))
    return best


def book_of(layout: Layout, entries: int) -> Files:
    """Return a fresh book of `layout` with that many ordinary memories."""
    chance = random.Random(1)
    memories = [
        replace(a_memory(number, entries, chance), topic=f"topic-{number % TOPICS}")
        for number in range(entries)
    ]
    empty = layout.skeleton(TODAY)
    made = convert(memories, layout, empty, TODAY)
    files = {**empty, **{edit.path: edit.after or b"" for edit in made.edits}}
    return {**files, **{edit.path: edit.after or b"" for edit in layout.derive(files, TODAY)}}


def write(root: Path, files: Files) -> None:
    """Write `files` below `root`."""
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)


def timed(project: Path, *words: str) -> float:
    """Return how long one command takes in this process; one that fails ends the benchmark."""
    forget_what_was_read()
    desk = Desk(environ=os.environ, folder=project, clock=lambda: NOW, is_terminal=False)
    begun = time.perf_counter()
    with redirect_stdout(io.StringIO()):
        code = run(words, desk)
    took = time.perf_counter() - begun
    if code:
        raise SystemExit(f"{' '.join(words)} ended with exit code {code}")
    return took


def forget_what_was_read() -> None:
    """Empty every cache, because a command of the shell begins without them."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("commonplace."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def ratios_to(vault: Times, own: Times) -> Times:
    """Return how many times the vault's time each command takes."""
    return {command: own[command] / vault[command] for command in COMMANDS}


def in_ms(times: dict[str, Times]) -> dict[str, Times]:
    return {name: {each: round(s * 1000) for each, s in own.items()} for name, own in times.items()}


def rounded(ratios: dict[str, Times]) -> dict[str, Times]:
    return {name: {each: round(x, 2) for each, x in own.items()} for name, own in ratios.items()}


def report() -> str:
    """Return the figures of the last run as a part of docs/benchmarks.md."""
    kept = json.loads(RESULTS.read_text("utf-8"))
    rows = [
        f"| {name} | "
        + " | ".join(f"{own[each]:g} ({kept['ratios'][name][each]:g} x)" for each in COMMANDS)
        + " |"
        for name, own in kept["milliseconds"].items()
    ]
    return "\n".join(
        [
            "## Every layout beside the vault",
            "",
            f"The everyday commands on a book of {kept['entries']:,} entries in milliseconds, and as a ratio to the vault's time in the same run. No",
            f"layout may take more than {BOUND:g} times as long as the vault; `make bench-layouts` measures it and fails where one does.",
            "",
            "| layout | " + " | ".join(COMMANDS) + " |",
            "|---|" + "--:|" * len(COMMANDS),
            *rows,
            "",
        ]
    )


def tell(entries: int, times: dict[str, Times], ratios: dict[str, Times]) -> None:
    """Print milliseconds and ratios as a table."""
    print(
        f"{entries} entries in each layout; milliseconds, and times the vault's (at most {BOUND})\n"
    )
    print(f"{'layout':10}" + "".join(f"{command:>18}" for command in COMMANDS))
    for name, own in times.items():
        cells = (f"{own[c] * 1000:9.0f} {ratios[name][c]:8.2f}" for c in COMMANDS)
        print(f"{name:10}" + "".join(cells))


if __name__ == "__main__":
    main()
