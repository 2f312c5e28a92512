"""The decided pairs of a book: which stand, and the page that keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from commonplace.core.changes import FileEdit, Proposal, page_edits, page_text
from commonplace.core.decided_pairs import (
    PAGE,
    Decided,
    IdPair,
    decided_by,
    says,
    standing_pairs,
    with_decided,
)
from commonplace.core.governance import Contradicts, Relation
from commonplace.core.letters import is_unspaced
from commonplace.core.memory import Candidate, Memory, MemoryId, Status
from commonplace.core.ports import Judge, Stamp, Store
from commonplace.core.values import replace
from commonplace.flows.view import View
from commonplace.messages import say


def decided_pairs(view: View) -> Mapping[IdPair, Decided]:
    """Return the pairs of living memories that nobody is asked about, by their names."""
    living = [m for m in view.reading.memories if m.status is not Status.TOMBSTONED]
    return standing_pairs(page_text(view.files, PAGE), living)


def with_page(proposal: Proposal, store: Store, stamp: Stamp, today: date) -> Proposal:
    """Return `proposal` with the edit that keeps its decided pairs, on the page as it is now.

    Made only here, under the lock: two proposals that wait must not stand in each other's way because both
    add a line to one page.
    """
    if not proposal.kept_pairs:
        return proposal
    content = store.read_one(PAGE)
    files = {} if content is None else {PAGE: content}
    decided = [decided_by(pair, stamp.who, today) for pair in proposal.kept_pairs]
    page = page_edits(files, PAGE, with_decided(page_text(files, PAGE), decided))
    return replace(proposal, edits=(*proposal.edits, *page))


def pairs_moved(
    view: View, names: Mapping[MemoryId, MemoryId], arrived: Sequence[Memory]
) -> tuple[FileEdit, ...]:
    """Return the page for a new book that the memories of `view` come to, where they have new `names`.

    Another layout may say a thing in other words, so each pair is known by what has `arrived`.
    """
    known = {memory.id: memory for memory in arrived}
    moved: list[Decided] = []
    for pair, decided in decided_pairs(view).items():
        memories = [known[names[name]] for name in sorted(pair) if names.get(name) in known]
        if len(memories) == len(pair):
            one, other = memories
            told = f"{decided.told.partition(': ')[0]}: {one.id} <> {other.id}"
            moved.append(replace(decided, one=says(one), other=says(other), told=told))
    return page_edits({}, PAGE, with_decided("", moved))


def page_taken_back(before: bytes | None, after: bytes | None, now: bytes | None) -> bytes | None:
    """Return the page as it is `now` without the lines that led from `before` to `after`."""
    added = {*(after or b"").splitlines()} - {*(before or b"").splitlines()}
    kept = [line for line in (now or b"").splitlines(keepends=True) if line.rstrip() not in added]
    return b"".join(kept) or None


def relation_between(one: Memory, other: Memory, judge: Judge) -> Relation:
    """Return how `other` relates to `one`, as if it were told now."""
    from commonplace.flows.govern import as_heard  # noqa: PLC0415 - whoever commits need not govern

    heard = as_heard(other)
    new = Candidate(title=heard.title, body=heard.body, keywords=other.keywords)
    return judge.compare(new, as_heard(one))


def dispute(one: Memory, other: Memory, judge: Judge) -> str:
    """Return the question that would settle what two memories may contradict each other in, if anything.

    A possible contradiction counts as well, and so do two sentences that are the same but for a value: two
    memories that stay apart lose nothing.
    """
    from commonplace.core.judge.parse import sentences_with_other_values  # noqa: PLC0415 - as above

    relation = relation_between(one, other, judge)
    if isinstance(relation, Contradicts):
        return relation.question
    if relation.evidence.doubt or not (told := sentences_with_other_values(other.body, one.body)):
        return relation.evidence.doubt
    language = "zh" if any(map(is_unspaced, one.body)) else "en"
    return say("question.statement", language, new=told[0], old=told[1])
