"""Claude Code's own validator accepts the plugin and its marketplace."""

import subprocess

import pytest
from programs import PATHS, ROOT

pytestmark = pytest.mark.hosts


@pytest.mark.parametrize("folder", [".", "plugins/commonplace"])
def test_the_plugin_passes_the_strict_validator(folder: str) -> None:
    program = PATHS["claude-code"]
    if not program.exists():
        pytest.skip("claude-code is not installed: `make agents` could not fetch it")

    done = subprocess.run(
        [program, "plugin", "validate", "--strict", ROOT / folder],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stdout + done.stderr
