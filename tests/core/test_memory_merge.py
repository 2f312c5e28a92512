"""New text joins a memory, and neither loses what it said."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.memory import Memory, Validity
from commonplace.core.memory_merge import (
    extended,
    is_fuller,
    narrowed,
    succeeding,
    told,
    united,
    updated,
    with_former,
)
from commonplace.core.superset import missing
from commonplace.layouts.registry import layout_of
from requirements import requirement

TODAY = date(2026, 3, 14)
OLD = Memory(
    id="MEM-retry",
    title="Retry with backoff",
    body="Retry 3 times.",
    keywords=("retry",),
    summary="Retry with backoff",
    source="chat",
    created=date(2026, 1, 1),
    modified=date(2026, 2, 2),
)
NEW = Memory(
    id="MEM-new",
    title="Retry after 30 s",
    body="Retry after 30 s, see /etc/retry.conf.",
    keywords=("Retry", "backoff"),
    summary="Retry after 30 s",
    source="file: notes.md",
)


@requirement("B2.extend")
def test_the_vault_marks_what_was_appended_with_day_and_source() -> None:
    after = extended(OLD, NEW, layout_of("vault").traits.extension, TODAY)

    assert after.body == (
        "Retry 3 times.\n\n## Extension (2026-03-14)\n\n**Source**: file: notes.md\n\n"
        "Retry after 30 s, see /etc/retry.conf."
    )
    assert (after.modified, after.keywords) == (TODAY, ("retry", "backoff"))
    assert after.summary == "Retry with backoff; Retry after 30 s"


@pytest.mark.parametrize("layout", ["mem-skill", "lingxi", "profile"])
def test_other_layouts_append_the_text_alone(layout: str) -> None:
    after = extended(OLD, NEW, layout_of(layout).traits.extension, TODAY)

    assert after.body == f"{OLD.body}\n\n{NEW.body}"


@requirement("B2.update", "B7.7")
def test_an_update_keeps_name_and_dates_and_puts_the_old_text_into_the_history() -> None:
    after = updated(OLD, NEW, TODAY)

    assert (after.id, after.created, after.title) == (OLD.id, OLD.created, NEW.title)
    assert after.history == (
        "### Previous Version (2026-02-02)\n\n**Retry with backoff**\n\nRetry 3 times."
    )
    assert after.keywords == ("Retry", "backoff")


def test_an_older_history_stays_below_the_newer_one() -> None:
    once = updated(OLD, NEW, TODAY)

    twice = with_former(once)

    assert twice.startswith("### Previous Version (2026-03-14)\n\nRetry after 30 s")
    assert twice.endswith(once.history)


def test_a_successor_takes_over_links_and_knows_whom_it_replaces() -> None:
    old = Memory(id="MEM-old", title="Port", body="Port 6001.", links=("MEM-a",))

    heir = succeeding(Memory(id="MEM-heir", title="Port", body="Port 6002."), old)

    assert (heir.supersedes, heir.links) == (("MEM-old",), ("MEM-a",))
    assert "Port 6001." in heir.history


def test_a_successor_that_says_all_needs_no_history() -> None:
    old = Memory(id="MEM-old", title="Port", body="Port 6001.")

    heir = succeeding(Memory(id="MEM-heir", title="Port", body="Port 6001, with TLS."), old)

    assert heir.history == ""


@pytest.mark.parametrize(
    ("holds_validity", "body", "expected"),
    [
        (True, "Port 6001.", Memory(id="m", title="t", body="Port 6001.",
                                    validity=Validity(applies_when="staging"))),
        (False, "Port 6001.", Memory(id="m", title="t", body="Port 6001.\n\nApplies when: staging")),
        (False, "端口 6001。", Memory(id="m", title="t", body="端口 6001。\n\n适用于：staging")),
    ],
)  # fmt: skip
def test_a_narrowed_memory_says_when_it_holds(
    holds_validity: bool, body: str, expected: Memory
) -> None:
    memory = Memory(id="m", title="t", body=body)

    assert narrowed(memory, "staging", holds_validity=holds_validity) == expected


def test_the_fuller_one_says_everything_and_more() -> None:
    short = Memory(id="a", title="Port", body="Port 6001.")
    full = Memory(id="b", title="Port", body="Port 6001, behind nginx.")
    other = Memory(id="c", title="Port", body="Port 6002, behind a proxy.")

    assert is_fuller(full, short)
    assert not is_fuller(short, full)
    assert not is_fuller(other, short)


def test_a_title_that_the_text_says_already_is_not_told_twice() -> None:
    assert told("Retry 3 times", "Retry 3 times.") == "Retry 3 times."
    assert told("Retry 3 ti…", "Retry 3 times.") == "Retry 3 times."
    assert told("Backoff", "Retry.", "It helps") == "**Backoff**\n\nIt helps\n\nRetry."


def test_a_word_is_kept_once_however_it_is_written() -> None:
    assert united(("VPN", "部署"), ("vpn", "Ｖpn", "ops")) == ("VPN", "部署", "ops")


VALUES = st.sampled_from(
    ["port 6001", "30 s", "v2.3.1", "/etc/app.conf", "https://x.org/a", "2026-03-14", "`run()`",
     "5 GB", "MAX_RETRIES", "端口 8080", "每 5 分钟", "no retries"]
)  # fmt: skip
TEXTS = st.lists(VALUES, min_size=1, max_size=4).map(
    lambda parts: "Use " + " and ".join(parts) + "."
)
DRAFTS = st.builds(
    Memory,
    id=st.just("m"),
    title=TEXTS,
    body=TEXTS,
    summary=TEXTS | st.just(""),
    keywords=st.lists(st.sampled_from(["vpn", "部署", "Retry"]), max_size=3).map(tuple),
)
MEMORIES = st.builds(replace, DRAFTS, history=TEXTS | st.just(""))


@pytest.mark.laws
@requirement("govern.superset")
@given(MEMORIES, DRAFTS, st.sampled_from(["vault", "mem-skill"]))
def test_no_extension_update_or_succession_loses_a_claim(
    old: Memory, new: Memory, layout: str
) -> None:
    assert missing([old], extended(old, new, layout_of(layout).traits.extension, TODAY)) == ()
    assert missing([old, new], updated(old, new, TODAY)) == ()
    assert missing([old], succeeding(new, old)) == ()
