"""A layout that nobody here wrote, added by the steps of the guide, works in every door."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_example_layout import blocks

import commonplace
from requirements import requirement

TESTS = Path(__file__).resolve().parent.parent
PACKAGE = Path(commonplace.__file__).parent
PROMPT = "Which port does staging listen on?"

DOORS = """
import json, os
from datetime import UTC, datetime
from pathlib import Path

import commonplace
from commonplace.app.books import open_book
from commonplace.app.engines import collections_for
from commonplace.core.memory import Origin
from commonplace.doors.cli.context import Desk
from commonplace.doors.mcp.consent import planned
from commonplace.doors.mcp.proposals import Settling, remembered
from commonplace.flows.capture import Given
from commonplace.layouts.mem_skill.settings import Qmd
from doors.local_page import Visitor
from transcript import command_line

def typed(*words):
    ran = command_line([*words])
    assert ran.code == 0, (words, ran.err)
    return ran.out.decode()

typed("init", "--layout", "cards")
typed("remember", "Staging listens on port 6001.", "--title", "Port", "--yes")
typed("remember", "Deploys need the VPN.", "--title", "VPN", "--yes")
typed("edit", "vpn", "--body", "Deploys need the VPN, always.", "--yes")
typed("forget", "vpn", "--yes")
typed("undo", "--yes")
typed("check")
typed("distill")
typed("lint")
found = json.loads(typed("recall", "staging port", "--json"))

api = commonplace.open_book(Path.cwd())
api.commit(api.propose("Releases are tagged on Thursdays.", title="Tags"), approved_by="ada")

desk = Desk(environ=os.environ, folder=Path.cwd(), clock=lambda: datetime.now(UTC), is_terminal=False)
given = Given(title="Nightly", source="agent", origin=Origin.AGENT)
plan = planned(desk, lambda d, b: remembered("The nightly runs at 2.", given, Settling(), d, b))

typed("convert", "elsewhere", "--to", "vault", "--yes")
typed("init", "--personal", "--layout", "lingxi")
typed("move", "vpn", "--to", "personal", "--yes")
visitor = Visitor(Path.cwd())
pages = (
    "/review", "/activity", "/search?q=port", "/memory?id=port", "/health", "/graph", "/try?prompt=staging+port",
)

book = open_book(Path.cwd())
said = Qmd(scope="project", knowledge="cards", experience="", mask="**/*.md")
print(json.dumps({
    "recalled": "port" in json.dumps(found),
    "layout": api.layout,
    "titles": sorted(memory.title for memory in api.memories()),
    "waiting": [edit.path for edit in plan.made.proposal.edits],
    "pages": sorted({visitor.get(each).status_code for each in pages}),
    "collections": [each.inside for each in collections_for(book.layout, book.root, said).all],
}))
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the package is a copy with the guide's layout in it."""
    package = tmp_path / "src" / "commonplace"
    shutil.copytree(PACKAGE, package)
    layout, registered, _ = blocks()
    row = registered.partition("...,\n")[2].removesuffix(")\n")
    (package / "layouts" / "cards.py").write_text(layout, "utf-8")
    registry = package / "layouts" / "registry.py"
    rows, end, rest = registry.read_text("utf-8").partition(")\nNAMES = ")
    assert end
    registry.write_text(f"{rows}{row}{end}{rest}", "utf-8")
    path = os.pathsep.join((str(tmp_path / "src"), str(TESTS)))
    return {**os.environ, "PYTHONPATH": path, "COMMONPLACE_HOOK_BUDGET_S": "20"}


@pytest.mark.laws  # copies the package and starts two processes
@requirement("layouts.fifth")
def test_a_fifth_layout_works_in_every_door_and_in_the_hook_after_a_hand_edit(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    project = tmp_path / "project"
    project.mkdir()

    def ran(*words: str, text: str = "") -> str:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=project,
            env=environ,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert json.loads(ran("-c", DOORS)) == {
        "recalled": True,
        "layout": "cards",
        "titles": ["Port", "Tags", "VPN"],
        "waiting": ["cards/nightly.md"],
        "pages": [200],
        "collections": ["cards"],
    }
    card = project / ".cards" / "cards" / "port.md"
    card.write_text("Staging listens on port 6002\n\nBehind the proxy.\n", "utf-8")

    said = ran("-m", "commonplace", "hook", "prompt", text=json.dumps({"prompt": PROMPT}))

    assert "6002" in said
    assert "6001" not in said
