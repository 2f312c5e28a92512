"""Figures beside the seeds' score, and never mixed into it: what the formulas of upkeep do not see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many; of nothing there is no rate."""

    found: int
    of: int

    @property
    def rate(self) -> float | None:
        """The share as a number, None of nothing."""
        return self.found / self.of if self.of else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What else tells how a book is."""

    probe_recall: Share
    """Questions that people wrote, or really asked, which bring their memory."""
    injection_noise: float | None
    hit_rate: float | None
    duplicates: int
    """Pairs that say the same by title or text, whatever their keywords are."""
    contradictions: int
    orphans: int
    """Links and rows that lead nowhere, files that no index names."""
    proposals: int
    """Proposals that nobody has reviewed."""
    quarantined: int
    anchors: Mapping[str, int]
    """How the quoted code stands: how many anchors in each state."""
