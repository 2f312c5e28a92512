"""From governance to its end: a veto is a question, a skip is told, everything else is settled."""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.app.books import Book
from commonplace.app.govern import neighbour_search_for
from commonplace.core.answers import chosen
from commonplace.core.changes import Change, Create, Proposal, is_linking, name_after
from commonplace.core.governance import (
    Neighbour,
    Override,
    Skip,
    SkipReason,
    Unrelated,
    Verb,
    Veto,
    verb_of,
)
from commonplace.core.memory import Candidate, Memory, Status
from commonplace.core.names import check_topic
from commonplace.core.ports import Question
from commonplace.core.rejections import Exact, Near
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.consent import Wish, settle, settle_anew, shown_differences, tell_doubts
from commonplace.doors.cli.context import Desk
from commonplace.doors.cli.questions import NO, YES, Terminal, is_asked, terminal_of
from commonplace.doors.render.common import Json, visible
from commonplace.errors import Vetoed
from commonplace.flows.capture import line, reworded
from commonplace.flows.govern import Answer, Governance, Governed, NeighbourSearch, govern
from commonplace.flows.proposals import advanced
from commonplace.flows.view import View

COMPARE, OTHER, TOPIC, WHEN, EDIT, SKIP, REST, BACK, UNLINKED = (
    "compare", "other", "topic", "when", "edit", "skip", "rest", "back", "unlinked",
)  # fmt: skip
SHORT_LINES = 6
"""So much of each file is shown of a text that is one of several; all of it is one key away."""
LONG_LINES = 24
_COLOUR = r"(?:\x1b\[\d*m)?"
_FIELDS = re.compile(
    rf"^{_COLOUR}\+---{_COLOUR}\n(?:{_COLOUR}\+[^\n]*\n)*?{_COLOUR}\+---{_COLOUR}$", re.MULTILINE
)
"""The front matter of a file that is new: title, topic and key terms are told above it."""
_SAYS = re.compile(rf"^{_COLOUR}[-+](?!\+\+|--)(?:{_COLOUR}[^\w\x1b])*{_COLOUR}\w")
_VERBS = {verb.value: verb for verb in Verb}


@dataclass(frozen=True, slots=True)
class Agreed:
    """Write exactly what was shown."""

    is_rest: bool = False
    """Whether the texts after it are agreed to as well, as far as nothing about them is doubtful."""


@dataclass(frozen=True, slots=True)
class Declined:
    """Write nothing of it."""

    is_refused: bool = False
    """Whether that was a no, and not just a skip."""


@dataclass(frozen=True, slots=True)
class Again:
    """Do something else with it: decide again with this answer, under this topic, in these words, for these cues."""

    answer: Answer
    topic: str = ""
    text: str = ""
    cues: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Back:
    """Ask again about the text before it."""


Reply = Agreed | Declined | Again | Back


@dataclass(frozen=True, slots=True)
class TextPosition:
    """Which of several texts is asked about, from 1."""

    number: int
    count: int


def is_talked_about(item: Governed) -> bool:
    """Say whether there is more to decide than yes or no: something related stands there already."""
    if isinstance(item.case.decision, Skip):
        return False
    return any(not isinstance(near.relation, Unrelated) for near in item.case.neighbours)


def is_doubtful(item: Governed) -> bool:
    """Say whether a text may contradict a memory or come near to what was refused."""
    decision = item.case.decision
    is_disputed = isinstance(decision, Veto) or bool(getattr(decision, "question", ""))
    return is_disputed or isinstance(item.case.refused, Near)


def converse(
    desk: Desk,
    book: Book,
    item: Governed,
    proposal: Proposal,
    answer: Answer,
    *,
    place: TextPosition | None = None,
) -> Reply:
    """Ask what should become of one text, alone or at its place among several, and return the reply.

    What is not doubtful is a matter of yes or no; whoever wants something else with it finds it by `?`.
    """
    terminal = terminal_of(desk)
    if place or is_talked_about(item):
        desk.echo(_described(desk, item, place), err=True)
    decision = item.case.decision
    if isinstance(decision, Veto):
        return _settled(desk, terminal, decision, answer, place)
    whole = shown_differences(book, proposal)
    cues = () if place else _proposed_cues(item, book)
    question = replace(_offered(book, item, place), details=whole)
    if _is_own(book, item):
        question = _about_own(desk, question, cues)
    else:
        question = replace(question, text=_question(desk, book, item))
    if place is not None and (short := _shortened(desk, whole)) != whole:
        question = replace(question, choices=(*question.choices, COMPARE), details=short)
    while True:
        match terminal.ask(question):
            case chosen if chosen in (YES, verb_of(decision).value):
                return Agreed()
            case chosen if chosen == REST:
                return Agreed(is_rest=True)
            case chosen if chosen in (None, NO, SKIP):
                return Declined(is_refused=chosen == NO)
            case chosen if chosen == BACK:
                return Back()
            case chosen if chosen == COMPARE:
                question = replace(question, details=whole)
            case chosen if cues and chosen == WHEN:
                return Again(answer, cues=_own_cues(desk, cues))
            case chosen:
                return _changed(desk, terminal, str(chosen), answer)


