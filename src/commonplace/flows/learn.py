"""Pieces in, one proposal out: what is new is governed, what is known is named and left alone.

Sources in, excerpts out: each segment as a candidate that knows its file and its lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import PurePath

from commonplace.core import lazy_re as re
from commonplace.core.changes import NO_OCCASION, Change, Occasion, name_after
from commonplace.core.classification import guess_topic
from commonplace.core.governance import Skip, SkipReason, Verb, Veto, verb_of
from commonplace.core.headings import with_marked_headings
from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.memory import Candidate, Memory, MemoryId, Origin, Status
from commonplace.core.record.lingxi import note_body
from commonplace.core.record.points import SURELY, points_of, says_what_to_do, sentences_of
from commonplace.core.record.tasks import facts_in
from commonplace.core.segments.blocks import BYPASS_UP_TO, SPLIT_ABOVE
from commonplace.core.segments.noise import Cleaned, without_noise
from commonplace.core.segments.segmentation import (
    PROGRAMS,
    Segment,
    TextFormat,
    body_of,
    first_paragraph,
    format_of,
    remark_in,
    segments_of,
    title_of,
)
from commonplace.core.tokens import fold
from commonplace.core.values import dataclass, field, replace
from commonplace.flows.capture import SUMMARY_CHARS, Given, capture, headlines, plain
from commonplace.flows.govern import Answer, Governance, Governed, NeighbourSearch, govern
from commonplace.flows.view import View

USER_INPUT = "user input"


class Mode(StrEnum):
    """Where a lesson comes from."""

    TEXT = "text"
    FILE = "file"
    DIRECTORY = "directory"
    TASK = "task"
    PAGE = "url"
    TRANSCRIPT = "transcript"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """One text to learn from."""

    text: str
    name: str = ""
    """The file's path as provenance will tell it; empty for a text that somebody typed."""
    folder: PurePath | None = None
    """The folder that says what it is about, as far as it does."""
    form: TextFormat | None = None
    """How it is cut, where its name does not say so."""
    fetched: str = ""
    """When a page was fetched, from where in the end, and the hash of what came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Everything that is learnt in one go."""

    mode: Mode
    path: str
    """What was named: a file, a folder, a task's folder; empty for a text."""
    sources: tuple[SourceText, ...]
    unread: tuple[str, ...] = ()
    """Files that were chosen and could not be read; the others are learnt all the same."""
    task: int = 0
    given: Given = field(default_factory=Given)
    """What the user said about all of it."""
    guesses_topic: bool = True
    """Whether a topic is a path of the user's choice, so that one may be guessed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """One segment of a lesson, and the candidate it makes."""

    id: str
    segment: Segment
    topic: str
    candidate: Candidate


def excerpts_of(lesson: Lesson) -> tuple[Excerpt, ...]:
    """Return the excerpts of a lesson, in the order of its sources."""
    found = (pair for source in lesson.sources for pair in _segments(source, lesson.mode))
    return tuple(
        _excerpt(f"seg-{number:03}", source, segment, lesson)
        for number, (source, segment) in enumerate(found, start=1)
    )


def total_tokens(excerpts: Sequence[Excerpt]) -> int:
    """Return about how many tokens the whole lesson has."""
    return sum(excerpt.segment.estimated_tokens for excerpt in excerpts)


def _segments(source: SourceText, mode: Mode) -> Iterator[tuple[SourceText, Segment]]:
    """Yield the segments of one source; secrets are taken out first, whole, line by line.

    A key that reaches over two segments would be recognised in neither.
    """
    text, form = cleaned(source).text, form_of(source)
    whole_up_to = SPLIT_ABOVE if mode is Mode.DIRECTORY else BYPASS_UP_TO
    for segment in segments_of(text, source.name, whole_up_to=whole_up_to, form=form):
        yield source, segment


def form_of(source: SourceText) -> TextFormat:
    """Return how a source is cut: as it says itself, else as its name and its text say."""
    return source.form or format_of(source.name, with_marked_headings(source.text))


def cleaned(source: SourceText) -> Cleaned:
    """Return a source without secrets and without what nobody asks for; a typed text says what it says."""
    text, form = plain(source.text, keeps_lines=True), form_of(source)
    if not source.name:
        return Cleaned(text, {})
    if form in (TextFormat.MARKDOWN, TextFormat.PROSE):
        text = with_marked_headings(text)
    return without_noise(text, source.name, form)


def left_out(lesson: Lesson) -> dict[str, int]:
    """Return how many pieces of a lesson were left out since nobody asks for them, by what they are."""
    counts: Counter[str] = Counter()
    for source in lesson.sources:
        counts.update(cleaned(source).left_out)
    return dict(sorted(counts.items()))


def _excerpt(name: str, source: SourceText, segment: Segment, lesson: Lesson) -> Excerpt:
    given = lesson.given
    guess = ""
    if lesson.guesses_topic and not given.topic:
        guess = guess_topic(source.folder, [*segment.trail, *segment.key_terms])
    told = Given(
        title=title_of(segment),
        is_title_read_off=True,
        topic=given.topic,
        guessed_topic=guess,
        kind=given.kind,
        tags=given.tags,
        when_to_load=given.when_to_load,
        keywords=_names_of(segment),
        source=provenance(source, segment.source_lines, lesson),
        origin=given.origin,
    )
    candidate = with_a_telling_line(capture(body_of(segment), told), segment)
    return Excerpt(id=name, segment=segment, topic=given.topic or guess, candidate=candidate)


def _names_of(segment: Segment) -> tuple[str, ...]:
    """Return what a piece of a program is found by: its names and what is remarked in it; else nothing."""
    if segment.form not in PROGRAMS:
        return ()
    return key_terms(" ".join((*segment.trail, *segment.also, remark_in(segment))))


def with_a_telling_line(candidate: Candidate, segment: Segment) -> Candidate:
    """Return the candidate with a line to inject that says something: `Retries` alone does not."""
    if segment.form in PROGRAMS:
        said = headlines(remark_in(segment)).summary
        told = f"{candidate.title}: {said}" if said else candidate.title
        return replace(candidate, summary=shorten(told, SUMMARY_CHARS))
    first = first_paragraph(candidate.body)
    lines = headlines(first)
    said, title = lines.summary, candidate.title.rstrip("…")
    if first and not says_what_to_do(lines.sentence):
        best = points_of(candidate.body, most=1, enough=SURELY)
        said = best[0].text if best else said
    elif said.startswith(title) or candidate.title == lines.title:
        return candidate
    if not said or said.startswith(title):
        return candidate
    return replace(candidate, summary=shorten(f"{candidate.title}: {said}", SUMMARY_CHARS))


def provenance(source: SourceText, lines: str, lesson: Lesson) -> str:
    """Return where `lines` of a source come from, in the seed's words; they are empty when typed."""
    if not source.name:
        return USER_INPUT
    if source.fetched:
        return f"url:{source.name} lines {lines}; {source.fetched}"
    where = f"{source.name}:{lines}"
    return f"Task {lesson.task}: {where}" if lesson.mode is Mode.TASK else f"file: {where}"


