"""What one side says and the other text never mentions, with what stands around it.

Two leftovers between the same neighbours ("the *read* timeout", "the *write* timeout") are two
things of one kind: what is said of them is said of two subjects.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise

from commonplace.core.tokens import content, tokens
from commonplace.judges.marking import Mark

START, END = "^", "$"
_SKIPPED = frozenset(
    """
    the a an our its their his her your now only all each every any always also just still already currently
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
_PREPOSITIONS = frozenset(
    """
    of for in on with by from during since until under at as to before after while when if
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
_NOT_MODIFIERS = _SKIPPED | _PREPOSITIONS | frozenset(
    """
    and or is are was were be this that these those may can must should will not no never have has had it we they you
    i he she one another some both most more such own new old use uses per than into via do does same first current
    get gets keep keeps set which who how what where so
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)  # fmt: skip
_BODIES = ("word", "name", "han")
_HALF, _MOST = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class Leftover:
    """A run of pieces that the other text does not know, and its neighbours."""

    text: str
    kind: str
    left: str
    right: str

    @property
    def is_name(self) -> bool:
        """Say whether it is a proper name or a name of code."""
        return self.kind == "name"

    @property
    def is_scope(self) -> bool:
        """Say whether it stands where a clause says what it is about, not what it says of it."""
        is_before_han = "\u3400" <= self.right[:1] <= "\u9fff"
        return self.left in _PREPOSITIONS or self.left == START or self.is_name or is_before_han

    @property
    def is_governed(self) -> bool:
        """Say whether a preposition stands before it."""
        return self.left in _PREPOSITIONS

    @property
    def is_modifier(self) -> bool:
        """Say whether another word follows it at once."""
        return self.right[0].isalpha()


def leftovers(marks: tuple[Mark, ...]) -> tuple[Leftover, ...]:
    """Return the runs of pieces that the other text does not know."""
    found: list[Leftover] = []
    at = 0
    for is_left, group in groupby(marks, lambda mark: mark.kind in _BODIES and not mark.is_known):
        run = tuple(group)
        if is_left:
            kind = "name" if any(mark.kind == "name" for mark in run) else run[0].kind
            text = " ".join(mark.text for mark in run).lower()
            around = _neighbour(marks, at - 1, -1), _neighbour(marks, at + len(run), 1)
            found.append(Leftover(text, kind, *around))
        at += len(run)
    return tuple(found)


def _neighbour(marks: tuple[Mark, ...], at: int, step: int) -> str:
    """Return the next piece on one side that is no article; of Chinese its nearest two characters."""
    while 0 <= at < len(marks) and marks[at].text.lower() in _SKIPPED:
        at += step
    if not 0 <= at < len(marks):
        return START if step < 0 else END
    text = marks[at].text.lower()
    if text[0] < "\u3400":
        return text
    return text[-2:] if step < 0 else text[:2]


def likeness(one: tuple[Leftover, ...], other: tuple[Leftover, ...]) -> float:
    """Return how well any two leftovers fill the same place, up to 2."""
    return min(_MOST, max((_fit(here, there) for here in one for there in other), default=0.0))


def _fit(here: Leftover, there: Leftover) -> float:
    is_left, is_right = here.left == there.left, here.right == there.right
    fit = float(is_left) + float(is_right)
    if (is_left and here.left == START and not is_right) or (
        is_right and here.right in (END, ".") and not is_left
    ):
        fit = _HALF
    return fit + (_HALF if here.is_name and there.is_name else 0.0)


def modifiers(marks: tuple[Mark, ...]) -> dict[str, set[str]]:
    """Return what stands right before each English word that both texts use: `night` before `shift`."""
    found: dict[str, set[str]] = {}
    for before, mark in pairwise(marks):
        if mark.is_known and mark.kind in ("word", "name", "small") and _is_modifier(before):
            for stem in content(tokens(mark.text.lower()))[:1]:
                found.setdefault(stem, set()).update(content(tokens(before.text.lower()))[:1])
    return found


def _is_modifier(mark: Mark) -> bool:
    word = mark.text.lower()
    is_word = word.isascii() and word[0].isalpha() and mark.kind in ("word", "name", "small")
    return is_word and word not in _NOT_MODIFIERS and not word.endswith(("ly", "ing", "ed"))


def modified_apart(one: dict[str, set[str]], other: dict[str, set[str]]) -> bool:
    """Say whether one word has another modifier on each side: a night shift is no day shift."""
    return any(word in other and not one[word] & other[word] for word in one)
