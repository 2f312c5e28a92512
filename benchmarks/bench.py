"""Measure recall and write docs/benchmarks.md: quality, silence, speed.

    python benchmarks/bench.py [--large]

Fails when the fit of the gate does not land on the numbers we ship.
"""

import argparse
import sys
from pathlib import Path

import build
import hook_events
import mcp as protocol  # our script of that name stands before the package
import quality
import silence
import speed

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
    parser.add_argument("--large", action="store_true", help="also 100,000 notes")
    options = parser.parse_args()
    fast = [
        speed.report(large=options.large),
        build.report(),
        hook_events.report(),
        protocol.report(),
    ]
    parts = [HEAD, quality.report(), silence.report(), *fast]
    text = "\n".join(parts)
    TARGET.write_text(text, encoding="utf-8")
    print(text)
    if "but we ship" in text:
        sys.exit("The refit of the gate does not land on the shipped numbers.")


if __name__ == "__main__":
    main()
