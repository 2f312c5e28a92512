"""What a team's build runs: the action and the pre-commit entry, as they are, on a sample book."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from commonplace.layouts.registry import NAMES, layout_of
from requirements import requirement
from transcript import command_line

LAYOUTS = tuple(map(layout_of, NAMES))

pytestmark = pytest.mark.laws

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    command_line(["remember", "Staging listens on port 6001 behind the proxy.", "--yes"])
    return tmp_path


def note(project: Path, name: str, text: str) -> None:
    path = project / ".memory" / "10-Memories" / f"MEM-{name}.md"
    head = f'---\ntitle: "{name}"\ncreated: 2026-03-14\n---\n\n# {name}\n\n'
    path.write_text(head + text + "\n", "utf-8")
    command_line(["check", "--fix"])


def found(*words: str) -> tuple[int, dict]:
    ran = command_line(["check", "--ci", "--json", *words])
    return ran.code, json.loads(ran.out)


@requirement("ci.findings", "D2.ci")
@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("The port of staging is fine.\n\npassword = 'Xk39fLq0Vb72TzRw'", "secret", 10),
        ("Staging listens on port 6002 behind the proxy.", "contradiction", 1),
        ("Text.\n\n## Connections\n- [[MEM-nowhere]]", "broken-link", 0),
        ("Text.\n\nSee [[MEM-nowhere]].", "broken-link", 10),
    ],
)
def test_a_build_stops_for_what_should_not_be_merged(
    project: Path, text: str, code: str, line: int
) -> None:
    note(project, "added", text)

    exit_code, told = found()

    errors = [each for each in told["problems"] if each["severity"] == "error"]
    assert exit_code == 1
    assert [(each["code"], each["line"]) for each in errors] == [(code, line)]


@requirement("ci.findings")
def test_a_note_that_cannot_be_read_stops_a_build_and_a_good_book_does_not(project: Path) -> None:
    assert found()[0] == 0

    note(project, "half", "text")
    (project / ".memory/10-Memories/MEM-half.md").write_text("---\ntitle: [\n---\n", "utf-8")

    assert found()[0] == 1
    assert "bad-yaml" in {each["code"] for each in found()[1]["problems"]}


@requirement("ci.findings")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_new_book_of_any_layout_passes(
    layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    command_line(["remember", "Deploys need the VPN.", "--yes"])

    assert (found()[0], found()[1]["errors"]) == (0, 0)


@requirement("ci.forms")
def test_on_github_problems_are_annotations_that_no_memory_can_forge(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note(project, "added", "Staging listens on port 6002 behind the proxy.\r::error::forged")
    monkeypatch.setattr(os, "environ", {**os.environ, "GITHUB_ACTIONS": "true"})

    lines = command_line(["check", "--ci"]).out.decode().splitlines()

    commands = [line for line in lines if line.startswith("::")]
    assert all(
        line.startswith(("::error file=.memory/", "::warning file=.memory/")) for line in commands
    )
    assert commands[0].startswith("::error file=.memory/10-Memories/MEM-")
    assert ",title=contradiction::contradicts another memory: " in commands[0]


@requirement("ci.ready")
@pytest.mark.laws  # starts processes
def test_the_pre_commit_entry_runs_as_it_is_written(project: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    assert ran(shlex.split(hook["entry"]), project).returncode == 0


@requirement("ci.ready")
@pytest.mark.laws  # starts processes
def test_the_action_runs_as_it_is_written(project: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    steps = [step for step in action["runs"]["steps"] if "run" in step]
    install, check = steps
    book = action["inputs"]["book"]["default"]
    shell = ["bash", "-euo", "pipefail", "-c", check["run"]]
    good = ran(shell, project, BOOK=book, GITHUB_ACTIONS="true")
    note(project, "added", "Staging listens on port 6002 behind the proxy.")
    bad = ran(shell, project, BOOK=book, GITHUB_ACTIONS="true")

    assert "--require-hashes -r" in install["run"].splitlines()[0]
    assert install["run"].count("python -P -m pip ") == 2  # and no `pip.py` of the checkout
    assert (
        install["run"]
        .splitlines()[1]
        .endswith('--no-deps --no-build-isolation "$GITHUB_ACTION_PATH"')
    )
    assert all(
        len(step["uses"].partition("@")[2]) == 40
        for step in action["runs"]["steps"]
        if "uses" in step
    )
    assert check["env"] == {"BOOK": "${{ inputs.book }}"}
    assert (good.returncode, bad.returncode) == (0, 1)
    assert bad.stdout.startswith("::error file=.memory/10-Memories/MEM-")


def ran(words: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": path, **more}
    return subprocess.run(
        words, cwd=folder, env=environ, capture_output=True, text=True, check=False
    )
