"""mem-skill's checks as functions, with the figures of the original."""

import time
from datetime import date

import pytest

from commonplace.core import lint
from commonplace.core.health import MOST_ALIKE
from commonplace.core.lint import ORDER, near_pairs
from commonplace.core.memory import ARCHIVED, Memory, Tombstone
from requirements import requirement

TODAY = date(2026, 3, 14)


def memory(name: str, keywords: str = "", **fields) -> Memory:
    given = {"title": name, "body": name, **fields}
    return Memory(id=name, keywords=tuple(keywords.split()), **given)


@requirement("A5.7")
@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("a b c d e f g h i j", "a b c d e f g", 1.0),
        ("a b c d e f g h i j", "a b c d e f g x y z", 0.7),
        ("a b c d e f g h i j", "a b c d e f w x y z", None),
        ("a b c", "a b x", None),
        ("a", "a", None),
        ("", "", None),
        ("Retry Backoff", "retry BACKOFF", 1.0),
    ],
)
def test_two_memories_are_one_when_they_share_seven_tenths_of_the_smaller_set(
    one: str, other: str, share: float | None
) -> None:
    found = lint.duplicates([memory("x", one), memory("yy", other)], [])

    assert [round(each.share, 9) for each in found] == ([] if share is None else [share])


@requirement("A5.7")
@pytest.mark.parametrize(
    ("title", "body", "alike"),
    [
        ("Retry with backoff!", "Something else altogether", "title"),
        ("Another name", "Wait longer each time before calling the flaky service", "content"),
        ("Another name", "Something else altogether", None),
    ],
)
def test_titles_and_texts_that_are_alike_are_duplicates(
    title: str, body: str, alike: str | None
) -> None:
    first = memory(
        "a",
        title="Retry with backoff",
        body="Wait longer each time before calling the flaky service.",
    )
    second = memory("b", title=title, body=body)

    found = lint.duplicates([first, second], [("a", "b")])

    assert [each.alike for each in found] == ([alike] if alike else [])


@requirement("A5.8")
@pytest.mark.parametrize(
    ("one", "other", "same_category", "is_missing"),
    [
        ("a b c", "a b x", False, True),
        ("a b c", "a x y", False, False),
        ("a b c", "a x y", True, True),
        ("a b c", "x y z", True, False),
    ],
)
def test_a_reference_is_missing_where_two_share_enough(
    one: str, other: str, same_category: bool, is_missing: bool
) -> None:
    categories = {"x": "ops", "y": "ops" if same_category else "web"}

    found = lint.missing_references([memory("x", one), memory("y", other)], categories, set())

    assert len([*found]) == is_missing


@requirement("A5.8")
def test_a_link_in_either_direction_is_enough() -> None:
    linked = [
        memory("x", "a b", links=("y",)),
        memory("y", "a b"),
        memory("z", "a b", links=("y",)),
    ]

    found = [*lint.missing_references(linked, dict.fromkeys("xyz", "ops"), {("x", "z")})]

    assert found == []


@requirement("A5.8")
def test_what_many_memories_share_links_none_of_them_in_particular() -> None:
    common = [memory(f"m{number}", "api service") for number in range(20)]
    rare = [memory("x", "api service valkey"), memory("y", "api service valkey")]
    book = [*common, *rare]

    found = lint.missing_references(book, dict.fromkeys((m.id for m in book), "ops"), set())

    assert [(each.one.id, each.other.id) for each in found] == [("x", "y")]


@requirement("A5.8")
def test_at_most_ten_references_are_missed_the_surest_first() -> None:
    pairs = [memory(f"m{n}{half}", f"a{n} b{n}") for n in range(12) for half in "xy"]
    surest = [memory("u", "c d e"), memory("v", "c d e")]
    book = [*pairs, *surest]

    found = lint.missing_references(book, dict.fromkeys((m.id for m in book), "ops"), set())

    assert len(found) == lint.REFERENCES_AT_MOST
    assert (found[0].one.id, found[0].other.id) == ("u", "v")


