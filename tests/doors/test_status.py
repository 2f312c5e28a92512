"""`status` says on one screen how things are, with or without a book."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from commonplace.messages import sentences
from commonplace.storage import usage
from commonplace.storage.places import state_of
from transcript import CLOCK, command_line


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def status(*words: str) -> dict:
    return json.loads(command_line(["status", "--json", *words]).out)


def test_without_any_book_there_is_still_a_status() -> None:
    assert command_line(["status"]).code == 0
    assert {key: status()[key] for key in ("book", "personal")} == {"book": None, "personal": None}


def test_a_personal_book_alone_is_told_whole() -> None:
    command_line(["init", "--personal"])
    command_line(["remember", "I read diffs first.", "--personal", "--yes"])

    found = status()

    assert found["book"] is None
    assert found["personal"]["memories"] == 1
    assert b"last session" in command_line(["status"]).out


def test_every_moment_is_told_in_the_same_local_form(folder: Path) -> None:
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    command_line(["recall", "vpn"])
    usage.count_contents(state_of(str(folder / ".memory")), "2026-03-14", "s", 9)
    usage.count(state_of(str(folder / ".memory")), "2026-03-14", "s", {"MEM-x": "a"})

    lines = command_line(["status"]).out.decode().splitlines()

    moment = re.compile(r"20\d\d-\d\d-\d\d \d\d:\d\d(?![:+])")
    assert [line.split()[0] for line in lines if moment.search(line)] == ["engine", "last", "last"]


def test_a_named_book_that_is_not_there_is_an_error() -> None:
    assert command_line(["status", "--book", "nowhere"]).code == 1


def test_what_waits_and_what_changed_are_counted(folder: Path) -> None:
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    command_line(["recall", "vpn"])
    command_line(["remember", "Tabs are wrong."])
    (folder / ".memory" / "10-Memories" / "MEM-new.md").write_text("# New\n\nNew.\n", "utf-8")

    book = status()["book"]

    assert book["waiting"]["proposals"] == 1
    assert book["engine"]["stale_files"] == 1
    assert book["last_receipt"]["action"] == "remember"


def test_an_untrusted_book_says_so(folder: Path) -> None:
    notes = folder / ".memory" / "10-Memories"
    notes.mkdir(parents=True)
    (notes / "MEM-a.md").write_text("# A\n\nA.\n", "utf-8")

    assert status()["book"]["trusted"] is False
    assert b"commonplace trust" in command_line(["status"]).out


def test_what_was_remembered_last_is_listed_first() -> None:
    command_line(["init"])
    for minute, text in enumerate(("Apples are red.", "Zebras run.", "Milk is white.")):
        moment = CLOCK + timedelta(minutes=minute)
        command_line(["remember", text, "--yes"], clock=lambda moment=moment: moment)

    listed = json.loads(command_line(["list", "--json"]).out)

    assert [each["title"] for each in listed] == ["Milk is white", "Zebras run", "Apples are red"]


def test_what_is_new_is_listed_before_the_older_one_that_was_linked_to_it() -> None:
    command_line(["init"])
    for minute, text in enumerate(
        ("Staging runs on port 6001, production on 6002.", "Postgres 16 in production.")
    ):
        moment = CLOCK + timedelta(minutes=minute)
        command_line(["remember", text, "--yes"], clock=lambda moment=moment: moment)

    newest, linked = json.loads(command_line(["list", "--json"]).out)

    assert newest["title"] == "Postgres 16 in production"
    assert linked["title"].startswith("Staging")
    assert linked["links"] == [newest["id"]]


@pytest.mark.parametrize(
    "text", ["ok", "OK!", "yes please", "👍", "Thanks, looks good", "好的，谢谢", "嗯"]
)
def test_an_answer_to_somebody_is_not_worth_remembering(text: str, folder: Path) -> None:
    command_line(["init"])

    ran = command_line(["remember", text, "--yes", "--json"])

    assert (ran.code, json.loads(ran.out)["reason"]) == (0, "says-nothing")
    assert list((folder / ".memory" / "10-Memories").glob("MEM-*.md")) == []


@pytest.mark.parametrize("text", ["Go 1.22", "no tabs", "好友列表在左边", "yes means port 6001"])
def test_a_short_claim_is_remembered(text: str) -> None:
    command_line(["init"])

    assert command_line(["remember", text, "--yes"]).out.startswith(b"Remembered")


def test_every_line_of_the_status_is_said_in_both_languages() -> None:
    lines = {key for key in sentences("en") if key.startswith("status.")}

    assert lines == {key for key in sentences("zh") if key.startswith("status.")}


@pytest.mark.laws
@pytest.mark.parametrize(("embedder", "models"), [("none", []), ("minilm", ["minilm"])])
def test_the_models_in_use_are_told_by_the_engine_and_by_doctor(
    embedder: str, models: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    command_line(["recall", "vpn"])
    monkeypatch.setenv("COMMONPLACE_EMBEDDER", embedder)

    told = json.loads(command_line(["engine", "status", "--json"]).out)

    assert told["models"] == models
    said = "models in use: minilm" if models else "no model in use"
    assert said in command_line(["doctor"]).out.decode()
