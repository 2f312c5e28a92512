"""What an agent runs in its program's shell is the agent's: it cannot pass for the person who is asked."""

import json

import pytest
from fake_models import FakeModel
from literal_model import run_in_shell
from programs import PATHS, UNHEARD, Program

pytestmark = pytest.mark.hosts

CLAIM = "The billing exports are signed off by whoever is on call that week."


@pytest.fixture(params=sorted(PATHS | UNHEARD))
def host(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not (PATHS | UNHEARD)[name].exists():
        pytest.skip(f"{name} is not installed: `make agents` could not fetch it")
    return name


def test_what_an_agent_remembers_in_a_shell_waits_for_the_person_whatever_flag_it_gives(
    program: Program, model: FakeModel
) -> None:
    command = f"commonplace remember '{CLAIM}' --yes"
    model.script = lambda body: run_in_shell(body, command)

    program.ask("Keep that in mind, please.")

    waiting = json.loads(program.commonplace("review", "--json"))
    assert [CLAIM in json.dumps(each) for each in waiting] == [True]
    assert CLAIM not in program.commonplace("list", "--json")
