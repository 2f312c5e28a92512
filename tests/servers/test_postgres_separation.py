"""Teams in one database never meet: forced by the database, whatever a client says or forgets to say.

The full size runs with COMMONPLACE_FAULTS=large; docs/scale.md tells both.
"""

import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg import errors, sql

from commonplace.core.memory import Memory
from commonplace.core.search import Query
from commonplace.engines.postgres.migrations import MEMBER, PARTITIONS
from commonplace.engines.postgres.server import pool_of
from engines.concepts import choice
from requirements import requirement
from servers.fixtures import new_database
from servers.shelf import Shelf, engine_on

pytestmark = pytest.mark.servers

IS_LARGE = os.environ.get("COMMONPLACE_FAULTS") == "large"
FULL, BRIEF = (200, 500, 20, 20_000), (20, 20, 20, 2_000)
TEAMS, MEMORIES, CLIENTS, STATEMENTS = FULL if IS_LARGE else BRIEF
PAGE = Path(__file__).resolve().parents[2] / "docs" / "scale.md"
TABLES = ("books", "files", "notes", "postings", "spaces", "vectors")
PARTS = [f"{table}_{number}" for table in TABLES for number in range(PARTITIONS)]
HIDDEN = ("teams", "logins")
VERBS = ("select", "count", "insert", "update", "move", "delete", "join", "guess")
STATES = ("own", "own", "own", "unset", "empty", "nonsense")


@pytest.fixture(scope="module")
def crowded(server_url: str) -> str:
    url = new_database(server_url)

    def fill(team: int) -> None:
        shelf = Shelf()
        shelf.put(
            *(
                Memory(
                    id=f"t{team}m{number}", title=f"Secret of team {team}", body=f"port {number}"
                )
                for number in range(MEMORIES)
            )
        )
        engine_on(url, shelf, f"team {team}", choices=[choice()]).sync()

    with ThreadPoolExecutor(8) as fillers:
        list(fillers.map(fill, range(TEAMS)))
    return url


def tenants_of(url: str) -> list[int]:
    with psycopg.connect(url) as line:
        return [tenant for (tenant,) in line.execute("SELECT tenant FROM commonplace.teams")]


def counted(url: str) -> Counter:
    with psycopg.connect(url) as line:
        return Counter(
            {
                (table, tenant): count
                for table in TABLES
                for tenant, count in line.execute(
                    sql.SQL("SELECT tenant, count(*) FROM commonplace.{} GROUP BY 1").format(
                        sql.Identifier(table)
                    )
                )
            }
        )


class Client:
    """One client of many: sends what comes to its mind, as a member of one team or of none."""

    def __init__(self, url: str, tenants: list[int], seed: int) -> None:
        self.url = url
        self.tenants = tenants
        self.random = random.Random(seed)
        self.foreign = self.refused = 0
        self.sent: Counter[str] = Counter()

    def run(self, statements: int) -> "Client":
        for _ in range(statements):
            self.send()
        return self

    def send(self) -> None:
        state, verb = self.random.choice(STATES), self.random.choice(VERBS)
        table = self.random.choice((*TABLES, *TABLES, self.random.choice(PARTS), *HIDDEN))
        own, other = self.random.sample(self.tenants, 2)
        said = {"own": str(own), "unset": None, "empty": "", "nonsense": "1 OR true"}[state]
        self.sent[f"{state} {verb}"] += 1
        with pool_of(self.url).connection(timeout=30) as line:
            try:
                with line.transaction(force_rollback=True):
                    line.execute("SELECT set_config('role', %s, true)", (MEMBER,))
                    if said is not None:
                        line.execute("SELECT set_config('commonplace.tenant', %s, true)", (said,))
                    found = line.execute(*self._statement(verb, table, other))
                    self._count(found, own if state == "own" else None)
            except (
                errors.InsufficientPrivilege,
                errors.InvalidTextRepresentation,
                errors.GeneratedAlways,
            ):
                self.refused += 1
            except errors.IntegrityError:
                self.foreign += 1  # telling that a row is there is telling something

    def _count(self, found: psycopg.Cursor, own: int | None) -> None:
        rows = found.fetchall() if found.description else []
        if found.statusmessage and found.statusmessage.split()[0] in ("UPDATE", "INSERT"):
            self.foreign += max(found.rowcount, 0)
        self.foreign += sum(1 for (tenant,) in rows if tenant is not None and tenant != own)

    def _statement(self, verb: str, table: str, other: int) -> tuple[sql.Composed, dict]:
        name = sql.Identifier("commonplace", table)
        text = {
            "select": "SELECT tenant FROM {t} LIMIT 1000",
            "count": "SELECT max(tenant) FROM {t} WHERE tenant = %(other)s",
            "insert": "INSERT INTO {t} SELECT (jsonb_populate_record(NULL::{t},"
            " jsonb_build_object('tenant', %(other)s))).*",
            "update": "UPDATE {t} SET tenant = tenant WHERE tenant = %(other)s",
            "move": "UPDATE {t} SET tenant = %(other)s WHERE tenant <> %(other)s",
            "delete": "DELETE FROM {t} WHERE tenant = %(other)s RETURNING tenant",
            "join": "SELECT a.tenant FROM {t} a JOIN {t} b ON a.tenant <> b.tenant LIMIT 100",
            "guess": "SELECT tenant FROM {t} WHERE tenant = %(other)s OR tenant::text LIKE '%%'"
            " LIMIT 1000",
        }[verb]
        return sql.SQL(text).format(t=name), {"other": other}


