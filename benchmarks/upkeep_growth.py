"""How the time of lint, check, metrics and distill grows with a book: templated, hostile and of real documents.

    python benchmarks/upkeep_growth.py [SIZE ...]
    python benchmarks/upkeep_growth.py --plot [SIZE ...]     the commands themselves, with their peak memory

The first prints CPU seconds and the exponent of the growth from the smallest size to the largest (1 is linear; n log n is 1.1 to 1.15 here).
Real texts are the descriptions of the packages in this environment. Then each hostile file is read alone: none
may take more than 50 ms. The second runs whole commands on templated books, and writes upkeep_growth.json beside it, the plot in
docs/pictures and the table in docs/scale.md.
"""

from __future__ import annotations

import json
import math
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from commonplace.app.books import Book, found_book, open_book
from commonplace.app.upkeep import care_for, examined_for_a_team, figures_of, linted
from commonplace.config import Settings
from commonplace.flows.view import View

SIZES = (500, 2_000, 8_000)
NOW = datetime(2026, 3, 14, 9, tzinfo=UTC)
NOTES = ".memory/10-Memories"
HOSTILE = (
    "- " * 400 + "x", "[" * 400 + "]" * 400, "{a: " * 200 + "1" + "}" * 200, "? " * 300, "&a *a " * 200, "!!str " * 200,
    "a: &x [" + "*x, " * 200 + "]", "k: |\n" + " x\n" * 400, "'" * 401, '"' + "\\x41" * 200 + '"', "#" * 2_000,
    "%YAML 1.2\n" * 100, "--- " * 200, "\t" * 500 + "a: b", ": " * 500, "a" * 8_000 + ": b", "k: " + "\u202e" * 500, "<<: *a\n" * 100,
)  # fmt: skip
"""Shapes of the YAML test suite, drawn out."""
SUBJECTS = (
    "staging",
    "billing",
    "the wiki",
    "search",
    "the mailer",
    "imports",
    "the queue",
    "login",
    "reports",
    "exports",
)


def note(title: str, front: str, body: str) -> str:
    return f'---\ntitle: "{title}"\ncreated: 2026-01-01\n{front}\n---\n\n# {title}\n\n{body}\n'


def templated(number: int, chance: random.Random) -> str:
    """Return a note that differs from hundreds of others in a few words."""
    subject, port = chance.choice(SUBJECTS), chance.randrange(1_000, 9_000)
    front = f'keywords: [service, port, node{number}]\nsummary: "Service {number} of {subject} listens on port {port}."'
    body = f"Service {number} of {subject} listens on port {port} behind the proxy. Ask the team of node{number} before a restart."
    return note(f"Service {number} of {subject}", front, body)


def hostile(number: int, chance: random.Random) -> str:
    """Return a note whose front matter or text was drawn out to cost time."""
    shape = HOSTILE[number % len(HOSTILE)]
    text = f"[[{'x' * 50}]] ![a]( {'`' * 40} <{'system' * 20}> " * 5
    return note(
        f"Hostile {number}", f"extra{number}: {shape}", f"{text} {chance.random()}\n{shape}"
    )


def real_texts() -> list[str]:
    """Return paragraphs of the documents of the packages here."""
    found: list[str] = []
    for path in sorted(Path(sys.prefix).rglob("METADATA")):
        parts = path.read_text("utf-8", "replace").split("\n\n")[1:]
        found += [part.strip() for part in parts if 80 < len(part) < 2_000]
    return found


def files(kind: str, size: int) -> Iterator[str]:
    chance = random.Random(kind)
    texts = real_texts() if kind == "real" else []
    for number in range(size):
        if kind == "templated":
            yield templated(number, chance)
        elif kind == "hostile":
            yield hostile(number, chance)
        else:
            one = texts[number % len(texts)]
            more = texts[(number * 7) % len(texts)] if number >= len(texts) else ""
            first = " ".join(one.split()[:8]).replace('"', "").replace("\\", "")
            yield note(
                first or "Text", f"keywords: [package{number % 97}]", f"{one}\n\n{more}".strip()
            )


