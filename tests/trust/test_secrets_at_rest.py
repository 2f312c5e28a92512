"""Nothing of a prompt or an answer is written before it is redacted, at any event of any host."""

import io
import json
import os
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import settle
from commonplace.app.books import Book, found_book
from commonplace.config import Settings, user_file
from commonplace.core.prompt_redaction import plain_words
from commonplace.doors import child
from commonplace.doors.hook import main as hook_main
from commonplace.flows.turn import Session, TurnBook, turn
from commonplace.hook import capture, events
from commonplace.hook.log import LOG, RUNS, log
from commonplace.hosts.dialects import DIALECTS
from commonplace.storage import retention, usage, witnesses
from commonplace.storage.places import state_home, state_of
from tiers import one_in
from transcript import CLOCK, Ran, command_line
from trust.secret_kinds import KINDS, contents_of, groups, leaks_in, needle, open_to_others, said

NOW = datetime(2026, 3, 14, 9, tzinfo=UTC)
NOTE = """---
title: "Port"
created: 2026-01-01
summary: "Staging listens on port 6001 behind the proxy."
---

# Port

Staging listens on port 6001 behind the proxy.
"""
QUESTION = "Which port does staging listen on?"
TRANSCRIPTS = ("claude-code", "codex", "vscode")
"""Hosts that say where their transcript is."""


@pytest.fixture
def home() -> Path:
    return Path(os.environ["HOME"])


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where temporary files stand."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture(params=one_in(2, ["vault", "mem-skill"]))
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Book:
    book = found_book(tmp_path / "project", Settings(layout=request.param), NOW)
    if request.param == "vault":
        (book.root / "10-Memories" / "MEM-port.md").write_text(NOTE, "utf-8")
    settle(book.root)
    return book


def run(words: list[str], folder: Path) -> Ran:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return command_line(words)


def transcript(path: Path, host: str, text: str) -> Path:
    said_by = {"user": f"Remember that {text}", "assistant": f"Done: {text}"}
    if host == "codex":
        kinds = {"user": "input_text", "assistant": "output_text"}
        lines = [
            {"type": "response_item", "payload": {"type": "message", "role": role, "content": [{"type": kinds[role], "text": words}]}}
            for role, words in said_by.items()
        ]  # fmt: skip
    else:
        lines = [
            {"type": role, "sessionId": "s", "message": {"role": role, "content": words}}
            for role, words in said_by.items()
        ]
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), "utf-8")
    return path


def payload(book: Book, host: str, event: str, text: str, transcript_path: Path) -> str:
    """Return what a host says at an event, with the text wherever somebody's words could be."""
    value = {
        "session_id": "s", "cwd": str(book.project), "hook_event_name": event, "turn_id": event + text[:9],
        "prompt": text, "last_assistant_message": text, "prompt_response": text, "text": text,
        "source": "startup", "agent_id": "a" if event == "SubagentStart" else "", "agent_type": "explore",
        "tool_name": "Skill", "tool_input": {"skill": text.rsplit(maxsplit=1)[-1], "args": text},
    }  # fmt: skip
    if host in TRANSCRIPTS:
        value["transcript_path"] = str(transcript_path)
    return json.dumps(value)


def test_no_event_of_any_host_leaves_a_secret_anywhere(
    book: Book, home: Path, temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture, "start_child", lambda *_: None)
    (tmp_path / "outside").mkdir()
    for number, kinds in enumerate(groups(16)):
        text = " \n".join((QUESTION, *map(said, kinds)))
        for host, dialect in DIALECTS.items():
            at = transcript(tmp_path / "outside" / f"{number}-{host}.jsonl", host, text)
            for event in dialect.events:
                events.respond([host, event], payload(book, host, event, text, at), len)
            child.main(str(book.root))

    state = state_of(str(book.root))
    assert os.path.exists(os.path.join(state, usage.SESSIONS)) or book.layout.name != "vault"
    assert leaks_in(home, book.project, temporary) == {}


