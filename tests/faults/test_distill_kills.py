"""kill -9 while a book is distilled: the old book or the new one, nothing between them."""

import json
import random
from pathlib import Path

import pytest

from faults.programs import run_program
from faults.sizes import size
from requirements import requirement

pytestmark = pytest.mark.faults


@requirement("B3.kill")
def test_a_merge_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    tries = size(40, 1_000)
    seed = random.randrange(1 << 30)

    found = json.loads(run_program("distill_kills.py", tmp_path, tries, seed))

    assert (found["mixed"], found["lost"]) == (0, 0), f"seed {seed}"
    assert found["kills"] == tries
    assert min(found["old"], found["new"]) > 0, "the kills missed the moments that matter"
