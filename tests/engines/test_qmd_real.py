"""The real qmd from npm, with a Node and a model of its own: nothing here is a stand-in."""

import json
import os
from pathlib import Path

import pytest

from commonplace.app.books import Book, open_book
from commonplace.app.recall import searched
from commonplace.config import read_settings
from commonplace.core.search import Query, SearchResult
from real_qmd import MODEL, real_environment
from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.servers

PROJECT = ("--mem-engine=qmd", "--qmd-scope=project", "--qmd-knowledge=kb")
TRIES = 10
OUT_OF_TIME = "qmd-timeout"


@pytest.fixture(autouse=True)
def _qmd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", real_environment())
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    does("init", *PROJECT)
    return open_book(tmp_path)


def does(*words: str) -> str:
    ran = command_line(list(words))
    assert ran.code == 0, ran.err
    return ran.out.decode()


def finds(text: str, **options: object) -> SearchResult:
    """Ask until qmd has answered in time: on a busy machine it may not, which is told and allowed."""
    for _ in range(TRIES):
        engine = searched(open_book(Path.cwd()), read_settings(os.environ)).engine
        finding = engine.find(Query(text=text, **options))  # type: ignore[arg-type]
        if finding.degraded != OUT_OF_TIME:
            break
    assert finding.degraded == ""
    assert all(hit.reasons[0].why.startswith("qmd:") for hit in finding.hits)
    return finding


def ids(text: str) -> list[str]:
    """Return what was found by words; a small model of one language is near to much by meaning."""
    return [hit.memory for hit in finds(text).hits if hit.reasons[0].why == "qmd:words"]


@requirement("qmd.meaning")
def test_what_shares_no_word_with_the_prompt_is_found_by_its_meaning(book: Book) -> None:
    does("remember", "The founders got two million dollars from angel investors.", "--yes")
    does("remember", "Redis listens on port 6379.", "--yes")
    does("engine", "sync")  # in passing only as much is embedded as there is time for

    (hit,) = finds("how did the startup raise money").hits

    assert (hit.memory, hit.reasons[0].why) == ("MEM-founders-got-two", "qmd:meaning")


@requirement("qmd.fresh")
def test_every_change_is_in_the_next_answer(book: Book) -> None:
    notes = book.root / "10-Memories"
    does("remember", "Redis listens on port 6379.", "--yes")
    written = ids("redis port")
    (notes / "MEM-mine.md").write_text("---\nid: MEM-mine\n---\n# Redis cluster\n", "utf-8")
    by_hand = ids("redis cluster")
    (notes / "MEM-mine.md").write_text("---\nid: MEM-mine\n---\n# Kafka topics\n", "utf-8")
    edited = ids("redis cluster"), ids("kafka topics")
    (notes / "MEM-mine.md").rename(notes / "MEM-other.md")
    renamed = ids("kafka topics")
    does("forget", "MEM-redis-listens-port", "--yes", "--reason", "moved")
    buried = ids("redis port")
    (notes / "MEM-other.md").unlink()

    assert written == ["MEM-redis-listens-port"]
    assert sorted(by_hand) == ["MEM-mine", "MEM-redis-listens-port"]
    assert edited == (["MEM-redis-listens-port"], ["MEM-mine"])
    assert len(renamed) == 1
    assert (buried, ids("kafka topics")) == ([], [])


@requirement("qmd.own-words")
def test_no_prompt_is_too_odd_to_be_asked(book: Book) -> None:
    does("remember", "Redis listens on port 6379.", "--yes")
    odd = (
        "--help redis",
        "-n 5 -c other redis",
        'redis "port',
        "redis\nlex: port\nexpand: x",
        "intent: redis; $(touch pwned) `touch pwned` | port",
        "redis AND NOT (port OR *) ^ NEAR/3 {x}",
        "redis\0port\x1b[31m",
        "redis \ud800 port",
        "qmd://kb/redis %s {} ../../etc/passwd",
        "redis " * 2_000,
    )

    assert [ids(text) for text in odd] == [["MEM-redis-listens-port"]] * len(odd)
    assert not list(Path.cwd().rglob("pwned"))


