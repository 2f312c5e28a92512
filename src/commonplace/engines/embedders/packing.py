"""What the models share that run with numpy: batches, norms, and rows packed and compared all at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.arrays import row_size

_LARGEST = 127
# Enough to stream the weights once for many short texts, small enough for the processor's cache.
_BATCH_PIECES = 512


def batches(texts: list[list[int]]) -> Iterator[list[list[int]]]:
    """Yield the texts in their order, as many at once as a pass over the weights is worth."""
    batch: list[list[int]] = []
    size = 0
    for text in texts:
        if batch and size + len(text) > _BATCH_PIECES:
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def normalised(
    x: NDArray[np.float32], gain: NDArray[np.float32], bias: NDArray[np.float32], epsilon: float
) -> NDArray[np.float32]:
    """Bring each row of `x`, in place, to mean 0 and variance 1, then to the model's gain and bias."""
    x -= x.mean(axis=1, keepdims=True)
    x /= np.sqrt(np.mean(x * x, axis=1, keepdims=True) + epsilon)
    x *= gain
    x += bias
    return x


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
