"""Who runs a command: a person, or an agent program that leaves its marks in the environment.

A command inside an agent program is the agent's, whatever flags it was given. A process of the same
user cannot be stopped from hiding the marks; what it writes is listed with its channel all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_MARKS = (
    ("COMMONPLACE_AGENT", ""),
    ("CLAUDECODE", "claude-code"),
    ("CLAUDE_CODE_", "claude-code"),
    ("CURSOR_", "cursor"),
    ("GEMINI_CLI", "gemini"),
    ("CODEX_", "codex"),
    ("COPILOT_CLI", "copilot"),
    ("QWEN_CODE", "qwen"),
    ("OPENCODE=", "opencode"),
    ("CLINE_ACTIVE=", "cline"),
    ("CLINE_CONNECTOR_CLI_LAUNCH=", "cline"),
    ("GOOSE_TERMINAL=", "goose"),
    ("AGENT_SESSION_ID=", "goose"),
    ("AMP_CURRENT_THREAD_ID=", "amp"),
    ("CRUSH=", "crush"),
    ("AI_AGENT=", ""),
)
"""How names begin that agent programs give to variables of their own, or a whole name with `=`.

`AI_AGENT` is what several programs name themselves by, with a version or more after it.
"""
_TITLES = {"kimi-code": "kimi"}
"""How a program calls its own process that leaves no mark."""
_SETTINGS = (
    "_HOME", "_KEY", "_DIR", "_PATH", "_CONFIG", "_URL", "_TOKEN", "_MODEL",
    "_USE_", "_MAX_", "_DISABLE", "_ENABLE", "COMMONPLACE_AGENTS",
)  # fmt: skip
"""Parts of names that people export in their own shells; a setting is no mark."""


_SHARED = ("CURSOR_TRACE_ID", "AGENT_SESSION_ID")
"""Marks that are in terminals where people type, too: of the editor that opened them, and of `goose term init`."""

_SESSIONS = (
    "CLAUDE_CODE_SESSION_ID",
    "COPILOT_AGENT_SESSION_ID",
    "GEMINI_SESSION_ID",
    "QWEN_CODE_SESSION_ID",
    "AGENT_SESSION_ID",
)
"""Where an agent program names its session, as it names it to its hooks."""
_TRANSCRIPT = "CURSOR_TRANSCRIPT_PATH"
"""Where one names the file instead, which is called after the session."""


def agent_in(environ: Mapping[str, str]) -> str:
    """Return the agent program that `environ` belongs to, empty for a person's own shell."""
    told = [(variable, value) for variable, value in environ.items() if value]
    for mark, name in _MARKS:
        for variable, value in told:
            if f"{variable}=".startswith(mark) and not _is_setting(variable):
                return name or value
    return ""


def agent_called(command: Sequence[str]) -> str:
    """Return the agent program whose process has this command line, where only that can tell it."""
    return _TITLES.get(command[0].rpartition("/")[2], "") if command else ""


def session_in(environ: Mapping[str, str]) -> str:
    """Return the session of the agent program that `environ` belongs to, empty where it is not named."""
    named = next(filter(None, (environ.get(name, "") for name in _SESSIONS)), "")
    return named or environ.get(_TRANSCRIPT, "").rpartition("/")[2].partition(".")[0]


def owns_terminal(environ: Mapping[str, str]) -> bool:
    """Say whether a terminal in `environ` is an agent program's own: nobody else can type there."""
    return bool(agent_in({name: value for name, value in environ.items() if name not in _SHARED}))


def _is_setting(variable: str) -> bool:
    return any(part in f"{variable}_" for part in _SETTINGS)
