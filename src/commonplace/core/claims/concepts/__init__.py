"""Words that mean the same: tables for comparing claims.

One line is one concept: its name, then other words for it in English and Chinese (simplified, as
`normalize_text` writes them). A concept makes "the repo", "the repository" and 仓库 one subject. A word with
a hyphen is a phrase: `pull-request` is written with a space as well.
"""

from __future__ import annotations

from commonplace.core.claims.concepts.actions import ACTIONS
from commonplace.core.claims.concepts.machines import MACHINES
from commonplace.core.claims.concepts.software import SOFTWARE
from commonplace.core.claims.concepts.workplace import WORKPLACE

CONCEPTS = MACHINES + SOFTWARE + WORKPLACE

__all__ = ["ACTIONS", "CONCEPTS"]
