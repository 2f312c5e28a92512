"""What a memory is, independent of the file and layout that keep it.

Everything here is a frozen value. A layout turns files into these values and back; nobody else
knows what a memory looks like on disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum

from commonplace.core.excerpts import with_case
from commonplace.core.values import dataclass, field

MemoryId = str
"""How a memory is named: unique in its book, chosen once, never changed."""

HEARD = "conversation: "
"""How the source of what was heard begins; the lines that such a text quotes are evidence, not claims."""


def own_words(body: str) -> str:
    """Return `body` without the lines that it quotes, which differ from one conversation to the next."""
    own = [line for line in body.splitlines() if not line.startswith(">")]
    return "\n".join(own).strip() or body.strip()


class Status(StrEnum):
    """Where a memory is in its life."""

    ACTIVE = "active"
    TOMBSTONED = "tombstoned"
    QUARANTINED = "quarantined"
    """Written by the tool from a source nobody has approved: found on request, never injected."""


class Origin(StrEnum):
    """Where a memory came from. Set by the tool, never by the caller."""

    HUMAN = "human"
    AGENT = "agent"
    IMPORT = "import"
    WEB = "web"
    SYNC = "sync"


class Trust(StrEnum):
    """How far a memory is trusted; bound to the hash of the content that was approved."""

    TRUSTED = "trusted"
    APPROVED = "approved"
    QUARANTINED = "quarantined"


ARCHIVED = "archived"
"""The reason of a burial that is meant to last: upkeep never erases what lies there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """Why and when a memory was buried; it stays on disk until upkeep collects it."""

    at: date
    reason: str
    superseded_by: MemoryId | None = None

    @property
    def is_archived(self) -> bool:
        """Say whether the memory was put away for good rather than thrown away."""
        return self.reason == ARCHIVED


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """How often a memory was retrieved, as far as its book knows."""

    count: int = 0
    last: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """When and where a memory holds; empty means always and everywhere."""

    valid_from: date | None = None
    valid_to: date | None = None
    applies_when: str = ""

    def holds_on(self, day: date) -> bool:
        """Say whether it is neither too early nor too late on that day."""
        return (self.valid_from or day) <= day <= (self.valid_to or day)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """Lines of code a memory speaks of: the quoted text is the evidence, not the line number."""

    path: str
    quote: str = ""
    commit: str = ""
    verified: date | None = None
    """When a person last said that the memory still fits the code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One thing worth remembering."""

    id: MemoryId
    title: str
    body: str = ""
    """The text itself, without title, history and links; lines end in a plain newline."""
    kind: str = ""
    """What sort of memory it is, in the words of its layout (PATTERN, knowledge, decision ...)."""
    topic: str = ""
    """Where it belongs, as a path (`python/libs`) or a category; empty when nowhere."""
    tags: tuple[str, ...] = ()
    """Labels beside the kind."""
    keywords: tuple[str, ...] = ()
    summary: str = ""
    """The one line that is injected."""
    when_to_load: tuple[str, ...] = ()
    source: str = ""
    created: date | None = None
    modified: date | None = None
    links: tuple[str, ...] = ()
    """Targets of `[[...]]` in the part of the file that is kept for links."""
    history: str = ""
    """Earlier texts, newest first or as found; kept, never searched."""
    status: Status = Status.ACTIVE
    tombstone: Tombstone | None = None
    supersedes: tuple[MemoryId, ...] = ()
    usage: Usage = Usage()
    validity: Validity = Validity()
    anchors: tuple[Anchor, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    """Values the layout carries and we do not model, each as one text; unknown text stays in the file."""

    @property
    def is_active(self) -> bool:
        """Say whether recall may serve this memory as a fact."""
        return self.status is Status.ACTIVE

    @property
    def claims(self) -> str:
        """The text without the lines that something heard quotes: they are its evidence."""
        return own_words(self.body) if self.source.startswith(HEARD) else self.body

    @property
    def said(self) -> str:
        """What it says, for a passage of it: the text, after title and summary where they add to it."""
        parts = [self.claims]
        for head, mark in ((self.summary, ""), (self.title, ":")):
            said = head.rstrip("…. ")
            # A title begins with the subject: a capital where the text has an article before it.
            begins = f"{said[:1].lower()}{said[1:]}" if " " in said else said
            if head and not any(said in part or begins in part for part in parts):
                parts.insert(0, head + mark)
        return "\n".join(filter(None, parts))

    @property
    def line(self) -> str:
        """The one line that is injected: the summary or the title, and the case in which it holds."""
        return with_case(self.summary or self.title, self.validity.applies_when)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Something captured and not yet governed: nobody has decided to keep it."""

    title: str
    body: str
    kind: str = ""
    topic: str = ""
    tags: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    summary: str = ""
    when_to_load: tuple[str, ...] = ()
    source: str = ""
    origin: Origin = Origin.HUMAN
    guessed_topic: str = ""
    """Where it belongs if nobody says so: for a memory of its own, never against one that it joins."""
    id: MemoryId = ""
    """The name it had in another book: kept where the layout has such names and it is free."""
    name_words: str = ""
    """The words for an id where nobody wrote the title, in Latin letters; else the title gives them."""
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """One line of the approvals ledger: who let which content in, and through which channel.

    The ledger is JSON lines in the user's state folder, outside every book, so that a clone
    cannot bring its own approvals. An approval holds for exactly one content hash.
    """

    at: datetime
    memory: MemoryId
    """The memory approved, or `*` for the book as a whole."""
    content: str
    """SHA-256 of the approved text; empty for a whole book."""
    origin: Origin
    trust: Trust
    channel: str
    """How the approval was given: terminal, flag, page, elicitation, policy; or how the text arrived."""
    who: str
    path: str = ""
    """Where a text stood that arrived without us, or that is held."""
    claim: str = ""
    """The words of a text that is held, so that an edit of it is known again."""
