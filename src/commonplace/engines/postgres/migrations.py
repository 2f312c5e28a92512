"""The tables, in numbered steps that are carried out once each, in order, by the database's owner.

A step is never changed after it was released; a new one is added below. `vectors` stands apart: it is
carried out as soon as the server has pgvector, which may be years later.

Every table has the tenant first in its key and is divided by it into hash partitions, the postings, which
are most of what is kept, by tenant and note, so that a large team is in all of them. Row-level security
is enabled and forced on the tables and on every partition, and all work is done as a role that owns nothing:
a transaction that names no tenant sees nothing. A login is of the one team that `logins` says, and of
none where it does not stand there, whatever it says itself; the owner, who could read everything anyhow, names any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psycopg import Connection

PARTITIONS = 8
MEMBER = "commonplace_member"

_FOUNDATION = f"""
DO $$ BEGIN
    CREATE ROLE {MEMBER} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT {MEMBER} TO CURRENT_USER;
GRANT USAGE ON SCHEMA commonplace TO {MEMBER};
GRANT SELECT ON commonplace.migrations TO {MEMBER};

CREATE TABLE commonplace.teams (
    tenant integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE
);
CREATE TABLE commonplace.logins (
    login name PRIMARY KEY,
    tenant integer NOT NULL REFERENCES commonplace.teams
);

CREATE FUNCTION commonplace.enter(team text, may_found boolean) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = '' AS $$
DECLARE
    found integer;
    pinned integer := (SELECT l.tenant FROM commonplace.logins l WHERE l.login = session_user);
BEGIN
    found := (SELECT t.tenant FROM commonplace.teams t WHERE t.name = team);
    IF found IS NULL AND may_found AND pinned IS NULL THEN
        INSERT INTO commonplace.teams (name) VALUES (team) ON CONFLICT DO NOTHING;
        found := (SELECT t.tenant FROM commonplace.teams t WHERE t.name = team);
    END IF;
    RETURN CASE WHEN pinned IS NULL OR pinned = found THEN found END;
END $$;

CREATE FUNCTION commonplace.current_tenant() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
    SELECT CASE WHEN coalesce(
        (SELECT l.tenant = asked.tenant FROM commonplace.logins l WHERE l.login = session_user), true
    ) THEN asked.tenant END
    FROM (SELECT nullif(current_setting('commonplace.tenant', true), '')::integer AS tenant) asked
$$;
REVOKE ALL ON FUNCTION commonplace.enter(text, boolean) FROM PUBLIC;
REVOKE ALL ON FUNCTION commonplace.current_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION commonplace.enter(text, boolean) TO {MEMBER};
GRANT EXECUTE ON FUNCTION commonplace.current_tenant() TO {MEMBER};
"""  # noqa: S608 - our own name for the role

# Without a word of it, a login's own temporary tables would be looked at before the system's.
_MEMBERS_ALONE = f"""
CREATE FUNCTION commonplace.is_owner() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.pg_has_role(session_user, n.nspowner, 'MEMBER') FROM pg_catalog.pg_namespace n WHERE n.nspname = 'commonplace'
$$;

CREATE OR REPLACE FUNCTION commonplace.enter(team text, may_found boolean) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found integer;
    pinned integer := (SELECT l.tenant FROM commonplace.logins l WHERE l.login = session_user);
BEGIN
    IF pinned IS NULL AND NOT commonplace.is_owner() THEN
        RAISE EXCEPTION 'the login % belongs to no team', session_user USING ERRCODE = 'insufficient_privilege';
    END IF;
    found := (SELECT t.tenant FROM commonplace.teams t WHERE t.name = team);
    IF found IS NULL AND may_found AND pinned IS NULL THEN
        INSERT INTO commonplace.teams (name) VALUES (team) ON CONFLICT DO NOTHING;
        found := (SELECT t.tenant FROM commonplace.teams t WHERE t.name = team);
    END IF;
    RETURN CASE WHEN pinned IS NULL OR pinned = found THEN found END;
END $$;

CREATE OR REPLACE FUNCTION commonplace.current_tenant() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN coalesce(
        (SELECT l.tenant = asked.tenant FROM commonplace.logins l WHERE l.login = session_user), commonplace.is_owner()
    ) THEN asked.tenant END
    FROM (SELECT nullif(current_setting('commonplace.tenant', true), '')::integer AS tenant) asked
$$;

