"""The real agent programs use the memory: seen in what they send to their model.

Each test starts the program itself, offline, against a fake model on loopback. A program that cannot
be installed is skipped, and the reason is printed.
"""

import json
import os
import time
from pathlib import Path

import pytest
from fake_models import Call, FakeModel
from programs import Program

from commonplace.hosts.install.jsonc import loads

pytestmark = pytest.mark.hosts

QUESTION = "Which port does the staging gateway listen on?"
PREFERENCE = "From now on always use pnpm instead of npm in this repository."
MEMORY_TOOLS = {"recall", "show", "remember", "review"}


def injected(model: FakeModel, at: int = -1) -> str:
    """Return the lines that our prompt hook put before the model, empty when there are none."""
    told = model.said(at)
    return (
        told[told.rindex("[memory ") : told.rindex("[end of memory")]
        if "[end of memory" in told
        else ""
    )


def pending(program: Program) -> list[dict[str, object]]:
    value = json.loads(program.commonplace("review", "--json"))
    return value["pending"] if isinstance(value, dict) else value


def wait_for_pending(program: Program, seconds: float = 30) -> list[dict[str, object]]:
    end = time.monotonic() + seconds
    while not (found := pending(program)) and time.monotonic() < end:
        time.sleep(0.5)
    return found


def test_the_session_block_and_the_right_memory_reach_the_model(
    wired: Program, model: FakeModel
) -> None:
    wired.ask(QUESTION)
    wired.ask_anew(model.requests.clear, QUESTION)

    assert model.said(0).count("2 memories from earlier work") == 1, "hooks told it, and they alone"
    assert "port 6001" in injected(model, 0)
    assert "VPN" not in injected(model, 0)
    assert wired.hook_log() == ""


def test_an_unrelated_prompt_gets_nothing(wired: Program, model: FakeModel) -> None:
    wired.ask("Please write a limerick about a lighthouse keeper and his violin.")

    assert injected(model, 0) == ""


def test_without_hooks_nothing_is_injected(wired: Program, model: FakeModel) -> None:
    """The control: these tests see our hooks and nothing else."""
    if wired.host == "opencode":
        (wired.home / ".config" / "opencode" / "plugins" / "commonplace.js").unlink()
    if wired.host == "kimi":
        config = wired.home / ".kimi-code" / "config.toml"
        config.write_text(config.read_text().partition("[[hooks]]")[0])
    files = {
        "claude-code": wired.home / ".claude" / "settings.json",
        "codex": wired.home / ".codex" / "hooks.json",
        "copilot": wired.home / ".copilot" / "hooks" / "commonplace.json",
        "gemini": wired.home / ".gemini" / "settings.json",
        "qwen": wired.home / ".qwen" / "settings.json",
    }
    if wired.host in files:
        settings = json.loads(files[wired.host].read_text())
        settings["hooks"] = {}
        files[wired.host].write_text(json.dumps(settings))

    wired.ask(QUESTION)

    # The server tells the contents then, in programs that show their model what a server says of itself.
    assert ("from earlier work in this project" in model.said(0)) is (
        wired.host not in ("copilot", "kimi")
    )
    assert injected(model, 0) == ""


def test_a_fact_of_session_one_is_recalled_in_session_two(wired: Program, model: FakeModel) -> None:
    model.script = lambda _: "Understood: pnpm instead of npm from now on."
    wired.ask(PREFERENCE)

    proposals = wait_for_pending(wired)
    assert any("pnpm" in json.dumps(each) for each in proposals), "the capture left no proposal"
    for each in proposals:
        wired.commonplace("review", "accept", str(each["id"]), "--yes")
    wired.ask_anew(model.requests.clear, "Should I use pnpm or npm in this repository?")

    assert "pnpm" in injected(model)


def test_our_tools_are_offered_in_the_first_turn_and_answer(
    wired: Program, model: FakeModel
) -> None:
    names = {
        "claude-code": "mcp__commonplace__recall",
        "codex": "mcp__commonplace/recall",
        "copilot": "commonplace-recall",
        "gemini": "mcp_commonplace_recall",
        "kimi": "mcp__commonplace__recall",
        "qwen": "mcp__commonplace__recall",
        "opencode": "commonplace_recall",
    }

    def script(body: dict[str, object]) -> str | Call:
        asked = json.dumps(body)
        is_answered = any(
            mark in asked for mark in ('"tool_result"', "function_call_output", "functionResponse")
        )
        if is_answered or not body.get("tools"):
            return "Done."
        return Call(names[wired.host], {"query": QUESTION})

    model.script = script
    wired.ask("Look it up, please.")

    offered = {
        name.rpartition("__")[2].removeprefix("mcp_").removeprefix("commonplace")[1:]
        if "commonplace" in name.rpartition("__")[2]
        else name.rpartition("__")[2]
        for name in model.tools(0)
    }
    assert offered >= MEMORY_TOOLS
    assert "6001" in json.dumps(model.turns[-1]).replace(json.dumps(model.turns[0])[:-1], "")
    assert len(model.turns) > 1


