"""`distill` reports what an independent computation finds, and asks before it changes anything."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from commonplace.app.books import found_book
from commonplace.app.upkeep import care_for
from commonplace.config import Settings
from commonplace.core.changes import Bury, Edit
from commonplace.core.memory import Tombstone, Usage
from commonplace.core.ports import Stamp
from commonplace.flows.proposals import propose
from commonplace.flows.upkeep.outcome import Proof
from commonplace.flows.upkeep.reduction import merge, merge_candidates
from commonplace.storage import usage
from commonplace.storage.places import state_of
from commonplace.storage.upkeep_state import suggestion
from doors import distill_oracle
from doors.distill_books import NOW, TODAY, Planted, planted_book
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

PARTS = ("staleness", "zero_retrieval", "size_penalty", "duplicate", "composite", "days_past_ttl")


def distill(*words: str, typed: bytes = b"", is_terminal: bool = False) -> Ran:
    return command_line(["distill", *words], typed, is_terminal=is_terminal, clock=lambda: NOW)


def told(*words: str) -> dict:
    return json.loads(distill(*words, "--json").out)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planted:
    monkeypatch.chdir(tmp_path)
    return planted_book(tmp_path, "vault", seed=3, count=8)


@requirement("B3.scores", "B3.health", "B3.report", "B5.distill")
@pytest.mark.parametrize("seed", [1, 2])
def test_report_and_scores_are_those_of_an_independent_computation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.chdir(tmp_path)
    vault = planted_book(tmp_path, "vault", seed, count=14).book.root

    found = told("--dry-run")

    wanted = distill_oracle.scores(vault, TODAY)
    scores = {each["id"]: {part: each[part] for part in PARTS} for each in found["scores"]}
    assert scores == {name: pytest.approx(parts) for name, parts in wanted.items()}
    health = distill_oracle.health(vault, TODAY)
    assert {name: found["health_report"][name] for name in health} == health
    assert found["health_score"] == health["health_score"]


@requirement("B3.every-run", "B1.5.schema")
def test_a_report_is_logged_with_the_same_figures_before_and_after(book: Planted) -> None:
    distill()

    log = json.loads((book.book.root / "distill-log.json").read_text())
    (operation,) = log["operations"]
    assert list(operation) == [
        "id", "timestamp", "type", "session_id",
        "pre_metrics", "post_metrics", "affected_memories", "notes",
    ]  # fmt: skip
    assert list(operation["pre_metrics"]) == [
        "total_memories", "total_tokens", "health_score",
        "purge_candidates", "merge_candidates", "compress_candidates",
    ]  # fmt: skip
    assert operation["pre_metrics"] == operation["post_metrics"]
    assert (operation["type"], log["summary"]["total_operations"]) == ("report", 1)


@requirement("B3.purge")
def test_nothing_is_purged_by_an_empty_answer(book: Planted) -> None:
    before = notes(book)

    ran = distill("--purge", typed=b"\n", is_terminal=True)

    assert b"No memories selected for purge. Operation cancelled." in ran.out
    assert "| Retrievals: 0 | Tokens: " in ran.err
    assert notes(book) == before


def notes(book: Planted) -> dict[str, bytes]:
    folder = book.book.root / "10-Memories"
    return {path.name: path.read_bytes() for path in folder.glob("MEM-*.md")}


@requirement("B3.consent", "B3.purge.tokens")
def test_nobody_there_leaves_the_purge_pending_and_review_logs_it(book: Planted) -> None:
    name = told("--purge", "--dry-run")["candidates"][0]["id"]
    ran = distill("--purge", "--select", name)
    assert (ran.code, book.book.view(NOW).memory(name).is_active) == (4, True)

    (waiting,) = book.book.proposals.list(NOW)
    command_line(["review", "accept", waiting.id, "--yes"], clock=lambda: NOW)

    log = json.loads((book.book.root / "distill-log.json").read_text())
    assert [each["type"] for each in log["operations"]] == ["purge"]
    before, after = (log["operations"][0][key] for key in ("pre_metrics", "post_metrics"))
    assert after["total_memories"] == before["total_memories"]
    assert after["total_tokens"] == before["total_tokens"]
    assert log["summary"]["total_purged"] == 1


@requirement("B3.gc", "B7.gc-receipt")
@pytest.mark.parametrize(
    ("days", "reason", "goes"),
    [(7, "purge", True), (6, "purge", False), (-2, "purge", False), (90, "archived", False)],
)
def test_only_a_burial_of_seven_days_ago_is_collected(
    book: Planted, days: int, reason: str, goes: bool
) -> None:
    name = bury_by_hand(book, days, reason)

    distill("--gc", "--yes")

    assert (name in {m.id for m in book.book.reading().memories}) is not goes


def bury_by_hand(book: Planted, days: int, reason: str) -> str:
    """Write a tombstone as git or a person would: no receipt of this machine speaks of it."""
    memory = next(m for m in book.book.reading().memories if m.is_active)
    stone = Tombstone(at=TODAY - timedelta(days=days), reason=reason)
    with book.book.store.locked():
        files = book.book.snapshot().files
        book.book.store.refresh(book.book.layout.render([Bury(memory, stone)], files, TODAY))
    return memory.id


@requirement("B7.gc-receipt")
def test_a_backdated_tombstone_is_kept_while_a_receipt_says_it_is_new(book: Planted) -> None:
    view = book.book.view(NOW)
    memory = next(m for m in view.reading.memories if m.is_active)
    stone = Tombstone(at=TODAY - timedelta(days=30), reason="purge")
    book.book.commit(
        propose("forget", [Bury(memory, stone)], view), Stamp(who="ada", channel="flag"), NOW
    )

    assert memory.id not in str(told("--gc", "--dry-run").get("candidates", []))


@requirement("B3.auto")
def test_auto_asks_nothing_and_changes_nothing_the_second_time(book: Planted) -> None:
    ran = distill("--auto")
    assert (ran.code, b"Auto Distill Complete" in ran.out) == (0, True)
    before = {path: path.read_bytes() for path in book.book.root.rglob("*") if path.is_file()}

    assert b"No changes needed" in distill("--auto").out
    assert before == {p: p.read_bytes() for p in book.book.root.rglob("*") if p.is_file()}


@requirement("B7.1.fold")
def test_retrievals_of_this_machine_are_folded_in_once(book: Planted) -> None:
    memory = next(m for m in book.book.reading().memories if m.is_active)
    state = state_of(str(book.book.root))
    for day in ("2026-11-13", "2026-11-14"):
        usage.record(state, day, f"session of {day}", {memory.id: "x"}, {"prompt": "p"})

    counts = []
    for _ in range(2):
        distill("--auto")
        counts.append(book.book.view(NOW).memory(memory.id).usage)

    assert counts == [Usage(count=memory.usage.count + 2, last=TODAY - timedelta(days=1))] * 2
    command_line(["undo", "--yes"], clock=lambda: NOW)
    distill("--auto")
    assert book.book.view(NOW).memory(memory.id).usage == counts[0]


@requirement("B1.6.state")
def test_the_projects_state_is_told_only_where_there_is_one(book: Planted) -> None:
    distill()
    state = book.book.project / "specs" / "state.json"
    assert not state.exists()
    state.parent.mkdir()
    state.write_text('{"kept": 1}')

    distill()
    distill("--auto")

    found = json.loads(state.read_text())
    assert (found["kept"], found["memory_health"]["distill_count"]) == (1, 1)


@requirement("B1.6.state")
def test_an_undo_takes_back_what_the_project_was_told_and_can_be_undone(book: Planted) -> None:
    bury_by_hand(book, 7, "purge")
    state = book.book.project / "specs" / "state.json"
    state.parent.mkdir()
    state.write_text('{"memory_health": {"distill_count": 4, "note": "by hand"}, "kept": 1}')

    first = json.loads(state.read_text())
    distill("--gc", "--yes")
    collected = json.loads(state.read_text())
    undone = json.loads(command_line(["undo", "--yes", "--json"], clock=lambda: NOW).out)
    taken_back = json.loads(state.read_text())
    command_line(["undo", undone["receipt"]["id"], "--yes"], clock=lambda: NOW)

    assert collected["memory_health"]["distill_count"] == 5
    assert taken_back == first
    assert json.loads(state.read_text()) == collected


@requirement("B1.6.state")
def test_an_undo_leaves_alone_what_somebody_else_has_told_the_project(book: Planted) -> None:
    bury_by_hand(book, 7, "purge")
    state = book.book.project / "specs" / "state.json"
    state.parent.mkdir()
    state.write_text("{}")
    distill("--gc", "--yes")
    state.write_text('{"memory_health": {"distill_count": 9}}')

    command_line(["undo", "--yes"], clock=lambda: NOW)

    assert json.loads(state.read_text()) == {"memory_health": {"distill_count": 9}}


@requirement("B1.5.schema")
def test_no_two_operations_of_one_second_share_an_id(book: Planted) -> None:
    for _ in range(3):
        distill()

    log = json.loads((book.book.root / "distill-log.json").read_text())
    ids = [each["id"] for each in log["operations"]]
    assert ids == [f"distill_20261115T120000Z{end}" for end in ("", "-2", "-3")]


class Blind:
    """Finds everything before a change and nothing after it."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def ask(self, prompt: str) -> frozenset[str]:
        return self.names

    def advance(self, edits: object) -> None:
        self.names = frozenset()


