"""What was heard and contradicts the book waits as a question, and is lost to no hasty yes."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.hook.child import capture_session
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

SAID = {
    "Kestrel listens on port 6001.": "no, kestrel listens on port 6002, always use that",
    "The nightly backup runs at 3:00.": "no, the nightly backup runs at 4:00, always",
}

FERRIES = " ".join(
    f"Ferry {number} stops at pier {number} until midnight." for number in range(1, 60)
)


@pytest.fixture(autouse=True)
def questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of two questions that a hook has left."""
    monkeypatch.chdir(tmp_path)
    run("init")
    turns: list[tuple[str, str]] = [("user", "start")]
    for known, heard in SAID.items():
        run("remember", known, "--yes")
        turns += [("assistant", known), ("user", heard)]
    path = tmp_path / "chat.jsonl"
    path.write_text("".join(map(_record, (*turns, ("assistant", "Sorry.")))), "utf-8")
    capture_session(open_book(tmp_path), path, "claude-code")
    return [each["id"] for each in result("review")]


def _record(turn: tuple[str, str]) -> str:
    role, text = turn
    record = {"type": role, "sessionId": "s", "message": {"role": role, "content": text}}
    return json.dumps(record) + "\n"


def run(*words: str, typed: str = "") -> Ran:
    return command_line(
        list(words),
        typed.encode(),
        is_terminal=bool(typed),
        clock=lambda: datetime.now(UTC),
    )


def result(*words: str):
    return json.loads(run(*words, "--json").out)


def texts(project: Path) -> str:
    notes = project.glob(".memory/10-Memories/MEM-*.md")
    return "".join(path.read_text("utf-8") for path in notes)


@requirement("review.questions")
def test_each_question_waits_and_shows_what_it_is_about(questions: list[str]) -> None:
    assert len(questions) == 2
    listed = run("review").out.decode()
    assert "“Kestrel listens on port 6002" in listed
    assert "6001 or 6002?" in run("review", "show", questions[0]).out.decode()


def test_a_yes_is_no_answer_and_the_question_waits_on(questions: list[str], tmp_path: Path) -> None:
    ran = run("review", "accept", questions[0], "--yes")

    assert ran.code == 3
    assert "so there is nothing to accept yet" in ran.err
    assert f"review keep-both {questions[0]}" in ran.err
    assert [each["id"] for each in result("review")] == questions
    assert "6002" not in texts(tmp_path)


@pytest.mark.parametrize(
    ("words", "typed", "stays"),
    [
        (("keep-both",), "", True),
        (("edit", "--as", "supersede"), "", False),
        (("accept",), "separate\ny\n", True),
        (("accept",), "replace\ny\n", False),
    ],
    ids=["kept", "replaced", "kept at a terminal", "replaced at a terminal"],
)
def test_an_answer_writes_it(
    words: tuple[str, ...], typed: str, stays: bool, questions: list[str], tmp_path: Path
) -> None:
    verb, *more = words

    ran = run("review", verb, questions[0], *more, *([] if typed else ["--yes"]), typed=typed)

    assert ran.code == 0, ran.err
    assert [each["id"] for each in result("review")] == questions[1:]
    living = [each["body"] for each in result("list")]
    assert any("6002" in body for body in living)
    assert ("Kestrel listens on port 6001." in living) is stays


def test_a_question_that_has_settled_itself_is_shown_and_asked_about(
    questions: list[str],
) -> None:
    run("forget", "MEM-kestrel-listens-port", "--yes")

    assert run("review", "accept", questions[0], "--yes").code == 4

    (_, again) = result("review")
    assert again["edits"] != []


def test_a_tool_tells_the_question_and_writes_nothing(questions: list[str], tmp_path: Path) -> None:
    from mcp.server.mcpserver import AcceptedElicitation

    from commonplace.doors.mcp import proposals
    from commonplace.doors.mcp.consent import Consent, planned, settle
    from commonplace.doors.mcp.context import ServerPlace

    plan = planned(
        ServerPlace(folder=tmp_path).desk(),
        lambda desk, book: proposals.accepted(questions[0], desk, book),
    )
    ending = settle(plan, AcceptedElicitation(data=Consent(decision="write")))

    assert (ending.result, ending.proposal) == ("vetoed", questions[0])
    assert "6001 or 6002?" in ending.question
    assert [each["id"] for each in result("review")] == questions


def test_what_waits_for_a_person_hides_no_question(questions: list[str], tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "kestrel.md").write_text("Kestrel listens on port 6003.\n", "utf-8")
    (tmp_path / "docs" / "ferries.md").write_text(f"# Ferries\n\n{FERRIES}\n", "utf-8")

    ran = run("learn", "-d", "docs")

    assert ran.code == 4
    assert "6001 or 6003?" in ran.err
    (new,) = [each["id"] for each in result("review") if each["id"] not in questions]
    assert new in ran.err
    assert run("review", "accept", new, "--yes").code == 0
    assert "Ferry 59 stops" in texts(tmp_path)
    assert "6003" not in texts(tmp_path)


def test_a_long_note_hides_no_question(questions: list[str], tmp_path: Path) -> None:
    (tmp_path / "new.md").write_text(
        f"# Kestrel\n\nKestrel listens on port 6003.\n\n# Ferries\n\n{FERRIES}\n",
        "utf-8",
    )

    ran = run("learn", "new.md", "--yes")

    assert ran.code == 3
    assert "6001 or 6003?" in ran.err
    assert [each["id"] for each in result("review")] == questions
    assert "6003" not in texts(tmp_path)
