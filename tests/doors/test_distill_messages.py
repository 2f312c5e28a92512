"""Every sentence of skill-memory's `distill`, word for word, and the run that it is the answer to."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from commonplace.app.books import layout_named, open_book
from commonplace.core.changes import FileEdit
from commonplace.flows.upkeep import reduction as merging
from commonplace.storage.store import FolderStore
from requirements import requirement
from transcript import Ran, command_line

pytestmark = pytest.mark.laws

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
AVAILABLE = "--purge, --merge, --compress, --refine, --gc, --auto, --dry-run, --verbose"
FULL = "keywords: [proxy, port, gateway, edge]\nsummary: Said.\ntopic: net/proxy\n"
TALK = "It took us a while to understand why this happens at all. " * 90
KEPT = "keywords: [alpha, beta, gamma, delta]\nsummary: Said.\ntopic: {}\n"


def note(front: str = FULL, created: str = "2026-11-01", body: str = "It listens.") -> str:
    head = f"---\ntitle: T\ncreated: {created}\ntags: [CONFIG]\nretrieval_count: 0\n{front}"
    return f"{head}---\n\n# T\n\n{body}\n"


def buried(at: str, reason: str = "purge") -> str:
    stone = f'status: tombstoned\ntombstoned_at: {at}\ntombstone_reason: "{reason}"\n'
    return note(FULL + stone)


OLD = note(created="2026-03-01")
LINKING = note(KEPT.format("a/b"), body="See [[MEM-a#why]].")
LONG = note(KEPT.format("a/b"), body=TALK)
UNTIDY = note("keywords: [Proxy, proxy, port, edge, gateway]\ntopic: Net/Proxy/\n")
POOR = note("keywords: [proxy]\nsummary: Said.\ntopic: net/proxy\n", body="Nginx forwards uploads.")
TWO = {"MEM-a": note(), "MEM-b": note()}
ALONE = {"MEM-a": note()}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    command_line(["init"], clock=lambda: NOW)
    return tmp_path / ".memory"


def fill(vault: Path, notes: dict[str, str]) -> None:
    for name, text in notes.items():
        (vault / "10-Memories" / f"{name}.md").write_text(text, "utf-8")


def distill(words: str, typed: bytes | None = None) -> Ran:
    asked = typed is not None
    return command_line(
        ["distill", *words.split()], typed or b"", is_terminal=asked, clock=lambda: NOW
    )


@requirement("B3.messages")
@pytest.mark.parametrize(
    ("notes", "words", "typed", "lines"),
    [
        ({}, "--shrink", None, [f"Unknown flag: --shrink. Available: {AVAILABLE}"]),
        ({}, "", None, ["No memories in vault. Use /learn to add memories first."]),
        (
            ALONE,
            "--purge",
            None,
            ["No purge candidates found. All memories are healthy or already tombstoned."],
        ),
        (
            {"MEM-a": OLD},
            "--purge",
            b"\n",
            [
                "Purge Candidates (1 found)",
                "| Created: 2026-03-01 | Retrievals: 0 | Tokens: ",
                " | Category: CONFIG | PAST TTL by 79d",
                "Select memories to tombstone (purge). Tombstoned memories are excluded from retrieval but preserved on disk for 7 days before gc can hard-delete them.",
                "No memories selected for purge. Operation cancelled.",
            ],
        ),
        (
            {"MEM-a": OLD},
            "--purge --dry-run",
            None,
            ["[DRY RUN] Would tombstone 1 memories:", "- MEM-a (score: ", "No changes made."],
        ),
        (
            {"MEM-a": OLD},
            "--purge --yes --many",
            None,
            ["Link-scan: No stale references found."],
        ),
        (
            {"MEM-a": OLD, "MEM-b": LINKING},
            "--purge --yes --many",
            None,
            [
                "## Link-Scan Warnings",
                "WARNING: 10-Memories/MEM-b.md references tombstoned [[MEM-a]]",
            ],
        ),
        (ALONE, "--merge", None, ["Merge requires at least 2 active memories. Vault has 1."]),
        (
            {"MEM-a": note(), "MEM-b": LINKING},
            "--merge",
            None,
            ["No merge candidates found (no pairs with >= 60% keyword overlap)."],
        ),
        (
            {"MEM-a": note(), "MEM-b": note(FULL.replace("net/proxy", "net/relay"))},
            "--merge",
            None,
            [
                "No merge candidates found.\n",
                "Not offered, since neither topic nor title says that they are one: MEM-a + MEM-b.",
            ],
        ),
        (
            TWO,
            "--merge --dry-run",
            None,
            [
                "## Merge Candidates (Dry Run)\n### Cluster: net\n| Primary | Secondary | Overlap | Shared Keywords |",
                "| MEM-a | MEM-b | 100% | edge, gateway, port, proxy |",
                "1 merge candidate pair(s) found across 1 cluster(s).\nRun /distill --merge without --dry-run to execute.",
            ],
        ),
        (
            TWO,
            "--merge",
            b"\n",
            [
                "Merge Candidates: net",
                "Select pairs to merge in cluster 'net':",
                "100% overlap | Shared: edge, gateway, port, proxy | Retrievals: 0, 0",
                "No pairs selected. No merges performed.",
            ],
        ),
        (
            {**TWO, "MEM-c": note(KEPT.format("a/b"), body="See [[MEM-b|there]].")},
            "--merge --yes",
            None,
            ["10-Memories/MEM-c.md: replaced [[MEM-b]] -> [[MEM-a]]"],
        ),
        (
            ALONE,
            "--compress",
            None,
            [
                "No compress candidates found. All memories are within size limits (token_count <= 900)."
            ],
        ),
        (
            {"MEM-a": buried("2026-11-14")},
            "--compress",
            None,
            ["No memories in vault to compress."],
        ),
        (
            {"MEM-a": LONG},
            "--compress --dry-run",
            None,
            [
                "## Compress Candidates (Dry Run)\n| Memory | Tokens | Size Penalty | Topic | Est. Compressed |",
                "| MEM-a | 1431 | 1.39 | a/b | ~572 |",
                "1 compress candidate(s) found.\nRun /distill --compress without --dry-run to execute.",
            ],
        ),
        (
            {"MEM-a": LONG},
            "--compress",
            b"\n",
            [
                "Compress Candidates (1 found)",
                "Tokens: 1431 | Size penalty: 1.39 | Topic: a/b | Retrievals: 0",
                "Select memories to compress. Original content will be preserved in a History section.",
                "No memories selected for compression. Operation cancelled.",
            ],
        ),
        (ALONE, "--refine", None, ["No quality issues found. All memories have clean metadata."]),
        ({"MEM-a": buried("2026-11-14")}, "--refine", None, ["No memories in vault to refine."]),
        (
            {"MEM-a": POOR},
            "--refine",
            b"\n",
            [
                "Refine Candidates (1 issues found)",
                "MEM-a: keyword_enrich",
                "Add suggested keywords based on content analysis | Current: proxy | Suggested: proxy, ",
                "Select quality improvements to apply (Tier 2 - interactive fixes):",
                "No Tier 2 fixes selected. Only Tier 1 automatic fixes were applied.",
            ],
        ),
        (
            {"MEM-a": UNTIDY},
            "--refine --yes",
            None,
            [
                "## Tier 1 Automatic Fixes\n| Memory | Fix | Description |",
                "| MEM-a | keyword_dedup | Removed 1 duplicate keywords |",
                "| MEM-a | summary_gen | Generated summary from content |",
                "| MEM-a | topic_normalize | Normalized topic path |",
            ],
        ),
        (
            {"MEM-a": UNTIDY, "MEM-b": POOR},
            "--refine --dry-run",
            None,
            [
                "## Tier 1 Automatic Fixes",
                "## Refine Candidates (1 issues found)\n- MEM-b: keyword_enrich (",
                "No changes made.",
            ],
        ),
        (
            {"MEM-a": buried("2026-11-12"), "MEM-b": buried("2026-01-01", "archived")},
            "--gc",
            None,
            [
                "No tombstoned memories past the 7-day grace period.\n1 tombstoned memories are still within the grace period."
            ],
        ),
        (
            {"MEM-a": buried("2026-11-08")},
            "--gc --dry-run",
            None,
            [
                "[DRY RUN] Would permanently delete 1 memories:\n- MEM-a (tombstoned: 2026-11-08, reason: purge)\nNo changes made."
            ],
        ),
        (
            {"MEM-a": buried("2026-11-08")},
            "--gc",
            b"\n",
            [
                "GC Candidates (1 past 7-day grace period)",
                "Tombstoned: 2026-11-08 | Reason: purge | Original score: ",
                "Select tombstoned memories to permanently delete. This action cannot be undone.",
                "No memories selected for deletion. GC cancelled.",
            ],
        ),
        (
            {"MEM-a": UNTIDY},
            "--auto",
            None,
            [
                "## Auto Distill Complete\n| Fix Type | Count | Details |",
                "| Keyword dedup | 1 | Removed duplicates in 1 memories |",
                "| Summary gen | 1 | Generated summaries for 1 memories |",
                "| Topic normalize | 1 | Normalized topics in 1 memories |",
                "**Total fixes**: 3 across 1 memories\n**Health score**: 100/100 (healthy)",
            ],
        ),
        (
            ALONE,
            "--auto",
            None,
            [
                "Auto distill: No changes needed. All memories have clean metadata.\nHealth score: 100/100 (healthy)"
            ],
        ),
    ],
)
def test_what_is_said_is_what_the_original_says(
    vault: Path, notes: dict[str, str], words: str, typed: bytes | None, lines: list[str]
) -> None:
    fill(vault, notes)

    ran = distill(words, typed)

    said = ran.out.decode() + ran.err
    assert [line for line in lines if line not in said] == [], said


@requirement("B3.messages")
def test_a_vault_without_index_and_memories_is_told_apart_from_an_empty_one(vault: Path) -> None:
    (vault / "memory-index.json").unlink()

    first, second = distill(""), distill("")

    assert first.out.decode() == "Memory index not found. Run /learn to initialize.\n"
    assert second.out.decode().startswith("No memories in vault.")


@requirement("B3.messages", "B1.5.schema")
@pytest.mark.parametrize(
    ("notes", "words", "logged"),
    [
        (ALONE, "", ""),
        (
            {"MEM-a": OLD},
            "--purge --many",
            "Tombstoned 1 memories. Link-scan warnings: none",
        ),
        (
            {"MEM-a": OLD, "MEM-b": LINKING},
            "--purge --many",
            "Tombstoned 1 memories. Link-scan warnings: MEM-b.md->MEM-a",
        ),
        (TWO, "--merge", "Merged 1 pair(s) across 1 cluster(s)"),
        ({"MEM-a": LONG}, "--compress", "Compressed 1 memories. Total tokens saved: "),
        ({"MEM-a": UNTIDY}, "--refine", "Refined 1 memories. Tier 1: 3 fixes, Tier 2: 0 fixes"),
        (
            {"MEM-a": UNTIDY},
            "--auto",
            "auto mode - Tier 1 fixes only. Applied 3 fixes to 1 memories",
        ),
        ({"MEM-a": buried("2026-11-08")}, "--gc --many", "Hard-deleted 1 tombstoned memories"),
    ],
)
def test_the_log_keeps_what_was_done_in_the_originals_words(
    vault: Path, notes: dict[str, str], words: str, logged: str
) -> None:
    fill(vault, notes)

    distill(f"{words} --yes")

    (operation,) = json.loads((vault / "distill-log.json").read_text("utf-8"))["operations"]
    assert operation["notes"].startswith(logged)


@requirement("B3.messages")
def test_a_merge_that_would_lose_keywords_is_skipped_and_says_which(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = FULL.replace("edge", "edge, caddy, envoy")
    fill(vault, {"MEM-a": note(), "MEM-b": note(more)})
    monkeypatch.setattr(merging, "merged", lambda primary, *_: primary)

    said = distill("--merge --yes").out.decode()

    assert "KEYWORD SUPERSET VIOLATION: missing keywords: caddy, envoy" in said
    assert "tombstoned" not in (vault / "10-Memories" / "MEM-b.md").read_text("utf-8")


@requirement("B3.messages")
def test_keywords_that_a_short_text_lacks_stand_below_it(vault: Path) -> None:
    fill(vault, {"MEM-a": LONG})

    distill("--compress --yes")

    text = (vault / "10-Memories" / "MEM-a.md").read_text("utf-8")
    assert "**Keywords**: alpha, beta, gamma, delta" in text
    assert "## History\n\n### Pre-Compression (2026-11-15)" in text


@requirement("B3.report")
def test_the_report_lists_what_is_tombstoned_with_the_days_that_are_left(vault: Path) -> None:
    stones = {
        "MEM-b": buried("2026-11-13", "merged_into:MEM-a"),
        "MEM-c": buried("2026-11-08"),
        "MEM-d": buried("2026-11-01"),
    }
    fill(vault, {**ALONE, **stones})

    said = distill("").out.decode()

    head, _, *rows = said.partition("### Tombstoned Memories\n")[2].splitlines()
    assert head == "| Memory | Tombstoned Date | Reason | Days Until GC |"
    assert rows[:3] == [
        "| MEM-d | 2026-11-01 | purge | 0 |",
        "| MEM-c | 2026-11-08 | purge | 0 |",
        "| MEM-b | 2026-11-13 | merged_into:MEM-a | 5 |",
    ]
    assert "**Total tombstoned**: 3\n**Eligible for GC**: 2 (past 7-day grace period)" in said


@requirement("B3.report")
def test_what_was_never_retrieved_in_a_month_is_listed_for_review(vault: Path) -> None:
    fill(vault, {"MEM-a": note(created="2026-10-15"), "MEM-b": note(FULL.replace("p", "q"))})

    said = distill("").out.decode()

    listed = said.partition("#### Review Candidates (score 0.3-0.7)\n")[2].splitlines()
    assert [line.split(" (")[0] for line in listed if line.startswith("- MEM-")] == ["- MEM-a"]


SECTIONS = [
    "## Memory Vault Health Report",
    "### Overview",
    "### Category Distribution",
    "### Topic Clusters",
    "### Retrieval Statistics",
    "### Maintenance Candidates",
    "#### Purge Candidates (score >= 0.7)",
    "#### Merge Candidates (duplicate > 0.6)",
    "#### Compress Candidates (size > 0.5)",
    "#### Review Candidates (score 0.3-0.7)",
    "### Tombstoned Memories",
    "### Health Score",
    "### Recommended Actions",
]


@requirement("B3.messages", "B3.report")
def test_the_report_has_the_originals_sections_in_their_order(vault: Path) -> None:
    fill(vault, ALONE)

    said = distill("").out.decode()

    assert [line for line in said.splitlines() if line.startswith("#")] == SECTIONS
    for line in (
        "**Generated**: 2026-11-15",
        "| Never retrieved | 1 (100%) |",
        "### Tombstoned Memories\nNone.",
        "**Score**: 100/100",
        "Formula: `100 - (purge_count * 3) - (merge_count * 5) - (compress_count * 2)`",
    ):
        assert line in said


def dated(created: str, count: int = 0, last: str = "", more: str = "", body: str = "It.") -> str:
    used = f"retrieval_count: {count}\nlast_retrieved: {last}\n"
    return note(FULL + more, created, body).replace("retrieval_count: 0\n", used)


@requirement("B3.merge.form")
@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        (dated("2026-11-01"), dated("2026-11-02", count=1), "MEM-b"),
        (dated("2026-11-02", count=1), dated("2026-11-01", count=1), "MEM-b"),
        (dated("2026-11-01"), dated("2026-11-01"), "MEM-a"),
    ],
    ids=["more retrievals", "the older", "the first by name"],
)
def test_of_two_that_are_merged_the_more_useful_then_the_older_then_the_first_stays(
    vault: Path, first: str, second: str, stays: str
) -> None:
    fill(vault, {"MEM-a": first, "MEM-b": second})

    distill("--merge --yes")

    texts = {name: (vault / "10-Memories" / f"{name}.md").read_text("utf-8") for name in TWO}
    assert [name for name, text in texts.items() if "status: tombstoned" not in text] == [stays]


@requirement("B3.merge.form", "B1.5.schema")
def test_a_merged_memory_has_the_keys_of_both_the_others_text_and_a_line_in_the_log(
    vault: Path,
) -> None:
    def titled(text: str, title: str) -> str:
        return text.replace("title: T\n", f"title: {title}\n").replace("# T\n", f"# {title}\n")

    more = FULL.replace("edge", "Edge, caddy")
    stays = dated("2026-11-02", 3, "2026-11-03", body="It listens.\n\n## How\n\nBy port.")
    goes = dated("2026-10-20", 1, "2026-11-09", body="The gateways wait.").replace(FULL, more)
    goes = goes.replace("[CONFIG]", "[PATTERN, x]")
    fill(vault, {"MEM-a": titled(stays, "Proxies"), "MEM-b": titled(goes, "Gateways wait")})

    distill("--merge --yes")

    text = (vault / "10-Memories" / "MEM-a.md").read_text("utf-8")
    said = yaml.safe_load(text.split("---\n")[1])
    assert {key: str(said[key]) for key in ("title", "created", "modified", "last_retrieved")} == {
        "title": "Proxies", "created": "2026-10-20", "modified": "2026-11-15", "last_retrieved": "2026-11-09",
    }  # fmt: skip
    assert said["tags"] == ["CONFIG", "PATTERN", "x"]
    assert said["keywords"] == ["caddy", "edge", "gateway", "port", "proxy"]
    assert (said["topic"], said["summary"], said["retrieval_count"]) == ("net/proxy", "Said.", 4)
    body = text.split("---\n", 2)[2]
    parts = (
        "It listens.",
        "## How",
        "By port.",
        "## Merged From MEM-b",
        "**Original Title**: Gateways wait",
    )
    order = (*parts, "**Merged**: 2026-11-15", "**Overlap Score**: 100%", "The gateways wait.")
    places = [body.index(part) for part in order]
    assert places == sorted(places)
    buried = (vault / "10-Memories" / "MEM-b.md").read_text("utf-8")
    for line in ("status: tombstoned", "tombstoned_at: 2026-11-15", '"merged_into:MEM-a"'):
        assert line in buried
    assert logged(vault)["affected_memories"] == [
        {
            "primary": "MEM-a",
            "secondary": "MEM-b",
            "overlap_score": 1.0,
            "keywords_before": [4, 5],
            "keywords_after": 5,
            "keyword_superset_verified": True,
            "action": "merged",
        }
    ]


def logged(vault: Path) -> dict:
    """Return the only operation of the log, whose totals count what it did and nothing else."""
    log = json.loads((vault / "distill-log.json").read_text("utf-8"))
    (operation,) = log["operations"]
    kind = {"purge": "purged", "merge": "merged", "compress": "compressed"}
    own = {**kind, "refine": "refined", "gc": "gc_deleted"}[operation["type"]]
    totals = {name: count for name, count in log["summary"].items() if isinstance(count, int)}
    assert {name for name, count in totals.items() if count} == {"total_operations", f"total_{own}"}
    assert totals[f"total_{own}"] == len(operation["affected_memories"])
    return operation


@requirement("B1.5.schema")
def test_the_log_says_of_each_memory_what_was_done_with_it(vault: Path) -> None:
    fill(vault, {"MEM-a": LONG})
    distill("--compress --yes")
    (entry,) = logged(vault)["affected_memories"]
    figures = {"tokens_before", "tokens_after", "compression_ratio"}
    assert (
        entry.items() >= {"id": "MEM-a", "keywords_preserved": True, "action": "compressed"}.items()
    )
    assert entry.keys() == {"id", "keywords_preserved", "action"} | figures
    assert entry["tokens_after"] < entry["tokens_before"] == 1431
    assert "\nmodified: 2026-11-15\n" in (vault / "10-Memories" / "MEM-a.md").read_text("utf-8")
    assert entry["compression_ratio"] == round(entry["tokens_after"] / 1431, 2)

    (vault / "distill-log.json").unlink()
    fill(vault, {"MEM-a": UNTIDY})
    distill("--auto")
    operation = logged(vault)
    fixes = ["keyword_dedup", "summary_gen", "topic_normalize"]
    text = (vault / "10-Memories" / "MEM-a.md").read_text("utf-8")
    assert "\nmodified: 2026-11-15\n" in text
    assert "\ntopic: net/proxy\n" in text.replace('"', "")
    assert operation["type"] == "refine"
    assert operation["affected_memories"] == [
        {"id": "MEM-a", "fixes_applied": fixes, "action": "refined"}
    ]

    (vault / "distill-log.json").unlink()
    fill(vault, {"MEM-a": OLD})
    distill("--purge --yes --many")
    assert logged(vault)["affected_memories"] == ["MEM-a"]


@requirement("B3.gc", "B1.5.schema")
def test_what_gc_deletes_leaves_the_figures_of_the_log(vault: Path) -> None:
    fill(vault, {"MEM-a": buried("2026-11-01"), "MEM-b": note()})

    distill("--gc --yes --many")

    operation = logged(vault)
    before, after = operation["pre_metrics"], operation["post_metrics"]
    index = json.loads((vault / "memory-index.json").read_text("utf-8"))
    assert (before["total_memories"], after["total_memories"]) == (2, 1)
    assert after["total_tokens"] == index["total_tokens"] < before["total_tokens"]
    assert (after["health_score"], operation["affected_memories"]) == (100, ["MEM-a"])
    assert [entry["id"] for entry in index["entries"]] == ["MEM-b"]


def offered(words: str) -> list[str]:
    said = json.loads(distill(f"{words} --dry-run --json").out)
    return [
        each.get("id") or f"{each['primary']}+{each['secondary']}" for each in said["candidates"]
    ]


@requirement("B3.order")
def test_candidates_stand_in_the_originals_order(vault: Path) -> None:
    past, longer = note(created="2026-05-01"), note(created="2026-03-01")
    fill(
        vault,
        {
            "MEM-a": note(KEPT.format("a/b"), "2026-09-01"),
            "MEM-b": past,
            "MEM-c": longer,
            "MEM-d": LONG,
            "MEM-e": LONG.replace(TALK, TALK * 2),
        },
    )

    assert offered("--purge") == ["MEM-c", "MEM-b", "MEM-a"]
    assert offered("--compress") == ["MEM-e", "MEM-d"]

    three = {"MEM-f": "p, q, r, s", "MEM-g": "p, q, r, t", "MEM-h": "p, q, r, s"}
    for path in (vault / "10-Memories").glob("MEM-*.md"):
        path.unlink()
    fill(
        vault,
        {
            name: note(f"keywords: [{words}]\nsummary: S.\ntopic: x/y\n")
            for name, words in three.items()
        },
    )
    assert offered("--merge") == ["MEM-f+MEM-h", "MEM-f+MEM-g", "MEM-g+MEM-h"]


@requirement("B3.refine")
def test_a_chosen_improvement_is_written_and_dated(vault: Path) -> None:
    fill(vault, {"MEM-a": POOR})

    distill("--refine", typed=b"1\ny\n")

    said = yaml.safe_load((vault / "10-Memories" / "MEM-a.md").read_text("utf-8").split("---\n")[1])
    assert said["keywords"][0] == "proxy"
    assert len(said["keywords"]) > 1
    assert str(said["modified"]) == "2026-11-15"


PAIRS = {
    f"MEM-{pair}{one}": note(f"keywords: [{words}]\nsummary: S.\ntopic: {pair}/y\n", body=body)
    for pair, words, body in [
        ("p", "proxy, port, gateway, edge", "Nginx forwards uploads to the gateway."),
        ("q", "heron, schema, dump, replica", "The heron replica is dumped at night."),
    ]
    for one in "ab"
}


@requirement("B3.order")
@pytest.mark.parametrize(
    ("words", "notes"),
    [
        ("--purge", {"MEM-a": OLD, "MEM-b": OLD}),
        ("--merge", PAIRS),
        ("--compress", {"MEM-a": LONG, "MEM-b": LONG.replace(TALK, TALK * 2)}),
        ("--refine", {"MEM-a": UNTIDY, "MEM-b": UNTIDY}),
        ("--gc", {"MEM-a": buried("2026-11-01"), "MEM-b": buried("2026-11-01")}),
    ],
)
def test_the_indices_are_written_once_after_all_that_was_chosen(
    vault: Path, words: str, notes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(vault, notes)
    command_line(["list"], clock=lambda: NOW)
    derived: list[str] = []
    refresh = FolderStore.refresh

    def noted(store: FolderStore, edits: Sequence[FileEdit], *looks: object) -> None:
        derived.extend(edit.path for edit in edits)
        refresh(store, edits, *looks)

    monkeypatch.setattr(FolderStore, "refresh", noted)

    ran = distill(f"{words} --select all --yes --many")

    assert ran.code == 0, ran.err
    assert len(logged(vault)["affected_memories"]) == 2
    assert "memory-index.json" in derived
    assert len(derived) == len({*derived}), derived
    problems = layout_named("vault").check(open_book(vault).snapshot().files, NOW.date())
    assert [each.path for each in problems if each.code == "index-stale"] == []


@requirement("B3.order")
def test_only_what_was_chosen_is_shortened(vault: Path) -> None:
    long = {name: LONG.replace(TALK, TALK * times) for name, times in [("MEM-a", 3), ("MEM-b", 2)]}
    fill(vault, {**long, "MEM-c": LONG})

    ran = distill("--compress", b"1,2\ny\n")

    assert ran.code == 0, ran.err
    kept = {path.stem: path.read_text("utf-8") for path in (vault / "10-Memories").glob("MEM-*")}
    shortened = sorted(name for name, text in kept.items() if "Pre-Compression" in text)
    assert shortened == ["MEM-a", "MEM-b"]
    assert kept["MEM-c"] == LONG


@requirement("B3.order")
@pytest.mark.parametrize(
    ("words", "text"),
    [("--compress", LONG), ("--gc", buried("2026-11-01")), ("--refine", POOR), ("--purge", OLD)],
)
@pytest.mark.parametrize("typed", [b"\n", b"none\n"])
def test_nothing_is_done_where_nothing_was_chosen(
    vault: Path, words: str, text: str, typed: bytes
) -> None:
    fill(vault, {"MEM-c": text})
    command_line(["list"], clock=lambda: NOW)

    distill(words, typed)

    assert (vault / "10-Memories" / "MEM-c.md").read_text("utf-8") == text
