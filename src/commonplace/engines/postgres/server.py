"""A team's database: questions and changes as one member of one team, each in its own transaction.

Everything that must hold for one transaction is said inside it (the role, the team, the time limits) and
is gone with it, so that a connection can go from hand to hand, and through a pooler of the server's.

What can be wrong with a server, in our words; none of it costs an answer.

Connections to a team's server: pooled for each server, borrowed for one question, cut when time is over.
"""

from __future__ import annotations

import atexit
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import ceil
from threading import Lock, Timer
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, LiteralString, TypeVar

from commonplace.core.values import dataclass
from commonplace.engines.postgres.migrations import MEMBER, STEPS, prepare

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

    Line = Connection[tuple[object, ...]]
    Pool = ConnectionPool[Line]


class ServerTrouble(Exception):
    """The server cannot answer now; `why` is what the answer is marked with."""

    why: ClassVar[str] = "postgres-unavailable"


class Unreachable(ServerTrouble):
    """Nobody answers there, or the line was cut in the middle of a question."""

    why = "postgres-unreachable"


class NoLine(Unreachable):
    """There was no connection to be had at all."""


class Slow(ServerTrouble):
    """The time that a question may take is over."""

    why = "postgres-slow"


class Unprepared(ServerTrouble):
    """The database has no tables of ours, or those of another version."""

    why = "postgres-not-prepared"


class LoginRefused(ServerTrouble):
    """The login may not do this."""

    why = "postgres-refused"


class Behind(ServerTrouble):
    """The server does not hold everything that this machine does."""

    why = "postgres-behind"


class Lagging(Behind):
    """The server has not heard of what we have seen at another one."""


class Unnamed(ServerTrouble):
    """Nobody has said where the server is."""

    why = "no-postgres-url"


class DriverMissing(ServerTrouble):
    """The driver is not installed."""

    why = "psycopg-missing"


CONNECT_S = 1.0
LEAST_WAIT_S = 0.05
"""Who has less than this left is out of time, which says nothing about the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The times, in seconds; those of every installation unless somebody says otherwise."""

    read_s: float = 2.0
    write_s: float = 60.0
    prepare_s: float = 3600.0
    """A step may move all that is kept."""
    lock_s: float = 10.0
    connect_s: float = CONNECT_S
    rest_s: float = 5.0
    """After a server could not be reached it is left alone for so long: waiting for it helps nobody."""

    @property
    def find_s(self) -> float:
        """So long a question may take with everything that goes before it."""
        return 2 * self.read_s


MOST_CONNECTIONS = 10
IDLE_S = 60.0
LEAST_TIMEOUT_S = 2
"""libpq knows no less."""

_POOLS: dict[tuple[str, float], Pool] = {}
_OPENING = Lock()


def driver() -> ModuleType:
    """Return the driver, which only those have who asked for it."""
    try:
        import psycopg  # noqa: PLC0415
        import psycopg_pool  # noqa: F401, PLC0415 - an extra
    except ImportError as cause:
        raise DriverMissing from cause
    return psycopg


def pool_of(url: str, connect_s: float = CONNECT_S) -> Pool:
    """Return the connections to the server at `url`, which must be there when it is first asked."""
    key = (url, connect_s)
    if key in _POOLS:
        return _POOLS[key]
    # A pool waits for a server that refuses; one try of our own says at once what is wrong.
    driver().connect(url, connect_timeout=_timeout_s(connect_s)).close()
    with _OPENING:  # many ask at once, and all of them share one pool
        if key not in _POOLS:
            _POOLS[key] = _opened(url, connect_s)
    return _POOLS[key]


def _opened(url: str, connect_s: float) -> Pool:
    from psycopg_pool import ConnectionPool  # noqa: PLC0415 - an extra

    # What it reports while a server is away would stand between the lines of an answer.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    made: Pool = ConnectionPool(
        url,
        min_size=0,
        max_size=MOST_CONNECTIONS,
        max_idle=IDLE_S,
        reconnect_timeout=_timeout_s(connect_s),
        open=True,
        # Plans are not kept on the server's side: a pooler in between gives the next one to another.
        kwargs={"prepare_threshold": None, "connect_timeout": _timeout_s(connect_s)},
    )
    atexit.register(made.close, timeout=0)
    return made


