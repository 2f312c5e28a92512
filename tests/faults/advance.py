"""Bring a book to its next generation: the small program that the injected faults strike.

`python advance.py FOLDER` prints the outcome and, for a refusal, its message; exits 0 only for
`committed`.
"""

import sys
from pathlib import Path

from commonplace.core.changes import Outcome
from commonplace.errors import WriteRefused
from faults.merging import advance, open_store


def main(folder: Path) -> int:
    """Advance once."""
    try:
        outcome = advance(open_store(folder))
    except WriteRefused as refusal:
        print(Outcome.FAILED.value, refusal)
        return 1
    print(outcome.value)
    return 0 if outcome is Outcome.COMMITTED else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
