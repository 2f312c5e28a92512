"""Review: what waits for a person, one after the other, beside what the book says already.

What is agreed to is what was shown: the form names the digest of it, and when the book has moved on since,
the new state of things is shown instead and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from markupsafe import Markup

from commonplace.app.govern import (
    approval_of,
    governed_anew,
    is_outdated,
    saved_anew,
    shared_proposals,
)
from commonplace.app.recall import Outline
from commonplace.core.changes import (
    Bury,
    Change,
    Compared,
    Create,
    Edit,
    Erase,
    Proposal,
    Restore,
    is_linking,
)
from commonplace.core.governance import Override, Verb, Veto
from commonplace.core.memory import Candidate, Memory, Status
from commonplace.core.search import Sought
from commonplace.core.values import dataclass, replace
from commonplace.doors.cli.consent import settle
from commonplace.doors.cli.governance_dialog import is_doubtful, is_talked_about, settle_governed
from commonplace.doors.cli.review import reject_proposal, reworded, settle_instead
from commonplace.doors.page.activity import undone
from commonplace.doors.page.markup import (
    DiffLine,
    Span,
    difference_lines,
    rendered,
    word_difference,
    words_in,
)
from commonplace.doors.page.visit import (
    NO_ENDING,
    PAGE_LENGTH,
    DecisionResult,
    Route,
    ShownPage,
    Visit,
    portion,
)
from commonplace.doors.render.common import block, difference
from commonplace.doors.render.proposals import proposal_label
from commonplace.errors import BadInput, NoSuchMemory
from commonplace.flows.govern import Answer, Governance
from commonplace.flows.proposals import APPROVE
from commonplace.flows.view import named

DECISIONS = (Verb.CREATE, Verb.EXTEND, Verb.UPDATE, Verb.MERGE, Verb.SUPERSEDE)
"""What a person may choose instead of what is proposed; the first keeps both."""
TEXT = "text-"
"""How the field begins that picks one text of a proposal; its place follows."""
WORDS = ("title", "topic", "body")
"""The fields in which a person says a text in their own words."""
FIELDS = (
    "title",
    "topic",
    "kind",
    "tags",
    "keywords",
    "summary",
    "when_to_load",
    "source",
    "links",
)
"""What is compared beside the text, in the words of `Memory`."""
CONTRADICTS, APART = "contradicts", "unrelated"
RELATIONS = (CONTRADICTS, "duplicate", "refines", "compatible", APART)
"""How a memory may stand to a new text, what a person must see first."""
READABLE = 0.4
"""The share of a memory that a new text must have for a difference by words to be read more easily than both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One thing that waits: a proposal, or a memory of the book that nobody has approved."""

    id: str
    action: str
    label: str
    what: Proposal | Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A proposal as it would be written now, with what was decided about its texts."""

    proposal: Proposal
    governance: Governance | None = None
    is_done: bool = False
    """Whether somebody has written it meanwhile, so that it only has to be let go."""

    @property
    def veto(self) -> Veto | None:
        """The contradiction that has to be settled before there is anything to write."""
        items = self.governance.items if self.governance else ()
        found = (item.case.decision for item in items)
        return next((each for each in found if isinstance(each, Veto)), None)

    @property
    def questions(self) -> tuple[tuple[str, str], ...]:
        """What a person has to look at before agreeing: each memory that may be contradicted, and the question."""
        known = "" if self.veto is None else self.veto.question
        found = {each.memory: _question(each) for each in self.proposal.compared if _question(each)}
        return tuple((name, asked) for name, asked in found.items() if asked != known)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write: it is known already."""
        return self.is_done or (self.governance is not None and not self.proposal.changes)

    @property
    def is_talked_about(self) -> bool:
        """Whether a person's own words are shown before they are written: they do not simply stand by themselves."""
        items = self.governance.items if self.governance else ()
        return self.is_empty or any(is_talked_about(item) or is_doubtful(item) for item in items)


