"""Real programs that run no hook of ours: their model is offered our tools and skills, and a tool answers."""

import json

import pytest
from fake_models import Call, FakeModel
from programs import WITHOUT_HOOKS, Program

pytestmark = pytest.mark.hosts


@pytest.fixture(params=sorted(WITHOUT_HOOKS))
def host(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not WITHOUT_HOOKS[name].exists():
        pytest.skip(f"{name} is not installed: `make agents` could not fetch it")
    return name


def test_tools_and_skills_are_offered_and_the_personal_book_answers(
    program: Program, model: FakeModel
) -> None:
    program.commonplace("init", "--personal")
    program.commonplace("remember", "I drink my tea at half past five.", "--personal", "--yes")
    program.commonplace("install", program.host, "--scope", "user", "--yes")

    def script(body: dict[str, object]) -> str | Call:
        is_answered = '"role": "tool"' in json.dumps(body)
        return "Done." if is_answered else Call("commonplace__recall", {"query": "When is tea?"})

    model.script = script
    program.ask("When do I drink my tea?")

    assert {"commonplace__recall", "commonplace__show", "commonplace__remember"} <= model.tools(0)
    assert "memory-retrieve" in model.said(0)
    assert "half past five" not in model.said(0)
    assert "half past five" in model.said()


def test_uninstalling_leaves_nothing(program: Program, model: FakeModel) -> None:
    program.commonplace("install", program.host, "--scope", "user", "--yes")
    program.commonplace("uninstall", program.host, "--scope", "user", "--yes")

    program.ask("When do I drink my tea?")

    assert not any("commonplace" in name for name in model.tools(0))
    assert "memory-retrieve" not in model.said(0)
