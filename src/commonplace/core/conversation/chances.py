"""How likely a statement is to hold beyond its conversation: its signs, weighed together."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from commonplace.core.conversation import weights
from commonplace.core.conversation.cues import Cue
from commonplace.core.conversation.signs import (
    ADDRESSED,
    ANNOUNCED,
    FAULT,
    MEANT_TO_LAST,
    OPENS,
    ORDERS,
)

SETTLING = 3
"""So strong is a cue that says by itself that something was settled."""


def chance_of(signs: Mapping[str, float]) -> float:
    """Return the probability that a statement with these signs is worth remembering."""
    odds = sum(weights.SIGNS.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + exp(-(weights.BIAS + odds)))


def is_likely(signs: Mapping[str, float]) -> bool:
    """Say whether that is likely enough to speak up."""
    is_weighed = is_in_question(signs) or is_for_its_own_sake(signs)
    return is_weighed and chance_of(signs) >= weights.THRESHOLD


def is_in_question(signs: Mapping[str, float]) -> bool:
    """Say whether a statement is weighed at all.

    Who opens a conversation tells what is to be done and how things are; what holds is said outright.
    """
    outright = (signs[MEANT_TO_LAST], signs[ANNOUNCED], signs[ADDRESSED], signs[Cue.TOLD] > 1)
    return not signs[OPENS] or any(outright)


def is_for_its_own_sake(signs: Mapping[str, float]) -> bool:
    """Say whether a decision or a custom is told where nothing is ordered and nothing is broken."""
    settles = signs[Cue.DECIDED] >= SETTLING or signs[Cue.HABIT] >= SETTLING
    return settles and not (signs[ORDERS] or signs[FAULT])
