"""The two `_index.json` of a mem-skill workspace as one turn needs them: what there is, and where.

Beside `mem_skill` and not in it, because the prompt hook reads this in a fresh process and that room
takes longer to load than a prompt may wait.
"""

from __future__ import annotations

from commonplace.core.plain_json import loads

KNOWLEDGE_INDEX = "knowledge-base/_index.json"
EXPERIENCE_INDEX = "experience/_index.json"

Category = tuple[str, str, tuple[str, ...]]
"""Its id, the path of its page, the keywords it is found by."""


class Catalogue:
    """What a workspace has: categories, skills with experience, and how much in all."""

    __slots__ = ("categories", "entries", "skills", "updated")

    def __init__(
        self,
        categories: tuple[Category, ...] = (),
        skills: dict[str, str] | None = None,
        entries: int = 0,
        updated: str = "",
    ) -> None:
        self.categories = categories
        self.skills = skills or {}
        """Skill id -> the path of its page."""
        self.entries = entries
        self.updated = updated


def catalogue(knowledge: bytes, experience: bytes) -> Catalogue:
    """Return what the two indices say; one that cannot be read says nothing."""
    known, tried = _object(knowledge), _object(experience)
    categories = tuple(
        (str(row.get("id", "")), f"knowledge-base/{row.get('file', '')}", _words(row))
        for row in _rows(known, "categories")
    )
    skills = {
        str(row.get("skillId", "")): f"experience/{row.get('file', '')}"
        for row in _rows(tried, "skills")
        if row.get("count") != 0
    }
    entries = sum(
        count for row in _rows(known, "categories") if isinstance(count := row.get("count"), int)
    )
    return Catalogue(categories, skills, entries, str(known.get("lastUpdated", "")))


def _object(content: bytes) -> dict[str, object]:
    try:
        value = loads(content.decode("utf-8-sig", "replace"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _rows(index: dict[str, object], key: str) -> list[dict[str, object]]:
    rows = index.get(key)
    found = rows if isinstance(rows, list) else []
    return [row for row in found if isinstance(row, dict) and _is_name(row.get("file"))]


def _is_name(file: object) -> bool:
    """Say whether `file` is the name of a page and nothing that leads elsewhere."""
    return isinstance(file, str) and file.endswith(".md") and not set(file) & set("/\\\0")


def _words(row: dict[str, object]) -> tuple[str, ...]:
    words = row.get("keywords")
    return tuple(word for word in words if isinstance(word, str)) if isinstance(words, list) else ()
