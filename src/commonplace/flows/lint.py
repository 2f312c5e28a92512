"""A book in, what is wrong with what it says out: mem-skill's seven checks on every layout.

Issues of a lint and what should be done about them in, one proposal out.

Nothing is mended silently: a contradiction has no fix here, since only a person knows which side holds,
and two memories that say nearly the same are not joined while they contradict each other in the rest.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import date

from commonplace.core import lint as lint_module
from commonplace.core.anchors import Project, QuoteState, standings
from commonplace.core.answers import check_bulk_delete
from commonplace.core.changes import Bury, Change, Edit, KeptPair, Proposal
from commonplace.core.decided_pairs import IdPair, pair_of
from commonplace.core.governance import Contradicts, Evidence
from commonplace.core.health import Subjects, keywords_of
from commonplace.core.letters import is_unspaced
from commonplace.core.lint import (
    ORDER,
    ContradictionIssue,
    DuplicateIssue,
    Gap,
    Issue,
    Mismatch,
    MissingReference,
    NearPairs,
    Orphan,
    Returned,
    Stale,
    Unanchored,
    about,
    compared_part,
    near_pairs_of,
    quoted,
)
from commonplace.core.memory import ARCHIVED, Memory, MemoryId, Status, Tombstone
from commonplace.core.memory_merge import MERGED_INTO, is_linked, merged, united, with_links_to
from commonplace.core.ports import Judge, Problem
from commonplace.core.superset import missing
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput
from commonplace.flows.check import refused_problems
from commonplace.flows.decisions import decided_pairs, dispute, relation_between
from commonplace.flows.govern import as_heard
from commonplace.flows.proposals import propose
from commonplace.flows.refusals import page_with, refusals_of
from commonplace.flows.view import View
from commonplace.messages import say

EXPERIENCE = "experience"
SURE_FROM, SURE_BOTH_WAYS_FROM = 0.4, 0.25
"""The shares of words, one way and both ways, from which a contradiction is told unasked. Higher than for a
new text, about which somebody is there to answer: of 84 contradictions labelled by hand 77 reach both, of
200 notes without any one pair does, where four reach those of `core.governance`."""
OF_ONE_THING = frozenset({"value", "choice"})
"""Differences that are told where they are only likely, too: a version, a date, an owner that has changed since."""
CLOSE = 0.7
"""So much of those shares a pair must have for the judge to be asked at all."""
ORPHANS = frozenset(
    {
        "broken-link",
        "category-without-file",
        "index-line-dead",
        "not-in-index",
        "row-file-missing",
        "row-without-note",
    }
)
MISMATCHES = frozenset({"index-stale", "index-missing", "index-foreign"})
"""Which problems of a layout belong to which check; the others are for `check`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """What a lint found, and among how much."""

    day: date
    layout: str
    title: str = "commonplace"
    """The name above the report."""
    knowledge: tuple[int, int]
    """Entries and categories; where no experience is kept apart, everything is counted here."""
    keeps_experience: bool = False
    experience: tuple[int, int]
    """Entries and skills."""
    issues: tuple[Issue, ...]
    decided: int = 0
    """How many pairs somebody decided to keep, which are not reported as duplicate or contradiction."""

    @property
    def critical(self) -> int:
        """How many issues make the book say something wrong."""
        return sum(issue.is_critical for issue in self.issues)

    def of(self, kind: type[Issue]) -> tuple[Issue, ...]:
        """Return the issues of one kind."""
        return tuple(issue for issue in self.issues if isinstance(issue, kind))


def living_in(view: View) -> tuple[Memory, ...]:
    """Return the memories that a lint looks at."""
    return tuple(m for m in view.reading.memories if m.status is not Status.TOMBSTONED)


def lint(view: View, judge: Judge, project: Project, near: NearPairs | None = None) -> Linted:
    """Look at every living memory of the book and say what should be done about it.

    Whoever has counted their words already hands over what is `near` what.
    """
    memories = living_in(view)
    categories = {memory.id: _category(memory, view) for memory in memories}
    near = near or near_pairs_of(memories)
    decided = decided_pairs(view)
    issues = [
        *lint_module.stale(memories, view.today),
        *_said_twice(memories, categories, near, view, decided),
        *contradictions(memories, near, judge, decided),
        *_of_the_files(view),
        *lint_module.gaps(categories, _named(view), keywords_of(memories)),
        *_unanchored(memories, project),
        *map(Returned, refused_problems(view)),
    ]
    places = {kind: place for place, kind in enumerate(ORDER)}
    issues.sort(key=lambda issue: places[type(issue)])
    return Linted(
        day=view.today,
        layout=view.layout.name,
        title=view.layout.traits.lint_title,
        keeps_experience=view.layout.traits.keeps_experience,
        knowledge=_counted(memories, categories, is_experience=False),
        experience=_counted(memories, categories, is_experience=True),
        issues=tuple(issues),
        decided=len(decided),
    )


