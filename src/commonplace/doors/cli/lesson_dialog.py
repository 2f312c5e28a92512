"""From excerpts to the end of a lesson: talked about, then one proposal, one commit, one receipt.

A lesson as people and programs read it: the content map, the operations, and what is skipped.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, auto

import click

from commonplace.app.books import Book
from commonplace.app.govern import (
    KeptAnswer,
    drop_kept_answers,
    keep_answer,
    kept_answer,
    neighbour_search_for,
)
from commonplace.core.changes import NO_OCCASION, Occasion
from commonplace.core.governance import CreateMemory, Label, Override, Skip, Verb
from commonplace.core.ports import Question
from commonplace.core.search import Query, SearchResult
from commonplace.core.values import dataclass, field, replace
from commonplace.doors.cli.consent import Wish, settle, settle_anew, tell_doubts
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.governance_dialog import (
    Again,
    Agreed,
    Back,
    Declined,
    TextPosition,
    as_told,
    converse,
    is_doubtful,
)
from commonplace.doors.cli.questions import (
    YES,
    Choice,
    choose_one,
    is_asked,
    read_answers,
    terminal_of,
)
from commonplace.doors.render.common import Json, visible
from commonplace.errors import LeftPending, Vetoed
from commonplace.flows.govern import Answer, Governed, NeighbourSearch, govern
from commonplace.flows.learn import (
    ACTION,
    Excerpt,
    ExcerptOperation,
    Learned,
    Lesson,
    learn,
    total_tokens,
)
from commonplace.flows.view import View
from commonplace.messages import say

STATUS = {"committed": "completed", "skipped": "completed", "declined": "cancelled"}
"""What the seed calls the ends of a lesson; every other end keeps its own name."""


def content_map_as_json(lesson: Lesson, excerpts: Sequence[Excerpt]) -> dict[str, Json]:
    """Return the content map in the seed's own shape (B1.7)."""
    return {
        "source": {
            "type": lesson.mode.value,
            "path": lesson.path,
            "total_tokens": total_tokens(excerpts),
        },
        "segments": [_segment_as_json(excerpt) for excerpt in excerpts],
    }


def learned_as_json(
    lesson: Lesson, excerpts: Sequence[Excerpt], learned: Learned, beside: dict[str, Json]
) -> dict[str, Json]:
    """Return what a lesson comes to; `beside` is what its mode adds."""
    return {
        "mode": lesson.mode.value,
        **beside,
        "content_map": content_map_as_json(lesson, excerpts),
        "operations": [_operation_as_json(each) for each in learned.operations],
        "memories_affected": len(learned.affected),
    }


def left_out_as_text(counts: Mapping[str, int], language: str) -> str:
    """Return what a source had that nobody asks for, and how many pieces of each."""
    return ", ".join(
        say(f"learn.noise-{name}", language, count=str(count)) for name, count in counts.items()
    )


def operations_as_text(operations: Sequence[ExcerptOperation], language: str) -> str:
    """Return one line for each segment that is learnt, and one for each that is not."""
    return "\n".join(_operation_as_text(each, language) for each in operations)


def counts_as_text(operations: Sequence[ExcerptOperation], language: str) -> str:
    """Return how many segments came to what."""
    counts = Counter(each.verb for each in operations)
    told = [
        say(f"learn.{verb}", language, count=str(counts[verb])) for verb in Verb if counts[verb]
    ]
    return ", ".join(told)


def _segment_as_json(excerpt: Excerpt) -> dict[str, Json]:
    segment = excerpt.segment
    return {
        "id": excerpt.id,
        "topic": excerpt.topic,
        "source_file": segment.source_file,
        "source_lines": segment.source_lines,
        "summary": segment.summary,
        "estimated_tokens": segment.estimated_tokens,
        "key_terms": list(segment.key_terms),
    }


def _operation_as_json(operation: ExcerptOperation) -> dict[str, Json]:
    told: dict[str, Json] = {
        "type": operation.verb.name,
        "segment_id": operation.excerpt.id,
        "memory_id": operation.memory or None,
        "memory_path": operation.path or None,
    }
    if category := operation.excerpt.candidate.kind:
        told["category"] = category
    if operation.reason:
        told["reason"] = operation.reason
    if operation.question:
        told["question"] = operation.question
    return told


