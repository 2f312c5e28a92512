"""A book in, its blind spots out: which memories are not handed over for the questions they answer.

A question brings its memory as a line or as a pointer; what it does not bring may still stand in the
contents of the session, where the agent sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from commonplace.core.memory import Memory, MemoryId
from commonplace.core.passages import questions_of
from commonplace.flows.evaluate import NO_CONTENTS, Ask, Contents, middle, tokens_of
from commonplace.flows.recall import Found


class Kind(StrEnum):
    """Where a question comes from; the last is easy, and counts apart."""

    WHEN = "when"
    """A line that says when to load the memory."""
    PERSON = "person"
    """Somebody wrote it below a heading `Probes`, or into a key of that name."""
    PROMPT = "prompt"
    """A real prompt to which the memory was handed over."""
    SELF = "self"
    """The memory's own title: to be found by one's own words proves little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A question, and the memory it should bring."""

    memory: MemoryId
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """How many questions of each kind there were, and which did not bring their memory."""

    asked: Mapping[Kind, int]
    missed: tuple[Probe, ...]
    pointed: tuple[Probe, ...] = ()
    """Questions that brought their memory as a pointer only."""
    prompt_tokens: float | None = None
    """The median over the questions that were handed anything."""
    contents: Contents = NO_CONTENTS
    unasked: tuple[MemoryId, ...]
    """Memories for which nobody has said when they matter: only their own words were tried."""

    @property
    def is_good(self) -> bool:
        """Whether every question that is not the memory's own words found its memory."""
        return all(probe.kind is Kind.SELF for probe in self.missed)

    def found(self, kind: Kind) -> int:
        """Return how many questions of that kind brought their memory, as a line or as a pointer."""
        return self.asked[kind] - sum(probe.kind is kind for probe in self.missed)

    def pointers(self, kind: Kind) -> int:
        """Return how many of them brought it as a pointer."""
        return sum(probe.kind is kind for probe in self.pointed)


def probe(
    memories: Sequence[Memory],
    prompts: Mapping[MemoryId, Sequence[str]],
    ask: Ask,
    contents: Contents = NO_CONTENTS,
) -> Probed:
    """Ask every question of every active memory, and return which memories did not come."""
    active = [memory for memory in memories if memory.is_active]
    probes = [each for memory in active for each in probes_of(memory, prompts.get(memory.id, ()))]
    given = [(each, ask(each.text)) for each in probes]
    spoken = {each.memory for each in probes if each.kind is not Kind.SELF}
    return Probed(
        asked={kind: sum(each.kind is kind for each in probes) for kind in Kind},
        missed=tuple(each for each, got in given if not _holds(each, got.hits + got.pointers)),
        pointed=tuple(each for each, got in given if _holds(each, got.pointers)),
        prompt_tokens=middle([tokens_of(got) for each, got in given if each.kind is not Kind.SELF]),
        contents=contents,
        unasked=tuple(memory.id for memory in active if memory.id not in spoken),
    )


def probes_of(memory: Memory, prompts: Sequence[str] = ()) -> Iterator[Probe]:
    """Yield the questions that should bring `memory`."""
    questions = [
        *((Kind.WHEN, text) for text in memory.when_to_load),
        *((Kind.PERSON, text) for text in questions_of(memory)),
        *((Kind.PROMPT, text) for text in prompts),
        (Kind.SELF, memory.title),
    ]
    for kind, text in questions:
        if text.strip():
            yield Probe(memory=memory.id, kind=kind, text=text.strip())


def _holds(each: Probe, handed: Sequence[Found]) -> bool:
    return any(found.hit.memory == each.memory for found in handed)
