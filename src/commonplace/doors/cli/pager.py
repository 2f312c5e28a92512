"""What a person at a terminal gets beside the text itself: a pager for long results, a sign of long work."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from commonplace.core.names import full_folders
from commonplace.doors.render.common import columns_of

PAGERS = ("less", "more")
LESS = "FRX"
"""As git sets it: quit where one screen is enough, keep colours, leave the text on the screen."""
NO_PAGER = ("cat", "")
SHOWN_AFTER_S, SHOWN_EVERY_S = 1.0, 0.5
_ERASE = "\r\x1b[K"


def is_longer_than_screen(text: str) -> bool:
    """Say whether `text` and the prompt below it do not fit on the screen at once."""
    columns, lines = shutil.get_terminal_size()
    rows = sum(max(1, -(-columns_of(line) // max(columns, 1))) for line in text.split("\n"))
    return rows >= lines


def page(text: str, environ: Mapping[str, str]) -> bool:
    """Show `text` in the pager of `environ`; False where there is none, and nothing was shown.

    Only the person's own environment names it: a project's settings never name a program.
    """
    command = _pager(environ)
    if not command:
        return False
    sys.stdout.flush()
    try:
        shown = subprocess.Popen(  # noqa: S603 - the person's own pager
            command, stdin=subprocess.PIPE, env={"LESS": LESS, "LESSCHARSET": "utf-8", **environ}
        )
    except OSError:
        return False
    assert shown.stdin is not None, "a pipe was asked for"
    try:
        with shown.stdin as pipe:
            pipe.write(f"{text}\n".encode("utf-8", "backslashreplace"))
    except BrokenPipeError:
        pass  # whoever reads has seen enough
    while True:
        try:
            shown.wait()
        except KeyboardInterrupt:
            continue  # the pager's own key: it decides whether to leave
        return True


def _pager(environ: Mapping[str, str]) -> list[str]:
    """Return the pager's words; none where the person wants none, or there is no program of that name."""
    path = full_folders(environ.get("PATH", os.defpath))
    named = environ.get("PAGER")
    if named is None:
        return [found for name in PAGERS if (found := shutil.which(name, path=path))][:1]
    try:
        words = shlex.split(named)
    except ValueError:
        return []
    if " ".join(words) in NO_PAGER:
        return []
    found = shutil.which(words[0], path=path)
    return [found, *words[1:]] if found else []


class Ticker:
    """A line on standard error that says what is being done, from the second second on."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._begun = time.monotonic()
        self._done = threading.Event()
        self._share = ""
        self._thread = threading.Thread(target=self._run, daemon=True)

    def update(self, now: int, total: int) -> None:
        """Note how far the work has come."""
        self._share = f" {100 * now // max(total, 1)} %"

    def line(self) -> str:
        """Return what is shown now."""
        return f"{self._label}{self._share} … {time.monotonic() - self._begun:.0f} s"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        """Write the line anew until the work is done, then take it away."""
        wait, is_shown = SHOWN_AFTER_S, False
        while not self._done.wait(wait):
            self._write(f"{_ERASE}{self.line()}")
            wait, is_shown = SHOWN_EVERY_S, True
        if is_shown:
            self._write(_ERASE)

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):  # the terminal is gone: the work goes on
            self._done.set()
