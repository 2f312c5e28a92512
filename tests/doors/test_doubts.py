"""What likely contradicts a memory is put to a person, and no way into the book writes it unasked."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import commonplace
import commonplace.app.books
from commonplace.core.judge import conflicts
from commonplace.errors import LeftPending
from commonplace.hook.child import capture_session
from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.laws

OLD = "Kestrel listens on port 6001."
NEW = "Kestrel listens on port 6002."
WORTH = "Kestrel listens on port 6002; that fixed it."


@pytest.fixture(autouse=True)
def never_sure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(conflicts, "SURE_FROM", 99.0)
    assert command_line(["init"]).code == 0
    assert command_line(["remember", OLD, "--yes"]).code == 0
    return tmp_path


def texts(project: Path) -> str:
    return "".join(path.read_text("utf-8") for path in project.glob(".memory/**/*.md"))


def waiting() -> list[str]:
    return [each["id"] for each in json.loads(command_line(["review", "--json"]).out)]


def agents_may_save(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything from here on be an agent's, which the user lets write by itself."""
    settings = Path(os.environ["XDG_CONFIG_HOME"], "commonplace", "config.toml")
    settings.parent.mkdir(parents=True)
    settings.write_text('agents = "save"\n', "utf-8")
    monkeypatch.setenv("CLAUDECODE", "1")


COMMANDS = {
    "remember": (f"remember|{NEW}|--yes", 4),
    "remember, selected": (f"remember|{NEW}|--select|1", 4),
    "remember, answered with nothing": (f"remember|{NEW}|--answers|none.json", 4),
    "learn a text": (f"learn|{NEW}|--yes", 4),
    "learn a file": ("learn|-f|note.md|--yes", 4),
    "learn a folder": ("learn|-d|docs|--yes", 4),
    "learn a conversation": ("learn|--transcript|chat.jsonl|--yes", 4),
    "ingest": ("ingest|note.md|--yes", 4),
    "record": (f"record|{WORTH}|--yes", 4),
    "recordnow, selected": (f"recordnow|{WORTH}|--select|all", 4),
}


