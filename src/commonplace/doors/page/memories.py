"""Search and read: what the book knows about a text, what it holds, and one memory with all that is known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from markupsafe import Markup

from commonplace.app.book_index import BookIndex
from commonplace.app.recall import Outline, searched, uses_of
from commonplace.app.upkeep import usage_of
from commonplace.core.changes import Receipt, fingerprint
from commonplace.core.memory import Memory
from commonplace.core.search import APPROVED, LIVING, Query, Sought
from commonplace.core.values import dataclass, replace
from commonplace.doors.page.markup import Span, rendered, word_difference
from commonplace.doors.page.visit import (
    NO_ENDING,
    DecisionResult,
    ListPart,
    Route,
    ShownPage,
    Visit,
    portion,
)
from commonplace.doors.render.common import visible
from commonplace.errors import BadInput
from commonplace.flows.change import Revision, edit, forget, restore
from commonplace.flows.recall import Recalled, recall
from commonplace.flows.refusals import nearly_refused
from commonplace.flows.view import Selection, View, is_wanted, select

MOST_FOUND, MOST_FOUND_MORE = 20, 100
"""So many are shown as one types, and so many where somebody wants more: each is read for the sentence that answers."""
MOST_TOPICS, MOST_KINDS = 200, 50
"""So many are offered as filters, the most frequent first; others can be typed."""
MOST_RECEIPTS_READ, MOST_RECEIPTS_SHOWN = 500, 20
LINES, LISTS = ("title", "topic", "kind", "summary", "source"), ("tags", "keywords")
"""What can be edited beside the text and the questions, as one line and as words with commas."""


def search(visit: Visit) -> ShownPage:
    """Show what is known about a text, or without one everything there is, the newest first."""
    asked = {
        name: visit.get(name) for name in ("q", "topic", "kind", "tag", "held", "scores", "more")
    }
    answer = _found(visit, asked) if asked["q"].strip() else None
    outline = visit.outline()
    values: dict[str, object] = {
        "asked": asked,
        "topics": _frequent((each.topic for each in outline.memories), MOST_TOPICS),
        "kinds": _frequent((each.kind for each in outline.memories), MOST_KINDS),
        "answer": answer,
        "listed": None if answer else _listed(visit, outline, asked),
        "total": len(outline.memories),
        "has_more": answer and not asked["more"] and len(answer.found) >= MOST_FOUND,
    }
    return ShownPage(template="search.html", values=values)


def _found(visit: Visit, asked: Mapping[str, str]) -> Recalled:
    query = Query(
        text=asked["q"],
        most=MOST_FOUND_MORE if asked["more"] else MOST_FOUND,
        topic=asked["topic"],
        kind=asked["kind"],
        tag=asked["tag"],
        statuses=LIVING if asked["held"] else APPROVED,
    )
    settings = visit.desk.settings
    sources = [searched(visit.book, settings, BookIndex.freshen_at_a_glance)]
    return recall(query, sources, speak=settings.speak)


def _listed(visit: Visit, outline: Outline, asked: Mapping[str, str]) -> ListPart[Memory]:
    """Return the part of the list that is wanted; only its files are read, unless tombstoned ones are wanted."""
    tags = (asked["tag"],) if asked["tag"] else ()
    is_whole = bool(asked["held"])
    wanted = Selection(topic=asked["topic"], kind=asked["kind"], tags=tags, is_whole=is_whole)
    if is_whole:
        found: Sequence[Memory] = select(
            visit.view().reading.memories, wanted, visit.book.ledger.moments()
        )
    else:
        found = visit.newest(outline)
        if wanted != Selection():
            found = tuple(each for each in found if is_wanted(each, wanted))
    listed = portion(found, visit.number)
    return replace(listed, items=[visit.view_of(each.id, outline)[1] for each in listed.items])


def _frequent(values: Iterator[str], most: int) -> list[tuple[str, int]]:
    return Counter(filter(None, values)).most_common(most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A memory that another one leads to, or a link that leads nowhere."""

    name: str
    memory: Memory | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPage:
    """One memory with everything that is shown of it."""

    memory: Memory
    path: str
    text: Markup
    history: Markup
    links: tuple[Linked, ...]
    linked_from: tuple[Memory, ...]
    changes: tuple[tuple[Receipt, tuple[Span, ...]], ...]
    """The commits that changed it, the newest first, each with how its text did, word by word."""
    used: int
    unused: int
    seen: str | None
    """How its file was when this was shown, by hash."""
    fields: tuple[tuple[str, str], ...]
    """What can be edited as one line: its name, and what stands there now."""
    has_questions: bool


def read(visit: Visit) -> ShownPage:
    """Show one memory."""
    return _shown(visit, visit.get("id"), NO_ENDING)