WORKS: dict[str, Callable[[Book, View], object]] = {
    "lint": linted,
    "check --ci": examined_for_a_team,
    "metrics": lambda book, view: figures_of(book, view, None),
    "distill": care_for,
}


def measured(kind: str, size: int) -> dict[str, float]:
    """Return the CPU seconds of each work on a book of that kind and size."""
    with TemporaryDirectory() as folder:
        found_book(Path(folder), Settings(), NOW)
        for number, text in enumerate(files(kind, size)):
            Path(folder, NOTES, f"MEM-{kind}-{number}.md").write_text(text, "utf-8")
        book = open_book(Path(folder))
        start = time.process_time()
        view = book.view(NOW)
        taken = {"read": time.process_time() - start}
        for name, work in WORKS.items():
            start = time.process_time()
            work(book, view)
            taken[name] = time.process_time() - start
    return taken


def slowest_file() -> tuple[float, str]:
    """Return how long the slowest hostile file takes alone, in milliseconds, and its shape."""
    with TemporaryDirectory() as folder:
        found_book(Path(folder), Settings(), NOW)
        layout = open_book(Path(folder)).layout
    times: list[tuple[float, str]] = []
    for number, shape in enumerate(HOSTILE):
        content = {"10-Memories/MEM-a.md": hostile(number, random.Random(number)).encode()}
        runs = []
        for _ in range(3):
            start = time.process_time()
            layout.parse(content)
            list(layout.check(content, NOW.date()))
            runs.append(time.process_time() - start)
        times.append((1000 * min(runs), shape[:12]))
    return max(times)


HERE = Path(__file__).parent
PAGE = HERE.parent / "docs/scale.md"
GROWTH = HERE / "upkeep_growth.json"
PLOT = HERE.parent / "docs/pictures/upkeep-growth.svg"
BEGIN, END = (
    "<!-- written by benchmarks/upkeep_growth.py: begin -->",
    "<!-- written by benchmarks/upkeep_growth.py: end -->",
)
PLOTTED = (1_000, 10_000, 100_000)
COMMANDS = {
    "lint": ("lint",),
    "check": ("check",),
    "distill": ("distill",),
    "convert": ("convert", "../converted", "--to", "lingxi", "--yes"),
}
COLOURS = ("#1b6ca8", "#b8450f", "#2e7d32", "#6a1b9a")


def run(folder: Path, command: tuple[str, ...]) -> dict[str, float]:
    """Return the CPU seconds and the peak memory, in MB, of a command of its own."""
    home = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("STATE", "CACHE", "CONFIG", "DATA")}
    program = [sys.executable, "-m", "commonplace", *command]
    child = os.posix_spawn(
        sys.executable,
        program,
        {**os.environ, **home, "PWD": str(folder)},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0o600) for number in (0, 1, 2)
        ],
    )
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1, 4):
        raise SystemExit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}")
    return {"cpu_s": round(used.ru_utime + used.ru_stime, 2), "mb": round(used.ru_maxrss / 1024, 1)}


def commands_at(size: int) -> dict[str, dict[str, float]]:
    """Return what each command takes on a templated book of that size."""
    with TemporaryDirectory() as place:
        folder = Path(place, "project")
        found_book(folder, Settings(), NOW)
        for number, text in enumerate(files("templated", size)):
            (folder / NOTES / f"MEM-templated-{number}.md").write_text(text, "utf-8")
        before = Path.cwd()
        os.chdir(folder)
        try:
            return {name: run(Path(place), command) for name, command in COMMANDS.items()}
        finally:
            os.chdir(before)


def exponent(row: dict[int, float]) -> float:
    """Return the power of the size with which the time grows, from the smallest to the largest."""
    least, most = min(row), max(row)
    return math.log(row[most] / row[least]) / math.log(most / least)


