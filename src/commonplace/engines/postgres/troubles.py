"""What can be wrong with a server, in our words; none of it costs an answer."""

from __future__ import annotations

from typing import ClassVar


class Trouble(Exception):
    """The server cannot answer now; `why` is what the answer is marked with."""

    why: ClassVar[str] = "postgres-unavailable"


class Unreachable(Trouble):
    """Nobody answers there, or the line was cut in the middle of a question."""

    why = "postgres-unreachable"


class NoLine(Unreachable):
    """There was no connection to be had at all."""


class Slow(Trouble):
    """The time that a question may take is over."""

    why = "postgres-slow"


class Unprepared(Trouble):
    """The database has no tables of ours, or those of another version."""

    why = "postgres-not-prepared"


class Refused(Trouble):
    """The login may not do this."""

    why = "postgres-refused"


class Behind(Trouble):
    """The server does not hold everything that this machine does."""

    why = "postgres-behind"


class Lagging(Behind):
    """The server has not heard of what we have seen at another one."""


class Unnamed(Trouble):
    """Nobody has said where the server is."""

    why = "no-postgres-url"


class Missing(Trouble):
    """The driver is not installed."""

    why = "psycopg-missing"
