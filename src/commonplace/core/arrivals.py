"""How a text came into a book without us, and whether agents may be handed it before a person has looked.

A file without our mark may be the owner's own edit, a colleague's commit, or something that an archive or
an agent's tool left there. None of them says so, but each leaves traces. What the traces allow is decided
here, once; the table in SECURITY.md is printed from `injected`.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import StrEnum

from commonplace.core.memory import Memory, Origin

ASK, TRUST = "ask", "trust"
"""What the user may say about arrivals: ask before agents are handed them, or trust them all."""
OLDER_NS = 2_000_000_000
"""An editor saves within moments of writing; what was unpacked or synced keeps its older time."""
MOST_AT_ONCE = 20
"""Nobody edits more files than this in one moment."""
SAME_CLAIM_FROM = 0.7
"""The share of words in common, of all words of both, from which a text is taken for an edit of another."""


class Way(StrEnum):
    """How a text came."""

    EDITOR = "editor"
    """Saved by an editor on this machine: the person's own."""
    COMMIT = "commit"
    """In a git commit that was made here."""
    SIGNED = "signed"
    """In a commit whose signature git verifies."""
    AUTHOR = "author"
    """In a commit of an author who was accepted knowingly."""
    UPGRADE = "upgrade"
    """It stood in a trusted book when arrivals began to be watched."""
    PULLED = "pulled"
    """In a commit that somebody else made."""
    UNPACKED = "unpacked"
    """With an older time than its arrival: synced, unpacked or moved here."""
    MANY = "many"
    """With more than twenty others at one moment."""
    TOOL = "tool"
    """Named by a tool of an agent program."""
    SHELL = "shell"
    """Changed while an agent's shell command ran."""
    HELD = "held"
    """An edit of a text that waits already."""
    UNDECIDED = "undecided"
    """Git may have brought it, and has not been asked yet."""


ACCEPTED = frozenset({Way.EDITOR, Way.COMMIT, Way.SIGNED, Way.AUTHOR, Way.UPGRADE})
BY_AGENT = frozenset({Way.TOOL, Way.SHELL})
WAYS = frozenset(way.value for way in Way)


class Vouched(StrEnum):
    """What git says about a file as it stands."""

    NOT_GITS = "not-gits"
    """No commit holds it so: it was written by something else."""
    NOT_ASKED = "not-asked"
    HERE = "here"
    SIGNED = "signed"
    AUTHOR = "author"
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What is known about how a file came to be as it is."""

    mtime_ns: int
    ctime_ns: int
    together: int = 1
    """How many files of its folder changed at that moment, itself included."""
    tool: str = ""
    """The agent program whose tool named it."""
    shell: str = ""
    """The agent program whose shell command ran when it changed."""
    vouched: Vouched = Vouched.NOT_GITS
    author: str = ""
    """Who made the commit that brought it, as far as git says."""


_BY_GIT = {
    Vouched.HERE: Way.COMMIT,
    Vouched.SIGNED: Way.SIGNED,
    Vouched.AUTHOR: Way.AUTHOR,
    Vouched.STRANGER: Way.PULLED,
    Vouched.NOT_ASKED: Way.UNDECIDED,
}


def way_of(traces: Traces) -> Way:
    """Return how a file came, by its traces; an agent's comes before git's, for agents commit, too."""
    if traces.tool:
        return Way.TOOL
    if traces.shell:
        return Way.SHELL
    if traces.vouched in _BY_GIT:
        return _BY_GIT[traces.vouched]
    if traces.ctime_ns - traces.mtime_ns > OLDER_NS:
        return Way.UNPACKED
    return Way.MANY if traces.together > MOST_AT_ONCE else Way.EDITOR


def injected(way: Way, setting: str = ASK) -> bool:
    """Say whether agents may be handed what came that way; what waits already waits on, however it is edited."""
    return way in ACCEPTED or (setting == TRUST and way is not Way.HELD)


def origin_of(way: Way) -> Origin:
    """Return whose words those are that came that way."""
    if way in BY_AGENT:
        return Origin.AGENT
    return Origin.HUMAN if way in (Way.EDITOR, Way.COMMIT, Way.UPGRADE) else Origin.SYNC


def claim_of(memory: Memory) -> str:
    """Return what a text claims as a line by which an edit of it is known again: a check of each word."""
    from commonplace.core.rejections import normal  # noqa: PLC0415 - dear, and asked of what waits alone

    words = (word for word, _ in normal(f"{memory.title} {memory.body}"))
    return " ".join(sorted(f"{zlib.crc32(word.encode('utf-8', 'replace')):08x}" for word in words))


def is_same_claim(one: str, other: str) -> bool:
    """Say whether two lines of `claim_of` are of texts with most words in common."""
    ours, theirs = set(one.split()), set(other.split())
    return len(ours & theirs) >= SAME_CLAIM_FROM * len(ours | theirs) > 0