MOST_CANDIDATES = 10
SENTENCES_OF_A_PAGE = 3
FIRST_LOOK_CHARS = 100
TITLE_CHARS = 60


def candidates_in(
    sources: Sequence[SourceText], holds: frozenset[str], origin: Origin
) -> tuple[Candidate, ...]:
    """Return at most ten candidates: manifests and CI first, then the points of its pages."""
    found = [each for source in sources for each in _candidates(source, holds, origin)]
    return tuple(found[:MOST_CANDIDATES])


def _candidates(source: SourceText, holds: frozenset[str], origin: Origin) -> Iterator[Candidate]:
    text = plain(source.text, keeps_lines=True)
    if source.name.endswith(".md"):
        points = sentences_of(text, SENTENCES_OF_A_PAGE)
        beside = Counter(point.trail for point in points)
        for point in points:
            heading = point.trail[-1] if point.trail else source.name
            title = heading if beside[point.trail] == 1 else headline(point.text)
            where = f"{source.name}:{point.first_line}-{point.last_line}"
            yield _candidate((title, point.text, heading), where, holds, origin)
        return
    where = f"{source.name}:1-{len(text.splitlines())}"
    for fact in facts_in(source.name, text):
        yield _candidate((fact.title, fact.text, fact.when), where, holds, origin)