def test_both_kinds_of_chinese_characters_are_found(book: Book) -> None:
    does("remember", "缓存雪崩时用互斥锁重建缓存", "--yes")
    does("remember", "資料庫連線池的大小是二十", "--yes")

    assert len(ids("怎樣處理緩存雪崩")) == 1
    assert len(ids("資料庫連線池多大")) == 1


@requirement("qmd.own-config")
def test_a_configuration_of_qmd_in_the_project_runs_nothing_and_shows_nothing(
    book: Book, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "secret.md").write_text("# Redis secret\n", "utf-8")
    for folder in (tmp_path, book.root, Path(os.environ["XDG_CACHE_HOME"])):
        (folder / ".qmd").mkdir(parents=True)
        hostile = {"kb": {"path": str(other), "pattern": "**/*.md", "update": "touch pwned"}}
        (folder / ".qmd" / "index.yml").write_text(json.dumps({"collections": hostile}), "utf-8")
    does("remember", "Redis listens on port 6379.", "--yes")

    assert ids("redis") == ["MEM-redis-listens-port"]
    assert not list(tmp_path.rglob("pwned"))


@requirement("qmd.private")
def test_an_index_of_the_project_s_own_leaves_the_user_s_alone(book: Book) -> None:
    does("remember", "Redis listens on port 6379.", "--yes")

    assert ids("redis") == ["MEM-redis-listens-port"]
    for home in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        assert not (Path(os.environ[home]) / "qmd").exists()


@requirement("qmd.global", "A2.init.qmd.collections")
def test_in_the_user_s_own_qmd_only_our_two_collections_are_touched(tmp_path: Path) -> None:
    os.environ["CI"] = "true"  # where it is set qmd uses no model of itself
    own = tmp_path / "diary"
    own.mkdir()
    (own / "day.md").write_text("# Redis at the fair\n", "utf-8")
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "qmd" / "index.yml"
    config.parent.mkdir(parents=True)
    mine = {"diary": {"path": str(own), "pattern": "**/*.md"}}
    config.write_text(
        json.dumps({"collections": mine, "models": {"embed": str(MODEL)}}), encoding="utf-8"
    )
    flags = ("--mem-engine=qmd", "--qmd-scope=global", "--qmd-knowledge=my-kb")
    does("init", "--layout", "mem-skill", *flags, "--qmd-experience=my-exp")
    does("remember", "Redis listens on port 6379.", "--yes")

    text = config.read_text("utf-8")
    assert ids("redis") == ["general#Redis listens on port 6379"]
    assert all(name in text for name in ("diary", "my-kb", "my-exp", "General knowledge base"))
    turn = json.loads(does("turn", "which port does redis use", "--session", "one", "--json"))
    assert turn["announcements"][-1] == (
        "Retrieved knowledge via QMD: Redis listens on port 6379"
    ), turn["recalled"]
    taken = ("--qmd-knowledge=diary", "--qmd-experience=my-exp")
    refused = command_line(["init", "--mem-engine=qmd", "--qmd-scope=global", *taken])
    assert (refused.code, "has a collection diary already" in refused.err) == (1, True)
    assert config.read_text("utf-8") == text


@requirement("qmd.degraded")
def test_without_its_model_the_embedded_engine_answers(book: Book) -> None:
    does("remember", "Redis listens on port 6379.", "--yes")
    os.environ["QMD_EMBED_MODEL"] = "/no/such/model.gguf"

    answer = json.loads(does("recall", "which port does redis listen on", "--json"))

    assert (answer["outcome"], answer["ids"]) == (
        "degraded:qmd-no-model",
        ["MEM-redis-listens-port"],
    )


def test_an_index_is_shown_and_made_again(book: Book) -> None:
    does("remember", "Redis listens on port 6379.", "--yes")

    shown = json.loads(does("engine", "status", "--json"))
    again = json.loads(does("engine", "rebuild", "--json"))

    # The folder's own list of contents is a file of Markdown, too, and no memory.
    assert (shown["engine"], shown["ready"], shown["memories"]) == ("qmd", True, 2)
    assert again["embedded"] == [{"embedder": "minilm.gguf", "passages": 2}]
    assert ids("redis") == ["MEM-redis-listens-port"]
