"""Which books are searched with qmd, when it is told of changes, and what a clone can make of it."""

import json
import os
from pathlib import Path

import pytest

from commonplace.app.books import Book, found_book, open_book
from commonplace.app.engines import (
    Qmd,
    collections_of,
    leave_qmd,
    set_up_qmd,
    set_up_workspace_with_qmd,
)
from commonplace.app.recall import refresh, searched
from commonplace.config import Settings, read_settings
from commonplace.core.search import Query, SearchResult
from commonplace.doctor.checkup import look_at_search
from commonplace.hook.turn import take_turn
from fake_qmd import FakeQmd
from requirements import requirement
from transcript import CLOCK, command_line

pytestmark = pytest.mark.laws

SAID = Qmd(scope="project", knowledge="kb", experience="ex")
FLAGS = ("--mem-engine=qmd", "--qmd-scope=project", "--qmd-knowledge=kb", "--qmd-experience=ex")
GLOBAL = ("--qmd-scope=global", "--qmd-knowledge=mem-knowledge", "--qmd-experience=mem-experience")
QUERY = Query(text="which port does redis use")


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeQmd:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    return FakeQmd(tmp_path / "fake").install()


@pytest.fixture
def workspace(tmp_path: Path, fake: FakeQmd, monkeypatch: pytest.MonkeyPatch) -> Book:
    folder = tmp_path / "app"
    folder.mkdir()
    monkeypatch.chdir(folder)
    book, _, _ = set_up_workspace_with_qmd(folder, Settings(), CLOCK, SAID, starter=False)
    book.adopt()
    return book


def asked(book: Book, **environ: str) -> SearchResult:
    return searched(book, read_settings(environ)).engine.find(QUERY)


def remember(text: str) -> None:
    assert command_line(["remember", text, "--yes"]).code == 0


@requirement("A2.init.qmd.collections")
def test_the_folders_stand_before_the_collections_and_the_configuration_comes_last(
    workspace: Book, fake: FakeQmd
) -> None:
    config = json.loads((workspace.root / ".mem-skill.config.json").read_text("utf-8"))

    assert config == {
        "engine": "qmd",
        "version": "1.2.0",
        "scope": "project",
        "mask": "**/*.md",
        "collections": {"knowledge": "kb", "experience": "ex"},
    }
    assert fake.asked == ["qmd update", "qmd embed"]
    assert fake.stood == ["experience", "knowledge-base"]
    log = (workspace.root / "log.md").read_text("utf-8").splitlines()
    said = "mem-skill initialized (engine: qmd, scope: project, collections: kb, ex)"
    assert log[-1].partition("] ")[2] == f"init | {said}"


@requirement("A2.init.qmd.collections")
def test_a_qmd_that_fails_leaves_no_configuration_that_names_it(
    tmp_path: Path, fake: FakeQmd
) -> None:
    folder = tmp_path / "app"
    folder.mkdir()
    (fake.here / "bin" / "qmd").write_text("#!/bin/sh\nexit 3\n", "utf-8")

    ran = command_line(["init", str(folder), "--layout", "mem-skill", *FLAGS])

    assert (ran.code, ran.err.splitlines()[0]) == (
        1,
        "Error: QMD did not do what it was asked (qmd-failed): exit 3",
    )
    assert not (folder / ".mem-skill.config.json").exists()


ASKED = (
    (
        "Where should QMD collections be stored?\n"
        "1. Project — scoped to this workspace (recommended for multi-project setups)\n"
        "2. Global — shared across all workspaces\n"
    ),
    "What name for the knowledge collection? (default: mem-knowledge)",
    "What name for the experience collection? (default: mem-experience)",
)


@requirement("A2.init.qmd.ask")
@pytest.mark.parametrize(
    ("flags", "typed", "names"),
    [
        (0, "2\n\n\n", ["mem-knowledge", "mem-experience"]),
        (0, "2\nours\n\n", ["ours", "mem-experience"]),
        (1, "\ntheirs\n", ["mem-knowledge", "theirs"]),
        (2, "\n", ["mem-knowledge", "mem-experience"]),
        (3, "", ["mem-knowledge", "mem-experience"]),
    ],
)
def test_what_a_flag_says_is_not_asked_and_all_else_is(
    fake: FakeQmd, tmp_path: Path, flags: int, typed: str, names: list[str]
) -> None:
    words = ["init", str(tmp_path / "app"), "--layout", "mem-skill", "--mem-engine=qmd"]
    words += GLOBAL[:flags]

    ran = command_line(words, typed.encode(), is_terminal=True)

    assert ran.code == 0
    assert [words for words in ASKED if words in ran.err] == [*ASKED[flags:]]
    made = [line.split()[5] for line in fake.asked if line.startswith("qmd collection add")]
    assert made == names


