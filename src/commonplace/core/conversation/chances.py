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


def chance_of(signs: Mapping[str, float]) -> float:
    """Return the probability that a statement with these signs is worth remembering."""
    odds = sum(weights.SIGNS.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + exp(-(weights.BIAS + odds)))


def is_likely(signs: Mapping[str, float]) -> bool:
    """Say whether that is likely enough to speak up."""
    return is_in_question(signs) and chance_of(signs) >= weights.THRESHOLD


def is_in_question(signs: Mapping[str, float]) -> bool:
    """Say whether a statement is weighed at all.

    Who opens a conversation tells what is to be done and how things are; what holds is said outright.
    A decision or a custom is told for its own sake where nothing is ordered and nothing is broken.
    """
    outright = (signs[MEANT_TO_LAST], signs[ANNOUNCED], signs[ADDRESSED], signs[Cue.TOLD] > 1)
    settles = signs[Cue.DECIDED] > 2 or signs[Cue.HABIT] > 2
    is_errand = signs[ORDERS] or signs[FAULT]
    return not signs[OPENS] or any(outright) or (settles and not is_errand)
