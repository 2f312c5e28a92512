"""LingXi's capture: candidates of a project are shown, chosen by number, and nothing is written before."""

import json
import os
from pathlib import Path

import pytest

from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

README = """# Shop

The shop is what we all love, and it has been our joy and our pride for a good many years by now.

## Deploying

Connect to the VPN before you deploy. It is a long way from here to there, and nobody knows why that is so any more.
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMMONPLACE_POLICY", "ask")
    (tmp_path / "README.md").write_text(README, "utf-8")
    (tmp_path / "package.json").write_text('{"engines": {"node": ">=20"}}', "utf-8")
    return tmp_path


def run(*words: str, typed: str | None = None) -> Ran:
    if typed is None:
        return command_line(list(words))
    return command_line(list(words), typed.encode(), is_terminal=True)


def titles() -> list[str]:
    return sorted(each["title"] for each in json.loads(run("list", "--json").out))


@requirement("D2.capture.init", "D2.capture.display", "D2.capture.filter")
def test_a_project_is_read_and_candidates_are_shown_but_not_written(project: Path) -> None:
    ran = run("init", "--layout", "lingxi", "--capture")

    assert "### Candidate 1: Node.js version [tech]" in ran.err
    assert "- **One-liner**: Use Node.js >=20" in ran.err
    assert "- **When to load**: Deploying" in ran.err
    assert "- **Pointers**: README.md" in ran.err
    assert "joy" not in ran.err
    assert titles() == []


@requirement("D2.capture.display")
def test_several_candidates_under_one_heading_are_called_by_what_each_says(project: Path) -> None:
    more = "Run `make up` before the tests: they need Postgres.\n"
    (project / "README.md").write_text(README + more, "utf-8")

    ran = run("init", "--layout", "lingxi", "--capture")

    heads = [line.split(": ")[1] for line in ran.err.splitlines() if line.startswith("###")]
    assert heads[1:] == [
        "Connect to the VPN before you deploy [tech]",
        "Run `make up` before the tests [tech]",
    ]


@requirement("D2.capture.display")
def test_the_original_form_is_chinese(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_LANG", "zh")

    ran = run("init", "--layout", "lingxi", "--capture", typed="1\n")

    assert "## 记忆候选列表\n\n### 候选 1：Node.js version [tech]\n- **何时加载**：" in ran.err
    assert "请选择要写入的候选编号（例如 `1,3` 或 `全部`）。" in ran.err
    assert titles() == ["Node.js version"]


@requirement("D2.capture.select")
@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("2", ["Deploying"]),
        ("all", ["Deploying", "Node.js version"]),
        ("全部", ["Deploying", "Node.js version"]),
        ("none", []),
    ],
)
def test_candidates_that_were_shown_are_written_by_number(
    project: Path, said: str, wanted: list[str]
) -> None:
    run("init", "--layout", "lingxi", "--capture")

    assert run("remember", said).code == 0

    assert titles() == wanted
    assert len(json.loads(run("review", "--json").out)) == 2 - len(wanted)


@requirement("D2.capture.select")
def test_a_dry_run_leaves_the_candidates_waiting(project: Path) -> None:
    run("init", "--layout", "lingxi", "--capture")

    assert run("remember", "all", "--dry-run").code == 0

    assert (titles(), len(json.loads(run("review", "--json").out))) == ([], 2)


@requirement("D2.capture.select", "D2.veto")
def test_a_candidate_that_contradicts_waits_on_and_costs_the_others_nothing(project: Path) -> None:
    (project / "README.md").write_text("# Staging\n\nThe staging API listens on port 6001.\n")
    run("init", "--layout", "lingxi", "--capture")
    run("remember", "The staging API listens on port 6002.", "--yes")

    ran = run("remember", "all")

    assert (ran.code, "6001" in ran.err) == (3, True)
    assert "Still waiting, with these numbers now:\n1. Staging" in ran.err
    assert titles() == ["Node.js version", "Staging API listens on port 6002"]


@requirement("D2.capture.init")
def test_what_a_project_says_of_itself_may_be_quoted_with_its_lines(project: Path) -> None:
    rules = "# Shop\n\n## Rules\n\nNever deploy on Friday, because on-call changes at noon.\n"
    (project / "README.md").write_text(rules, "utf-8")
    run("init", "--layout", "vault", "--capture")

    run("remember", "all")

    assert titles() == ["Node.js version", "Rules"]
    notes = [path.read_text("utf-8") for path in project.rglob("MEM-*.md")]
    sources = sorted(line for note in notes for line in note.splitlines() if "source:" in line)
    assert sources == ['source: "file: README.md:5-5"', 'source: "file: package.json:1-1"']


@requirement("D2.capture.select")
def test_a_number_without_candidates_means_nothing(project: Path) -> None:
    run("init", "--layout", "lingxi")

    assert "No candidates wait" in run("remember", "1,3").err
    assert titles() == []


def test_an_agent_may_not_choose(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init", "--layout", "lingxi", "--capture")
    monkeypatch.setenv("CLAUDECODE", "1")

    assert run("remember", "all").code == 4
    assert titles() == []


@requirement("D2.capture.silence")
def test_a_project_that_says_nothing_is_met_with_silence(project: Path) -> None:
    (project / "README.md").unlink()
    (project / "package.json").unlink()

    assert run("init", "--layout", "lingxi", "--capture").err == ""


@requirement("D2.capture.asks")
def test_remember_without_text_asks_for_it(project: Path) -> None:
    run("init", "--layout", "lingxi")

    assert run("remember", typed="Deploys need the VPN.\ny\n").code == 0
    assert titles() == ["Deploys need the VPN"]
    assert run("remember").code == 2


@requirement("D2.capture.intents")
def test_the_conversation_is_asked_for_where_none_is_known(project: Path) -> None:
    run("init", "--layout", "lingxi")

    assert (
        "speaks of a conversation, and none was given"
        in run("remember", "from the bug we just had").err
    )


@pytest.mark.parametrize("layout", ["vault", "mem-skill"])
def test_every_layout_can_be_captured_into(project: Path, layout: str) -> None:
    run("init", "--layout", layout, "--capture")

    assert run("remember", "all").code == 0
    assert titles() == ["Deploying", "Node.js version"]


SESSION = "41be21c6-9798-44b0-a6e1-b99841a88f4c"
BUG = (
    "why does the build hang?",
    "Node 22 breaks it.",
    "always pin node 20 in .nvmrc, never take the newest",
    "Pinned.",
)


def told(path: Path) -> None:
    """Write down a session in which something was settled, as Claude Code does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    roles = ("user", "assistant") * 2
    lines = [
        {"type": role, "sessionId": SESSION, "message": {"role": role, "content": text}}
        for role, text in zip(roles, BUG, strict=True)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@requirement("D2.capture.intents")
def test_the_conversation_that_a_command_runs_in_is_looked_at(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(Path(os.environ["HOME"]) / f".claude/projects/shop/{SESSION}.jsonl")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", SESSION)
    run("init", "--layout", "lingxi")

    assert run("remember", "from the bug we just had", "--yes").code == 4

    monkeypatch.delenv("CLAUDE_CODE_SESSION_ID")
    assert b"pin node 20" in run("review", "--json").out
    assert titles() == []


@requirement("A2.recordnow.log")
def test_a_conversation_is_recorded_and_logged_as_recorded_by_hand(project: Path) -> None:
    told(project / "chat.jsonl")
    run("init", "--layout", "mem-skill")

    assert run("recordnow", "--transcript", "chat.jsonl", "--yes").code == 0

    assert "recordnow | Manually recorded 1 entries" in (project / "log.md").read_text("utf-8")
