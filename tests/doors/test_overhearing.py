"""`learn --transcript`, and an agent that writes down what the user said."""

import json
from pathlib import Path

import pytest

from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws
SAID = "no, we use pnpm here, there's one pnpm-lock at the root"
SESSION = "41be21c6-9798-44b0-a6e1-b99841a88f4c"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert command_line(["init"]).code == 0
    write(tmp_path / "chat.jsonl", ["add date-fns", "Ran npm install.", SAID, "Sorry."])
    return tmp_path


def write(path: Path, texts: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        for at, text in enumerate(texts):
            role = ("user", "assistant")[at % 2]
            message = {"role": role, "content": text}
            record = {"type": role, "sessionId": SESSION, "message": message}
            file.write(json.dumps(record) + "\n")


def run(*words: str) -> Ran:
    return command_line(list(words))


def learnt(*words: str) -> dict:
    return json.loads(run("learn", "--transcript", "chat.jsonl", *words, "--yes", "--json").out)


@requirement("B2.transcript")
def test_a_conversation_is_learnt_with_the_turns_it_comes_from(project: Path) -> None:
    found = learnt()

    assert (found["mode"], found["host"], found["turns"]) == ("transcript", "claude-code", 4)
    assert [(each["kind"], each["turns"]) for each in found["findings"]] == [("correction", [3, 4])]
    text = (project / ".memory/10-Memories" / f"{found['id']}.md").read_text("utf-8")
    assert f"W{SAID[5:]}" in text
    assert f"conversation: claude-code {SESSION[:12]}, turns 3, 4" in text


@requirement("B2.transcript", "D2.capture.session")
def test_a_session_is_not_processed_again_until_something_is_said(project: Path) -> None:
    learnt()

    assert b"was heard before" in run("learn", "--transcript", "chat.jsonl", "--yes").out
    assert learnt("--again")["operations"][0]["reason"] == "already-known"
    write(project / "chat.jsonl", ["docs are published only from tags, never from main", "OK."])
    assert learnt()["memories_affected"] == 1


@requirement("D2.capture.silent")
def test_a_conversation_with_nothing_to_keep_says_so_and_one_without_turns_is_refused(
    project: Path,
) -> None:
    (project / "chat.jsonl").unlink()
    write(project / "chat.jsonl", ["run the tests", "All pass.", "thanks!", "Bye."])
    (project / "empty.jsonl").write_text("{}\n", "utf-8")

    assert b"worth remembering" in run("learn", "--transcript", "chat.jsonl", "--yes").out
    refused = run("learn", "--transcript", "empty.jsonl", "--yes")
    assert refused.code == 1
    assert "no conversation" in refused.err


def test_no_secret_that_was_said_is_told_or_written(project: Path) -> None:
    secret = "gh" + "p_" + "aB3" * 12
    (project / "chat.jsonl").unlink()
    said = SAID.replace("pnpm here", f"pnpm here with {secret}")
    write(project / "chat.jsonl", ["add date-fns", "Ran npm install.", said, "Sorry."])

    told = run("learn", "--transcript", "chat.jsonl", "--yes", "--json").out.decode()

    assert "REDACTED" in told
    assert secret not in told
    written = [path for path in project.rglob("*") if path.is_file() and path.suffix != ".jsonl"]
    assert not [path for path in written if secret in path.read_text("utf-8")]


def test_a_dry_run_does_not_count_as_heard(project: Path) -> None:
    run("learn", "--transcript", "chat.jsonl", "--dry-run")

    assert learnt()["memories_affected"] == 1


@requirement("B2.transcript")
def test_what_contradicts_the_book_is_heard_again_until_somebody_has_answered(
    project: Path,
) -> None:
    asked = "Remember that production deploys must have {} approvals of the platform team."
    for number, count in enumerate(("two", "three")):
        write(project / f"{number}.jsonl", [asked.format(count), "Noted."])
    run("learn", "--transcript", "0.jsonl", "--yes")
    (project / "1.jsonl").write_text(
        (project / "1.jsonl").read_text("utf-8").replace(SESSION, "another-session"), "utf-8"
    )

    codes = [run("learn", "--transcript", "1.jsonl", "--yes").code for _ in range(2)]

    assert codes == [3, 3]
