"""How quick the local page is with 10,000 memories, against a bare static file from the same server.

    python benchmarks/ui.py

The server is the real command. A static file is asked for before each page on the same connection, so that a busy
moment falls on both. Times are by the clock, as a person waits, and beside them what the server took on the processor,
which a busy machine changes less. The start is set against a bare interpreter, in turn. The figures are kept in ui.json beside this script, and docs/benchmarks.md shows them.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from urllib.parse import urlencode, urlsplit

from hook import BARE, SETTLED_S, build, on_disk
from speed import asked, written

from commonplace.core.memory import Memory

NOTES = 10_000
STARTS = 5
ROUNDS = 15
WAITING = 5
"""So many proposals wait: the first page shows one of them beside its nearest memories."""
RESULTS = Path(__file__).with_suffix(".json")
COMMAND = [sys.executable, "-I", "-m", "commonplace"]
STATIC = "/static/page.css"
MEMORY = "MEM-m17"


Times = tuple[float, float]
"""Milliseconds by the clock, and on the processor."""


class Browser:
    """A person's browser: one connection that stays open, and the cookie."""

    def __init__(self, address: str, process: int) -> None:
        self._tasks = Path(f"/proc/{process}/task")
        parts = urlsplit(address)
        self._connection = HTTPConnection(parts.netloc)
        self._cookie = ""
        self.start_used_ms = self.used_ns() / 1e6
        self._connection.request("GET", f"{parts.path}?{parts.query}")
        welcome = self._connection.getresponse()
        welcome.read()
        self._cookie = welcome.headers["Set-Cookie"].partition(";")[0]

    def timed(self, path: str, shows: str) -> Times:
        """Return the milliseconds until a page is there, and on the processor; it must show what it is about."""
        used = self.used_ns()
        began = time.perf_counter()
        self._connection.request("GET", path, headers={"Cookie": self._cookie})
        answer = self._connection.getresponse()
        text = answer.read().decode()
        took = time.perf_counter() - began
        assert answer.status == 200, f"{path}: {answer.status}"
        assert re.search(shows, text), f"{path} does not show {shows}"
        return 1000 * took, (self.used_ns() - used) / 1e6

    def used_ns(self) -> int:
        """Return how long the threads of the server were on a processor; 0 where the system does not tell."""
        told = self._tasks.glob("*/schedstat")
        return sum(int(each.read_text("ascii").split()[0]) for each in told)

    def beside_static(self, path: str, shows: str) -> tuple[Times, Times]:
        """Return the milliseconds of a page, and of a static file just before it."""
        plain = self.timed(STATIC, "body")
        return self.timed(path, shows), plain