def _candidate(
    said: tuple[str, str, str], where: str, holds: frozenset[str], origin: Origin
) -> Candidate:
    title, text, when = said
    is_note = "when_to_load" in holds
    return capture(
        note_body(text, when, where.partition(":")[0]) if is_note else f"- {text}",
        Given(
            title=title,
            kind="tech" if is_note else "",
            keywords=key_terms(f"{title}\n\n{text}"),
            summary=shorten(text, FIRST_LOOK_CHARS),
            when_to_load=(when,) if is_note else (),
            source=f"file: {where}",
            origin=origin,
        ),
    )


def headline(text: str) -> str:
    """Return the beginning of `text` as a title, cut between words where it has any."""
    whole = headlines(text).title
    if len(whole) <= TITLE_CHARS:
        return whole
    cut = whole[:TITLE_CHARS]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut} …"


ACTION = "learn"
REPEATED = "repeated"
NO_ANSWERS: Mapping[str, Answer] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcerptOperation:
    """What becomes of one excerpt."""

    excerpt: Excerpt
    verb: Verb
    memory: MemoryId = ""
    """The memory that it becomes, joins, is already in or contradicts."""
    path: str = ""
    """The file in which that memory stands, or will stand."""
    reason: str = ""
    """Why it is skipped."""
    question: str = ""
    """What must be answered before it can be learnt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The outcome of a lesson; nothing has been written."""

    operations: tuple[ExcerptOperation, ...]
    governance: Governance | None
    """None when every excerpt is known already."""

    @property
    def affected(self) -> tuple[MemoryId, ...]:
        """The memories that the proposal makes or changes, each once."""
        left_alone = (Verb.SKIP, Verb.VETO)
        written = (each.memory for each in self.operations if each.verb not in left_alone)
        return tuple(dict.fromkeys(written))


def learn(
    excerpts: Sequence[Excerpt],
    view: View,
    neighbour_search: NeighbourSearch,
    answers: Mapping[str, Answer] = NO_ANSWERS,
    occasion: Occasion = NO_OCCASION,
) -> Learned:
    """Return what should become of `excerpts`; `answers` are a person's, by the id of the excerpt.

    What stands word for word in a memory is known whatever else is near: learning a folder again
    must propose nothing, even where two of its files contradict each other.
    """
    library = _Library(view)
    known: dict[str, ExcerptOperation] = {}
    first: dict[tuple[str, str], Excerpt] = {}
    fresh: list[Excerpt] = []
    for excerpt in excerpts:
        said = _named(excerpt), _said(excerpt.candidate.body)
        if memory := library.holder(*said):
            known[excerpt.id] = _known(excerpt, memory, view)
        elif said in first:
            known[excerpt.id] = ExcerptOperation(excerpt=excerpt, verb=Verb.SKIP, reason=REPEATED)
        else:
            first[said] = excerpt
            fresh.append(excerpt)
    if not fresh:
        return Learned(operations=tuple(known.values()), governance=None)
    told = [answers.get(excerpt.id, Answer()) for excerpt in fresh]
    candidates = [excerpt.candidate for excerpt in fresh]
    action = occasion.action or ACTION
    outcome = govern(candidates, view, neighbour_search, told, action=action, occasion=occasion)
    new = {each.excerpt.id: each for each in _operations(fresh, outcome, view)}
    merged = {**known, **new}
    return Learned(operations=tuple(merged[excerpt.id] for excerpt in excerpts), governance=outcome)


def known_in(excerpts: Sequence[Excerpt], view: View) -> frozenset[str]:
    """Return the ids of the excerpts that stand word for word in a living memory."""
    library = _Library(view)
    return frozenset(
        each.id for each in excerpts if library.holder(_named(each), _said(each.candidate.body))
    )


