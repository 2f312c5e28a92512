"""Pack whole matrices into rows, and compare a query with all of them at once: `rows`, with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.rows import row_size

_LARGEST = 127


def pack_matrix(matrix: NDArray[np.float32]) -> bytes:
    """Return each row of `matrix`, brought to length one, as `rows.pack_row` would."""
    rows = np.zeros(len(matrix), _row_type(matrix.shape[1]))
    largest = np.abs(matrix).max(axis=1, initial=0.0)
    lengths = np.linalg.norm(matrix, axis=1)
    filled = largest > 0
    rows["scale"][filled] = largest[filled] / lengths[filled] / _LARGEST
    rows["bytes"][filled] = np.rint(matrix[filled] / largest[filled, None] * _LARGEST)
    return rows.tobytes()


def cosines(query: tuple[float, ...], rows: bytes) -> list[float]:
    """Return the cosine between a query of length one and every row."""
    stored = np.frombuffer(rows, _row_type(len(query)))
    products = stored["bytes"].astype(np.float32) @ np.array(query, np.float32)
    return [float(value) for value in products * stored["scale"]]


def _row_type(dimension: int) -> np.dtype[np.void]:
    row = np.dtype([("scale", "=f4"), ("bytes", "i1", (dimension,))])
    assert row.itemsize == row_size(dimension)
    return row
