"""A server that stops, stands still, comes back or hands over: what a person notices of it."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from commonplace.core.memory import Memory
from commonplace.core.search import Query
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.postgres.engine import FIND_S, PostgresEngine
from commonplace.engines.postgres.migrations import STEPS
from commonplace.engines.postgres.server import CONNECT_S, Server
from commonplace.engines.with_floor import WithFloor
from requirements import requirement
from servers.fixtures import new_database
from servers.postgres import Cluster
from servers.shelf import Shelf, engine_on, new_team

pytestmark = pytest.mark.servers

PORT = Memory(id="port", title="Staging port", body="Staging listens on port 6001.")
ASKED = Query(text="staging port")
MOMENT_S = 1.0
"""What two busy cores may add to a time that is bounded."""


def filled(url: str, **more: str) -> tuple[PostgresEngine, Shelf]:
    shelf = Shelf()
    shelf.put(PORT)
    engine = engine_on(url, shelf, new_team(), **more)
    engine.sync()
    return engine, shelf


def with_floor(engine: PostgresEngine, shelf: Shelf, folder: Path) -> WithFloor:
    return WithFloor(engine, LocalEngine(str(folder / "index.sqlite"), shelf.sources.values))


@contextmanager
def standing_still(cluster: Cluster) -> Iterator[None]:
    """Stop every process of the server where it is, as a dead network would."""
    first = cluster.process
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    everybody = [first, *map(int, children)]
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in everybody:
            os.kill(process, signal.SIGCONT)


@requirement("postgres.stopped")
def test_a_server_stopped_in_mid_question_gives_the_embedded_answer_and_says_so(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = new_database(cluster.url)
    engine, shelf = filled(url)
    whole = with_floor(engine, shelf, tmp_path)
    assert whole.find(ASKED).degraded == ""
    with closing(psycopg.connect(url)) as line:
        line.execute("LOCK TABLE commonplace.postings")  # the question waits in its middle
        started = time.monotonic()
        threading.Timer(0.3, cluster.stop).start()
        finding = whole.find(ASKED)
        took_s = time.monotonic() - started

    assert [hit.memory for hit in finding.hits] == ["port"]
    assert finding.degraded == "postgres-unreachable"
    assert 0.3 <= took_s < FIND_S + MOMENT_S


@requirement("postgres.stopped")
def test_a_server_that_stands_still_is_hung_up_on_in_time(cluster: Cluster, tmp_path: Path) -> None:
    engine, shelf = filled(new_database(cluster.url))
    whole = with_floor(engine, shelf, tmp_path)
    whole.find(ASKED)
    with standing_still(cluster):
        started = time.monotonic()
        finding = whole.find(ASKED)
        took_s = time.monotonic() - started

    assert [hit.memory for hit in finding.hits] == ["port"]
    assert finding.degraded in ("postgres-slow", "postgres-unreachable")
    assert took_s < FIND_S + MOMENT_S
    assert whole.find(ASKED).degraded == ""


@requirement("postgres.stopped")
def test_a_question_that_waits_for_a_lock_ends_by_the_server_s_own_limit(prepared: str) -> None:
    engine, _ = filled(prepared)
    with psycopg.connect(prepared) as line:
        line.execute("LOCK TABLE commonplace.postings")
        started = time.monotonic()
        finding = engine.find(ASKED)
        took_s = time.monotonic() - started

    assert finding.degraded == "postgres-slow"
    assert took_s < FIND_S + MOMENT_S


@requirement("postgres.reconnects")
def test_a_restarted_server_is_asked_again_without_a_word(cluster: Cluster) -> None:
    engine, _ = filled(new_database(cluster.url))
    engine.find(ASKED)
    cluster.stop()
    cluster.start()
    finding = engine.find(ASKED)

    assert ([hit.memory for hit in finding.hits], finding.degraded) == (["port"], "")


@requirement("postgres.stopped")
def test_a_server_that_is_away_is_waited_for_once_and_then_left_alone_for_a_while(
    cluster: Cluster,
) -> None:
    engine, _ = filled(new_database(cluster.url))
    cluster.stop()
    times = []
    for _ in range(5):
        started = time.monotonic()
        assert engine.find(ASKED).degraded == "postgres-unreachable"
        times.append(time.monotonic() - started)

    assert times[0] < 2 * CONNECT_S + MOMENT_S
    assert max(times[1:]) < 0.1


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
        after = _until_answered(engine)

        assert [at_replica.degraded, beyond_replica.degraded, orphaned.degraded] == ["", "", ""]
        assert {hit.memory for hit in beyond_replica.hits} == {"port", "newer"}
        assert {hit.memory for hit in orphaned.hits} == {"port", "newer"}
        assert {hit.memory for hit in after.hits} == {"port", "newer", "after"}
    finally:
        standby.remove()


def _until_answered(engine: PostgresEngine):
    end = time.monotonic() + 20
    while (finding := engine.find(ASKED)).degraded and time.monotonic() < end:
        time.sleep(0.2)
    return finding


@requirement("postgres.migrations")
def test_tables_are_made_once_however_many_begin_at_the_same_time(server_url: str) -> None:
    url = new_database(server_url, prepares=False)
    unprepared = engine_on(url, Shelf(), new_team()).find(ASKED)
    with ThreadPoolExecutor(4) as owners:
        done = list(owners.map(lambda _: Server(url, "anybody").prepare(), range(4)))

    names = (*(name for name, _ in STEPS), "vectors")
    assert unprepared.degraded == "postgres-not-prepared"
    assert sorted(done, key=len) == [(), (), (), names]
    assert Server(url, "anybody").is_up_to_date()


@requirement("postgres.owner")
def test_a_login_that_owns_nothing_can_work_and_one_that_was_not_let_in_cannot(
    prepared: str,
) -> None:
    with psycopg.connect(prepared, autocommit=True) as line:
        for login in ("member_login", "stranger_login"):
            line.execute(f"DROP ROLE IF EXISTS {login}")  # type: ignore[arg-type]
            line.execute(f"CREATE ROLE {login} LOGIN")  # type: ignore[arg-type]
        line.execute("GRANT commonplace_member TO member_login")
    as_member = psycopg.conninfo.make_conninfo(prepared, user="member_login")
    as_stranger = psycopg.conninfo.make_conninfo(prepared, user="stranger_login")
    engine, _ = filled(as_member)
    stranger = engine_on(as_stranger, Shelf(), new_team())

    assert [hit.memory for hit in engine.find(ASKED).hits] == ["port"]
    assert stranger.find(ASKED).degraded == "postgres-refused"
