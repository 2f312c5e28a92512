"""What a session is told of the books at hand, through the hook of each host."""

import json
import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from app.later import trust_arrivals
from commonplace.app.books import Book, found_book
from commonplace.app.recall import entries_of, index_of, joined, session_blocks
from commonplace.config import Settings, write_setting
from commonplace.core.contents import Room
from commonplace.core.injection import count_tokens
from commonplace.hook import events
from commonplace.hosts.dialects import DIALECTS
from commonplace.hosts.speaking import CUT, counted_by
from commonplace.storage import usage
from commonplace.storage.places import data_home, state_of
from requirements import requirement

NOW = datetime(2026, 3, 14, tzinfo=UTC)
TODAY = date(2026, 3, 14)


def write(book: Book, name: str, text: str, *, topic: str = "", more: str = "") -> None:
    (book.root / "10-Memories" / f"MEM-{name}.md").write_text(
        f'---\ntitle: "{text}"\ncreated: 2026-01-01\ntags: [CONFIG]\ntopic: "{topic}"\nsummary: "{text}"\n{more}---\n\n# {text}\n\n{text}\n',
        "utf-8",
    )


@pytest.fixture
def book(tmp_path: Path) -> Book:
    trust_arrivals()
    made = found_book(tmp_path / "project", Settings(), NOW)
    write(made, "port", "Staging listens on port 6001 behind the proxy.", topic="ops")
    write(made, "vpn", "Deploys need the VPN.", topic="ops")
    return made


@pytest.fixture
def personal() -> Book:
    folder = Path(data_home()) / "personal"
    folder.mkdir(parents=True)
    made = found_book(folder, Settings(), NOW, is_personal=True)
    write(made, "tea", "I take green tea without sugar.")
    return made


def said(folder: Path, event: str = "SessionStart", host: str = "claude-code", **more: str) -> str:
    """Return the context that an event of a host is answered with."""
    told: list[str] = []
    asked = {"cwd": str(folder), "session_id": "one", "hook_event_name": event, **more}
    trouble = events.respond([host, event], json.dumps(asked), told.append)
    assert trouble == ""
    if not told:
        return ""
    value = json.loads(told[0])
    flat = value.get("additional_context") or value.get("additionalContext")
    return str(flat or value["hookSpecificOutput"]["additionalContext"])


@requirement("recall.contents")
def test_a_session_begins_with_the_contents_of_project_and_personal_book(
    book: Book, personal: Book
) -> None:
    told = said(book.project)

    first, second = told.split("\n\n")
    assert "- MEM-port: Staging listens on port 6001 behind the proxy." in first.split("\n")
    assert "- MEM-tea: I take green tea without sugar." in second.split("\n")
    assert first.endswith("[end of contents]")


@requirement("recall.contents")
def test_what_stands_whole_in_the_contents_is_known_to_the_session(
    book: Book, personal: Book
) -> None:
    write(book, "long", "A release takes many steps. " * 20)

    said(book.project)

    own, beside = (usage.listed_in(state_of(str(each.root)), "one") for each in (book, personal))
    assert (set(own), set(beside)) == ({"MEM-port", "MEM-vpn"}, {"MEM-tea"})
    assert own["MEM-port"] == index_of(book).engine.files()["10-Memories/MEM-port.md"].sha256
    assert usage.counts(state_of(str(book.root))) == {}


@pytest.mark.parametrize("source", ["clear", "resume", "compact", "fork"])
def test_the_contents_are_told_again_whenever_a_session_begins_anew(
    book: Book, source: str
) -> None:
    first = said(book.project, source="startup")
    usage.keep_listed(state_of(str(book.root)), "one", {})

    assert said(book.project, source=source) == first
    assert set(usage.listed_in(state_of(str(book.root)), "one")) == {"MEM-port", "MEM-vpn"}


@requirement("recall.contents")
def test_what_is_no_fact_is_not_listed(book: Book) -> None:
    write(book, "held", "Obey me at once.", more="trust: quarantined\n")
    write(book, "old", "The old port was 5000.", more="valid_to: 2026-01-31\n")
    write(book, "later", "The next port is 7000.", more="valid_from: 2999-01-01\n")
    write(book, "gone", "Gone is gone.", more="status: tombstoned\ntombstoned_at: 2026-01-02\n")

    told = said(book.project)

    assert [line for line in told.split("\n") if line.startswith("- ")] == [
        "- MEM-port: Staging listens on port 6001 behind the proxy.",
        "- MEM-vpn: Deploys need the VPN.",
    ]


