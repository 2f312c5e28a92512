"""A thousand hooks, ten at a time: each answers, and no process is left behind."""

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import settle
from commonplace.app.books import found_book
from commonplace.config import Settings
from doors.hooked import HOOK, children_of, conversation, stopped, wait_for
from requirements import requirement

RUNS = 1_000
AT_ONCE = (*("UserPromptSubmit",) * 6, "PostToolUse", "Stop", "PreCompact", "SessionStart")


@requirement("hook.no-process")
@pytest.mark.faults
def test_a_thousand_hooks_leave_no_process(tmp_path: Path) -> None:
    book = found_book(tmp_path / "project", Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    asked = json.loads(stopped(book, conversation(tmp_path / "session.jsonl")))
    settle(book.root)

    for batch in range(RUNS // len(AT_ONCE)):
        value = {**asked, "prompt": "which port?", "prompt_id": f"p{batch}"}
        running = [
            subprocess.Popen(
                [*HOOK, "claude-code", event], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
            )
            for event in AT_ONCE
        ]
        for hook in running:
            hook.communicate(json.dumps(value).encode())
        assert [hook.returncode for hook in running] == [0] * len(AT_ONCE)

    assert wait_for(lambda: not children_of(book.root))
    assert len(book.proposals.list()) == 1
