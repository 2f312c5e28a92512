"""No name of ours takes a command away from the agent program that is really installed."""

import shutil

import pytest
from built_ins import BUILT_INS
from programs import PATHS

from commonplace.hosts.install.written_texts import COMMANDS, FORMER, SKILLS

pytestmark = pytest.mark.hosts


@pytest.mark.parametrize("host", sorted(BUILT_INS))
def test_no_skill_or_command_has_the_name_of_a_built_in(host: str) -> None:
    if not PATHS[host].exists():
        pytest.skip(f"{host} is not installed: `make agents` could not fetch it")
    if host == "codex" and not shutil.which("tmux"):
        pytest.skip("Codex shows its commands only on a terminal, and tmux is not installed")

    found = BUILT_INS[host]()

    assert found >= {"init", "exit"}
    assert any(name.startswith("mcp") for name in found)
    assert found & {*SKILLS, *COMMANDS} == set()
    if host != "gemini":
        assert "review" in found & set(FORMER), "what our names once took away is not seen"
