"""A team's database: questions and changes as one member of one team, each in its own transaction.

Everything that must hold for one transaction is said inside it (the role, the team, the time limits) and
is gone with it, so that a connection can go from hand to hand, and through a pooler of the server's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, LiteralString, TypeVar

from commonplace.engines.postgres.connections import Limits, borrowed, driver
from commonplace.engines.postgres.migrations import MEMBER, STEPS, prepare
from commonplace.engines.postgres.troubles import (
    Behind,
    NoLine,
    Refused,
    Slow,
    Trouble,
    Unnamed,
    Unprepared,
    Unreachable,
)

if TYPE_CHECKING:
    from commonplace.engines.postgres.connections import Line

T = TypeVar("T")
Row = tuple[object, ...]
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Session:
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

    def read(self, ask: Callable[[Session], T], budget_s: float | None = None) -> T:
        """Return what `ask` finds in one snapshot: at the replica, or where that fails at the primary."""
        end = time.monotonic() + (self.limits.read_s if budget_s is None else budget_s)
        trouble: Trouble = Unnamed()
        for url in filter(None, (self.replica_url, self.url)):
            try:
                return self._again(url, self._job(ask, end, writes=False), end)
            except (Unreachable, Slow, Behind) as found:
                trouble = found
        raise trouble

    def write(self, change: Callable[[Session], T], budget_s: float | None = None) -> T:
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

        return self._again(self.url, work, time.monotonic() + self.limits.write_s)

    def _again(self, url: str, work: Callable[[Line], T], end: float) -> T:
        """Do it, and once more on another connection where a kept one turned out to be dead."""
        try:
            return self._on(url, work, end)
        except Unreachable:
            if url in self._resting:
                raise
            return self._on(url, work, end)

    def _job(self, job: Callable[[Session], T], end: float, *, writes: bool) -> Callable[[Line], T]:
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

    def _entered(self, line: Line, end: float, *, writes: bool) -> Session:
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
        return Session(line, tenant if isinstance(tenant, int) else None)

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


def _trouble_of(error: Exception) -> Trouble:
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
            return Refused(str(error))
        case OperationalError():
            return Unreachable(str(error))
        case _:
            return Trouble(str(error))