def _operation_as_text(operation: ExcerptOperation, language: str) -> str:
    segment = operation.excerpt.segment
    where = f"{segment.source_file}:{segment.source_lines}" if segment.source_file else ""
    first = f"{operation.verb.name:9} {visible(segment.summary)}"
    target = f" -> {operation.memory}" if operation.memory else ""
    why = f" ({say(f'learn.why-{operation.reason}', language)})" if operation.reason else ""
    return f"{first}{f' [{visible(where)}]' if where else ''}{target}{why}"


LONG_FROM = 10
"""From so many questions on, a person at a terminal sees how far it has come."""


@contextmanager
def watched(desk: Desk, neighbour_search: NeighbourSearch, count: int) -> Iterator[NeighbourSearch]:
    """Yield a neighbour search whose every question moves a progress bar; `count` is the most it is asked."""
    if not desk.is_terminal or desk.wants_json or count < LONG_FROM:
        yield neighbour_search
        return
    label = desk.text("learn.comparing")
    with click.progressbar(length=count, label=label, file=sys.stderr) as bar:

        def find(query: Query) -> SearchResult:
            """Ask, and count the question."""
            bar.update(1)
            return neighbour_search.find(query)

        yield replace(neighbour_search, find=find)
        bar.update(count)


CATEGORIES = ("TECHNIQUE", "PATTERN", "CONFIG", "WORKFLOW", "INSIGHT")
"""The seed's taxonomy, in the order of its question (B2, task mode)."""
_SKIP = "SKIP"
_DECLINED = Answer(override=Override(Verb.SKIP))


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonAnswers:
    """The excerpts as a person wants them, and what should become of each."""

    excerpts: tuple[Excerpt, ...]
    answers: Mapping[str, Answer] = field(default_factory=dict)
    is_cancelled: bool = False
    """Whether a person said no, and not just skip, to every one that was asked about."""


def classified(desk: Desk, excerpts: Sequence[Excerpt]) -> tuple[Excerpt, ...]:
    """Return the excerpts with the category that a person gives each, without those worth none."""
    kept: list[Excerpt] = []
    for excerpt in excerpts:
        names = (*CATEGORIES, _SKIP)
        choices = [
            Choice(label=f"[{name}]", description=desk.text(f"learn.kind-{name.lower()}"))
            for name in names
        ]
        header = desk.text("learn.classification", summary=excerpt.segment.summary)
        name = names[choose_one(desk, header, choices)]
        if name != _SKIP:
            kept.append(of_kind(excerpt, name))
    return tuple(kept)


def of_kind(excerpt: Excerpt, kind: str) -> Excerpt:
    """Return `excerpt` as a candidate of that kind."""
    return replace(excerpt, candidate=replace(excerpt.candidate, kind=kind))


def talk_through(
    desk: Desk,
    book: Book,
    excerpts: Sequence[Excerpt],
    neighbour_search: NeighbourSearch,
    *,
    is_listed: bool = False,
) -> LessonAnswers:
    """Ask about every excerpt that is not known yet, forwards and back, and return what was said.

    Who has chosen them from a list is asked only where one would join a memory or is doubtful, and who has
    agreed to the rest only where something is doubtful.
    """
    view = book.view(desk.clock())
    with watched(desk, neighbour_search, len(excerpts)) as asked:
        proposed = learn(excerpts, view, asked)
    known = {each.excerpt.id for each in proposed.operations if each.verb is Verb.SKIP}
    wanted = [excerpt for excerpt in excerpts if excerpt.id not in known]
    kept, said = _kept(desk, book, wanted), dict[str, _Said]()
    at, agreed = 0, _Agreed.NEW if is_listed else _Agreed.NONE
    while at < len(wanted):
        if (before := kept.pop(wanted[at].id, None)) is not None:
            said[wanted[at].id], at = before, at + 1
            continue
        place = TextPosition(at + 1, len(wanted))
        found = _talk(desk, book, wanted[at], view, neighbour_search, place=place, agreed=agreed)
        if found is None:
            at, agreed = max(0, at - 1), _Agreed.NONE
            continue
        said[wanted[at].id] = found
        keep_answer(book, wanted[at].candidate, found.as_kept)
        at, agreed = at + 1, _Agreed.ALL if found.is_rest else agreed
    told = [said.get(excerpt.id, _Said(excerpt, Answer())) for excerpt in excerpts]
    return LessonAnswers(
        excerpts=tuple(each.excerpt for each in told),
        answers={each.excerpt.id: each.answer for each in told},
        is_cancelled=bool(said) and all(each.is_refused for each in said.values()),
    )


