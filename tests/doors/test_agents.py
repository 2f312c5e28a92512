"""What an agent program runs is the agent's: it waits, unless the user's own file says otherwise."""

import json
import os
from pathlib import Path

import pytest

from requirements import requirement
from transcript import Ran, command_line

FACT = "Deploys need the VPN."


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    monkeypatch.setenv("CLAUDECODE", "1")
    return tmp_path


def run(*words: str) -> Ran:
    return command_line(list(words))


def result(*words: str):
    return json.loads(run(*words, "--json").out)


def let_agents_save() -> None:
    path = Path(os.environ["XDG_CONFIG_HOME"]) / "commonplace" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text('agents = "save"\n', "utf-8")


@requirement("govern.agents")
@pytest.mark.parametrize(
    "words",
    [
        ("remember", "Lunch is at noon.", "--yes"),
        ("edit", "MEM-deploys", "--body", "The VPN is gone.", "--yes"),
        ("forget", "MEM-deploys", "--yes"),
        ("reject", FACT, "--yes"),
        ("undo", "--yes"),
    ],
)
def test_an_agent_cannot_agree_for_its_user(
    words: tuple[str, ...], book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAUDECODE")
    run("remember", FACT, "--yes")
    monkeypatch.setenv("CLAUDECODE", "1")
    before = {path: path.read_bytes() for path in book.rglob("*") if path.is_file()}

    assert run(*words).code == 4

    assert {path: path.read_bytes() for path in book.rglob("*") if path.is_file()} == before
    (waiting,) = result("review")
    assert waiting["origin"] == "agent"
    assert run("review", "accept", waiting["id"], "--yes").code == 4


@requirement("govern.agents")
def test_links_that_an_agent_would_mend_wait_while_indices_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "workspace").mkdir()
    monkeypatch.chdir(tmp_path / "workspace")
    run("init", "--layout", "mem-skill")
    entry = "## {}\n**Date:** 2026-03-01\n**Related:** {}\n**Keywords:** {}\n"
    page = Path("knowledge-base/work.md")
    page.write_text(
        "\n".join(
            (
                entry.format("Ship on Friday", "[[work#Test]]", "ship"),
                entry.format("Test it", "", "test"),
            )
        ),
        "utf-8",
    )
    before = page.read_bytes()

    assert run("check", "--fix").code == 0

    assert page.read_bytes() == before
    assert b'"work.md"' in Path("knowledge-base/_index.json").read_bytes()
    (waiting,) = result("review")
    monkeypatch.delenv("CLAUDECODE")
    assert run("review", "accept", waiting["id"], "--yes").code == 0
    assert b"[[work#Test it]]" in page.read_bytes()


def test_an_agent_with_a_terminal_of_its_own_answers_no_question(book: Path) -> None:
    ran = command_line(["remember", FACT], b"y\n", is_terminal=True)

    assert ran.code == 4
    assert result("list") == []


@requirement("govern.agents")
def test_the_users_own_file_lets_agents_save_and_the_log_says_who_did() -> None:
    let_agents_save()

    written = result("remember", FACT, "--yes")

    assert (written["receipt"]["channel"], written["receipt"]["origin"]) == ("policy", "agent")
    assert "agent" in run("log").out.decode()


@pytest.mark.parametrize("answer", ["--separate", "--replace"])
def test_how_an_agent_says_that_a_contradiction_was_settled_waits_for_the_person(
    monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.delenv("CLAUDECODE")
    run("remember", "Postgres 15 runs in production.", "--yes")
    monkeypatch.setenv("CLAUDECODE", "1")
    let_agents_save()

    ran = run("remember", "Postgres 16 runs in production.", answer, "--yes")

    assert ran.code == 4
    assert [each["status"] for each in result("list")] == ["active"]


def test_what_an_agent_can_set_itself_lets_it_save_nothing(
    monkeypatch: pytest.MonkeyPatch, book: Path
) -> None:
    monkeypatch.setenv("COMMONPLACE_AGENTS", "save")
    monkeypatch.setenv("COMMONPLACE_POLICY", "auto")
    (book / ".commonplace.toml").write_text('agents = "save"\n', "utf-8")

    assert run("remember", FACT, "--yes").code == 4


@pytest.mark.parametrize(
    "words",
    [
        ("remember", FACT, "--again", "--yes"),
        ("reject", FACT, "--lift", "--yes"),
        ("review", "reject", "2026"),
        ("trust",),
        ("config", "set", "agents", "save"),
        ("config", "set", "policy", "auto"),
    ],
)
def test_some_things_only_a_person_may_do(words: tuple[str, ...]) -> None:
    let_agents_save()
    ran = run(*words)

    assert ran.code == 1
    assert "Only a person may do this" in ran.err


def test_what_an_agent_proposed_and_a_person_accepted_stays_the_agents(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = result("remember", FACT, "--yes")["proposal"]
    monkeypatch.delenv("CLAUDECODE")

    accepted = result("review", "accept", waiting, "--yes")

    assert (accepted["receipt"]["origin"], accepted["receipt"]["channel"]) == ("agent", "flag")


def test_an_agent_does_not_adopt_a_book_that_stands_there(book: Path) -> None:
    run("trust", "--revoke")

    run("init")

    assert result("trust", "--revoke")["result"] == "unchanged"
