"""How much is handed over for one prompt, and in which form: our own way, and each original system's.

They differ in the size of what they inject; here that is data, and one builder serves them all.
"""

from __future__ import annotations

from enum import StrEnum

from commonplace.core.values import dataclass


class Form(StrEnum):
    """What an injection is made of."""

    LINES = "lines"
    """One actionable line for each memory, and where it stands."""
    NOTES = "notes"
    """Each memory whole."""
    FILES = "files"
    """Every file one of whose keywords stands in the prompt, announced by name."""
    PROFILE = "profile"
    """The profile, whatever the prompt is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """How one of the systems injects."""

    name: str
    form: Form
    looked_at: int
    """So many are found first."""
    most: int
    """So many of them are handed over."""
    budget_tokens: int
    has_tiers: bool = False
    """Whether each memory is judged by itself: said by the passage that matches, or pointed at."""


CONTENTS = Preset(
    name="contents", form=Form.LINES, looked_at=12, most=3, budget_tokens=400, has_tiers=True
)
"""The default of every book: its contents once a session, and few lines for a prompt."""
LINGXI = Preset(name="lingxi", form=Form.LINES, looked_at=5, most=3, budget_tokens=400)
VAULT = Preset(name="vault", form=Form.NOTES, looked_at=5, most=5, budget_tokens=2_000)
MEM_SKILL = Preset(name="mem-skill", form=Form.FILES, looked_at=100, most=100, budget_tokens=20_000)
"""mem-skill loads every matching file; a bound keeps one that grew for years out of a small context."""
MEMORY_SAVE = Preset(
    name="memory-save", form=Form.PROFILE, looked_at=0, most=0, budget_tokens=20_000
)

PRESETS = {preset.name: preset for preset in (CONTENTS, LINGXI, VAULT, MEM_SKILL, MEMORY_SAVE)}
