"""No name of ours takes a command away from the agent program that is really installed."""

import shutil

import pytest
from built_ins import BUILT_INS
from programs import PATHS, UNHEARD

from commonplace.hosts.install.written_texts import COMMANDS, FORMER, SKILLS

pytestmark = pytest.mark.hosts


USUAL = {"init", "exit", "mcp"}
SURELY = {"cline": {"mcp", "compact", "quit"}, "goose": {"compact", "prompts", "quit"}}
"""What a list holds at least that was read at all."""
WITHOUT_REVIEW = ("cline", "gemini", "goose")


@pytest.mark.parametrize("host", sorted(BUILT_INS))
def test_no_skill_or_command_has_the_name_of_a_built_in(host: str) -> None:
    if not (PATHS | UNHEARD)[host].exists():
        pytest.skip(f"{host} is not installed: `make agents` could not fetch it")
    if host == "codex" and not shutil.which("tmux"):
        pytest.skip("Codex shows its commands only on a terminal, and tmux is not installed")

    found = BUILT_INS[host]()

    assert all(any(name.startswith(each) for name in found) for each in SURELY.get(host, USUAL))
    assert found & {*SKILLS, *COMMANDS} == set()
    if host not in WITHOUT_REVIEW:
        assert "review" in found & set(FORMER), "what our names once took away is not seen"
