"""Bring a database to the version we know: by its owner, once, whoever else is doing the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonplace.engines.postgres.migrations import STEPS, VECTORS, vectors_step

if TYPE_CHECKING:
    from psycopg import Connection

_ONE_AT_A_TIME = 0x434D504C
"""Our number among the database's advisory locks."""


def prepare(connection: Connection[tuple[object, ...]]) -> tuple[str, ...]:
    """Carry out what is missing, all of it or nothing, and return the names of the steps."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
        connection.execute("CREATE SCHEMA IF NOT EXISTS commonplace")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS commonplace.migrations"
            " (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
        rows = connection.execute("SELECT name FROM commonplace.migrations").fetchall()
        known = {name for (name,) in rows}
        done = [(name, step) for name, step in STEPS if name not in known]
        if VECTORS not in known and (schema := _pgvector(connection)):
            done.append((VECTORS, vectors_step(schema)))
        for name, step in done:
            connection.execute(step)
            connection.execute("INSERT INTO commonplace.migrations (name) VALUES (%s)", (name,))
    return tuple(name for name, _ in done)


def _pgvector(connection: Connection[tuple[object, ...]]) -> str:
    """Return the schema that pgvector is in, installed now if this login may; empty for none."""
    from psycopg import Error  # noqa: PLC0415 - an extra

    try:
        with connection.transaction():
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except Error:  # not in this server, or not for this login: words alone answer
        return ""
    row = connection.execute(
        "SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace"
        " JOIN pg_type t ON t.typnamespace = n.oid AND t.typname = 'halfvec'"
        " WHERE e.extname = 'vector'"
    ).fetchone()
    return str(row[0]) if row else ""
