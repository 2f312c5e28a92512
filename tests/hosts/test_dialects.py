"""Every recorded event of every host, answered in its dialect; and hooks under a host they were not written for."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.later import settle
from commonplace.app.books import Book, found_book
from commonplace.config import Settings
from commonplace.hook import capture, events
from commonplace.hosts.dialects import (
    CAPTURES,
    CHILD_AGENT,
    CLAUDE_CODE,
    CODEX,
    COPILOT,
    CURSOR,
    DIALECTS,
    GEMINI,
    PROMPT,
    SESSION,
    VSCODE,
)
from commonplace.hosts.payloads import (
    CUT,
    KEYS,
    fit,
    heard,
    is_typed,
    read_input,
    recognised,
    spoken,
)
from commonplace.storage.hook_state import heard_file
from commonplace.storage.places import state_home, state_of
from commonplace.storage.usage import read_lines
from commonplace.storage.witnesses import tool_runs
from requirements import requirement
from tiers import one_in

FIXTURES = Path(__file__).resolve().parent / "fixtures"
GUIDES = Path(__file__).resolve().parents[2] / "docs" / "guides" / "hosts"
STAGING = "Staging listens on port 6001 behind the proxy."
SECRET = "gh" + "p_" + "aB3" * 12
QUESTION = "Which port does staging listen on?"
HOSTS = ("claude-code", "codex", "copilot", "cursor", "gemini", "goose", "kimi", "qwen", "vscode")


def recorded() -> list[tuple[str, str, dict[str, object]]]:
    found = []
    for host in HOSTS:
        for line in (FIXTURES / f"{host}.jsonl").read_text("utf-8").splitlines():
            value = json.loads(line)
            name = next(value[key] for key in KEYS["event"] if key in value)
            found.append((host, name, value))
    return found


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = found_book(tmp_path / "project", Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    note = f'---\ntitle: "Port"\ncreated: 2026-01-01\ntags: [CONFIG]\nsummary: "{STAGING}"\n---\n\n# Port\n\n{STAGING}\n'
    (made.root / "10-Memories" / "MEM-port.md").write_text(note, "utf-8")
    settle(made.root)
    return made


def answer(host: str, event: str, value: dict[str, object]) -> str:
    said: list[str] = []
    trouble = events.respond([host, event], json.dumps(value), said.append)
    assert trouble == ""
    return "\n".join(said)


def here(value: dict[str, object], folder: Path) -> dict[str, object]:
    roots = {"workspace_roots": [str(folder)]} if "workspace_roots" in value else {}
    return {**value, "cwd": str(folder), **roots}


@requirement("hook.dialects")
@pytest.mark.parametrize(("host", "event", "value"), one_in(4, recorded()))
def test_every_recorded_event_is_answered_in_its_dialect_or_not_at_all(
    host: str, event: str, value: dict[str, object], book: Book, tmp_path: Path
) -> None:
    dialect = DIALECTS[host]
    moment = dialect.events.get(event)
    # Where there is no book nothing is captured, so no process is started here.
    folder = tmp_path if moment in CAPTURES else book.project
    asked = here({**value, "prompt": QUESTION} if moment == PROMPT else value, folder)

    said = answer(host, event, asked)

    if moment in dialect.speaks & {SESSION, PROMPT, CHILD_AGENT}:
        context = said if host == "kimi" else _context(host, event, json.loads(said))
        assert STAGING in context
        assert context.startswith("[memory " if moment == PROMPT else "[contents] 1 memory ")
    else:
        assert said == ""


def _context(host: str, event: str, said: dict[str, object]) -> str:
    if host == "cursor":
        assert set(said) == {"additional_context"}
        return str(said["additional_context"])
    if host == "copilot":
        assert set(said) == {"additionalContext"}
        return str(said["additionalContext"])
    assert set(said) == {"hookSpecificOutput"}
    inner = said["hookSpecificOutput"]
    assert isinstance(inner, dict)
    assert set(inner) == {"hookEventName", "additionalContext"}
    assert inner["hookEventName"] == event
    return str(inner["additionalContext"])


@requirement("hook.foreign")
@pytest.mark.parametrize(
    ("value", "environ", "host"),
    [
        ({"cursor_version": "3.24", "generation_id": "g"}, {"CURSOR_VERSION": "3.24"}, CURSOR),
        ({"hook_event_name": "UserPromptSubmit"}, {"CURSOR_VERSION": "3.24"}, CURSOR),
        ({"sessionId": "v", "hookEventName": "SessionStart"}, {}, VSCODE),
        ({"hook_event_name": "Stop"}, {"COPILOT_CLI": "1"}, COPILOT),
        ({"sessionId": "v", "hookEventName": "Stop"}, {"COPILOT_CLI": "1"}, VSCODE),
        ({"turn_id": "t"}, {"CLAUDE_PLUGIN_ROOT": "/p"}, CODEX),
        ({"hook_event_name": "SessionStart"}, {"PLUGIN_ROOT": "/p"}, CODEX),
        ({"hook_event_name": "BeforeAgent"}, {"GEMINI_SESSION_ID": "g"}, GEMINI),
        ({"prompt_id": "p"}, {"CLAUDECODE": "1"}, CLAUDE_CODE),
        ({"prompt_id": "p"}, {"CLAUDECODE": "1", "CURSOR_VERSION": "3.24"}, CLAUDE_CODE),
        ({}, {}, CLAUDE_CODE),
    ],
)
def test_the_host_that_speaks_is_recognised(
    value: dict[str, object], environ: dict[str, str], host: object
) -> None:
    assert recognised(CLAUDE_CODE, value, environ) is host


def test_an_agent_inside_another_keeps_the_dialect_it_was_wired_in_with() -> None:
    assert recognised(CODEX, {"turn_id": "t"}, {"CLAUDECODE": "1"}) is CODEX
    assert recognised(GEMINI, {"timestamp": "t"}, {"CLAUDECODE": "1"}) is GEMINI
    assert recognised(CLAUDE_CODE, {}, {"CLAUDECODE": "1", "COPILOT_CLI": "1"}) is CLAUDE_CODE


@requirement("hook.foreign")
def test_the_hooks_that_vs_code_and_copilot_cli_share_answer_each_in_its_own_form(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"cwd": str(book.project), "prompt": QUESTION, "source": "new"}

    under_vscode = {**asked, "sessionId": "v", "hookEventName": "SessionStart"}
    assert set(json.loads(answer("vscode", "SessionStart", under_vscode))) == {"hookSpecificOutput"}
    monkeypatch.setenv("COPILOT_CLI", "1")
    under_copilot = {**asked, "session_id": "c", "hook_event_name": "SessionStart"}
    assert set(json.loads(answer("vscode", "SessionStart", under_copilot))) == {"additionalContext"}
    assert "MEM-port" in answer("vscode", "UserPromptSubmit", under_copilot)


def test_only_a_tool_that_writes_has_written_the_file_at_its_path() -> None:
    def written(tool: str) -> tuple[str, ...]:
        return heard({"tool_name": tool, "tool_input": {"path": "/p/a.md"}}, {}).written

    assert (written("Write"), written("Edit")) == (("/p/a.md",), ("/p/a.md",))
    assert written("Read") == ()


@requirement("hook.foreign")
def test_a_hook_of_claude_under_cursor_answers_cursor_and_under_vs_code_stays_silent(
    book: Book,
) -> None:
    folder = str(book.project)
    under_cursor = {"cursor_version": "3", "workspace_roots": [folder], "session_id": "c", "prompt": QUESTION}  # fmt: skip
    under_vscode = {"sessionId": "v", "cwd": folder, "prompt": QUESTION}

    assert STAGING in json.loads(answer("claude-code", "UserPromptSubmit", under_cursor))["additional_context"]  # fmt: skip
    assert answer("claude-code", "UserPromptSubmit", under_vscode) == ""


@requirement("hook.twice")
@pytest.mark.parametrize(("host", "event"), [("claude-code", "UserPromptSubmit"), ("cursor", "beforeSubmitPrompt"), ("claude-code", "SessionStart")])  # fmt: skip
def test_a_hook_that_runs_twice_answers_once(book: Book, host: str, event: str) -> None:
    value = {"session_id": "s", "cwd": str(book.project), "prompt": QUESTION, "prompt_id": "p", "source": "startup"}  # fmt: skip

    assert answer(host, event, value) != ""
    assert answer(host, event, value) == ""
    assert answer(host, event, {**value, "session_id": "another"}) != ""


@requirement("hook.skips")
@pytest.mark.parametrize(
    ("prompt", "source", "expected"),
    [
        (QUESTION, "user", True),
        (QUESTION, "sdk", True),
        (QUESTION, "", True),
        (QUESTION, "system", False),
        (QUESTION, "loop_wakeup", False),
        (QUESTION, "schedule_wakeup", False),
        (QUESTION, "poll_event", False),
        ("/remember the sky is blue", "", False),
        ("  /memtest:remember x", "", False),
        ("/etc/hosts has no entry for staging", "", True),
        ("/ is the root", "", True),
        ("<task-notification>done</task-notification>", "", False),
        ("<hook_context>only ours</hook_context>", "", False),
        ("", "", False),
    ],
)
def test_only_what_somebody_typed_is_answered(prompt: str, source: str, expected: bool) -> None:
    assert is_typed(heard({"prompt": prompt, "source": source}, {})) is expected


def test_what_hooks_put_before_a_prompt_is_not_searched_for() -> None:
    value = {"prompt": "<hook_context>INJECTED</hook_context>\n\nhello gem"}

    assert heard(value, {}).prompt.strip() == "hello gem"


@requirement("hook.sizes")
@given(st.sampled_from(HOSTS), st.lists(st.text(alphabet="ab字 ", max_size=400), max_size=60))
def test_no_host_gets_more_than_it_shows_and_the_fence_stays_closed(
    host: str, lines: list[str]
) -> None:
    first = ("[memory 00] Notes", *lines, "[end of memory 00]", "[mem-skill] A hint.")
    text = "\n".join((*first, "", "<user_profile>", *lines, "</user_profile>"))
    dialect = DIALECTS[host]

    fitted = fit(dialect, text)

    size = len(fitted.encode()) if dialect.counts_bytes else len(fitted)
    assert size <= dialect.most < 10_000
    for opening, closing in (
        ("[memory 00]", "[end of memory 00]"),
        ("<user_profile>", "</user_profile>"),
    ):
        assert fitted.count(opening) == fitted.count(closing)
    assert fitted == text or CUT in fitted


def test_a_host_that_listens_only_to_prompts_hears_the_contents_with_the_first_one(
    book: Book,
) -> None:
    begins, asks, *_ = (
        here(value, book.project) for host, _, value in recorded() if host == "kimi"
    )
    asks["prompt"] = [{"type": "text", "text": QUESTION}, {"type": "image_url"}]

    assert answer("kimi", "SessionStart", begins) == ""
    first, second = (answer("kimi", "UserPromptSubmit", asks) for _ in range(2))

    assert first.startswith("[contents] 1 memory ")
    assert STAGING in first
    assert "[contents]" not in second

    compacts = {**asks, "hook_event_name": "PreCompact", "trigger": "manual"}
    assert answer("kimi", "PreCompact", compacts) == ""
    assert answer("kimi", "UserPromptSubmit", asks).startswith("[contents] 1 memory ")


def test_a_host_in_which_no_session_begins_after_a_compaction_hears_the_contents_with_the_next_prompt(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COPILOT_CLI", "1")
    session = {"session_id": "s1", "cwd": str(book.project)}

    begun = answer("vscode", "SessionStart", {**session, "source": "new"})
    answer("vscode", "PreCompact", {**session, "trigger": "manual"})
    asked = [answer("vscode", "UserPromptSubmit", {**session, "prompt": each}) for each in "ab"]

    assert begun.startswith('{"additionalContext": "[contents]')

    assert asked[0] == begun
    assert asked[1] == ""


def test_a_host_whose_hooks_say_nothing_tells_what_was_said_and_what_was_written(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the form of Windsurf's documents: what matters is inside `tool_info`, and no folder is named."""
    monkeypatch.chdir(book.project)
    begun: list[str] = []
    monkeypatch.setattr(capture, "begin", lambda _, moment, asked: begun.append(asked.session))

    def tell(event: str, **inside: str) -> str:
        ids = {"trajectory_id": "t-1", "execution_id": "e-1", "timestamp": "2026-11-18T07:00:00Z"}
        return answer("windsurf", event, {"agent_action_name": event, **ids, "tool_info": inside})

    note = str(book.root / "10-Memories" / "MEM-port.md")
    assert tell("pre_user_prompt", user_prompt=QUESTION) == ""
    assert tell("pre_run_command", command_line="ls", cwd="/") == ""
    assert tell("post_run_command", command_line="ls", cwd="/") == ""
    assert tell("post_write_code", file_path=note) == ""
    assert (
        tell("post_cascade_response", response=f"### Planner Response\n\n6001, with {SECRET}.")
        == ""
    )

    heard_words = read_lines(heard_file(state_of(str(book.root)), "t-1"))
    assert [line["role"] for line in heard_words] == ["user", "assistant"]
    assert QUESTION in json.dumps(heard_words[0])
    assert "[REDACTED:" in json.dumps(heard_words[1])
    assert SECRET not in json.dumps(heard_words)
    assert begun == ["t-1"]
    assert [line["does"] for line in tool_runs()] == ["began", "ended", "wrote"]


