"""How soon prompts are fresh after a bulk change, and what one changed note costs the next prompt.

    python benchmarks/freshness.py [NOTES] [work]

A book on disk is changed in each way that files change; then the real hook is asked at once, three seconds
later, and every second until it is fresh: nothing is degraded, and no file is otherwise than the index has it.
Processor time is that of the hook's process alone; what the refresher takes for the same changes is measured by itself,
with `work` nothing else: a busy machine changes that little. The figures are kept in freshness.json beside this script.
"""

import json
import os
import random
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from typing import TypeVar

import scale_page
from hook import BARE, HOOK, PROMPT, SETTLED_S, build, on_disk, run
from speed import written

from commonplace.app.books import Book
from commonplace.app.recall import drift_of
from commonplace.storage.places import state_home

T = TypeVar("T")
NOTES = 10_000
COUNTS = (1, 100, 1_000, 10_000)
MANY = 1_000
"""What the refresher takes is told of so many files and more."""
ROUNDS = 11
GIVEN_UP_S = 30
RESULTS = Path(__file__).with_suffix(".json")
GOAL_ONE_NOTE = 2.5


def main() -> None:
    notes = int(sys.argv[1]) if sys.argv[1:] else NOTES
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    done = kept.get(f"{notes:,}", {}) if "work" in sys.argv[2:] else on_a_book(notes, measured)
    found = {**done, "work": on_a_book(notes, worked)}
    RESULTS.write_text(json.dumps({**kept, f"{notes:,}": found}, indent=2) + "\n", "utf-8")
    scale_page.write()
    print(report())


def on_a_book(notes: int, measure: Callable[[Book], T]) -> T:
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    os.environ.pop("COMMONPLACE_HOOK_BUDGET_S", None)
    try:
        book = on_disk(folder / "project", written(notes, random.Random(notes)))
        build(book)
        return measure(book)
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # a refresher may still be at work


def measured(book: Book) -> dict[str, object]:
    one = one_note(book)
    rows = [
        row(book, name, change, count)
        for count in COUNTS
        if count <= len(notes_of(book))
        for name, change in CHANGES.items()
    ]
    return {"one_note": one, "changes": rows, "load": round(os.getloadavg()[0], 1)}


def worked(book: Book) -> dict[str, dict[str, dict[str, float]]]:
    """Return what the refresher takes on the processor for each change, in seconds and beside a bare interpreter."""
    command = [sys.executable, "-I", "-m", "commonplace.doors.child", str(book.root), "refresh"]
    found: dict[str, dict[str, dict[str, float]]] = {}
    for count in (each for each in COUNTS if MANY <= each <= len(notes_of(book))):
        for name, change in CHANGES.items():
            time.sleep(SETTLED_S)
            change(book, count)
            bare = median(run(BARE, book.project, b"")[0] for _ in range(5))
            took, _ = run(command, book.project, b"")
            assert not stale(book), "the refresher has left something"
            found.setdefault(str(count), {})[name] = {
                "s": round(took / 1000, 2),
                "x": round(took / bare),
            }
    return found


def one_note(book: Book) -> dict[str, float]:
    """Return what a hook takes when nothing changed, and when one note did, in turn."""
    os.environ["COMMONPLACE_HOOK_BUDGET_S"] = "30"
    asked = json.dumps({"prompt": PROMPT}).encode()
    path = notes_of(book)[0]
    time.sleep(SETTLED_S)
    run(HOOK, book.project, asked)
    times: dict[str, list[float]] = {"bare": [], "unchanged": [], "changed": []}
    for number in range(ROUNDS):
        times["bare"].append(run(BARE, book.project, b"")[0])
        times["unchanged"].append(run(HOOK, book.project, asked)[0])
        rewrite(path, f"Round {number}")
        times["changed"].append(run(HOOK, book.project, asked)[0])
        wait_until_fresh(book)
        time.sleep(SETTLED_S)
        run(HOOK, book.project, asked)
    del os.environ["COMMONPLACE_HOOK_BUDGET_S"]
    middle = {name: round(median(each), 1) for name, each in times.items()}
    return {**middle, "changed_x": round(middle["changed"] / middle["unchanged"], 2)}


