"""Hanging up on a server that stands still."""

import socket
from dataclasses import dataclass

import pytest

pytest.importorskip("psycopg")

from commonplace.engines.postgres.server import Slow, cut_after


@dataclass
class WaitingLine:
    """A connection that waits for an answer which never comes."""

    ours: socket.socket
    closed: bool = False

    def fileno(self) -> int:
        return self.ours.fileno()

    def wait(self) -> None:
        assert self.ours.recv(1) == b""
        self.closed = True
        raise ConnectionError


def test_a_line_that_we_cut_ourselves_counts_as_slow_however_quickly_its_reader_wakes() -> None:
    for _ in range(50):
        ours, theirs = socket.socketpair()
        line = WaitingLine(ours)
        with ours, theirs, pytest.raises(Slow), cut_after(line, 0.0):  # type: ignore[arg-type]
            line.wait()
