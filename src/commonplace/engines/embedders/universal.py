"""Embed with the multilingual model (Universal Sentence Encoder, v3), with numpy alone, from its unpacked file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.model_cache import open_matrices
from commonplace.engines.embedders.packing import batches, normalised
from commonplace.engines.embedders.pieces import UNKNOWN, open_vocabulary, split_into_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from commonplace.engines.embedders.arrays import Arrays, Labels

Matrix = NDArray[np.float32]
Weights = Mapping[str, NDArray[Any]]

START, END = 1, 2
"""The pieces that the model expects around every text."""

WINDOWS = {2: 0, 3: 1, 5: 2}
"""Pieces a window sees, and how many of them stand before its own."""

_GAP = 2


class Encoder:
    """The network with its weights, which may be mapped from a file."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._epsilon = float(weights["eps"].item())

    @property
    def dimension(self) -> int:
        """Return how many numbers the vector of a text has."""
        return int(self._weights["d3"].shape[1])

    def encode(self, texts: list[list[int]]) -> Matrix:
        """Return one row of length one for each text, given as numbers of pieces."""
        wrapped = [[START, *pieces, END] for pieces in texts]
        parts = [self._encode_batch(batch) for batch in batches(wrapped)]
        return np.concatenate(parts) if parts else np.empty((0, self.dimension), np.float32)

    def _encode_batch(self, texts: list[list[int]]) -> Matrix:
        places, starts, height = _lay_out(texts)
        pieces = np.array([piece for text in texts for piece in text])
        mask = np.zeros((height, 1), np.float32)
        mask[places] = 1
        vectors = self._vectors(pieces)
        features = np.zeros(
            (height, vectors.shape[1] + self._weights["stacks.proj_b"].shape[0]), np.float32
        )
        features[places, : vectors.shape[1]] = vectors
        features[:, vectors.shape[1] :] = self._convolved(vectors, places, mask)
        normalised(features, self._weights["ln_g"], self._weights["ln_b"], self._epsilon)
        features *= mask
        lengths = np.array([[len(text)] for text in texts], np.float32)
        return self._dense(np.add.reduceat(features, starts, axis=0), lengths)

    def _vectors(self, pieces: NDArray[np.int64]) -> Matrix:
        table, scale, lowest = (self._weights[name] for name in ("pieces", "scale", "lo"))
        chunk = pieces % len(scale)
        vectors: Matrix = table[pieces].astype(np.float32)
        vectors *= scale[chunk, None]
        vectors += lowest[chunk, None]
        return vectors

    def _convolved(self, vectors: Matrix, places: NDArray[np.int64], mask: Matrix) -> Matrix:
        projected = vectors @ self._weights["stacks.proj"] + self._weights["stacks.proj_b"]
        gain, bias = self._weights["stacks.ln_g"], self._weights["stacks.ln_b"]
        normalised(projected, gain, bias, self._epsilon)
        spread = np.zeros((len(mask), projected.shape[1]), np.float32)
        spread[places] = projected
        stacks = np.split(spread, len(WINDOWS), axis=1)
        return np.concatenate(
            [self._stack(x, n, mask) for x, n in zip(stacks, WINDOWS, strict=True)], axis=1
        )

    def _stack(self, x: Matrix, window: int, mask: Matrix) -> Matrix:
        for layer in (1, 2):
            weight, bias = (self._weights[f"{kind}{layer}_{window}"] for kind in "wb")
            x = x + mask * np.maximum(_slide(x, window) @ weight + bias, 0)
        return x

    def _dense(self, total: Matrix, lengths: Matrix) -> Matrix:
        w = self._weights
        mean = (total @ w["cnn_W"] + lengths * w["cnn_b"]) / np.sqrt(lengths)
        first = np.maximum(mean @ w["p1"] + np.maximum(mean @ w["d0"], 0) @ w["d1"], 0)
        last = np.tanh(first @ w["p3"] + np.maximum(first @ w["d2"], 0) @ w["d3"])
        length = np.sqrt(np.maximum(np.sum(last * last, axis=1, keepdims=True), self._epsilon))
        result: Matrix = last / length
        return result


def _lay_out(texts: list[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return the row of every piece, the first row of every text, and how many rows there are."""
    lengths = np.array([len(text) for text in texts])
    starts = np.cumsum(lengths + _GAP) - lengths - _GAP
    places = np.concatenate([np.arange(s, s + n) for s, n in zip(starts, lengths, strict=True)])
    return places, starts, int(starts[-1] + lengths[-1])


def _slide(x: Matrix, window: int) -> Matrix:
    before = WINDOWS[window]
    padded = np.pad(x, ((before, window - 1 - before), (0, 0)))
    return np.concatenate([padded[k : k + len(x)] for k in range(window)], axis=1)


def embedding(labels: Labels, arrays: Arrays) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Return what turns texts into vectors of length one."""
    vocabulary = open_vocabulary(labels, arrays)
    network = Encoder(open_matrices(labels, arrays))
    return lambda texts: network.encode(
        [split_into_pieces(vocabulary, text) or [UNKNOWN] for text in texts]
    )