def _is_own(book: Book, item: Governed) -> bool:
    """Say whether a text becomes a memory of its own where only a change of others is confirmed at a gate."""
    is_new = verb_of(item.case.decision) == Verb.CREATE.value and not is_doubtful(item)
    return is_new and book.layout.traits.agrees_first


def _shortened(desk: Desk, whole: str) -> str:
    """Return a long difference as its first lines of text in each file, and how many more there are."""
    shown: list[str] = []
    for file in re.split(r"^(?=--- )", whole, flags=re.MULTILINE):
        head, mark, rest = file.partition("\n@@")
        lines = _FIELDS.sub("", rest, count=1).split("\n")[1:]
        told = [each for each in lines if _SAYS.search(each)]
        shown += [head, *told[:SHORT_LINES]] if mark else [head]
        if len(told) > SHORT_LINES:
            shown.append(desk.text("curate.more-lines", count=len(told) - SHORT_LINES))
    short = [each for each in shown if each.strip()]
    return "\n".join(short) if whole.count("\n") > LONG_LINES else whole


def _offered(book: Book, item: Governed, place: TextPosition | None) -> Question:
    """Return the answers that fit: those shown, and those that are understood besides."""
    verbs = [verb.value for verb in book.layout.traits.cut_offs.offers]
    of_others = (verb_of(item.case.decision).value, *verbs, Verb.MERGE.value, OTHER)
    is_alone = place is None and not is_talked_about(item)
    others = dict.fromkeys((*(() if is_alone else of_others), TOPIC, EDIT))
    linking = (UNLINKED,) if any(map(is_linking, item.changes)) else ()
    refusal = NO
    shown: tuple[str, ...] = (YES, NO)
    if place is not None:
        refusal = SKIP
        shown = (YES, SKIP, EDIT, TOPIC, *((REST,) if place.number < place.count else ()))
        shown += (BACK,) if place.number > 1 else ()
    elif book.layout.traits.agrees_first and not _is_own(book, item):
        shown = (YES, NO, Verb.CREATE.value, COMPARE)
    elif is_doubtful(item):
        is_disputed = bool(getattr(item.case.decision, "question", ""))
        shown = (YES, NO, *others, *((WHEN,) if is_disputed else ()))
    silent = tuple(each for each in (*others, *linking, NO) if each not in shown)
    return Question(text="", choices=shown, silent=silent, default=refusal)


def _question(desk: Desk, book: Book, item: Governed) -> str:
    near = item.case.neighbours
    target = getattr(item.case.decision, "memory", None) or (near[0].memory if near else None)
    action = verb_of(item.case.decision).upper()
    if target is None:
        return desk.text("ask.what-now", action=action)
    link = f"[[{target.id}]]"
    return desk.text(book.layout.traits.question, link=link, action=action, kept=target.id)


def _described(desk: Desk, item: Governed, place: TextPosition | None) -> str:
    """Return the text, where it would go, and the memories near it with the recommendation."""
    candidate = item.case.candidate
    recommended = verb_of(item.case.decision).upper()
    target = getattr(item.case.decision, "memory", None)
    topic = candidate.topic or _topic(target) or candidate.guessed_topic
    where = f"[{place.number}/{place.count}] " if place else ""
    lines = [
        where + desk.text("curate.segment", title=visible(candidate.title)),
        desk.text("curate.topic", topic=visible(topic) or "-"),
        desk.text("curate.terms", terms=visible(", ".join(candidate.keywords)) or "-"),
    ]
    for number, near in enumerate(_related(item), 1):
        mark = f" -> {recommended}" if near.memory == target else ""
        lines.append(f"  {number}. {near.memory.id} ({near.overlap:.0%}) {_why(desk, near)}{mark}")
    if linked := [name_after(change) for change in item.changes if is_linking(change)]:
        lines.append(desk.text("curate.links", ids=", ".join(linked)))
    return "\n".join(lines)


def _topic(memory: Memory | None) -> str:
    return memory.topic if memory else ""


def _related(item: Governed) -> list[Neighbour]:
    return [near for near in item.case.neighbours if not isinstance(near.relation, Unrelated)]


