"""Embed with the multilingual model: one space for sixteen languages, on the processor, offline.

For processes that stay: the command line's index building, the MCP server, the page. A fresh process
that must answer one prompt asks the table distilled from this model instead (`static_table`).

Measured on the development data, XQuAD R@10 over 240 passages: en->zh 95.3, zh->en 95.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from commonplace.core.ports import EmbedderIdentity, Progress
from commonplace.engines.embedders.encoder import Encoder
from commonplace.engines.embedders.matrices import open_matrices
from commonplace.engines.embedders.packing import pack_matrix
from commonplace.engines.embedders.pieces import (
    UNKNOWN,
    Vocabulary,
    open_vocabulary,
    split_into_pieces,
)
from commonplace.engines.embedders.universal_files import open_model

_TEXTS_AT_A_TIME = 64


class UniversalEmbedder:
    """The multilingual model, mapped from the cache folder."""

    def __init__(
        self, identity: EmbedderIdentity, vocabulary: Vocabulary, encoder: Encoder
    ) -> None:
        self._identity = identity
        self.vocabulary = vocabulary
        self.encoder = encoder

    @classmethod
    def open(cls, cache: Path) -> UniversalEmbedder:
        """Open the installed model, unpacking it into `cache` the first time (some two seconds)."""
        labels, arrays = open_model(cache)
        identity = EmbedderIdentity(
            name=labels["name"],
            version=labels["version"],
            dimension=int(labels["dimension"]),
            weights=labels["weights"],
        )
        return cls(
            identity, open_vocabulary(labels, arrays), Encoder(open_matrices(labels, arrays))
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """Whose vectors these are."""
        return self._identity

    def embed_query(self, text: str) -> tuple[float, ...]:
        """Return the vector of a question or prompt, of length one."""
        return tuple(self._embed([text])[0].tolist())

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        """Return one row for each text."""
        rows = []
        for start in range(0, len(texts), _TEXTS_AT_A_TIME):
            batch = texts[start : start + _TEXTS_AT_A_TIME]
            rows.append(pack_matrix(self._embed(batch)))
            if progress:
                progress(start + len(batch), len(texts))
        return b"".join(rows)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        pieces = [split_into_pieces(self.vocabulary, text) or [UNKNOWN] for text in texts]
        return self.encoder.encode(pieces)
