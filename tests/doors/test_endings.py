"""Every door ends a write in the same way: it is kept in git for who wants that, and told truthfully."""

import json
import os
import subprocess
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

import commonplace
from commonplace.app.books import Book, found_book, open_book
from commonplace.config import Settings
from commonplace.core.memory import Origin
from commonplace.doors.cli.context import Desk
from commonplace.flows.capture import Given
from commonplace.storage.places import state_of
from doors.distill_books import planted_book
from tiers import one_in
from transcript import command_line

FACT = "Deploys need the VPN."
OTHER = "Lunch is at noon."


def typed(*words: str) -> str:
    """Run a command that must succeed, and return what it told beside its result."""
    ran = command_line([*words], clock=lambda: datetime.now(UTC))
    assert ran.code == 0, ran.err
    return ran.err


def pending(text: str, *words: str) -> str:
    ran = command_line(["remember", text, *words, "--json"], clock=lambda: datetime.now(UTC))
    return str(json.loads(ran.out)["proposal"])


def waiting() -> str:
    return str(json.loads(command_line(["review", "--json"]).out)[0]["id"])


def by_command(text: str) -> str:
    return typed("remember", text, "--yes")


def by_program(text: str) -> str:
    book = commonplace.open_book()
    made = book.propose(text)
    assert isinstance(made, commonplace.Proposed)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        book.commit(made, approved_by="ada")
    return " ".join(str(each.message) for each in told)


def by_client(text: str, decision: str = "write") -> str:
    from mcp.server.mcpserver import AcceptedElicitation

    from commonplace.doors.mcp.consent import Consent, planned, settle
    from commonplace.doors.mcp.proposals import Settling, remembered

    desk = Desk(
        environ=os.environ,
        folder=Path.cwd(),
        clock=lambda: datetime.now(UTC),
        is_terminal=False,
    )
    given = Given(source="agent", origin=Origin.AGENT)
    plan = planned(desk, lambda desk, book: remembered(text, given, Settling(), desk, book))
    ending = settle(plan, AcceptedElicitation(data=Consent(decision=decision)))
    assert ending.result == ("committed" if decision == "write" else "refused")
    return ending.message


def by_page(text: str) -> str:
    from doors.local_page import Visitor

    visitor = Visitor(Path.cwd())
    done = visitor.press(visitor.get("/review", proposal=pending(text)), "/review/accept")
    assert done.status_code == 200
    return unescape(done.text)


DOORS = [by_command, by_program, by_client, pytest.param(by_page, marks=pytest.mark.laws)]


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.chdir(tmp_path)
    return found_book(tmp_path, Settings(), datetime.now(UTC))