@requirement("A2.init.qmd.install")
def test_the_one_download_is_asked_for_and_only_of_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    fake = FakeQmd(tmp_path / "fake")
    words = ["init", str(tmp_path / "app"), "--layout", "mem-skill", *FLAGS]

    nobody = command_line(words)
    declined = command_line(words, b"n\n", is_terminal=True)
    os.environ["CLAUDECODE"] = "1"
    agent = command_line(words, b"y\n", is_terminal=True)
    del os.environ["CLAUDECODE"]

    assert (nobody.code, declined.code, agent.code, fake.asked) == (1, 1, 1, [])
    assert not (tmp_path / "app").exists()
    assert "Skipping QMD installation. You can install it later and re-run init." in declined.err
    assert command_line(words, b"y\n", is_terminal=True).code == 0
    assert fake.asked[0] == "npm install -g @tobilu/qmd"


@requirement("qmd.inert")
def test_a_cloned_configuration_that_names_qmd_is_inert_until_trusted(
    workspace: Book, fake: FakeQmd
) -> None:
    workspace.distrust()
    book = open_book(workspace.root)
    before = len(fake.asked)

    finding = asked(book)
    refresh(book)

    (engine,) = (seen for seen in look_at_search(book, Settings()) if seen.about == "engine")

    assert (finding.degraded, collections_of(book), len(fake.asked)) == ("", None, before)
    assert engine.code == "qmd-untrusted"
    book.trust("ada", CLOCK)
    assert collections_of(book) is not None
    asked(book)
    assert len(fake.asked) > before


@requirement("qmd.inert")
@pytest.mark.parametrize(
    "config",
    [
        {"engine": "qmd", "scope": "project", "collections": {"knowledge": "--help"}},
        {"engine": "qmd", "scope": "elsewhere", "collections": {"knowledge": "k"}},
        {"engine": "qmd", "scope": "project", "collections": ["k"]},
        {"engine": "qmd", "scope": "project", "mask": "../*", "collections": {"knowledge": "k"}},
    ],
)
def test_a_configuration_that_cannot_be_meant_is_as_good_as_none(
    workspace: Book, config: dict[str, object]
) -> None:
    (workspace.root / ".mem-skill.config.json").write_text(json.dumps(config), "utf-8")

    assert collections_of(workspace) is None


@requirement("qmd.sync")
def test_qmd_is_told_once_of_all_that_was_written_and_only_then(
    workspace: Book, fake: FakeQmd
) -> None:
    fake.answer("[]")
    asked(workspace)
    before = len(fake.asked)
    remember("Redis listens on port 6379.")
    told = fake.asked[before:]
    asked(workspace)
    again = fake.asked[before + len(told) :]

    assert told == ["qmd update", "qmd embed"]
    assert [line for line in again if not line.startswith(("lex", "vec", "qmd query"))] == []


@requirement("qmd.sync")
def test_a_page_that_a_person_saved_is_told_before_the_next_answer(
    workspace: Book, fake: FakeQmd
) -> None:
    asked(workspace)
    before = len(fake.asked)
    (workspace.root / "knowledge-base" / "mine.md").write_text("## Redis\n\ntext\n", "utf-8")

    asked(workspace)

    assert fake.asked[before : before + 2] == ["qmd update", "qmd embed"]


@requirement("qmd.upgrade")
def test_an_upgrade_brings_qmd_up_to_date_even_when_nothing_else_is_to_do(
    workspace: Book, fake: FakeQmd
) -> None:
    before = len(fake.asked)

    assert command_line(["upgrade"]).code == 0
    assert fake.asked[before:] == ["qmd update", "qmd embed"]


