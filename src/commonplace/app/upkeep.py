"""The wiring of upkeep: what is known beside the memories, where a change is tried, what is kept of it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path

from commonplace.app.book_index import BookIndex, refusals_told
from commonplace.app.books import Book
from commonplace.app.provenance import anchors_in, project_of
from commonplace.app.recall import (
    calendar_day,
    contents_entry_of,
    drift_of,
    floor_of,
    room_for,
    searched,
)
from commonplace.config import Settings
from commonplace.core.changes import Create, FileEdit, Files, edit_of
from commonplace.core.contents import contents_block
from commonplace.core.injection import count_tokens
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.lint import (
    ContradictionIssue,
    DuplicateIssue,
    Issue,
    NearPairs,
    Orphan,
    alike,
    near_pairs_of,
)
from commonplace.core.memory import Memory, MemoryId, Status, Usage
from commonplace.core.metrics import (
    Figure,
    Figures,
    Judged,
    LibraryFigures,
    Metrics,
    Operation,
    Recall,
    Share,
    governance_cost,
    hit_rate,
    injection_noise,
)
from commonplace.core.ports import Layout, Problem
from commonplace.core.presets import CONTENTS
from commonplace.core.values import dataclass, replace
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.engines.keyword import KeywordEngine
from commonplace.errors import CommonplaceError
from commonplace.flows.check import examined
from commonplace.flows.decisions import decided_pairs
from commonplace.flows.evaluate import Ask, Contents, Probed, QuestionKind, probe, probes_of
from commonplace.flows.inject import InjectionRequest, InjectionSource, inject
from commonplace.flows.lint import (
    Fix,
    Linted,
    Mending,
    contradictions,
    lint,
    living_in,
    propose_fixes,
)
from commonplace.flows.recall import Searched, undue_in
from commonplace.flows.upkeep.outcome import (
    FILE,
    GIT,
    Care,
    FirstSeen,
    Known,
    Proof,
    Scratch,
    Survey,
    entry_of,
    handed,
    log_upkeep,
    survey,
)
from commonplace.flows.view import View
from commonplace.layouts.vault import VaultLayout
from commonplace.storage import usage
from commonplace.storage.git import file_days, first_commits
from commonplace.storage.places import state_of
from commonplace.storage.retention import scratch_folder
from commonplace.storage.small_state import judged, metric_points, note_point
from commonplace.storage.store import FolderStore
from commonplace.storage.upkeep_state import Marks, health_history, read_marks, unfolded


def linted(book: Book, view: View, near: NearPairs | None = None) -> Linted:
    """Return what is wrong with what `book` says, by rules alone."""
    return lint(view, RulesJudge(), project_of(book), near)


def mending(fixes: Sequence[Fix], view: View, *, who: str, many: bool) -> Mending:
    """Return what the chosen fixes come to; no two memories are joined that the rules find in dispute."""
    return propose_fixes(fixes, view, RulesJudge(), who=who, many=many)


def examined_for_a_team(book: Book, view: View) -> tuple[Problem, ...]:
    """Return everything that should stop a change from being merged, and what should not."""
    living, decided = living_in(view), decided_pairs(view)
    found = contradictions(living, near_pairs_of(living), RulesJudge(), decided)
    return examined(view, tuple(found), project_of(book))


def log_lint(book: Book, found: Linted, fixed: int) -> CommonplaceError | None:
    """Note in the book's own log, if it has one, that somebody looked; return why it could not be."""
    log = book.layout.traits.book_log
    if log is None:
        return None
    more = f", {fixed} fixed" if fixed else ""
    message = f"Health-check completed: {len(found.issues)} issues found{more}"
    try:
        with book.store.locked():
            old = book.store.read_one(log.path)
            new = log.appended(old, [(found.day, "lint", message)])
            if new is not None:
                before = {} if old is None else {log.path: old}
                book.store.refresh([edit_of(before, log.path, new)])
    except CommonplaceError as trouble:
        return trouble
    return None


def asker(book: Book, settings: Settings) -> Ask:
    """Return how `book` is asked for an injection; nothing is counted."""
    return ask_of(
        InjectionSource(
            searched=searched(book, settings),
            layout=book.layout,
            floor=floor_of(book),
        )
    )


def prompts_that_hit(book: Book) -> dict[str, tuple[str, ...]]:
    """Return the latest prompts to which each memory was handed over on this machine."""
    return usage.prompts(state_of(str(book.root)))


def contents_of(memories: Sequence[Memory], settings: Settings, today: date) -> Contents:
    """Return what a session would be told of `memories`; nothing where the preset lists none."""
    told = [each for each in memories if each.is_active and each.validity.holds_on(today)]
    text = ""
    if settings.injection == CONTENTS.name:
        text, _ = contents_block([contents_entry_of(each, "") for each in told], room_for(settings))
    lines = {line.removeprefix("- ").partition(": ")[0] for line in text.split("\n")}
    return Contents(
        listed=frozenset(each.id for each in told if each.id in lines),
        memories=len(told),
        tokens=count_tokens(text) if text else 0,
    )


