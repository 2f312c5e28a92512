"""Health and graph: how the book is as a whole, over time, and how its memories hang together.

Every picture is an SVG that is made here and shown as a list beside it, so that nobody has to see it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, cos, pi, sin, sqrt

from commonplace.app.recall import sessions_told
from commonplace.app.upkeep import curve, library_history, rates_of
from commonplace.core.health import COSTS, WEIGHTS, Score, cluster_of
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.values import dataclass
from commonplace.doors.cli.upkeep_offers import SHELVES
from commonplace.doors.page.memories import linkable
from commonplace.doors.page.review import review
from commonplace.doors.page.visit import DecisionResult, Route, ShownPage, Visit, Weighed, portion
from commonplace.doors.render.distill import classification
from commonplace.errors import BadInput

MOST_OFFERED = 10
WIDTH, HEIGHT = 320, 90
"""Of a chart, in the units of its own drawing."""
MOST_POINTS = 60
SHARES = frozenset({"hits", "noise", "duplicates", "conflicts"})
"""The figures that are parts of a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One figure over time: the line to draw, and what it says in words."""

    name: str
    points: tuple[tuple[str, float], ...]
    line: str
    """The points of the line, in the units of the drawing."""

    @property
    def table(self) -> tuple[tuple[str, str], ...]:
        """Each day with its value as one reads it: what is a share in percent."""
        sign = ".0%" if self.name in SHARES else ".4g"
        return tuple((day, f"{value:{sign}}") for day, value in self.points)

    @property
    def highest(self) -> str:
        """The value that the line reaches at most."""
        highest = max(range(len(self.points)), key=lambda at: self.points[at][1])
        return self.table[highest][1]

    @property
    def end(self) -> tuple[str, str]:
        """Where the line ends."""
        x, _, y = self.line.rpartition(" ")[2].partition(",")
        return x, y


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedUpkeep:
    """One kind of upkeep with what it could do now."""

    mode: str
    choices: tuple[tuple[str, str, str], ...]
    """The name of each, as one reads it, and why."""
    left: int


def health(visit: Visit) -> ShownPage:
    """Show the score with its parts, what could be done about it, and the figures over time.

    A large book takes seconds to weigh: then the figures come first, and the page asks for the rest.
    """
    values: dict[str, object] = {"charts": list(_charts(visit)), "later": _later(visit, "/health")}
    if not values["later"]:
        values |= _measured(visit.weighed())
    return ShownPage(template="health.html", values=values)


def _later(visit: Visit, path: str) -> str:
    """Return the address that shows what takes time; empty where it is shown at once."""
    is_at_once = visit.get("whole") or visit.is_quickly_weighed
    return "" if is_at_once else visit.link(path, whole=1, page=visit.get("page"))


def _measured(weighed: Weighed) -> dict[str, object]:
    found = weighed.care.found
    counts = (found.health.purge, found.health.merge, found.health.compress)
    parts = zip(("purge", "merge", "compress"), counts, COSTS, strict=True)
    worst = sorted(found.scores.values(), key=lambda each: -each.composite)[:MOST_OFFERED]
    return {
        "health": found.health,
        "parts": [(name, count, count * cost) for name, count, cost in parts],
        "worst": [(each, _parts(each)) for each in worst if each.composite >= 0.005],
        "offers": list(_offers(weighed)),
    }


def propose(visit: Visit) -> ShownPage:
    """Make a proposal of one candidate and show it in review: nothing is written before it is accepted."""
    mode, name = visit.get("mode"), visit.get("name")
    if mode not in SHELVES:
        raise BadInput("unknown-decision", name=mode, names=", ".join(SHELVES))
    shelf = visit.weighed().shelves[mode]
    if name not in shelf.names:
        raise BadInput("nothing-to-redo", id=name)
    outcome = shelf.propose([shelf.names.index(name)], False)
    if outcome.proposal is None:
        said = (*outcome.told, visit.text("distill.unproved"))
        return _with(health(visit), DecisionResult(said=said), visit.link("/health"))
    kept = visit.book.proposals.save(outcome.proposal, visit.desk.clock())
    return review(visit.asking(proposal=kept))


def _with(page: ShownPage, ending: DecisionResult, location: str) -> ShownPage:
    return ShownPage(template=page.template, values=page.values, location=location, ending=ending)


def _parts(score: Score) -> tuple[tuple[str, float], ...]:
    """Return what each part gives to the score of one memory."""
    names = ("staleness", "unused", "size", "duplicate")
    values = (score.staleness, float(score.is_unused), score.size_penalty, score.duplicate)
    return tuple(
        (name, weight * each) for name, weight, each in zip(names, WEIGHTS, values, strict=True)
    )


def _offers(weighed: Weighed) -> Iterator[OfferedUpkeep]:
    for mode, shelf in weighed.shelves.items():
        choices = [
            (name, each.label, each.description)
            for name, each in zip(shelf.names, shelf.choices, strict=True)
        ]
        left = max(0, len(choices) - MOST_OFFERED)
        yield OfferedUpkeep(mode=mode, choices=tuple(choices[:MOST_OFFERED]), left=left)


def _charts(visit: Visit) -> Iterator[Chart]:
    """Yield each figure that has been measured at least twice."""
    book = visit.book
    runs, library = curve(book), library_history(book)
    hits, noise = rates_of(book)
    told = Counter[str]()
    spent: dict[str, list[int]] = defaultdict(list)
    for session in sessions_told(book):
        told[session.day] += len(session.memories)
        spent[session.day].append(session.tokens)
    series = {
        "score": _series(runs, "health_score"),
        "memories": _series(library, "memories"),
        "injected": sorted((day, float(count)) for day, count in told.items()),
        "tokens": sorted((day, sum(each) / len(each)) for day, each in spent.items()),
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
WIDER = 1.8
"""How much wider than high the picture is: screens are."""
SPREAD = 0.36
"""How far from the middle of its cell a memory stands at most."""
GOLDEN = pi * (3 - sqrt(5))
"""The angle by which seeds stand in a sunflower: any number of them fills a circle evenly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphNode:
    """One memory in the picture: where, how large by its use, and how healthy."""

    memory: Memory
    x: float
    y: float
    radius: float
    health: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The picture: nodes, the links between them, the names of their topics, and its size."""

    nodes: tuple[GraphNode, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    topics: tuple[tuple[str, int, float, float], ...]
    """Name, number of memories, and the middle of the circle in which they stand."""
    radius: float
    width: float
    height: float


def graph(visit: Visit) -> ShownPage:
    """Show how the memories lead to each other, drawn and listed."""
    later = _later(visit, "/graph")
    values = {"later": later} if later else {"later": "", **_pictured(visit)}
    return ShownPage(template="graph.html", values=values)


def _pictured(visit: Visit) -> dict[str, object]:
    found = visit.weighed().care.found
    links = _links(found.memories)
    ranked = sorted(
        found.active, key=lambda each: (-links.degree[each.id], -each.usage.count, each.id)
    )
    return {
        "drawing": drawn(ranked[:MOST_DRAWN], links.pairs, found.scores),
        "listed": portion(
            [(each, _health(each, found.scores), links.to[each.id]) for each in ranked],
            visit.number,
        ),
        "count": len(ranked),
        "drawn": min(len(ranked), MOST_DRAWN),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Which memories lead to which."""

    pairs: frozenset[tuple[MemoryId, MemoryId]]
    to: Mapping[MemoryId, Sequence[Memory]]
    degree: Counter[MemoryId]