def test_an_explicit_request_with_a_secret_waits_and_is_committed_without_it(
    tmp_path: Path, home: Path, temporary: Path
) -> None:
    own = user_file(os.environ)
    own.parent.mkdir(parents=True)
    own.write_text('git_commit = "yes"\n', "utf-8")
    book = found_book(tmp_path / "project", Settings(), NOW)
    request = f"staging logs in with {said('github')} every night"
    at = transcript(tmp_path / "t.jsonl", "claude-code", request)

    ran = run(["learn", "--transcript", str(at)], book.project)

    assert (ran.code, leaks_in(home, book.project)) == (4, {})
    (waiting,) = book.proposals.list(CLOCK)
    assert "[REDACTED:" in waiting.candidates[0].body
    for words in ("init -q", "config user.name Ada", "config user.email ada@example.org"):
        subprocess.run(["git", *words.split()], cwd=book.project, check=True)
    assert run(["review", "accept", waiting.id, "--yes"], book.project).code == 0
    assert any(b"[REDACTED:" in content for _, content in contents_of((book.project / ".git",)))
    assert leaks_in(home, book.project, temporary) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_prompt_only_plain_words_are_kept(kind: str) -> None:
    kept = plain_words(f"{QUESTION} {said(kind)} and then go on")

    assert kept.startswith(QUESTION)
    assert needle(KINDS[kind][1]) not in kept


@pytest.mark.parametrize(
    "prompt",
    [
        "Which port does staging listen on?",
        "why does src/app/main.py time out after 30 s on node18?",
        "how do I rotate the api key for staging billing?",
        "测试环境的端口是6001吗？",
        "Wie läuft die Auslieferung über das VPN?",
    ],
)
def test_an_ordinary_prompt_is_kept_as_it_is(prompt: str) -> None:
    assert plain_words(prompt) == prompt


def test_an_error_that_quotes_a_prompt_leaves_plain_words_in_the_log(home: Path) -> None:
    log("prompt", f"ValueError: cannot read {said('github')}", 0.1)

    (line,) = Path(state_home(), LOG).read_text("utf-8").splitlines()
    assert json.loads(line)["trouble"] == "ValueError: cannot read the bot pushes with …"
    assert leaks_in(home) == {}


