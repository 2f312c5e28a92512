"""The wiring of `metrics` and of the figures beside the score: what a book, its files and its history tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from commonplace.app.anchoring import anchors_in
from commonplace.app.books import Book
from commonplace.app.evaluating import asker, contents_of, prompts_that_hit
from commonplace.app.indexing import drift_of
from commonplace.app.linting import linted
from commonplace.app.upkeep import curve
from commonplace.config import Settings
from commonplace.core.lint_checks import NearPairs, alike, near_pairs_of
from commonplace.core.lint_issues import ContradictionIssue, DuplicateIssue, Issue, Orphan
from commonplace.core.memory import Memory, Status
from commonplace.core.metrics import (
    Figures,
    Judged,
    Library,
    Metrics,
    Recall,
    Share,
    governance_cost,
    hit_rate,
    injection_noise,
)
from commonplace.flows.lint import Linted, living_in
from commonplace.flows.probe import Kind, Probed, probe, probes_of
from commonplace.flows.view import View
from commonplace.storage.metric_points import metric_points, note_point
from commonplace.storage.places import state_of
from commonplace.storage.uses import judged

MOST_RECEIPTS = 1_000
MOST_PROBED = 200
"""So many memories are probed, evenly spread: each question takes as long as a recall."""


FEW_MEMORIES, FEW_PAIRS = 100, 20
"""With no more memories, and pairs of them that are near each other, the figures take but a moment."""


def figures_in_passing(book: Book, view: View, settings: Settings | None) -> Figures | None:
    """Return the figures of a book where they take but a moment: comparing two texts takes time."""
    living = living_in(view)
    if len(living) > FEW_MEMORIES:
        return None
    near = near_pairs_of(living)
    return figures_of(book, view, settings, near) if len(near.pairs) <= FEW_PAIRS else None


def figures_of(
    book: Book, view: View, settings: Settings | None, near: NearPairs | None = None
) -> Figures:
    """Return what else tells how `book` is; without settings no question is asked of its index.

    Asking brings the index up to date first, and whoever examines it wants it as it is.
    """
    found = linted(book, view, near)
    answers = _answers(book)
    statuses = Counter(memory.status for memory in view.reading.memories)
    return Figures(
        probe_recall=_probe_recall(book, view, settings) if settings else Share(found=0, of=0),
        injection_noise=injection_noise(answers).value,
        hit_rate=hit_rate(answers).value,
        duplicates=sum(_is_by_text(each) for each in found.issues),
        contradictions=len(found.of(ContradictionIssue)),
        orphans=len(found.of(Orphan)),
        proposals=len(book.proposals.list(view.now)),
        quarantined=statuses[Status.QUARANTINED],
        anchors=Counter(each.state.value for each in anchors_in(book, view)),
    )


def _is_by_text(issue: Issue) -> bool:
    """Say whether two memories say the same whatever their keywords are: those the score sees itself."""
    return isinstance(issue, DuplicateIssue) and alike(issue.one, issue.other) is not None


def _probe_recall(book: Book, view: View, settings: Settings) -> Share:
    """Return how many questions bring their memory; a memory's own title proves little."""
    found = _recall(_probed(book, view, settings))
    return Share(found=found.handed, of=found.questions)


def _probed(book: Book, view: View, settings: Settings) -> Probed:
    """Ask the questions of the memories that have any, at most so many memories evenly spread."""
    prompts = prompts_that_hit(book)
    asked = [
        memory
        for memory in view.reading.memories
        if memory.is_active
        and any(
            each.kind is not Kind.SELF for each in probes_of(memory, prompts.get(memory.id, ()))
        )
    ]
    contents = contents_of(view.reading.memories, settings, view.today)
    return probe(_spread(asked), prompts, asker(book, settings), contents)


def _spread(memories: Sequence[Memory]) -> Sequence[Memory]:
    step = max(1, -(-len(memories) // MOST_PROBED))
    return memories[::step]


def metrics_of(book: Book, view: View, settings: Settings, now: datetime) -> Metrics:
    """Return the acceptance metrics and how recall is, and keep today's measurement of the library."""
    answers = _answers(book)
    state = state_of(str(book.root))
    library = _library(book, view)
    if library.memories:
        note_point(state, {"day": now.date().isoformat(), **_point(library)})
    return Metrics(
        recall=_recall(_probed(book, view, settings)),
        injection_noise=injection_noise(answers),
        hit_rate=hit_rate(answers),
        governance_cost=governance_cost(islice(book.store.receipts(), MOST_RECEIPTS)),
        library_health=replace(library, history=tuple(metric_points(state))),
    )


def _recall(found: Probed) -> Recall:
    kinds = [kind for kind in Kind if kind is not Kind.SELF]
    return Recall(
        questions=sum(found.asked[kind] for kind in kinds),
        handed=sum(map(found.found, kinds)),
        pointed=sum(map(found.pointers, kinds)),
        prompt_tokens=found.prompt_tokens,
        memories=found.contents.memories,
        listed=len(found.contents.listed),
        contents_tokens=found.contents.tokens,
    )


def _point(library: Library) -> dict[str, object]:
    """Return what of a measurement is kept; the score has a curve of its own."""
    return {
        "memories": library.memories,
        "duplicate_rate": library.duplicate_rate,
        "conflict_rate": library.conflict_rate,
        "index_consistency": library.index_consistency,
    }


def _library(book: Book, view: View) -> Library:
    living = living_in(view)
    found = linted(book, view)
    return Library(
        memories=len(living),
        duplicate_rate=_share_in(found, DuplicateIssue, len(living)),
        conflict_rate=_share_in(found, ContradictionIssue, len(living)),
        index_consistency=_consistency(book, view) if living else None,
        health_score=_last_score(book),
    )


def _share_in(
    found: Linted, kind: type[DuplicateIssue | ContradictionIssue], living: int
) -> float | None:
    """Return which share of the memories is part of such a pair."""
    names = {
        memory.id
        for issue in found.issues
        if isinstance(issue, kind)
        for memory in (issue.one, issue.other)
    }
    return len(names) / living if living else None


def _consistency(book: Book, view: View) -> float:
    """Return the share of files that the book's own indices and the search index know as they are."""
    derived = [path for path in view.files if view.layout.derives(path)]
    stale = {edit.path for edit in view.layout.derive(view.files, view.today)}
    own = 1 - len(stale) / max(len(derived), len(stale), 1)
    drift = drift_of(book)
    agreement = drift.agreement if drift else None
    return own if agreement is None else min(own, agreement)


def _last_score(book: Book) -> int | None:
    """Return the score of the last run of upkeep; none before the first."""
    scores = [point["health_score"] for point in curve(book) if "health_score" in point]
    return scores[-1] if scores and isinstance(scores[-1], int) else None


def _answers(book: Book) -> list[Judged]:
    return [
        Judged(day=day, used=used, unused=unused)
        for day, used, unused in judged(state_of(str(book.root)))
    ]
