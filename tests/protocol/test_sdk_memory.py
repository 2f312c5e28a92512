"""Our memory backend passes the tests that Anthropic's SDK has for its own."""

import re
from pathlib import Path

import pytest
from sdk_memory_tests import run_their_tests

from requirements import requirement

pytestmark = pytest.mark.mcp


@requirement("memory-tool.sdk-tests")
def test_the_file_system_tests_of_the_sdk_pass_with_our_backend(tmp_path: Path) -> None:
    done = run_their_tests(tmp_path)

    assert done.returncode == 0, done.stdout
    passed = re.search(r"^(\d+) passed in", done.stdout, re.MULTILINE)
    assert passed is not None, "something was skipped: " + done.stdout
    assert int(passed.group(1)) >= 80