def _question(compared: Compared) -> str:
    """Return what is open between a text and a memory: it is doubted, or the two contradict each other."""
    return compared.doubt or (compared.question if compared.relation == CONTRADICTS else "")


def review(visit: Visit) -> ShownPage:
    """Show what waits, and one of it whole: the one that is asked for, else the first."""
    waiting = waiting_in(visit)
    asked = visit.get("proposal")
    at = _place(waiting, asked) if asked else 0
    # Words in an address are no edit: they may be anybody's.
    told = {name: text for name, text in visit.told.items() if name not in WORDS}
    return _shown(visit.asking(**told), waiting, at)


def accept(visit: Visit) -> ShownPage:
    """Write exactly what was shown."""
    waiting, at, proposal = _asked(visit)
    described = described_now(visit, proposal)
    if described.proposal.digest != visit.get("digest"):
        return _shown(visit, waiting, at, DecisionResult(said=(visit.text("page.review-moved"),)))
    return _accepted(visit, at, proposal, described)


def _accepted(visit: Visit, at: int, proposal: Proposal, described: Described) -> ShownPage:
    ending = written(visit, proposal, described)
    if ending.receipt or described.is_empty:
        ending = _leave_waiting(visit, proposal, ending)
    return _next(visit, at, ending)


def written(visit: Visit, proposal: Proposal, described: Described) -> DecisionResult:
    """Write what was shown of a proposal, or let it go where there is nothing to write."""
    if described.is_empty and described.veto is None:
        visit.book.proposals.drop(proposal.id)
        visit.desk.notice("page.review-known")
        return DecisionResult(said=tuple(visit.desk.said))
    how = replace(visit.wish, instead_of=proposal.id)
    if described.governance is not None:
        settling = partial(settle_governed, visit.desk, visit.book, described.governance, how)
    else:
        settling = partial(settle, visit.desk, visit.book, described.proposal, how)
    return _settled(visit, proposal, settling)


def edit(visit: Visit) -> ShownPage:
    """Write the text of a proposal in the person's own words; first show what they mean beside what is known."""
    waiting, at, proposal = _asked(visit)
    described = described_now(visit, proposal)
    if described.is_talked_about:
        return _shown(visit, waiting, at, DecisionResult(said=(visit.text("page.review-edited"),)))
    return _accepted(visit, at, proposal, described)


def reject(visit: Visit) -> ShownPage:
    """Let a proposal go, and refuse from now on what it says."""
    _, at, proposal = _asked(visit)
    reason = visit.get("reason") or visit.text("page.review-reason-default")
    return _next(visit, at, rejected(visit, proposal, reason))


def rejected(visit: Visit, proposal: Proposal, reason: str) -> DecisionResult:
    """Let a proposal go for good."""
    rejecting = partial(reject_proposal, visit.desk, visit.book, proposal, reason, visit.wish)
    return visit.ending(rejecting)


def _settled(visit: Visit, proposal: Proposal, settling: Callable[[], int]) -> DecisionResult:
    return visit.ending(partial(settle_instead, visit.book, proposal, settling))


def waiting_in(visit: Visit) -> list[Waiting]:
    """Return everything that waits: proposals here and in the book, then what stands there unapproved."""
    pending = (*visit.book.proposals.list(visit.desk.clock()), *shared_proposals(visit.book))
    found = [
        Waiting(id=each.id, action=each.action, label=_label(each), what=each) for each in pending
    ]
    asked = {each.id for each in found}
    held = [
        Waiting(id=each.id, action=APPROVE, label=each.title, what=each)
        for each in _held(visit)
        if each.id not in asked
    ]
    return [*found, *held]


def count_waiting(visit: Visit) -> int:
    """Return how much waits; of what waits here, only the names are looked at."""
    asked = {*visit.book.proposals.names(), *(each.id for each in shared_proposals(visit.book))}
    return len(asked | {each.id for each in _held(visit)})


