"""Measure a durable write through the store against a bare write and fsync of the same bytes.

Run with `python benchmarks/durable_write.py [--json FILE]`. Both are timed in turn in the same run, on
the same disk, so the ratio says what journal, staging, swap, receipt and lock cost, whatever the disk.
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from commonplace.core.changes import FileEdit, Proposal, fingerprint
from commonplace.core.ports import Stamp
from commonplace.storage.store import FolderStore

ROUNDS = 200
NOTE_BYTES = 1_200
STAMP = Stamp(who="benchmark", channel="flag")


def note(number: int) -> bytes:
    """Return a note of ordinary length that differs from all others."""
    return (f"note {number}\n" * NOTE_BYTES)[:NOTE_BYTES].encode()


def write_bare(path: Path, content: bytes) -> None:
    """Do the least that survives a power failure when nothing goes wrong: write and flush."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_through(store: FolderStore, contents: dict[str, bytes]) -> None:
    """Commit new texts for some notes, as a command does."""
    with store.locked():
        edits = tuple(
            FileEdit(path, fingerprint(store.read_one(path)), content)
            for path, content in contents.items()
        )
        proposal = Proposal(
            id="p", book="", made_at=datetime.now(UTC), action="edit", changes=(), edits=edits
        )
        store.apply(proposal, STAMP)


def milliseconds(work: Callable[[], None]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def measure(folder: Path, files: int) -> dict[str, float]:
    """Return the times of both ways for a change of so many files."""
    (folder / "book").mkdir(parents=True)
    (folder / "bare").mkdir()
    store = FolderStore(folder / "book", state=str(folder / "state"))
    bare: list[float] = []
    durable: list[float] = []
    for number in range(ROUNDS):
        contents = {f"n{n}.md": note(number * files + n) for n in range(files)}
        bare.append(
            milliseconds(
                lambda contents=contents: [
                    write_bare(folder / "bare" / path, content)
                    for path, content in contents.items()
                ]
            )
        )
        durable.append(milliseconds(lambda contents=contents: write_through(store, contents)))
    return summary(files, bare, durable)


def summary(files: int, bare: list[float], durable: list[float]) -> dict[str, float]:
    """Return medians, a tail and the ratio."""
    return {
        "files": files,
        "bare_p50_ms": round(statistics.median(bare), 3),
        "durable_p50_ms": round(statistics.median(durable), 3),
        "durable_p99_ms": round(statistics.quantiles(durable, n=100)[98], 3),
        "ratio": round(statistics.median(durable) / statistics.median(bare), 2),
    }


def main() -> None:
    """Measure changes of one and of five files and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument(
        "--on", type=Path, default=Path.cwd(), help="a folder on the disk to measure"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.on) as folder:
        rows = [measure(Path(folder) / str(files), files) for files in (1, 5)]
    print(f"{'files':>5} {'bare p50':>10} {'durable p50':>12} {'durable p99':>12} {'ratio':>7}")
    for row in rows:
        print(
            f"{row['files']:>5} {row['bare_p50_ms']:>7} ms {row['durable_p50_ms']:>9} ms"
            f" {row['durable_p99_ms']:>9} ms {row['ratio']:>6}x"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
