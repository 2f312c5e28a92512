"""Prompts with known answers in, rates out: is what answers handed over, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from commonplace.flows.inject import Injection

Ask = Callable[[str], Injection]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A prompt, and the memories that answer it; none means that silence is right."""

    prompt: str
    relevant: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one prompt was handed, and how long that took."""

    asked: Labelled
    handed: tuple[str, ...]
    ms: float

    @property
    def is_hit(self) -> bool:
        """Whether something that answers was handed over."""
        return bool(self.asked.relevant & set(self.handed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The rates over a whole set; a rate of nothing is None."""

    prompts: int
    answerable: int
    hit_rate: float | None
    """Answerable prompts that were handed a memory that answers."""
    first_rate: float | None
    """Answerable prompts whose first line answers."""
    noise_rate: float | None
    """Lines handed over, to whatever prompt, that answer nothing."""
    silence_rate: float | None
    """Prompts without an answer that were handed nothing."""
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
    labelled: Sequence[Labelled], ask: Ask, known: Collection[str], clock: Callable[[], float]
) -> Evaluation:
    """Ask every prompt as an agent's hook would, and return how often that went well."""
    outcomes = [_outcome(each, ask, clock) for each in labelled]
    answerable = [each for each in outcomes if each.asked.relevant]
    silent = [each for each in outcomes if not each.asked.relevant]
    lines = [(name, each.asked.relevant) for each in outcomes for name in each.handed]
    times = sorted(each.ms for each in outcomes) or [0.0]
    named = frozenset[str]().union(*(each.relevant for each in labelled))
    return Evaluation(
        prompts=len(outcomes),
        answerable=len(answerable),
        hit_rate=_share([each.is_hit for each in answerable]),
        first_rate=_share(
            [bool(each.asked.relevant & set(each.handed[:1])) for each in answerable]
        ),
        noise_rate=_share([name not in relevant for name, relevant in lines]),
        silence_rate=_share([not each.handed for each in silent]),
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
    return Outcome(asked=labelled, handed=tuple(each.hit.memory for each in given.hits), ms=ms)


def _share(claims: Sequence[bool]) -> float | None:
    return sum(claims) / len(claims) if claims else None
