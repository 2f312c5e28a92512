"""The tables of `docs/layouts` name commands, modules and tests that there are."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from commonplace.doors.cli.main import COMMANDS
from requirements import requirement

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("lingxi", "mem-skill", "profile", "vault")
HEAD = "## The document, sentence by sentence\n"
FEWEST_ROWS = 25
TEST_FILES: dict[str, list[Path]] = {}
for found in (ROOT / "tests").rglob("test_*.py"):
    TEST_FILES.setdefault(found.name, []).append(found)
SKIPPED = frozenset({"skip", "xfail"})


def rows_of(page: str) -> list[list[str]]:
    """Return the rows of a page's table: the sentence, where it is carried out, its tests."""
    text = (ROOT / "docs" / "layouts" / f"{page}.md").read_text("utf-8").partition(HEAD)[2]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[1:]]


@cache
def running_tests(file: str) -> frozenset[str]:
    """Return the tests of a file, as `file::name`, but those that are always passed over."""
    return frozenset(
        f"{path.name}::{node.name}"
        for path in TEST_FILES.get(file, [])
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if not any(_name(each) in SKIPPED for each in node.decorator_list)
    )


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else ""


@requirement("layouts.tables")
@pytest.mark.parametrize("page", PAGES)
def test_every_row_names_a_test_that_exists_and_runs(page: str) -> None:
    rows = rows_of(page)

    assert len(rows) >= FEWEST_ROWS
    for sentence, _, proof in rows:
        named = re.findall(r"`([^`]+)`", proof)
        assert named, sentence
        for each in named:
            assert each in running_tests(each.partition("::")[0]), sentence


@requirement("layouts.tables")
@pytest.mark.parametrize("page", PAGES)
def test_every_row_says_where_in_commands_and_modules_that_there_are(page: str) -> None:
    for sentence, where, _ in rows_of(page):
        assert where.strip(), sentence
        for path in re.findall(r"`([a-z_/]+(?:\.py|/))`", where):
            assert (ROOT / "src" / "commonplace" / path).exists(), path
        for command in re.findall(r"`commonplace ([a-z-]+)", where):
            assert command in COMMANDS, command