def _timeout_s(connect_s: float) -> int:
    return max(LEAST_TIMEOUT_S, ceil(connect_s))


_IN_USE: Counter[str] = Counter()
"""How many connections to each server are working right now, for anybody in this process."""
_COUNTING = Lock()


@contextmanager
def borrowed(url: str, end: float, connect_s: float) -> Iterator[Line]:
    """Yield a connection until `end`; raise `NoLine` where there is none, `Slow` where time is over."""
    psycopg = driver()
    try:
        pool = pool_of(url, connect_s)
        line = _waited_for(pool, url, end, connect_s)
    except psycopg.Error as error:
        raise NoLine(str(error)) from error
    _count(url, 1)
    try:
        with line, cut_after(line, end - time.monotonic()):
            yield line
    finally:
        _count(url, -1)
        pool.putconn(line)


def _waited_for(pool: Pool, url: str, end: float, connect_s: float) -> Line:
    """Return a connection of the pool's; that all of them are busy says that the server is there."""
    from psycopg_pool import PoolTimeout  # noqa: PLC0415 - an extra

    while (left_s := end - time.monotonic()) >= LEAST_WAIT_S:
        try:
            return pool.getconn(timeout=min(connect_s, left_s))
        except PoolTimeout:
            if left_s >= connect_s and not _IN_USE[url]:
                raise
    raise Slow("no time is left to reach the server")


def _count(url: str, change: int) -> None:
    with _COUNTING:
        _IN_USE[url] += change


@contextmanager
def cut_after(line: Line, seconds: float) -> Iterator[None]:
    """Hang up when the time is over, so that a server that stands still cannot hold us.

    Its own time limit needs a server that runs; this needs only the clock.
    """
    cut = _Cut(line.fileno())
    clock = Timer(max(seconds, 0.0), cut.hang_up)
    clock.daemon = True
    clock.start()
    try:
        yield
    except BaseException as error:
        if cut.is_over and line.closed:
            raise Slow from error
        raise
    finally:
        clock.cancel()
        cut.give_up()


