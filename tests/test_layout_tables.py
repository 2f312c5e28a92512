"""The tables of `docs/layouts` have every line of the documents, and name what there is and runs."""

import ast
import re
from functools import cache
from pathlib import Path

import click
import pytest

from commonplace.doors.cli.main import COMMANDS, cli
from requirements import requirement

ROOT = Path(__file__).resolve().parent.parent
CODE = ROOT / "src" / "commonplace"
LINES = {"lingxi": 129, "mem-skill": 521, "profile": 59, "vault": 1913}
"""How many lines each document has; a table has them all."""
HEAD = "## The document, sentence by sentence\n"
TEST_FILES: dict[str, list[Path]] = {}
for found in (ROOT / "tests").rglob("test_*.py"):
    TEST_FILES.setdefault(found.name, []).append(found)
SKIPPED = frozenset({"skip", "xfail"})

Row = tuple[str, str, str, str]


@cache
def rows_of(page: str) -> tuple[Row, ...]:
    """Return the rows of a page's table: lines, the sentence, where it is carried out, its tests."""
    text = (ROOT / "docs" / "layouts" / f"{page}.md").read_text("utf-8").partition(HEAD)[2]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = (re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[1:])
    return tuple((at.strip(), says, where, proof) for at, says, where, proof in cells)


def covered(lines: str) -> range:
    first, _, last = lines.partition("-")
    return range(int(first), int(last or first) + 1)


@cache
def running_tests(file: str) -> frozenset[str]:
    """Return the tests of a file, as `file::name`, but those that are always passed over."""
    return frozenset(
        f"{path.name}::{node.name}"
        for path in TEST_FILES.get(file, [])
        if not _is_passed_over(tree := ast.parse(path.read_text("utf-8")))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if not any(map(_skips, node.decorator_list))
    )


def _is_passed_over(module: ast.Module) -> bool:
    marks = (each for each in module.body if isinstance(each, ast.Assign))
    return any(_skips(each.value) for each in marks if "pytestmark" in ast.unparse(each.targets[0]))


def _skips(mark: ast.expr) -> bool:
    """Say whether `mark` passes a test over wherever it runs; one that looks at the machine does not."""
    return any(isinstance(node, ast.Attribute) and node.attr in SKIPPED for node in ast.walk(mark))


@cache
def options_of(command: str) -> set[str]:
    found = cli.get_command(click.Context(cli), command)
    return {name for each in found.params for name in each.opts} if found else set()


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_line_of_a_document_has_a_row(page: str) -> None:
    lines = {number for at, *_ in rows_of(page) for number in covered(at)}

    assert lines == set(range(1, LINES[page] + 1))


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_row_names_a_test_that_exists_and_runs(page: str) -> None:
    for _, sentence, _, proof in rows_of(page):
        named = re.findall(r"`([^`]+)`", proof)
        assert named, sentence
        for each in named:
            assert each in running_tests(each.partition("::")[0]), sentence


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_row_says_where_in_commands_options_modules_and_names_that_there_are(
    page: str,
) -> None:
    for _, sentence, where, _ in rows_of(page):
        assert where.strip(), sentence
        for path in re.findall(r"`([a-z_/]+(?:\.py|/))`", where):
            assert (CODE / path).exists(), path
        for path, name in re.findall(r"`([a-z_/]+\.py)`, `([A-Za-z_]+)`", where):
            assert re.search(rf"\b{name}\b", (CODE / path).read_text("utf-8")), (path, name)
        for command, option in re.findall(r"`commonplace ([a-z-]+)(?: (--[a-z-]+))?", where):
            assert command in COMMANDS, command
            assert not option or option in options_of(command), (command, option)