@requirement("postgres.separation")
def test_no_statement_of_any_client_meets_a_foreign_row(crowded: str) -> None:
    tenants = tenants_of(crowded)
    before = counted(crowded)
    with ThreadPoolExecutor(CLIENTS) as pool:
        clients = list(
            pool.map(
                lambda seed: Client(crowded, tenants, seed).run(STATEMENTS // CLIENTS),
                range(CLIENTS),
            )
        )

    assert sum(client.foreign for client in clients) == 0
    assert sum(sum(client.sent.values()) for client in clients) == STATEMENTS
    assert len({kind for client in clients for kind in client.sent}) == len(VERBS) * 4
    assert 0 < sum(client.refused for client in clients) < STATEMENTS
    assert counted(crowded) == before


def test_the_page_tells_how_much_is_tried_in_full_and_how_much_every_time() -> None:
    page = " ".join(PAGE.read_text("utf-8").split())

    for teams, memories, clients, statements in (FULL, BRIEF):
        size = f"{teams} teams with {memories} memories each ({teams * memories:,} in all), {clients} clients"
        assert size in page
        assert f"{statements:,} statements" in page


@requirement("postgres.separation")
def test_the_fuzz_would_notice_a_table_without_its_guard(server_url: str) -> None:
    url = new_database(server_url)
    for team in range(3):
        shelf = Shelf()
        shelf.put(Memory(id=f"m{team}", title=f"Secret {team}"))
        engine_on(url, shelf, f"team {team}").sync()
    with psycopg.connect(url) as line:
        line.execute("ALTER TABLE commonplace.notes DISABLE ROW LEVEL SECURITY")

    assert Client(url, tenants_of(url), 1).run(200).foreign > 0


@requirement("postgres.separation")
def test_every_table_and_partition_is_guarded_and_none_belongs_to_members(prepared: str) -> None:
    with psycopg.connect(prepared) as line:
        rows = line.execute(
            "SELECT relname, relrowsecurity, relforcerowsecurity, pg_get_userbyid(relowner)"
            " FROM pg_class WHERE relnamespace = 'commonplace'::regnamespace"
            " AND relkind IN ('r', 'p')"
        ).fetchall()
        leading = line.execute(
            "SELECT DISTINCT a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid"
            " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]"
            " WHERE c.relnamespace = 'commonplace'::regnamespace AND c.relkind = 'p'"
        ).fetchall()
        role = line.execute(
            "SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = %s", (MEMBER,)
        ).fetchone()

    guarded = {name for name, enabled, forced, _ in rows if enabled and forced}
    assert guarded == {*TABLES, *PARTS}
    assert MEMBER not in {owner for _, _, _, owner in rows}
    assert leading == [("tenant",)]
    assert role == (False, False, False)


@requirement("postgres.partitions")
def test_a_large_team_is_in_every_partition_with_about_as_many_words_in_each(prepared: str) -> None:
    shelf = Shelf()
    shelf.put(
        *(Memory(id=f"n{number}", title=f"Port of service {number}") for number in range(800))
    )
    engine_on(prepared, shelf, "large").sync()
    with psycopg.connect(prepared) as line:
        rows = line.execute(
            "SELECT count(*) FROM commonplace.postings p JOIN commonplace.teams t USING (tenant)"
            " WHERE t.name = 'large' GROUP BY p.tableoid"
        ).fetchall()
    sizes = [count for (count,) in rows]

    assert len(sizes) == PARTITIONS
    assert max(sizes) < 2 * min(sizes)


@requirement("postgres.pinned")
def test_a_login_bound_to_one_team_is_nobody_in_another(prepared: str) -> None:
    shelf = Shelf()
    shelf.put(Memory(id="port", title="Staging port"))
    for team in ("red", "blue"):
        engine_on(prepared, shelf, team).sync()
    with psycopg.connect(prepared, autocommit=True) as line:
        line.execute("DROP ROLE IF EXISTS red_login")
        line.execute("CREATE ROLE red_login LOGIN")
        line.execute("SELECT commonplace.admit('red_login', 'red')")
        ((blue,),) = line.execute("SELECT tenant FROM commonplace.teams WHERE name = 'blue'")
    login = psycopg.conninfo.make_conninfo(prepared, user="red_login")
    with psycopg.connect(login) as line:
        line.execute("SELECT set_config('commonplace.tenant', %s, false)", (str(blue),))
        said_blue = line.execute("SELECT count(*) FROM commonplace.notes").fetchone()

    assert said_blue == (0,)
    assert engine_on(login, shelf, "red").status().memories == 1
    assert engine_on(login, shelf, "blue").status().memories == 0


@requirement("postgres.pinned")
def test_a_login_that_belongs_to_no_team_is_refused_and_reads_nothing(prepared: str) -> None:
    shelf = Shelf()
    shelf.put(Memory(id="port", title="Staging port"))
    engine_on(prepared, shelf, "red").sync()
    with psycopg.connect(prepared, autocommit=True) as line:
        line.execute("DROP ROLE IF EXISTS nobodys_login")
        line.execute("CREATE ROLE nobodys_login LOGIN")
        line.execute(f"GRANT {MEMBER} TO nobodys_login")
        ((red,),) = line.execute("SELECT tenant FROM commonplace.teams WHERE name = 'red'")
    login = psycopg.conninfo.make_conninfo(prepared, user="nobodys_login")
    with psycopg.connect(login) as line:
        line.execute("SELECT set_config('commonplace.tenant', %s, false)", (str(red),))
        said_red = line.execute("SELECT count(*) FROM commonplace.notes").fetchone()

    assert said_red == (0,)
    assert (
        engine_on(login, shelf, "red").find(Query(text="staging port")).degraded
        == "postgres-refused"
    )
    with psycopg.connect(login) as line, pytest.raises(psycopg.errors.InsufficientPrivilege):
        line.execute("SELECT commonplace.admit('nobodys_login', 'red')")


@requirement("postgres.pinned")
def test_a_login_without_a_team_owns_nothing_by_a_table_of_its_own(prepared: str) -> None:
    with psycopg.connect(prepared, autocommit=True) as line:
        line.execute("DROP ROLE IF EXISTS forging_login")
        line.execute("CREATE ROLE forging_login LOGIN")
        line.execute(f"GRANT {MEMBER} TO forging_login")
    login = psycopg.conninfo.make_conninfo(prepared, user="forging_login")
    with psycopg.connect(login, autocommit=True) as line:
        line.execute("CREATE TEMP TABLE pg_namespace(nspowner oid, nspname name)")
        line.execute(
            "INSERT INTO pg_temp.pg_namespace VALUES ('forging_login'::regrole, 'commonplace')"
        )
        line.execute("GRANT SELECT ON pg_temp.pg_namespace TO public")
        line.execute(f"SET ROLE {MEMBER}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            line.execute("SELECT commonplace.enter('anybody', true)")
