"""Prove a successor before anything is removed: it says what its sources said, and is found as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from commonplace.core.changes import FileEdit, Files
from commonplace.core.memory import Memory, MemoryId
from commonplace.flows.evaluate import Ask
from commonplace.flows.probe import Probe, probes_of


class Scratch(Protocol):
    """A copy of a book with an index of its own, gone afterwards."""

    def ask(self, prompt: str) -> frozenset[MemoryId]:
        """Return the memories that would be handed over for `prompt`."""

    def advance(self, edits: Sequence[FileEdit]) -> None:
        """Carry out `edits` and take them into the index."""


OpenScratch = Callable[[Files], AbstractContextManager[Scratch]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What a rewrite is tried with: a scratch copy, and the prompts that memories answered."""

    scratch: OpenScratch
    prompts: Mapping[MemoryId, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Heir:
    """A memory that will be rewritten or buried, and the one that must be found in its place."""

    source: Memory
    successor: MemoryId


def handed(ask: Ask) -> Callable[[str], frozenset[MemoryId]]:
    """Return a way to ask for the names alone."""
    return lambda prompt: frozenset(each.hit.memory for each in ask(prompt).hits)


def lost_questions(
    heirs: Sequence[Heir], files: Files, edits: Sequence[FileEdit], proof: Proof
) -> tuple[Probe, ...]:
    """Return the questions that bring a source now and would not bring its successor.

    Questions that do not bring their memory even now prove nothing either way.
    """
    questions = [
        (probe, heir.successor)
        for heir in heirs
        for probe in probes_of(heir.source, proof.prompts.get(heir.source.id, ()))
    ]
    with proof.scratch(files) as book:
        found = [pair for pair in questions if pair[0].memory in book.ask(pair[0].text)]
        book.advance(edits)
        return tuple(probe for probe, heir in found if heir not in book.ask(probe.text))
