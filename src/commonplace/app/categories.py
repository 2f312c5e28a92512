"""The categories of a book, where its layout has any."""

from __future__ import annotations

from commonplace.core.changes import Category
from commonplace.flows.view import View
from commonplace.layouts.mem_skill import MemSkillLayout
from commonplace.layouts.mem_skill.indices import INDICES, keywords_of, rows_of


def categories_of(view: View) -> tuple[Category, ...] | None:
    """Return the categories that a book lists; None where memories are not kept by category."""
    if view.layout.name != MemSkillLayout.name:
        return None
    return tuple(
        Category(id=name, name=str(row.get("name", name)), keywords=keywords_of(row))
        for row in rows_of(INDICES[0], view.files)
        if isinstance(name := row.get("id"), str)
    )
