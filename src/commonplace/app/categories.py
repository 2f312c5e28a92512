"""The categories of a book, where its layout has any."""

from __future__ import annotations

from commonplace.core.changes import Category
from commonplace.flows.view import View


def categories_of(view: View) -> tuple[Category, ...] | None:
    """Return the categories that a book lists; None where memories are not kept by category."""
    categories = view.layout.traits.categories
    return categories(view.files) if categories else None