class _Cut:
    """Hangs up a line, unless the work on it is done: then the number may be somebody else's already."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._lock = Lock()
        self._is_done = False
        self.is_over = False

    def hang_up(self) -> None:
        with self._lock:
            if self._is_done:
                return
            # Before the line breaks: who waits on it wakes at once and asks whether it was us.
            self.is_over = True
            line = socket.socket(fileno=self._number)
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.detach()

    def give_up(self) -> None:
        with self._lock:
            self._is_done = True


T = TypeVar("T")
Row = tuple[object, ...]
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TeamSession:
    """One transaction of one team; `tenant` is None for a team that the database does not know."""

    line: Line
    tenant: int | None

    def rows(self, statement: LiteralString, values: Values | None = None) -> list[Row]:
        """Return what a question is answered with; `%(tenant)s` is this team."""
        return self.line.execute(statement, {"tenant": self.tenant, **(values or {})}).fetchall()

    def run(self, statement: LiteralString, values: Values | None = None) -> int:
        """Carry out a change and return how many rows it touched."""
        return self.line.execute(statement, {"tenant": self.tenant, **(values or {})}).rowcount


class Server:
    """Where the copy is kept: the primary, perhaps a replica for questions, and whose team we are."""

    def __init__(
        self, url: str, team: str, replica_url: str = "", limits: Limits | None = None
    ) -> None:
        self.url = url
        self.replica_url = replica_url
        self.team = team
        self.limits = limits or Limits()
        self._resting: dict[str, tuple[float, str]] = {}
        """Until when a server is left alone, and what it said."""

    def read(self, ask: Callable[[TeamSession], T], budget_s: float | None = None) -> T:
        """Return what `ask` finds in one snapshot: at the replica, or where that fails at the primary."""
        end = time.monotonic() + (self.limits.read_s if budget_s is None else budget_s)
        trouble: ServerTrouble = Unnamed()
        for url in filter(None, (self.replica_url, self.url)):
            try:
                return self._again(url, self._job(ask, end, writes=False), end)
            except (Unreachable, Slow, Behind) as found:
                trouble = found
        raise trouble

    def write(self, change: Callable[[TeamSession], T], budget_s: float | None = None) -> T:
        """Do what `change` does, all or nothing of it, at the primary."""
        end = time.monotonic() + (self.limits.write_s if budget_s is None else budget_s)
        return self._again(self.url, self._job(change, end, writes=True), end)

    def is_up_to_date(self) -> bool:
        """Say whether every step of preparing was done, by what a member may look up."""
        names = self.read(lambda session: session.rows("SELECT name FROM commonplace.migrations"))
        return {step for step, _ in STEPS} <= {name for (name,) in names}

    def prepare(self) -> tuple[str, ...]:
        """Make or renew the tables, as the login itself; return the names of the steps done."""

        def work(line: Line) -> tuple[str, ...]:
            line.read_only = line.isolation_level = None
            return prepare(line)

        return self._again(self.url, work, time.monotonic() + self.limits.prepare_s)

    def _again(self, url: str, work: Callable[[Line], T], end: float) -> T:
        """Do it, and once more on another connection where a kept one turned out to be dead."""
        try:
            return self._on(url, work, end)
        except Unreachable:
            if url in self._resting:
                raise
            return self._on(url, work, end)

    def _job(
        self, job: Callable[[TeamSession], T], end: float, *, writes: bool
    ) -> Callable[[Line], T]:
        """Return `job` as one transaction of our team's, on whatever connection there is."""

        def work(line: Line) -> T:
            from psycopg import IsolationLevel  # noqa: PLC0415 - an extra

            line.read_only = not writes
            line.isolation_level = (
                IsolationLevel.READ_COMMITTED if writes else IsolationLevel.REPEATABLE_READ
            )
            with line.transaction():
                return job(self._entered(line, end, writes=writes))

        return work

    def _entered(self, line: Line, end: float, *, writes: bool) -> TeamSession:
        left_ms = max(1, int(1000 * (end - time.monotonic())))
        lock_ms = int(1000 * self.limits.lock_s)
        line.execute(
            "SELECT set_config('role', %s, true), set_config('statement_timeout', %s, true),"
            " set_config('lock_timeout', %s, true),"
            " set_config('idle_in_transaction_session_timeout', %s, true)",
            (MEMBER, str(left_ms), str(min(left_ms, lock_ms)), str(2 * left_ms)),
        )
        row = line.execute(
            "WITH team AS MATERIALIZED (SELECT commonplace.enter(%s, %s) AS tenant)"
            " SELECT tenant, set_config('commonplace.tenant', coalesce(tenant::text, ''), true)"
            " FROM team",
            (self.team, writes),
        ).fetchone()
        tenant = row[0] if row else None
        return TeamSession(line, tenant if isinstance(tenant, int) else None)

    def _on(self, url: str, work: Callable[[Line], T], end: float) -> T:
        if not url:
            raise Unnamed
        until, said = self._resting.get(url, (0.0, ""))
        if until > time.monotonic():
            raise Unreachable(said)
        psycopg = driver()
        try:
            with borrowed(url, end, self.limits.connect_s) as line:
                self._resting.pop(url, None)
                return work(line)
        except NoLine as nobody:
            self._resting[url] = (time.monotonic() + self.limits.rest_s, str(nobody))
            raise
        except psycopg.Error as error:
            raise _trouble_of(error) from error


def _trouble_of(error: Exception) -> ServerTrouble:
    from psycopg import OperationalError, errors  # noqa: PLC0415 - an extra

    match error:
        case errors.QueryCanceled() | errors.LockNotAvailable():
            return Slow(str(error))
        case (
            errors.UndefinedTable()
            | errors.InvalidSchemaName()
            | errors.UndefinedFunction()
            | errors.UndefinedObject()
            | errors.InvalidParameterValue()
        ):
            return Unprepared(str(error))
        case errors.InsufficientPrivilege() | errors.ReadOnlySqlTransaction():
            return LoginRefused(str(error))
        case OperationalError():
            return Unreachable(str(error))
        case _:
            return ServerTrouble(str(error))
