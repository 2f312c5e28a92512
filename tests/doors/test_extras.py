"""Whoever asks for a door whose package is missing is told which extra brings it."""

import subprocess
import sys

import pytest

from commonplace.doctor.machine import extra_command


@pytest.mark.parametrize(
    ("name", "package"), [("MemoryTool", "anthropic"), ("LangGraphStore", "langgraph")]
)
@pytest.mark.laws
def test_without_the_package_the_extra_is_named(name: str, package: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import commonplace\n"
        f"try: commonplace.{name}\n"
        "except commonplace.errors.ConfigError as trouble: print(trouble.hint())\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )

    assert done.stdout == f"Install it with `{extra_command(package)}`.\n", done.stderr


def test_the_page_names_its_extra_before_a_book_is_opened() -> None:
    program = (
        "import sys; sys.modules['jinja2'] = None\n"
        "from commonplace.doors.cli.main import run\n"
        "sys.exit(run(['ui', '--no-open']))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )

    assert done.returncode == 1
    assert extra_command("ui") in done.stderr
