"""One hermetic environment for every test: private folders, plain English, no colour."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

AGENT_MARKS = (
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CURSOR_TRACE_ID",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "CODEX_SANDBOX",
)


@pytest.fixture(autouse=True)
def _private_environment(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
    monkeypatch.setenv("COMMONPLACE_LANG", "en")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in AGENT_MARKS:
        monkeypatch.delenv(name, raising=False)
