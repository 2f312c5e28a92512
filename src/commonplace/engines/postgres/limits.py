"""How long a server is waited for: as long as a person who asks can bear, and no longer."""

from __future__ import annotations

from dataclasses import dataclass

CONNECT_S = 1.0
LEAST_WAIT_S = 0.05
"""Who has less than this left is out of time, which says nothing about the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The times, in seconds; those of every installation unless somebody says otherwise."""

    read_s: float = 2.0
    write_s: float = 60.0
    lock_s: float = 10.0
    connect_s: float = CONNECT_S
    rest_s: float = 5.0
    """After a server could not be reached it is left alone for so long: waiting for it helps nobody."""

    @property
    def find_s(self) -> float:
        """So long a question may take with everything that goes before it."""
        return 2 * self.read_s
