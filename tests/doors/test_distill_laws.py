"""Whatever upkeep does to whatever book: every claim stands somewhere, or was buried by name; undo is exact."""

from pathlib import Path

import pytest

from commonplace.app.books import Book
from commonplace.app.upkeep import care_for
from commonplace.core.changes import Proposal
from commonplace.core.memory import Memory
from commonplace.core.ports import Stamp
from commonplace.flows.undo import undo
from doors import distill_oracle
from doors.distill_books import LAYOUTS, NOW, TODAY, Planted, everything, planted_book, reopened
from faults.sizes import size
from requirements import requirement

pytestmark = pytest.mark.laws

STAMP = Stamp(who="ada", channel="flag")
IN_ONE_TEST = 10


def told_by(memory: Memory) -> str:
    return "\n".join((memory.title, memory.body, memory.history, *memory.keywords))


def heirs(proposal: Proposal) -> dict[str, str]:
    """Return who took the place of whom, by the tombstones that the proposal sets."""
    stones = [
        (change.memory.id, change.tombstone)
        for change in proposal.changes
        if hasattr(change, "tombstone")
    ]
    return {name: stone.superseded_by for name, stone in stones if stone.superseded_by}


def check_claims(planted: Planted, before: list[Memory], proposal: Proposal, mode: str) -> None:
    after = {memory.id: memory for memory in reopened(planted).reading().memories}
    moved = {c.before.id: c.after.id for c in proposal.changes if hasattr(c, "before")}
    for memory in before:
        if not memory.is_active or (mode == "purge" and memory.id in _buried(proposal)):
            continue
        name = moved.get(memory.id, memory.id)
        while name in heirs(proposal):  # who took its place may have been merged, too
            name = heirs(proposal)[name]
        text = told_by(after[name])
        lost = {claim for claim in planted.claims.get(memory.id, ()) if claim not in text}
        assert not lost, f"{mode}: {memory.id} -> {name} lost {lost}"
        words = text.lower()
        assert all(keyword.lower() in words for keyword in memory.keywords)


def _buried(proposal: Proposal) -> set[str]:
    return {change.memory.id for change in proposal.changes if hasattr(change, "tombstone")}


def sources(book: Book) -> dict[str, bytes]:
    files = book.snapshot().files
    return {path: text for path, text in files.items() if not book.layout.derives(path)}


@requirement("B3.claims")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("start", range(0, size(50, 2_500), IN_ONE_TEST))
def test_every_operation_keeps_every_claim_or_names_what_it_buries(
    tmp_path: Path, layout: str, start: int
) -> None:
    for seed in range(start, start + IN_ONE_TEST):
        folder = tmp_path / str(seed)
        folder.mkdir()
        planted = planted_book(folder, layout, seed)
        for mode in ("refine", "compress", "merge", "purge", "gc"):
            book = reopened(planted)
            view = book.view(NOW)
            before = sources(book)
            proposal = everything(mode, care_for(book, view)).proposal
            if proposal is None:
                continue
            receipt = book.commit(proposal, STAMP, NOW).receipt
            check_claims(planted, list(view.reading.memories), proposal, mode)
            undone = book.commit(undo(receipt, book.view(NOW), book.store), STAMP, NOW).receipt
            assert sources(book) == before, f"{mode} of {layout} {seed} is not undone"
            book.commit(undo(undone, book.view(NOW), book.store), STAMP, NOW)


@requirement("B3.scores")
@pytest.mark.parametrize("seed", range(100, 120))
def test_scores_are_those_of_an_independent_computation(tmp_path: Path, seed: int) -> None:
    book = planted_book(tmp_path, "vault", seed).book

    found = care_for(book, book.view(NOW)).found

    wanted = distill_oracle.scores(book.root, TODAY)
    scores = {name: each.composite for name, each in found.scores.items()}
    assert scores == pytest.approx({name: each["composite"] for name, each in wanted.items()})
    pairs = {frozenset(pair) for pair in found.health.merge_pairs}
    assert pairs == distill_oracle.pairs(book.root)