@requirement("qmd.degraded")
def test_without_qmd_the_embedded_engine_answers_and_says_so(
    workspace: Book, fake: FakeQmd
) -> None:
    remember("Redis listens on port 6379.")
    (fake.here / "bin" / "qmd").unlink()

    finding = asked(workspace)

    assert finding.degraded == "qmd-missing"
    assert [hit.memory for hit in finding.hits] == ["general#Redis listens on port 6379"]
    assert finding.hits[0].reasons[0].why != "qmd:words"


@requirement("qmd.degraded")
def test_the_doctor_says_what_to_do_about_a_qmd_that_cannot_answer(
    workspace: Book, fake: FakeQmd
) -> None:
    fake.install_under_node("v20.1.0")

    ran = command_line(["doctor", "--json"])

    (engine,) = [each for each in json.loads(ran.out)["observations"] if each["about"] == "engine"]
    assert (engine["code"], engine["next"]) == (
        "qmd-old-node",
        "Put a newer `node` on the PATH, or beside `qmd`.",
    )


def test_what_the_user_says_about_the_engine_counts_more_than_what_the_book_says(
    workspace: Book, fake: FakeQmd
) -> None:
    before = len(fake.asked)

    asked(workspace, COMMONPLACE_ENGINE="local")

    assert len(fake.asked) == before


def test_govern_never_waits_for_qmd(workspace: Book, fake: FakeQmd) -> None:
    before = len(fake.asked)

    searched(workspace).engine.find(QUERY)

    assert len(fake.asked) == before


@requirement("qmd.every-layout")
@pytest.mark.parametrize(
    ("layout", "folder"),
    [("vault", ".memory/10-Memories"), ("lingxi", ".cursor/.lingxi/memory/notes"), ("profile", "")],
)
def test_a_book_of_any_layout_is_searched_where_its_memories_stand(
    tmp_path: Path, fake: FakeQmd, layout: str, folder: str
) -> None:
    book = found_book(tmp_path / "app", Settings(layout=layout), CLOCK)
    assert asked(book, COMMONPLACE_ENGINE="qmd").degraded == "qmd-not-set-up"

    set_up_qmd(book, Qmd(scope="project", knowledge="notes"))

    held = collections_of(book)
    assert held is not None
    assert [each.folder for each in held.all] == [str((tmp_path / "app" / folder).resolve())]
    leave_qmd(book)
    assert collections_of(book) is None


def test_qmd_is_the_engine_of_all_books_only_once_it_is_set_up(
    tmp_path: Path, fake: FakeQmd, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = found_book(tmp_path / "app", Settings(), CLOCK)
    monkeypatch.chdir(book.project)
    refused = command_line(["engine", "use", "qmd"])
    set_up_qmd(book, Qmd(scope="project", knowledge="notes"))

    assert (refused.code, "never set up" in refused.err) == (1, True)
    assert command_line(["engine", "use", "qmd"]).code == 0


@requirement("qmd.turn")
@pytest.mark.parametrize("session", [[], ["--session", "one"]])
def test_a_turn_announces_what_qmd_found_in_the_original_s_words(
    workspace: Book, fake: FakeQmd, session: list[str]
) -> None:
    remember("Redis listens on port 6379.")
    hit = {"file": "qmd://kb/general.md", "line": 1, "explain": {"ftsScores": [0.4]}}
    fake.answer(json.dumps([hit]))

    ran = command_line(["turn", "which port does redis listen on", "--json", *session])

    assert json.loads(ran.out)["announcements"] == [
        "Loaded knowledge: general.md",
        "Retrieved knowledge via QMD: Redis listens on port 6379",
    ]


@requirement("qmd.turn")
def test_nobody_who_has_qmd_is_told_to_get_it(workspace: Book) -> None:
    index = workspace.root / "knowledge-base" / "_index.json"
    category = {"id": "a", "name": "A", "file": "a.md", "keywords": ["a"], "count": 60}
    index.write_text(json.dumps({"categories": [category]}), "utf-8")
    with_qmd = take_turn("redis", str(workspace.root), "", most=100).hints
    (workspace.root / ".mem-skill.config.json").write_text('{"engine": "default"}', "utf-8")
    without = take_turn("redis", str(workspace.root), "", most=100).hints

    assert [any("upgrading to QMD" in hint for hint in hints) for hints in (with_qmd, without)] == [
        False,
        True,
    ]
