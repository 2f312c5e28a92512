"""Who runs a command is told by the marks of the environment."""

import pytest

from commonplace.core.agent_detection import agent_in, owns_terminal


@pytest.mark.parametrize(
    ("variable", "agent"),
    [
        ("CLAUDECODE", "claude-code"),
        ("CLAUDE_CODE_ENTRYPOINT", "claude-code"),
        ("CURSOR_TRACE_ID", "cursor"),
        ("CURSOR_AGENT", "cursor"),
        ("GEMINI_CLI", "gemini"),
        ("CODEX_SANDBOX", "codex"),
        ("COPILOT_CLI", "copilot"),
        ("QWEN_CODE", "qwen"),
        ("OPENCODE", "opencode"),
        ("GOOSE_TERMINAL", "goose"),
        ("AMP_CURRENT_THREAD_ID", "amp"),
        ("CRUSH", "crush"),
        ("CLINE_ACTIVE", "cline"),
        ("CLINE_CONNECTOR_CLI_LAUNCH", "cline"),
    ],
)
def test_the_mark_of_an_agent_program_is_known(variable: str, agent: str) -> None:
    assert agent_in({"HOME": "/home/ada", variable: "1"}) == agent


def test_an_agent_can_be_named() -> None:
    assert agent_in({"COMMONPLACE_AGENT": "my-bot"}) == "my-bot"
    assert agent_in({"COMMONPLACE_AGENTS": "save"}) == ""
    assert agent_in({"AI_AGENT": "my-bot"}) == "my-bot"


@pytest.mark.parametrize(
    "variable",
    [
        "CODEX_HOME",
        "GEMINI_API_KEY",
        "CLAUDE_CODE_USE_BEDROCK",
        "CLAUDE_CODE_MAX_OUTPUT_TOKENS",
        "OPENCODE_PERMISSION",
        "CLINE_TELEMETRY_DISABLED",
        "SSH_AGENT_PID",
        "AGENT",
        "AMP_API_KEY",
        "GOOSE_PROVIDER",
        "CRUSH_GLOBAL_CONFIG",
    ],
)
def test_what_people_export_in_their_own_shells_is_no_mark(variable: str) -> None:
    assert agent_in({variable: "1"}) == ""


def test_an_empty_mark_is_none() -> None:
    assert agent_in({"CLAUDECODE": ""}) == ""


@pytest.mark.parametrize(
    ("variables", "is_its_own"),
    [
        ((), False),
        (("CURSOR_TRACE_ID",), False),
        (("CURSOR_TRACE_ID", "CURSOR_AGENT"), True),
        (("AGENT_SESSION_ID",), False),
        (("AGENT_SESSION_ID", "GOOSE_TERMINAL"), True),
    ],
)
def test_people_type_in_the_terminals_of_an_editor_too(
    variables: tuple[str, ...], is_its_own: bool
) -> None:
    assert owns_terminal(dict.fromkeys(variables, "1")) is is_its_own
