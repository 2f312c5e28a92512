"""Issues of a lint and what should be done about them in, one proposal out.

Nothing is mended silently: a contradiction has no fix here, since only a person knows which side holds,
and two memories that say nearly the same are not joined while they contradict each other in the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from commonplace.core.changes import Bury, Change, Edit, KeptPair, Proposal
from commonplace.core.decided_pairs import pair_of
from commonplace.core.lint_issues import (
    ContradictionIssue,
    DuplicateIssue,
    Gap,
    Issue,
    Mismatch,
    MissingReference,
    Orphan,
    Returned,
    Stale,
    Unanchored,
    about,
)
from commonplace.core.memory import ARCHIVED, Memory, MemoryId, Tombstone
from commonplace.core.memory_merge import MERGED_INTO, is_linked, merged, united, with_links_to
from commonplace.core.ports import Judge
from commonplace.core.superset import missing
from commonplace.core.validity import check_bulk_delete
from commonplace.errors import BadInput
from commonplace.flows.decisions import dispute
from commonplace.flows.proposing import propose
from commonplace.flows.refusals import page_with, refusals_of
from commonplace.flows.view import View

MERGE, LINK, UPDATE, ARCHIVE, DELETE, REGENERATE, KEEP = (
    "merge", "link", "update", "archive", "delete", "regenerate", "keep",
)  # fmt: skip
DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Fix:
    """An issue, and what was chosen to do about it."""

    issue: Issue
    choice: str


def fixes_of(issue: Issue) -> tuple[str, ...]:
    """Return what may be done about `issue`; none where a person must write."""
    match issue:
        case Stale():
            return UPDATE, ARCHIVE, DELETE
        case DuplicateIssue():
            return (MERGE,)
        case MissingReference():
            return (LINK,)
        case Orphan(problem) | Mismatch(problem):
            return (REGENERATE,) if problem.can_fix else ()
        case ContradictionIssue() | Gap() | Unanchored() | Returned():
            return ()


def can_keep(issue: Issue) -> bool:
    """Say whether `issue` is about two memories that somebody may decide to keep as they are."""
    return isinstance(issue, DuplicateIssue | ContradictionIssue)


def count_fixed(fixes: Sequence[Fix], left: Sequence[Issue]) -> int:
    """Return how many of `fixes` did their work: their issues are not among those `left`."""
    still = set(map(_known_by, left))
    return sum(_known_by(each.issue) not in still for each in fixes)


def _known_by(issue: Issue) -> tuple[object, ...]:
    match issue:
        case Orphan(problem) | Mismatch(problem) | Returned(problem):
            return issue.name, problem
        case _:
            return issue.name, *(memory.id for memory in about(issue))


def is_regenerated(fix: Fix) -> bool:
    """Say whether `fix` only brings derived files up to date, which is no change of a memory."""
    return fix.choice == REGENERATE


@dataclass(frozen=True, slots=True)
class Disputed:
    """Two memories that were not joined, and the question that would settle what they contradict in."""

    one: Memory
    other: Memory
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """What the chosen fixes come to: one proposal, and what was left as it is."""

    proposal: Proposal
    left: tuple[Disputed, ...]


def propose_fixes(
    fixes: Sequence[Fix], view: View, judge: Judge, *, who: str, many: bool = False
) -> Mending:
    """Propose everything that was chosen as one change of the book; burials pass the brake."""
    plan = _Plan(view, judge)
    for fix in fixes:
        plan.take(fix)
    changes = plan.changes()
    if not many:
        check_bulk_delete(changes, sum(memory.is_active for memory in view.reading.memories))
    deleted = [view.memory(name) for name in plan.deleted]
    refused = refusals_of(deleted, view.files, view.today, reason=DELETED, who=who)
    beside = page_with(refused, view.files) if deleted else ()
    kept = tuple(plan.kept)
    proposal = propose("lint", changes, view, beside=beside, kept_pairs=kept)
    return Mending(proposal=proposal, left=tuple(plan.left))


@dataclass(slots=True)
class _Plan:
    """What becomes of each memory when several fixes concern it."""

    view: View
    judge: Judge
    left: list[Disputed] = field(default_factory=list)
    after: dict[MemoryId, Memory] = field(default_factory=dict)
    buried: dict[MemoryId, Tombstone] = field(default_factory=dict)
    deleted: list[MemoryId] = field(default_factory=list)
    kept: list[KeptPair] = field(default_factory=list)

    def take(self, fix: Fix) -> None:
        """Add one fix; one about a memory that is buried already has nothing left to do."""
        match fix:
            case Fix(Stale(memory), choice) if memory.id not in self.buried:
                self._renew(memory, choice)
            case Fix(DuplicateIssue(one, other) | ContradictionIssue(one, other), choice) if (
                choice == KEEP
            ):
                self.kept.append(pair_of(one, other))
            case Fix(DuplicateIssue(one, other, _, share)) if not {one.id, other.id} & {
                *self.buried
            }:
                self._merge(one, other, share)
            case Fix(MissingReference(one, other)) if not {one.id, other.id} & {*self.buried}:
                self._link(one, other)
                self._link(other, one)

    def changes(self) -> tuple[Change, ...]:
        """Return the edits, then the burials."""
        known = {memory.id: memory for memory in self.view.reading.memories}
        edits = [
            Edit(known[name], memory)
            for name, memory in self.after.items()
            if name not in self.buried and memory != known[name]
        ]
        return (*edits, *(Bury(known[name], stone) for name, stone in self.buried.items()))

    def _now(self, memory: Memory) -> Memory:
        return self.after.get(memory.id, memory)

    def _renew(self, memory: Memory, choice: str) -> None:
        if choice == UPDATE:
            self.after[memory.id] = replace(self._now(memory), modified=self.view.today)
            return
        reason = ARCHIVED if choice == ARCHIVE else DELETED
        self.buried[memory.id] = Tombstone(at=self.view.today, reason=reason)
        self.deleted += [memory.id] if choice == DELETE else []

    def _link(self, memory: Memory, other: Memory) -> None:
        now = self._now(memory)
        self.after[memory.id] = replace(now, links=united(now.links, (other.id,)))

    def _merge(self, one: Memory, other: Memory, share: float) -> None:
        """Unite two memories in the older one, unless they dispute something; links are taken along."""
        if question := dispute(self._now(one), self._now(other), self.judge):
            self.left.append(Disputed(one, other, question))
            return
        kept, lost = sorted((one, other), key=lambda m: (str(m.created or "9"), m.id))
        view = self.view
        whole = merged(
            self._now(kept), self._now(lost), share, view.layout.traits.merge_section, view.today
        )
        whole = _held(whole, self._now(kept), view)
        if dropped := missing([kept, lost], whole):
            named = ", ".join(claim.text for claim in dropped)
            raise BadInput("would-drop", claims=named, id=kept.id, first=dropped[0].text)
        self.after[kept.id] = whole
        stone = Tombstone(at=view.today, reason=MERGED_INTO + kept.id, superseded_by=kept.id)
        self.buried[lost.id] = stone
        for memory in view.reading.memories:
            if memory.tombstone is None and memory.id != kept.id and is_linked(memory, lost.id):
                self.after[memory.id] = with_links_to(self._now(memory), lost.id, kept.id)


def _held(whole: Memory, before: Memory, view: View) -> Memory:
    """Return `whole` with those fields as before that the layout has no place for."""
    kept = {
        name: getattr(before, name)
        for name in ("usage", "anchors", "links", "history", "keywords", "tags", "when_to_load")
        if name not in view.layout.holds
    }
    return replace(whole, **kept)
