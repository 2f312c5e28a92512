"""Prompts with known answers in, rates out: is what answers before the agent, and at what price.

An answer is handed over as a line or as a pointer, or it stands in the contents of the session.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from statistics import median, quantiles

from commonplace.core.injection import count_tokens
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.passages import questions_of
from commonplace.core.values import dataclass
from commonplace.flows.inject import Injection
from commonplace.flows.recall import Found

Ask = Callable[[str], Injection]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A prompt, and the memories that answer it; none means that silence is right."""

    prompt: str
    relevant: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a session is told of a book before the first prompt."""

    listed: frozenset[str] = frozenset()
    """The memories that have a line of their own."""
    memories: int = 0
    """How many there are that could have one."""
    tokens: int = 0

    @property
    def rate(self) -> float | None:
        """Return which share of the memories is listed, None of nothing."""
        return len(self.listed) / self.memories if self.memories else None


NO_CONTENTS = Contents()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptOutcome:
    """What one prompt was handed, and how long that took."""

    asked: Labelled
    lines: tuple[str, ...] = ()
    pointers: tuple[str, ...] = ()
    tokens: int = 0
    ms: float = 0.0

    @property
    def handed(self) -> tuple[str, ...]:
        """The memories that were said or pointed at."""
        return (*self.lines, *self.pointers)

    @property
    def is_hit(self) -> bool:
        """Whether something that answers was handed over."""
        return bool(self.asked.relevant & set(self.handed))

    @property
    def is_said(self) -> bool:
        """Whether a line was handed over that answers."""
        return bool(self.asked.relevant & set(self.lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The rates over a whole set; a rate of nothing is None."""

    prompts: int
    answerable: int
    hit_rate: float | None
    """Answerable prompts that were handed a memory that answers, as a line or as a pointer."""
    line_rate: float | None
    """Those that were handed it as a line."""
    first_rate: float | None
    """Those whose first line answers."""
    listed_rate: float | None
    """Answerable prompts of which an answer stands in the contents of the session."""
    noise_rate: float | None
    """Lines handed over, to whatever prompt, that answer nothing."""
    pointer_noise_rate: float | None
    """The same of the pointers."""
    silence_rate: float | None
    """Prompts without an answer that were handed nothing at all."""
    no_line_rate: float | None
    """Prompts without an answer that were handed no line."""
    prompt_tokens: float | None
    """The median over the prompts that were handed anything."""
    contents_tokens: int
    """What the contents cost, once a session."""
    median_ms: float
    slow_ms: float
    """Nineteen of twenty prompts were answered in less."""
    unknown: tuple[str, ...] = ()
    """Memories that the set names and the book has not."""
    missed: tuple[PromptOutcome, ...] = ()
    """Answerable prompts without a hit."""
    noisy: tuple[PromptOutcome, ...] = ()
    """Prompts without an answer that were handed something."""


def evaluate(
    labelled: Sequence[Labelled],
    ask: Ask,
    known: Collection[str],
    clock: Callable[[], float],
    contents: Contents = NO_CONTENTS,
) -> Evaluation:
    """Ask every prompt as an agent's hook would, and return how often that went well."""
    outcomes = [_outcome(each, ask, clock) for each in labelled]
    answerable = [each for each in outcomes if each.asked.relevant]
    silent = [each for each in outcomes if not each.asked.relevant]
    times = sorted(each.ms for each in outcomes) or [0.0]
    named = frozenset[str]().union(*(each.relevant for each in labelled))
    return Evaluation(
        prompts=len(outcomes),
        answerable=len(answerable),
        hit_rate=_share([each.is_hit for each in answerable]),
        line_rate=_share([each.is_said for each in answerable]),
        first_rate=_share([bool(each.asked.relevant & set(each.lines[:1])) for each in answerable]),
        listed_rate=_share([bool(each.asked.relevant & contents.listed) for each in answerable]),
        noise_rate=_share(
            [name not in each.asked.relevant for each in outcomes for name in each.lines]
        ),
        pointer_noise_rate=_share(
            [name not in each.asked.relevant for each in outcomes for name in each.pointers]
        ),
        silence_rate=_share([not each.handed for each in silent]),
        no_line_rate=_share([not each.lines for each in silent]),
        prompt_tokens=middle([each.tokens for each in outcomes]),
        contents_tokens=contents.tokens,
        median_ms=median(times),
        slow_ms=quantiles(times, n=20)[-1] if len(times) > 1 else times[0],
        unknown=tuple(sorted(named - set(known))),
        missed=tuple(each for each in answerable if not each.is_hit),
        noisy=tuple(each for each in silent if each.handed),
    )


def _outcome(labelled: Labelled, ask: Ask, clock: Callable[[], float]) -> PromptOutcome:
    began = clock()
    given = ask(labelled.prompt)
    ms = 1000 * (clock() - began)
    return PromptOutcome(
        asked=labelled,
        lines=tuple(each.hit.memory for each in given.hits),
        pointers=tuple(each.hit.memory for each in given.pointers),
        tokens=tokens_of(given),
        ms=ms,
    )


def tokens_of(given: Injection) -> int:
    """Return about how many tokens an agent is handed, 0 for nothing."""
    return count_tokens(given.text) if given.text else 0


def middle(tokens: Sequence[int]) -> float | None:
    """Return the median of what was handed over, where anything was."""
    some = [each for each in tokens if each]
    return float(median(some)) if some else None


def _share(claims: Sequence[bool]) -> float | None:
    return sum(claims) / len(claims) if claims else None


class QuestionKind(StrEnum):
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
    kind: QuestionKind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """How many questions of each kind there were, and which did not bring their memory."""

    asked: Mapping[QuestionKind, int]
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
        return all(probe.kind is QuestionKind.SELF for probe in self.missed)

    def found(self, kind: QuestionKind) -> int:
        """Return how many questions of that kind brought their memory, as a line or as a pointer."""
        return self.asked[kind] - sum(probe.kind is kind for probe in self.missed)

    def pointers(self, kind: QuestionKind) -> int:
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
    spoken = {each.memory for each in probes if each.kind is not QuestionKind.SELF}
    return Probed(
        asked={kind: sum(each.kind is kind for each in probes) for kind in QuestionKind},
        missed=tuple(each for each, got in given if not _holds(each, got.hits + got.pointers)),
        pointed=tuple(each for each, got in given if _holds(each, got.pointers)),
        prompt_tokens=middle(
            [tokens_of(got) for each, got in given if each.kind is not QuestionKind.SELF]
        ),
        contents=contents,
        unasked=tuple(memory.id for memory in active if memory.id not in spoken),
    )


def probes_of(memory: Memory, prompts: Sequence[str] = ()) -> Iterator[Probe]:
    """Yield the questions that should bring `memory`."""
    questions = [
        *((QuestionKind.WHEN, text) for text in memory.when_to_load),
        *((QuestionKind.PERSON, text) for text in questions_of(memory)),
        *((QuestionKind.PROMPT, text) for text in prompts),
        (QuestionKind.SELF, memory.title),
    ]
    for kind, text in questions:
        if text.strip():
            yield Probe(memory=memory.id, kind=kind, text=text.strip())


def _holds(each: Probe, handed: Sequence[Found]) -> bool:
    return any(found.hit.memory == each.memory for found in handed)
