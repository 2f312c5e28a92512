"""What is particular to the books of one layout: said by the layout, asked by everybody else.

Nobody outside `layouts` decides by a layout's name. Every trait has the value of a plain book, so that
a new layout names only what is different in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Protocol

from commonplace.core.changes import Category, Change, Edit, FileEdit, Files
from commonplace.core.memory import Memory, MemoryId, Usage
from commonplace.core.metrics import LOG
from commonplace.core.ports import Reading
from commonplace.core.values import dataclass, field

LogEntry = tuple[date, str, str]
"""A line of a book's log: its day, what was done, and what came of it."""


class Verb(StrEnum):
    """What may be done with a candidate."""

    CREATE = "create"
    EXTEND = "extend"
    UPDATE = "update"
    MERGE = "merge"
    SUPERSEDE = "supersede"
    VETO = "veto"
    SKIP = "skip"


@dataclass(frozen=True, slots=True, kw_only=True)
class CutOffs:
    """Where a layout draws its lines; `seed` says where it is written."""

    seed: str
    update_above: float = 2.0
    """Update when more than this share of the key terms is known; above 1 means never."""
    extend_from: float = 2.0
    """Extend from this share on."""
    refining: Verb = Verb.CREATE
    """What a refinement of a memory becomes, whatever the overlap."""
    offers: tuple[Verb, ...] = (Verb.CREATE, Verb.SKIP)
    """What a person is offered, in the seed's order."""


class UpgradePlan(Protocol):
    """What brings an older book up to date."""

    @property
    def edits(self) -> tuple[FileEdit, ...]:
        """What is written; none when the book is up to date."""

    @property
    def report(self) -> Sequence[str]:
        """What it says for itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLog:
    """A log that a book keeps of what was done in it, beside that of upkeep."""

    path: str
    appended: Callable[[bytes | None, Sequence[LogEntry]], bytes | None]
    """The file with lines below it; None when there is nothing to add."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLog:
    """A file in which a book names the turns that were looked at for memories."""

    path: str
    key: Callable[[str, str], str | None]
    """The name of a turn of a session; None when the host did not say which turn it was."""
    named_in: Callable[[bytes | None], tuple[str, ...]]
    added: Callable[[bytes | None, str | None], bytes | None]
    """The file with another name in it; None when there is nothing to add."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRules:
    """Which memories a pack takes."""

    audience: str
    portability: str
    min_strength: str
    tags: tuple[str, ...] = ()
    """One of these must be there; none asks for none."""


NO_NAME = "no name for a file"
"""Why a note is skipped whose id cannot name its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackStep:
    """What becomes of one note on its way into a pack or out of it."""

    id: MemoryId
    action: str
    """add, replace, skip or conflict."""
    reason: str = ""
    origin: str = ""
    """The file it comes from, below the root it comes from."""
    change: Change | None = None
    edit: FileEdit | None = None
    """What is written for it; nothing for what is skipped or in conflict."""


class PackFormat(Protocol):
    """How memories travel between projects in a folder of their own."""

    card: str
    """The file of a pack that says its name, its version and its rules."""

    def exported(
        self, reading: Reading, files: Files, pack: Files, rules: PackRules
    ) -> list[PackStep]:
        """Return how the memories that fit `rules` come into a pack that holds the files `pack`."""

    def renewed_card(self, pack: Files, name: str, rules: PackRules, now: datetime) -> bytes:
        """Return the card of a pack that was filled by `rules` now; what else it says stays."""

    def source(self, pack: Files) -> str:
        """Return the name and version that imported notes come from; empty where the card says neither."""

    def imported(
        self, reading: Reading, files: Files, pack: Files, strategy: str
    ) -> list[PackStep]:
        """Return how the notes of `pack` come into a book."""


