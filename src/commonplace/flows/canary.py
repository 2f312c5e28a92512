"""Stages in, the first broken one out: a memory is sent through everything that memories go through."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from commonplace.errors import CommonplaceError


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One part of the way; `fly` returns what is wrong with it, empty when it did its work."""

    name: str
    fly: Callable[[], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """How far the canary came."""

    passed: tuple[str, ...]
    broken: str = ""
    """The first stage that did not do its work."""
    why: str = ""

    @property
    def is_back(self) -> bool:
        """Whether every stage did its work."""
        return not self.broken


def send(stages: Iterable[Stage]) -> Flight:
    """Fly through `stages` until one of them is broken: what comes after it would prove nothing."""
    passed: list[str] = []
    for stage in stages:
        if why := _trouble(stage):
            return Flight(passed=tuple(passed), broken=stage.name, why=why)
        passed.append(stage.name)
    return Flight(passed=tuple(passed))


def _trouble(stage: Stage) -> str:
    try:
        return stage.fly()
    except CommonplaceError as error:
        return error.message()
    except OSError as error:
        return str(error)
