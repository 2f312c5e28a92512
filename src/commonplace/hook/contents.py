"""The contents of the books at hand, from a cache: for an MCP server's first answer, and for most sessions.

What `contents` is to the other doors. Nothing is told while an index does not know the files as they
are, or when it takes longer than a host waits. A session begins so when nothing has changed since one
began with the whole house loaded, which looks for all that a person should hear of.
"""

from __future__ import annotations

import os
import time

from commonplace.core.contents import Room, contents_of_both
from commonplace.core.injection import count_tokens
from commonplace.core.plain_json import dumps, loads
from commonplace.engines.local.entries import read_entries
from commonplace.engines.local.records import Trouble
from commonplace.hook import clock, index
from commonplace.hook.log import LOG
from commonplace.hook.prompt_answer import PERSONAL, books_at, project_of
from commonplace.hook_settings import contents_tokens, injection
from commonplace.hosts.payloads import counted_by
from commonplace.layouts.registry import MARKS
from commonplace.storage import usage
from commonplace.storage.hook_state import forget_turn
from commonplace.storage.places import (
    INDEX,
    book_at,
    cache_of,
    config_home,
    is_trusted,
    state_home,
    state_of,
    write_private,
)
from commonplace.storage.plain_files import read_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from commonplace.core.contents import ContentsEntry
    from commonplace.hosts.dialects import Dialect

    Told = tuple[str, dict[str, str]]
    """What a book tells, and which memories that says whole, each with its hash."""

PRESET = "contents"
LOOK = "session-start"
LOOK_UNTOLD = "session-start-untold"
"""How everything looked where nobody was told what a person should hear of: the host shows no notice."""
_DEPENDS_ON = ("approvals.jsonl", "receipts", "proposals", "watched")
"""What arrived, what was written and what waits for a person, in the state folder of a book."""
BUDGET_S = 0.25
"""A first answer that comes late costs a host's first turn all our tools."""


def contents_at(folder: str, named: str, most: int, *, is_personal: bool = False) -> str:
    """Return what the books there hold within `most` characters; empty where they tell nothing.

    A book that is `named` is told alone, and so is the personal one.
    """
    try:
        clock.start(BUDGET_S)
        books = _named(named) if named else books_at(folder)
        return _contents([each for each in books if not is_personal or each[0] == PERSONAL], most)
    except (OSError, Trouble, clock.OutOfTimeError):
        return ""
    except RuntimeError as error:  # what Python 3.11 makes of it where a class is being made
        if not isinstance(error.__cause__, clock.OutOfTimeError):
            raise
        return ""
    finally:
        clock.stop()


def _named(path: str) -> list[tuple[str, str]]:
    found = book_at(os.path.realpath(path), MARKS)
    return [("project", found[1])] if found and is_trusted(found[1]) else []


def begin(folder: str, session: str, source: str, dialect: Dialect) -> str | None:
    """Return what a session is told that begins as the last one did; None when the full package must look.

    Unchanged are then the notes, what waits for a person, what was written, the failures of hooks, and the day.
    """
    books = books_at(folder)
    project = project_of(books)
    if injection(project) != PRESET or not all(index.is_known(root) for _, root in books):
        return None
    look = look_at(books)
    if look not in (read_look(books), "" if dialect.notice_key else read_look(books, LOOK_UNTOLD)):
        return None
    tokens = contents_tokens(project)
    key = f"{look}\n{tokens} {dialect.most} {dialect.counts_bytes}"
    blocks = _read_told(books, key)
    if blocks is None:
        entries = [_entries(root) for _, root in books]
        if None in entries:
            return None
        room = Room(tokens, dialect.most, counted_by(dialect))
        told = _blocks(books, [each or [] for each in entries], room)
        blocks = [(text, {entry.id: entry.sha256 for entry in whole}) for text, whole in told]
        _keep_told_block(books, key, blocks)
    forget_cleared([root for _, root in books], session, source, dialect)
    for (_, root), (text, listed) in zip(books, blocks, strict=True):
        keep_told(root, session, listed, text)
    return "\n\n".join(text for text, _ in blocks if text)