@requirement("govern.open")
@pytest.mark.parametrize(("words", "code"), COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("who", ["a person", "an agent that may save"])
def test_no_command_takes_a_yes_in_advance_for_an_answer(
    words: str, code: int, who: str, never_sure: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("docs").mkdir()
    for place in ("note.md", "docs/note.md"):
        Path(place).write_text(f"# Kestrel\n\n{NEW}\n", "utf-8")
    Path("none.json").write_text("[null]", "utf-8")
    _conversation(Path("chat.jsonl"))
    if who != "a person":
        agents_may_save(monkeypatch)

    ran = command_line(words.split("|"))

    assert (ran.code, "may contradict MEM-kestrel" in ran.err) == (code, True), ran.err
    assert "6002" not in texts(never_sure)
    assert len(waiting()) == 1


def _conversation(path: Path) -> None:
    said = [("user", "start kestrel"), ("assistant", "It listens on 6001.")]
    said += [("user", f"no, {NEW[0].lower()}{NEW[1:-1]}, always use that"), ("assistant", "Sorry.")]
    lines = [
        json.dumps({"type": role, "sessionId": "s1", "message": {"role": role, "content": text}})
        for role, text in said
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _by_python(project: Path) -> None:
    found = commonplace.open_book(project).remember(NEW, approved_by="ann")
    assert isinstance(found, commonplace.Pending)


def _by_python_as_agent(project: Path) -> None:
    book = commonplace.open_book(project)
    made = book.propose(NEW)
    assert isinstance(made, commonplace.Proposed)
    with pytest.raises(LeftPending):
        book.commit(made, approved_by="ann")


def _by_hook(project: Path) -> None:
    _conversation(Path("chat.jsonl"))
    book = commonplace.app.books.open_book(project)
    assert capture_session(book, Path("chat.jsonl"), "claude-code").proposals


@pytest.mark.parametrize("write", [_by_python, _by_python_as_agent, _by_hook])
def test_no_program_takes_a_name_for_an_answer(
    write: Callable[[Path], None], never_sure: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if write is not _by_python:
        agents_may_save(monkeypatch)

    write(never_sure)

    assert "6002" not in texts(never_sure)
    assert len(waiting()) == 1


@pytest.mark.parametrize("tool", ["remember", "learn"])
def test_no_tool_writes_unasked_what_is_in_doubt(
    tool: str, never_sure: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mcp.server.mcpserver import CancelledElicitation

    from commonplace.doors.mcp import proposals
    from commonplace.doors.mcp.consent import planned, settle
    from commonplace.doors.mcp.context import ServerPlace
    from commonplace.doors.mcp.proposals import Taught, learnt
    from commonplace.flows.capture import Given

    agents_may_save(monkeypatch)
    made = {
        "remember": lambda desk, book: proposals.remembered(
            NEW, Given(), proposals.Settling(), desk, book
        ),
        "learn": lambda desk, book: learnt(
            Taught(text=NEW, path="", task=None, given=Given()), desk, book
        ),
    }

    ending = settle(
        planned(ServerPlace(folder=never_sure).desk(), made[tool]), CancelledElicitation()
    )

    assert ending.result == "pending"
    assert "6002" not in texts(never_sure)
    assert len(waiting()) == 1


@pytest.mark.parametrize("words", [["--yes"], []], ids=["agreed", "by the policy of profiles"])
def test_no_save_adds_a_fact_that_contradicts_another(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "me").mkdir()
    monkeypatch.chdir(tmp_path / "me")
    command_line(["init", "--layout", "profile"])
    assert command_line(["save", "--target", "user", "--content", OLD]).code == 0

    ran = command_line(["save", "--target", "user", "--content", NEW, *words])

    assert (ran.code, json.loads(ran.out)["errcode"]) == (1, 1003)
    assert "6001 or 6002?" in ran.out.decode()
    assert "6002" not in Path("user.md").read_text("utf-8")
    (pending,) = waiting()
    assert "6001 or 6002?" in command_line(["review", "show", pending]).out.decode()
    assert command_line(["review", "accept", pending, "--yes"]).code == 0
    assert "6002" in Path("user.md").read_text("utf-8")


def test_a_save_is_compared_with_other_pages_through_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "me").mkdir()
    monkeypatch.chdir(tmp_path / "me")
    command_line(["init", "--layout", "profile"])
    topic = ["save", "--target", "topic", "--name", "kestrel", "--content", OLD]
    assert command_line(topic).code == 0

    ran = command_line(["save", "--target", "user", "--content", NEW])

    answer = json.loads(ran.out)
    assert (ran.code, answer["errcode"]) == (1, 1003)
    (near,) = answer["neighbours"]
    assert (near["id"], near["reading"], near["text"]) == ("memory_kestrel", "contradicts", OLD)
    assert "6002" not in Path("user.md").read_text("utf-8")


def test_an_answer_in_advance_settles_the_doubt(never_sure: Path) -> None:
    assert command_line(["remember", NEW, "--separate", "--yes"]).code == 0
    assert "6002" in texts(never_sure)


def test_who_lets_in_what_is_in_doubt_has_decided_about_the_pair() -> None:
    command_line(["remember", NEW, "--yes"])
    (pending,) = waiting()

    assert command_line(["review", "accept", pending, "--yes"]).code == 0

    assert json.loads(command_line(["lint", "--json"]).out)["decided_pairs"] == 1


@pytest.mark.laws
@pytest.mark.parametrize("command", ["remember", "learn"])
def test_an_agents_label_on_the_command_line_has_a_person_asked_and_is_shown(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command_line(["remember", "Catalogue prices are net.", "--yes"])
    (known,) = (
        each["id"]
        for each in json.loads(command_line(["list", "--json"]).out)
        if "catalogue" in each["id"]
    )
    agents_may_save(monkeypatch)
    words = [command, "VAT is part of the catalogue prices.", "--label"]

    ran = command_line([*words, f"{known}=contradicts: net is without VAT"])

    assert ran.code == 4, ran.err
    (pending,) = waiting()
    shown = command_line(["review", "show", pending]).out.decode()
    assert "claude-code says: contradicts (net is without VAT)" in shown
    assert command_line([*words, "nonsense"]).code == 1
