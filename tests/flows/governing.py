"""A book in each layout, kept in memory, and a neighbour search that knows every memory in it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from commonplace.core.changes import Receipt
from commonplace.core.governance import Override, Verb
from commonplace.core.judge.rules import RulesJudge
from commonplace.core.memory import Memory
from commonplace.core.ports import Layout, Stamp
from commonplace.core.search import Hit, Query, SearchResult
from commonplace.flows.capture import Given, capture
from commonplace.flows.commit import commit
from commonplace.flows.govern import Answer, Governance, NeighbourSearch, govern
from commonplace.flows.view import View, files_of, view
from commonplace.layouts.registry import NAMES as NAMES  # noqa: PLC0414 - for the tests
from commonplace.layouts.registry import layout_of
from commonplace.testing import MemoryStore

NOW = datetime(2026, 3, 14, 9, 26, 53, tzinfo=UTC)


@dataclass
class Desk:
    """One book and whoever governs it."""

    layout: Layout
    store: MemoryStore
    queries: list[Query] = field(default_factory=list)
    degraded: str = ""

    def look(self) -> View:
        return view(self.layout, "/book", self.store.read(files_of(self.layout)), NOW)

    def find(self, query: Query) -> SearchResult:
        """Return every memory: a book in a test is small."""
        self.queries.append(query)
        if self.degraded:
            return SearchResult(hits=(), degraded=self.degraded)
        found = [m for m in self.look().reading.memories if m.is_active][: query.most]
        return SearchResult(
            hits=tuple(
                Hit(memory=m.id, score=1.0, path="", sha256="", title=m.title, line=m.line)
                for m in found
            )
        )

    def consider(self, text: str, answer: Answer | None = None, **given: object) -> Governance:
        neighbour_search = NeighbourSearch(find=self.find, judge=RulesJudge())
        candidate = capture(text, Given(**given))  # type: ignore[arg-type]
        return govern([candidate], self.look(), neighbour_search, [answer or Answer()])

    def remember(self, text: str, answer: Answer | None = None, **given: object) -> Receipt:
        proposal = self.consider(text, answer, **given).proposal
        stamp = Stamp(who="ada", channel="flag", neighbours=len(proposal.compared))
        return commit(proposal, self.layout, self.store, stamp, NOW.date()).receipt

    def memories(self) -> list[Memory]:
        return list(self.look().reading.memories)

    def living(self) -> list[str]:
        """Return the texts of the memories that may be recalled, as one line each."""
        return [" ".join(m.body.split()) for m in self.memories() if m.is_active and m.body]


def desk(name: str) -> Desk:
    layout = layout_of(name)
    files = dict(layout.skeleton(NOW.date())) if name != "profile" else {"memory.md": b""}
    return Desk(layout=layout, store=MemoryStore(files=files))


def told(verb: Verb, target: str = "", when: str = "", dropped: tuple[str, ...] = ()) -> Answer:
    return Answer(override=Override(verb, target, when), dropped=dropped)
