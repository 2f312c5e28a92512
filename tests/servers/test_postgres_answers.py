"""What a real server answers: our own part of the team's copy, as the embedded engine would rank it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from commonplace.core.memory import Memory, Status
from commonplace.core.search import LIVING, Query
from commonplace.engines.local.engine import LocalEngine
from commonplace.engines.postgres.engine import CHARACTERS_IN_BULK
from development_notes import notes, rows
from engines.concepts import ConceptEmbedder, choice
from requirements import requirement
from servers.fixtures import new_database
from servers.postgres import made_cluster
from servers.shelf import Shelf, engine_on, new_team, source_of

pytestmark = pytest.mark.servers

PORT = Memory(id="port", title="Staging port", body="Staging listens on port 6001.")
VPN = Memory(id="vpn", title="Deploys need the VPN", body="The rollout fails without it.")
ZH = Memory(id="zh", title="缓存雪崩", body="缓存的过期时间要加随机值，避免同时失效。")
OVERLAP = 0.99
"""The least mean share of the five best memories that both engines must agree on."""


def ids(engine, text: str, **marks) -> list[str]:
    finding = engine.find(Query(text=text, **marks))
    assert finding.degraded == ""
    return [hit.memory for hit in finding.hits]


@requirement("postgres.ranking")
def test_it_ranks_and_is_as_sure_as_the_embedded_engine(prepared: str, tmp_path: Path) -> None:
    shelf = Shelf(map(source_of, notes()))
    served = engine_on(prepared, shelf, new_team())
    served.sync()
    embedded = LocalEngine(str(tmp_path / "index.sqlite"), shelf.sources.values)
    shared = []
    for row in rows("prompts.jsonl"):
        query = Query(text=row["prompt"], most=5)
        here, there = embedded.find(query), served.find(query)
        best = [hit.memory for hit in here.hits]
        if best:
            shared.append(len({*best} & {hit.memory for hit in there.hits}) / len(best))
            assert there.confidence == pytest.approx(here.confidence, abs=1e-6)

    assert len(shared) > 250
    assert sum(shared) / len(shared) >= OVERLAP


def test_a_german_book_is_answered_as_the_embedded_engine_answers_it(
    prepared: str, tmp_path: Path
) -> None:
    bills = Memory(
        id="bills", title="", body="Die Rechnungen werden immer als PDF an den Kunden verschickt."
    )
    shelf = Shelf(map(source_of, (bills, PORT, ZH)))
    served = engine_on(prepared, shelf, new_team())
    served.sync()
    embedded = LocalEngine(str(tmp_path / "index.sqlite"), shelf.sources.values)

    for text in ("Rechnung Kunde", "staging port", "wie werden die Rechnungen verschickt"):
        here, there = (engine.find(Query(text=text)) for engine in (embedded, served))
        assert [hit.memory for hit in there.hits] == [hit.memory for hit in here.hits] != []
        assert there.confidence == pytest.approx(here.confidence, abs=1e-6)


@requirement("postgres.fresh")
def test_what_is_written_changed_renamed_tombstoned_or_deleted_is_seen_at_once(
    prepared: str,
) -> None:
    shelf = Shelf()
    engine = engine_on(prepared, shelf, new_team())
    seen = [ids(engine, "staging port")]
    shelf.put(PORT, VPN)
    seen.append(ids(engine, "staging port"))
    shelf.put(replace(PORT, body="Staging moved to port 7001."))
    seen.append(ids(engine, "staging 7001"))
    shelf.remove("port.md")
    shelf.put(PORT, path="ports/staging.md")
    renamed = engine.find(Query(text="staging port")).hits
    shelf.put(replace(PORT, status=Status.TOMBSTONED), path="ports/staging.md")
    seen.append(ids(engine, "staging port"))
    shelf.remove("vpn.md")
    seen.append(ids(engine, "vpn rollout"))

    assert seen == [[], ["port"], ["port"], [], []]
    assert [hit.path for hit in renamed] == ["ports/staging.md"]


@requirement("postgres.branches")
def test_two_machines_on_two_branches_share_what_is_alike_and_see_only_their_own(
    prepared: str,
) -> None:
    team = new_team()
    ada, bob = Shelf(), Shelf()
    ada.put(PORT, VPN)
    bob.put(replace(PORT, body="Staging listens on port 7001 here."), VPN, ZH)
    of_ada, of_bob = engine_on(prepared, ada, team), engine_on(prepared, bob, team)
    brought = (of_ada.sync().files, of_bob.sync().files)
    here, there = (
        engine.find(Query(text="staging port")).hits[0].sha256 for engine in (of_ada, of_bob)
    )

    assert brought == (2, 2)
    assert (here, there) == (ada.sources["port.md"].sha256, bob.sources["port.md"].sha256)
    assert (ids(of_ada, "缓存雪崩"), ids(of_bob, "緩存雪崩")) == ([], ["zh"])
    assert of_ada.status().memories == 2


@requirement("postgres.trust")
def test_what_one_machine_holds_back_another_one_s_approval_does_not_let_through(
    prepared: str,
) -> None:
    team = new_team()
    ada, bob = Shelf(), Shelf()
    ada.put(PORT)
    held = replace(source_of(PORT), memories=(replace(PORT, status=Status.QUARANTINED),))
    bob.sources[held.path] = held  # the same bytes, another verdict
    of_ada, of_bob = engine_on(prepared, ada, team), engine_on(prepared, bob, team)

    assert ids(of_ada, "staging port") == ["port"]
    assert ids(of_bob, "staging port") == []
    assert ids(of_bob, "staging port", statuses=LIVING) == ["port"]


@requirement("postgres.incremental")
def test_only_what_changed_is_brought_and_listed_again(prepared: str) -> None:
    shelf = Shelf()
    shelf.put(*(replace(PORT, id=f"n{number}") for number in range(250)))
    engine = engine_on(prepared, shelf, new_team())
    far_behind = engine.find(Query(text="staging port"))
    brought = [engine.sync().files, engine.sync().files]
    shelf.put(VPN)
    brought.append(engine.sync().files)
    before = shelf.listed
    for _ in range(3):
        ids(engine, "staging port")

    assert (far_behind.hits, far_behind.degraded) == ((), "postgres-behind")
    assert brought == [250, 0, 1]
    assert shelf.listed == before


@requirement("postgres.incremental")
def test_large_files_are_brought_in_smaller_batches_and_all_of_them(prepared: str) -> None:
    shelf, told = Shelf(), []
    long = "a long tale. " * (CHARACTERS_IN_BULK // 13 // 150)
    shelf.put(*(replace(PORT, id=f"n{number}", body=long) for number in range(450)))
    engine = engine_on(prepared, shelf, new_team())

    assert engine.sync(lambda done, total: told.append((done, total))).files == 450
    assert told == [(200, 450), (400, 450), (450, 450)]
    assert engine.status().memories == 450


def test_a_mark_may_hold_whatever_a_server_writes_lists_with(prepared: str) -> None:
    tags = ('a "quoted" one', "back\\slash", "two, three", "{}", "NULL", "名", "")
    shelf = Shelf()
    shelf.put(*(replace(PORT, id=f"n{at}", tags=(tag, "all")) for at, tag in enumerate(tags)), VPN)
    engine = engine_on(prepared, shelf, new_team())
    engine.sync()

    for at, tag in enumerate(tags[:-1]):
        assert ids(engine, "staging port", tag=tag) == [f"n{at}"]
    assert len(ids(engine, "staging port", tag="all", most=9)) == len(tags)


@requirement("postgres.derived")
def test_a_copy_that_was_lost_or_spoiled_is_made_again_from_the_files(prepared: str) -> None:
    team = new_team()
    shelf = Shelf()
    shelf.put(PORT, VPN)
    engine = engine_on(prepared, shelf, team)
    engine.sync()
    with psycopg.connect(prepared) as line:
        line.execute("DELETE FROM commonplace.postings")
    spoiled = ids(engine, "staging port")
    engine.rebuild(())

    assert spoiled == []
    assert ids(engine, "staging port") == ["port"]


@requirement("postgres.gc")
def test_old_versions_go_when_nobody_has_held_them_for_long_and_nothing_else(
    prepared: str,
) -> None:
    team = new_team()
    shelf, other = Shelf(), Shelf()
    shelf.put(PORT, VPN)
    other.put(PORT, ZH)
    engine, others = engine_on(prepared, shelf, team), engine_on(prepared, other, team)
    engine.sync()
    others.sync()
    shelf.put(replace(PORT, body="Staging listens on port 7001."))
    engine.sync()
    young = engine.gc(1)
    with psycopg.connect(prepared) as line:
        line.execute("UPDATE commonplace.files SET seen = current_date - 31")
    others.sync()

    assert (young, engine.gc(30)) == (0, 0)
    assert ids(engine, "staging 7001") == ["port"]
    with psycopg.connect(prepared) as line:
        line.execute("UPDATE commonplace.files SET seen = current_date - 31")
    assert engine.gc(30) == 2
    assert ids(others, "缓存雪崩") == ["zh"]  # brought again, since it is held


@requirement("postgres.meaning")
def test_meaning_finds_what_no_word_names_and_says_which_embedder_did(prepared: str) -> None:
    shelf = Shelf()
    shelf.put(PORT, VPN, ZH)
    team = new_team()
    engine = engine_on(prepared, shelf, team, choices=[choice()])
    done = engine.sync()
    found = ids(engine, "reboot the cache socket")
    newer = engine_on(prepared, shelf, team, choices=[choice(ConceptEmbedder("2"))])

    assert done.notes == 3
    assert {"port", "zh"} <= {*found}
    assert engine.status().embedded == ((ConceptEmbedder().identity.key, 3),)
    assert ids(newer, "automobile socket cache") == ids(
        engine_on(prepared, shelf, team), "automobile socket cache"
    )


@requirement("postgres.words-only")
def test_a_server_without_pgvector_answers_by_words_and_says_so_until_it_has_it() -> None:
    cluster = made_cluster(extension_control_path="/nowhere")
    try:
        url = new_database(cluster.url)
        shelf = Shelf()
        shelf.put(PORT)
        engine = engine_on(url, shelf, new_team(), choices=[choice()])
        brought = engine.sync()
        found, status = ids(engine, "staging port"), engine.status()
        with psycopg.connect(cluster.url, autocommit=True) as line:
            line.execute("ALTER SYSTEM SET extension_control_path = '$system'")
        cluster.stop()
        cluster.start()
        prepared = engine.prepare()

        assert (brought.files, brought.notes, found) == (1, 0, ["port"])
        assert (status.is_ready, status.trouble) == (True, "no-pgvector")
        assert (prepared, engine.sync().notes) == (("vectors",), 1)
        assert engine.status().trouble == ""
    finally:
        cluster.remove()


@requirement("postgres.many")
def test_forty_clients_write_and_ask_at_once_and_each_finds_its_own(prepared: str) -> None:
    team = new_team()

    def client(number: int) -> list[list[str]]:
        shelf = Shelf()
        shelf.put(VPN)
        engine = engine_on(prepared, shelf, team)
        found = []
        for turn in range(5):
            name = f"client{number}turn{turn}"
            shelf.put(Memory(id=name, title=f"Zebra {name}", body=f"{name} counts zebras."))
            found.append(ids(engine, name))
        return found

    with ThreadPoolExecutor(40) as clients:
        answers = list(clients.map(client, range(40)))

    assert [[found[0] for found in each] for each in answers] == [
        [f"client{n}turn{t}" for t in range(5)] for n in range(40)
    ]
    assert all(
        hit.startswith(f"client{number}turn")
        for number, each in enumerate(answers)
        for found in each
        for hit in found
    )
