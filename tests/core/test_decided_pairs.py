"""A decided pair is known by what its two memories say, on a page that people read and merge."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.decided_pairs import (
    HEADING,
    Decided,
    decided_by,
    pair_of,
    parse_decided,
    says,
    standing_pairs,
    with_decided,
)
from commonplace.core.memory import Memory, Validity

TODAY = date(2026, 3, 14)
ONE = Memory(id="MEM-one", title="Port", body="The API listens on port 6001.")
OTHER = Memory(id="MEM-other", title="Port", body="The API listens on port 6002.")
DECIDED = decided_by(pair_of(ONE, OTHER), "ann", TODAY)
PAIR = frozenset({"MEM-one", "MEM-other"})

hashes = st.text("0123456789abcdef", min_size=16, max_size=16)
decisions = st.builds(
    Decided, at=st.dates(), one=hashes, other=hashes, told=st.from_regex(r"\w{1,9}", fullmatch=True)
)


def test_a_line_tells_people_who_decided_when_and_about_what() -> None:
    page = with_decided("", [DECIDED])

    assert page == (f"{HEADING}- 2026-03-14 {says(ONE)} {says(OTHER)} ann: MEM-one <> MEM-other\n")


@given(st.lists(decisions, max_size=5), st.lists(decisions, max_size=5))
def test_what_is_added_is_read_back_after_what_was_there(
    before: list[Decided], more: list[Decided]
) -> None:
    page = with_decided("", before)

    after = with_decided(page, more)

    assert after.startswith(page)
    assert {*parse_decided(after)} <= {*before, *more}
    assert {frozenset((each.one, each.other)) for each in parse_decided(after)} == {
        frozenset((each.one, each.other)) for each in (*before, *more)
    }


@pytest.mark.parametrize("page", ["My own words.\r\n", "- 2026-13-99 x y\n", "\n- a list", ""])
def test_whatever_else_stands_on_the_page_is_left_alone(page: str) -> None:
    after = with_decided(page, [DECIDED])

    assert after.startswith(page or HEADING)
    assert parse_decided(after) == (DECIDED,)
    assert with_decided(after, [DECIDED]) == after


@pytest.mark.parametrize(
    "same",
    [
        replace(ONE, id="general#Port"),
        replace(ONE, topic="ops", keywords=("api",), modified=TODAY),
        replace(ONE, body="the API  listens on port 6001"),
    ],
    ids=["another name", "another place", "another spelling"],
)
def test_a_pair_stays_decided_wherever_its_memories_go(same: Memory) -> None:
    page = with_decided("", [DECIDED])

    assert set(standing_pairs(page, [OTHER, same])) == {frozenset({same.id, "MEM-other"})}


@pytest.mark.parametrize(
    "changed",
    [
        replace(ONE, body="The API listens on port 6003."),
        replace(ONE, body="Port 6001 listens on the API."),
        replace(ONE, title="The port of the API"),
        replace(ONE, validity=Validity(applies_when="in staging")),
    ],
    ids=["another value", "another order", "another title", "another case"],
)
def test_a_pair_is_open_again_when_one_of_the_two_says_something_else(changed: Memory) -> None:
    page = with_decided("", [DECIDED])
    assert set(standing_pairs(page, [ONE, OTHER])) == {PAIR}

    assert standing_pairs(page, [changed, OTHER]) == {}
    assert standing_pairs(page, [ONE]) == {}


def test_no_word_is_read_where_nothing_is_decided() -> None:
    assert standing_pairs("", [ONE, OTHER]) == {}
