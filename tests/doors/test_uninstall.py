"""`uninstall --all` leaves nothing behind but what people wrote, and says what it left."""

import json
import os
from pathlib import Path

import pytest

from commonplace.storage import usage
from transcript import command_line


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    command_line(["init"])
    command_line(["remember", "Deploys need the VPN.", "--yes"])
    command_line(["recall", "vpn"])
    return folder


def home(kind: str) -> Path:
    return Path(os.environ[f"XDG_{kind}_HOME"]) / "commonplace"


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def uninstall(*words: str, answers: str = "") -> dict:
    words = ("uninstall", "--all", "--json", *(() if answers else ("--yes",)), *words)
    ran = command_line([*words], answers.encode(), is_terminal=bool(answers))
    return json.loads(ran.out)


def made_personal(text: str = "") -> Path:
    """Make a personal book, empty or with one memory, and return its folder."""
    command_line(["init", "--personal"])
    if text:
        command_line(["remember", text, "--personal", "--yes"])
    return home("DATA") / "personal"


def test_nothing_stays_but_books_and_settings(project: Path, tmp_path: Path, monkeypatch) -> None:
    made_personal("I read diffs first.")
    command_line(["config", "set", "colour", "never"])
    before = files_below(project)
    other = tmp_path / "other"
    other.mkdir()
    for folder in (project, other):
        monkeypatch.chdir(folder)
        command_line(["install", "generic", "--scope", "project", "--yes"])
    for shell in ("bash", "zsh", "fish"):
        command_line(["completion", shell, "--install"])

    told = uninstall()

    assert files_below(project) == before
    assert files_below(other) == {}
    assert not home("STATE").exists()
    assert not home("CACHE").exists()
    assert {each["why"] for each in told["left"]} == {"book", "settings"}
    left = {path for path in Path(os.environ["HOME"]).rglob("*") if path.is_file()}
    assert all(path.is_relative_to(home("DATA")) or path.name == "config.toml" for path in left)


def test_what_was_left_is_said_with_its_reason() -> None:
    made_personal("I read diffs first.")

    said = command_line(["uninstall", "--all", "--yes"]).out.decode()

    assert f"Left: {home('DATA') / 'personal'}, what you or your agents wrote." in said
    assert "Left: the books in your projects" in said


def test_a_file_of_ours_that_somebody_edited_stays_and_is_named() -> None:
    command_line(["install", "claude-code", "--yes"])
    skill = Path(os.environ["HOME"]) / ".claude" / "skills" / "memory-save" / "SKILL.md"
    skill.write_text(skill.read_text("utf-8") + "\nMy own line.\n", "utf-8")

    ran = command_line(["uninstall", "--all", "--yes"])

    assert f"Left: {skill}, which you edited: it is yours now." in ran.out.decode()
    assert [path.name for path in skill.parents[1].iterdir()] == ["memory-save"]
    assert skill.read_text("utf-8").endswith("My own line.\n")


def test_what_waits_for_a_person_stays(project: Path) -> None:
    command_line(["remember", "Never deploy on a Friday."])
    (waiting,) = home("STATE").glob("*/proposals/*.json")

    usage.count(str(waiting.parents[1]), "2026-03-14", "s", {"MEM-x": "a"}, "a prompt")

    told = uninstall()

    assert [each["why"] for each in told["left"]] == ["proposals"]
    left = {path.name for path in home("STATE").rglob("*") if path.is_file()}
    assert left == {waiting.name, "approvals.jsonl", "trusted", "watched"}
    assert not home("CACHE").exists()
    assert command_line(["review", "accept", waiting.stem, "--yes"]).code == 0
    assert b"Never deploy on a Friday" in command_line(["list"]).out