def _held(visit: Visit) -> list[Memory]:
    found = visit.outline(Sought(texts=(Status.QUARANTINED,))).memories
    return [each for each in found if each.status is Status.QUARANTINED]


def _label(proposal: Proposal) -> str:
    """Return what a proposal is about as one reads it: the titles of what says something new or goes."""
    said = [change for change in proposal.changes if not is_linking(change)]
    titles = [(each.after if isinstance(each, Edit) else each.memory).title for each in said]
    return " · ".join(titles) or proposal_label(proposal)


def take_back(visit: Visit) -> ShownPage:
    """Undo what was decided, and go on with what was shown beside it."""
    ending = undone(visit)
    waiting = waiting_in(visit)
    names = [each.id for each in waiting]
    at = names.index(visit.get("proposal")) if visit.get("proposal") in names else 0
    return _shown(visit, waiting, at, ending, moves=True)


def _place(waiting: Sequence[Waiting], name: str) -> int:
    return named(name, {each.id: at for at, each in enumerate(waiting)}, "no-proposal")


def _asked(visit: Visit) -> tuple[list[Waiting], int, Proposal]:
    waiting = waiting_in(visit)
    at = _place(waiting, visit.get("proposal"))
    return waiting, at, proposal_of(visit, waiting[at])


def proposal_of(visit: Visit, waiting: Waiting) -> Proposal:
    """Return what waits as a proposal: that of a memory in the book lifts its quarantine."""
    if isinstance(waiting.what, Proposal):
        return waiting.what
    view = visit.view()
    return approval_of(visit.book, view.memory(waiting.id), view)


def described_now(visit: Visit, proposal: Proposal) -> Described:
    """Return what accepting would write now: decided anew where the book has moved on, or as was asked."""
    book, now, answer = visit.book, visit.desk.clock(), _answer(visit)
    is_old, words = is_outdated(book, proposal), _words_of(visit)
    picked, rest = _picked(visit, proposal)
    if proposal.request and is_old and not words:
        made = saved_anew(book, proposal, now)
        return Described(proposal=made or proposal, is_done=made is None)
    if words or (proposal.candidates and (answer or is_old or proposal.is_question or rest)):
        governance = governed_anew(book, reworded(picked, words), now, answer)
        return Described(proposal=governance.proposal, governance=governance)
    return Described(proposal=proposal)


def _picked(visit: Visit, proposal: Proposal) -> tuple[Proposal, tuple[Candidate, ...]]:
    """Return a proposal with those of its texts that the person picked, and the others; all where none was."""
    asked = [f"{TEXT}{at}" in visit.told for at in range(len(proposal.candidates))]
    if all(asked) or not any(asked):
        return proposal, ()
    texts = tuple(zip(proposal.candidates, asked, strict=True))
    kept = tuple(each for each, is_asked in texts if is_asked)
    return replace(proposal, candidates=kept), tuple(
        each for each, is_asked in texts if not is_asked
    )


def _words_of(visit: Visit) -> dict[str, str]:
    """Return what a person says instead of a text that waits; nothing where they said nothing."""
    return {name: visit.get(name) for name in WORDS if visit.get(name)}


def _leave_waiting(visit: Visit, proposal: Proposal, ending: DecisionResult) -> DecisionResult:
    """Let the texts wait on that the person did not pick, as a proposal of their own, and tell so."""
    _, rest = _picked(visit, proposal)
    if not rest:
        return ending
    now = visit.desk.clock()
    left = replace(proposal, candidates=rest, edits=(), kept_pairs=())
    visit.book.proposals.save(governed_anew(visit.book, left, now).proposal, now)
    return replace(ending, said=(*ending.said, visit.text("page.review-rest", count=len(rest))))


def _answer(visit: Visit) -> Answer | None:
    """Return what the person wants done instead of what is proposed; None when they said nothing."""
    asked, when = visit.get("as"), visit.get("when")
    if not asked:
        return None
    if asked not in DECISIONS:
        raise BadInput("unknown-decision", name=asked, names=", ".join(DECISIONS))
    target = "" if asked == Verb.CREATE else visit.get("into")
    return Answer(override=Override(Verb(asked), target, when))