def test_compaction_keeps_what_was_about_to_be_lost(wired: Program, model: FakeModel) -> None:
    if wired.host in ("copilot", "gemini", "kimi", "opencode", "qwen"):
        pytest.skip("it compresses only at its context limit or at a terminal")
    if wired.host == "claude-code":
        kept = compacted_on_request(wired, model)
    else:
        kept = compacted_by_size(wired, model)

    assert any("pnpm" in json.dumps(each) for each in kept)


def compacted_on_request(wired: Program, model: FakeModel) -> list[dict[str, object]]:
    model.script = lambda _: "Understood."
    session = "11111111-2222-4333-8444-555555555555"
    wired.ask(PREFERENCE, "--session-id", session)
    wired.ask("/compact", "--resume", session)
    kept = wait_for_pending(wired)
    wired.ask(QUESTION, "--resume", session)
    assert "memories from earlier work" in model.said()
    return kept


def compacted_by_size(wired: Program, model: FakeModel) -> list[dict[str, object]]:
    """Let the program believe that its first request filled the context; it compacts in mid-turn."""
    config = wired.home / ".codex" / "config.toml"
    limit = "model_auto_compact_token_limit = 1000\nmodel_context_window = 100000\n"
    config.write_text(limit + config.read_text())
    kept: list[dict[str, object]] = []

    def script(body: dict[str, object]) -> str | Call:
        if len(model.requests) == 1:
            return Call("exec_command", {"cmd": "echo hello"})
        if body.get("tools"):  # the conversation goes on, and no turn has ended yet
            kept.extend(wait_for_pending(wired))
        return "Understood."

    model.script = script
    model.tokens = lambda number: 900_000 if number == 1 else 10
    wired.ask(PREFERENCE)
    assert len(model.turns) < len(model.requests), "nothing was compacted"
    return kept


GEMINI_RESUMES = ("--resume", "latest")


def test_gemini_leaves_no_failure_behind_when_it_announces_a_compression(
    wired: Program, model: FakeModel
) -> None:
    """It announces one near its limit, before the first message is written, and may make none."""
    if wired.host != "gemini":
        pytest.skip("only Gemini CLI announces compressions that it does not make")
    settings = wired.home / ".gemini" / "settings.json"
    limit = {"model": {"compressionThreshold": 0.1}}
    settings.write_text(json.dumps(json.loads(settings.read_text()) | limit))
    model.tokens = lambda _: 900_000

    wired.ask(QUESTION)
    wired.ask(QUESTION, *GEMINI_RESUMES)

    assert "port 6001" in injected(model), "a resumed conversation has lost what hooks had told"
    assert [line for line in wired.hook_log().splitlines() if '"busy"' not in line] == []


def test_uninstalling_leaves_nothing(program: Program, model: FakeModel) -> None:
    before = {
        path: path.read_bytes()
        for path in program.home.rglob("*")
        if path.is_file() and ".local" not in path.parts and ".cache" not in path.parts
    }
    program.commonplace("install", program.host, "--scope", "user", "--yes")
    program.commonplace("uninstall", program.host, "--scope", "user", "--yes")

    after = {
        path: path.read_bytes()
        for path in program.home.rglob("*")
        if path.is_file() and ".local" not in path.parts and ".cache" not in path.parts
    }
    assert after == before
    program.ask(QUESTION)
    assert "from earlier work in this project" not in model.said(0)
    assert not any("commonplace" in name for name in model.tools(0))


def test_uninstalling_after_the_program_wrote_to_its_settings_leaves_them_valid_and_nothing_of_ours(
    wired: Program, model: FakeModel
) -> None:
    settings = [wired.home / name for name in (".claude.json", ".qwen/settings.json")]
    wired.ask(QUESTION)
    written = [path for path in settings if path.exists()]
    before = [set(keys_in(path)) for path in written]

    wired.commonplace("uninstall", wired.host, "--scope", "user", "--yes")

    after = [set(keys_in(path)) for path in written]
    assert all(keys - left <= {"mcpServers", "hooks"} for keys, left in zip(before, after, strict=True))  # fmt: skip
    assert not any("commonplace" in path.read_text() for path in written)
    model.requests.clear()
    wired.ask(QUESTION)
    assert injected(model, 0) == ""
    assert not any("commonplace" in name for name in model.tools(0))


def keys_in(path: Path) -> list[str]:
    value = loads(path.read_text())
    assert isinstance(value, dict)
    return [*value]


def test_no_process_of_ours_is_left(wired: Program) -> None:
    wired.ask(QUESTION)
    end = time.monotonic() + 35
    while (left := _ours(wired.home)) and time.monotonic() < end:
        time.sleep(0.5)

    assert left == []


def _ours(home: Path) -> list[str]:
    """Return the commands of processes whose home is the test's."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                environ = (folder / "environ").read_bytes()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if f"HOME={home}".encode() in environ and "commonplace" in command:
                found.append(command)
    return found