def _why(desk: Desk, near: Neighbour) -> str:
    """Return how a neighbour relates, with the words or the values that say so."""
    evidence = near.relation.evidence
    differing = [f"{each.old} / {each.new}" for each in evidence.differing]
    reasons = visible(", ".join(differing or evidence.shared[:5]))
    return f"{desk.text(f'relation.{type(near.relation).__name__.lower()}')}: {reasons}"


def _settled(
    desk: Desk, terminal: Terminal, veto: Veto, answer: Answer, place: TextPosition | None
) -> Reply:
    """Ask the question of a contradiction: yes replaces the memory; no answer leaves it unsettled."""
    update, create = Verb.UPDATE.value, Verb.CREATE.value
    question = Question(
        text=f"{visible(veto.question)}\n{desk.text('ask.settle', id=veto.memory.id)}",
        choices=(YES, NO, create, WHEN, *((BACK,) if place and place.number > 1 else ())),
        silent=(update, SKIP),
        default=NO,
    )
    chosen = terminal.ask(question)
    if chosen in (NO, SKIP, None):
        return Declined()
    if chosen == BACK:
        return Back()
    when = ""
    if chosen == WHEN:
        when = terminal.ask(Question(text=desk.text("ask.when"), is_open=True)) or ""
        if not when:
            return Declined()
    verb = Verb.SUPERSEDE if chosen in (YES, update) else Verb.CREATE
    return Again(replace(answer, override=Override(verb, veto.memory.id, when)))


def _changed(desk: Desk, terminal: Terminal, chosen: str, answer: Answer) -> Reply:
    target = answer.override.target if answer.override else ""
    if chosen in (TOPIC, EDIT):
        said = terminal.ask(Question(text=desk.text(f"ask.{chosen}-text"), is_open=True)) or ""
        return Again(answer, said) if chosen == TOPIC else Again(answer, text=said)
    if chosen == UNLINKED:
        return Again(replace(answer, is_linked=False))
    if chosen == WHEN:
        when = terminal.ask(Question(text=desk.text("ask.when"), is_open=True)) or ""
        narrowed = Override(Verb.CREATE, target, when) if when else answer.override
        return Again(replace(answer, override=narrowed))
    if chosen == OTHER:
        target = terminal.ask(Question(text=desk.text("ask.other"), is_open=True)) or target
        verb = answer.override.verb if answer.override else Verb.EXTEND
        return Again(replace(answer, override=Override(verb, target)))
    return Again(replace(answer, override=Override(_VERBS[chosen], target)))


