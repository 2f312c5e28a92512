"""An approval holds for the words it was given for, and for no others."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonplace.core.approvals import (
    FEWEST_OF_CLAIM,
    SAME_CLAIM_FROM,
    WaitingClaims,
    approvals_of,
    content_of,
)
from commonplace.core.changes import Bury, Create, Edit, Erase, Proposal, Restore
from commonplace.core.memory import Approval, Memory, Origin, Status, Tombstone, Trust, Usage
from commonplace.core.ports import Stamp

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
VPN = Memory(id="MEM-vpn", title="VPN", body="Deploys need the VPN.", summary="Use the VPN.")
TOMBSTONE = Tombstone(at=date(2026, 3, 14), reason="old")


def proposal(*changes, origin: Origin = Origin.HUMAN) -> Proposal:
    return Proposal(
        id="p",
        book="/book",
        made_at=NOON,
        action="edit",
        changes=changes,
        edits=(),
        origin=origin,
    )


@pytest.mark.parametrize("part", ["title", "body", "summary", "topic", "kind"])
def test_another_word_is_another_content(part: str) -> None:
    assert content_of(replace(VPN, **{part: "Never use the VPN."})) != content_of(VPN)


@pytest.mark.parametrize("part", ["tags", "keywords", "when_to_load"])
def test_another_label_is_another_content(part: str) -> None:
    assert content_of(replace(VPN, **{part: ("deploy",)})) != content_of(VPN)


def test_a_word_that_moves_from_one_part_to_the_next_is_another_content() -> None:
    first, second = (
        replace(VPN, tags=("a",), keywords=("b", "c")),
        replace(VPN, tags=("a", "b"), keywords=("c",)),
    )

    assert content_of(first) != content_of(second)


def test_counts_dates_and_status_leave_an_approval_standing() -> None:
    later = replace(
        VPN, usage=Usage(count=7), modified=date(2026, 3, 15), status=Status.QUARANTINED
    )

    assert content_of(later) == content_of(VPN)


def test_each_text_that_is_let_in_gets_a_line_and_a_burial_gets_none() -> None:
    edited = replace(VPN, body="Deploys need no VPN.")
    changes = (Create(VPN), Edit(VPN, edited), Restore(VPN), Bury(VPN, TOMBSTONE), Erase(VPN))

    lines = approvals_of(proposal(*changes), Stamp(who="ada", channel="terminal"), NOON)

    assert [line.content for line in lines] == list(map(content_of, (VPN, edited, VPN)))


def test_a_line_says_who_let_in_what_and_how() -> None:
    agents = proposal(Create(VPN), origin=Origin.AGENT)

    lines = approvals_of(agents, Stamp(who="ada", channel="flag"), NOON)

    assert lines == (
        Approval(
            at=NOON,
            memory="MEM-vpn",
            content=content_of(VPN),
            origin=Origin.AGENT,
            trust=Trust.APPROVED,
            channel="flag",
            who="ada",
        ),
    )


def test_what_a_person_wrote_is_trusted_and_not_merely_approved() -> None:
    (line,) = approvals_of(proposal(Create(VPN)), Stamp(who="ada", channel="flag"), NOON)

    assert line.trust is Trust.TRUSTED


CLAIMS = st.lists(st.lists(st.sampled_from("abcdefghijkl"), max_size=14).map(" ".join), max_size=12)


@given(CLAIMS, CLAIMS)
def test_what_waits_is_known_by_most_of_its_words_and_by_no_fewer(
    waiting: list[str], arrived: list[str]
) -> None:
    known = WaitingClaims(waiting)

    for claim in arrived:
        pairs = [({*claim.split()}, {*other.split()}) for other in waiting]
        alike = [len(a & b) >= SAME_CLAIM_FROM * len(a | b) > 0 for a, b in pairs]
        padded = [len(b) >= FEWEST_OF_CLAIM and len(a & b) * 10 >= 9 * len(b) for a, b in pairs]
        assert known.has(claim) is any((*alike, *padded))


def test_a_single_arrival_is_no_reason_to_set_many_that_wait_in_order() -> None:
    known = WaitingClaims(f"port{n} in rack{n} on floor{n}" for n in range(500))

    assert known.has("port7 in rack7 on floor7")
    assert "_index" not in vars(known)
    assert known.has("port8 in rack8 on floor8")
    assert "_index" in vars(known)


def test_of_many_that_wait_an_arrival_is_compared_with_few() -> None:
    known = WaitingClaims(
        f"the server of port{n} is in rack{n} and on floor{n}" for n in range(500)
    )

    unlike = "the server of north is in cellar and on watch"

    assert [*known.compared_with(frozenset(unlike.split()))] == []
    edited = "the server of port7 is in rack7 and on floor8"
    assert known.has(edited)
    assert len({*known.compared_with(frozenset(edited.split()))}) == 2
