"""A server that stops, stands still, comes back or hands over: what a person notices of it."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from commonplace.core.memory import Memory
from commonplace.core.ports import Engine
from commonplace.core.search import Query, SearchResult
from commonplace.engines.keyword import WithFloor
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.postgres import migrations
from commonplace.engines.postgres.engine import PostgresEngine
from commonplace.engines.postgres.migrations import MEMBER, STEPS
from commonplace.engines.postgres.server import Limits, Server
from requirements import requirement
from servers.fixtures import new_database
from servers.patience import LONGEST_S, OUT_OF_TIME, PATIENT, in_time
from servers.postgres import Cluster
from servers.shelf import Shelf, engine_on, new_team

pytestmark = pytest.mark.servers

PORT = Memory(id="port", title="Staging port", body="Staging listens on port 6001.")
ASKED = Query(text="staging port")
BUSY_S = 30.0
"""What other work on the machine may add to a time that is bounded."""


def filled(url: str, *, limits: Limits = PATIENT, **more: str) -> tuple[PostgresEngine, Shelf]:
    """Return an engine whose book is on the server, and that was answered there once."""
    shelf, team = Shelf(), new_team()
    shelf.put(PORT)
    engine_on(url, shelf, team, **more).sync()
    engine = engine_on(url, shelf, team, limits=limits, **more)
    assert answered(engine).degraded == ""
    return engine, shelf


def answered(engine: Engine) -> SearchResult:
    return in_time(lambda: engine.find(ASKED), lambda finding: finding.degraded)


def with_floor(engine: PostgresEngine, shelf: Shelf, folder: Path) -> WithFloor:
    return WithFloor(engine, LocalEngine(str(folder / "index.sqlite"), shelf.sources.values))


@contextmanager
def standing_still(cluster: Cluster) -> Iterator[None]:
    """Stop every process of the server where it is, as a dead network would."""
    first = cluster.process
    os.kill(first, signal.SIGSTOP)  # from here on it starts no other, and forgets none that ends
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    for process in map(int, children):
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in (*map(int, children), first):
            os.kill(process, signal.SIGCONT)


def stop_in_mid_question(cluster: Cluster, url: str) -> None:
    """Stop the server as soon as somebody there waits for a lock."""
    end = time.monotonic() + LONGEST_S
    with psycopg.connect(url, autocommit=True) as line:
        while line.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() == (0,):
            assert time.monotonic() < end, "nobody waits for the lock"
    cluster.stop()


@requirement("postgres.stopped")
def test_a_server_stopped_in_mid_question_gives_the_embedded_answer_and_says_so(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = new_database(cluster.url)
    limits = Limits(read_s=4 * BUSY_S)
    engine, shelf = filled(url, limits=limits)
    whole = with_floor(engine, shelf, tmp_path)
    with ThreadPoolExecutor(1) as other, closing(psycopg.connect(url)) as line:
        line.execute("LOCK TABLE commonplace.postings")  # the question waits in its middle
        stopped = other.submit(stop_in_mid_question, cluster, url)
        started = time.monotonic()
        finding = whole.find(ASKED)
        took_s = time.monotonic() - started
        stopped.result()

    assert [hit.memory for hit in finding.hits] == ["port"]
    assert finding.degraded == "postgres-unreachable"
    assert took_s < limits.read_s


@requirement("postgres.stopped")
def test_a_server_that_stands_still_is_hung_up_on_in_time(cluster: Cluster, tmp_path: Path) -> None:
    engine, shelf = filled(new_database(cluster.url), limits=Limits())
    whole = with_floor(engine, shelf, tmp_path)
    with standing_still(cluster):
        started = time.monotonic()
        finding = whole.find(ASKED)
        took_s = time.monotonic() - started

    assert [hit.memory for hit in finding.hits] == ["port"]
    assert finding.degraded in OUT_OF_TIME
    assert took_s < Limits().find_s + BUSY_S
    assert answered(whole).degraded == ""


@requirement("postgres.stopped")
def test_a_question_that_waits_for_a_lock_ends_by_the_server_s_own_limit(prepared: str) -> None:
    engine, _ = filled(prepared, limits=Limits())
    with psycopg.connect(prepared) as line:
        line.execute("LOCK TABLE commonplace.postings")
        started = time.monotonic()
        finding = engine.find(ASKED)
        took_s = time.monotonic() - started

    assert finding.degraded == "postgres-slow"
    assert took_s < Limits().find_s + BUSY_S


@requirement("postgres.reconnects")
def test_a_restarted_server_is_asked_again_without_a_word(cluster: Cluster) -> None:
    engine, _ = filled(new_database(cluster.url))
    cluster.stop()
    cluster.start()
    finding = engine.find(ASKED)

    assert ([hit.memory for hit in finding.hits], finding.degraded) == (["port"], "")


@requirement("postgres.stopped")
def test_a_server_that_is_away_is_waited_for_once_and_then_left_alone_for_a_while(
    cluster: Cluster,
) -> None:
    limits = Limits(read_s=20.0, connect_s=3.0, rest_s=600.0)
    engine, _ = filled(new_database(cluster.url), limits=limits)
    cluster.stop()
    times = []
    for _ in range(5):
        started = time.monotonic()
        assert engine.find(ASKED).degraded == "postgres-unreachable"
        times.append(time.monotonic() - started)

    assert limits.connect_s <= times[0] < limits.find_s + BUSY_S
    assert max(times[1:]) < limits.connect_s


def test_those_who_wait_for_others_connections_wait_as_long_as_they_have_time(
    prepared: str,
) -> None:
    limits = Limits(read_s=4 * BUSY_S, connect_s=0.2)
    shelf, team = Shelf(), new_team()
    shelf.put(PORT)
    engine_on(prepared, shelf, team).sync()
    asking = [engine_on(prepared, shelf, team, limits=limits) for _ in range(30)]
    with ThreadPoolExecutor(len(asking)) as clients, psycopg.connect(prepared) as line:
        line.execute("LOCK TABLE commonplace.postings")
        waiting = [clients.submit(each.find, ASKED) for each in asking]
        wait(
            waiting, timeout=5 * limits.connect_s
        )  # far longer than a server that is away is given
        line.rollback()
        marks = {each.result().degraded for each in waiting}

    assert marks == {""}


@requirement("postgres.failover")
def test_the_primary_dies_a_standby_is_promoted_and_recall_and_sync_go_on(
    cluster: Cluster,
) -> None:
    url = new_database(cluster.url)
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    standby = cluster.standby()
    hosts = f"127.0.0.1:{cluster.port},127.0.0.1:{standby.port}"
    either = f"postgresql://postgres@{hosts}/{name}?target_session_attrs=read-write"
    replica = f"postgresql://postgres@127.0.0.1:{standby.port}/{name}"
    try:
        engine, shelf = filled(either, replica_url=replica)
        standby.caught_up(cluster)
        at_replica = engine.find(ASKED)
        shelf.put(replace(PORT, id="newer", title="Newest staging port"))
        beyond_replica = engine.find(ASKED)  # brought and asked at once: the primary answers
        standby.caught_up(cluster)
        cluster.stop()
        orphaned = engine.find(ASKED)
        standby.promote()
        shelf.put(replace(PORT, id="after", title="Staging port after the fall"))
        after = answered(engine)

        assert [at_replica.degraded, beyond_replica.degraded, orphaned.degraded] == ["", "", ""]
        assert {hit.memory for hit in beyond_replica.hits} == {"port", "newer"}
        assert {hit.memory for hit in orphaned.hits} == {"port", "newer"}
        assert {hit.memory for hit in after.hits} == {"port", "newer", "after"}
    finally:
        standby.remove()


@requirement("postgres.migrations")
def test_tables_are_made_once_however_many_begin_at_the_same_time(server_url: str) -> None:
    url = new_database(server_url, prepares=False)
    unprepared = engine_on(url, Shelf(), new_team()).find(ASKED)
    with ThreadPoolExecutor(4) as owners:
        done = list(
            owners.map(lambda _: Server(url, "anybody", limits=PATIENT).prepare(), range(4))
        )

    names = (*(name for name, _ in STEPS), "vectors")
    assert unprepared.degraded == "postgres-not-prepared"
    assert sorted(done, key=len) == [(), (), (), names]
    assert Server(url, "anybody", limits=PATIENT).is_up_to_date()


@requirement("postgres.partitions")
def test_what_was_kept_before_the_postings_were_divided_by_note_answers_afterwards(
    prepared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner is no superuser here: forced row-level security hides the rows from it, too."""
    url = new_database(prepared, prepares=False)
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    keeper = f"{name}_keeper"
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f"CREATE ROLE {keeper} LOGIN CREATEROLE")  # type: ignore[arg-type]
        line.execute(f"GRANT {MEMBER} TO {keeper} WITH ADMIN OPTION")  # type: ignore[arg-type]
        line.execute(f"ALTER DATABASE {name} OWNER TO {keeper}")  # type: ignore[arg-type]
    as_keeper = psycopg.conninfo.make_conninfo(url, user=keeper)
    with monkeypatch.context() as before:
        before.setattr(migrations, "STEPS", STEPS[:7])
        Server(as_keeper, "red", limits=PATIENT).prepare()
    shelves = {}
    for team, memory in {"red": PORT, "blue": replace(PORT, id="other")}.items():
        shelves[team] = Shelf()
        shelves[team].put(memory)
        engine_on(as_keeper, shelves[team], team).sync()

    done = Server(as_keeper, "red", limits=PATIENT).prepare()
    found = {team: engine_on(as_keeper, shelf, team) for team, shelf in shelves.items()}

    assert done == ("8 postings by note",)
    assert [engine.sync().files for engine in found.values()] == [0, 0]
    assert [hit.memory for hit in found["red"].find(ASKED).hits] == ["port"]
    assert [hit.memory for hit in found["blue"].find(ASKED).hits] == ["other"]


@requirement("postgres.owner")
def test_a_login_that_owns_nothing_can_work_and_one_that_was_not_let_in_cannot(
    prepared: str,
) -> None:
    team = new_team()
    with psycopg.connect(prepared, autocommit=True) as line:
        for login in ("member_login", "stranger_login"):
            line.execute(f"DROP ROLE IF EXISTS {login}")  # type: ignore[arg-type]
            line.execute(f"CREATE ROLE {login} LOGIN")  # type: ignore[arg-type]
        line.execute("SELECT commonplace.admit('member_login', %s)", (team,))
    as_member = psycopg.conninfo.make_conninfo(prepared, user="member_login")
    as_stranger = psycopg.conninfo.make_conninfo(prepared, user="stranger_login")
    shelf = Shelf()
    shelf.put(PORT)
    engine_on(as_member, shelf, team).sync()
    engine = engine_on(as_member, shelf, team, limits=PATIENT)
    stranger = engine_on(as_stranger, Shelf(), team)

    assert [hit.memory for hit in engine.find(ASKED).hits] == ["port"]
    assert stranger.find(ASKED).degraded == "postgres-refused"
