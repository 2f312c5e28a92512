"""Proposals that wait: kept, found, few and not for ever."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from commonplace.core.changes import Compared, FileEdit, Proposal
from commonplace.core.memory import Candidate
from commonplace.errors import NoSuchMemory, OutsideBook, WriteFailed
from commonplace.storage import proposals
from commonplace.storage.proposals import PendingProposals
from storage.shelves import EMPTY, NOON


def proposal(number: int) -> Proposal:
    edit = FileEdit(f"n{number}.md", None, b"x")
    return replace(
        EMPTY, id=f"p{number:02}", made_at=NOON + timedelta(minutes=number), edits=(edit,)
    )


@pytest.fixture
def pending(tmp_path: Path) -> PendingProposals:
    return PendingProposals(tmp_path, state=str(tmp_path / "state"))


def test_what_is_saved_is_listed_oldest_first_and_loaded_whole(pending: PendingProposals) -> None:
    for number in (2, 1):
        assert pending.save(proposal(number), NOON) == f"p{number:02}"

    assert pending.list(NOON) == (proposal(1), proposal(2))
    assert pending.load("p02") == proposal(2)


def test_a_proposal_that_is_decided_is_gone(pending: PendingProposals) -> None:
    pending.save(proposal(1), NOON)

    pending.drop("p01")
    pending.drop("p01")

    assert pending.list(NOON) == ()
    with pytest.raises(NoSuchMemory):
        pending.load("p01")


def test_the_same_edits_wait_only_once(pending: PendingProposals) -> None:
    pending.save(proposal(1), NOON)

    assert pending.save(replace(proposal(1), id="again"), NOON) == "p01"
    assert pending.list(NOON) == (proposal(1),)


def test_what_an_agent_says_of_a_text_that_waits_joins_it_and_never_takes_a_doubt_away(
    pending: PendingProposals,
) -> None:
    text = Candidate(title="VAT", body="Prices hold VAT.")
    near = Compared(memory="MEM-net", relation="compatible", overlap=0.5, question="Net or gross?")
    doubted = replace(proposal(1), candidates=(text,), compared=(near,))
    said = replace(near, label="contradicts", reason="net is without VAT")
    pending.save(doubted, NOON)

    quieter = replace(proposal(2), candidates=(text,), compared=(replace(said, question=""),))
    assert pending.save(quieter, NOON) == "p02"
    assert pending.save(replace(quieter, id="p03", compared=(said,)), NOON) == "p01"

    assert [each.compared for each in pending.list(NOON)] == [(said,), quieter.compared]


def test_the_oldest_make_room_where_too_many_wait_and_are_told(
    pending: PendingProposals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposals, "MOST_KEPT", 5)
    for number in range(5):
        pending.save(proposal(number), NOON)
    assert pending.dropped == ()

    pending.save(proposal(5), NOON)

    assert pending.dropped == ("p00",)
    kept = {each.id for each in pending.list(NOON)}
    assert kept == {f"p{number:02}" for number in range(1, 6)}


def test_after_thirty_days_a_proposal_expires_and_is_told(pending: PendingProposals) -> None:
    pending.save(proposal(1), NOON)

    assert pending.list(NOON + timedelta(days=30)) == (proposal(1),)
    assert pending.list(NOON + timedelta(days=31)) == ()
    assert pending.dropped == ("p01",)


def test_a_damaged_proposal_hides_no_other(pending: PendingProposals, tmp_path: Path) -> None:
    pending.save(proposal(1), NOON)
    (tmp_path / "state" / "proposals" / "bad.json").write_text("{")

    assert pending.list(NOON) == (proposal(1),)


def test_an_id_cannot_lead_out_of_the_folder(pending: PendingProposals) -> None:
    for call in (pending.load, pending.drop):
        with pytest.raises(OutsideBook):
            call("../../x")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")

    with pytest.raises(WriteFailed, match="state"):
        PendingProposals(tmp_path, state=str(tmp_path / "state")).save(proposal(1), NOON)


@pytest.mark.parametrize(
    ("old", "new"),
    [("n1.md", "n2.md"), ("a text", "another"), ("remember", "forget"), ("p01", "p09")],
    ids=["target", "text", "action", "name"],
)
def test_a_proposal_that_somebody_changed_waits_no_longer(
    old: str, new: str, pending: PendingProposals, tmp_path: Path
) -> None:
    candidate = Candidate(title="T", body="a text")
    pending.save(replace(proposal(1), action="remember", candidates=(candidate,)), NOON)
    (kept,) = (tmp_path / "state" / "proposals").glob("*.json")
    assert old in kept.read_text("utf-8")

    kept.write_text(kept.read_text("utf-8").replace(old, new, 1), "utf-8")

    assert pending.list(NOON) == ()
