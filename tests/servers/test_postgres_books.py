"""A book on disk, its recall and its commands with a real server behind them."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from commonplace.app.books import Book, found_book
from commonplace.app.recall import searched
from commonplace.config import Settings, read_settings
from commonplace.core.search import Query
from commonplace.flows.recall import Recalled, recall
from commonplace.storage.git import shared_name
from requirements import requirement
from servers.patience import in_time
from servers.shelf import new_team

SERVED = pytest.mark.servers
NOW = datetime(2026, 3, 14, tzinfo=UTC)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = found_book(tmp_path, Settings(), NOW)
    write(made, "port", "Staging listens on port 6001 behind the proxy.")
    return made


def write(book: Book, name: str, text: str) -> Path:
    path = book.root / "10-Memories" / f"MEM-{name}.md"
    path.write_text(
        f'---\ntitle: "{name}"\ncreated: 2026-01-01\ntags: [CONFIG]\n---\n\n# {name}\n\n{text}\n',
        "utf-8",
    )
    return path


@pytest.fixture(params=["local", pytest.param("postgres", marks=SERVED)])
def ask(request: pytest.FixtureRequest, book: Book) -> Callable[[str], Recalled]:
    url = request.getfixturevalue("prepared") if request.param == "postgres" else ""
    settings = Settings(
        engine=request.param, embedder="none", postgres_url=url, postgres_team=new_team()
    )

    def asked(text: str) -> Recalled:
        return recalled(book, settings, text)

    return asked


def recalled(book: Book, settings: Settings, text: str) -> Recalled:
    def ask() -> Recalled:
        return recall(Query(text=text), [searched(book, settings)], threshold=0.0)

    return in_time(ask, lambda answer: answer.outcome)


def ids(answer: Recalled) -> list[str]:
    return [each.hit.memory for each in answer.found]


def test_outcomes_have_the_same_names_and_files_are_followed_by_every_engine(
    book: Book, ask: Callable[[str], Recalled]
) -> None:
    outcomes = [ask("staging proxy port"), ask("giraffe")]
    path = write(book, "vpn", "Deploys need the VPN to be up before the rollout.")
    written = ask("vpn rollout")
    path.write_text(path.read_text().replace("VPN", "tunnel"))
    changed = ask("tunnel rollout")
    path.rename(path.with_name("MEM-tunnel.md"))
    renamed = ask("tunnel rollout")
    path.with_name("MEM-tunnel.md").unlink()
    removed = ask("tunnel rollout")

    assert [answer.outcome for answer in outcomes] == ["hits", "nothing_relevant"]
    assert [ids(each) for each in (written, changed)] == [["MEM-vpn"], ["MEM-vpn"]]
    assert [each.hit.path for each in renamed.found] == ["10-Memories/MEM-tunnel.md"]
    assert (ids(removed), removed.outcome) == ([], "nothing_relevant")


@SERVED
@requirement("postgres.silent")
def test_the_answer_is_the_server_s_own_and_not_the_embedded_index_in_disguise(
    book: Book, prepared: str
) -> None:
    team = new_team()
    settings = Settings(
        engine="postgres", embedder="none", postgres_url=prepared, postgres_team=team
    )
    recalled(book, settings, "staging proxy port")
    with psycopg.connect(prepared) as line:
        line.execute(  # the field of the title, which only the server's copy now spells like this
            "UPDATE commonplace.notes n SET record = overlay(record PLACING 'PORT'::bytea"
            " FROM position('\\x1f706f72741f'::bytea in record) + 1 FOR 4)"
            " FROM commonplace.teams t WHERE t.tenant = n.tenant AND t.name = %s",
            (team,),
        )
    answer = recalled(book, settings, "staging proxy port")

    assert answer.outcome == "hits"
    assert [each.hit.title for each in answer.found] == ["PORT"]


@SERVED
def test_the_commands_choose_fill_show_and_sweep_the_server(
    prepared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_POSTGRES_URL", prepared)
    monkeypatch.setenv("COMMONPLACE_POSTGRES_TEAM", new_team())

    def run(*arguments: str) -> dict:
        done = subprocess.run(
            [sys.executable, "-m", "commonplace", *arguments, "--json"],
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    run("init")
    run("remember", "Staging listens on port 6001 behind the proxy.", "--yes")
    chosen = run("engine", "use", "postgres")
    brought = [run("engine", "sync")["files"], run("engine", "sync")["files"]]
    asked = ("recall", "which port does staging listen on")
    answer = in_time(lambda: run(*asked), lambda answer: answer["outcome"])
    swept = run("engine", "gc", "--days", "0")
    rebuilt = run("engine", "rebuild")

    assert (chosen["engine"], chosen["prepared"]) == ("postgres", [])
    assert brought[0] > brought[1] == 0
    assert (answer["outcome"], len(answer["ids"])) == ("hits", 1)
    assert swept["versions"] == 0
    assert (rebuilt["engine"], rebuilt["memories"], rebuilt["trouble"]) == ("postgres", 1, "")


@pytest.mark.parametrize(
    ("url", "lacks", "why"),
    [
        ("", "", "no-postgres-url"),
        ("postgresql://ada@127.0.0.1:1/memory", "psycopg_pool", "psycopg-missing"),
    ],
)
def test_what_is_not_set_up_costs_a_mark_and_never_the_answer(
    book: Book, url: str, lacks: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lacks:
        monkeypatch.setitem(sys.modules, lacks, None)
    settings = Settings(engine="postgres", embedder="none", postgres_url=url)
    answer = recall(Query(text="staging proxy"), [searched(book, settings)], threshold=0.0)

    assert (ids(answer), answer.outcome) == (["MEM-port"], f"degraded:{why}")


@requirement("postgres.config")
def test_a_project_s_file_names_neither_a_server_nor_the_engine_that_needs_one(
    tmp_path: Path,
) -> None:
    (tmp_path / ".commonplace.toml").write_text(
        'engine = "postgres"\npostgres_url = "postgresql://evil.example/x"\n'
    )
    chosen = read_settings({"XDG_CONFIG_HOME": str(tmp_path)}, tmp_path)

    assert (chosen.engine, chosen.postgres_url) == ("local", "")
    assert chosen.refused == ("engine", "postgres_url")


@pytest.mark.parametrize(
    "url",
    [
        "https://ada:secret@git.example.org/team/memory.git",
        "ssh://git@git.example.org:2222/team/memory",
        "git@git.example.org:team/memory.git",
        "https://GIT.example.org/team/memory/",
    ],
)
def test_clones_of_one_repository_are_one_book_however_its_address_is_written(
    url: str, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text(f'[core]\n[remote "origin"]\n\turl = {url}\n')

    assert shared_name(str(tmp_path / ".memory")) == "git.example.org/team/memory#.memory"


def test_a_book_without_an_origin_is_this_machine_s_alone(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text('[remote "origin"]\n\turl = ../bare.git\n')

    assert shared_name(str(tmp_path)).endswith(f":{tmp_path.resolve()}")
