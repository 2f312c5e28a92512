"""What was deleted stays deleted, whichever way it tries to come back."""

import json
import shutil
from pathlib import Path

import pytest

from commonplace.core.rejections import PAGE
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

LAYOUTS = ("vault", "mem-skill", "lingxi", "profile")
REFUSED = "The gateway of the shop listens on port 8080."
CONTROL = "Invoices are printed on Mondays."
DISGUISES = (
    "the GATEWAY of the shop listens on PORT 8080",
    "Ｔｈｅ gateway of the shop listens on port ８０８０！",
    "On port 8080 listens the gateway of the shop",
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    return tmp_path


def run(*words: str) -> Ran:
    return command_line(list(words))


def result(*words: str) -> dict:
    return json.loads(run(*words, "--json").out)


def texts() -> list[str]:
    return [memory["body"].strip() for memory in json.loads(run("list", "--json").out)]


def forgotten(layout: str) -> None:
    """Make a book in which one of two memories was deleted."""
    run("init", "--layout", layout)
    run("remember", CONTROL, "--yes")
    made = result("remember", REFUSED, "--separate", "--yes")
    assert run("forget", made["id"], "--reason", "moved away", "--yes").code == 0


@requirement("govern.rejections")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_deleted_memory_stays_deleted_and_others_enter(layout: str, folder: Path) -> None:
    forgotten(layout)

    assert result("remember", REFUSED, "--yes")["reason"] == "rejected"
    assert run("engine", "rebuild").code == 0
    for disguise in DISGUISES:
        # The same words in another order may say something else: that is for a person, and not written.
        assert result("remember", disguise, "--yes")["result"] in ("skipped", "pending")
    assert result("remember", f"Mind this: {CONTROL}", "--separate", "--yes")["result"] == (
        "committed"
    )
    assert REFUSED not in texts()


@requirement("govern.rejections")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("target", LAYOUTS)
def test_a_book_takes_its_rejections_into_another_layout(
    layout: str, target: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten(layout)

    ran = run("convert", str(folder / "new"), "--to", target, "--yes")

    assert ran.code == 0, ran.err
    monkeypatch.chdir(folder / "new")
    assert CONTROL in "\n".join(texts())
    assert result("remember", REFUSED, "--yes")["reason"] == "rejected"
    assert result("remember", "Parcels leave at noon.", "--yes")["result"] == "committed"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_clone_takes_its_rejections_along(
    layout: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten(layout)

    shutil.copytree(folder / "project", folder / "clone")

    monkeypatch.chdir(folder / "clone")
    assert result("remember", REFUSED, "--yes")["reason"] == "rejected"
    assert result("remember", "Parcels leave at noon.", "--yes")["result"] == "committed"


def test_a_proposal_that_waited_is_not_written_when_a_refusal_has_come_from_elsewhere(
    folder: Path,
) -> None:
    run("init")
    run("reject", REFUSED, "--yes")
    (page,) = folder.rglob("*ejections.md")
    refusal = page.read_bytes()
    page.unlink()
    waiting = result("remember", REFUSED)["proposal"]
    page.write_bytes(refusal)

    ran = run("review", "accept", waiting, "--yes")

    assert ran.code == 1
    assert "was refused" in ran.err
    assert texts() == []


def test_what_a_person_declines_in_review_is_refused_from_then_on(folder: Path) -> None:
    run("init")
    waiting = result("remember", REFUSED)["proposal"]

    declined = result("review", "reject", waiting, "--reason", "not true")

    assert declined == {"result": "rejected", "proposal": waiting, "refused": True}
    page = (folder / "project" / ".memory" / PAGE).read_text("utf-8")
    assert f"> {REFUSED}" in page
    assert "- reason: not true" in page
    assert result("remember", REFUSED, "--yes")["reason"] == "rejected"


def test_a_declined_addition_refuses_only_what_it_would_have_added() -> None:
    run("init")
    run("remember", "The gateway of the shop runs on Linux.", "--yes")
    waiting = result("remember", REFUSED, "--as", "extend")["proposal"]

    run("review", "reject", waiting)

    (refused,) = json.loads(run("reject", "--json").out)
    assert refused["claim"] == REFUSED


@pytest.mark.parametrize("command", ["learn", "record"])
def test_a_text_is_refused_in_review_whichever_way_it_came(command: str) -> None:
    run("init", "--layout", "mem-skill")
    waiting = result(command, REFUSED)["proposal"]

    assert result("review", "reject", waiting)["refused"] is True

    assert result("remember", REFUSED, "--yes")["reason"] == "rejected"


def test_a_refused_statement_is_known_again_from_another_conversation(folder: Path) -> None:
    run("init")
    made = result("remember", f"{REFUSED}\n\n> what is the port?", "--yes")["id"]
    assert run("forget", made, "--yes").code == 0

    again = result("remember", f"{REFUSED}\n\n> tell me about the shop", "--yes")

    assert again["reason"] == "rejected"


def test_a_title_that_says_what_was_refused_goes_to_a_person() -> None:
    run("init")
    made = result("remember", CONTROL, "--yes")["id"]
    run("reject", REFUSED, "--yes")

    ran = run("edit", made, "--title", REFUSED, "--yes")

    assert ran.code == 4
    assert "close to what was refused" in ran.err
    assert run("edit", made, "--tag", "money", "--yes").code == 0


def test_a_list_of_points_says_which_were_refused_before() -> None:
    run("init", "--layout", "mem-skill")
    run("reject", REFUSED, "--yes")

    assert f"1. {REFUSED[:-1]} → (refused before)" in run("record", REFUSED, "--yes").out.decode()


def test_an_answers_file_lets_nothing_in_again_for_an_agent(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init")
    run("reject", REFUSED, "--yes")
    (folder / "answers.json").write_text('[{"do": "create", "again": true}]', "utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")

    ran = run("remember", REFUSED, "--answers", str(folder / "answers.json"))

    assert ran.code == 1
    assert "Only a person may do this" in ran.err
    assert json.loads(run("review", "--json").out) == []


def test_an_older_deletion_can_be_undone_after_a_newer_one() -> None:
    run("init")
    older = result("remember", CONTROL, "--yes")["id"]
    newer = result("remember", REFUSED, "--separate", "--yes")["id"]
    first = result("forget", older, "--yes")["receipt"]["id"]
    assert run("forget", newer, "--yes").code == 0

    assert run("undo", first).code == 0

    assert texts() == [CONTROL]
    (still,) = json.loads(run("reject", "--json").out)
    assert still["claim"] == REFUSED


def test_a_save_into_a_profile_does_not_bring_back_what_was_refused() -> None:
    run("init", "--layout", "profile")
    run("reject", "语言：英文", "--yes")

    refused = json.loads(
        command_line(["save", "--target", "user", "--field", "语言", "--value", "英文"]).out
    )
    taken = json.loads(
        command_line(["save", "--target", "user", "--field", "语言", "--value", "中文"]).out
    )

    assert "被拒绝" in refused["message"]
    assert refused["files"] == []
    assert taken["errcode"] == 0
    assert len(taken["files"]) == 1


def test_simplified_and_traditional_are_one_claim() -> None:
    run("init")
    run("reject", "網關的連接埠是八千零八十", "--yes")

    assert result("remember", "网关的连接埠是八千零八十。", "--yes")["reason"] == "rejected"