def revise(visit: Visit) -> ShownPage:
    """Write what was edited, as a proposal that its person has just agreed to."""
    view = visit.view()
    memory = view.memory(visit.get("id"))
    if _seen(view, memory) != visit.get("seen"):
        return _shown(visit, memory.id, DecisionResult(said=(visit.text("page.memory-moved"),)))
    proposal = edit(memory.id, _revision(visit, memory), view)
    near = nearly_refused(proposal.changes, view)
    if near is not None:
        visit.desk.notice("notice.nearly-refused", at=near.at, claim=visible(near.line))
    ending = visit.settle(proposal)
    return _shown(visit, proposal.changes[0].after.id, ending)  # type: ignore[union-attr]


def bury(visit: Visit) -> ShownPage:
    """Forget one memory: it stays on disk with its reason, and what it says is refused from now on."""
    view = visit.view()
    reason = visit.get("reason") or visit.text("page.memory-reason-default")
    proposal = forget([visit.get("id")], reason, view, who=visit.desk.who)
    return _shown(visit, visit.get("id"), visit.settle(proposal))


def bring_back(visit: Visit) -> ShownPage:
    """Let a forgotten memory live again."""
    return _shown(visit, visit.get("id"), visit.settle(restore(visit.get("id"), visit.view())))


def _revision(visit: Visit, memory: Memory) -> Revision:
    """Return what differs from what was shown; a field that was not sent stays."""
    told: dict[str, object] = {}
    for name in (*LINES, "body"):
        if name in visit.told and visit.get(name).strip() != getattr(memory, name).strip():
            told[name] = visit.get(name)
    for name, sign in (*((name, ",") for name in LISTS), ("when_to_load", "\n")):
        words = tuple(filter(None, (each.strip() for each in visit.get(name).split(sign))))
        if name in visit.told and words != getattr(memory, name):
            told[name] = words
    if not told:
        raise BadInput("nothing-to-change", id=memory.id)
    return replace(Revision(), **told)  # type: ignore[arg-type]


def _shown(visit: Visit, name: str, ending: DecisionResult) -> ShownPage:
    view, memory = visit.view_of(name, visit.outline(Sought(names=(name,))))
    around = Sought(
        names=(memory.id, *memory.links), texts=(memory.id, *memory.links, memory.title)
    )
    others = visit.outline(around).memories
    reader = _reader(visit, view, memory, others)
    location = visit.link("/memory", id=reader.memory.id)
    return ShownPage(
        template="memory.html", values={"reader": reader}, location=location, ending=ending
    )


def _reader(visit: Visit, view: View, memory: Memory, others: Sequence[Memory]) -> MemoryPage:
    known = linkable(others)
    used, unused = uses_of(visit.book).get(memory.id, (0, 0))
    return MemoryPage(
        memory=replace(memory, usage=usage_of(visit.book, view)[memory.id]),
        path=view.path(memory.id),
        text=rendered(memory.body),
        history=rendered(memory.history),
        links=tuple(Linked(name=each, memory=known.get(each)) for each in memory.links),
        linked_from=tuple(each for each in others if _leads_to(each, memory)),
        changes=tuple(_changes(visit, memory)),
        used=used,
        unused=unused,
        seen=_seen(view, memory),
        fields=tuple(_fields(view, memory)),
        has_questions="when_to_load" in view.layout.holds,
    )


def linkable(memories: Sequence[Memory]) -> dict[str, Memory]:
    """Return every memory by what a link may call it: its title, or its name."""
    return {each.title: each for each in memories} | {each.id: each for each in memories}


def _leads_to(memory: Memory, other: Memory) -> bool:
    return memory.id != other.id and (other.id in memory.links or other.title in memory.links)


def _lately(visit: Visit) -> Iterator[Receipt]:
    return islice(visit.book.store.receipts(), MOST_RECEIPTS_READ)


def _changes(visit: Visit, memory: Memory) -> Iterator[tuple[Receipt, tuple[Span, ...]]]:
    about = (each for each in _lately(visit) if memory.id in each.memories)
    for receipt in islice(about, MOST_RECEIPTS_SHOWN):
        before, after = (
            _said(visit, receipt, memory, "before"),
            _said(visit, receipt, memory, "after"),
        )
        is_changed = before and after and before != after
        yield receipt, word_difference(before, after) if is_changed else ()


def _said(visit: Visit, receipt: Receipt, memory: Memory, side: str) -> str:
    """Return what a memory said on one `side` of a commit; empty where it was not there."""
    sides = ((each.path, getattr(each, side)) for each in receipt.images)
    files = {path: content for path, content in sides if content is not None}
    found = visit.book.layout.parse(files).memories
    return next((each.body for each in found if each.id == memory.id), "")


def _seen(view: View, memory: Memory) -> str | None:
    return fingerprint(view.files[view.path(memory.id)])


def _fields(view: View, memory: Memory) -> Iterator[tuple[str, str]]:
    for name in (*LINES, *LISTS):
        value = getattr(memory, name)
        if name in view.layout.holds:
            yield name, value if isinstance(value, str) else ", ".join(value)


ROUTES = (
    Route(path="/search", shown=search),
    Route(path="/memory", shown=read),
    Route(path="/memory/edit", shown=revise, writes=True),
    Route(path="/memory/forget", shown=bury, writes=True),
    Route(path="/memory/restore", shown=bring_back, writes=True),
)
