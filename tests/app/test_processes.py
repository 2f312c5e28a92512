"""Who runs us is seen from the processes above, where a program leaves no mark in the environment."""

import subprocess
import sys
from pathlib import Path

import pytest

from commonplace.core.agent_detection import agent_called

ASKING = "from commonplace.doors.processes import agent_above; print(agent_above())"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no system tells it but Linux")
@pytest.mark.parametrize(("title", "agent"), [("kimi-code", "kimi"), ("ordinary", "")])
def test_an_agent_program_above_us_is_known_by_the_name_of_its_process(
    title: str, agent: str
) -> None:
    inner = f"{sys.executable} -c '{ASKING}'; true"

    done = subprocess.run(
        ["bash", "-c", f'exec -a {title} bash -c "$0"', inner],
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == agent


def test_a_process_without_a_command_is_nobody() -> None:
    assert agent_called(()) == ""
    assert agent_called(("/opt/kimi/kimi-code", "-p")) == "kimi"
