"""A book in, what is wrong with what it says out: mem-skill's seven checks on every layout."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from commonplace.core import lint_checks
from commonplace.core.anchors import Project, State, standings
from commonplace.core.decided_pairs import IdPair
from commonplace.core.lint_checks import NearPairs, near_pairs_of, quoted
from commonplace.core.lint_issues import (
    ORDER,
    ContradictionIssue,
    Issue,
    Mismatch,
    Orphan,
    Returned,
    Unanchored,
)
from commonplace.core.memory import Memory, MemoryId, Status
from commonplace.core.ports import Judge, Problem
from commonplace.core.relations import Contradicts, Evidence
from commonplace.flows.check import refused_problems
from commonplace.flows.decisions import decided_pairs, relation_between
from commonplace.flows.govern import as_heard
from commonplace.flows.view import View

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
        *lint_checks.stale(memories, view.today),
        *_said_twice(memories, categories, near, view, decided),
        *contradictions(memories, near, judge, decided),
        *_of_the_files(view),
        *lint_checks.gaps(categories, _named(view)),
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
    twice = lint_checks.duplicates(memories, near.pairs)
    yield from (each for each in twice if frozenset((each.one.id, each.other.id)) not in decided)
    if "links" in view.layout.holds:
        known = {(each.one.id, each.other.id) for each in twice}
        yield from lint_checks.missing_references(memories, categories, known)


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
    relation = relation_between(one, other, judge)
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
        if found.state is not State.OK:
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
