"""Health and graph: how the book is as a whole, over time, and how its memories hang together.

Every picture is an SVG that is made here and shown as a list beside it, so that nobody has to see it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt

from commonplace.app.recall import sessions_told
from commonplace.app.upkeep import curve, keep_measured, library_history, rates_of
from commonplace.core.health import COSTS, WEIGHTS, Score, cluster_of
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.values import dataclass
from commonplace.doors.cli.upkeep_offers import SHELVES
from commonplace.doors.page.memories import linkable
from commonplace.doors.page.review import review
from commonplace.doors.page.visit import (
    QUICKLY_WEIGHED,
    DecisionResult,
    Route,
    ShownPage,
    Visit,
    Weighed,
    portion,
)
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

    @property
    def below(self) -> str:
        """The line with the ground below it: what is filled."""
        return f"0,{HEIGHT} {self.line} {self.end[0]},{HEIGHT}"


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
    values: dict[str, object] = {"later": _later(visit, "/health")}
    if not values["later"]:
        values |= _measured(visit)
    values["charts"] = list(_charts(visit))
    return ShownPage(template="health.html", values=values)


def _later(visit: Visit, path: str) -> str:
    """Return the address that shows what takes time; empty where it is shown at once."""
    is_at_once = visit.get("whole") or visit.is_quickly_weighed
    return "" if is_at_once else visit.link(path, whole=1, page=visit.get("page"))


def _measured(visit: Visit) -> dict[str, object]:
    """Return how the book is; it is kept for the day, so that the curves grow by themselves."""
    weighed = visit.weighed()
    found = weighed.care.found
    if not visit.house.is_read_only:
        is_whole = found.health.active <= QUICKLY_WEIGHED
        keep_measured(visit.book, weighed.care, is_whole=is_whole)
    counts = (found.health.purge, found.health.merge, found.health.compress)
    parts = zip(("purge", "merge", "compress"), counts, COSTS, strict=True)
    worst = sorted(found.scores.values(), key=lambda each: -each.composite)[:MOST_OFFERED]
    return {
        "health": found.health,
        "parts": [(name, count, count * cost) for name, count, cost in parts],
        "titles": {each.id: each.title for each in found.memories},
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
    """Yield each figure that has been measured."""
    book = visit.book
    runs, library = curve(book), library_history(book)
    hits, noise = rates_of(book)
    told = Counter[str]()
    spent: dict[str, list[int]] = defaultdict(list)
    for session in sessions_told(book):
        told[session.day] += len(session.memories)
        spent[session.day].append(session.tokens)
    series = {
        "score": _series([*library, *runs], "health_score"),
        "memories": _series(library, "memories"),
        "injected": sorted((day, float(count)) for day, count in told.items()),
        "tokens": sorted((day, sum(each) / len(each)) for day, each in spent.items()),
        "hits": [(each.day, each.value) for each in hits.history],
        "noise": [(each.day, each.value) for each in noise.history],
        "duplicates": _series(library, "duplicate_rate"),
        "conflicts": _series(library, "conflict_rate"),
    }
    for name, points in series.items():
        if points:
            yield chart(name, points[-MOST_POINTS:])


def _series(points: Sequence[Mapping[str, object]], name: str) -> list[tuple[str, float]]:
    """Return the last measurement of each day."""
    found = [(str(each.get("at", each.get("day", "")))[:10], each.get(name)) for each in points]
    days = {day: float(value) for day, value in found if isinstance(value, int | float)}
    return sorted(days.items())


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
LEAST_RADIUS, GROWTH = 44, 16
"""Of a topic's circle: with no memory, and what the root of their number adds."""
GAP, LABEL = 26, 30
"""Between two circles, and above each for its name."""
WIDER = 3.2
"""How much wider than high the picture is: screens are."""
EDGE = 16
"""How far inside its circle a memory stands at least."""
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
    letters: int = 0
    """So many letters of its title stand beside it unasked: those of the first of a topic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTopic:
    """The circle in which the memories of one topic stand."""

    name: str
    size: int
    x: float
    y: float
    radius: float

    @property
    def letters(self) -> int:
        """So many letters fit into it."""
        return int(self.radius / 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The picture: nodes, the links between them, the names of their topics, and its size."""

    nodes: tuple[GraphNode, ...]
    lines: tuple[tuple[GraphNode, GraphNode], ...]
    topics: tuple[DrawnTopic, ...]
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
    circles = _shelved({name: len(members) for name, members in topics.items()})
    nodes = [
        _node(memory, at, circle, scores)
        for circle in circles
        for at, memory in enumerate(topics[circle.name])
    ]
    places = {each.memory.id: each for each in nodes}
    return Drawing(
        nodes=tuple(nodes),
        lines=tuple(
            (places[one], places[other])
            for one, other in sorted(pairs)
            if one in places and other in places
        ),
        topics=tuple(circles),
        width=max((each.x + each.radius + GAP for each in circles), default=0),
        height=max((each.y + each.radius + GAP for each in circles), default=0),
    )


def _shelved(sizes: Mapping[str, int]) -> list[DrawnTopic]:
    """Return a circle for each topic, the largest first, in rows like books on a shelf."""
    radii = {name: LEAST_RADIUS + GROWTH * sqrt(size) for name, size in sizes.items()}
    wide = sqrt(WIDER * sum((2 * each + GAP) ** 2 for each in radii.values()))
    found: list[DrawnTopic] = []
    x, y, high = float(GAP), 0.0, 0.0
    for name in sorted(radii, key=lambda each: (-sizes[each], each)):
        across = 2 * radii[name]
        if x > GAP and x + across > wide:
            x, y, high = float(GAP), y + high, 0.0
        high = max(high, across + LABEL + GAP)
        middle = (round(x + radii[name], 1), round(y + LABEL + radii[name], 1))
        found.append(
            DrawnTopic(
                name=name, size=sizes[name], x=middle[0], y=middle[1], radius=round(radii[name], 1)
            )
        )
        x += across + GAP
    return found


def _node(
    memory: Memory, at: int, circle: DrawnTopic, scores: Mapping[MemoryId, Score]
) -> GraphNode:
    away = (circle.radius - EDGE) * sqrt(at / circle.size)
    return GraphNode(
        memory=memory,
        x=round(circle.x + away * cos(at * GOLDEN), 1),
        y=round(circle.y + away * sin(at * GOLDEN), 1),
        radius=round(min(12.0, 4 + sqrt(memory.usage.count)), 1),
        health=_health(memory, scores),
        letters=0 if at else circle.letters,
    )


def _health(memory: Memory, scores: Mapping[MemoryId, Score]) -> str:
    score = scores.get(memory.id)
    return classification(score).partition("/")[0] if score else "healthy"


ROUTES = (
    Route(path="/health", shown=health),
    Route(path="/health/propose", shown=propose, writes=True),
    Route(path="/graph", shown=graph),
)
