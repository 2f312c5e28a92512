"""How much each sign says that a statement lasts; written by `benchmarks/capture_fit.py`."""

from __future__ import annotations

BIAS = -4.77
THRESHOLD = 0.65
"""Below this chance we stay silent: it is the better mistake."""
ASKED_FOR = 0.28
"""The same where the user says outright that it is meant to last."""
SIGNS = {
    "answers": 0.18,
    "bound": 0.24,
    "clauses": 0.11,
    "contrast": 0.10,
    "correcting": -0.17,
    "counts off": -0.62,
    "cues": 0.55,
    "decided": 0.19,
    "exact": 0.14,
    "follows an assumption": 0.77,
    "habit": 0.23,
    "has a history": 0.49,
    "has an occasion": -0.46,
    "is generic": 0.53,
    "is meant to last": 0.77,
    "is universal": 0.35,
    "keep": 0.00,
    "length": 0.95,
    "names": 0.64,
    "opens": -1.48,
    "orders": -0.67,
    "points at something": 0.03,
    "praise": 0.38,
    "reason": 0.07,
    "speaks of self": -0.25,
    "standing": 0.14,
    "strong cues": 0.37,
    "tells of a fault": -0.60,
    "tells the past": -0.35,
    "told": 0.01,
    "universal": 0.23,
    "wish": 0.16,
}
