"""Health and graph: how the book is as a whole, over time, and how its memories hang together.

Every picture is an SVG that is made here and shown as a list beside it, so that nobody has to see it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin, sqrt

from commonplace.app.recall import sessions_told
from commonplace.app.upkeep import care_for, curve, library_history, rates_of
from commonplace.core.health import COSTS, WEIGHTS, Score, cluster_of
from commonplace.core.memory import Memory, MemoryId
from commonplace.doors.cli.upkeep_offers import SHELVES
from commonplace.doors.page.memories import linkable
from commonplace.doors.page.review import review
from commonplace.doors.page.visit import Ending, Page, Route, Visit, portion
from commonplace.doors.render.distill import classification
from commonplace.errors import BadInput
from commonplace.flows.upkeep.outcome import Care
from commonplace.flows.view import View

MOST_OFFERED = 10
WIDTH, HEIGHT = 320, 90
"""Of a chart, in the units of its own drawing."""
MOST_POINTS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One figure over time: the line to draw, and what it says in words."""

    name: str
    points: tuple[tuple[str, float], ...]
    line: str
    """The points of the line, in the units of the drawing."""

    @property
    def last(self) -> float:
        """The newest value."""
        return self.points[-1][1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """One kind of upkeep with what it could do now."""

    mode: str
    choices: tuple[tuple[str, str, str], ...]
    """The name of each, as one reads it, and why."""
    left: int


def health(visit: Visit) -> Page:
    """Show the score with its parts, what could be done about it, and the figures over time."""
    care = care_for(visit.book, visit.view())
    found = care.found.health
    parts = zip(
        ("purge", "merge", "compress"),
        (found.purge, found.merge, found.compress),
        COSTS,
        strict=True,
    )
    worst = sorted(care.found.scores.values(), key=lambda each: -each.composite)[:MOST_OFFERED]
    values: dict[str, object] = {
        "health": found,
        "parts": [(name, count, count * cost) for name, count, cost in parts],
        "worst": [(each, _parts(each)) for each in worst if each.composite > 0],
        "offers": list(_offers(visit, care)),
        "charts": list(_charts(visit)),
    }
    return Page(template="health.html", values=values)


def propose(visit: Visit) -> Page:
    """Make a proposal of one candidate and show it in review: nothing is written before it is accepted."""
    mode, name = visit.get("mode"), visit.get("name")
    if mode not in SHELVES:
        raise BadInput("unknown-decision", name=mode, names=", ".join(SHELVES))
    care = care_for(visit.book, visit.book.view(visit.desk.clock()))
    shelf = SHELVES[mode](visit.book, care, visit.desk.clock())
    if name not in shelf.names:
        raise BadInput("nothing-to-redo", id=name)
    outcome = shelf.propose([shelf.names.index(name)], False)
    if outcome.proposal is None:
        said = (*outcome.told, visit.text("distill.unproved"))
        return _with(health(visit), Ending(said=said), visit.link("/health"))
    kept = visit.book.proposals.save(outcome.proposal, visit.desk.clock())
    return review(visit.asking(proposal=kept))


def _with(page: Page, ending: Ending, location: str) -> Page:
    return Page(template=page.template, values=page.values, location=location, ending=ending)


def _parts(score: Score) -> tuple[tuple[str, float], ...]:
    """Return what each part gives to the score of one memory."""
    names = ("staleness", "unused", "size", "duplicate")
    values = (score.staleness, float(score.is_unused), score.size_penalty, score.duplicate)
    return tuple(
        (name, weight * each) for name, weight, each in zip(names, WEIGHTS, values, strict=True)
    )


def _offers(visit: Visit, care: Care) -> Iterator[Offered]:
    for mode, offered in SHELVES.items():
        shelf = offered(visit.book, care, visit.desk.clock())
        rows = [
            (name, each.label, each.description)
            for name, each in zip(shelf.names, shelf.choices, strict=True)
        ]
        yield Offered(
            mode=mode, choices=tuple(rows[:MOST_OFFERED]), left=max(0, len(rows) - MOST_OFFERED)
        )


def _charts(visit: Visit) -> Iterator[Chart]:
    """Yield each figure that has been measured at least twice."""
    book = visit.book
    runs, library = curve(book), library_history(book)
    hits, noise = rates_of(book)
    told = Counter[str]()
    for session in sessions_told(book):
        told[session.day] += len(session.memories)
    series = {
        "score": _series(runs, "health_score"),
        "memories": _series(library, "memories"),
        "injected": sorted((day, float(count)) for day, count in told.items()),
        "hits": [(each.day, each.value) for each in hits.history],
        "noise": [(each.day, each.value) for each in noise.history],
        "duplicates": _series(library, "duplicate_rate"),
        "conflicts": _series(library, "conflict_rate"),
    }
    for name, points in series.items():
        if len(points) > 1:
            yield chart(name, points[-MOST_POINTS:])


def _series(points: Sequence[Mapping[str, object]], name: str) -> list[tuple[str, float]]:
    found = [(str(each.get("at", each.get("day", "")))[:10], each.get(name)) for each in points]
    return [(day, float(value)) for day, value in found if isinstance(value, int | float)]


def chart(name: str, points: Sequence[tuple[str, float]]) -> Chart:
    """Return a figure over time as one line, from nothing to its highest value."""
    highest = max((value for _, value in points), default=0.0) or 1.0
    step = WIDTH / max(1, len(points) - 1)
    places = (
        f"{at * step:.1f},{HEIGHT - HEIGHT * value / highest:.1f}"
        for at, (_, value) in enumerate(points)
    )
    return Chart(name=name, points=tuple(points), line=" ".join(places))


MOST_DRAWN = 400
"""A picture of more is a cloud; those with the most links and uses are drawn, all are listed."""
CELL = 220
GOLDEN = pi * (3 - sqrt(5))
"""The angle by which seeds stand in a sunflower: any number of them fills a circle evenly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One memory in the picture: where, how large by its use, and how healthy."""

    memory: Memory
    x: float
    y: float
    radius: float
    health: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The picture: nodes, the links between them, the names of their topics, and its size."""

    nodes: tuple[Node, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    topics: tuple[tuple[str, float, float], ...]
    width: float
    height: float


def graph(visit: Visit) -> Page:
    """Show how the memories lead to each other, drawn and listed."""
    view = visit.view()
    care = care_for(visit.book, view)
    links = _links(view)
    ranked = sorted(
        care.found.active, key=lambda each: (-links.degree[each.id], -each.usage.count, each.id)
    )
    values: dict[str, object] = {
        "drawing": drawn(ranked[:MOST_DRAWN], links.pairs, care.found.scores),
        "listed": portion([(each, links.to[each.id]) for each in ranked], visit.number),
        "count": len(ranked),
        "drawn": min(len(ranked), MOST_DRAWN),
    }
    return Page(template="graph.html", values=values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Which memories lead to which."""

    pairs: frozenset[tuple[MemoryId, MemoryId]]
    to: Mapping[MemoryId, Sequence[Memory]]
    degree: Counter[MemoryId]


def _links(view: View) -> Links:
    to: dict[MemoryId, list[Memory]] = defaultdict(list)
    pairs: set[tuple[MemoryId, MemoryId]] = set()
    known = linkable(view)
    for memory in view.reading.memories:
        for name in memory.links:
            linked = known.get(name)
            if linked is not None and linked.id != memory.id:
                to[memory.id].append(linked)
                pairs.add((memory.id, linked.id))
    degree = Counter(name for pair in pairs for name in pair)
    return Links(pairs=frozenset(pairs), to=to, degree=degree)


def drawn(
    memories: Sequence[Memory],
    pairs: frozenset[tuple[MemoryId, MemoryId]],
    scores: Mapping[MemoryId, Score],
) -> Drawing:
    """Place memories by topic, each topic in a cell of its own; the same book gives the same picture."""
    topics: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        topics[cluster_of(memory)].append(memory)
    columns = max(1, ceil(sqrt(len(topics))))
    centres = {
        topic: (CELL * (at % columns + 0.5), CELL * (at // columns + 0.5))
        for at, topic in enumerate(sorted(topics, key=lambda each: (-len(topics[each]), each)))
    }
    nodes = [
        _node(memory, at, len(members), centres[topic], scores)
        for topic, members in topics.items()
        for at, memory in enumerate(members)
    ]
    places = {each.memory.id: each for each in nodes}
    return Drawing(
        nodes=tuple(nodes),
        lines=tuple(
            (places[one].x, places[one].y, places[other].x, places[other].y)
            for one, other in sorted(pairs)
            if one in places and other in places
        ),
        topics=tuple((topic, x, y - CELL * 0.44) for topic, (x, y) in centres.items()),
        width=columns * CELL,
        height=ceil(len(topics) / columns) * CELL,
    )


def _node(
    memory: Memory,
    at: int,
    count: int,
    centre: tuple[float, float],
    scores: Mapping[MemoryId, Score],
) -> Node:
    away = CELL * 0.4 * sqrt(at / count)
    score = scores.get(memory.id)
    return Node(
        memory=memory,
        x=round(centre[0] + away * cos(at * GOLDEN), 1),
        y=round(centre[1] + away * sin(at * GOLDEN), 1),
        radius=round(min(12.0, 4 + sqrt(memory.usage.count)), 1),
        health=classification(score).replace("/", "-") if score else "healthy",
    )


ROUTES = (
    Route(path="/health", shown=health),
    Route(path="/health/propose", shown=propose, writes=True),
    Route(path="/graph", shown=graph),
)
