"""From excerpts to the end of a lesson: talked about, then one proposal, one commit, one receipt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from commonplace.app.books import Book
from commonplace.app.governing import counsel_for
from commonplace.core.changes import NO_OCCASION, Occasion
from commonplace.core.governance import Verb
from commonplace.doors.cli.answers import read_answers
from commonplace.doors.cli.asking import is_asked
from commonplace.doors.cli.consent import Wish, settle, settle_anew, tell_doubts
from commonplace.doors.cli.desk import Desk
from commonplace.doors.cli.tutoring import Told, talk_through
from commonplace.doors.cli.watching import watched
from commonplace.doors.learned import STATUS, counts_as_text, learned_as_json, operations_as_text
from commonplace.doors.render import Json, visible
from commonplace.errors import Vetoed
from commonplace.flows.govern import Answer
from commonplace.flows.learn import Learned, Operation, learn
from commonplace.flows.lessons import Excerpt, Lesson
from commonplace.flows.view import View


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
    tell: Callable[[Sequence[Operation], str], str] = operations_as_text
    """How the operations are told, in a language."""


def with_answers(desk: Desk, study: Study, how: Wish, path: str) -> tuple[Study, Wish]:
    """Return the study with the answers of a file, which agree to all of it; as it is without one."""
    if not path:
        return study, how
    answers = read_answers(desk, path, len(study.excerpts))
    names = (excerpt.id for excerpt in study.excerpts)
    told = dict(zip(names, answers, strict=True))
    return replace(study, answers=told), replace(how, yes=True)


def settle_lesson(desk: Desk, book: Book, study: Study, how: Wish) -> int:
    """Put the excerpts before governance, bring the proposal to its end and return the exit code.

    An excerpt that contradicts the book is left out and its question told (exit code 3); the others
    are written: one contradiction in a folder must not cost the whole of it.
    """
    counsel = counsel_for(book)
    told = Told(excerpts=study.excerpts, answers=study.answers)
    if is_asked(desk, yes=how.yes) and not how.dry_run:
        told = talk_through(desk, book, study.excerpts, counsel)

    def attempt(view: View) -> int:
        with watched(desk, counsel, len(told.excerpts)) as asked:
            learned = learn(told.excerpts, view, asked, told.answers, study.occasion)
        return _settle(desk, book, replace(study, excerpts=told.excerpts), learned, how)

    return settle_anew(desk, book, attempt, how)


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
        code = _write(desk, book, learned, ending)
    return code or unanswered


def _write(desk: Desk, book: Book, learned: Learned, how: Wish) -> int:
    governance = learned.governance
    assert governance is not None, "there is something to write"
    if governance.degraded:
        desk.notice("notice.compared-by-words", why=governance.degraded)
    tell_doubts(desk, governance, "notice.doubtful-part")
    how = replace(how, must_ask=how.must_ask or governance.is_open)
    return settle(desk, book, governance.proposal, how)


def _tell_questions(desk: Desk, learned: Learned) -> int:
    """Tell what contradicts the book, and return the exit code that says so."""
    vetoed = [each for each in learned.operations if each.verb is Verb.VETO]
    for each in vetoed:
        excerpt, question = visible(each.excerpt.segment.summary), visible(each.question)
        desk.notice("notice.vetoed-excerpt", excerpt=excerpt, id=each.memory, question=question)
    return Vetoed.exit_code if vetoed else 0
