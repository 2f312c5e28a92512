"""The models that are installed, each text embedded once; none is as good an answer."""

from collections.abc import Sequence
from dataclasses import replace

from commonplace.app.recall import embedder_choices
from commonplace.core.ports import Embedder, EmbedderIdentity, Progress
from commonplace.engines.embedders.arrays import row_size
from commonplace.engines.embedders.model_embedder import is_installed
from commonplace.engines.embedders.models import ENGLISH, MULTILINGUAL
from commonplace.engines.local.vectors import EmbedderChoice

ENGLISH_NAME, MODEL_NAME = "English model", "full model"
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


def _choices() -> dict[str, EmbedderChoice]:
    found = {}
    for name, model in ((ENGLISH_NAME, ENGLISH), (MODEL_NAME, MULTILINGUAL)):
        if is_installed(model):
            (choice,) = embedder_choices(model)
            known = Remembering(choice.open())
            found[name] = replace(choice, open=lambda known=known: known, takes=lambda _: True)
    return found


CHOICES = _choices()