class _Agreed(Enum):
    """What somebody has agreed to before it is their turn; what is doubtful is asked about always."""

    NONE = auto()
    NEW = auto()
    ALL = auto()

    def covers(self, item: Governed) -> bool:
        """Say whether nothing needs to be asked about `item`."""
        is_within = isinstance(item.case.decision, CreateMemory) or self is _Agreed.ALL
        return self is not _Agreed.NONE and is_within and not is_doubtful(item)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a person wants of one excerpt."""

    excerpt: Excerpt
    answer: Answer
    is_rest: bool = False
    is_refused: bool = False

    @property
    def as_kept(self) -> KeptAnswer:
        """What of it outlasts the process."""
        return KeptAnswer(
            candidate=self.excerpt.candidate, answer=self.answer, is_refused=self.is_refused
        )


def _kept(desk: Desk, book: Book, wanted: Sequence[Excerpt]) -> dict[str, _Said]:
    """Return what a person said about these excerpts before they left, if they want to go on from there.

    What they took is named: an answer that comes from a file is theirs only when they have seen it.
    """
    look_up, found = kept_answer(book), dict[str, _Said]()
    for excerpt in wanted:
        if (kept := look_up(excerpt.candidate)) is not None:
            told = replace(excerpt, candidate=kept.candidate, topic=kept.candidate.topic)
            found[excerpt.id] = _Said(told, kept.answer, is_refused=kept.is_refused)
    if not found:
        return {}
    taken = [each.excerpt.candidate for each in found.values() if each.answer != _DECLINED]
    question = Question(
        text=desk.text("ask.go-on"),
        details="\n".join(
            [
                desk.text(
                    "learn.unfinished", count=len(found), total=len(wanted), taken=len(taken)
                ),
                *(f"  + {visible(each.title)}" for each in taken),
            ]
        ),
    )
    return found if terminal_of(desk).ask(question) == YES else {}


def _talk(
    desk: Desk,
    book: Book,
    excerpt: Excerpt,
    view: View,
    neighbour_search: NeighbourSearch,
    *,
    place: TextPosition,
    agreed: _Agreed,
) -> _Said | None:
    """Talk about one excerpt until it is agreed what becomes of it; None to go back to the one before."""
    answer = Answer()
    while True:
        governance = govern([excerpt.candidate], view, neighbour_search, [answer], action=ACTION)
        (item,) = governance.items
        if isinstance(item.case.decision, Skip) or agreed.covers(item):
            return _Said(excerpt, answer)
        tell_doubts(desk, governance, "notice.doubtful-part")
        match converse(desk, book, item, governance.proposal, answer, place=place):
            case Agreed(rest):
                return _Said(excerpt, answer, rest)
            case Declined(is_refused):
                return _Said(excerpt, _DECLINED, is_refused=is_refused)
            case Back():
                return None
            case Again() as reply:
                answer = reply.answer
                candidate = as_told(excerpt.candidate, reply)
                excerpt = replace(excerpt, candidate=candidate, topic=candidate.topic)


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A lesson cut into excerpts, and what its mode adds to the result."""

    lesson: Lesson
    excerpts: tuple[Excerpt, ...]
    beside: dict[str, Json]
    occasion: Occasion = NO_OCCASION
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """What somebody said in advance, by the id of the excerpt."""
    is_settled: bool = False
    """Whether a person has chosen these excerpts from a list that says what becomes of each."""
    tell: Callable[[Sequence[ExcerptOperation], str], str] = operations_as_text
    """How the operations are told, in a language."""


def with_answers(desk: Desk, study: Study, how: Wish, path: str) -> tuple[Study, Wish]:
    """Return the study with the answers of a file, which agree to all of it; as it is without one."""
    if not path:
        return study, how
    answers = read_answers(desk, path, len(study.excerpts))
    names = (excerpt.id for excerpt in study.excerpts)
    told = dict(zip(names, answers, strict=True))
    return replace(study, answers=told), replace(how, yes=True)