@requirement("B3.merge.proof")
def test_a_merge_after_which_a_question_finds_nothing_is_not_proposed(book: Planted) -> None:
    names = frozenset(memory.id for memory in book.book.reading().memories)

    @contextmanager
    def blind(_: object) -> Iterator[Blind]:
        yield Blind(names)

    care = replace(care_for(book.book, book.book.view(NOW)), proof=Proof(scratch=blind))
    pairs = merge_candidates(care.found)

    outcome = merge(pairs, care)

    assert pairs
    assert outcome.proposal is None
    disputed = [line for line in outcome.told if "Settle that first" in line]
    lost = [line for line in outcome.told if "would not find it any more" in line]
    assert lost
    assert len(disputed) + len(lost) == len(outcome.told)


@requirement("B3.merge.links")
def test_links_to_the_one_that_goes_lead_to_the_one_that_stays(book: Planted) -> None:
    candidates = told("--merge", "--dry-run")["candidates"]
    pair, busy = candidates[-1], {str(name) for each in candidates for name in each.values()}
    view = book.book.view(NOW)
    third = next(m for m in view.reading.memories if m.id not in busy and m.is_active)
    linked = replace(third, links=(pair["secondary"],))
    book.book.commit(
        propose("edit", [Edit(third, linked)], view), Stamp(who="ada", channel="flag"), NOW
    )

    distill("--merge", "--yes", "--select", f"{pair['primary']}+{pair['secondary']}")

    assert book.book.view(NOW).memory(third.id).links == (pair["primary"],)


