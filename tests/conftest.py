"""One hermetic environment for every test: private folders, plain English, no colour."""

import gc
import os
import re
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).resolve().parent))

settings.register_profile("brief", max_examples=25, deadline=None, database=None)
settings.register_profile("large", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile("large" if os.environ.get("COMMONPLACE_FAULTS") == "large" else "brief")

MEMORY = Path("/dev/shm")
if MEMORY.is_dir():
    # Thousands of small folders: in memory they are made, synced and swept in no time.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

AGENT_MARKS = (
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "GEMINI_SESSION_ID",
    "CURSOR_TRACE_ID",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "CODEX_SANDBOX",
    "COMMONPLACE_AGENT",
)
HOMES = count()
LEFT_OUT = re.compile(r"(?:.* and )?not \(([\w ]+)\)")
MARKED_WHOLE = re.compile(r"^pytestmark = (\[[^\]]*\]|.*)", re.MULTILINE)

# Ten thousand collected objects live until the end: looking through them for waste takes seconds.
gc.set_threshold(100_000, 50, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave a module unread when `-m` leaves out every test of it."""
    expression = LEFT_OUT.fullmatch(config.option.markexpr)
    if not expression or not collection_path.match("test_*.py"):
        return None
    whole = MARKED_WHOLE.search(collection_path.read_text("utf-8"))
    marks = re.findall(r"pytest\.mark\.(\w+)", whole[1]) if whole else []
    return bool(set(marks) & set(expression[1].split(" or "))) or None


def pytest_collection_finish() -> None:
    """Keep what was collected out of every later search for waste."""
    gc.freeze()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of all homes: numbered by us, since pytest looks through all to find a number."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def _private_environment(homes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = homes / str(next(HOMES))
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
    monkeypatch.setenv("COMMONPLACE_LANG", "en")
    monkeypatch.setenv("NO_COLOR", "1")
    for name in AGENT_MARKS:
        monkeypatch.delenv(name, raising=False)
