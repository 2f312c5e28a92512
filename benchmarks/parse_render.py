"""Parse and render ten thousand memories, measured against a plain read of the same files.

    python benchmarks/parse_render.py [--notes 10000] [--json]

Every figure is a ratio to the plain read (open, read, close) and to the guarded read through the
store in the same run, so that machines and their moods cancel out; the best of several rounds
counts. What a process remembers of notes it has read is forgotten before each round, but for "parse
again".
"""

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from commonplace.core.changes import Bury, Create, Edit, Files, Restore
from commonplace.core.memory import Memory, Tombstone
from commonplace.layouts.vault import VaultLayout
from commonplace.layouts.vault.reader import read_note
from commonplace.storage.store import FolderStore

ROUNDS = 5
PLAIN, GUARDED, AGAIN = "plain read", "guarded read", "parse again"
TODAY = date(2026, 3, 1)
LAYOUT = VaultLayout()
WORDS = ["retry", "backoff", "solver", "timing", "plugin", "cache", "index", "token", "memory"]
WORDS += ["review", "branch", "deploy", "port", "redis", "parser", "缓存", "重试", "索引", "部署"]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--notes", type=int, default=10_000)
    arguments.add_argument("--json", action="store_true")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = write_book(folder, options.notes)
        rows = measure(folder, files)
    if options.json:
        print(json.dumps({"notes": options.notes, "rows": rows}, indent=2))
        return
    print(f"{options.notes} notes, {sum(map(len, files.values())) / 1e6:.1f} MB\n")
    print(f"{'step':34} {'seconds':>8} {'µs/note':>8} {'× plain':>8} {'× guarded':>10}")
    for name, (seconds, plain, guarded) in rows.items():
        each = seconds / options.notes * 1e6
        print(f"{name:34} {seconds:8.3f} {each:8.1f} {plain:8.1f} {guarded:10.1f}")


def write_book(folder: str, count: int) -> Files:
    """Write a book of `count` notes and return its files."""
    chance = random.Random(1)
    changes = [Create(a_memory(number, count, chance)) for number in range(count)]
    edits = LAYOUT.render(changes, {}, TODAY)
    os.makedirs(os.path.join(folder, "10-Memories"))
    files = {edit.path: edit.after or b"" for edit in edits}
    for path, content in files.items():
        with open(os.path.join(folder, path), "wb") as file:
            file.write(content)
    return files


def a_memory(number: int, count: int, chance: random.Random) -> Memory:
    """Return a memory of ordinary size: a page with a list, a code block and a section."""

    def words(least: int, most: int) -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(least, most)))

    paragraphs = [words(20, 60).capitalize() + "." for _ in range(chance.randint(2, 5))]
    code = "```python\nfor attempt in range(3):  # three\n    call()\n```"
    body = "\n\n".join([*paragraphs, code, "## Details", f"- {words(3, 8)}\n- {words(3, 8)}"])
    day = TODAY - timedelta(days=chance.randint(0, 900))
    return Memory(
        id=f"MEM-note-{number}",
        title=words(4, 8),
        body=body,
        kind=chance.choice(["PATTERN", "TECHNIQUE", "CONFIG", "WORKFLOW", "INSIGHT"]),
        topic=f"{chance.choice(WORDS)}/{chance.choice(WORDS)}",
        keywords=tuple(dict.fromkeys(chance.choices(WORDS, k=5))),
        summary=words(6, 12),
        source="user input",
        created=day,
        modified=day,
        links=(f"MEM-note-{(number + 1) % count}",),
    )


def measure(folder: str, files: Files) -> dict[str, tuple[float, float, float]]:
    """Return seconds and the ratios to a plain and to a guarded read for each step."""
    store = FolderStore(folder, state=os.path.join(folder, "state"))
    memories = LAYOUT.parse(files).memories
    fresh = {**files, **{edit.path: edit.after or b"" for edit in LAYOUT.derive(files, TODAY)}}
    stone = Tombstone(at=TODAY, reason="purge")
    buried = [Bury(memory, stone) for memory in memories]
    graves = {edit.path: edit.after or b"" for edit in LAYOUT.render(buried, files, TODAY)}
    dated = [Edit(memory, replace(memory, modified=TODAY)) for memory in memories]
    longer = [Edit(memory, replace(memory, body=memory.body + "\n\nMore.")) for memory in memories]
    steps: dict[str, Callable[[], object]] = {
        PLAIN: lambda: read_plainly(folder, files),
        GUARDED: lambda: store.read(LAYOUT.reads),
        "parse": lambda: LAYOUT.parse(files),
        AGAIN: lambda: LAYOUT.parse(files),
        "render a new date": lambda: LAYOUT.render(dated, files, TODAY),
        "render new": lambda: LAYOUT.render([Create(m) for m in memories], {}, TODAY),
        "render a longer body": lambda: LAYOUT.render(longer, files, TODAY),
        "bury": lambda: LAYOUT.render(buried, files, TODAY),
        "restore": lambda: LAYOUT.render([Restore(m) for m in memories], graves, TODAY),
        "derive three indices": lambda: LAYOUT.derive(fresh, TODAY),
    }
    seconds = {name: best_of(step, is_cold=name != AGAIN) for name, step in steps.items()}
    plain, guarded = seconds[PLAIN], seconds[GUARDED]
    return {name: (took, took / plain, took / guarded) for name, took in seconds.items()}


def read_plainly(folder: str, files: Files) -> int:
    """Read every file once, as bytes."""
    size = 0
    for path in files:
        with open(os.path.join(folder, path), "rb") as file:
            size += len(file.read())
    return size


def best_of(step: Callable[[], object], *, is_cold: bool) -> float:
    """Return the shortest of several rounds, in seconds."""
    times = []
    for _ in range(ROUNDS):
        if is_cold:
            read_note.cache_clear()
        begun = time.perf_counter()
        step()
        times.append(time.perf_counter() - begun)
    return min(times)


if __name__ == "__main__":
    main()
