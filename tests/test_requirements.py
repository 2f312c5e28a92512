"""The table of requirements and the tests agree, in both directions."""

import ast
from functools import cache
from pathlib import Path

from requirements import all_requirements, later

TESTS = Path(__file__).resolve().parent


@cache
def named_by_tests() -> set[str]:
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "requirement"
            ):
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def test_every_requirement_is_proved_by_a_test_or_waits_for_its_room() -> None:
    assert set(all_requirements()) - named_by_tests() == set(later())


def test_every_test_that_names_a_requirement_names_a_real_one() -> None:
    assert named_by_tests() <= set(all_requirements())


def test_what_waits_for_its_room_is_in_the_table() -> None:
    assert set(later()) <= set(all_requirements())
