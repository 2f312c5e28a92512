"""The ports (protocols) between the packages: each has at least two real implementations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING, Protocol

from commonplace.core.values import dataclass, field

if TYPE_CHECKING:  # who takes in one changed note needs a few values below, and nothing of these
    from commonplace.core.changes import (
        Change,
        FileEdit,
        Files,
        Occasion,
        Proposal,
        Receipt,
    )
    from commonplace.core.governance import Relation
    from commonplace.core.memory import Candidate, Memory, MemoryId
    from commonplace.core.search import EngineStatus, Query, SearchResult, Source
    from commonplace.core.traits import Traits


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong with a file of the book; the file is listed, never rewritten because of it."""

    path: str
    code: str
    """Which message of the table explains it, for example `yaml-anchors` or `not-a-file`."""
    detail: str = ""
    is_error: bool = True
    can_fix: bool = False
    """Whether `check --fix` mends it without touching a memory's own text."""
    line: int = 0
    """Where in the file it is, from 1; 0 for the file as a whole."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory stands: a file and its lines, counted from 1."""

    path: str
    first_line: int = 1
    last_line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a layout found in the files of a book, tombstoned memories included."""

    memories: tuple[Memory, ...]
    places: Mapping[MemoryId, Place]
    problems: tuple[Problem, ...] = ()
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Path to what its whole file is about, where a book says so beside its memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The files of a book at one moment, and those that could not be read."""

    files: Files
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class FileLook:
    """How a file looks from outside, without being read."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Overlook:
    """How all files of a book look, summed up."""

    total: int
    racy: tuple[str, ...]
    """The files that changed so lately that they may change again within the same tick."""
    derived: Mapping[str, FileLook]
    """The index files and logs, each by itself: what is written after the rest was looked at."""


class Reader(Protocol):
    """The half of a layout that reads."""

    @property
    def name(self) -> str:
        """The layout's name on the command line."""

    @property
    def folders(self) -> tuple[str, ...] | None:
        """The folders in the root that belong to the book; None for all, when the root is its own."""

    def reads(self, path: str) -> bool:
        """Say whether `path` is a file of this book, source or derived."""

    def derives(self, path: str) -> bool:
        """Say whether `path` is an index or a log: kept by the tool, and as large as the book."""

    def parse(self, files: Files) -> Reading:
        """Return every memory in `files`, in a stable order, and what could not be parsed."""


class Layout(Reader, Protocol):
    """How memories look on disk. Pure: bytes in, values out; values in, edits out."""

    @property
    def home(self) -> str:
        """Where the book's root stands inside a project; empty for the project folder itself."""

    @property
    def holds(self) -> frozenset[str]:
        """The fields of `Memory` that such a book can keep on disk."""

    @property
    def traits(self) -> Traits:
        """What is particular to such books, for everybody who must not ask for their name."""

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is such a book; `exists` answers for paths below the root."""

    def skeleton(self, today: date) -> Files:
        """Return the files of a new, empty book."""

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become, with an id that is free in `files`."""

    def drafts(
        self, candidates: Sequence[Candidate], files: Files, today: date
    ) -> tuple[Memory, ...]:
        """Return what each of `candidates` would become; the book is looked through once for all."""

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:
        """Return the edits that carry `changes` out: only their own lines, all other bytes kept."""

    def derive(
        self,
        files: Files,
        today: date,
        done: Sequence[Change] = (),
        occasion: Occasion = ...,
    ) -> tuple[FileEdit, ...]:
        """Return the edits that bring derived files up to date, and log lines for what was `done`.

        Derived files are computed from sources (and the counters of the old index) alone: the
        same sources give the same bytes on every machine. An empty result means all is fresh.
        """

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:
        """Return what is wrong beyond parsing: stale or missing indices, broken links, bad values."""


NO_LOOKS: Mapping[str, FileLook | None] = {}
NOTHING_READ: Mapping[str, bytes | None] = {}


