"""What may happen to a book: changes, the proposal that carries them, the receipt they leave.

A *change* speaks of memories. A layout renders changes into *file edits*. A *proposal* carries
both, together with the snapshot it was made on, so that what was approved is what is written.

What nobody has approved: which writes are held, and what derived text inherits.

A quarantined memory is found by whoever searches for it, with a banner, and never injected by a hook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum

from commonplace.core.hashing import begun_digest, digest
from commonplace.core.memory import Candidate, Memory, MemoryId, Origin, Status, Tombstone
from commonplace.core.values import dataclass, field, replace

Files = Mapping[str, bytes]
"""The files of a book: path relative to its root, with forward slashes, to content."""


@dataclass(frozen=True, slots=True)
class Create:
    """A memory that was not there before."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Edit:
    """A memory that says something else now; where it is named by what it says, it has a new id."""

    before: Memory
    after: Memory


@dataclass(frozen=True, slots=True)
class Bury:
    """A memory that is tombstoned: on disk still, recalled no more."""

    memory: Memory
    tombstone: Tombstone


@dataclass(frozen=True, slots=True)
class Restore:
    """A tombstoned memory that lives again."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Erase:
    """A tombstoned memory that leaves the disk for good, after its grace period."""

    memory: Memory


Change = Create | Edit | Bury | Restore | Erase


def subject(change: Change) -> MemoryId:
    """Return the id of the memory that `change` is about."""
    return change.before.id if isinstance(change, Edit) else change.memory.id


def name_after(change: Change) -> MemoryId:
    """Return the id that the memory has once `change` is carried out."""
    return change.after.id if isinstance(change, Edit) else change.memory.id


def is_linking(change: Change) -> bool:
    """Say whether `change` only connects a memory with others; what it says stays as it was."""
    return isinstance(change, Edit) and replace(change.before, links=()) == replace(
        change.after, links=()
    )


@dataclass(frozen=True, slots=True)
class FileEdit:
    """New bytes for one file of the book, and what must be there before."""

    path: str
    before: str | None
    """SHA-256 of the bytes this edit was computed from; None means the file must not exist."""
    after: bytes | None
    """The whole new content; None removes the file."""


def fingerprint(content: bytes | None) -> str | None:
    """Return the SHA-256 of `content` as hexadecimal, None for a file that is not there."""
    return None if content is None else digest(content)


def edit_of(files: Files, path: str, after: bytes | None) -> FileEdit:
    """Return the edit that turns `path`, as it stands in `files`, into `after`."""
    return FileEdit(path, fingerprint(files.get(path)), after)


def page_text(files: Files, path: str) -> str:
    """Return a page that a book keeps, byte for byte, though not all of it may be UTF-8."""
    return files.get(path, b"").decode("utf-8", "surrogateescape")


def page_edits(files: Files, path: str, text: str) -> tuple[FileEdit, ...]:
    """Return the edit that makes `text` of a page; none when it says that already."""
    after = text.encode("utf-8", "surrogateescape")
    return (edit_of(files, path, after),) if after != files.get(path, b"") else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A part of a book that somebody named, and the words that lead to it."""

    id: str
    name: str
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """On what changes were made, beside what they say: a book may tell it in its log or its index."""

    action: str = ""
    """The command, when its layout has words of its own for it."""
    source: str = ""
    """What was read, as the user named it."""
    categories: tuple[Category, ...] = ()
    """Parts of the book that are new with these changes."""


