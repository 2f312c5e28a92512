"""The plugin folder is made from the same rows as an installation, and outside tools accept it."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from commonplace import __version__
from commonplace.flows.turn import OWN_SKILLS
from commonplace.hosts.install.written_texts import COMMANDS, SKILLS, command, gemini_command, skill

ROOT = Path(__file__).resolve().parents[2]
_SPEC = importlib.util.spec_from_file_location("plugin", ROOT / "scripts" / "plugin.py")
assert _SPEC is not None
assert _SPEC.loader is not None
PLUGIN = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(PLUGIN)
FOLDER, ICON, plugin_files = PLUGIN.FOLDER, PLUGIN.ICON, PLUGIN.plugin_files


def test_the_folder_in_the_repository_is_what_the_rows_say() -> None:
    files = plugin_files(__version__)
    there = {
        str(path.relative_to(ROOT))
        for folder in (ROOT / FOLDER, ROOT / ".claude-plugin")
        for path in folder.rglob("*")
        if path.is_file()
    }

    assert there == {*files, ICON}
    assert all((ROOT / name).read_text("utf-8") == text for name, text in files.items())


def test_the_icon_is_a_square_picture_of_a_size_that_the_directory_takes() -> None:
    content = (ROOT / ICON).read_bytes()

    width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
    assert content.startswith(b"\x89PNG\r\n")
    assert 512 <= width == height <= 2048


def test_hooks_are_shell_strings_of_ours() -> None:
    hooks = json.loads(plugin_files(__version__)[f"{FOLDER}/hooks/hooks.json"])["hooks"]

    handlers = [handler for entries in hooks.values() for handler in entries[0]["hooks"]]
    assert all(
        handler["command"].startswith("commonplace hook claude-code ") for handler in handlers
    )
    assert not any("args" in handler for handler in handlers)


def test_the_core_loop_knows_which_skills_are_the_memorys_own() -> None:
    assert set(SKILLS) == OWN_SKILLS


@pytest.mark.laws
@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_passes_the_outside_validator(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "SKILL.md").write_text(skill(name), encoding="utf-8")

    program = Path(sys.executable).with_name("agentskills")
    done = subprocess.run(
        [program, "validate", tmp_path / name], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_calls_the_command_and_takes_its_words(name: str) -> None:
    assert "commonplace" in command(name)
    assert "$ARGUMENTS" in command(name)
    assert "{{args}}" in gemini_command(name)