@contextmanager
def served(project: Path) -> Iterator[tuple[float, Browser]]:
    """Start the page and yield the milliseconds until its address was there, and a browser that opened it."""
    began = time.perf_counter()
    server = subprocess.Popen(
        [*COMMAND, "ui", "--no-open"],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        address = server.stdout.readline().strip()
        yield 1000 * (time.perf_counter() - began), Browser(address, server.pid)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def main() -> None:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    try:
        memories = written(NOTES, random.Random(NOTES))
        book = on_disk(folder / "project", memories)
        build(book)
        propose(book.project, memories)
        time.sleep(SETTLED_S)
        found = {**started(book.project), **asked_for(book.project, memories)}
    finally:
        shutil.rmtree(folder)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(report())


def propose(project: Path, memories: tuple[Memory, ...]) -> None:
    """Let texts wait as an agent leaves them."""
    environ = {**os.environ, "COMMONPLACE_AGENT": "claude-code"}
    for memory in memories[:WAITING]:
        text = f"{memory.title}: this was looked at again, and it holds for the new region, too."
        subprocess.run(
            [*COMMAND, "remember", text], cwd=project, env=environ, capture_output=True, check=False
        )


def started(project: Path) -> dict[str, object]:
    """Return the start beside a bare interpreter, and the first page that a new server is asked for."""
    bare, starts, used, first = [], [], [], []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run(BARE, check=True, cwd=project)
        bare.append(1000 * (time.perf_counter() - began))
        with served(project) as (took, browser):
            starts.append(took)
            used.append(browser.start_used_ms)
            browser.timed(STATIC, "body")  # the first file that is served loads what serves files
            first.append(browser.beside_static("/review", "data-key=.y"))
    return {
        "start": {
            "ms": round(median(starts), 1),
            "used_ms": round(median(used), 1),
            "bare_ms": round(median(bare), 1),
            "x": round(median(starts) / median(bare), 1),
        },
        "first": compared(first),
    }


def asked_for(project: Path, memories: tuple[Memory, ...]) -> dict[str, object]:
    """Return what each page takes in a server that stays."""
    questions = [" ".join(words) for words in asked(memories, random.Random(1))][:ROUNDS]
    pages = {
        "review": lambda _: ("/review", "data-key=.y"),
        "search": lambda at: (f"/search?{urlencode({'q': questions[at]})}", "/memory.id="),
        "list": lambda at: (f"/search?page={at + 1}", "/memory.id="),
        "memory": lambda _: (f"/memory?id={MEMORY}", MEMORY),
        "activity": lambda _: ("/activity", "<h1"),
        "health": lambda _: ("/health", "id=.later"),
        "graph": lambda _: ("/graph", "id=.later"),
    }
    times: dict[str, list[tuple[Times, Times]]] = {name: [] for name in pages}
    with served(project) as (_, browser):
        for at in range(ROUNDS):
            for name, page in pages.items():
                times[name].append(browser.beside_static(*page(at)))
        weighed, weighed_used = browser.timed("/health?whole=1", "/ 100")
        again = [browser.beside_static("/health", "/ 100") for _ in range(ROUNDS)]
    rows: dict[str, object] = {name: compared(each) for name, each in times.items()}
    return {
        **rows,
        "weighed_s": round(weighed / 1000, 1),
        "weighed_used_s": round(weighed_used / 1000, 1),
        "health_again": compared(again),
    }


def compared(times: list[tuple[Times, Times]]) -> dict[str, float]:
    """Return the medians of a page and of the static files beside it."""
    page, used = (median(each) for each in zip(*(page for page, _ in times), strict=True))
    plain, plain_used = (median(each) for each in zip(*(plain for _, plain in times), strict=True))
    return {
        "ms": round(page, 1),
        "static_ms": round(plain, 2),
        "x": round(page / plain, 1),
        "used_ms": round(used, 1),
        "static_used_ms": round(plain_used, 2),
    }


BUSY_MS = 40
"""A bare interpreter starts in a third of this where nothing else runs."""
SAID = {
    "first": "Review, the first page of a new server",
    "review": "Review",
    "search": "Search, as one types",
    "list": "everything, the newest first, page by page",
    "memory": "one memory",
    "activity": "Activity",
    "health": "Health and its charts, before the book is weighed",
    "graph": "Graph, before it is drawn",
    "health_again": "Health, once the book was weighed",
}


def _row(said: str, of: dict[str, float]) -> str:
    used, plain = of["used_ms"], of["static_used_ms"]
    return f"| {said} | {used:.0f} | {plain:.1f} | {used / plain:.0f} | {of['ms']:.0f} | {of['static_ms']:.1f} |"


def report() -> str:
    """Return the last figures as a table."""
    kept = json.loads(RESULTS.read_text("utf-8"))
    start = kept["start"]
    rows = [_row(said, kept[name]) for name, said in SAID.items()]
    starts = f"{start['used_ms']:.0f} ms on the processor ({start['ms']:.0f} by the clock, {start['x']:.0f} times a bare interpreter with {start['bare_ms']:.0f})"
    told = [
        f"`commonplace ui` on {NOTES:,} memories, {WAITING} proposals waiting; beside each page a static file from the same server and",
        "connection, asked for just before it: what both took on the processor, and by the clock.",
        f"The address is printed after {starts}. Weighing the whole book for Health takes {kept['weighed_used_s']:g} s on the",
        "processor after a change; the page is there before it. Written by `make bench-ui`.",
    ]
    if start["bare_ms"] > BUSY_MS:
        told.append(
            "The machine was busy with other work meanwhile, so the clock tells little here."
        )
    head = (
        "| page | on the processor, ms | static file, ms | ratio | by the clock, ms | static file, ms |",
        "|---|--:|--:|--:|--:|--:|",
    )
    return "\n".join(("## The local page", "", *told, "", *head, *rows, ""))


if __name__ == "__main__":
    main()