@contextmanager
def temporary_book(memories: Sequence[Memory], today: date) -> Iterator[Ask]:
    """Make a book of `memories` that is gone afterwards, and yield how it is asked."""
    with scratch_folder() as folder:
        layout, root = VaultLayout(), os.path.join(folder, "book")
        store = FolderStore(root, state=os.path.join(folder, "state"), derives=layout.derives)
        store.make_root()
        with store.locked():
            store.refresh(layout.render([Create(memory) for memory in memories], {}, today))
        index = BookIndex(layout, store, root, cache=os.path.join(folder, "cache"))
        index.rebuild()
        book = Searched(
            name="project",
            engine=index.engine,
            store=store,
            take_in=index.take_in,
            undue=undue_in(layout, today),
        )
        floor = KeywordEngine(index.sources)
        yield ask_of(InjectionSource(searched=book, layout=layout, floor=floor))


def ask_of(source: InjectionSource) -> Ask:
    """Return how one book is asked as a hook would."""
    return lambda prompt: inject(
        InjectionRequest(prompt=prompt, threshold=GATE_THRESHOLD, nonce="0", today=calendar_day()),
        [source],
        CONTENTS,
    )


def care_for(book: Book, view: View) -> Care:
    """Return `book` as upkeep needs it: weighed, and ready to try changes on a copy."""
    state = state_of(str(book.root))
    here = {name: count for name, (count, _) in usage.counts(state).items()}
    scales = _scales(book)
    return Care(
        view=view,
        found=survey(view, scales.weigh(view)),
        weigh=scales.weigh,
        proof=Proof(
            scratch=lambda files: scratch(book.layout, files), prompts=prompts_that_hit(book)
        ),
        judge=RulesJudge(),
        counted=here,
    )


def usage_of(book: Book, view: View) -> Mapping[MemoryId, Usage]:
    """Return how often each memory of `view` was told: as the book says, and what was counted here since."""
    return _scales(book).usage(view)


def lacks_index(book: Book) -> bool:
    """Say whether the book has no machine-readable index yet, where its layout has one."""
    path = book.layout.traits.machine_index
    return bool(path) and book.store.read_one(path) is None


def note_report(book: Book, found: Survey, now: datetime) -> CommonplaceError | None:
    """Keep what a report found, and return what kept it from that: a report never fails by it."""
    health = found.health
    operation = Operation(kind="report", at=now.astimezone(UTC), before=health, after=health)
    entry = json.dumps(entry_of(operation, is_report=True), ensure_ascii=False)
    book.keep_upkeep(entry)
    try:
        with book.store.locked():
            return log_upkeep(entry, book.layout, book.store)
    except CommonplaceError as trouble:
        return trouble


def curve(book: Book) -> list[dict[str, object]]:
    """Return how healthy the book was at each run of upkeep on this machine, oldest first."""
    return health_history(state_of(str(book.root)))


@dataclass(frozen=True, slots=True)
class _Scales:
    """What this machine knows about the memories of a book."""

    book: Book
    counts: usage.Counts
    marks: Marks

    def weigh(self, view: View) -> Known:
        """Return sizes, counters and first days of every memory."""
        memories = view.reading.memories
        return Known(
            tokens=_tokens(view),
            usage=self.usage(view),
            first_seen=_first_seen(
                str(self.book.root), {m.id: view.path(m.id) for m in memories if m.created is None}
            ),
        )

    def usage(self, view: View) -> Mapping[MemoryId, Usage]:
        """Return how often each memory was told, here and elsewhere."""
        indexed = view.layout.traits.indexed_usage
        told = indexed(view.files) if indexed else {}
        return {
            memory.id: self._counted(memory, told.get(memory.id, Usage()))
            for memory in view.reading.memories
        }

    def _counted(self, memory: Memory, told: Usage) -> Usage:
        here, last = self.counts.get(memory.id, (0, ""))
        book = max(memory.usage.count, told.count)
        more = unfolded(here, book, self.marks.get(memory.id, []))
        days = [day for day in (memory.usage.last, told.last, _day(last)) if day]
        return Usage(count=book + more, last=max(days, default=None))


def _scales(book: Book) -> _Scales:
    state = state_of(str(book.root))
    return _Scales(book, usage.counts(state), read_marks(state))


