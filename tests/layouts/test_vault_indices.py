"""The vault's generated files: the seed's bytes, from the notes alone."""

import json
from dataclasses import replace
from datetime import date

import pytest
from vault_books import (
    HARVEST_FORM,
    SEED_FORM,
    TEMPLATE_FORM,
    TODAY,
    VAULT,
    after,
    book,
    only,
    path,
    refreshed,
)

from commonplace.core.changes import Bury, Edit
from commonplace.core.memory import Tombstone
from commonplace.core.ports import Problem
from requirements import requirement

INDEX = "memory-index.json"
FORMS = book(MEM_retry=SEED_FORM, MEM_z3=TEMPLATE_FORM, plan_delegation=HARVEST_FORM)


def index_of(files: dict[str, bytes]) -> dict[str, object]:
    return json.loads(refreshed(files)[INDEX])


def entry(files: dict[str, bytes], name: str) -> dict[str, object]:
    return next(row for row in index_of(files)["entries"] if row["id"] == name)


@requirement("B1")
def test_a_new_vault_has_the_seeds_files() -> None:
    assert sorted(VAULT.skeleton(TODAY)) == [
        "00-Inbox/README.md",
        "10-Memories/README.md",
        "20-Indices/index.md",
        "30-Templates/memory-template.md",
        "README.md",
        "distill-log.json",
        "memory-index.json",
    ]
    assert (VAULT.name, VAULT.home) == ("vault", ".memory")


@requirement("B1.5")
def test_the_maintenance_log_begins_empty_with_every_counter() -> None:
    assert json.loads(VAULT.skeleton(TODAY)["distill-log.json"]) == {
        "version": "1.0.0",
        "operations": [],
        "summary": {
            "total_operations": 0,
            "total_purged": 0,
            "total_merged": 0,
            "total_compressed": 0,
            "total_refined": 0,
            "total_gc_deleted": 0,
            "last_operation": None,
        },
    }


@requirement("B1.2")
def test_the_machine_index_has_the_seeds_shape() -> None:
    index = index_of(book(MEM_retry=SEED_FORM))

    assert list(index.items()) == [
        ("version", "1.0.0"),
        ("generated_at", "2026-02-02"),
        ("entry_count", 1),
        ("total_tokens", 66),
        ("entries", index["entries"]),
    ]
    assert list(index["entries"][0].items()) == [
        ("id", "MEM-retry"),
        ("path", ".memory/10-Memories/MEM-retry.md"),
        ("title", "Retry pattern"),
        ("summary", "Retry pattern"),
        ("topic", "python/libs/requests"),
        ("category", "PATTERN"),
        ("keywords", ["retry", "backoff"]),
        ("token_count", 66),
        ("created", "2026-01-05"),
        ("modified", "2026-02-02"),
        ("last_retrieved", None),
        ("retrieval_count", 0),
        ("status", "active"),
    ]


@requirement("B1.2", "B1.8")
def test_a_tombstoned_memory_keeps_its_entry_and_leaves_the_pages() -> None:
    files = book(MEM_retry=SEED_FORM)
    files = after(files, Bury(only(files), Tombstone(at=TODAY, reason="purge")))

    row = entry(files, "MEM-retry")

    assert list(row.items())[-3:] == [
        ("status", "tombstoned"),
        ("tombstoned_at", "2026-03-01"),
        ("tombstone_reason", "purge"),
    ]
    assert b"MEM-retry" not in refreshed(files)["20-Indices/index.md"]
    assert b"MEM-retry" not in refreshed(files)["10-Memories/README.md"]


def test_a_quarantined_memory_is_indexed_as_such_and_leaves_the_pages() -> None:
    files = book(MEM_x="---\ntitle: a\ntrust: quarantined\n---\n")

    assert entry(files, "MEM-x")["status"] == "quarantined"
    assert b"MEM-x" not in refreshed(files)["20-Indices/index.md"]


@requirement("B1.2", "B7.2")
def test_tokens_are_thirteen_tenths_of_the_words_without_the_history() -> None:
    words = "# T\n" + "word " * 422
    history = "\n\n## History\n\n### Previous Version (2025-01-01)\n\n" + "old " * 1000

    assert entry(book(x=words), "x")["token_count"] == 551
    assert entry(book(x=words + history), "x")["token_count"] == 551


