"""Fork a writer, kill it at a random moment, look at the book; again and again.

Run as a program of its own (`python kills.py FOLDER TRIES SEED`): forking is cheap here and has no
place in the test runner. Prints one line of JSON.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from commonplace.core.changes import Outcome
from faults.merging import advance, make_book, open_store, recovered_generation


def write_once(folder: Path, told: int) -> None:
    """Commit once; tell when it begins and when it is acknowledged."""
    store = open_store(folder)
    os.write(told, b"b")
    assert advance(store) is Outcome.COMMITTED
    os.write(told, b"a")
    os._exit(0)


def is_acknowledged_before_kill(
    folder: Path, delay_s: float, write: Callable[[Path, int], None] = write_once
) -> bool:
    """Kill a writer `delay_s` after it began and say whether it had acknowledged its commit."""
    heard, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(heard)
        write(folder, told)
    os.close(told)
    with os.fdopen(heard, "rb") as file:
        file.read(1)
        time.sleep(delay_s)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return file.read() == b"a"


def main(folder: Path, tries: int, seed: int) -> None:
    """Kill `tries` writers and say what was found.

    The longest delay follows the machine: it shrinks when a writer was done before its end came and
    grows when it was not, so that about half of the kills fall into a commit on any machine.
    """
    chance = random.Random(seed)
    make_book(folder)
    generation, longest_s = 1, 0.02
    counts = {"kills": 0, "acknowledged": 0, "replayed": 0, "lost": 0}
    for _ in range(tries):
        is_acknowledged = is_acknowledged_before_kill(folder, chance.uniform(0, longest_s))
        longest_s *= 0.95 if is_acknowledged else 1.05
        counts["kills"] += 1
        counts["acknowledged"] += is_acknowledged
        counts["replayed"] += any((folder / "state" / "journal").glob("*.json"))
        found = recovered_generation(folder)
        counts["lost"] += found < generation + is_acknowledged
        generation = found
    print(json.dumps(counts))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
