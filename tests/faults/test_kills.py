"""kill -9 at any moment: nothing torn, nothing mixed, nothing acknowledged lost."""

import json
import random
from pathlib import Path

import pytest

from faults.programs import run_program
from faults.sizes import size

pytestmark = pytest.mark.faults


def test_a_writer_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    tries = size(300, 10_000)

    seed = random.randrange(1 << 30)
    found = json.loads(run_program("kills.py", tmp_path, tries, seed))

    assert found["lost"] == 0, f"seed {seed}"
    assert found["kills"] == tries
    assert found["acknowledged"] >= tries // 4, "the kills came too early to prove anything"
    assert found["replayed"] >= tries // 50, "the kills missed the moments that matter"
