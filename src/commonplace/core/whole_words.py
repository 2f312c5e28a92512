"""Whether a keyword stands in a text as a whole: mem-skill's own matching.

Case does not matter; `Java` is not in `JavaScript`; words joined by a sign are found whole and apart.
"""

from __future__ import annotations

from commonplace.core.letters import is_unspaced
from commonplace.core.tokens import fold

_JOINS_WORDS = "/-:"


class Prompt:
    """A text in which keywords are looked for."""

    def __init__(self, text: str) -> None:
        self._folded = fold(text)
        whole = [word.removesuffix("'s") for word in _apart(self._folded).split()]
        parts = [_divided(word) for word in whole]
        self._lines = tuple(f" {' '.join(words)} " for words in (whole, parts))

    def holds(self, keyword: str) -> bool:
        """Say whether `keyword` stands in the text as a whole."""
        folded = fold(keyword)
        if not folded:
            return False
        if any(map(is_unspaced, folded)):
            return folded in self._folded
        forms = {folded, " ".join(_divided(folded).split())}
        return any(f" {form} " in line for form in forms for line in self._lines)


def _apart(folded: str) -> str:
    """Return a folded text with words and runs of unspaced script set apart."""
    return "".join(f" {char} " if is_unspaced(char) else char for char in folded)


def _divided(word: str) -> str:
    for sign in _JOINS_WORDS:
        word = word.replace(sign, " ")
    return word
