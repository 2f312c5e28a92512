"""The embedders that are installed, each text embedded once; none is as good an answer.

The static table is built into the user's cache folder when it is not there yet, as the product does it.
"""

from collections.abc import Sequence
from dataclasses import replace

from commonplace.app.lenses import STATIC_TABLE, UNIVERSAL, lenses_for
from commonplace.core.ports import Embedder, EmbedderIdentity, Progress
from commonplace.engines.embedders.rows import row_size
from commonplace.engines.embedders.universal_files import is_installed
from commonplace.engines.local.embedding import Lens

STATIC_NAME, MODEL_NAME = "static table", "full model"
MISSING = "The embedders are not installed here: their rows are those of the last `make bench-semantic`.\n"


class Remembering:
    """An embedder that embeds no text twice: the same paragraphs stand in many books."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, bytes] = {}
        self._vectors: dict[str, tuple[float, ...]] = {}

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder.identity

    def embed_query(self, text: str) -> tuple[float, ...]:
        if text not in self._vectors:
            self._vectors[text] = self._embedder.embed_query(text)
        return self._vectors[text]

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        new = list(dict.fromkeys(text for text in texts if text not in self._rows))
        rows = self._embedder.embed_passages(new, progress)
        size = row_size(self.identity.dimension)
        self._rows |= {text: rows[n * size : (n + 1) * size] for n, text in enumerate(new)}
        return b"".join(self._rows[text] for text in texts)


def _lenses() -> dict[str, Lens]:
    if not is_installed():
        return {}
    (table,), (model,) = lenses_for(STATIC_TABLE), lenses_for(UNIVERSAL)
    table.prepare(None)
    known = Remembering(model.open(b""))
    return {STATIC_NAME: table, MODEL_NAME: replace(model, open=lambda _: known)}


LENSES = _lenses()