@requirement("B1.3")
def test_the_navigation_page_has_the_seeds_sections_and_lines() -> None:
    assert (
        refreshed(FORMS)["20-Indices/index.md"].decode()
        == """\
# Memory Vault Index

## Quick Navigation

- [Inbox](../00-Inbox/)
- [Memories](../10-Memories/)
- [Templates](../30-Templates/)

## Recent Memories

- 2026-01-10 — [MEM-z3](../10-Memories/MEM-z3.md) — Z3 timing variance
- 2026-01-05 — [MEM-retry](../10-Memories/MEM-retry.md) — Retry pattern
- 2025-11-30 — [plan-delegation](../10-Memories/plan-delegation.md) — Plan delegation required

## By Category

### [PATTERN]

- [MEM-retry](../10-Memories/MEM-retry.md) — Retry pattern

### [TECHNIQUE]

<!-- No technique memories yet -->

### [CONFIG]

<!-- No config memories yet -->

### [WORKFLOW]

<!-- No workflow memories yet -->

### [INSIGHT]

- [MEM-z3](../10-Memories/MEM-z3.md) — Z3 timing variance

### [enforcement]

- [plan-delegation](../10-Memories/plan-delegation.md) — Plan delegation required

## By Topic

Memories grouped by the first part of their topic path.

### modelchecker/

- `modelchecker/testing/solver-timing` — [MEM-z3](../10-Memories/MEM-z3.md)

### python/

- `python/libs/requests` — [MEM-retry](../10-Memories/MEM-retry.md)

### uncategorized/

- `uncategorized` — [plan-delegation](../10-Memories/plan-delegation.md)

## Statistics

- Total memories: 3
- Topics: 2
- Last updated: 2026-02-02
"""
    )


@requirement("B1.3")
def test_only_the_ten_newest_are_recent() -> None:
    notes = {f"n{day:02}": f"---\ncreated: 2026-01-{day:02}\n---\n" for day in range(1, 15)}

    page = refreshed(book(**notes))["20-Indices/index.md"].decode()

    recent = page.split("## Recent Memories\n\n")[1].split("\n\n")[0].splitlines()
    assert [line[2:12] for line in recent] == [f"2026-01-{day:02}" for day in range(14, 4, -1)]


@requirement("B1.4")
def test_the_listing_has_the_seeds_form() -> None:
    assert (
        refreshed(book(MEM_retry=SEED_FORM))["10-Memories/README.md"].decode()
        == """\
# Memories

Organized memory entries.

## Contents

**Total**: 1 memory

### Files

### [MEM-retry](MEM-retry.md)
**Title**: Retry pattern
**Topic**: python/libs/requests
**Tags**: [PATTERN, http]
**Created**: 2026-01-05

## Navigation

- [Parent Directory](../README.md)
"""
    )


@requirement("B7.1")
def test_counters_are_the_larger_of_note_and_index() -> None:
    files = refreshed(FORMS)
    index = json.loads(files[INDEX])
    for row in index["entries"]:
        row["retrieval_count"], row["last_retrieved"] = 20, "2026-01-30"
    files = {**files, INDEX: json.dumps(index).encode()}

    rows = {
        row["id"]: (row["retrieval_count"], row["last_retrieved"])
        for row in index_of(files)["entries"]
    }

    assert rows == {
        "MEM-retry": (20, "2026-01-30"),
        "MEM-z3": (20, "2026-01-30"),
        "plan-delegation": (39, "2026-01-30"),
    }  # fmt: skip


@requirement("B7.1")
def test_the_counters_of_a_note_that_cannot_be_read_outlive_the_accident() -> None:
    files = refreshed(book(MEM_x="---\ntitle: a\nretrieval_count: 5\n---\n"))
    broken = refreshed({**files, path("MEM-x"): b"---\ntitle: a\ntitle: b\n---\n"})
    mended = {**broken, path("MEM-x"): b"---\ntitle: a\n---\n"}

    assert entry(broken, "MEM-x")["status"] == "unreadable"
    assert entry(mended, "MEM-x")["retrieval_count"] == 5


@requirement("B7.12")
def test_an_index_of_the_same_ids_that_says_something_else_is_stale() -> None:
    files = refreshed(book(MEM_retry=SEED_FORM))
    memory = only(files)
    files = after(files, Edit(memory, replace(memory, topic="python/http")))

    stale = [problem.path for problem in VAULT.check(files, TODAY) if problem.code == "index-stale"]

    assert stale == ["10-Memories/README.md", "20-Indices/index.md", "memory-index.json"]


@requirement("B7.14")
def test_an_index_with_a_time_of_day_is_read_and_a_date_is_written() -> None:
    old = {"generated_at": "2025-04-05T06:07:08Z", "entries": []}

    assert index_of({INDEX: json.dumps(old).encode()})["generated_at"] == "2025-04-05"


@requirement("B7.15")
@pytest.mark.parametrize("topic", ["", "A whole sentence, as a topic.", "/", "a//b/", "  ", "#x"])
def test_any_topic_makes_an_index(topic: str) -> None:
    files = book(MEM_x=f'---\ntopic: "{topic}"\n---\n')

    assert entry(files, "MEM-x")["topic"] == topic
    assert refreshed(refreshed(files)) == refreshed(files)


FOREIGN = [
    b"",
    b"[]",
    b"{}",
    b"null",
    b"{",
    b"[" * 100_000,
    b'{"entries": [1]}',
    b"\xff",
    b'{"entries": {"a": 1}}',
]


@pytest.mark.parametrize("content", FOREIGN, ids=lambda content: repr(content[:20]))
def test_a_foreign_index_is_replaced_and_never_believed(content: bytes) -> None:
    files = {**refreshed(book(MEM_x=SEED_FORM)), INDEX: content}

    assert refreshed(files) == refreshed(book(MEM_x=SEED_FORM))
    assert Problem(path=INDEX, code="index-stale" if content == b"" else "index-foreign", can_fix=True) in VAULT.check(files, TODAY)  # fmt: skip