class DerivedAfter(Protocol):
    """What the derived files should say after some files changed, made of those that were fresh before."""

    def __call__(
        self,
        read: Callable[[str], bytes | None],
        changed: Mapping[str, bytes | None],
        *,
        is_proven: bool = False,
    ) -> Iterator[tuple[str, bytes] | None]:
        """Yield each derived file, the same bytes as `derive` brings; None where only the whole book can tell.

        `read` gives the derived files from before, each asked for when its turn comes. `is_proven` says that
        this function has written them, so that what it looks through the book for was looked for then.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What is particular to the books of one layout."""

    notes_folder: str = ""
    id_forms: tuple[str, ...] = ()
    """How new memories may be named, where there is a choice: values of the layout's field `ids`."""
    """Where memories stand below the root; empty for the root itself."""
    experience_folder: str = ""
    """Where entries about skills stand apart; empty where none do."""
    settings_file: str = ""
    """The file of the book that says which engine searches it; empty where the user's state does."""
    log_path: str = f".commonplace/{LOG}"
    """Where upkeep keeps its log."""

    cut_offs: CutOffs = field(
        default_factory=lambda: CutOffs(seed="every text is a memory of its own")
    )
    """From which overlap on a text joins a memory, and what a person is offered."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What such a book calls each kind of finding of a conversation."""
    claim_kinds: Mapping[str, str] = field(default_factory=dict)
    """What such a book calls each kind of claim, for a text whose kind nobody says; empty guesses none."""
    asks_for_cues: bool = False
    """Whether a note must say when it is loaded, so that cues are proposed where nobody gives any."""
    finding_form: str = "quoted"
    """How a finding of a conversation is told: `quoted` with what it was about, as `points`, or as a `decision`."""
    extension: str = "{text}"
    """How text is appended to a memory: with `today`, `source` and `text`."""
    merge_section: str = "**Merged From {id}** ({today}): {title}\n\n{text}"
    """How a memory stands in the one it was merged into; a heading may begin another memory."""

    question: str = "ask.what-now"
    """The message that asks a person what becomes of a text that is near to a memory."""
    agrees_first: bool = False
    """Whether that question offers yes and no before the verbs."""
    topics_are_paths: bool = False
    """Whether a topic is any path, so that one may be guessed."""
    kind_is_a_tag: bool = False
    """Whether a note's kind stands among its tags, so that a merge keeps the other's there."""
    classifies_tasks: bool = False
    """Whether a person is asked for the kind of each lesson of a task."""
    takes_numbers: bool = False
    """Whether `remember 1,3` chooses among candidates even when none wait."""
    lint_title: str = "commonplace"
    """The name above the report of `lint`."""

    reads_whole: bool = False
    """Whether it is handed over whole when a session begins, and so needs no upkeep by use."""
    is_profile: bool = False
    """Whether `save` writes into it, unasked unless the user says otherwise."""

    categories: Callable[[Files], tuple[Category, ...]] | None = None
    """The categories that the book lists; None where memories are not kept by category."""
    mended_links: Callable[[Files], tuple[Edit, ...]] | None = None
    """The edits that make every link exact; None where links need no mending."""
    upgrade: Callable[[Files, date], UpgradePlan] | None = None
    """How an older book is brought up to date; None where there is no older form."""
    book_log: BookLog | None = None
    session_log: SessionLog | None = None
    packs: PackFormat | None = None
    """How such memories travel in packs; None where they have no such form."""
    machine_index: str = ""
    """The index for programs, from which usage may be read; empty where there is none."""
    indexed_usage: Callable[[Files], Mapping[MemoryId, Usage]] | None = None
    """The counters that the index on disk holds beside those of the memories."""
    token_counts: Callable[[Sequence[Memory], Files], Mapping[MemoryId, int]] | None = None
    """How large each memory is as the layout itself counts; None counts the words of its lines."""
    remarks: Callable[[bytes], str] | None = None
    """What the page of a memory says beside its links and no memory holds; None where links stand alone."""
    derived_after: DerivedAfter | None = None
    """What brings the derived files after the changed ones without reading the book; None where there is none."""

    @property
    def keeps_experience(self) -> bool:
        """Whether entries about skills stand apart from the others."""
        return bool(self.experience_folder)
