"""The faults of `scripts/mutations.py` still fit the code, and the page tells of each of them."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutations", ROOT / "scripts" / "mutations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutations"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_every_fault_can_still_be_put_into_the_code(script: ModuleType) -> None:
    for each in script.mutations():
        before = (ROOT / script.PACKAGE / each.path).read_text("utf-8")

        assert script.mutated(before, each) != before, each.name


def test_a_fault_that_no_longer_fits_says_so(script: ModuleType) -> None:
    fault = script.Mutation(name="a", path="a.py", function="f", old="1", new="2")

    for text in (
        "def g():\n    return 1\n",
        "def f():\n    return 3\n",
        "def f():\n    return 11\n",
    ):
        with pytest.raises(script.NoLongerFitsError):
            script.mutated(text, fault)


def test_the_page_names_every_fault_and_a_test_that_is_there(script: ModuleType) -> None:
    rows = [
        line.split(" | ")
        for line in script.PAGE.read_text("utf-8").splitlines()
        if "`tests/" in line
    ]

    assert [row[0].removeprefix("| ") for row in rows] == [each.name for each in script.mutations()]
    for row in rows:
        path, name = row[2].strip("`| ").split("::")
        assert f"def {name}(" in (ROOT / path).read_text("utf-8")
