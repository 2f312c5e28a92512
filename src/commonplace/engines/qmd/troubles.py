"""What can be wrong with qmd. None of it costs an answer: the embedded engine stands below."""

from __future__ import annotations

from typing import Final

MISSING: Final = "qmd-missing"
NO_NODE: Final = "qmd-no-node"
OLD_NODE: Final = "qmd-old-node"
NO_MODEL: Final = "qmd-no-model"
NO_COLLECTION: Final = "qmd-no-collection"
TIMEOUT: Final = "qmd-timeout"
FAILED: Final = "qmd-failed"
NOT_SET_UP: Final = "qmd-not-set-up"


class QmdTrouble(Exception):
    """Qmd cannot do what was asked; `why` is the word for it in an answer and in `doctor`."""

    def __init__(self, why: str, detail: str = "") -> None:
        self.why = why
        self.detail = detail
        super().__init__(f"{why}: {detail}" if detail else why)
