"""What a hook loads: this list when nothing has changed, no writer when something has, and never a data file."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.later import hook, settle
from commonplace.app.books import found_book
from commonplace.config import Settings
from requirements import requirement
from tiers import one_in

NOTE = """\
---
title: "Port"
created: 2026-01-01
tags: [CONFIG]
summary: "Staging listens on port 6001 behind the proxy."
---

# Port

Staging listens on port 6001 behind the proxy.
"""

OURS = {
    "commonplace",
    "commonplace.hook",
    "commonplace.hook.clock",
    "commonplace.hook.log",  # once the host has its answer, in 0.5 ms: that the hook ran
    "commonplace.hook.prompt_answer",
    "commonplace.hook.events",
    "commonplace.hook.index",
    "commonplace.hook_settings",
    "commonplace.core",
    "commonplace.core.commonness",
    "commonplace.core.excerpts",
    "commonplace.core.function_words",
    "commonplace.core.gate",
    "commonplace.core.hashing",
    "commonplace.core.hygiene",
    "commonplace.core.injection",
    "commonplace.core.letters",
    "commonplace.core.plain_json",
    "commonplace.core.prompt_redaction",
    "commonplace.core.ranking",
    "commonplace.core.stems",
    "commonplace.core.stopwords",
    "commonplace.core.tokens",
    "commonplace.core.weights",
    "commonplace.doors",
    "commonplace.doors.hook",
    "commonplace.engines",
    "commonplace.engines.local",
    "commonplace.engines.local.records",
    "commonplace.engines.local.query",
    "commonplace.entry",
    "commonplace.hosts",
    "commonplace.hosts.dialects",
    "commonplace.hosts.payloads",
    "commonplace.layouts",
    "commonplace.layouts.registry",
    "commonplace.storage",
    "commonplace.storage.places",
    "commonplace.storage.plain_files",
    "commonplace.storage.change_detection",
    "commonplace.storage.usage",
}
FOREIGN = {
    "__future__",
    "_bisect",
    "_collections",
    "_functools",
    "_json",
    "_operator",
    "_sha2",
    "_sha256",
    "_sqlite3",
    "bisect",
    "collections",
    "collections.abc",
    "fcntl",
    "functools",
    "gc",
    "heapq",
    "_heapq",
    "itertools",
    "keyword",
    "math",
    "operator",
    "reprlib",
    "types",
    "unicodedata",
    "zlib",
}
NEVER = {"ctypes", "dataclasses", "enum", "json", "pathlib", "re", "typing"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    book = found_book(tmp_path, Settings(), datetime(2026, 3, 14, tzinfo=UTC))
    (book.root / "10-Memories" / "MEM-port.md").write_text(NOTE, "utf-8")
    settle(book.root)
    return tmp_path


EVENTS = {
    "prompt": {},
    "claude-code UserPromptSubmit": {
        "commonplace.storage.hook_state",
        "commonplace.storage.witnesses",
    },
    "codex UserPromptSubmit": {"commonplace.storage.hook_state", "commonplace.storage.witnesses"},
    "gemini BeforeAgent": {"commonplace.storage.hook_state", "commonplace.storage.witnesses"},
}
"""What an event loads beside the list: with a turn of its own, the one who tells the first from the second;
with a transcript, the one who keeps what was typed."""


@requirement("hook.imports")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    "prompt", one_in(2, ["which port does staging listen on?", "nothing of the sort"])
)
def test_a_hook_loads_only_what_it_must(
    project: Path, prompt: str, event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")  # the log is no part of this
    said = {"prompt": prompt, "session_id": "s", "turn_id": "t", "transcript_path": "/t.jsonl"}

    ran = hook(event, json.dumps(said if EVENTS[event] else {**said, "turn_id": ""}), project)

    loaded = set(ran.stderr.decode().split("\n"))
    assert bool(ran.stdout) is prompt.startswith("which")
    assert {name for name in loaded if name.startswith("commonplace")} == OURS | set(EVENTS[event])
    assert loaded - OURS - FOREIGN - set(EVENTS[event]) == set()
    assert loaded & NEVER == set()


HEAVY = {
    "pathlib",
    "commonplace.core.changes",
    "commonplace.core.governance",
    "commonplace.layouts.vault.layout",
    "commonplace.storage.store",
    "ctypes",
    "difflib",
    "filelock",
    "subprocess",
    "yaml",
}
"""What writers load, each as dear as half a bare interpreter."""


def test_a_hook_that_takes_in_a_changed_note_loads_only_what_reads(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    monkeypatch.setenv("COMMONPLACE_HOOK_BUDGET_S", "20")
    (project / ".memory/10-Memories/MEM-port.md").write_text(NOTE.replace("6001", "7443"), "utf-8")

    ran = hook("prompt", json.dumps({"prompt": "which port does staging listen on?"}), project)

    loaded = ran.stderr.decode().split("\n")
    assert "7443" in ran.stdout.decode()
    assert set(loaded) & HEAVY == set()
    assert [name for name in loaded if name.startswith("data/")] == []


def test_a_session_that_begins_as_the_last_one_loads_no_more_than_a_prompt_may(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOADED", "yes")
    for number in range(3):
        asked = {"session_id": str(number), "source": "startup"}
        ran = hook("claude-code SessionStart", json.dumps(asked), project)

    loaded = ran.stderr.decode().split("\n")
    assert "6001" in ran.stdout.decode()
    assert set(loaded) & (NEVER | HEAVY) == set()
    assert [name for name in loaded if name.startswith("data/")] == []
