"""The prompt hook in a mem-skill book: the core loop before everything else that is recalled."""

from __future__ import annotations

from commonplace.app.hot import PERSONAL, books_at
from commonplace.app.turning import LEFT_FOR_LINES, MEM_SKILL, take_turn
from commonplace.storage.locating import book_at


def block(prompt: str, folder: str, session: str, most: int) -> str:
    """Return what the core loop hands over for `prompt`; empty in any other book."""
    root = _workspace(folder)
    return take_turn(prompt, root, session, most=most - LEFT_FOR_LINES).text if root else ""


def experience(skill: str, folder: str, session: str, most: int) -> str:
    """Return what is known about a skill that is being used: step 3 does not wait for a prompt."""
    root = _workspace(folder)
    if not root:
        return ""
    return take_turn("", root, session, skills=(skill,), most=most - LEFT_FOR_LINES).text


def _workspace(folder: str) -> str:
    """Return the root of the project's mem-skill book that is trusted here; empty without one."""
    for name, root in books_at(folder):
        located = book_at(root)
        if name != PERSONAL and located and located[0] == MEM_SKILL:
            return root
    return ""