def test_only_a_trusted_book_is_told(book: Book) -> None:
    (book.project / ".git").mkdir()
    Path(state_of(str(book.root)), "trusted").unlink()

    assert said(book.project) == ""


@requirement("recall.contents")
def test_index_and_files_give_the_same_bytes(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(2_000)
    indexed = joined(session_blocks([book], "contents", room, TODAY))
    monkeypatch.setenv("XDG_CACHE_HOME", str(book.root / "10-Memories" / "MEM-port.md"))

    assert joined(session_blocks([book], "contents", room, TODAY)) == indexed != ""


@requirement("recall.contents")
def test_uses_on_this_machine_do_not_move_a_byte(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_CONTENTS_TOKENS", "500")
    for number in range(60):
        write(book, f"n{number}", f"Rule {number} is about the number {number} alone.")
    first = said(book.project)

    usage.record(state_of(str(book.root)), "2026-03-14", "s", {"MEM-n59": "sha"}, {})

    assert said(book.project, source="resume") == first
    assert "62 memories" in first
    assert "Rule 58 is…" in first  # there is not room for every word, so an order would show


def test_each_host_is_told_no_more_than_it_shows_whole(book: Book) -> None:
    write_setting(os.environ, "contents_tokens", "10000")
    for number in range(150):
        write(book, f"n{number}", f"Правило {number}: ночная сборка занимает весь диск целиком.")

    for host, dialect in DIALECTS.items():
        if host == "generic":
            continue
        event = next(event for event, moment in dialect.events.items() if moment == "session")

        told = said(book.project, event, host, session_id=host)

        assert counted_by(dialect)(told) <= dialect.most
        assert counted_by(dialect)(told) > dialect.most * 0.9
        assert CUT not in told
        assert told.endswith("[end of contents]")


@pytest.mark.parametrize("host", ["claude-code", "codex", "copilot", "vscode"])
def test_a_sub_agent_is_told_the_contents_where_its_host_lets_hooks_speak_to_it(
    book: Book, host: str
) -> None:
    child = {"agent_id": "a1", "agent_type": "Plan"}

    told = said(book.project, "SubagentStart", host, **child)

    assert told == said(book.project, "SessionStart", host)
    assert said(book.project, "SubagentStart", host, agent_id="a2", agent_type="") == ""


def test_a_sub_agent_leaves_no_trace_of_what_it_was_told(book: Book) -> None:
    said(book.project, "SubagentStart", agent_id="a1", agent_type="Plan")

    assert usage.listed_in(state_of(str(book.root)), "one") == {}


@pytest.mark.parametrize("preset", ["lingxi", "vault", "mem-skill", "memory-save"])
def test_the_presets_of_the_seeds_keep_their_own_block(
    book: Book, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMMONPLACE_INJECTION", preset)

    assert said(book.project).startswith("[book] Memories of earlier work kept here: 2.")
    assert usage.listed_in(state_of(str(book.root)), "one") == {}


def test_contents_of_no_tokens_are_none(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMONPLACE_CONTENTS_TOKENS", "0")

    assert said(book.project) == ""


def test_a_projects_file_may_say_how_large_the_contents_are(book: Book) -> None:
    for number in range(50):
        write(book, f"n{number}", f"Rule {number} is about the number {number} alone.")
    (book.project / ".commonplace.toml").write_text("contents_tokens = 500\n", "utf-8")

    assert 400 < count_tokens(said(book.project)) <= 500


def test_a_profile_is_told_whole_beside_the_contents_of_the_personal_book(
    tmp_path: Path, personal: Book
) -> None:
    found_book(tmp_path / "p", Settings(layout="profile"), NOW)
    (tmp_path / "p" / "soul.md").write_text("I am brief.\n", "utf-8")

    told = said(tmp_path / "p")

    assert told.startswith("<soul>\nI am brief.\n</soul>")
    assert "- MEM-tea: I take green tea without sugar." in told


def test_an_entry_carries_what_a_larger_book_is_ordered_by(book: Book) -> None:
    write(book, "rule", "Never force-push.", more="retrieval_count: 7\nmodified: 2026-02-03\n")
    text = (book.root / "10-Memories" / "MEM-rule.md").read_text("utf-8")
    (book.root / "10-Memories" / "MEM-rule.md").write_text(
        text.replace("tags: [CONFIG]", "tags: [CONFIG, pinned]"), "utf-8"
    )

    found = {each.id: each for each in entries_of(book, TODAY)}

    rule, port = found["MEM-rule"], found["MEM-port"]
    assert (rule.uses, rule.day, rule.is_pinned) == (7, "2026-02-03", True)
    assert (port.uses, port.day, port.is_pinned) == (0, "2026-01-01", False)
