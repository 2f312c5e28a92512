"""How a candidate relates to a memory that is already in the book, and why."""

from __future__ import annotations

from dataclasses import dataclass

from commonplace.core.claims.claim import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two claims about one thing that cannot both hold; for a denial both carry the word denied."""

    old: str
    """How the old text puts it."""
    new: str
    sort: str
    """What differs: `value`, `choice`, `polarity`, `retraction`, or nothing plainer than the `statement`."""
    old_sentence: str = ""
    """The sentence of the old text that says it, for whoever quotes."""
    new_sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was compared: the reasons behind a relation."""

    shared: tuple[str, ...] = ()
    """The terms that both texts use."""
    new_in_old: float = 0.0
    """The share of the candidate's terms that the memory knows."""
    old_in_new: float = 0.0
    title: float = 0.0
    """How alike the titles are, as a share of their terms."""
    agreeing: tuple[Claim, ...] = ()
    """Claims of the candidate that the memory makes too."""
    added: tuple[Claim, ...] = ()
    """Claims of the candidate that the memory does not make."""
    differing: tuple[Difference, ...] = ()
    apart: str = ""
    """What keeps differing claims from contradicting: environment, version, subject ..."""
    doubt: str = ""
    """A question to mention although both texts seem to hold: whoever reads it may know better."""
    alike: str = ""
    """A question to mention where a text is made of a memory's own words, and no clash can be shown."""

    @property
    def mention(self) -> str:
        """Return what a person is told, though nothing is held back for it."""
        return self.doubt or self.alike


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same statement again."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Refines:
    """The same subject with more detail; nothing is denied."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Contradicts:
    """The same subject, and both cannot hold."""

    evidence: Evidence
    question: str
    """The question whose answer would settle it, in the language of the texts."""
    is_sure: bool = True
    """Whether it is sure enough to refuse the text; else the question is put, and nothing is refused."""


@dataclass(frozen=True, slots=True)
class Compatible:
    """Near each other, and both hold."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Unrelated:
    """About different things."""

    evidence: Evidence


Relation = Duplicate | Refines | Contradicts | Compatible | Unrelated