@pytest.mark.parametrize("door", DOORS)
def test_every_door_tells_what_beside_the_write_did_not_work(
    book: Book, door: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_command(OTHER)
    same = pending("deploys need the VPN")
    index = book.root / "20-Indices" / "index.md"
    index.unlink()
    index.mkdir()
    ledger = Path(state_of(str(book.root))) / "approvals.jsonl"
    ledger.unlink()
    ledger.mkdir()
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")

    told = door(FACT)

    assert "index" in told
    assert "approval" in told
    assert same in told
    assert "not committed to git" in told


def lunch() -> str:
    (memory,) = open_book(Path.cwd(), Settings()).reading().memories
    return memory.id


def accept() -> None:
    name = pending(FACT)
    typed("review", "accept", name, "--yes")


def reject() -> None:
    typed("review", "reject", pending(FACT))


def forget() -> None:
    typed("forget", lunch(), "--yes")


def undo() -> None:
    typed("undo")


def move() -> None:
    command_line(["init", "--personal"])
    typed("move", lunch(), "--to", "personal", "--yes")


def convert() -> None:
    typed("convert", "converted", "--to", "lingxi", "--yes")


def remember() -> None:
    by_command(FACT)


def program() -> None:
    by_program(FACT)


def client() -> None:
    by_client(FACT)


def page() -> None:
    by_page(FACT)


def refusal_by_client() -> None:
    by_client(FACT, "refuse")


@pytest.mark.parametrize(
    "write",
    one_in(
        3,
        [
            remember,
            program,
            client,
            refusal_by_client,
            accept,
            reject,
            forget,
            undo,
            move,
            convert,
            page,
        ],
    ),
)
def test_whatever_is_written_is_kept_in_git_for_who_wants_that(
    book: Book, write: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_command(OTHER)
    repository(book.project)
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")

    write()

    log = git(book.project, "log", "--format=%s")
    assert log.splitlines()[0].startswith("memory: add/update ")
    assert len([line for line in log.splitlines() if line != "memory: begin a book"]) == 2


def git(folder: Path, *words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=folder, capture_output=True, check=True, text=True)
    return ran.stdout


def test_links_that_check_mends_are_kept_in_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed("init", "--layout", "mem-skill")
    entry = "## {}\n**Date:** 2026-03-01\n**Related:** {}\n**Keywords:** {}\n"
    texts = (entry.format("Ship", "[[work#Test]]", "ship"), entry.format("Test it", "", "test"))
    (tmp_path / "knowledge-base" / "work.md").write_text("\n".join(texts), "utf-8")
    repository(tmp_path)
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")

    told = typed("check", "--fix")

    assert "not committed" not in told
    assert len(git(tmp_path, "log", "--format=%s").splitlines()) == 2


def test_a_save_into_a_profile_is_kept_in_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed("init", "--layout", "profile")
    repository(tmp_path)
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")

    typed("save", "--target", "user", "--content", "Ada lives in Lisbon.")

    assert len(git(tmp_path, "log", "--format=%s").splitlines()) == 2


def test_upkeep_is_kept_in_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted_book(tmp_path, "vault", seed=1)
    monkeypatch.chdir(tmp_path)
    repository(tmp_path)
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")

    typed("distill", "--auto", "--yes")

    assert git(tmp_path, "log", "--format=%s").startswith("memory: add/update ")


def ids() -> list[str]:
    view = open_book(Path.cwd(), Settings()).reading()
    return [memory.id for memory in view.memories if memory.is_active]


SITTING: list[Callable[[], list[str]]] = [
    lambda: ["remember", FACT, "--topic", "ops", "--yes"],
    lambda: ["learn", "Never push to main without a review.", "--topic", "ops", "--yes"],
    lambda: ["edit", ids()[0], "--summary", "Deploys need it", "--yes"],
    lambda: ["verify", ids()[0], "--anchor", "code.py:1", "--yes"],
    lambda: ["forget", ids()[1], "--yes"],
    lambda: ["restore", "--yes", json.loads(command_line(["log", "--json"]).out)[0]["memories"][0]],
    lambda: ["undo", "--yes"],
    lambda: ["reject", "We use Kafka for events.", "--yes"],
    lambda: ["review", "share", pending(OTHER, "--topic", "ops"), "--yes"],
    lambda: ["review", "accept", waiting(), "--yes"],
    lambda: ["review", "reject", pending("The harbour is deep.", "--topic", "ops")],
    lambda: ["lint"],
    lambda: ["distill"],
    lambda: ["distill", "--refine", "--yes"],
    lambda: ["check", "--fix"],
    lambda: ["move", ids()[0], "--to", "personal", "--yes"],
    lambda: ["convert", "elsewhere", "--to", "vault", "--yes"],
]


@pytest.mark.parametrize("layout", one_in(3, ["vault", "lingxi", "mem-skill"]))
def test_nothing_that_a_command_wrote_is_left_out_of_git(
    layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sitting of every kind of write, after each of which git has all that stands in the book."""
    typed("init", "--personal")
    monkeypatch.chdir(tmp_path)
    repository(tmp_path)
    (tmp_path / "code.py").write_text("port = 6001\n", "utf-8")
    git(tmp_path, "add", "code.py")
    git(tmp_path, "commit", "-q", "-m", "code")
    monkeypatch.setenv("COMMONPLACE_GIT_COMMIT", "yes")
    typed("init", "--layout", layout)
    assert git(tmp_path, "status", "--porcelain", "-uall") == ""

    for step in SITTING:
        words = step()
        typed(*words)

        assert git(tmp_path, "status", "--porcelain", "-uall") == "", words


def repository(folder: Path) -> None:
    for words in (
        ("init", "-q"),
        ("config", "user.name", "Ada"),
        ("config", "user.email", "ada@example.org"),
        ("commit", "-q", "--allow-empty", "-m", "first"),
    ):
        git(folder, *words)
