"""Real programs whose model hears no hook of ours: it is offered our tools and skills, and a tool answers."""

import json
import subprocess
from pathlib import Path

import pytest
from fake_models import Call, FakeModel
from literal_model import LiteralModel
from programs import AMP, UNHEARD, Program
from test_agents_that_ask import DETAIL, INVOICES, PROMPT, used
from test_real_agents import PREFERENCE, wait_for_pending

pytestmark = pytest.mark.hosts

TEA = "I drink my tea at half past five."
ANSWERED = ('"role": "tool"', '"tool_result"')


@pytest.fixture(params=sorted(UNHEARD))
def host(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not UNHEARD[name].exists():
        pytest.skip(f"{name} is not installed: `make agents` could not fetch it")
    return name


def is_ours(tool: str, name: str) -> bool:
    return tool.endswith(f"commonplace__{name}")


def test_tools_and_skills_are_offered_and_the_personal_book_answers(
    program: Program, model: FakeModel
) -> None:
    program.commonplace("init", "--personal")
    program.commonplace("remember", TEA, "--personal", "--yes")
    program.commonplace("install", program.host, "--scope", "user", "--yes")

    def script(body: dict[str, object]) -> str | Call:
        if any(mark in json.dumps(body) for mark in ANSWERED) or not body.get("tools"):
            return "Done."
        recall = next(name for name in model.tools() if is_ours(name, "recall"))
        return Call(recall, {"query": "When is tea?"})

    model.script = script
    program.ask("When do I drink my tea?")

    offered = model.tools(0)
    assert all(
        any(is_ours(tool, name) for tool in offered) for name in ("recall", "show", "remember")
    )
    assert "memory-retrieve" in model.said(0)
    assert '"tier' not in model.said(0)
    assert "half past five" in json.dumps(model.turns[-1]["messages"])


TOLD = {"goose": "[contents]", "cline": "commonplace recall"}
"""What leads a model there to look things up: what our server says of itself, or a standing rule."""


@pytest.mark.parametrize(
    ("host", "way"),
    [*(("goose", way) for way in ("tool", "command", "skill")), ("cline", "rule"), ("cline", "skill")],
)  # fmt: skip
def test_a_model_that_does_what_it_is_told_there_looks_things_up(
    program: Program, model: FakeModel, way: str
) -> None:
    program.commonplace("remember", INVOICES, "--yes")
    program.commonplace("install", program.host, "--scope", "user", "--yes")
    model.script = LiteralModel(way, PROMPT)

    program.ask(PROMPT)

    assert TOLD[program.host] in model.said(0)
    assert DETAIL not in model.said(0)
    assert DETAIL in model.said()
    assert used(program) == ["MEM-invoices-tax-office"]


def test_goose_lets_what_was_said_be_captured(program: Program, model: FakeModel) -> None:
    if program.host != "goose":
        pytest.skip("only goose runs our hooks, without a word to its model")
    program.commonplace("install", program.host, "--scope", "user", "--yes")
    model.script = lambda _: "Understood: pnpm instead of npm from now on."

    program.ask(PREFERENCE)

    assert any("pnpm" in json.dumps(each) for each in wait_for_pending(program))
    assert program.hook_log() == ""


def test_uninstalling_leaves_nothing(program: Program, model: FakeModel) -> None:
    before = {path for path in program.home.rglob("*") if ".local" not in path.parts}
    program.commonplace("install", program.host, "--scope", "user", "--yes")
    program.commonplace("uninstall", program.host, "--scope", "user", "--yes")
    assert {path for path in program.home.rglob("*") if ".local" not in path.parts} == before

    program.ask("When do I drink my tea?")

    assert not any("commonplace" in name for name in model.tools(0))
    assert "memory-retrieve" not in model.said(0)


@pytest.mark.parametrize("host", ["amp"])
def test_amp_reads_the_entry_that_we_write_and_writes_the_same_itself(
    host: str, model: FakeModel, tmp_path: Path
) -> None:
    if not AMP.exists():
        pytest.skip("Amp is not installed: `make agents` could not fetch it")
    home, project = (tmp_path / name for name in ("home", "project"))
    home.mkdir()
    project.mkdir()
    program = Program(host, home, project, model.port)
    settings = home / ".config" / "amp" / "settings.json"
    program.commonplace("install", host, "--scope", "user", "--yes")
    ours = json.loads(settings.read_text())
    argv = [ours["amp.mcpServers"]["commonplace"]["command"], "mcp"]

    listed = amp(program, "mcp", "list")
    program.commonplace("uninstall", host, "--scope", "user", "--yes")
    is_left = settings.exists()
    amp(program, "mcp", "add", "commonplace", "--", *argv)

    assert f"commonplace  command  {' '.join(argv)}" in listed
    assert not is_left
    assert json.loads(settings.read_text()) == ours


def amp(program: Program, *words: str) -> str:
    """Run one of the program's commands that ask nobody's account."""
    done = subprocess.run(
        [str(AMP), *words],
        env=program.environment(),
        cwd=program.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout
