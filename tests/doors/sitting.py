"""A person at a terminal: commands are typed, questions are answered through a pseudo-terminal."""

import io
import os
import pty
import sys
import termios
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path

from commonplace.app.books import book_in
from commonplace.config import Settings
from commonplace.core.memory import Memory
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.main import run
from commonplace.pages.wire import Network

END_OF_INPUT = b"\x04"
"""Whoever is asked more than was typed has left."""
CLOCK = datetime(2026, 3, 14, 9, 26, 53, tzinfo=UTC)


class Sitting:
    """One developer, one project, one book; every answer is typed into a real terminal device."""

    def __init__(self, folder: Path, layout: str, network: Network | None = None) -> None:
        self.folder = folder
        self.network = network
        self.told = ""
        assert self.type("init", "--layout", layout) == 0

    def type(self, *words: str, answers: str = "") -> int:
        """Run a command; `answers` are the lines typed while it runs."""
        keyboard, screen = pty.openpty()
        _silence(screen)
        os.write(keyboard, answers.encode() + END_OF_INPUT)
        out = io.TextIOWrapper(io.BytesIO(), "utf-8")
        shown = io.StringIO()
        before = sys.stdin
        sys.stdin = os.fdopen(screen, encoding="utf-8")
        try:
            with redirect_stdout(out), redirect_stderr(shown):
                assert sys.stdin.isatty()
                desk = Desk(
                    environ=os.environ,
                    folder=self.folder,
                    clock=lambda: CLOCK,
                    is_terminal=True,
                    network=self.network,
                )
                code = run(list(words), desk)
                out.flush()
        finally:
            sys.stdin.close()
            sys.stdin = before
            os.close(keyboard)
        self.told = out.buffer.getvalue().decode() + shown.getvalue()
        return code

    def memories(self) -> list[Memory]:
        book = book_in(self.folder, Settings())
        assert book is not None
        return list(book.reading().memories)

    def living(self) -> dict[str, str]:
        """Return what may be recalled: the texts, by id."""
        return {m.id: m.body for m in self.memories() if m.is_active and m.source}

    def texts(self) -> list[str]:
        """Return what the living memories say, whether as points or not."""
        bodies = (" ".join(m.body.split()) for m in self.memories() if m.is_active)
        return sorted(body.removeprefix("- ") for body in bodies)


def _silence(screen: int) -> None:
    """Let the terminal take whole lines without echoing them: nobody reads its screen."""
    settings = termios.tcgetattr(screen)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(screen, termios.TCSANOW, settings)
