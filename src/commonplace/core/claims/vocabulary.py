"""The word lists for comparing claims: `data/vocabulary.json`, and `data/stems.json` made from it.

A list is words with spaces between them; `_` stands for a space inside a phrase, a hyphen for a space
or a hyphen. One entry of `concepts` and `actions` is one concept: its name, then other words for it in
English and Chinese (simplified, as `normalize_text` writes them), so that "the repo", "the repository"
and 仓库 are one subject. `scripts/data_files.py` works out the stems: they are too many for every start.
"""

from __future__ import annotations

from fractions import Fraction

from commonplace.data import read_data

_LISTS = read_data("vocabulary")
_STEMS = read_data("stems")


def _words(name: str) -> tuple[str, ...]:
    return tuple(" ".join(_LISTS[name]).split())


def _table(name: str) -> dict[str, tuple[str, ...]]:
    return {entry: tuple(words.split()) for entry, words in _LISTS[name].items()}


CONCEPTS = _table("concepts")
ACTIONS = _table("actions")
"""Verbs and qualities: they hold two sentences together, but say nothing about what a memory is of."""
CONCEPT_OF_STEM: dict[str, str] = _STEMS["concepts"]
"""The stem of each English word of a concept, with the concept's name."""
MEANING_OF: dict[str, str] = _STEMS["meanings"]
"""Each English word of a concept or an action and its stem, with the key of what it means."""

GENERIC_CHINESE = _words("generic_chinese")
"""Words that say nothing about a subject: two memories may both "allow at most" something."""
COMMON_STEMS = frozenset(" ".join(_STEMS["common"]).split())
"""The stems of the generic English words."""
GENERIC_STEMS = frozenset(" ".join(_STEMS["generic"]).split())
"""The same, and those of the opposites."""
CHINESE_PARTICLES = frozenset(_LISTS["chinese_particles"])
"""Single characters of grammar; beside another single character they are half a word."""
CHINESE_NEGATORS = frozenset(_LISTS["chinese_negators"])
"""Particles that are never half a word of a subject."""
CHINESE_VERBS = frozenset(_LISTS["chinese_verbs"])
"""Verbs of one character: before an object they are no part of its name."""
CHINESE_WHOLE = _words("chinese_whole")
"""Words that begin with a particle and are words all the same."""
LABELLED = _words("labelled")
"""Nouns whose instances have numbers: floor 3 is another thing than floor 5."""

FAMILIES = _table("families")
"""Families of things of which one is usually chosen: who uses one does not use its sibling.

Two memories about one subject that name two siblings are asked about; two languages or two export
formats are no family, since both may be offered side by side.
"""
ORDINARY_MEMBERS = frozenset(_words("ordinary_members"))
"""Members that are also words of every day: only with a capital inside a sentence, as a value, or as what is used."""
SAME_MEMBER: dict[str, str] = _LISTS["same_member"]

OPPOSITES: dict[str, tuple[str, int]] = {
    word.replace("_", " "): (axis, sign)
    for axis, sides in _LISTS["opposites"].items()
    for sign, side in zip((1, -1), sides, strict=True)
    for word in side.split()
}
"""Each word or phrase with its axis, and on which side of it it stands."""
OPPOSITE_ACTIONS: tuple[str, ...] = tuple(_LISTS["opposite_actions"])
"""Pairs of `ACTIONS` that are opposites, whatever word is used for them."""

QUALIFIERS = {tuple(entry.split()): words for entry, words in _table("qualifiers").items()}
"""A group and one of its values, which exclude each other, with the words for it."""
UNITS: dict[str, tuple[str, Fraction]] = {
    unit: (dimension, Fraction(factor))
    for (dimension, factor), units in ((k.split(), v) for k, v in _table("units").items())
    for unit in units
}
"""Each unit with what it measures, and how many of the base unit it is."""
