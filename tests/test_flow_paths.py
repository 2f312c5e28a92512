"""The six paths of ARCHITECTURE.md, each traced in a real process: the data meets the modules in the order that is drawn."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.laws  # each path is walked by a process of its own under a profiler

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "commonplace"
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
PATHS = {
    found[1]: re.findall(r"[\w/*]+\.py", found[2])
    for found in re.finditer(r"\*\*([\w ]+)\*\* — .*?```text\n(.*?)```", PAGE, re.DOTALL)
}
WALK = """
import os, sys
met, end = [], os._exit
def meet(frame, event, _):
    path = frame.f_code.co_filename
    if event == "call" and path.startswith(PACKAGE) and frame.f_code.co_name != "<module>":
        name = path[len(PACKAGE) + 1:]
        if met[-1:] != [name]:
            met.append(name)
def ended(code=0):
    sys.setprofile(None)
    with open(TO, "w") as to:
        to.write("\\n".join(met))
    end(code)
os._exit = ended
from commonplace.entry import main
BEFORE
sys.setprofile(meet)
try:
    main()
except SystemExit as done:
    ended(done.code or 0)
"""
DIES = """
from commonplace.storage.publish import Publisher
Publisher._settle = lambda *_: end(9)
"""


def walked(folder: Path, *words: str, typed: str = "", before: str = "") -> list[str]:
    """Return the modules of a run of the command, in the order in which its calls came to them."""
    to = folder.parent / "met"
    script = f"PACKAGE, TO = {str(PACKAGE)!r}, {str(to)!r}\n" + WALK.replace("BEFORE", before)
    ran = subprocess.run(
        [sys.executable, "-P", "-c", script, *words],
        cwd=folder,
        env={**os.environ, "COMMONPLACE_HOOK_BUDGET_S": "60"},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == (9 if before else 0), ran.stdout + ran.stderr
    return to.read_text("utf-8").split("\n") if to.exists() else []


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    walked(folder, "init")
    walked(folder, "remember", "Staging listens on port 6001 behind the proxy.", "--yes")
    return folder


def remember(project: Path) -> list[str]:
    return walked(
        project,
        "remember",
        "Staging listens on port 6001 behind the proxy. Its logs are in Loki.",
        "--yes",
    )


def prompt(project: Path) -> list[str]:
    asked = {"prompt": "Which port does staging listen on?", "cwd": str(project), "session_id": "s"}
    return walked(project, "hook", "claude-code", "UserPromptSubmit", typed=json.dumps(asked))


def learn(project: Path) -> list[str]:
    (project / "guide.md").write_text(
        "# Deploys\n\nAlways run the migrations before a deploy.\n", "utf-8"
    )
    return walked(project, "learn", "guide.md", "--yes")


def review(project: Path) -> list[str]:
    walked(project, "reject", "Lunch is at noon.", "--yes")
    with pytest.raises(AssertionError, match="waits as"):
        walked(project, "remember", "The nightly build runs at two.")
    listed = subprocess.run(
        [sys.executable, "-P", "-m", "commonplace", "review", "--json"],
        cwd=project, capture_output=True, check=True,
    )  # fmt: skip
    return walked(project, "review", "accept", json.loads(listed.stdout)[0]["id"], "--yes")


def distill(project: Path) -> list[str]:
    return walked(project, "distill", "--refine", "--yes")


def crash_and_reopen(project: Path) -> list[str]:
    walked(project, "remember", "Deploys need the VPN.", "--yes", before=DIES)
    return walked(project, "list")


@pytest.mark.parametrize(
    "walk",
    [remember, prompt, learn, review, distill, crash_and_reopen],
    ids=lambda each: each.__name__,
)
def test_the_data_meets_the_modules_of_a_path_in_the_order_that_is_drawn(
    project: Path, walk
) -> None:
    drawn = PATHS[walk.__name__.replace("_", " ")]
    met = walk(project)

    left = iter(met)
    for module in drawn:
        pattern = re.compile(module.replace("*", r"\w+"))
        assert any(pattern.fullmatch(each) for each in left), f"{module} is not met there: {drawn}"