def _said_twice(
    memories: Sequence[Memory],
    categories: Mapping[MemoryId, str],
    near: NearPairs,
    view: View,
    decided: Container[IdPair],
) -> Iterator[Issue]:
    twice = lint_module.duplicates(memories, near.pairs)
    yield from (each for each in twice if frozenset((each.one.id, each.other.id)) not in decided)
    if "links" in view.layout.holds:
        known = {(each.one.id, each.other.id) for each in twice}
        yield from lint_module.missing_references(memories, categories, known)


def contradictions(
    memories: Sequence[Memory], near: NearPairs, judge: Judge, decided: Container[IdPair]
) -> Iterator[ContradictionIssue]:
    """Yield the near pairs that cannot both hold, or give two values to one thing; nothing is mended.

    Judging a pair costs as much as counting the words of hundreds, so that only those are put before the
    judge that share a little less than its own shares, which are counted on fewer words.
    """
    by_id = {memory.id: memory for memory in memories}
    for pair in near.sharing(CLOSE * SURE_FROM, CLOSE * SURE_BOTH_WAYS_FROM):
        one, other = (by_id[name] for name in pair)
        if frozenset(pair) not in decided and (found := _contradiction(one, other, judge)):
            yield found


def _contradiction(one: Memory, other: Memory, judge: Judge) -> ContradictionIssue | None:
    if other.id in one.supersedes or one.id in other.supersedes:
        return None
    relation = relation_between(compared_part(one), compared_part(other), judge)
    if not isinstance(relation, Contradicts) or not _is_sure(relation.evidence):
        return None
    apart = relation.evidence.differing[0]
    if not relation.is_sure and apart.sort not in OF_ONE_THING:
        return None
    said = quoted(as_heard(one), apart.old_sentence or apart.old)
    otherwise = quoted(as_heard(other), apart.new_sentence or apart.new)
    return ContradictionIssue(one, other, said, otherwise, relation.question)


def _is_sure(evidence: Evidence) -> bool:
    less, more = sorted((evidence.new_in_old, evidence.old_in_new))
    return more >= SURE_FROM and less >= SURE_BOTH_WAYS_FROM


def _of_the_files(view: View) -> Iterator[Issue]:
    for problem in sorted({*view.layout.check(view.files, view.today)}, key=_order):
        if problem.code in ORPHANS:
            yield Orphan(problem)
        elif problem.code in MISMATCHES:
            yield Mismatch(problem)


def _order(problem: Problem) -> tuple[str, str, str]:
    return problem.path, problem.code, problem.detail


def _unanchored(memories: Sequence[Memory], project: Project) -> Iterator[Unanchored]:
    by_id = {memory.id: memory for memory in memories}
    for found in standings(memories, project):
        if found.state is not QuoteState.OK:
            yield Unanchored(by_id[found.memory], found)


def _category(memory: Memory, view: View) -> str:
    """Return the file of an entry where categories are files, else the first part of its topic."""
    if view.layout.traits.categories:
        return view.path(memory.id)
    return memory.topic.partition("/")[0] or memory.kind or "uncategorized"


def _named(view: View) -> Sequence[str]:
    """Return the categories that a book names beside its memories."""
    return tuple(view.reading.keywords)


def _counted(
    memories: Sequence[Memory], categories: Mapping[MemoryId, str], *, is_experience: bool
) -> tuple[int, int]:
    chosen = [m.id for m in memories if (m.kind == EXPERIENCE) is is_experience]
    return len(chosen), len({categories[name] for name in chosen})


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
    plan = _Plan(view, judge, Subjects(view.reading.memories))
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


@dataclasses.dataclass(slots=True)
class _Plan:
    """What becomes of each memory when several fixes concern it."""

    view: View
    judge: Judge
    subjects: Subjects
    left: list[Disputed] = dataclasses.field(default_factory=list)
    after: dict[MemoryId, Memory] = dataclasses.field(default_factory=dict)
    buried: dict[MemoryId, Tombstone] = dataclasses.field(default_factory=dict)
    deleted: list[MemoryId] = dataclasses.field(default_factory=list)
    kept: list[KeptPair] = dataclasses.field(default_factory=list)

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
        """Unite two memories of one subject in the older one, unless they dispute something; links are taken along."""
        if question := self._open_question(one, other):
            self.left.append(Disputed(one, other, question))
            return
        kept, lost = sorted((one, other), key=lambda m: (str(m.created or "9"), m.id))
        view = self.view
        whole = merged(self._now(kept), self._now(lost), share, view.layout.traits, view.today)
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

    def _open_question(self, one: Memory, other: Memory) -> str:
        """Return what has to be settled before two memories become one; empty for nothing."""
        if not self.subjects.are_one(one, other):
            language = "zh" if any(map(is_unspaced, one.body)) else "en"
            return say("question.subjects", language, one=one.topic, other=other.topic)
        return dispute(self._now(one), self._now(other), self.judge)


def _held(whole: Memory, before: Memory, view: View) -> Memory:
    """Return `whole` with those fields as before that the layout has no place for."""
    kept = {
        name: getattr(before, name)
        for name in ("usage", "anchors", "links", "history", "keywords", "tags", "when_to_load")
        if name not in view.layout.holds
    }
    return replace(whole, **kept)