def test_a_late_text_stays_where_proposals_wait_too() -> None:
    command_line(["edit", "MEM-deploys", "--body", "Deploys need the VPN and a token.", "--yes"])
    (replaced,) = home("STATE").glob("*/displaced/*")
    replaced.write_text("typed into an open editor", "utf-8")
    command_line(["remember", "Never deploy on a Friday."])

    assert [each["why"] for each in uninstall()["left"]] == ["proposals", "displaced"]
    assert replaced.read_text("utf-8") == "typed into an open editor"
    assert uninstall()["removed"] == []


def test_a_personal_book_in_which_nothing_was_written_goes() -> None:
    folder = made_personal()
    command_line(["remember", "Never deploy on a Friday."])  # waits in the project's own book

    ran = command_line(["uninstall", "--all", "--yes"])

    assert f"Removed {folder}, a personal book with nothing in it." in ran.out.decode()
    assert not home("DATA").exists()


def test_a_link_to_a_personal_book_is_no_empty_book(tmp_path: Path) -> None:
    folder = made_personal()
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")

    assert [each["why"] for each in uninstall()["left"]] == ["book"]
    assert folder.is_symlink()


@pytest.mark.parametrize(
    "path", [".memory/README.md", ".memory/10-Memories/MEM-a.md", ".memory/.git/x", "notes.txt"]
)
def test_an_empty_personal_book_with_anything_of_its_person_stays(path: str) -> None:
    mine = made_personal() / path
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("# Mine\n\nMine.\n", "utf-8")

    assert [each["why"] for each in uninstall()["left"]] == ["book"]
    assert mine.read_text("utf-8") == "# Mine\n\nMine.\n"


def test_an_empty_personal_book_for_which_something_waits_stays() -> None:
    folder = made_personal()
    command_line(["remember", "I read diffs first.", "--personal"])

    assert [each["why"] for each in uninstall()["left"]] == ["book", "proposals"]
    assert folder.exists()


def test_what_was_replaced_goes_and_a_text_written_into_it_late_stays() -> None:
    command_line(["edit", "MEM-deploys", "--body", "Deploys need the VPN and a token.", "--yes"])
    (replaced,) = home("STATE").glob("*/displaced/*")
    text = replaced.read_bytes()
    replaced.write_text("typed into an open editor", "utf-8")

    assert [each["why"] for each in uninstall()["left"]] == ["displaced"]
    assert replaced.exists()

    replaced.write_bytes(text)

    assert uninstall()["left"] == []
    assert not home("STATE").exists()


@pytest.mark.parametrize("words", [("--dry-run",), ("--scope", "user"), ("--scope", "project")])
def test_nothing_goes_on_a_dry_run_or_when_only_wires_are_meant(words: tuple[str, ...]) -> None:
    before = files_below(home("STATE"))

    uninstall(*words)

    assert files_below(home("STATE")) == before


def test_nothing_goes_unless_somebody_agrees() -> None:
    before = files_below(home("STATE"))

    assert command_line(["uninstall", "--all"]).code == 4
    assert uninstall(answers="n\n")["removed"] == []
    assert files_below(home("STATE")) == before
    assert uninstall(answers="y\n")["removed"] != []
    assert not home("STATE").exists()


def test_a_folder_that_keeps_everything_keeps_what_is_yours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some systems have one folder for settings, data and state."""
    for kind in ("STATE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "support"))
    command_line(["init", "--personal"])
    command_line(["remember", "I read diffs first.", "--personal", "--yes"])
    command_line(["config", "set", "colour", "never"])
    before = files_below(home("DATA") / "personal")

    uninstall()

    assert files_below(home("DATA") / "personal") == before
    assert {path.name for path in home("DATA").iterdir()} == {"personal", "config.toml"}


def test_a_link_goes_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "note").write_text("mine", "utf-8")
    (home("STATE") / "link").symlink_to(precious)

    uninstall()

    assert (precious / "note").read_text("utf-8") == "mine"
    assert not home("STATE").exists()


def test_an_agent_removes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")

    assert command_line(["uninstall", "--all", "--yes"]).code == 1
    assert home("STATE").exists()
