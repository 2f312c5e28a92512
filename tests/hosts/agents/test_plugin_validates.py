"""Claude Code accepts the plugin as strictly as its directory does, and runs what is in it."""

import subprocess
from pathlib import Path

import pytest
from fake_models import FakeModel
from programs import PATHS, ROOT, Program

pytestmark = pytest.mark.hosts


@pytest.fixture(params=["claude-code"])
def host(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not PATHS[name].exists():
        pytest.skip(f"{name} is not installed: `make agents` could not fetch it")
    return name


def claude(program: Program, *arguments: str | Path) -> str:
    """Run a command of the program itself."""
    done = subprocess.run(
        [PATHS["claude-code"], *arguments],
        env=program.environment(),
        cwd=program.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_marketplace_passes_the_strict_validator(program: Program) -> None:
    claude(program, "plugin", "validate", "--strict", ROOT)


def test_the_plugin_would_be_taken_into_the_directory(program: Program) -> None:
    folder = ROOT / "plugins" / "commonplace"

    claude(program, "plugin", "validate", "--strict", "--profile", "directory", folder)


def test_hooks_tools_and_skills_of_the_installed_plugin_reach_the_model(
    program: Program, model: FakeModel
) -> None:
    claude(program, "plugin", "marketplace", "add", ROOT)
    claude(program, "plugin", "install", "commonplace@commonplace")

    program.ask_anew(model.requests.clear, "Which port does the staging gateway listen on?")

    told = model.said(0)
    assert "2 memories from earlier work" in told
    assert "[end of memory" in told
    assert "commonplace:memory-retrieve" in told
    assert any(name.endswith("commonplace__recall") for name in model.tools(0))
