"""What the engine of those who use QMD must do."""

from __future__ import annotations

REQUIREMENTS: dict[str, tuple[str, str]] = {
    "qmd.order": (
        "seed formats A2",
        "qmd is asked with typed lines; its order counts, not its scores",
    ),
    "qmd.own-words": (
        "reliability 3.7",
        "no word of a prompt or a name is read as an option of qmd",
    ),
    "qmd.own-config": (
        "reliability 3.7",
        "a configuration of qmd that stands in a project is ignored",
    ),
    "qmd.inert": (
        "reliability 3.7",
        "a cloned configuration that names qmd starts nothing until trusted",
    ),
    "qmd.only-ours": (
        "design 9",
        "what is buried, held, another's or no memory is not in an answer of qmd",
    ),
    "qmd.degraded": (
        "design 9",
        "a qmd that is missing, old or without a model gives the embedded answer",
    ),
    "qmd.in-time": (
        "reliability 3.7",
        "a qmd that takes too long is stopped, with all that it started",
    ),
    "qmd.sync": ("seed formats A2", "qmd is brought up to date once for all that was written"),
    "qmd.upgrade": ("seed formats A2", "upgrade brings qmd up to date"),
    "qmd.turn": (
        "seed formats A2",
        "the core loop says what it retrieved via QMD, and urges nobody to it",
    ),
    "qmd.every-layout": ("design 4", "a book of every layout can be searched with qmd"),
    "qmd.private": ("seed formats A2", "scope project touches nothing of the user's own qmd"),
    "qmd.global": (
        "seed formats A2",
        "scope global touches our collections alone, none that is another's",
    ),
    "qmd.meaning": ("design 9", "qmd finds by meaning what shares no word with the prompt"),
    "qmd.fresh": (
        "design 6",
        "what was written, edited, buried, moved or erased is so in the next answer",
    ),
    "qmd.like-local": ("design 9", "qmd finds what the embedded engine finds, by a stated measure"),
}

LATER: dict[str, str] = {}
