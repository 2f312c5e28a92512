"""The health of a book is what skill-memory's formulas say."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from commonplace.core.health import alike_pairs, health, keywords_of, merge_pairs, score
from commonplace.core.memory import Memory, Status, Tombstone, Usage
from commonplace.core.metrics import memory_health, with_operation
from requirements import requirement

TODAY = date(2026, 11, 15)


def memory(
    name: str, *, day: date = date(2026, 11, 1), kind: str = "PATTERN", **more: object
) -> Memory:
    return Memory(id=name, title=name, created=day, kind=kind, **more)  # type: ignore[arg-type]


def scored(one: Memory, *others: Memory, tokens: int = 100):
    return score(one, tokens, TODAY, keywords_of((one, *others)))


@requirement("B7.4")
def test_a_memory_used_once_and_long_out_of_date_is_advice_and_never_eligible() -> None:
    once = memory(
        "a", day=date(2023, 1, 1), kind="CONFIG", usage=Usage(count=1, last=date(2023, 2, 1))
    )

    found = scored(once)

    assert (found.unadjusted_staleness, found.staleness) == (1.0, 0.7)
    assert (found.purge_eligible, found.is_advised) == (False, True)
    assert not scored(
        memory("b", day=date(2023, 1, 1), kind="INSIGHT", usage=once.usage)
    ).is_advised


@requirement("B7.5")
def test_being_eligible_for_a_purge_and_scoring_for_one_are_two_things() -> None:
    unused = scored(memory("a", day=date(2026, 10, 1)))

    assert (unused.purge_eligible, unused.purge_score) == (True, False)
    twin = memory("b", keywords=("x",))
    worst = scored(memory("a", day=date(2025, 1, 1), keywords=("x",)), twin, tokens=1200)
    assert (worst.composite, worst.purge_score) == (1.0, True)


@requirement("B5.ttl")
@pytest.mark.parametrize(
    ("kind", "days"),
    [("CONFIG", 180), ("WORKFLOW", 365), ("TECHNIQUE", 270), ("PATTERN", 540), ("INSIGHT", 9999)],
)
def test_each_category_has_its_days_to_live_which_move_the_order_alone(
    kind: str, days: int
) -> None:
    in_time = scored(memory("a", kind=kind, day=TODAY - timedelta(days=days)))
    past = scored(memory("a", kind=kind, day=TODAY - timedelta(days=days + 1)))

    assert in_time.days_past_its_time == 0
    assert past.days_past_its_time == (0 if kind == "INSIGHT" else 1)
    assert past.purge_eligible == in_time.purge_eligible


@requirement("B7.6")
def test_the_merge_count_and_the_merge_pairs_are_both_told() -> None:
    twins = [
        memory(name, topic=topic, keywords=("k", "l"))
        for name, topic in (("a", "x/1"), ("b", "x/1"), ("c", "y"))
    ]

    found = health(twins, {}, TODAY)

    assert (found.merge, found.merge_pairs, found.score) == (3, (("a", "b"),), 85)


@requirement("B7.10")
def test_files_are_counted_and_active_and_tombstoned_ones_apart() -> None:
    buried = memory("b", status=Status.TOMBSTONED, tombstone=Tombstone(at=TODAY, reason="purge"))

    found = health([memory("a"), buried], {"a": 10, "b": 20}, TODAY)

    assert (found.files, found.active, found.tombstoned, found.tokens) == (2, 1, 1, 10)


@requirement("B7.11")
def test_a_tombstoned_memory_has_a_score_when_it_is_asked_for() -> None:
    buried = memory("a", day=date(2025, 1, 1), status=Status.TOMBSTONED)

    assert scored(buried).composite == pytest.approx(0.3 + 0.25)


@pytest.mark.parametrize(
    ("purge", "status"), [(0, "healthy"), (7, "manageable"), (11, "concerning"), (13, "critical")]
)
def test_the_health_of_a_book_has_a_word(purge: int, status: str) -> None:
    old = [memory(f"m{n}", day=date(2025, 1, 1), keywords=(f"k{n}",)) for n in range(purge)]

    found = health(old, {each.id: 1200 for each in old}, TODAY)

    assert (found.purge, found.score, found.status) == (purge, 100 - 5 * purge, status)


def test_a_date_to_come_is_no_age() -> None:
    assert scored(memory("a", day=date(2030, 1, 1))).staleness == 0.0


NOON = "2026-11-15T12:00:00Z"
LATER_TOTALS = ("total_merged", "total_compressed", "total_refined", "total_gc_deleted")


@requirement("B7.17")
@pytest.mark.parametrize(
    ("kind", "total"),
    [
        ("purge", "total_purged"),
        ("merge", "total_merged"),
        ("compress", "total_compressed"),
        ("refine", "total_refined"),
        ("gc", "total_gc_deleted"),
        ("report", ""),
    ],
)
def test_every_operation_moves_every_total_it_concerns(kind: str, total: str) -> None:
    older = {
        "version": "1.0.0",
        "operations": [],
        "summary": {"total_operations": 4, "total_purged": 2},
    }

    operation = {"id": "d", "type": kind, "timestamp": NOON}
    log = with_operation(older, operation, 3)

    assert log["operations"] == [operation]
    assert log["summary"] == {
        "total_operations": 5,
        "total_purged": 5 if total == "total_purged" else 2,
        **{name: 3 if name == total else 0 for name in LATER_TOTALS},
        "last_operation": NOON,
    }


@requirement("B1.6")
def test_the_state_of_a_project_is_told_the_health_of_its_book() -> None:
    found = health([memory("a")], {}, TODAY)
    before = {"distill_count": 2, "last_distilled": None, "kept": "as it was"}

    report = memory_health(found, before, "2026-11-15T12:00:00Z", is_report=True)

    assert report == {
        "distill_count": 2,
        "last_distilled": "2026-11-15T12:00:00Z",
        "kept": "as it was",
        "total_memories": 1,
        "never_retrieved": 1,
        "health_score": 100,
        "status": "healthy",
    }
    assert memory_health(found, {}, "x", is_report=False)["distill_count"] == 1


def test_only_pairs_of_one_topic_or_one_subject_are_offered_for_a_merge() -> None:
    """Words to find them by prove nothing: those of a price feed and a push relay are nearly the same."""
    known = ("timeout", "retry", "queue")

    def named(name: str, topic: str, title: str) -> Memory:
        return replace(memory(name, topic=topic, keywords=known), title=title)

    feed = named("a", "ops/price-feed", "Timeouts of the price feed")
    relay = named("b", "ops/push-relay", "Retries of the push relay")
    again = named("c", "ops/price-feed", "How long we wait")
    titled = named("d", "ops/cart", "Timeouts of the price feed, again")
    sections = [named(f"s{each}", f"ops/{each}", "Configuration options") for each in range(3)]

    assert set(merge_pairs([feed, relay, again, titled])) == {("a", "c"), ("a", "d")}
    assert set(merge_pairs(sections)) == set()
    assert set(alike_pairs([feed, relay, again])) == {("a", "b"), ("a", "c"), ("b", "c")}
