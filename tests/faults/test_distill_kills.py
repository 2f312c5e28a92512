"""kill -9 while a book is distilled: the old book or the new one, nothing between them."""

import json
import random
from pathlib import Path

import pytest

from faults.programs import run_program
from faults.sizes import size
from requirements import requirement

pytestmark = pytest.mark.faults


EVERY = 1_000
"""More than any piece of upkeep has operations: each of them is died before."""


@requirement("B3.kill")
@pytest.mark.parametrize(
    ("layout", "modes", "most"),
    [
        ("vault", ("merge", "purge", "compress", "refine", "gc"), EVERY),
        ("mem-skill", ("merge", "compress", "refine", "gc"), size(8, EVERY)),
        ("lingxi", ("merge", "compress", "refine", "gc"), size(8, EVERY)),
        ("profile", ("compress", "gc"), size(8, EVERY)),
    ],
)
def test_every_kind_of_upkeep_may_die_before_any_operation(
    arena: Path, layout: str, modes: tuple[str, ...], most: int
) -> None:
    found = json.loads(run_program("upkeep_kills.py", arena, layout, most, *modes))

    assert [mode for mode, each in found.items() if each["mixed"]] == []
    assert [mode for mode, each in found.items() if each["kills"] < each["tries"]] == []
    assert [mode for mode, each in found.items() if not (each["old"] and each["new"])] == []
    assert max(each["files"] for each in found.values()) > 1


@requirement("B3.kill")
def test_a_merge_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    tries = size(20, 1_000)
    seed = random.randrange(1 << 30)

    found = json.loads(run_program("distill_kills.py", tmp_path, tries, seed))

    assert (found["mixed"], found["lost"]) == (0, 0), f"seed {seed}"
    # Where they fell is the machine's affair: every place is met above.
    assert found["kills"] == tries
