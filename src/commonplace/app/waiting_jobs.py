"""What waits to be captured from the conversations about a book, for one process at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator

from commonplace.storage.jobs import has_jobs, take_jobs
from commonplace.storage.places import state_of
from commonplace.storage.usage import only_one

LOCK = "child.lock"


def waiting_jobs(root: str) -> Iterator[dict[str, str]]:
    """Yield every job of the book at `root`; none while another process is at it.

    What came while the place was held has found it taken, so it is looked for once more.
    """
    state = state_of(root)
    while has_jobs(state):
        with only_one(os.path.join(state, LOCK)) as is_alone:
            if not is_alone:
                return
            yield from take_jobs(state)
