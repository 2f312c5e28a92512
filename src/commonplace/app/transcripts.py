"""A transcript, heard for a book: its turns, what is worth keeping in them, and how far we got.

Earlier turns are read again as context (what "it" was, what was taken back); what was heard in them
is not told a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commonplace.app.books import Book
from commonplace.core.changes import edit_of
from commonplace.core.conversation.extraction import extract_findings
from commonplace.core.conversation.findings import Finding, activates
from commonplace.core.conversation.turns import Conversation
from commonplace.core.profile_save import PAGES
from commonplace.errors import BadInput
from commonplace.hosts.transcripts.reading import HOSTS as HOSTS  # noqa: PLC0414 - for doors
from commonplace.hosts.transcripts.reading import conversation_in
from commonplace.storage.heard import HeardSessions
from commonplace.storage.transcripts import read_tail


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a transcript says, and what of it is new to a book."""

    conversation: Conversation
    findings: tuple[Finding, ...]
    upto: int
    """How far the file was read, in bytes."""
    is_new: bool
    """Whether anything was said since it was heard last."""


def conversation_at(
    path: Path, host: str = "", upto: int | None = None, *, session: str = ""
) -> tuple[Conversation, int]:
    """Return the conversation in the file at `path`, and how far it was read.

    `session` is its name where the file itself does not say it; else the file's own name is.
    """
    tail = read_tail(str(path), upto)
    name = session or path.stem
    found = conversation_in(tail.content, start=tail.start, host=host, name=name)
    return found, tail.stop


def hear(
    book: Book,
    path: Path,
    host: str = "",
    *,
    session: str = "",
    upto: int | None = None,
    again: bool = False,
) -> Heard:
    """Return what the transcript at `path` holds that `book` has not heard; one without turns is refused."""
    conversation, stop = conversation_at(path, host, upto, session=session)
    if not conversation.turns:
        raise BadInput("no-conversation", path=path)
    before = 0 if again else HeardSessions(book.root).upto(conversation.session)
    fresh = [
        finding
        for finding in extract_findings(conversation)
        if conversation.turns[finding.heard_at].offset >= before
    ]
    return Heard(
        conversation=conversation,
        findings=taken(book, fresh),
        upto=stop,
        is_new=stop > before,
    )


def taken(book: Book, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings that a book takes: a profile only what activates it."""
    if not book.layout.traits.is_profile:
        return tuple(findings)
    page = (book.store.read_one(PAGES["user"]) or b"").decode("utf-8", "replace")
    return tuple(finding for finding in findings if activates(finding, page))


def keep_heard(book: Book, heard: Heard, generation: str = "") -> None:
    """Keep that the transcript was heard; some books keep the turn's key in a file of their own, too."""
    HeardSessions(book.root).note(heard.conversation.session, heard.upto)
    log = book.layout.traits.session_log
    if log is None:
        return
    key = log.key(heard.conversation.session, generation)
    with book.store.locked():
        content = book.store.read_one(log.path)
        after = log.added(content, key)
        if after is not None:
            known = {log.path: content} if content is not None else {}
            book.store.refresh([edit_of(known, log.path, after)])


def was_heard(book: Book, session: str, generation: str) -> bool:
    """Say whether the book itself names this very turn as processed."""
    log = book.layout.traits.session_log
    key = log.key(session, generation) if log else None
    return bool(log and key and key in log.named_in(book.store.read_one(log.path)))
