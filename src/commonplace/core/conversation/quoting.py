"""Whether a text is the user's own words: found, sentence by sentence, in what the user said.

An agent that writes down what it was told to write down speaks for the user; one word more is its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.core.tokens import fold, terms

FEWEST_TERMS = 3
"""With fewer words of its own, anything could be a quotation."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")


def quotes_user(text: str, users_words: Sequence[str]) -> bool:
    """Say whether everything in `text` was said by the user, whatever its case and punctuation."""
    if len(terms(text)) < FEWEST_TERMS:
        return False
    said = [f" {fold(words)} " for words in users_words]
    return all(_was_said(part, said) for part in _SENTENCE.split(text) if fold(part))


def _was_said(part: str, said: Sequence[str]) -> bool:
    """Say whether a sentence was said, whole words only where words have spaces between them."""
    folded = fold(part)
    needle = f" {folded} " if folded.isascii() else folded
    return any(needle in words for words in said)
