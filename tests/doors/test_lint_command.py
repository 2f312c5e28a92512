"""`lint` at the command line: on every layout, with every fix, at a terminal and without one."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from commonplace.app.books import open_book
from commonplace.core.memory import Status
from commonplace.layouts.registry import NAMES, layout_of
from requirements import requirement
from transcript import command_line

pytestmark = pytest.mark.laws
LAYOUTS = tuple(map(layout_of, NAMES))

OLD = datetime(2025, 6, 1, tzinfo=UTC)
ENTRY = """\
## {title}
**Date:** {day}
**Source:** conversation
**Context:** {text}
**Best Practice:**
- {text}
**Related:**{related}
**Keywords:** {keywords}
"""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", "mem-skill"])
    return tmp_path


def entry(title: str, text: str, keywords: str, day: str = "2026-03-01", related: str = "") -> str:
    return ENTRY.format(title=title, text=text, keywords=keywords, day=day, related=related)


def page(folder: Path, *entries: str) -> None:
    (folder / "knowledge-base" / "ops.md").write_text("\n".join(entries), "utf-8")
    command_line(["check", "--fix"])


def lint(*words: str) -> dict:
    return json.loads(command_line(["lint", "--json", *words]).out)


RETRY = entry("Retry with backoff", "Wait longer each time.", "retry, backoff, jitter")
AGAIN = entry("Backing off", "Add some noise to the pauses.", "retry, backoff, noise, jitter")
CACHE = entry("Cache of pages", "Pages are kept for an hour.", "cache, pages, jitter")
PORT = entry("Port of staging", "Staging listens on port 6001 behind the proxy.", "staging")
OTHER = entry("Where staging is", "Staging listens on port 6002 behind the proxy.", "address")
AGED = entry("Old rule", "Freeze releases in December.", "freeze", day="2025-06-01")
LOST = entry("Lost", "It says so elsewhere.", "elsewhere", related=" [[ops#Nowhere]]")


@requirement("A2.lint.checks", "A5.9", "D3.health")
def test_each_check_finds_what_it_is_for_and_says_how_grave_it_is(workspace: Path) -> None:
    page(workspace, RETRY, AGAIN, CACHE, PORT, OTHER, AGED, LOST)
    (workspace / "knowledge-base/web.md").write_text(entry("Alone", "Text.", "alone"), "utf-8")
    index = workspace / "knowledge-base/_index.json"
    index.write_text(index.read_text("utf-8").replace('"count": 7', '"count": 9'), "utf-8")

    found = lint()

    assert found["counts"] == {
        "stale": 1,
        "duplicate": 1,
        "cross-ref": 2,
        "contradiction": 1,
        "orphan": 2,
        "gap": 1,
        "index": 1,
        "anchor": 0,
        "refused": 0,
    }
    assert (found["critical"], found["warnings"]) == (4, 5)
    assert found["entries"] == 8


@requirement("A2.lint.checks", "A5.9")
def test_a_count_that_does_not_count_is_critical(workspace: Path) -> None:
    page(workspace, PORT, AGED)
    index = workspace / "knowledge-base/_index.json"
    index.write_text(index.read_text("utf-8").replace('"count": 2', '"count": 9'), "utf-8")

    before, code = lint(), command_line(["lint"]).code
    command_line(["lint", "--select", "index", "--yes"])

    assert (before["counts"]["index"], before["critical"], code) == (1, 1, 1)
    assert lint()["counts"]["index"] == 0


@requirement("A5.13")
def test_a_contradiction_quotes_both_sides_and_offers_no_fix(workspace: Path) -> None:
    page(workspace, PORT, OTHER)

    (found,) = [each for each in lint()["issues"] if each["check"] == "contradiction"]
    command_line(["lint", "--fix", "--yes"])

    assert found["quotes"] == [
        "Staging listens on port 6001 behind the proxy.",
        "Staging listens on port 6002 behind the proxy.",
    ]
    assert found["fixes"] == []
    assert lint()["counts"]["contradiction"] == 1


@requirement("A5.13")
def test_the_sentence_that_makes_the_claim_is_quoted_and_no_other(workspace: Path) -> None:
    before = "Much was said about the gateway of staging after the outage."
    said = f"{before} Since then the gateway of staging listens on port {{}}\nbehind the proxy. Ask Ada."
    page(workspace, entry("One", said.format(6001), "one"), entry("Two", said.format(7001), "two"))

    (found,) = [each for each in lint()["issues"] if each["check"] == "contradiction"]

    assert found["quotes"] == [
        "Since then the gateway of staging listens on port 6001 behind the proxy.",
        "Since then the gateway of staging listens on port 7001 behind the proxy.",
    ]


@requirement("A2.lint.fixes", "A5.13")
def test_duplicates_that_contradict_each_other_are_not_joined(workspace: Path) -> None:
    page(
        workspace,
        PORT,
        entry("Port of staging", "Staging listens on port 7001 behind the proxy.", "staging"),
    )
    before = (workspace / "knowledge-base/ops.md").read_bytes()

    ran = command_line(["lint", "--select", "duplicate", "--yes", "--json"])

    assert lint()["counts"]["duplicate"] == 1
    assert json.loads(ran.out)["result"] == "nothing"
    assert "6001 or 7001" in json.loads(ran.out)["left"][0]["question"]
    assert "Settle that first; they were not merged." in ran.err
    assert (workspace / "knowledge-base/ops.md").read_bytes() == before
    assert (workspace / "log.md").read_text("utf-8").splitlines()[-1].endswith("issues found")


@requirement("A2.lint.fixes")
def test_a_merge_keeps_what_both_said_and_takes_links_along(workspace: Path) -> None:
    linking = entry("Linking", "See there.", "see", related=" [[ops#Backing off]]")
    page(workspace, RETRY, AGAIN, linking)

    command_line(["lint", "--select", "duplicate", "--yes"])

    memories = {m.title: m for m in open_book(workspace).reading().memories if m.is_active}
    (kept,) = [m for m in memories.values() if "pauses" in m.body]
    assert set(memories) == {kept.title, "Linking"}
    assert "Wait longer each time." in kept.body
    assert set(kept.keywords) >= {"retry", "backoff", "jitter", "noise"}
    assert memories["Linking"].links == (kept.id,)
    assert command_line(["undo"]).code == 0
    assert lint()["counts"]["duplicate"] == 1


@requirement("A2.lint.fixes", "A2.lint.log")
def test_a_missing_reference_is_written_in_both_and_the_log_says_so(workspace: Path) -> None:
    page(workspace, RETRY, CACHE)

    command_line(["lint", "--fix", "--yes"])

    text = (workspace / "knowledge-base/ops.md").read_text("utf-8")
    log = (workspace / "log.md").read_text("utf-8").splitlines()
    assert text.count("**Related:** [[ops#") == 2
    assert log[-1] == "## [2026-03-14] lint | Health-check completed: 1 issues found, 1 fixed"


@requirement("A2.lint.fixes", "lint.archive")
@pytest.mark.parametrize(
    ("choice", "reason", "is_refused"),
    [("archive", "archived", False), ("delete", "deleted", True)],
)
def test_a_stale_memory_is_archived_or_deleted(
    workspace: Path, choice: str, reason: str, is_refused: bool
) -> None:
    page(workspace, AGED, PORT)

    command_line(["lint", "--fix", "--stale", choice, "--yes"])

    (buried,) = [m for m in open_book(workspace).reading().memories if m.tombstone]
    again = command_line(["remember", "Freeze releases in December.", "--yes"])
    assert buried.tombstone is not None
    assert (buried.title, buried.tombstone.reason) == ("Old rule", reason)
    assert buried.tombstone.is_archived is not is_refused
    assert again.out.decode().startswith("Refused on") is is_refused


@requirement("A2.lint.fixes")
def test_a_stale_memory_that_still_holds_is_updated(workspace: Path) -> None:
    page(workspace, AGED, PORT)

    command_line(["lint", "--fix", "--stale", "update", "--yes"])

    assert "**Updated:** 2026-03-14" in (workspace / "knowledge-base/ops.md").read_text("utf-8")
    assert lint()["counts"]["stale"] == 0


@requirement("A2.lint.fixes")
def test_at_a_terminal_each_fix_is_asked_for_and_the_whole_is_shown(workspace: Path) -> None:
    page(workspace, AGED, RETRY, CACHE)

    ran = command_line(["lint"], b"1\narchive\ny\n", is_terminal=True)
    declined = command_line(["lint"], b"all\nn\n", is_terminal=True)

    assert "Which ones should I fix? (all / 1,2 / none)" in ran.err
    assert "[u/archive/delete/S/?]" in ran.err
    assert "Fixed ops#Old rule" in ran.out.decode()
    assert lint()["counts"]["cross-ref"] == 1
    assert declined.code == 0


@requirement("A2.lint.fixes")
def test_with_nobody_to_ask_fixes_wait_for_a_person_and_a_dry_run_writes_nothing(
    workspace: Path,
) -> None:
    page(workspace, RETRY, CACHE)
    before = (workspace / "knowledge-base/ops.md").read_bytes()

    assert command_line(["lint", "--fix", "--dry-run"]).code == 0
    assert command_line(["lint", "--fix"]).code == 4
    assert (workspace / "knowledge-base/ops.md").read_bytes() == before


@requirement("A2.lint.checks", "A2.lint.output")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_layout_is_linted_and_mended(
    layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init", "--layout", layout.name])
    for text in (
        "Staging listens on port 6001 behind the proxy.",
        "Releases are frozen in December.",
    ):
        command_line(["remember", text, "--yes"], clock=lambda: OLD)
    holds_days = "created" in layout.holds

    found = lint()
    shown = command_line(["lint"]).out.decode().splitlines()
    command_line(["lint", "--fix", "--stale", "archive", "--yes"])

    name = "mem-skill" if layout.name == "mem-skill" else "commonplace"
    assert shown[:2] == [f"{name} Health Check — 2026-03-14", "━" * 34]
    assert shown[-1].startswith("Summary: ")
    assert found["counts"]["stale"] == (2 if holds_days else 0)
    assert found["critical"] == 0
    memories = open_book(tmp_path).reading().memories
    assert {m.status for m in memories} == {Status.TOMBSTONED if holds_days else Status.ACTIVE}
