"""Fill an index from the static table: the vectors that the prompt hook will ask about.

The hook embeds its one prompt with `static_table`; thousands of passages are added up here with numpy,
which is there whenever the table is, because the table was made with it. Both give the same vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from commonplace.core.ports import EmbedderIdentity, Progress
from commonplace.engines.embedders.packing import pack_matrix
from commonplace.engines.embedders.static_table import (
    NO_CENSUS,
    TABLE_FILE,
    Table,
    embed_text,
    open_table,
    take_census,
    weighted_pieces,
    weights_label,
)
from commonplace.errors import ConfigError

_TEXTS_AT_A_TIME = 256


class StaticEmbedder:
    """The static table with one store's census: other counts are another embedder."""

    def __init__(self, table: Table, census: bytes = NO_CENSUS) -> None:
        self._table = table
        self.census = census
        self._rows = np.frombuffer(table[1], np.int8).reshape(-1, table[3])

    @classmethod
    def open(cls, cache: Path, census: bytes = NO_CENSUS) -> StaticEmbedder:
        """Open the table in `cache`; raise `ConfigError` when it has not been built."""
        table = open_table(str(cache / TABLE_FILE))
        if table is None:
            raise ConfigError("table-missing", path=cache / TABLE_FILE)
        return cls(table, census)

    def with_census_of(self, texts: list[str]) -> StaticEmbedder:
        """Return the same table weighted by the pieces of these texts."""
        return StaticEmbedder(self._table, take_census(self._table, texts))

    @property
    def identity(self) -> EmbedderIdentity:
        """Whose vectors these are; its key is `static_table.table_key`."""
        labels = self._table[4]
        return EmbedderIdentity(
            name=labels["name"],
            version=labels["version"],
            dimension=self._table[3],
            weights=weights_label(labels, self.census),
        )

    def embed_query(self, text: str) -> tuple[float, ...]:
        """Return the vector of a question or prompt, of length one."""
        return embed_text(self._table, text, self.census)

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        """Return one row for each text."""
        rows = []
        for start in range(0, len(texts), _TEXTS_AT_A_TIME):
            batch = texts[start : start + _TEXTS_AT_A_TIME]
            rows.append(pack_matrix(np.array([self._added_up(text) for text in batch])))
            if progress:
                progress(start + len(batch), len(texts))
        return b"".join(rows)

    def _added_up(self, text: str) -> NDArray[np.float32]:
        vocabulary, _rows, scales, dimension, _labels = self._table
        found = weighted_pieces(vocabulary, text, self.census)
        if not found:
            return np.zeros(dimension, np.float32)
        numbers = [piece for piece, _ in found]
        shares = np.array([weight * scales[piece] for piece, weight in found], np.float32)
        total: NDArray[np.float32] = shares @ self._rows[numbers]
        return total