NO_OCCASION = Occasion()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A memory that a new text was compared with, and what came of it: the evidence of a decision."""

    memory: MemoryId
    relation: str
    """duplicate, refines, contradicts, compatible or unrelated."""
    overlap: float
    """The share of the new text's key terms that the memory has."""
    shared: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    doubt: str = ""
    """A question that is mentioned, and holds nothing back: the memory may say otherwise."""
    label: str = ""
    """What the agent that brought the text says of the two: same, adds, updates, contradicts or unrelated."""
    reason: str = ""
    """Why the agent says so, in its words."""
    labelled_by: str = ""
    """Which agent says so; empty where nobody told."""
    text: str = ""
    """The beginning of what the memory says; empty where nobody has approved it."""
    question: str = ""
    """What would settle how the two stand to each other; empty where nothing is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPair:
    """Two memories that somebody decided to keep beside each other, each with the hash of what it says."""

    one: MemoryId
    one_says: str
    other: MemoryId
    other_says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Changes somebody may approve. Nothing has been written.

    It binds to the snapshot it was made on: each edit names the bytes it expects, and `digest`
    covers target, base and new bytes, so an approval cannot be carried over to anything else.
    """

    id: str
    book: str
    """The book's root, as an absolute path."""
    made_at: datetime
    action: str
    """The verb that asked for it: remember, edit, forget, restore, undo ..."""
    changes: tuple[Change, ...]
    edits: tuple[FileEdit, ...]
    origin: Origin = Origin.HUMAN
    undoes: str | None = None
    """The receipt that this takes back."""
    note: str = ""
    compared: tuple[Compared, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    """The texts it was made of, so that a person may decide otherwise about them."""
    upkeep: str = ""
    """What the log of upkeep is told once this is written, as JSON; it travels with a pending one."""
    request: str = ""
    """What a save into a profile was asked to write, as JSON: its page may change while it waits."""
    occasion: Occasion = NO_OCCASION
    kept_pairs: tuple[KeptPair, ...] = ()
    """What is decided with it: pairs that nobody is asked about again while both say what they say."""
    proposed_by: str = ""
    """The agent program that left it waiting, as far as it is known."""

    @property
    def is_question(self) -> bool:
        """Whether there is nothing to write before somebody answers what its texts contradict."""
        return bool(self.candidates) and not (self.edits or self.kept_pairs)

    @property
    def is_disputed(self) -> bool:
        """Whether it contradicts or replaces what somebody approved: how an agent says that this was settled settles nothing."""
        replaced = (
            each.tombstone.reason == "superseded" and each.memory.status is Status.ACTIVE
            for each in self.changes
            if isinstance(each, Bury)
        )
        # Of what nobody approved no text is shown.
        denied = (each.relation == "contradicts" and each.text for each in self.compared)
        return bool(self.candidates) and (any(replaced) or any(denied))

    @property
    def digest(self) -> str:
        """Return one hash over every target, base and new content, and what is new beside them.

        A question that waits for an answer writes nothing yet: it is known by the texts it is about.
        """
        whole = begun_digest()
        for edit in self.edits:
            line = "\0".join((edit.path, edit.before or "-", fingerprint(edit.after) or "-"))
            whole.update(line.encode("utf-8", "surrogateescape") + b"\n")
        for each in self.occasion.categories:
            whole.update("\0".join((each.id, each.name, *each.keywords)).encode("utf-8") + b"\n")
        for pair in self.kept_pairs:
            whole.update(f"{pair.one_says}\0{pair.other_says}\n".encode())
        for text in self.candidates if self.is_question else ():
            whole.update(f"{text.title}\0{text.body}\n".encode("utf-8", "surrogateescape"))
        return whole.hexdigest()


class Outcome(StrEnum):
    """How a write ended. There is no fifth way."""

    COMMITTED = "committed"
    CONFLICT = "conflict"
    """Somebody else's text was met while writing; both texts are kept and the path is told."""
    FAILED = "failed"
    """Nothing was changed, and nothing was written elsewhere."""
    COMMITTED_PENDING = "committed-pending"
    """Promised in the journal, and neither finished nor taken back: the next open finishes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileImage:
    """One file as a commit found it and as it left it."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a commit did, with enough to undo it."""

    id: str
    at: datetime
    who: str
    channel: str
    action: str
    outcome: Outcome
    memories: tuple[MemoryId, ...]
    images: tuple[FileImage, ...]
    conflicts: Mapping[str, str] = field(default_factory=dict)
    """Path of the file to path of the copy that keeps the other text."""
    origin: Origin = Origin.HUMAN
    seconds: float = 0.0
    neighbours: int = 0
    """How many existing memories the candidates were compared with."""
    tokens: int = 0
    """What a language model was paid for, when one was asked."""
    undoes: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReceipt:
    """A receipt as it lies on the disk, unread."""

    id: str
    at: datetime
    size: int


FLAG, POLICY = "flag", "policy"
UNSEEN = frozenset({FLAG, POLICY})
"""Channels through which somebody agrees without having read what is written."""


QUOTED = "quoted"
"""The channel of what an agent wrote down word for word as the user said it."""


def is_held(origin: Origin, channel: str) -> bool:
    """Say whether a text of that origin, agreed to through that channel, waits in quarantine."""
    return origin is not Origin.HUMAN and channel in UNSEEN


def let_in(proposal: Proposal) -> frozenset[MemoryId]:
    """Return the memories whose words a proposal brings in; links and burials bring none."""
    return frozenset(
        memory.id for each in proposal.changes if (memory := _brought_by(each)) is not None
    )


def quarantined(change: Change) -> Change:
    """Return `change` bringing its words in as words that nobody has approved."""
    match change:
        case Create(memory):
            return Create(replace(memory, status=Status.QUARANTINED))
        case Restore(memory):
            return Restore(replace(memory, status=Status.QUARANTINED))
        case Edit(before, after) if not is_linking(change):
            return Edit(before, replace(after, status=Status.QUARANTINED))
        case _:
            return change


def lowest(sources: Iterable[Memory]) -> Status:
    """Return the status of a text derived from `sources`: one that nobody approved holds them all."""
    held = any(memory.status is Status.QUARANTINED for memory in sources)
    return Status.QUARANTINED if held else Status.ACTIVE


def _brought_by(change: Change) -> Memory | None:
    match change:
        case Create(memory) | Restore(memory):
            return memory
        case Edit(_, after):
            return None if is_linking(change) else after
        case Bury() | Erase():
            return None
