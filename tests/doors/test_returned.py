"""What was refused stays out of what agents are handed, whichever way its file or its words come back."""

import json
import os
from pathlib import Path

import pytest

from commonplace.core.rejections import PAGE
from commonplace.hook.events import respond
from requirements import requirement
from transcript import Ran, command_line

OWNED = "Maya owns the invoicing service."
PASSIVE = "The invoicing service is owned by Maya."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    run("init")
    return tmp_path


def run(*words: str) -> Ran:
    return command_line(list(words))


def result(*words: str) -> dict:
    return json.loads(run(*words, "--json").out)


def status_of(name: str) -> str:
    (found,) = [each for each in json.loads(run("list", "--json").out) if each["id"] == name]
    return found["status"]


def is_handed(session: str) -> bool:
    """Say whether a hook hands an agent, in a session that was told nothing yet, who owns the service."""
    prompt = {
        "prompt": "who owns the invoicing service?",
        "session_id": session,
        "cwd": os.getcwd(),
    }
    written: list[str] = []
    respond(["claude-code", "UserPromptSubmit"], json.dumps(prompt), written.append)
    return "Maya owns" in "".join(written)


def returned(folder: Path) -> str:
    """Forget a memory, and put its file back as git would."""
    made = result("remember", OWNED, "--yes")["id"]
    (file,) = (folder / "project").rglob(f"{made}.md")
    before = file.read_bytes()
    run("forget", made, "--yes")
    file.write_bytes(before)
    return made


@requirement("govern.rejections")
def test_a_refused_file_that_is_put_back_is_held_and_listed_everywhere(folder: Path) -> None:
    made = returned(folder)

    assert status_of(made) == "quarantined"
    checked = run("check")
    assert checked.code == 1
    assert "says what was refused" in checked.out.decode()
    assert [each["code"] for each in result("check", "--ci")["problems"]] == ["refused"]
    assert "✗ REFUSED (1)" in run("lint").out.decode()
    assert "memories say what was refused" in run("doctor").out.decode()
    assert [each["id"] for each in json.loads(run("review", "--json").out)] == [made]


def test_a_person_lets_it_in_again(folder: Path) -> None:
    made = returned(folder)

    assert run("review", "accept", made, "--yes").code == 0

    assert status_of(made) == "active"
    assert json.loads(run("reject", "--json").out) == []
    assert run("check").code == 0


def test_a_person_buries_it_again(folder: Path) -> None:
    made = returned(folder)

    assert run("review", "reject", made).code == 0

    assert json.loads(run("list", "--json").out) == []
    assert run("check").code == 0


def test_a_passive_is_the_same_claim() -> None:
    run("reject", OWNED, "--yes")

    assert result("remember", PASSIVE, "--yes")["reason"] == "rejected"


def test_what_holds_a_refused_claim_waits_for_a_person_who_lifts_it_by_agreeing() -> None:
    run("reject", OWNED, "--yes")

    ran = run("remember", "Ask Ben about payroll, Maya owns the invoicing service.", "--yes")

    assert ran.code == 4
    (waiting,) = json.loads(run("review", "--json").out)
    assert run("review", "accept", waiting["id"], "--yes").code == 0
    (memory,) = json.loads(run("list", "--json").out)
    assert memory["status"] == "active"
    assert json.loads(run("reject", "--json").out) == []


@pytest.mark.parametrize("option", ["--summary", "--title", "--when", "--source", "--keyword"])
def test_an_edit_of_one_field_does_not_bring_it_back(option: str) -> None:
    made = result("remember", "Invoices are printed on Mondays.", "--yes")["id"]
    run("reject", OWNED, "--yes")

    ran = run("edit", made, option, PASSIVE, "--yes")

    assert ran.code == 4
    assert "close to what was refused" in ran.err


def test_a_circumstance_does_not_bring_it_back() -> None:
    run("reject", OWNED, "--yes")

    ran = run("remember", "The relay has a cache.", "--applies-when", PASSIVE, "--yes")

    assert ran.code == 4
    assert "close to what was refused" in ran.err


def test_a_conversation_does_not_bring_it_back(folder: Path) -> None:
    run("reject", "We deploy on Fridays after lunch.", "--yes")
    said = {
        "type": "user",
        "message": {"role": "user", "content": "Remember that we deploy on Fridays after lunch."},
        "sessionId": "s-1",
        "timestamp": "2026-03-14T09:00:00Z",
    }
    transcript = folder / "session.jsonl"
    transcript.write_text(json.dumps(said) + "\n", "utf-8")

    run("learn", "--transcript", str(transcript), "--host", "claude-code", "--yes")

    assert json.loads(run("list", "--json").out) == []


def test_what_is_refused_while_it_stands_among_others_is_held_at_once() -> None:
    text = "Payroll is Ben's. Maya owns the invoicing service. Ask them before you deploy."
    made = result("remember", text, "--yes")["id"]
    run("recall", "who owns invoicing")

    run("reject", OWNED, "--yes")

    found = json.loads(run("recall", "who owns the invoicing service", "--json").out)
    statuses = [each.get("status") for each in found.get("memories", found.get("results", []))]
    assert "active" not in statuses
    assert status_of(made) == "quarantined"


def test_a_page_that_a_pull_brings_holds_what_stands_and_lets_it_go_again(folder: Path) -> None:
    made = result("remember", OWNED, "--yes")["id"]
    run("remember", "Payroll runs on the 25th.", "--yes")
    (file,) = (folder / "project").rglob(f"{made}.md")
    page = file.parents[1] / PAGE

    assert is_handed("before")
    page.parent.mkdir(exist_ok=True)
    page.write_text(
        f"# Rejections\n\n## R-59006cbe\n\n> {OWNED}\n\n- scope: *\n- at: 2026-03-01\n", "utf-8"
    )
    assert not is_handed("refused")
    page.unlink()
    assert is_handed("let in")


def test_a_page_of_refusals_that_was_deleted_is_missed_and_put_back(folder: Path) -> None:
    run("reject", OWNED, "--yes")
    page = folder / "project" / ".memory" / PAGE
    before = page.read_bytes()
    page.unlink()

    checked = run("check")
    told = run("remember", "Invoices are printed on Mondays.", "--yes")

    assert checked.code == 1
    assert "what was refused here may come back" in checked.out.decode()
    assert "rejections.md was deleted" in told.err
    assert "may come back" in run("doctor").out.decode()
    assert run("check", "--fix").code == 0
    assert page.read_bytes() == before


def test_a_file_that_returns_when_the_page_is_deleted_is_held_all_the_same(folder: Path) -> None:
    made = returned(folder)
    (folder / "project" / ".memory" / PAGE).unlink()

    assert status_of(made) == "quarantined"
    assert not is_handed("page deleted")


def test_a_page_of_refusals_that_an_undo_took_away_is_not_missed(folder: Path) -> None:
    run("reject", OWNED, "--yes")

    assert run("undo", "--yes").code == 0

    assert not (folder / "project" / ".memory" / PAGE).exists()
    assert run("check").code == 0