def page_of(taken: dict[int, dict[str, dict[str, float]]]) -> str:
    """Return the table of the page: seconds and megabytes of each command at each size, and its slope."""
    head = " | ".join(f"{size:,} notes" for size in taken)
    lines = [f"| | {head} | growth |", "|---|" + "--:|" * (len(taken) + 1)]
    for name in COMMANDS:
        cells = " | ".join(
            f"{row[name]['cpu_s']:.1f} s, {row[name]['mb']:.0f} MB" for row in taken.values()
        )
        slope = exponent({size: row[name]["cpu_s"] for size, row in taken.items()})
        lines.append(f"| `{name}` | {cells} | n^{slope:.2f} |")
    return "\n".join(lines)


def plot_of(taken: dict[int, dict[str, dict[str, float]]]) -> str:
    """Return the plot: both axes logarithmic, so that a straight line of slope one is linear."""

    def x(size: float) -> float:
        return 60 + 520 * (math.log10(size) - 3) / 2

    def y(seconds: float) -> float:
        return 300 - 260 * (math.log10(seconds) + 1) / 4

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 350" font-family="sans-serif" font-size="12">',
        "<title>CPU seconds of lint, check, distill and convert by the number of notes</title>",
        '<rect width="640" height="350" fill="#ffffff"/>',
    ]
    for power in range(-1, 4):
        parts.append(f'<path d="M60 {y(10**power):.0f}H580" stroke="#dddddd"/>')
        parts.append(
            f'<text x="52" y="{y(10**power) + 4:.0f}" text-anchor="end" fill="#444444">{10.0**power:g} s</text>'
        )
    for size in taken:
        parts.append(f'<path d="M{x(size):.0f} 40V300" stroke="#dddddd"/>')
        parts.append(
            f'<text x="{x(size):.0f}" y="318" text-anchor="middle" fill="#444444">{size:,}</text>'
        )
    low = min(min(each["cpu_s"] for each in row.values()) for row in taken.values())
    parts.append(
        f'<path d="M{x(1_000):.1f} {y(low):.1f}L{x(100_000):.1f} {y(100 * low):.1f}" stroke="#888888" stroke-dasharray="4 4"/>'
    )
    parts.append('<text x="60" y="340" fill="#444444">notes; the dashed line is linear</text>')
    for at, (name, colour) in enumerate(zip(COMMANDS, COLOURS, strict=True)):
        points = " ".join(
            f"{x(size):.1f},{y(row[name]['cpu_s']):.1f}" for size, row in taken.items()
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(f'<text x="{80 + 120 * at}" y="24" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def plot(sizes: tuple[int, ...]) -> None:
    """Measure the commands at every size, and write figures, plot and page."""
    taken = {size: commands_at(size) for size in sizes}
    GROWTH.write_text(json.dumps(taken, indent=1) + "\n", "utf-8")
    PLOT.write_text(plot_of(taken), "utf-8")
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{page_of(taken)}\n\n{END}{rest.split(END)[1]}", "utf-8")


def main() -> None:
    """Measure every kind at every size and print the table."""
    if sys.argv[1:2] == ["--plot"]:
        plot(tuple(map(int, sys.argv[2:])) or PLOTTED)
        return
    sizes = tuple(map(int, sys.argv[1:])) or SIZES
    print("| book | work | " + " | ".join(f"{size:,}" for size in sizes) + " | growth |")
    print("|---|---|" + "---|" * (len(sizes) + 1))
    for kind in ("templated", "hostile", "real"):
        rows = [measured(kind, size) for size in sizes]
        for name in rows[0]:
            seconds = [row[name] for row in rows]
            growth = math.log(max(seconds[-1], 1e-3) / max(seconds[0], 1e-3)) / math.log(
                sizes[-1] / sizes[0]
            )
            told = " | ".join(f"{each:.2f}" for each in seconds)
            print(f"| {kind} | {name} | {told} | n^{growth:.2f} |", flush=True)
    slowest, shape = slowest_file()
    print(f"\nThe slowest hostile file takes {slowest:.1f} ms alone ({shape!r}).")


if __name__ == "__main__":
    main()
