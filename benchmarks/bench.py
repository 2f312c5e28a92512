"""Measure recall and write docs/benchmarks.md: quality, silence, speed.

    python benchmarks/bench.py [--kept]

Everything is measured anew, books of 100,000 notes included; `--kept` shows the last times of the hook and of
building instead. Where no embedder is installed, their rows are those of the page as it is.
"""

import argparse
from pathlib import Path

import build
import hook
import hook_events
import mcp as protocol  # our script of that name stands before the package
import quality
import silence
import speed
import ui

import layouts

TARGET = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
HEAD = """# How good recall is, and how fast

Written by `make bench`. Quality and silence are deterministic; times are ratios within one run. The
data of LoCoMo (CC BY-NC 4.0) and XQuAD (CC BY-SA 4.0) is read from beside the repository and is not
part of it; the note set is in benchmarks/noteset. What each number in `core/weights.py` was chosen by
is written there. *Alone* means by meaning only; *local +* is what the product does where that embedder
has made vectors (docs/guides/semantic.md): words and meaning in one sum.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--kept", action="store_true", help="show the last times of the hook")
    if not parser.parse_args().kept:
        hook.measure()
        build.measure()
    fast = [part.report() for part in (speed, hook, build, hook_events, protocol, layouts, ui)]
    text = "\n".join([HEAD, quality.report(), silence.report(), *fast])
    TARGET.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
