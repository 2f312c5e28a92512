"""Run things ten seconds later, without waiting: what was written just now is then settled."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from commonplace.app.books import book_in
from commonplace.app.recall import index_of
from commonplace.config import Settings

TEN_SECONDS_NS = 10**10

_LATER = f"""
import os, sys, time
clock = time.time_ns
time.time_ns = lambda: clock() + {TEN_SECONDS_NS}
end = os._exit
parsed = set()
def look(event, what):
    place, _, name = str(what[0]).rpartition(os.sep) if event == "open" else ("", "", "")
    if place.endswith(os.path.join("commonplace", "data")):
        parsed.add("data/" + name)
def tell(code):
    if "LOADED" in os.environ:
        loaded = set(sys.modules) - before | parsed
        os.write(2, chr(10).join(sorted(loaded)).encode())
    end(code)
sys.addaudithook(look)
os._exit = tell
before = set(sys.modules)
from commonplace.entry import main
main()
"""


@contextmanager
def ten_seconds_later():
    clock = time.time_ns
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: clock() + TEN_SECONDS_NS)
        yield


def settle(folder: Path) -> None:
    """Bring the index of the book up to date, as if its last change were ten seconds ago."""
    book = book_in(folder, Settings())
    assert book is not None
    with ten_seconds_later():
        index_of(book).freshen()


def trust_arrivals() -> None:
    """Let agents have whatever is written into a book: for tests that write hundreds of notes at once."""
    path = Path(os.environ["XDG_CONFIG_HOME"]) / "commonplace" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('arrivals = "trust"\n', "utf-8")


def hook(event: str, text: str | bytes, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a hook in a fresh process, ten seconds later."""
    return subprocess.run(
        [sys.executable, "-I", "-c", _LATER, "hook", *event.split()],
        input=text.encode() if isinstance(text, str) else text,
        cwd=cwd,
        env={
            "COMMONPLACE_HOOK_BUDGET_S": "20",
            **os.environ,
        },  # a busy machine is not what is tested
        capture_output=True,
        check=False,
    )