CREATE FUNCTION commonplace.admit(login name, team text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO commonplace.teams (name) VALUES (team) ON CONFLICT DO NOTHING;
    INSERT INTO commonplace.logins SELECT admit.login, t.tenant FROM commonplace.teams t WHERE t.name = team
        ON CONFLICT ON CONSTRAINT logins_pkey DO UPDATE SET tenant = excluded.tenant;
    EXECUTE format('GRANT {MEMBER} TO %I', login);
END $$;
REVOKE ALL ON FUNCTION commonplace.is_owner() FROM PUBLIC;
REVOKE ALL ON FUNCTION commonplace.admit(name, text) FROM PUBLIC;
"""  # noqa: S608 - our own name for the role

_BOOKS = """
CREATE TABLE commonplace.books (
    tenant integer NOT NULL,
    book integer NOT NULL,
    name text NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    swept bigint NOT NULL DEFAULT 0,
    next_file integer NOT NULL DEFAULT 0,
    next_note integer NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, book),
    UNIQUE (tenant, name)
) PARTITION BY HASH (tenant);
"""

_FILES = """
CREATE TABLE commonplace.files (
    tenant integer NOT NULL,
    book integer NOT NULL,
    file integer NOT NULL,
    version bytea NOT NULL,
    path bytea NOT NULL,
    seen date NOT NULL DEFAULT current_date,
    PRIMARY KEY (tenant, book, file),
    UNIQUE (tenant, book, version)
) PARTITION BY HASH (tenant);
"""

_NOTES = """
CREATE TABLE commonplace.notes (
    tenant integer NOT NULL,
    book integer NOT NULL,
    note integer NOT NULL,
    file integer NOT NULL,
    size smallint NOT NULL,
    words integer NOT NULL,
    record bytea NOT NULL,
    status text NOT NULL,
    kind text NOT NULL,
    topic text NOT NULL,
    tags text[] NOT NULL,
    day date,
    PRIMARY KEY (tenant, book, note)
) PARTITION BY HASH (tenant);
CREATE INDEX notes_by_file ON commonplace.notes (tenant, book, file);
"""

_POSTINGS = """
CREATE TABLE commonplace.postings (
    tenant integer NOT NULL,
    book integer NOT NULL,
    note integer NOT NULL,
    place smallint NOT NULL,
    code smallint NOT NULL,
    word bytea NOT NULL,
    PRIMARY KEY (tenant, book, word, note, place) INCLUDE (code)
) PARTITION BY HASH (tenant);
"""

_SPACES = """
CREATE TABLE commonplace.spaces (
    tenant integer NOT NULL,
    book integer NOT NULL,
    space integer NOT NULL,
    key text NOT NULL,
    PRIMARY KEY (tenant, book, space),
    UNIQUE (tenant, book, key)
) PARTITION BY HASH (tenant);
"""

_VECTORS = """
CREATE TABLE commonplace.vectors (
    tenant integer NOT NULL,
    book integer NOT NULL,
    space integer NOT NULL,
    note integer NOT NULL,
    place smallint NOT NULL,
    vector {vector} NOT NULL,
    PRIMARY KEY (tenant, book, space, note, place)
) PARTITION BY HASH (tenant);
"""


def _separated(table: str) -> str:
    """Return what divides a table by tenant, hides every other tenant's rows, and lets members work."""
    names = [f"{table}_{number}" for number in range(PARTITIONS)]
    parts = "".join(
        f"CREATE TABLE commonplace.{name} PARTITION OF commonplace.{table} "
        f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number});\n"
        for number, name in enumerate(names)
    )
    hidden = "".join(
        f"ALTER TABLE commonplace.{name} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;\n"
        f"CREATE POLICY own ON commonplace.{name} "
        "USING (tenant = (SELECT commonplace.current_tenant())) "
        "WITH CHECK (tenant = (SELECT commonplace.current_tenant()));\n"
        for name in (table, *names)
    )
    return (
        f"{parts}{hidden}GRANT SELECT, INSERT, UPDATE, DELETE ON commonplace.{table} TO {MEMBER};\n"
    )


# Forced row-level security holds for the owner too, who sees every team's rows only while it is not.
_BY_NOTE = f"""
ALTER TABLE commonplace.postings NO FORCE ROW LEVEL SECURITY;
CREATE TABLE commonplace.kept_postings AS TABLE commonplace.postings;
DROP TABLE commonplace.postings;
{_POSTINGS.replace("HASH (tenant)", "HASH (tenant, note)")}
{_separated("postings")}
ALTER TABLE commonplace.postings NO FORCE ROW LEVEL SECURITY;
INSERT INTO commonplace.postings (tenant, book, note, place, code, word)
    SELECT tenant, book, note, place, code, word FROM commonplace.kept_postings
    ORDER BY tenant, book, word, note, place;
ALTER TABLE commonplace.postings FORCE ROW LEVEL SECURITY;
DROP TABLE commonplace.kept_postings;
"""  # noqa: S608 - statements of our own

STEPS: tuple[tuple[str, str], ...] = (
    ("1 roles and teams", _FOUNDATION),
    ("2 books", _BOOKS + _separated("books")),
    ("3 files", _FILES + _separated("files")),
    ("4 notes", _NOTES + _separated("notes")),
    ("5 postings", _POSTINGS + _separated("postings")),
    ("6 spaces", _SPACES + _separated("spaces")),
    ("7 members alone", _MEMBERS_ALONE),
    ("8 postings by note", _BY_NOTE),
)
"""What each step is called, and the statements that carry it out."""

VECTORS = "vectors"


def vectors_step(schema: str) -> str:
    """Return the step that makes room for vectors, when pgvector is installed in `schema`."""
    quoted = '"' + schema.replace('"', '""') + '"'
    return (
        f"GRANT USAGE ON SCHEMA {quoted} TO {MEMBER};\n"
        + _VECTORS.replace("{vector}", f"{quoted}.halfvec")
        + _separated("vectors")
    )


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
