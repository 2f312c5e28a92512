"""How likely a statement is to hold beyond its conversation: its signs, weighed together."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from commonplace.core.conversation import weights
from commonplace.core.conversation.cues import Cue
from commonplace.core.conversation.signs import MEANT_TO_LAST, OPENS


def chance_of(signs: Mapping[str, float]) -> float:
    """Return the probability that a statement with these signs is worth remembering."""
    odds = sum(weights.SIGNS.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + exp(-(weights.BIAS + odds)))


def is_likely(signs: Mapping[str, float]) -> bool:
    """Say whether that is likely enough to speak up: less will do where the user asks for it.

    Who opens a conversation tells what is to be done and how things are; what holds is said outright.
    """
    is_asked_for = signs[MEANT_TO_LAST] > 0
    if signs[OPENS] and not (is_asked_for or signs[Cue.TOLD] > 1):
        return False
    return chance_of(signs) >= (weights.ASKED_FOR if is_asked_for else weights.THRESHOLD)
