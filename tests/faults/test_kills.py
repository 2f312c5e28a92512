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


def test_the_page_s_server_may_be_killed_in_the_middle_of_a_decision(tmp_path: Path) -> None:
    found = json.loads(run_program("page_kills.py", tmp_path, size(12, 1_000)))

    assert sorted(found) == ["accept", "edit", "forget", "reject", "undo"]
    for decision, each in found.items():
        assert each["kills"] == each["tries"] > 5, decision
        assert (each["mixed"], each["unanswered"]) == (0, 0), decision
        assert each["old"] > 0, f"{decision}: no kill came before the commit"
        assert each["new"] > 0, f"{decision}: no kill came after the commit"
