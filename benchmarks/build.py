"""How long `engine rebuild` takes for a real book, how much memory, and how both grow.

    python benchmarks/build.py

Books on disk of 1,000, 10,000 and 100,000 notes, each built by the command in a process of its own,
beside a plain read of the same files in the same run. The figures are kept in build.json.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

from speed import written

SIZES = (1_000, 10_000, 100_000)
RESULTS = Path(__file__).with_suffix(".json")
BUILD = """
import sys
sys.argv[1:] = ["engine", "rebuild"]
from commonplace.entry import main
try:
    main()
finally:
    print(*(line.split()[1] for line in open("/proc/self/status") if "VmHWM" in line))
"""
"""The peak that the system tells of a child includes its parent's before `exec`: it asks itself."""


def measured(count: int) -> dict[str, float]:
    place = Path(mkdtemp(prefix="commonplace-build-"))
    try:
        folder = place / ".memory" / "10-Memories"
        folder.mkdir(parents=True)
        (place / ".memory" / "20-Indices").mkdir()
        for memory in written(count, random.Random(count)):
            head = f"---\nid: MEM-{memory.id}\ntitle: {memory.title!r}\ncreated: 2026-01-02\n---\n"
            text = f"{head}\n# {memory.title}\n\n{memory.body}\n"
            (folder / f"MEM-{memory.id}.md").write_text(text, encoding="utf-8")
        began = time.perf_counter()
        size = sum(len(path.read_bytes()) for path in folder.iterdir())
        read_s = time.perf_counter() - began
        homes = ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
        environment = os.environ | {name: str(place / "home") for name in homes}
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", BUILD],
            cwd=place,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        build_s = time.perf_counter() - began
        return {
            "notes": count,
            "text_mb": round(size / 1e6, 1),
            "read_s": round(read_s, 2),
            "build_s": round(build_s, 1),
            "build_to_read": round(build_s / read_s, 1),
            "peak_mb": round(int(done.stdout.split()[-1]) / 1024),
        }
    finally:
        shutil.rmtree(place)


def report() -> str:
    """Return the last figures as a table."""
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))
    lines = [
        f"| {row['notes']:,} | {row['text_mb']} MB | {row['build_s']} s "
        f"| {row['build_to_read']} x | {row['peak_mb']} MB |"
        for row in rows
    ]
    head = "| notes | text | `engine rebuild` | against reading the files | peak memory |"
    title = "## Building the index of a book on disk (benchmarks/build.py)"
    return "\n".join([title, "", head, "|--:|--:|--:|--:|--:|", *lines, ""])


def measure() -> None:
    """Measure every size and keep the figures."""
    rows = [measured(count) for count in SIZES]
    RESULTS.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    measure()
    print(report())


if __name__ == "__main__":
    main()
