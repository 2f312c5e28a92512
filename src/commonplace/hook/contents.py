"""The contents of the books at hand, told in a blink: for the first answer of an MCP server.

What `contents` is to the other doors. Nothing is told while an index does not know the files as they
are, or when it takes longer than a host waits.
"""

from __future__ import annotations

import os
import time

from commonplace.app.hook_settings import contents_tokens, injection
from commonplace.core.contents import Room, contents_of_both
from commonplace.engines.local.entries import read_entries
from commonplace.engines.local.troubles import Trouble
from commonplace.hook import clock, index
from commonplace.hook.prompt_answer import PERSONAL, books_at, project_of
from commonplace.layouts.registry import MARKS
from commonplace.storage.locating import book_at
from commonplace.storage.places import is_trusted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.core.contents import Entry

PRESET = "contents"
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


def _contents(books: list[tuple[str, str]], most: int) -> str:
    project = project_of(books)
    if injection(project) != PRESET:
        return ""
    own: list[Entry] = []
    personal: list[Entry] = []
    for name, root in books:
        (personal if name == PERSONAL else own).extend(_entries(root))
    blocks = contents_of_both(own, personal, Room(contents_tokens(project), most))
    return "\n\n".join(text for text, _ in blocks if text)


def _entries(root: str) -> list[Entry]:
    today = time.strftime("%Y-%m-%d")
    found, trouble = index.ask(root, lambda connection: read_entries(connection, today))
    return [] if trouble else found
