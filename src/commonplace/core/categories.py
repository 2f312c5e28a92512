"""The category that a text belongs to: one whose keywords it uses, or a new one that is suggested.

mem-skill's rule: a keyword counts whole, whatever its case, and one is enough.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from commonplace.core import lazy_re as re
from commonplace.core.changes import Category
from commonplace.core.whole_words import Prompt

MOST_SUGGESTED = 5
GENERAL = "general"
_APART = re.compile(r"[\W_]+")


def matching(text: str, categories: Iterable[Category]) -> Category | None:
    """Return the category of which most keywords stand in `text`, None when none does."""
    prompt = Prompt(text)
    best, most = None, 0
    for category in categories:
        count = sum(map(prompt.holds, category.keywords))
        if count > most:
            best, most = category, count
    return best


def suggested(name: str, terms: Iterable[Sequence[str]]) -> Category:
    """Return a new category called `name`, found by the words that most of its texts share."""
    counts = Counter(term for each in terms for term in dict.fromkeys(each))
    # The most shared first; among equals the order in which they were met.
    keywords = tuple(term for term, _ in counts.most_common(MOST_SUGGESTED))
    return category_of(name, keywords)


def category_of(name: str, keywords: Iterable[str]) -> Category:
    """Return the category that a person names, with the id that its file will have."""
    told = " ".join(name.split())
    slug = _APART.sub("-", unicodedata.normalize("NFC", told).lower()).strip("-")
    words = tuple(dict.fromkeys(word for each in keywords if (word := " ".join(each.split()))))
    return Category(id=slug or GENERAL, name=told, keywords=words or (slug or GENERAL,))
