"""One hermetic environment for every test: private folders, plain English, no colour."""

import gc
import os
import re
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from commonplace.hook import clock

sys.path.insert(0, str(Path(__file__).resolve().parent))

settings.register_profile("quick", max_examples=10, deadline=None, database=None)
settings.register_profile("brief", max_examples=25, deadline=None, database=None)
settings.register_profile("large", max_examples=2_000, deadline=None, print_blob=True)

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
for mark in AGENT_MARKS:
    os.environ.pop(mark, None)
os.environ |= {"COMMONPLACE_LANG": "en", "NO_COLOR": "1"}

# A busy machine is not what is tested: work is ended by its time on the processor alone.
clock.BY_THE_CLOCK = 1_000.0

HOMES = TemporaryDirectory(
    dir=MEMORY if MEMORY.is_dir() else None,
    ignore_cleanup_errors=True,  # a refresher that nobody waits for may still be at work there
)
NUMBERS = count()
LEFT_OUT = re.compile(r"(?:.* and )?not \(([\w ]+)\)")
MARKED_WHOLE = re.compile(r"^pytestmark = (\[[^\]]*\]|.*)", re.MULTILINE)

# Ten thousand collected objects live until the end: looking through them for waste takes seconds.
gc.set_threshold(100_000, 50, 100)


def left_out(config: pytest.Config) -> set[str]:
    """Return the marks whose tests `-m` leaves out."""
    expression = LEFT_OUT.fullmatch(config.option.markexpr)
    return set(expression[1].split(" or ")) if expression else set()


def pytest_configure(config: pytest.Config) -> None:
    """Try a law with few examples in the quick tests, with many where there is time."""
    if os.environ.get("COMMONPLACE_FAULTS") == "large":
        settings.load_profile("large")
    else:
        settings.load_profile("quick" if "laws" in left_out(config) else "brief")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave a module unread when `-m` leaves out every test of it."""
    if not collection_path.match("test_*.py"):
        return None
    whole = MARKED_WHOLE.search(collection_path.read_text("utf-8"))
    marks = re.findall(r"pytest\.mark\.(\w+)", whole[1]) if whole else []
    return True if left_out(config).intersection(marks) else None


def pytest_collection_finish() -> None:
    """Keep what was collected out of every later search for waste."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Give each test a home of its own, before its fixtures; as a fixture it would take twice the time."""
    home = Path(HOMES.name) / str(next(NUMBERS))
    home.mkdir()
    os.environ["HOME"] = str(home)
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(home / kind.lower())


def pytest_unconfigure() -> None:
    """Sweep the homes away."""
    HOMES.cleanup()