def as_told(candidate: Candidate, reply: Again) -> Candidate:
    """Return a text under the topic, in the words and for the cues that a person wants for it."""
    if reply.text:
        candidate = reworded(candidate, reply.text)
    if reply.cues:
        candidate = replace(candidate, when_to_load=reply.cues)
    return replace(candidate, topic=line(check_topic(reply.topic))) if reply.topic else candidate


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """One text that somebody wants to be remembered, and what they said about it in advance."""

    candidate: Candidate
    answer: Answer


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A text as a person wants it."""

    asked: RememberRequest
    changes: tuple[Change, ...]
    """What it means for the texts after it."""
    is_agreed: bool
    """Whether they have agreed to just this; else they are asked once for all."""


def settle_texts(desk: Desk, book: Book, texts: Sequence[RememberRequest], how: Wish) -> int:
    """Govern `texts` and bring them to their end: in a conversation when somebody is there."""
    neighbour_search = neighbour_search_for(book)
    if is_asked(desk, yes=how.yes) and not how.dry_run:
        spoken = _talk_through(desk, book, _chosen(desk, texts), neighbour_search)
        if not spoken:
            desk.show(desk.text("notice.declined"), {"result": "declined"})
            return 0
        texts = [each.asked for each in spoken]
        if all(each.is_agreed for each in spoken):
            how = replace(how, agreed="terminal")

    def attempt(view: View) -> int:
        candidates, answers = zip(*((each.candidate, each.answer) for each in texts), strict=True)
        return settle_governed(desk, book, govern(candidates, view, neighbour_search, answers), how)

    return settle_anew(desk, book, attempt, how, is_part=len(texts) == 1)


def _chosen(desk: Desk, texts: Sequence[RememberRequest]) -> list[RememberRequest]:
    """Ask which of several texts are meant at all; one alone is asked about by itself."""
    if len(texts) == 1:
        return list(texts)
    for number, each in enumerate(texts, 1):
        desk.echo(f"{number}. {visible(each.candidate.title)}", err=True)
    question = Question(text=desk.text("ask.which"), is_open=True)
    answer = terminal_of(desk).ask(question) or "none"
    return [texts[place] for place in chosen(answer, [each.candidate.title for each in texts])]


def _talk_through(
    desk: Desk, book: Book, texts: Sequence[RememberRequest], neighbour_search: NeighbourSearch
) -> list[_Spoken]:
    """Talk about each text and return those that are wanted; nothing is written before the last answer.

    Whoever leaves at a question leaves the book as it was, whatever was said about the texts before.
    """
    wanted: list[_Spoken] = []
    ahead = book.view(desk.clock())
    for text in texts:
        if spoken := _talk(desk, book, text, ahead, neighbour_search):
            wanted.append(spoken)
            ahead = advanced(ahead, spoken.changes)
    return wanted


def _talk(
    desk: Desk, book: Book, asked: RememberRequest, view: View, neighbour_search: NeighbourSearch
) -> _Spoken | None:
    """Talk about one text until it is agreed what becomes of it; None when it is not wanted."""
    while True:
        governance = govern([asked.candidate], view, neighbour_search, [asked.answer])
        (item,) = governance.items
        if not (is_talked_about(item) or _proposed_cues(item, book)):
            return _Spoken(asked, item.changes, is_agreed=not item.changes)
        tell_doubts(desk, governance)
        reply = converse(desk, book, item, governance.proposal, asked.answer)
        match reply:
            case Agreed():
                return _Spoken(asked, item.changes, is_agreed=True)
            case Declined():
                # A contradiction that nobody settles is told at the end, whatever else is written.
                is_veto = isinstance(item.case.decision, Veto)
                return _Spoken(asked, (), is_agreed=True) if is_veto else None
            case Again() as other:
                asked = RememberRequest(as_told(asked.candidate, other), other.answer)
            case Back():
                continue


def _proposed_cues(item: Governed, book: Book) -> tuple[str, ...]:
    """Return the cues that a new note would get because nobody has said when it is wanted."""
    is_said = item.case.candidate.when_to_load or is_doubtful(item)
    if is_said or not book.layout.traits.asks_for_cues:
        return ()
    made = (change.memory for change in item.changes if isinstance(change, Create))
    return next((memory.when_to_load for memory in made), ())


def _about_own(desk: Desk, question: Question, cues: tuple[str, ...]) -> Question:
    """Return what is asked about a new note: whether it is wanted, and when, as far as nobody has said."""
    if not cues:
        return replace(question, text=desk.text("ask.remember"))
    text = desk.text("ask.cues", cues=visible("; ".join(cues)))
    return replace(question, text=text, choices=(*question.choices, WHEN), about="cues")


def _own_cues(desk: Desk, proposed: tuple[str, ...]) -> tuple[str, ...]:
    said = terminal_of(desk).ask(Question(text=desk.text("ask.cue-text"), is_open=True))
    own = (line(each) for each in re.split("[;；]", said or ""))
    return tuple(filter(None, own)) or proposed


def settle_governed(desk: Desk, book: Book, governance: Governance, how: Wish) -> int:
    """Bring what was decided to its end and return the exit code.

    A contradiction that nobody has settled is an error of its own (exit code 3), whatever was agreed
    in advance: `--yes` agrees to a proposal, and here there is none to agree to.
    """
    if governance.degraded:
        desk.notice("notice.compared-by-words", why=governance.degraded)
    code = 0
    if not how.agreed:
        tell_doubts(desk, governance)
    if governance.proposal.changes:
        is_claimed = bool(desk.agent and governance.proposal.is_disputed)
        settled = replace(how, must_ask=how.must_ask or governance.is_open or is_claimed)
        code = settle(desk, book, governance.proposal, settled)
    for item in governance.items:
        _tell(desk, item)
    return code


def _tell(desk: Desk, item: Governed) -> None:
    match item.case.decision:
        case Veto(memory, question):
            raise Vetoed("vetoed", question=question, id=memory.id, title=memory.title)
        case Skip(SkipReason.REJECTED as reason):
            _tell_refused(desk, item.case.refused, {"result": "skipped", "reason": reason.value})
        case Skip(reason, memory):
            name = memory.id if memory else ""
            value: dict[str, Json] = {"result": "skipped", "reason": reason.value, "memory": name}
            key = f"skipped.{reason}"
            if (
                memory
                and memory.status is Status.QUARANTINED
                and reason is SkipReason.ALREADY_KNOWN
            ):
                key, value = f"{key}-held", {**value, "held": True}
            desk.show(desk.text(key, id=name), value)
        case _:
            return


def _tell_refused(desk: Desk, refused: Exact | Near | None, value: dict[str, Json]) -> None:
    assert refused is not None, "what is skipped as refused names its rejection"
    rejection = refused.rejection
    why = f" ({visible(rejection.reason)})" if rejection.reason else ""
    text = desk.text("skipped.rejected", at=rejection.at, why=why)
    desk.show(text, {**value, "rejection": rejection.id, "at": str(rejection.at)})
