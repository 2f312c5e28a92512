"""How quick the prompt hook is in a fresh process, against a bare interpreter and `grep` in the same run.

    python benchmarks/hook.py [--large]

Books on disk of 1,000 and 10,000 notes, with `--large` 100,000. The hook is the real one: find the book,
look whether it changed, ask, hash what is served, write usage. What it does beside asking is also measured
alone. The figures are kept in hook.json beside this script.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import mkdtemp

from speed import written

from commonplace.app.books import Book, found_book
from commonplace.app.indexing import index_of
from commonplace.config import Settings
from commonplace.core.memory import Memory
from commonplace.storage.sweeping import is_changed, is_reordered, read_seen, settled

SIZES = (1_000, 10_000)
LARGE = 100_000
ROUNDS = 20
RESULTS = Path(__file__).with_suffix(".json")
HOOK = [sys.executable, "-I", "-m", "commonplace", "hook", "prompt"]
PEAK = """
import os, sys
sys.argv[1:] = ["hook", "prompt"]
end = os._exit
def tell(code):
    print(*(line.split()[1] for line in open("/proc/self/status") if "VmHWM" in line), flush=True)
    end(code)
os._exit = tell
from commonplace.entry import main
main()
"""
"""The peak that the system tells of a child includes its parent's before `exec`: it asks itself."""
BARE = [sys.executable, "-I", "-c", "pass"]
PROMPT = "why does the parcel_api role have statement_timeout 5s and what do I use for a slow CSV report?"
GOALS = {"1,000": 3.0, "10,000": 4.0}
SETTLED_S = 2.1
"""What was written just now is doubtful for so long."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--large", action="store_true", help="also 100,000 notes")
    options = parser.parse_args()
    sizes = (*SIZES, LARGE) if options.large else SIZES
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for count in sizes:
        kept[f"{count:,}"] = measured(count)
        print(json.dumps({f"{count:,}": kept[f"{count:,}"]}, indent=2), flush=True)
    RESULTS.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    print(report(kept))


def measured(count: int) -> dict[str, float]:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    os.environ["COMMONPLACE_HOOK_BUDGET_S"] = "30"  # a busy machine shall show in the figures
    try:
        memories = written(count, random.Random(count))
        book = on_disk(folder / "project", memories)
        return {**build(book), **cold(book, PROMPT), **apart(book)}
    finally:
        shutil.rmtree(folder)


def on_disk(folder: Path, memories: tuple[Memory, ...]) -> Book:
    book = found_book(folder, Settings(), datetime.now(UTC))
    for memory in memories:
        path = book.root / "10-Memories" / f"MEM-{memory.id}.md"
        head = f"---\ntitle: {json.dumps(memory.title, ensure_ascii=False)}\ncreated: 2026-01-01\ntags: [INSIGHT]\nsummary: {json.dumps(memory.summary, ensure_ascii=False)}\n---\n"
        path.write_text(f"{head}\n# {memory.title}\n\n{memory.body}\n", encoding="utf-8")
    return book


def build(book: Book) -> dict[str, float]:
    """Build in a process of its own, so that its memory is its own too."""
    program = "import sys; from pathlib import Path; from commonplace.app.books import open_book; from commonplace.app.indexing import index_of; index_of(open_book(Path(sys.argv[1]))).freshen()"
    began = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-I", "-c", program, str(book.project)])
    _, status, usage = os.wait4(child.pid, 0)
    assert status == 0
    child.returncode = 0
    seconds = time.perf_counter() - began
    size = os.path.getsize(index_of(book).path)
    return {
        "build_s": round(seconds, 2),
        "build_rss_mb": round(usage.ru_maxrss / 1024),
        "index_mb": round(size / 1e6, 1),
    }


def cold(book: Book, prompt: str) -> dict[str, float]:
    time.sleep(SETTLED_S)
    asked = json.dumps({"prompt": prompt}).encode()
    first = run(HOOK, book.project, asked)
    assert first[1], "the prompt is not answered"
    hooks, bares = [], []
    for _ in range(ROUNDS):  # in turn, so that a busy moment falls on both
        bares.append(run(BARE, book.project, b"")[0])
        hooks.append(run(HOOK, book.project, asked)[0])
    rss = int(run([sys.executable, "-I", "-c", PEAK], book.project, asked)[1].split()[-1])
    greps = [
        run(["grep", "-ril", "statement_timeout", str(book.root)], book.project, b"")[0]
        for _ in range(5)
    ]
    return {
        "bare_ms": round(min(bares), 1),
        "hook_ms": round(min(hooks), 1),
        "hook_best_x": round(min(hooks) / min(bares), 2),
        "hook_median_x": round(median(hooks) / median(bares), 2),
        "hook_rss_mb": round(rss / 1024, 1),
        "grep_ms": round(min(greps), 1),
    }


def run(command: list[str], folder: Path, text: bytes) -> tuple[float, bytes]:
    """Return the milliseconds of a fresh process, and what it said."""
    began = time.perf_counter()
    child = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    child.stdin.write(text)
    child.stdin.close()
    said = child.stdout.read()
    child.stdout.close()
    child.wait()
    return 1000 * (time.perf_counter() - began), said


def apart(book: Book) -> dict[str, float]:
    """Return what freshness costs by itself, and one changed note."""
    index = index_of(book)
    root, cache = str(book.root), os.path.dirname(index.path)
    seen = read_seen(cache, index.path)
    note = book.root / "10-Memories" / "MEM-m0.md"
    return {
        "sweep_each_ms": fastest(lambda: is_changed(root, seen, time.time_ns())),
        "sweep_folders_ms": fastest(lambda: is_reordered(root, seen)),
        "settle_ms": fastest(lambda: settled(root, seen, time.time_ns())),
        "rehash_one_ms": fastest(note.read_bytes),
        "one_note_ms": fastest(lambda: index.take_in(["10-Memories/MEM-m0.md"])),
    }


def fastest(action) -> float:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - began))
    return round(min(times), 2)


def report(kept: dict[str, dict[str, float]]) -> str:
    names = list(next(iter(kept.values())))
    rows = [
        f"| {name} | " + " | ".join(f"{kept[size][name]:g}" for size in kept) + " |"
        for name in names
    ]
    head = "| | " + " | ".join(f"{size} notes" for size in kept) + " |"
    goals = ", ".join(f"<= {goal:g} x at {size}" for size, goal in GOALS.items())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return "\n".join(
        [
            "## The hook",
            "",
            f"Best and median of {ROUNDS} fresh processes against a bare interpreter; wanted {goals}, 30 MB.",
            "",
            head,
            "|---|" + "--:|" * len(kept),
            *rows,
            "",
            f"Peak memory of the benchmark itself: {peak:.0f} MB.",
        ]
    )


if __name__ == "__main__":
    main()