def _read_told(books: list[tuple[str, str]], key: str) -> list[Told] | None:
    """Return what the books were found to tell when everything looked so; None when that was never kept."""
    try:
        value = loads((read_plain(_told_file(books)) or b"").decode("utf-8", "replace"))
    except ValueError:
        return None
    if not (isinstance(value, dict) and value.get("key") == key):
        return None
    return [(str(text), dict(listed)) for text, listed in value["blocks"]]


def _keep_told_block(books: list[tuple[str, str]], key: str, blocks: list[Told]) -> None:
    """Keep what the books tell: while everything looks so, no session has to put it together again."""
    try:
        write_private(_told_file(books), dumps({"key": key, "blocks": blocks}))
    except OSError:
        return  # the next one puts it together


def _told_file(books: list[tuple[str, str]]) -> str:
    return _look_file(books) + "-told.json"


def forget_cleared(roots: list[str], session: str, source: str, dialect: Dialect) -> None:
    """Let a session whose context was cleared be told everything again; sessions of old are let go."""
    usage.drop_old_sessions(state_home())
    if session and source in dialect.forgets:
        for root in roots:
            usage.forget_session(state_of(root), session)
            forget_turn(state_of(root), session)


def keep_told(root: str, session: str, listed: dict[str, str], text: str) -> None:
    """Keep which memories stand whole in the contents of a session, and what these cost it."""
    try:
        usage.keep_listed(state_of(root), session, listed)
        if text:
            day = time.strftime("%Y-%m-%d")
            usage.count_contents(state_of(root), day, session, count_tokens(text))
    except OSError:
        return  # what was listed is told again at worst


def look_at(books: list[tuple[str, str]]) -> str:
    """Return how everything looks on which the beginning of a session depends, beside the notes."""
    paths = [os.path.join(state_home(), LOG), os.path.join(config_home(), "config.toml")]
    for _, root in books:
        paths.append(os.path.join(cache_of(root), INDEX))
        paths += [os.path.join(state_of(root), name) for name in _DEPENDS_ON]
    return "\n".join((time.strftime("%Y-%m-%d"), *map(_stamp, paths)))


def _stamp(path: str) -> str:
    try:
        seen = os.stat(path)
    except OSError:
        return path
    return f"{path} {seen.st_mtime_ns} {seen.st_size}"


def read_look(books: list[tuple[str, str]], name: str = LOOK) -> str:
    """Return how everything looked before the full package began a session here; empty for never."""
    try:
        with open(_look_file(books, name), encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def keep_look(books: list[tuple[str, str]], look: str, name: str = LOOK) -> None:
    """Keep how everything looked, so that the next session is answered from the cache if it still does."""
    try:
        write_private(_look_file(books, name), look)
    except OSError:
        return  # the next session takes its time, too


def _look_file(books: list[tuple[str, str]], name: str = LOOK) -> str:
    return os.path.join(state_of(books[0][1]) if books else state_home(), name)


def _contents(books: list[tuple[str, str]], most: int) -> str:
    project = project_of(books)
    if injection(project) != PRESET:
        return ""
    entries = [_entries(root) or [] for _, root in books]
    blocks = _blocks(books, entries, Room(contents_tokens(project), most))
    return "\n\n".join(text for text, _ in blocks if text)


def _blocks(
    books: list[tuple[str, str]], entries: list[list[ContentsEntry]], room: Room
) -> list[tuple[str, Sequence[ContentsEntry]]]:
    """Return for each book what it tells, and which memories that says whole."""
    found = dict(zip((name for name, _ in books), entries, strict=True))
    own = [each for name, some in found.items() if name != PERSONAL for each in some]
    project, personal = contents_of_both(own, found.get(PERSONAL, []), room)
    return [personal if name == PERSONAL else project for name, _ in books]


def _entries(root: str) -> list[ContentsEntry] | None:
    """Return what may be listed of a book; None where its index cannot say it."""
    today = time.strftime("%Y-%m-%d")
    try:
        found, trouble = index.ask(root, lambda connection: read_entries(connection, today))
    except Trouble:
        return None
    return None if trouble else found
