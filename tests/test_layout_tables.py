"""The tables of `docs/layouts` have every line of the documents, and name what there is and runs."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import click
import pytest

from commonplace.doors.cli.main import COMMANDS, cli
from requirements import requirement

ROOT = Path(__file__).resolve().parent.parent
CODE = ROOT / "src" / "commonplace"
LINES = {"lingxi": 129, "mem-skill": 522, "profile": 59, "vault": 1914}
"""How many lines each document has; a table has them all."""
STATEMENTS = json.loads((ROOT / "tests" / "layouts" / "statements.json").read_text("utf-8"))
"""On which lines of each document statements begin, and how many where there are several."""
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
    return rows_in(text)[1:]


def rows_in(text: str) -> tuple[Row, ...]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    cells = (re.split(r"(?<!\\)\|", line)[1:5] for line in lines)
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


def unlisted(rows: Sequence[Row], total: int) -> set[int]:
    """Return the lines of a document of `total` lines that no row has."""
    return set(range(1, total + 1)) ^ {number for at, *_ in rows for number in covered(at)}


def without_a_row(rows: Sequence[Row], statements: str) -> set[int]:
    """Return the lines on which more statements begin than rows do."""
    begun = Counter(covered(at).start for at, *_ in rows)
    pairs = (each.partition("x") for each in statements.split())
    wanted = {int(line): int(count or 1) for line, _, count in pairs}
    return {line for line, count in wanted.items() if begun[line] < count}


def unproved(rows: Sequence[Row]) -> list[str]:
    """Return what rows say that name no test, or one that is not there or does not run."""
    return [
        says
        for _, says, _, proof in rows
        if not (named := re.findall(r"`([^`]+)`", proof))
        or any(each not in running_tests(each.partition("::")[0]) for each in named)
    ]


def misplaced(rows: Sequence[Row]) -> list[str]:
    """Return what rows say to be carried out by what there is not, or nowhere without a reason."""
    return [
        says
        for _, says, where, _ in rows
        if not where.strip() or list(_wrong_names(where)) or where.strip() == "nothing"
    ]


def _wrong_names(where: str) -> Iterator[str]:
    for path in re.findall(r"`([a-z_/]+(?:\.py|/))`", where):
        if not (CODE / path).exists():
            yield path
            return
    for path, name in re.findall(r"`([a-z_/]+\.py)`, `([A-Za-z_]+)`", where):
        if not re.search(rf"\b{name}\b", (CODE / path).read_text("utf-8")):
            yield name
    for command, option in re.findall(r"`commonplace ([a-z-]+)(?: (--[a-z-]+))?", where):
        if command not in COMMANDS or (option and option not in options_of(command)):
            yield f"{command} {option}"


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_line_of_a_document_has_a_row(page: str) -> None:
    assert unlisted(rows_of(page), LINES[page]) == set()


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_statement_of_a_document_has_a_row_of_its_own(page: str) -> None:
    assert without_a_row(rows_of(page), STATEMENTS[page]) == set()


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_row_names_a_test_that_exists_and_runs(page: str) -> None:
    assert unproved(rows_of(page)) == []


@requirement("layouts.tables")
@pytest.mark.parametrize("page", LINES)
def test_every_row_says_where_in_commands_options_modules_and_names_that_there_are(
    page: str,
) -> None:
    assert misplaced(rows_of(page)) == []


@requirement("layouts.tables")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("test_layout_tables.py::test_the", "test_layout_tables.py::test_no"),
        ("test_layout_tables.py::test_the_checks", "test_nowhere.py::test_the_checks"),
        ("`test_layout_tables.py::test_the_checks_of_a_table_can_fail`", "by hand"),
        ("flows/save.py", "flows/spare.py"),
        ("`_told`", "`_nobody`"),
        ("commonplace save", "commonplace keep"),
        ("--target", "--aim"),
        ("| `flows", "| nothing | `flows"),
        ("| 2-3 | B", "| 3 | B"),
        ("| 2-3 | B", "| 2-4 | B"),
        ("| 2-3 | B", "| 1-3 | B"),
        ("| 2-3 | B", "- 2-3 | B"),
    ],
)
def test_the_checks_of_a_table_can_fail(old: str, new: str) -> None:
    proof = "`test_layout_tables.py::test_the_checks_of_a_table_can_fail`"
    where = "`flows/save.py`, `_told`, `commonplace save --target`"
    right = f"| 1 | A | {where} | {proof} |\n| 2-3 | B | {where} | {proof} |"

    def faults(text: str) -> list[object]:
        rows = rows_in(text)
        found = unlisted(rows, 3), without_a_row(rows, "1 2"), unproved(rows), misplaced(rows)
        return [each for each in found if each]

    assert faults(right) == []
    assert old in right
    assert faults(right.replace(old, new)) != []
