"""A machine of a test: the files it holds, and its engine on a server."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from commonplace.core.hashing import digest
from commonplace.core.memory import Memory
from commonplace.core.search import Source
from commonplace.engines.local.vectors import EmbedderChoice
from commonplace.engines.postgres.engine import PostgresEngine
from commonplace.engines.postgres.server import Limits, Server
from commonplace.engines.postgres.upload import Held, held_of
from commonplace.engines.postgres.view import Part
from servers.patience import PATIENT

TEAMS = count()


class Shelf:
    """Files in memory, as the embedded index would know them."""

    def __init__(self, sources: Iterable[Source] = ()) -> None:
        self.sources = {source.path: source for source in sources}
        self.changes = 0
        self.listed = 0

    def put(self, *memories: Memory, path: str = "") -> None:
        for memory in memories:
            source = source_of(memory, path)
            self.sources[source.path] = source
        self.changes += 1

    def remove(self, *paths: str) -> None:
        for path in paths:
            del self.sources[path]
        self.changes += 1

    def stamp(self) -> object:
        return self.changes

    def held(self) -> Mapping[str, Held]:
        self.listed += 1
        return {path: held_of(source) for path, source in self.sources.items()}

    def read(self, paths: Iterable[str]) -> Iterable[Source]:
        return [self.sources[path] for path in paths if path in self.sources]


def source_of(memory: Memory, path: str = "") -> Source:
    content = repr((memory.id, memory.title, memory.body, str(memory.status)))
    return Source(
        path=path or f"{memory.id}.md", memories=(memory,), sha256=digest(content.encode())
    )


def new_team() -> str:
    return f"team {next(TEAMS)}"


def engine_on(
    url: str,
    shelf: Shelf,
    team: str,
    *,
    book: str = "book",
    choices: Sequence[EmbedderChoice] = (),
    replica_url: str = "",
    limits: Limits = PATIENT,
) -> PostgresEngine:
    server = Server(url, team, replica_url, limits)
    return PostgresEngine(server, Part(book, shelf), choices, place="test")