def test_timeouts_count_in_the_units_of_the_host() -> None:
    assert {name: each.timeout_unit for name, each in DIALECTS.items() if name != "generic"} == {
        "claude-code": "s",
        "codex": "s",
        "copilot": "s",
        "cursor": "s",
        "gemini": "ms",
        "goose": "s",
        "kimi": "s",
        "opencode": "s",
        "qwen": "s",
        "vscode": "s",
        "windsurf": "s",
    }


def test_a_notice_goes_where_the_user_reads_it() -> None:
    assert json.loads(spoken(CURSOR, "sessionStart", "", "look")) == {"user_message": "look"}
    assert json.loads(spoken(GEMINI, "SessionStart", "", "look")) == {"systemMessage": "look"}
    assert spoken(CODEX, "SessionStart", "", "") == ""


@pytest.mark.laws
@given(st.dictionaries(st.text(max_size=12), st.none() | st.integers() | st.text() | st.lists(st.text())))  # fmt: skip
def test_any_object_can_be_heard(value: dict[str, object]) -> None:
    assert isinstance(is_typed(heard(value, {})), bool)


@pytest.mark.parametrize("text", ["[1]", '"x"', "{", "nothing"])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        read_input(text)


@pytest.mark.parametrize("host", [name for name in DIALECTS if name != "generic"])
def test_every_host_has_a_page_that_names_its_events_and_helps_when_a_hook_does_not_run(
    host: str,
) -> None:
    page = (GUIDES / f"{host}.md").read_text("utf-8")
    dialect = DIALECTS[host]
    wired = list(dialect.events)

    assert f"commonplace install {host} --scope" in page
    assert [event for event in wired if f"`{event}`" not in page] == []
    assert "## When a hook does not run\n\n1. " in page