class _Library:
    """What every living memory says and said, found by any of its lines."""

    def __init__(self, view: View) -> None:
        self._texts: list[tuple[Memory, str]] = []
        self._with: dict[str, list[int]] = {}
        for memory in view.reading.memories:
            if memory.status is not Status.TOMBSTONED:
                text = _said(f"# {memory.title}\n{memory.body}\n{memory.history}")
                for line in set(text.split("\n")):
                    self._with.setdefault(line, []).append(len(self._texts))
                self._texts.append((memory, text))

    def holder(self, title: str, said: str) -> Memory | None:
        """Return the memory in which the lines of `said` stand one after another, under `title` if there is one."""
        first = said[1:].partition("\n")[0]
        held = (self._texts[at] for at in self._with.get(first, ()))
        return next((memory for memory, text in held if _stands_in(text, title, said)), None)


_HEADING = re.compile(r"#{1,6} ")
_OWN_HEADING = re.compile(r"#+ (?:Extension \(|Previous Version|Merged From |Context / Decision)")
"""Headings that a layout writes above what joined a memory, or what it said before."""


def _stands_in(text: str, title: str, said: str) -> bool:
    """Say whether a text holds lines under their own title: under another heading they say something else."""
    at = text.find(said)
    while at >= 0:
        before = [line for line in text[:at].split("\n") if line]
        above = [line for line in before if _HEADING.match(line)]
        heading = _bare(above[-1]) if above else ""
        if title in (heading, _bare(before[-1] if before else "")):
            return True
        is_own = len(above) <= 1 or _OWN_HEADING.match(above[-1]) is not None
        if not title and (is_own or heading in said):
            return True
        at = text.find(said, at + 1)
    return False


def _bare(line: str) -> str:
    return line.strip("#* ")


def _named(excerpt: Excerpt) -> str:
    """Return the title under which an excerpt stands, none where its text says the same."""
    title = " ".join(excerpt.candidate.title.split()).rstrip("…")
    return "" if fold(title) in fold(excerpt.candidate.body) else _bare(title)


def _said(text: str) -> str:
    """Return the lines of `text`, each whole: a line is never found inside another.

    A line and the same line as a point are one: mem-skill writes every text as points.
    """
    lines = (" ".join(line.split()).removeprefix("- ") for line in text.splitlines())
    return "\n" + "\n".join(filter(None, lines)) + "\n"


def _known(excerpt: Excerpt, memory: Memory, view: View) -> ExcerptOperation:
    return ExcerptOperation(
        excerpt=excerpt,
        verb=Verb.SKIP,
        memory=memory.id,
        path=view.path(memory.id),
        reason=SkipReason.ALREADY_KNOWN.value,
    )


def _operations(
    excerpts: Sequence[Excerpt], outcome: Governance, view: View
) -> list[ExcerptOperation]:
    places = _places(outcome, view)
    changes = iter(outcome.proposal.changes)
    found: list[ExcerptOperation] = []
    for excerpt, item in zip(excerpts, outcome.items, strict=True):
        own = [next(changes) for _ in item.changes]
        found.append(_operation(excerpt, item, own, places))
    return found


def _places(outcome: Governance, view: View) -> dict[MemoryId, str]:
    """Return where every memory will stand once the proposal is carried out."""
    files = dict(view.files)
    for edit in outcome.proposal.edits:
        if edit.after is not None:
            files[edit.path] = edit.after
    return {name: place.path for name, place in view.layout.parse(files).places.items()}


def _operation(
    excerpt: Excerpt, item: Governed, own: Sequence[Change], places: dict[MemoryId, str]
) -> ExcerptOperation:
    decision = item.case.decision
    memory: Memory | None = getattr(decision, "memory", None)
    name = name_after(own[0]) if own else memory.id if memory else ""
    return ExcerptOperation(
        excerpt=excerpt,
        verb=verb_of(decision),
        memory=name,
        path=places.get(name, ""),
        reason=decision.reason.value if isinstance(decision, Skip) else "",
        question=decision.question if isinstance(decision, Veto) else "",
    )
