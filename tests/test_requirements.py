"""The table of requirements and the tests agree, in both directions."""

import re
from functools import cache
from pathlib import Path

from requirements import all_requirements, later

TESTS = Path(__file__).resolve().parent
MARK = re.compile(r"^ *@requirement\(([^)]*)\)", re.MULTILINE)


@cache
def named_by_tests() -> set[str]:
    return {
        name
        for path in TESTS.rglob("test_*.py")
        for named in MARK.findall(path.read_text("utf-8"))
        for name in re.findall(r'"([^"]+)"', named)
    }


def test_every_requirement_is_proved_by_a_test_or_waits_for_its_room() -> None:
    assert set(all_requirements()) - named_by_tests() == set(later())


def test_every_test_that_names_a_requirement_names_a_real_one() -> None:
    assert named_by_tests() <= set(all_requirements())


def test_what_waits_for_its_room_is_in_the_table() -> None:
    assert set(later()) <= set(all_requirements())
