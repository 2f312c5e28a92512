"""How the time of lint, check, metrics and distill grows with a book: templated, hostile and of real documents.

    python benchmarks/upkeep_growth.py [SIZE ...]

Prints CPU seconds and the exponent of the growth from the smallest size to the largest (1 is linear; n log n is 1.1 to 1.15 here).
Real texts are the descriptions of the packages in this environment. Then each hostile file is read alone: none
may take more than 50 ms.
"""

from __future__ import annotations

import math
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


def main() -> None:
    """Measure every kind at every size and print the table."""
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