@requirement("B3.substituted")
def test_what_a_layout_does_not_say_is_found_elsewhere_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = list(planted_book(tmp_path, "profile", seed=1, count=3).claims)
    at = "2026-01-10T12:00:00+00:00"
    who = ("-c", "user.name=ada", "-c", "user.email=ada@example.org")
    for words in (("init", "-q"), ("add", "-A"), (*who, "commit", "-qm", "x", "--date", at)):
        environ = {**os.environ, "GIT_COMMITTER_DATE": at}
        subprocess.run(["git", *words], cwd=tmp_path, check=True, env=environ)

    found = told("--dry-run")

    substituted = found["health_report"]["substituted"]
    assert min(substituted[name] for name in ("created_by_git", "keywords", "usage")) >= 2
    assert substituted["created_by_file"] == 0
    stale = {each["id"]: each["staleness"] for each in found["scores"]}
    assert any(stale.get(name) == 1.0 for name in names)


@requirement("B3.unknown-flag")
def test_an_unknown_flag_is_answered_with_those_there_are(book: Planted) -> None:
    ran = distill("--shrink")

    assert (ran.code, "Unknown flag: --shrink. Available: --purge, --merge" in ran.err) == (2, True)


@requirement("B4.suggest")
def test_upkeep_is_suggested_once_a_day_and_never_for_a_small_book(tmp_path: Path) -> None:
    state = str(tmp_path)

    said = [suggestion(state, "2026-11-15", *counts) for counts in ((4, 4), (5, 3), (40, 0))]

    assert said == ["", "unused", ""]
    assert suggestion(state, "2026-11-16", 40, 0) == "many"


def test_what_stands_in_every_session_is_never_offered_for_burial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    book = found_book(tmp_path, Settings(layout="profile"), NOW)
    (book.root / "soul.md").write_text("# Soul\n\n## Voice\n\nSpeak plainly.\n")
    os.utime(book.root / "soul.md", (0, 0))

    found = told("--purge", "--dry-run")

    assert len(found["scores"]) > 0
    assert "candidates" not in found


def test_two_memories_that_contradict_each_other_are_not_merged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command_line(["init"])
    folder = tmp_path / ".memory" / "10-Memories"
    for name, port in (("one", 6001), ("two", 6002)):
        head = f"---\ntitle: Proxy port {name}\nkeywords: [proxy, port, gateway]\ncreated: 2026-01-02\n---\n"
        (folder / f"MEM-{name}.md").write_text(
            f"{head}\n# Proxy\n\nThe proxy listens on port {port}.\n"
        )

    ran = command_line(["distill", "--merge", "--select", "all", "--yes"])

    assert "Settle that first; not merged." in ran.out.decode() + ran.err
    assert (folder / "MEM-two.md").read_text().count("tombstone") == 0