class Store(Protocol):
    """The files of one book, read with care and written through one door."""

    def read(self, wanted: Callable[[str], bool]) -> Snapshot:
        """Read every wanted regular file below the root."""

    def read_one(self, path: str) -> bytes | None:
        """Read one file, None when it is not there."""

    def look(self, path: str) -> FileLook | None:
        """Return how one file looks, None when it is no regular file."""

    def looks(self, wanted: Callable[[str], bool]) -> Mapping[str, FileLook]:
        """Return how every wanted regular file looks, without reading it."""

    def locked(self) -> AbstractContextManager[None]:
        """Hold the book's only writer's place; unfinished work of a dead writer is finished first."""

    def apply(
        self, proposal: Proposal, stamp: Stamp, read: Mapping[str, bytes | None] = NOTHING_READ
    ) -> Receipt:
        """Write all edits of `proposal` or none; only inside `locked`.

        What the caller has `read` under the same lock is not read again, before or after: what the write
        displaces is compared with it.
        """

    def refresh(
        self, edits: Sequence[FileEdit], looks: Mapping[str, FileLook | None] = NO_LOOKS
    ) -> None:
        """Replace derived files and append logs: atomic each, outside receipts; inside `locked`.

        A file that looks as in `looks`, taken before the caller read it, is not read again.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Who commits, through which channel, and what it cost: the receipt's circumstances."""

    who: str
    channel: str
    seconds: float = 0.0
    neighbours: int = 0
    tokens: int = 0
    undoes: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One thing a person is asked before anything is written."""

    text: str
    choices: tuple[str, ...] = ()
    """What may be answered; none means yes or no."""
    silent: tuple[str, ...] = ()
    """What may be answered, too, and is shown to whoever asks for help."""
    default: str = ""
    details: str = field(default="")
    is_open: bool = False
    """Whether any text is an answer."""
    about: str = ""
    """What is asked, where yes and no mean something else than to write what is shown."""


class Asker(Protocol):
    """Somebody who can answer: a terminal, a prepared file, a page, an elicitation."""

    @property
    def channel(self) -> str:
        """How the answer was given, for the receipt: terminal, flag, page ..."""

    def ask(self, question: Question) -> str | None:
        """Return the answer, or None when nobody is there to give one."""


Progress = Callable[[int, int], None]
"""Told how much of long work is done, and how much there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """What tells one embedder's vectors from every other's."""

    name: str
    version: str
    dimension: int
    weights: str
    """A hash of the weights, and of anything else that the vectors depend on."""

    @property
    def key(self) -> str:
        """Return the one line that is stored beside vectors; vectors of two keys are never compared."""
        return f"{self.name} {self.version} {self.dimension} {self.weights}"


class Embedder(Protocol):
    """Turns texts into vectors whose cosine says how near their meanings are."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Whose vectors these are."""

    def embed_query(self, text: str) -> tuple[float, ...]:
        """Return the vector of a question or prompt, of length one."""

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        """Return one row for each text, in the form that `engines.embedders.rows` explains."""


class Judge(Protocol):
    """Compares two texts. Its opinion decides nothing: what to do about it is core's."""

    @property
    def name(self) -> str:
        """The judge's name on the command line."""

    def compare(self, new: Candidate, old: Memory) -> Relation:
        """Return how `new` relates to `old`, with the reasons."""


class Engine(Protocol):
    """Finds the memories of one book. What it keeps is derived: the files can give it all again."""

    @property
    def name(self) -> str:
        """The engine's name on the command line."""

    def find(self, query: Query) -> SearchResult:
        """Return what answers `query`; tombstoned memories never do."""

    def update(self, changed: Iterable[Source], removed: Iterable[str] = ()) -> None:
        """Take in files that are new or changed, and forget those at the paths `removed`."""

    def rebuild(self, sources: Iterable[Source], progress: Progress | None = None) -> None:
        """Forget everything and take in the whole book."""

    def status(self) -> EngineStatus:
        """Say how the engine is, without changing anything."""