def _tokens(view: View) -> Mapping[MemoryId, int]:
    if counted := view.layout.traits.token_counts:
        return counted(view.reading.memories, view.files)
    lines = {path: text.split(b"\n") for path, text in view.files.items()}
    sizes: dict[MemoryId, int] = {}
    for memory in view.reading.memories:
        place = view.reading.places[memory.id]
        own = lines.get(place.path, [])[place.first_line - 1 : place.last_line or None]
        words = sum(len(line.split()) for line in own) - len(memory.history.split())
        sizes[memory.id] = max(0, words) * 13 // 10
    return sizes


def _first_seen(root: str, undated: Mapping[MemoryId, str]) -> Mapping[MemoryId, FirstSeen]:
    """Return the first day of each memory that does not say it: by git, else by the file's time."""
    if not undated:
        return {}
    commits = first_commits(root)
    saved = file_days(root, {path for path in undated.values() if path not in commits})
    return {
        name: FirstSeen(commits[path], GIT) if path in commits else FirstSeen(saved[path], FILE)
        for name, path in undated.items()
        if path in commits or path in saved
    }


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


@contextmanager
def scratch(layout: Layout, files: Files) -> Iterator[Scratch]:
    """Make a copy of `files` with an index of its own, in a folder that is gone afterwards."""
    with scratch_folder() as folder, refusals_told(folder):
        root = os.path.join(folder, "book")
        _write(root, files)
        state = os.path.join(folder, "state")
        store = FolderStore(root, state=state, folders=layout.folders, derives=layout.derives)
        index = BookIndex(layout, store, root, cache=os.path.join(folder, "cache"))
        index.rebuild()
        book = Searched(name="project", engine=index.engine, store=store, take_in=index.take_in)
        ask = ask_of(
            InjectionSource(searched=book, layout=layout, floor=KeywordEngine(index.sources))
        )
        yield _Copy(root, index, handed(ask))


class _Copy:
    """A scratch copy of a book."""

    def __init__(
        self, root: str, index: BookIndex, ask: Callable[[str], frozenset[MemoryId]]
    ) -> None:
        self._root = root
        self._index = index
        self._ask = ask

    def ask(self, prompt: str) -> frozenset[MemoryId]:
        """Return the memories that would be handed over for `prompt`."""
        return self._ask(prompt)

    def advance(self, edits: Sequence[FileEdit]) -> None:
        """Carry out `edits` and take them into the index."""
        for edit in edits:
            if edit.after is None:
                with suppress(FileNotFoundError):
                    Path(self._root, edit.path).unlink()
        _write(self._root, {e.path: e.after for e in edits if e.after is not None})
        self._index.take_in([edit.path for edit in edits])


def _write(root: str, files: Files) -> None:
    for path, content in files.items():
        target = Path(root, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


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
            each.kind is not QuestionKind.SELF
            for each in probes_of(memory, prompts.get(memory.id, ()))
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


def keep_measured(book: Book, care: Care, *, is_whole: bool) -> None:
    """Keep how the book is today; once a day all pairs are compared where `is_whole`."""
    day, health = care.view.now.date().isoformat(), care.found.health
    kept = next((each for each in reversed(library_history(book)) if each["day"] == day), {})
    compared = kept if kept or not is_whole else _point(_library(book, care.view))
    known = {"memories": health.active, "health_score": health.score}
    point = {"day": day, **compared, **known}
    if health.active and point != kept:
        note_point(state_of(str(book.root)), point)


def _recall(found: Probed) -> Recall:
    kinds = [kind for kind in QuestionKind if kind is not QuestionKind.SELF]
    return Recall(
        questions=sum(found.asked[kind] for kind in kinds),
        handed=sum(map(found.found, kinds)),
        pointed=sum(map(found.pointers, kinds)),
        prompt_tokens=found.prompt_tokens,
        memories=found.contents.memories,
        listed=len(found.contents.listed),
        contents_tokens=found.contents.tokens,
    )


def _point(library: LibraryFigures) -> dict[str, object]:
    """Return what of a measurement is kept; the score has a curve of its own."""
    return {
        "memories": library.memories,
        "duplicate_rate": library.duplicate_rate,
        "conflict_rate": library.conflict_rate,
        "index_consistency": library.index_consistency,
    }


def _library(book: Book, view: View) -> LibraryFigures:
    living = living_in(view)
    found = linted(book, view)
    return LibraryFigures(
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


def rates_of(book: Book) -> tuple[Figure, Figure]:
    """Return which share of the answers used what they were handed, and which share of the lines was not used."""
    answers = _answers(book)
    return hit_rate(answers), injection_noise(answers)


def library_history(book: Book) -> list[dict[str, object]]:
    """Return what was measured of the book as a whole, day by day, on this machine."""
    return metric_points(state_of(str(book.root)))


def _answers(book: Book) -> list[Judged]:
    return [
        Judged(day=day, used=used, unused=unused)
        for day, used, unused in judged(state_of(str(book.root)))
    ]