def chat_file(folder: Path, *summaries: str) -> str:
    """Write a chat file as Gemini does: a compression sets the messages anew, a later edit again."""
    path = folder / "session-2026-11-17.jsonl"
    lines = [
        {"sessionId": "g", "startTime": "2026-11-17", "kind": "main"},
        {"$set": {"messages": []}},
    ]
    lines.append({"id": "1", "type": "user", "content": [{"text": f"{QUESTION} <state_snapshot>"}]})
    for summary in summaries:
        snapshot = f"<state_snapshot><goal>{summary}</goal></state_snapshot>"
        lines.append({"$set": {"messages": [{"type": "user", "content": [{"text": snapshot}]}]}})
    path.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines))
    return str(path)


def test_gemini_is_told_again_only_after_a_compression_that_its_chat_file_shows(
    book: Book, tmp_path: Path
) -> None:
    turns = iter(range(99))

    def asks(*summaries: str) -> bool:
        value = {"session_id": "g", "cwd": str(book.project), "timestamp": f"t{next(turns)}"}
        value["transcript_path"] = chat_file(tmp_path, *summaries)
        answer("gemini", "PreCompress", value | {"trigger": "auto"})
        return STAGING in answer("gemini", "BeforeAgent", value | {"prompt": QUESTION})

    assert asks()
    assert not asks(), "an event of a compression alone is none"
    assert asks("one")
    assert not asks("one", "one"), "the same summary, written again"
    assert asks("one", "one", "two")
    assert list(state_home_files("jobs")) == []


@pytest.mark.parametrize(("host", "is_told"), [("gemini", True), ("claude-code", False)])
def test_gemini_resumes_without_what_hooks_had_told(
    book: Book, host: str, *, is_told: bool
) -> None:
    event = "BeforeAgent" if host == "gemini" else "UserPromptSubmit"
    value: dict[str, object] = {"session_id": "r", "cwd": str(book.project), "prompt": QUESTION}
    assert STAGING in answer(host, event, value)

    answer(host, "SessionStart", value | {"source": "resume"})

    assert ("MEM-port" in answer(host, event, value)) is is_told


def state_home_files(folder: str) -> list[Path]:
    return [path for path in Path(state_home()).rglob("*") if path.parent.name == folder]
