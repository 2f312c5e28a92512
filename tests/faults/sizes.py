"""How long the faults rage: briefly in every check, longer with `make faults`."""

import os

IS_LARGE = os.environ.get("COMMONPLACE_FAULTS") == "large"


def size(brief: int, large: int) -> int:
    """Return the number of tries for this run."""
    return large if IS_LARGE else brief
