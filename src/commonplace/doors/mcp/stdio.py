"""The real server on standard input and output, taking over from the front while the client is served.

A thread goes on hearing lines, and answering what is known, while this one loads the server. Then the
lines that were left are handed over, and every line after them.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable

from commonplace.doors.mcp.fast_start import INSTRUCTIONS, Front, Wire, instructions

Take = Callable[[bytes], None]
"""Takes a line; an empty one is the end of the input."""


def serve(wire: Wire, front: Front, arguments: list[str]) -> int:
    """Load the server, hand the stream over to it, and return the exit code when the client is gone."""
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, _leave)
    listener = Listener(wire, front)
    threading.Thread(target=listener.run, daemon=True).start()
    # What the front calls comes first: it is a quarter of what the library takes.
    from commonplace.doors.mcp import read_only_calls  # noqa: F401, PLC0415
    from commonplace.doors.mcp.context import ServerPlace  # noqa: PLC0415
    from commonplace.doors.mcp.transport import run  # noqa: PLC0415 - the second that this is about

    # The front has answered already, unless only the server understands how the client opened.
    told = INSTRUCTIONS if front.opening is not None else instructions(arguments)
    run(ServerPlace.of(arguments), listener, told)
    return 0


class Listener:
    """Hears every line of the client: for the front first, later for whoever took over."""

    def __init__(self, wire: Wire, front: Front) -> None:
        self.wire = wire
        self.front = front
        self._take: Take | None = None
        self._hearing = threading.Lock()
        self._writing = threading.Lock()

    def run(self) -> None:
        """Hear until the input ends; a client that is gone has nothing left to hear."""
        try:
            while line := self.wire.read_line():
                self._hear(line)
            self._hear(b"")
        except OSError as trouble:
            sys.stderr.write(f"commonplace mcp: {trouble}\n")
            os._exit(1)

    def take_over(self, take: Take) -> None:
        """Give `take` every line that was left, and each one from now on."""
        with self._hearing:
            for line in self.front.left:
                take(line)
            self._take = take

    def write(self, line: bytes) -> None:
        """Write a whole line, one writer at a time; a client that is gone ends the process."""
        try:
            with self._writing:
                self.wire.write(line)
        except BrokenPipeError:
            os._exit(0)

    def _hear(self, line: bytes) -> None:
        with self._hearing:
            if self._take is not None:
                self._take(line)
            elif not line:
                if not self.front.owes:
                    os._exit(0)  # nothing was begun, and nobody waits
                self.front.left.append(line)
            elif answer := self.front.hear(line):
                self.write(answer)


def _leave(signal_number: int, frame: object) -> None:  # noqa: ARG001 - the system's signature
    """End at once: before the server is loaded nothing has been begun."""
    os._exit(0)
