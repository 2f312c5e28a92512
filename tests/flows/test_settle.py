"""A write has one ending: committed, what waited closed, taken in, kept in git, and told."""

from dataclasses import dataclass, field, replace
from datetime import datetime

import pytest

from commonplace.core.changes import Outcome, Proposal, Receipt
from commonplace.core.ports import Reading, Stamp
from commonplace.errors import ChangedUnderneath, WriteFailed
from commonplace.flows.capture import Given, capture
from commonplace.flows.commit import Committed
from commonplace.flows.govern import govern
from commonplace.flows.settle import Aftercare, Settled, settle
from commonplace.testing import MemoryStore
from flows.books import ALONE, NOW, STAMP, book, look, write

FULL = WriteFailed("write-failed", path="index.txt", cause="full")


@dataclass
class Waiting:
    """Proposals that wait, in a list."""

    kept: list[Proposal] = field(default_factory=list)

    def list(self, now: datetime | None = None) -> tuple[Proposal, ...]:
        return tuple(self.kept)

    def drop(self, proposal_id: str) -> bool:
        self.kept = [each for each in self.kept if each.id != proposal_id]
        return True


@dataclass
class Opened:
    """A plain book, and what was done about it, in order."""

    store: MemoryStore
    proposals: Waiting = field(default_factory=Waiting)
    done: list[str] = field(default_factory=list)
    unlisted: WriteFailed | None = None

    def reading(self) -> Reading:
        return look(self.store).reading

    def commit(self, proposal: Proposal, stamp: Stamp, now: datetime) -> Committed:
        done = write(proposal, self.store)
        self.done.append("committed")
        return Committed(receipt=done.receipt, stale=done.stale, unlisted=self.unlisted)

    def aftercare(self, git: str | None = None) -> Aftercare:
        def refresh(paths: object) -> None:
            self.done.append(f"taken in {paths}")

        def keep_in_git(receipt: Receipt) -> str:
            self.done.append("in git")
            return git or ""

        return Aftercare(refresh=refresh, keep_in_git=None if git is None else keep_in_git)


def remembered(text: str, opened: Opened) -> Proposal:
    return govern([capture(text, Given())], look(opened.store), ALONE).proposal


def test_what_is_written_is_taken_in_and_kept_in_git_in_this_order() -> None:
    opened = Opened(book())

    ended = settle(
        opened, remembered("Deploys need the VPN", opened), STAMP, NOW, opened.aftercare("")
    )

    assert opened.done == ["committed", "taken in ['deploys-1.txt']", "in git"]
    assert list(ended.notices()) == []


def test_nothing_else_is_done_when_the_write_is_refused() -> None:
    opened = Opened(book())
    proposal = remembered("Deploys need the VPN", opened)
    opened.store.files["deploys-1.txt"] = b"Somebody else's"

    with pytest.raises(ChangedUnderneath):
        settle(opened, proposal, STAMP, NOW, opened.aftercare(""))
    assert opened.done == []


def test_git_is_left_alone_unless_the_user_wants_it() -> None:
    opened = Opened(book())

    settle(opened, remembered("Deploys need the VPN", opened), STAMP, NOW, opened.aftercare())

    assert "in git" not in opened.done


def test_everything_that_did_not_work_is_told_once() -> None:
    opened = Opened(book(), unlisted=FULL)
    proposal = remembered("Deploys need the VPN", opened)
    same = remembered("deploys need the vpn", opened)
    opened.proposals.kept = [same]
    opened.store.refuses_refresh = FULL

    ended = settle(opened, proposal, STAMP, NOW, opened.aftercare("no repository"))

    assert opened.proposals.kept == []
    assert dict(ended.notices("en")) == {
        "notice.stale-index": {"cause": FULL.message("en")},
        "notice.unlisted": {"cause": FULL.message("en")},
        "notice.closed": {"ids": same.id},
        "notice.git": {"cause": "no repository"},
    }


def test_that_the_proposal_which_it_replaces_is_closed_needs_no_telling() -> None:
    opened = Opened(book())
    replaced = remembered("deploys need the vpn", opened)
    opened.proposals.kept = [replaced]
    proposal = remembered("Deploys need the VPN", opened)

    ended = settle(opened, proposal, STAMP, NOW, opened.aftercare(), instead_of=replaced.id)

    assert (ended.closed, opened.proposals.kept) == ((), [])


def test_a_conflict_and_an_unfinished_write_are_told() -> None:
    receipt = write(remembered("Deploys need the VPN", Opened(book())), book()).receipt
    conflict = replace(receipt, conflicts={"a.txt": "a (conflict).txt"})
    pending = replace(receipt, outcome=Outcome.COMMITTED_PENDING)

    assert list(Settled(receipt=conflict).notices()) == [
        ("notice.conflict", {"path": "a.txt", "copy": "a (conflict).txt"})
    ]
    assert list(Settled(receipt=pending).notices()) == [("notice.committed-pending", {})]