def row(
    book: Book, name: str, change: Callable[[Book, int], None], count: int
) -> dict[str, object]:
    """Change so many files and return how long prompts were not fresh, and what the dearest took."""
    wait_until_fresh(book)
    time.sleep(SETTLED_S)
    prompt(book)
    change(book, count)
    began = time.monotonic()
    first = prompt(book)
    asked = [first]
    fresh_after = 0.0
    wait = 3.0
    while time.monotonic() - began < GIVEN_UP_S:
        time.sleep(wait)
        wait = 1.0
        asked.append(prompt(book))
        fresh_after = time.monotonic() - began
        if not asked[-1][1] and not stale(book):
            break
    return {
        "change": name,
        "files": count,
        "first_trouble": first[1],
        "fresh_after_s": round(fresh_after, 1),
        "prompts": len(asked),
        "dearest_ms": round(max(ms for ms, _ in asked)),
    }


def prompt(book: Book) -> tuple[float, str]:
    """Return what a prompt takes on the processor, and what the hook's log says of it."""
    log = Path(state_home()) / "hook.log"
    before = log.stat().st_size if log.exists() else 0
    took, _ = run(HOOK, book.project, json.dumps({"prompt": PROMPT}).encode())
    lines = log.read_bytes()[before:].splitlines() if log.exists() else []
    return took, json.loads(lines[-1])["trouble"] if lines else ""


def stale(book: Book) -> int:
    drift = drift_of(book)
    return len(drift.apart) if drift else -1


def wait_until_fresh(book: Book) -> None:
    until = time.monotonic() + GIVEN_UP_S
    while stale(book) and time.monotonic() < until:
        prompt(book)
        time.sleep(0.5)


def notes_of(book: Book) -> list[Path]:
    return sorted((book.root / "10-Memories").glob("MEM-*.md"))


def rewrite(path: Path, word: str) -> None:
    with path.open("r+b") as file:
        content = file.read().rstrip(b"\n")
        file.write(f"\n\n{word} {time.time_ns()}.\n".encode())
        assert content


def rewritten(book: Book, count: int) -> None:
    for path in notes_of(book)[:count]:
        rewrite(path, "Rewritten")


def replaced(book: Book, count: int) -> None:
    for path in notes_of(book)[:count]:
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content + b"\nReplaced.\n")


def touched(book: Book, count: int) -> None:
    for path in notes_of(book)[:count]:
        os.utime(path)


def dropped_in(book: Book, count: int) -> None:
    for number, path in enumerate(notes_of(book)[:count]):
        path.with_name(f"MEM-new-{number}.md").write_bytes(path.read_bytes())


def deleted(book: Book, count: int) -> None:
    for number in range(count):
        (book.root / "10-Memories" / f"MEM-new-{number}.md").unlink()


def moved(book: Book, count: int) -> None:
    for path in notes_of(book)[:count]:
        path.rename(path.with_name(path.name.replace("MEM-", "MEM-x", 1)))


def switched(book: Book, count: int) -> None:
    """Switch to a branch with other notes and back again, as git does: each file is made anew."""
    for path in notes_of(book)[:count]:
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content + b"\nOn a branch.\n")
        path.unlink()
        path.write_bytes(content)


CHANGES: dict[str, Callable[[Book, int], None]] = {
    "rewritten in place": rewritten,
    "removed and made anew": replaced,
    "touched": touched,
    "dropped in": dropped_in,
    "deleted": deleted,
    "renamed": moved,
    "a branch and back": switched,
}


def report() -> str:
    """Return the last figures as tables."""
    kept = json.loads(RESULTS.read_text("utf-8"))
    lines = []
    for notes, found in kept.items():
        one = found["one_note"]
        lines += [
            (
                f"A book of {notes} notes. One changed note: {one['changed']:g} ms, {one['changed_x']:g} times the"
                f" {one['unchanged']:g} ms of an unchanged book (goal: {GOAL_ONE_NOTE:g}; bare interpreter {one['bare']:g} ms)."
            ),
            "",
            "| change | files | first prompt says | fresh after, s | dearest prompt, CPU ms |",
            "|---|--:|---|--:|--:|",
            *(
                f"| {row['change']} | {row['files']:,} | {row['first_trouble'] or 'fresh'} | {row['fresh_after_s']:g} | {row['dearest_ms']} |"
                for row in found["changes"]
            ),
            "",
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
