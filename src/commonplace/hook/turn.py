"""The prompt hook in a mem-skill book: the core loop before everything else that is recalled."""

from __future__ import annotations

from commonplace.core.prompt_redaction import plain_words
from commonplace.hook.prompt_answer import PERSONAL, books_at
from commonplace.hook.turns import LEFT_FOR_LINES, take_turn
from commonplace.hosts.speaking import counted_by
from commonplace.layouts.registry import MARKS, WITH_TURNS
from commonplace.storage.locating import book_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.hosts.dialects import Dialect
    from commonplace.hosts.hearing import Asked


def block(dialect: Dialect, asked: Asked) -> str:
    """Return what the core loop hands over for a prompt; empty in any other book."""
    return _taken(dialect, asked, asked.prompt, ())


def experience(dialect: Dialect, asked: Asked) -> str:
    """Return what is known about a skill that is being used: step 3 does not wait for a prompt."""
    skill = asked.skill
    return _taken(dialect, asked, "", (skill,)) if plain_words(skill) == skill else ""


def _taken(dialect: Dialect, asked: Asked, prompt: str, skills: tuple[str, ...]) -> str:
    root = _workspace(asked.folder)
    if not root:
        return ""
    room = dialect.most - LEFT_FOR_LINES
    size = counted_by(dialect)
    return take_turn(prompt, root, asked.session, skills=skills, most=room, size=size).text


def _workspace(folder: str) -> str:
    """Return the root of the project's mem-skill book that is trusted here; empty without one."""
    for name, root in books_at(folder):
        located = book_at(root, MARKS)
        if name != PERSONAL and located and located[0] in WITH_TURNS:
            return root
    return ""