def _next(visit: Visit, at: int, ending: DecisionResult) -> ShownPage:
    """Show what waits now at the place of what was decided."""
    waiting = waiting_in(visit)
    return _shown(visit, waiting, min(at, len(waiting) - 1), ending, moves=True)


def _shown(
    visit: Visit,
    waiting: Sequence[Waiting],
    at: int,
    ending: DecisionResult = NO_ENDING,
    *,
    moves: bool = False,
) -> ShownPage:
    fresh = replace(visit, told={}) if moves else visit
    number = visit.number if visit.get("page") and not moves else at // PAGE_LENGTH + 1
    values: dict[str, object] = {
        "queue": portion(waiting, number),
        "count": len(waiting),
        "place": at + 1,
        "item": None,
        "undo_at": "/review/undo",
    }
    location = visit.link("/review")
    if waiting:
        current = waiting[at]
        location = visit.link("/review", proposal=current.id)
        values |= {
            "item": _item(fresh, proposal_of(visit, current)),
            "current": current,
            "previous": waiting[at - 1].id if at else "",
            "following": waiting[at + 1].id if at + 1 < len(waiting) else "",
        }
    return ShownPage(template="review.html", values=values, location=location, ending=ending)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """One memory as a proposal leaves it: its text, and by words what is different."""

    kind: str
    memory: Memory
    text: Markup
    spans: tuple[Span, ...] = ()
    fields: tuple[tuple[str, tuple[Span, ...]], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMemory:
    """A memory that the new text was compared with, and what was found."""

    compared: Compared
    relation: str
    memory: Memory | None
    spans: tuple[Span, ...]
    """What it says, and how the new text differs where much is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """Everything that is shown of one proposal."""

    proposal: Proposal
    asked: Proposal
    """The proposal as it waits, or with the texts that the person picked."""
    texts: tuple[tuple[str, str, bool], ...]
    """Where it has several: the field that picks each, its title, and whether it is picked."""
    described: Described
    changes: tuple[Changed, ...]
    near: tuple[ComparedMemory, ...]
    apart: tuple[ComparedMemory, ...]
    """What was compared, too, and has nothing to do with it."""
    files: tuple[tuple[DiffLine, ...], ...]
    decisions: tuple[Verb, ...]
    chosen: Answer | None
    words: Mapping[str, str]
    """What the person says instead of its text; empty where they said nothing."""

    @property
    def picks(self) -> dict[str, str]:
        """The fields that pick the texts; none where all are meant."""
        names = [name for name, _, is_picked in self.texts if is_picked]
        return dict.fromkeys(names, "1") if len(names) < len(self.texts) else {}


def _item(visit: Visit, asked: Proposal) -> ReviewItem:
    described = described_now(visit, asked)
    proposal = described.proposal
    picked, _ = _picked(visit, asked)
    edits = [difference(each, visit.book.store.read_one(each.path)) for each in proposal.edits]
    compared = tuple(_near(visit, proposal))
    return ReviewItem(
        proposal=proposal,
        asked=picked,
        texts=tuple(_texts(asked, picked)),
        described=described,
        changes=tuple(changed(proposal.changes)),
        near=tuple(each for each in compared if each.compared.relation != APART),
        apart=tuple(each for each in compared if each.compared.relation == APART),
        files=tuple(map(difference_lines, edits)),
        decisions=DECISIONS if asked.candidates else (),
        chosen=_answer(visit),
        words=_words_of(visit),
    )


def _texts(proposal: Proposal, picked: Proposal) -> Iterator[tuple[str, str, bool]]:
    if len(proposal.candidates) > 1:
        for at, each in enumerate(proposal.candidates):
            yield f"{TEXT}{at}", each.title, each in picked.candidates


def changed(changes: Sequence[Change]) -> Iterator[Changed]:
    """Yield what happens to each memory; what is only linked comes after what says something new."""
    for change in sorted(changes, key=is_linking):
        match change:
            case Create(memory):
                yield Changed(kind="create", memory=memory, text=rendered(memory.body))
            case Edit(before, after):
                yield _edited(before, after, "link" if is_linking(change) else "edit")
            case Bury(memory, tombstone):
                text = rendered(memory.body)
                yield Changed(kind="bury", memory=memory, text=text, reason=tombstone.reason)
            case Restore(memory):
                yield Changed(kind="restore", memory=memory, text=rendered(memory.body))
            case Erase(memory):
                yield Changed(kind="erase", memory=memory, text=rendered(memory.body))


def _edited(before: Memory, after: Memory, kind: str) -> Changed:
    told = [(name, _words(before, name), _words(after, name)) for name in FIELDS]
    fields = tuple((name, word_difference(old, new)) for name, old, new in told if old != new)
    spans = word_difference(before.body, after.body) if before.body != after.body else ()
    is_approval = before.status != after.status and not (fields or spans)
    return Changed(
        kind=APPROVE if is_approval else kind,
        memory=after,
        text=rendered(after.body),
        spans=spans,
        fields=fields,
    )


def _words(memory: Memory, name: str) -> str:
    value = getattr(memory, name)
    return value if isinstance(value, str) else ", ".join(value)


def _near(visit: Visit, proposal: Proposal) -> Iterator[ComparedMemory]:
    """Yield each memory that a text was compared with, once, the one that matters most first."""
    outline = visit.outline(Sought(names=tuple({each.memory for each in proposal.compared})))
    told: set[str] = set()
    for compared in sorted(proposal.compared, key=_weight):
        if compared.memory not in told:
            told.add(compared.memory)
            memory = _read(visit, compared.memory, outline)
            yield ComparedMemory(
                compared=compared,
                relation=visit.text(f"relation.{compared.relation}"),
                memory=memory,
                spans=() if memory is None else _against(memory, compared, proposal),
            )


def _weight(compared: Compared) -> tuple[int, float]:
    """Return what sorts contradictions before what is alike, and what is apart to the end."""
    return RELATIONS.index(compared.relation), -compared.overlap


def _against(memory: Memory, compared: Compared, proposal: Proposal) -> tuple[Span, ...]:
    """Return how the text that is nearest to a memory differs from it, or what the memory says where all differs.

    Of a memory that would be changed it is what stands there now, with what would go: what comes is beside it.
    """
    whole = (Span("same", block(memory.body)),)
    edited = [each.after for each in proposal.changes if isinstance(each, Edit)]
    after = next((each for each in edited if each.id == memory.id), memory)
    if after.body != memory.body:
        return tuple(
            each for each in word_difference(memory.body, after.body) if each.kind != "new"
        )
    if compared.relation == APART or not proposal.candidates:
        return whole
    known = words_in(memory.body)
    nearest = max(proposal.candidates, key=lambda each: len(known & words_in(each.body)))
    found = word_difference(memory.body, nearest.body)
    return found if _shared(found) >= READABLE * len(memory.body) else whole


def _shared(spans: Sequence[Span]) -> int:
    """Return how many letters two texts have in common."""
    return sum(len(each.text) for each in spans if each.kind == "same")


def _read(visit: Visit, name: str, outline: Outline) -> Memory | None:
    """Return a memory that a proposal speaks of; None when it is gone since."""
    try:
        return visit.view_of(name, outline)[1]
    except NoSuchMemory:
        return None


ROUTES = (
    Route(path="/review", shown=review),
    Route(path="/review/accept", shown=accept, writes=True),
    Route(path="/review/edit", shown=edit, writes=True),
    Route(path="/review/reject", shown=reject, writes=True),
    Route(path="/review/undo", shown=take_back, writes=True),
)