def labelled(study: Study, labels: tuple[Label, ...]) -> Study:
    """Return the study with what the agent that brought it says about the memories near its excerpts."""
    said = {
        each.id: replace(study.answers.get(each.id, Answer()), labels=labels)
        for each in study.excerpts
    }
    return replace(study, answers=said) if labels else study


def settle_lesson(desk: Desk, book: Book, study: Study, how: Wish) -> int:
    """Put the excerpts before governance, bring the proposal to its end and return the exit code.

    An excerpt that contradicts the book is left out and its question told (exit code 3); the others
    are written: one contradiction in a folder must not cost the whole of it.
    """
    neighbour_search = neighbour_search_for(book)
    told = LessonAnswers(excerpts=study.excerpts, answers=study.answers)
    if is_asked(desk, yes=how.yes) and not how.dry_run:
        told = _talked(desk, book, study, neighbour_search)
        how = replace(how, agreed="terminal")
    if told.is_cancelled:
        drop_kept_answers(book)
        desk.show(desk.text("notice.lesson-cancelled"), {"result": "declined"})
        return 0

    def attempt(view: View) -> int:
        with watched(desk, neighbour_search, len(told.excerpts)) as asked:
            learned = learn(told.excerpts, view, asked, told.answers, study.occasion)
        return _settle(desk, book, replace(study, excerpts=told.excerpts), learned, how)

    code = settle_anew(desk, book, attempt, how)
    if not how.dry_run:
        drop_kept_answers(book)
    return code


def _talked(
    desk: Desk, book: Book, study: Study, neighbour_search: NeighbourSearch
) -> LessonAnswers:
    """Talk the lesson through; whoever leaves before its end is told how to go on with it."""
    try:
        return talk_through(
            desk, book, study.excerpts, neighbour_search, is_listed=study.is_settled
        )
    except click.Abort:
        desk.notice("learn.answers-kept")
        raise


def _settle(desk: Desk, book: Book, study: Study, learned: Learned, how: Wish) -> int:
    def story(result: str) -> dict[str, Json]:
        """Return what programs are told beside the result."""
        told = learned_as_json(study.lesson, study.excerpts, learned, study.beside)
        return {"status": STATUS.get(result, result), **told}

    plan = study.tell(learned.operations, desk.language)
    # Told first: what waits for a person must not hide what waits for an answer.
    unanswered, code = _tell_questions(desk, learned), 0
    if learned.governance is None or not learned.governance.proposal.changes:
        nothing = (plan, desk.text("learn.nothing"))
        desk.show("\n".join(filter(None, nothing)), {"result": "skipped", **story("skipped")})
    else:
        preface = f"{plan}\n{counts_as_text(learned.operations, desk.language)}"
        ending = replace(how, beside=story, preface=preface, declined="notice.lesson-cancelled")
        # Nobody agrees from a list to what was refused or is disputed: it is shown whole and asked about.
        if study.is_settled and not learned.governance.is_open:
            ending = replace(ending, agreed="terminal")
        try:
            code = _write(desk, book, learned, ending)
        except LeftPending as left:
            left.is_unanswered = bool(unanswered)
            raise
    return code or unanswered


def _write(desk: Desk, book: Book, learned: Learned, how: Wish) -> int:
    governance = learned.governance
    assert governance is not None, "there is something to write"
    if governance.degraded:
        desk.notice("notice.compared-by-words", why=governance.degraded)
    tell_doubts(desk, governance, "notice.doubtful-part")
    is_claimed = bool(desk.agent and governance.proposal.is_disputed)
    how = replace(how, must_ask=how.must_ask or governance.is_open or is_claimed)
    return settle(desk, book, governance.proposal, how)


def _tell_questions(desk: Desk, learned: Learned) -> int:
    """Tell what contradicts the book, and return the exit code that says so."""
    vetoed = [each for each in learned.operations if each.verb is Verb.VETO]
    for each in vetoed:
        excerpt, question = visible(each.excerpt.segment.summary), visible(each.question)
        desk.notice("notice.vetoed-excerpt", excerpt=excerpt, id=each.memory, question=question)
    return Vetoed.exit_code if vetoed else 0