def test_a_book_without_dates_bears_the_day_it_was_made() -> None:
    files = refreshed(book(x="# T\n"), date(2026, 1, 1))

    assert refreshed(files, date(2027, 1, 1)) == files


def test_names_and_titles_cannot_break_the_pages() -> None:
    files = book(**{"a (b) [c]": '---\ntitle: "x\\n## y\\u0007"\ncreated: 2026-01-01\n---\n'})

    page = refreshed(files)["20-Indices/index.md"].decode()

    assert "- 2026-01-01 — [a (b) [c]](../10-Memories/a%20%28b%29%20%5Bc%5D.md) — x ## y\n" in page


MENTIONS = """\
---
title: T
---
# T

See [[MEM-gone|there]], [[MEM-gone#why]] and [[b]]; [[10-Memories/b.md]], too, and [[index]].
Not `[[code]]`, <!-- [[remark]] -->, [[ -f test ]], [[0, 1]] nor [[plan.png]].

```
[[fenced]]
```

Nor [[elsewhere]].

## History

[[formerly]]
"""


def test_a_link_in_the_text_of_a_note_that_leads_nowhere_is_told_with_its_line() -> None:
    files = refreshed(book(a=MENTIONS, b="---\ntitle: T\n---\n"))

    found = [(each.detail, each.line) for each in VAULT.check(files, TODAY)]

    assert found == [("MEM-gone", 6), ("elsewhere", 13)]


def test_what_looks_wrong_in_notes_is_a_warning() -> None:
    files = refreshed(
        book(
            a="---\ncreated: yesterday\ntoken_count: 99\n---\n# T\n\n## Connections\n- [[gone]] [[B]]\n",
            b="---\ntitle: T\ntoken_count: 0\n---\n",
            B="---\ntitle: T\n---\n",
        )
    )

    assert VAULT.check(files, TODAY) == (
        Problem(path=path("a"), code="no-title", detail="T", is_error=False),
        Problem(path=path("a"), code="bad-date", detail="created: yesterday", is_error=False),
        Problem(path=path("a"), code="broken-link", detail="gone", is_error=False),
        Problem(path=path("a"), code="token-count-drift", detail="99 != 16", is_error=False),
        Problem(path=path("b"), code="names-collide", detail=path("B")),
    )


FOREIGN = """# Memory Vault Index

## Quick Navigation
- [Inbox](00-Inbox/) - Quick capture for new memories

## Recent Memories

{recent}

## By Category

### [PATTERN]
<!-- Pattern memories -->

### [INSIGHT]
{insight}

## By Topic

Topics use slash-separated hierarchical paths.

### meta/
<!-- System building -->

{cluster}<!-- Additional topic hierarchies will be added as memories are created -->

## Statistics
- Total memories: {count}
- Topics: {count}
- Last updated: {day}
"""
Z3 = "[MEM-z3](../10-Memories/MEM-z3.md)"
HINT = "<!-- No memories yet -->"
EMPTY_FORM = FOREIGN.format(
    recent="<!-- New memories will be added here -->",
    insight="<!-- Insight memories -->",
    cluster="",
    count=0,
    day="(not yet updated)",
)
FILLED_FORM = FOREIGN.format(
    recent=f"- 2026-07-24 — {Z3} — Z3 timing",
    insight=f"- {Z3} — Z3 timing",
    cluster=f"### solver/\n- `solver/timing` — {Z3}\n\n",
    count=1,
    day="2026-07-24",
)
TIMED = "---\ntitle: Z3 timing\ncreated: 2026-07-24\ntags: [INSIGHT]\ntopic: solver/timing\n---\n# Z3 timing\n"


@requirement("B1.index.form")
@pytest.mark.parametrize("old", [EMPTY_FORM, FILLED_FORM], ids=["begun", "kept"])
def test_an_index_that_another_tool_began_keeps_its_own_form(old: str) -> None:
    files = {**book(MEM_z3=TIMED), "20-Indices/index.md": old.encode()}

    assert refreshed(files)["20-Indices/index.md"].decode() == FILLED_FORM


@requirement("B1.index.form")
def test_headings_of_an_older_form_are_filled_and_not_said_again() -> None:
    older = FILLED_FORM.replace("### [INSIGHT]", "### INSIGHT").replace("### solver/", "### solver")
    files = {**book(MEM_z3=TIMED), "20-Indices/index.md": older.encode()}

    assert refreshed(files)["20-Indices/index.md"].decode() == older


@requirement("B1.index.form")
def test_what_is_gone_leaves_such_an_index_with_a_comment_where_it_stood() -> None:
    gone = refreshed({"20-Indices/index.md": FILLED_FORM.encode()})["20-Indices/index.md"].decode()

    cluster = f"### solver/\n{HINT}\n\n"
    day = gone.rpartition("Last updated: ")[2].strip()
    assert gone == FOREIGN.format(recent=HINT, insight=HINT, cluster=cluster, count=0, day=day)
    assert refreshed({"20-Indices/index.md": gone.encode()})["20-Indices/index.md"].decode() == gone
