"""Prompts with known answers in, rates out: is what answers before the agent, and at what price.

An answer is handed over as a line or as a pointer, or it stands in the contents of the session.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from commonplace.core.injection import count_tokens
from commonplace.flows.inject import Injection

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
class Outcome:
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
    missed: tuple[Outcome, ...] = ()
    """Answerable prompts without a hit."""
    noisy: tuple[Outcome, ...] = ()
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


def _outcome(labelled: Labelled, ask: Ask, clock: Callable[[], float]) -> Outcome:
    began = clock()
    given = ask(labelled.prompt)
    ms = 1000 * (clock() - began)
    return Outcome(
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