def _links(memories: Sequence[Memory]) -> Links:
    to: dict[MemoryId, list[Memory]] = defaultdict(list)
    pairs: set[tuple[MemoryId, MemoryId]] = set()
    known = linkable(memories)
    for memory in memories:
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
    columns = max(1, ceil(sqrt(WIDER * len(topics))))
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
        topics=tuple((topic, len(topics[topic]), x, y) for topic, (x, y) in centres.items()),
        radius=CELL * (SPREAD + 0.06),
        width=columns * CELL,
        height=ceil(len(topics) / columns) * CELL,
    )


def _node(
    memory: Memory,
    at: int,
    count: int,
    centre: tuple[float, float],
    scores: Mapping[MemoryId, Score],
) -> GraphNode:
    away = CELL * SPREAD * sqrt(at / count)
    return GraphNode(
        memory=memory,
        x=round(centre[0] + away * cos(at * GOLDEN), 1),
        y=round(centre[1] + CELL * 0.04 + away * sin(at * GOLDEN), 1),
        radius=round(min(12.0, 4 + sqrt(memory.usage.count)), 1),
        health=_health(memory, scores),
    )


def _health(memory: Memory, scores: Mapping[MemoryId, Score]) -> str:
    score = scores.get(memory.id)
    return classification(score).partition("/")[0] if score else "healthy"


ROUTES = (
    Route(path="/health", shown=health),
    Route(path="/health/propose", shown=propose, writes=True),
    Route(path="/graph", shown=graph),
)