@requirement("A5.9")
def test_what_makes_a_book_wrong_is_critical_and_the_rest_a_warning() -> None:
    grave = {"contradiction", "orphan", "index", "refused"}

    assert {kind.name for kind in ORDER if kind.is_critical} == grave
    assert {kind.name for kind in ORDER if not kind.is_critical} == {
        *("stale", "duplicate", "cross-ref", "gap", "anchor")
    }


@requirement("A3.lint")
@pytest.mark.parametrize(
    ("created", "modified", "months"),
    [
        (date(2025, 8, 12), None, 7),
        (date(2025, 9, 13), None, 6),
        (date(2025, 9, 14), None, None),
        (date(2025, 8, 12), date(2025, 8, 12), 7),
        (date(2025, 8, 12), date(2025, 9, 1), None),
        (None, None, None),
    ],
)
def test_a_memory_is_stale_after_six_months_without_an_update(
    created: date | None, modified: date | None, months: int | None
) -> None:
    found = lint.stale([memory("x", created=created, modified=modified)], TODAY)

    assert [each.months for each in found] == ([] if months is None else [months])


@requirement("A3.lint")
def test_a_category_with_fewer_than_two_entries_is_a_gap() -> None:
    keywords = {name: frozenset([name]) for name in "xyz"}

    found = lint.gaps({"x": "ops", "y": "web", "z": "web"}, ["empty"], keywords)

    assert [(each.category, each.count) for each in found] == [("empty", 0), ("ops", 1)]


def test_a_gap_is_to_be_merged_into_the_larger_category_that_shares_most_with_it() -> None:
    words = {
        "x": "port proxy",
        "y": "port proxy",
        "z": "css",
        "u": "port",
        "v": "fonts",
        "w": "cat",
    }
    keywords = {name: frozenset(said.split()) for name, said in words.items()}
    categories = {"x": "ops", "y": "net", "z": "net", "u": "web", "v": "web", "w": "pets"}

    found = lint.gaps(categories, ["empty"], keywords)

    assert {each.category: each.broader for each in found} == {
        "empty": "",
        "ops": "net",
        "pets": "",
    }


@requirement("lint.bounded")
def test_a_word_that_everybody_uses_leads_to_no_comparison() -> None:
    words = {
        str(n): frozenset(["common", "usual", f"own{n // 2}", f"too{n // 2}"]) for n in range(2000)
    }

    pairs = near_pairs(words)

    assert pairs == [(str(n), str(n + 1)) for n in range(0, 2000, 2)]


@requirement("lint.archive")
def test_an_archived_memory_says_that_it_is_to_stay() -> None:
    assert Tombstone(at=TODAY, reason=ARCHIVED).is_archived
    assert not Tombstone(at=TODAY, reason="forgotten").is_archived


def test_a_book_made_from_one_template_has_pairs_in_proportion_to_its_size() -> None:
    def pairs(count: int) -> int:
        named = [memory(f"m{each}", f"service port proxy deploy s{each}") for each in range(count)]
        return len(lint.duplicates(named, ()))

    assert pairs(10) == 45
    assert pairs(400) <= MOST_ALIKE * 400
    assert pairs(800) < 2.2 * pairs(400)


def test_a_title_as_long_as_a_book_costs_no_more_than_a_long_one() -> None:
    one, other = (memory(name, title=name + "ab" * 30_000) for name in ("p", "q"))
    began = time.process_time()

    assert lint.alike(one, other) is not None
    assert time.process_time() - began < 1.0


@requirement("lint.bounded")
def test_of_one_text_as_long_as_a_book_only_the_beginning_is_compared() -> None:
    said = " ".join(f"word{number}x" for number in range(200_000))
    one, other = (memory(name, title=name, body=f"{said} {name}") for name in ("p", "q"))

    near = lint.near_pairs_of([one, other])

    assert near.pairs == (("p", "q"),)
    assert all(len(words) <= lint.BODY_CHARACTERS for words in near.words.values())
    assert lint.alike(one, other) == ("content", 1.0)
    assert lint.compared_part(one).body == said[: lint.BODY_CHARACTERS]
