"""The transcripts of five agent programs as turns: recorded ones, and the odd things in real ones."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.conversation.sentences import sentences_of
from commonplace.core.conversation.turns import Conversation, typed_by_user
from commonplace.core.injection import prompt_block
from commonplace.hosts.transcripts.reader import conversation_in, transcript_in
from requirements import requirement

RECORDED = Path(__file__).resolve().parents[2] / ".." / "shared" / "hosts" / "fixtures"


def lines(*records: object) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def said(conversation: Conversation) -> list[tuple[str, str]]:
    return [(turn.speaker.value, turn.text) for turn in conversation.turns]


@requirement("hosts.transcripts", "hosts.injected")
@pytest.mark.parametrize(
    ("name", "host", "session", "turns"),
    [
        (
            "claude_transcript_min.jsonl",
            "claude-code",
            "ccd2e89e-1d23-4751-b50c-3aa7acaf0bd1",
            [
                ("user", "hello RUNTOOL please"),
                ("assistant", "I will run a command.\n\nFAKE ANSWER: done."),
            ],
        ),
        (
            "claude_compact_records.jsonl",
            "claude-code",
            "41be21c6-9798-44b0-a6e1-b99841a88f4c",
            [],
        ),
        (
            "codex_rollout_min.jsonl",
            "codex",
            "01a1e097-2ec8-7883-a99d-b368e54b465f",
            [("user", "hello RUNTOOL"), ("assistant", "FAKE CODEX ANSWER")],
        ),
        (
            "gemini_chat_min.jsonl",
            "gemini",
            "75db97bf-7ba1-481b-b3c4-5b5e5d9bf2ca",
            [("user", "hello gem"), ("assistant", "FAKE GEMINI ANSWER")],
        ),
    ],
)
def test_a_recorded_transcript_gives_its_turns_and_nothing_that_was_injected(
    name: str, host: str, session: str, turns: list[tuple[str, str]]
) -> None:
    if not RECORDED.is_dir():
        pytest.skip("no recorded transcripts beside the repository")

    found = conversation_in((RECORDED / name).read_bytes())

    assert (found.host, found.session, said(found)) == (host, session, turns)


@requirement("hosts.transcripts", "hosts.injected")
def test_a_session_of_copilot_cli_gives_what_was_typed_and_answered() -> None:
    """The records are those of Copilot CLI 1.0.102, without what is not looked at."""
    reminded = "<system_reminder>\n[memory 1] Notes\n</system_reminder>"

    def event(kind: str, data: dict[str, object], **more: object) -> dict[str, object]:
        return {"type": kind, "data": data, "id": "i", "timestamp": "t", "parentId": None, **more}

    found = conversation_in(
        lines(
            event("session.start", {"sessionId": "s-1", "producer": "copilot-agent"}),
            event("hook.start", {"hookType": "sessionStart", "input": {"source": "new"}}),
            event("hook.end", {"output": {"additionalContext": "[contents] 2 memories"}}),
            event(
                "user.message",
                {
                    "content": "Always use pnpm here.",
                    "transformedContent": f"Always use pnpm here. {reminded}",
                },
            ),
            event("system.message", {"role": "system", "content": "You are Copilot."}),
            event("assistant.message", {"content": "", "toolRequests": [{"name": "bash"}]}),
            event("tool.execution_complete", {"result": {"content": "a secret of the shell"}}),
            event("user.message", {"content": "Look for npm."}, agentId="child"),
            event("assistant.message", {"content": "Understood: pnpm."}),
        )
    )

    assert (found.host, found.session) == ("copilot", "s-1")
    assert said(found) == [("user", "Always use pnpm here."), ("assistant", "Understood: pnpm.")]


@requirement("hosts.transcripts", "hosts.injected")
def test_a_session_of_qwen_code_gives_what_was_typed_and_answered() -> None:
    """The records are those of Qwen Code 0.24.4, without what is not looked at."""

    def record(kind: str, provenance: str, *parts: dict[str, object]) -> dict[str, object]:
        head = {"uuid": "u", "sessionId": "s-1", "timestamp": "t", "type": kind}
        return {**head, "provenance": provenance, "message": {"role": kind, "parts": [*parts]}}

    told = "<qwen:user-prompt-submit-context>\n[memory 1] Notes\n</qwen:user-prompt-submit-context>"
    called: dict[str, object] = {"functionCall": {"name": "run_shell_command", "args": {}}}
    found = conversation_in(
        lines(
            record("user", "real_user", {"text": "Always use pnpm here."}, {"text": told}),
            {"uuid": "u", "sessionId": "s-1", "type": "system", "provenance": "system"},
            record("assistant", "assistant_output", {"text": "Hm.", "thought": True}, called),
            record("tool_result", "tool_result", {"functionResponse": {"output": "a secret"}}),
            record("assistant", "assistant_output", {"text": "Understood: pnpm."}),
        )
    )

    assert (found.host, found.session) == ("qwen", "s-1")
    assert said(found) == [("user", "Always use pnpm here."), ("assistant", "Understood: pnpm.")]


def claude(kind: str, content: object, **more: object) -> dict[str, object]:
    message = {"role": kind, "content": content}
    return {"type": kind, "sessionId": "s-1", "timestamp": "t", "message": message, **more}


@requirement("hosts.transcripts")
def test_claudes_tools_sub_agents_summaries_and_wake_ups_are_no_turns() -> None:
    found = conversation_in(
        lines(
            {"type": "queue-operation", "sessionId": "s-1"},
            claude("user", "real"),
            claude("user", "from a sub-agent", isSidechain=True),
            claude("user", "a summary", isCompactSummary=True),
            claude("user", "meta", isMeta=True),
            claude("user", "wake up", promptSource="loop_wakeup"),
            claude("user", [{"type": "tool_result", "content": "always use tabs"}]),
            claude("assistant", [{"type": "thinking", "thinking": "hm"}]),
            claude("assistant", [{"type": "text", "text": "one"}]),
            claude("assistant", [{"type": "text", "text": "two"}]),
            {"type": "from-the-future", "sessionId": "s-1", "message": 7},
        )
    )

    assert said(found) == [("user", "real"), ("assistant", "one\n\ntwo")]
    assert found.turns[0].at == "t"


@requirement("hosts.transcripts")
def test_an_older_codex_rollout_is_told_apart_by_its_tags() -> None:
    def message(role: str, text: str) -> dict[str, object]:
        content = [{"type": "input_text" if role == "user" else "output_text", "text": text}]
        payload = {"type": "message", "role": role, "content": content}
        return {"type": "response_item", "timestamp": "t", "payload": payload}

    found = conversation_in(
        lines(
            {"type": "session_meta", "payload": {"id": "c-1"}},
            message("user", "# AGENTS.md instructions for /p\n\nalways use tabs"),
            message("user", "<environment_context>\n<cwd>/p</cwd>\n</environment_context>"),
            message("developer", "hook text"),
            message("user", "hello"),
            message("assistant", "hi"),
            {"type": "compacted", "payload": {"message": "a summary"}},
        )
    )

    assert (found.session, said(found)) == ("c-1", [("user", "hello"), ("assistant", "hi")])


@requirement("hosts.transcripts")
def test_cursor_wraps_what_was_typed_and_names_no_session() -> None:
    typed = "<user_info>\nOS: linux\n</user_info>\n<user_query>\nfix it\n</user_query>"
    call = {"type": "tool_use", "name": "Shell", "input": {}}
    found = conversation_in(
        lines(
            {"role": "user", "message": {"content": [{"type": "text", "text": typed}]}},
            {"role": "assistant", "message": {"content": [{"type": "text", "text": "ok"}, call]}},
            {"type": "turn_ended", "status": "completed"},
        ),
        name="abc",
    )

    assert (found.host, found.session) == ("cursor", "abc")
    assert said(found) == [("user", "fix it"), ("assistant", "ok")]


def test_an_older_cursor_text_and_a_gemini_document_are_read_too() -> None:
    text = (
        b"user:\n<user_query>\nfix it\n</user_query>\n\nassistant:\n[Tool call] Shell\n  x\n\nok\n"
    )
    messages = [{"type": "user", "content": "hello"}, {"type": "gemini", "content": "hi"}]
    document = json.dumps(
        {"sessionId": "g-1", "startTime": "t", "messages": messages}, indent=1
    ).encode()

    assert said(conversation_in(text)) == [("user", "fix it"), ("assistant", "ok")]
    assert said(conversation_in(document)) == [("user", "hello"), ("assistant", "hi")]


@requirement("hosts.transcripts")
def test_half_a_line_at_either_end_is_passed_over_and_places_stay() -> None:
    whole = lines(claude("user", "one"), claude("assistant", "two"), claude("user", "three"))
    second = whole.index(b"\n") + 1

    cut = conversation_in(whole[10:-5], start=10)

    assert said(cut) == [("assistant", "two")]
    assert cut.turns[0].offset == second


@requirement("hosts.injected")
def test_what_we_handed_to_the_agent_is_not_what_the_user_typed() -> None:
    ours = prompt_block((("MEM-a", "never deploy on Fridays", "a.md", ""),), (), "77c0", 500)[0]
    book = (
        "[book] Memories of earlier work kept here: 3.\nNewest:\n- always use tabs\n[end of book]"
    )
    reminder = "<system-reminder>\nUserPromptSubmit hook additional context: x\n</system-reminder>"
    profile = "<user_profile>\nprefers Vim\n</user_profile>"

    whole = f"{ours}\n{book}\ncount the lines\n{reminder}\n{profile}"

    assert typed_by_user(whole) == "count the lines"
    assert typed_by_user("[memory 9e44] Notes from earlier work: cut off\n\nhello") == "hello"
    assert typed_by_user("<memory>\nuse tabs\n</memory>\nhello") == "hello"
    assert typed_by_user("【历史记忆】\n- 前端统一用 Vite\n【/历史记忆】\n升级") == "升级"


@given(st.binary(max_size=400))
def test_no_bytes_are_too_strange(content: bytes) -> None:
    conversation_in(content)


@requirement("capture.quoted")
def test_the_transcript_of_a_session_is_looked_for_in_its_hosts_own_folder(tmp_path: Path) -> None:
    session = "41be21c6-9798-44b0-a6e1-b99841a88f4c"
    kept = tmp_path / ".claude" / "projects" / "-p" / f"{session}.jsonl"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"")
    home = {"HOME": str(tmp_path)}

    assert transcript_in({**home, "CLAUDE_CODE_SESSION_ID": session}) == kept
    assert transcript_in({**home, "CLAUDE_CODE_SESSION_ID": "../../etc"}) is None
    assert transcript_in({**home, "CURSOR_TRANSCRIPT_PATH": "/tmp/forged.jsonl"}) is None
    assert transcript_in(home) is None


@pytest.mark.parametrize("text", ["<a-b>" * 8_000, "[memory x] " * 4_000, "translate: " * 4_000])
def test_what_is_opened_again_and_again_and_never_closed_is_read_in_no_time(text: str) -> None:
    began = time.process_time()

    typed_by_user(text)
    sentences_of(text)

    assert time.process_time() - began < 10