@pytest.mark.parametrize("kind", one_in(8, KINDS))
def test_no_word_of_a_hooks_command_line_is_kept_that_no_host_uses(
    kind: str, book: Book, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ([said(kind)], ["claude-code", said(kind)], [said(kind), "UserPromptSubmit"]):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
        assert hook_main(words) == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    hook_main(["claude-code", "Stop"])

    runs = Path(state_home(), RUNS).read_text("utf-8")
    assert '"event": "claude-code Stop"' in runs
    assert leaks_in(home) == {}


@pytest.mark.parametrize("kind", one_in(8, KINDS))
def test_the_name_of_a_file_that_a_tool_wrote_is_not_kept(
    kind: str, book: Book, home: Path
) -> None:
    path = str(book.project / f"{said(kind)}.md")
    changed = time.time_ns()
    for host, event in (("claude-code", "PostToolUse"), ("cursor", "afterFileEdit")):
        value = {"session_id": "s", "cwd": str(book.project), "file_path": path, "tool_name": "Write", "tool_input": {"file_path": path}}  # fmt: skip
        events.respond([host, event], json.dumps(value), len)

    assert witnesses.agents_at(witnesses.tool_runs(), path, changed)[0]
    assert leaks_in(home) == {}


@pytest.mark.parametrize("kind", one_in(8, KINDS))
def test_no_word_given_to_a_command_beside_its_text_is_kept_with_a_secret(
    kind: str, book: Book, home: Path, temporary: Path
) -> None:
    text = said(kind).replace("\n", " ")
    (secret,) = {each for each in text.split() if needle(KINDS[kind][1]) in each} or {text}
    codes = [
        run(words, book.project).code
        for words in (
            ["reject", "Staging uses port 7001.", "--scope", text, "--reason", text, "--yes"],
            ["turn", text, "--session", "s", "--skill", text, "--skill", secret],
            ["trust", "--author", text],
        )
    ]

    assert codes[1:] == [0, 1]
    assert leaks_in(home, book.project, temporary) == {}
    assert run(["trust", "--author", "bob@example.org"], book.project).code == 0


def test_no_category_is_named_after_a_key() -> None:
    secret = KINDS["aws"][1]
    shelves = TurnBook(categories=(("deploy", "deploy.md", ("deploy",)),))

    done = turn(f"{secret} staging billing gateway", Session(), shelves, most=1000, nonce="n")

    assert "`staging`" in done.text
    assert secret.casefold() not in done.text.casefold()


def test_everything_beside_a_book_is_for_its_owner_alone(
    book: Book, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capture, "start_child", lambda *_: None)
    before = os.umask(0o022)
    try:
        at = transcript(tmp_path / "t.jsonl", "claude-code", "we use pnpm here, never npm.")
        for event in DIALECTS["claude-code"].events:
            events.respond(
                ["claude-code", event], payload(book, "claude-code", event, QUESTION, at), len
            )
        child.main(str(book.root))
        log("prompt", "over 300 ms", 0.3)
        run(["remember", "Deploys need the VPN.", "--yes"], book.project)
        run(["doctor"], book.project)
    finally:
        os.umask(before)

    assert [
        path for kind in ("state", "cache") for path in open_to_others(home / kind / "commonplace")
    ] == []


def kept(root: Path) -> set[str]:
    state = Path(state_of(str(root)))
    return {
        path.name
        for path in state.rglob("*.json*")
        if usage.SESSIONS in path.parts or path.name == usage.LAST
    }


@pytest.fixture
def after_a_session(book: Book, monkeypatch: pytest.MonkeyPatch) -> Book:
    monkeypatch.setattr(capture, "start_child", lambda *_: None)
    for host, event in (("cursor", "beforeSubmitPrompt"), ("cursor", "afterAgentResponse")):
        events.respond([host, event], payload(book, host, event, QUESTION, Path("/t")), len)
    log("prompt", "over 300 ms", 0.3)
    assert kept(book.root)
    return book


def test_sessions_are_forgotten_after_thirty_days_whichever_book_is_opened(
    after_a_session: Book, tmp_path: Path
) -> None:
    state = state_of(str(after_a_session.root))
    counted = usage.counts(state)

    retention.sweep_daily(time.time() + 29 * retention.DAY_S)
    assert kept(after_a_session.root)
    retention.sweep_daily(time.time() + 32 * retention.DAY_S)

    assert kept(after_a_session.root) == set()
    assert usage.prompts(state) == {}
    assert Path(state_home(), LOG).read_text("utf-8") == ""
    assert usage.counts(state) == counted


def test_what_tools_did_is_forgotten_with_their_sessions_but_for_the_last_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = time.time_ns()
    for days in (40, 2, 0):
        with monkeypatch.context() as patch:
            patch.setattr(
                witnesses.time, "time_ns", lambda days=days: now - days * retention.DAY_S * 10**9
            )
            witnesses.note_tool("claude-code", "s-1", witnesses.WROTE, f"/note-{days}.md")

    runs = witnesses.tool_runs()
    text = Path(state_home(), witnesses.TOOLS).read_text("utf-8")
    assert "s-1" not in text
    assert "note-2" not in text
    retention.sweep_daily()
    assert witnesses.tool_runs() == runs[1:]
    retention.forget_sessions()
    assert witnesses.tool_runs() == runs[2:]


def test_the_user_can_have_sessions_forgotten_at_once(after_a_session: Book) -> None:
    state = state_of(str(after_a_session.root))
    counted = usage.counts(state)

    ran = run(["forget", "--sessions"], after_a_session.project)
    assert (ran.code, bool(kept(after_a_session.root))) == (4, True)
    ran = run(["forget", "--sessions", "--yes"], after_a_session.project)

    assert (ran.code, b"Forgot what was kept about sessions" in ran.out) == (0, True)
    assert kept(after_a_session.root) == set()
    assert (usage.prompts(state), usage.counts(state)) == ({}, counted)


def test_sessions_and_memories_are_not_forgotten_in_one_breath(book: Book) -> None:
    ran = run(["forget", "MEM-port", "--sessions"], book.project)

    assert (ran.code, "--sessions alone" in ran.err) == (2, True)
