"""What every engine keeps to when a book is used through the product's own commands.

Each change must be in the next answer, outcomes have the same names, and an engine that cannot answer says
so: none of them may let the embedded one answer in its place without a word.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.kinds import own_reasons
from real_qmd import real_environment
from requirements import requirement
from servers.patience import in_time
from servers.shelf import new_team
from transcript import command_line

ENGINES = (
    pytest.param("keyword", marks=pytest.mark.laws),
    pytest.param("local", marks=pytest.mark.laws),
    pytest.param("qmd", marks=pytest.mark.servers),
    pytest.param("postgres", marks=pytest.mark.servers),
)
QMD = ("--mem-engine=qmd", "--qmd-scope=project", "--qmd-knowledge=kb")
REDIS, VALKEY = "which port does redis listen on", "which port does valkey listen on"

HELD = """---
title: "Redis port of the old site"
created: 2026-01-01
tags: [CONFIG]
keywords: [redis, port]
summary: "Redis listens on port 6380 on the old site."
trust: quarantined
---

# Redis port of the old site

Redis listens on port 6380 on the old site.
"""


@pytest.fixture(params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Make a book in the current folder that is searched by one engine."""
    name: str = request.param
    environ = real_environment() if name == "qmd" else dict(os.environ)
    environ |= {"COMMONPLACE_ENGINE": name, "COMMONPLACE_EMBEDDER": "none"}
    if name == "postgres":
        environ["COMMONPLACE_POSTGRES_URL"] = request.getfixturevalue("prepared")
        environ["COMMONPLACE_POSTGRES_TEAM"] = new_team()
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.chdir(tmp_path)
    does("init", *(QMD if name == "qmd" else ()))
    return name


def does(*words: str) -> dict:
    ran = command_line([*words, "--json"])
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def asked(text: str, *wishes: str) -> dict:
    def ask() -> dict:
        return does("recall", text, *(wishes or ("--book", ".memory")))

    return in_time(ask, lambda answer: answer["outcome"])


def told(text: str) -> tuple[str, list[str]]:
    answer = asked(text)
    return answer["outcome"], answer["ids"]


def ids(*filters: str) -> set[str]:
    return set(asked(REDIS, *filters)["ids"])


@requirement("engines.fresh")
def test_every_command_that_changes_a_book_is_in_the_next_answer(engine: str) -> None:
    does("init", "--personal")
    nothing = ("nothing_relevant", [])
    empty = told(REDIS)
    added = does("remember", "Redis listens on port 6379.", "-k", "redis", "--yes")["id"]
    written = told(REDIS)
    new = ("--title", "Valkey port", "--body", "Valkey listens on port 6380.", "-k", "valkey")
    does("edit", added, *new, "--unkeyword", "redis", "--yes")
    edited = told(VALKEY)
    does("forget", added, "--reason", "moved", "--yes")
    buried = told(VALKEY)
    does("restore", added, "--yes")
    restored = told(VALKEY)
    does("move", added, "--to", "personal", "--yes")
    moved = told(VALKEY)
    does("undo", "--yes")
    back = told(VALKEY)

    found = ("hits", [added])
    assert (empty, written, edited) == (nothing, found, found)
    assert (buried, restored) == (nothing, found)
    assert (moved, back) == (nothing, found)


@requirement("engines.fresh")
def test_files_that_are_renamed_or_deleted_by_hand_are_followed(engine: str) -> None:
    does("remember", "Redis listens on port 6379.", "-k", "redis", "--yes")
    (file,) = Path(".memory/10-Memories").glob("MEM-*.md")
    file.rename(file.with_name("MEM-cache-port.md"))
    renamed = asked(REDIS)
    file.with_name("MEM-cache-port.md").unlink()

    assert [hit["path"] for hit in renamed["hits"]] == ["10-Memories/MEM-cache-port.md"]
    assert told(REDIS) == ("nothing_relevant", [])


@requirement("engines.filters")
def test_only_the_books_of_a_layout_are_asked_when_one_is_named(engine: str) -> None:
    does("init", "--personal", "--layout", "lingxi")
    ours = does("remember", "Redis listens on port 6379.", "-k", "redis", "--yes")["id"]
    mine = does("remember", "Redis listens on port 7379.", "-k", "redis", "--personal", "--yes")[
        "id"
    ]

    assert {ours, mine} == ids("--all")
    assert ids("--layout", "vault") == {ours}
    assert ids("--layout", "lingxi") == {mine}
    assert ids("--layout", "profile") == set()


@requirement("engines.filters")
def test_only_what_was_approved_or_only_what_is_held_is_found_when_asked_for(engine: str) -> None:
    approved = does("remember", "Redis listens on port 6379.", "-k", "redis", "--yes")["id"]
    Path(".memory/10-Memories/MEM-held.md").write_text(HELD, "utf-8")

    assert ids("--trust", "approved") == {approved} == ids("--trust", "approved", "--all")
    assert ids("--trust", "quarantined") == {"MEM-held"}
    assert ids("--trust", "quarantined", "-k", "1") == {"MEM-held"}
    assert ids() == {approved}
    assert ids("--all") == {approved, "MEM-held"}


@requirement("engines.silent")
def test_an_answer_is_the_engine_s_own_and_one_that_is_cut_off_says_so(engine: str) -> None:
    does("remember", "Redis listens on port 6379.", "-k", "redis", "--yes")
    own = asked(REDIS)
    os.environ["COMMONPLACE_POSTGRES_URL"] = "postgresql://nobody@127.0.0.1:1/nothing"
    os.environ["PATH"] = os.defpath
    cut_off = does("recall", REDIS, "--book", ".memory")

    kinds = {each["why"].partition(":")[0] for hit in own["hits"] for each in hit["reasons"]}
    marks = {"postgres": "degraded:postgres-unreachable", "qmd": "degraded:qmd-missing"}
    assert own["outcome"] == "hits"
    assert kinds <= own_reasons(engine)
    assert (cut_off["outcome"], cut_off["ids"]) == (marks.get(engine, "hits"), own["ids"])
