"""Embed English with all-MiniLM-L6-v2: a small BERT run forward with numpy alone, from its unpacked file."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from commonplace.engines.embedders.model_cache import open_matrices
from commonplace.engines.embedders.packing import batches, normalised
from commonplace.engines.embedders.wordpiece import open_word_pieces, word_pieces

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    from collections.abc import Callable, Sequence

    import numpy as np

    from commonplace.engines.embedders.arrays import Arrays, Labels

HEAD_WIDTH = 32
"""Numbers that one head of attention looks at: 12 heads of 32 in MiniLM."""

_EPSILON = 1e-12
# Abramowitz and Stegun 7.1.26: the error function to 1.5e-7, which numpy does not have.
_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_ERF_STEP = 0.3275911


class Bert:
    """The network with its weights, which may be mapped from a file."""

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self._weights = weights
        self._layers = sum(name.endswith("qkv") for name in weights)

    @property
    def dimension(self) -> int:
        """Return how many numbers the vector of a text has."""
        return int(self._weights["words"].shape[1])

    def encode(self, texts: list[list[int]]) -> Matrix:
        """Return one row of length one for each text, given as numbers of pieces."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        return np.concatenate([self._encoded(batch) for batch in batches(texts)])

    def _encoded(self, texts: list[list[int]]) -> Matrix:
        lengths = np.array([len(text) for text in texts])
        ends = np.cumsum(lengths)
        starts = ends - lengths
        x = self._embedded(texts)
        for layer in range(self._layers):
            x = self._layer(x, layer, starts.tolist(), ends.tolist())
        mean = np.add.reduceat(x, starts, axis=0) / lengths.astype(np.float32)[:, None]
        result: Matrix = mean / np.sqrt((mean * mean).sum(axis=1, keepdims=True))
        return result

    def _embedded(self, texts: list[list[int]]) -> Matrix:
        w = self._weights
        pieces = np.concatenate([np.array(text) for text in texts])
        places = np.concatenate([np.arange(len(text)) for text in texts])
        x = w["words"][pieces].astype(np.float32)
        x *= w["words.scale"][pieces]
        x += w["places"][places]
        return normalised(x, w["norm"], w["norm.bias"], _EPSILON)

    def _layer(self, x: Matrix, layer: int, starts: list[int], ends: list[int]) -> Matrix:
        w = {
            name: self._weights[f"{layer}.{name}"]
            for name in ("qkv", "attended", "attended.norm", "wide", "narrow", "norm")
        }
        b = {name: self._weights[f"{layer}.{name}.bias"] for name in w}
        looked = x @ w["qkv"]
        looked += b["qkv"]
        attended = np.concatenate(
            [_attention(looked[start:end]) for start, end in zip(starts, ends, strict=True)]
        )
        added = attended @ w["attended"]
        added += b["attended"]
        added += x
        x = normalised(added, w["attended.norm"], b["attended.norm"], _EPSILON)
        wide = x @ w["wide"]
        wide += b["wide"]
        added = _gelu(wide) @ w["narrow"]
        added += b["narrow"]
        added += x
        return normalised(added, w["norm"], b["norm"], _EPSILON)


def _attention(looked: Matrix) -> Matrix:
    """Return what each piece of one text takes from the others; `looked` holds query, key and value."""
    count, width = len(looked), looked.shape[1] // 3
    heads = looked.reshape(count, 3, width // HEAD_WIDTH, HEAD_WIDTH).transpose(1, 2, 0, 3)
    query, key, value = heads
    scores: Matrix = query @ key.transpose(0, 2, 1)
    scores *= 1 / sqrt(HEAD_WIDTH)
    scores -= scores.max(axis=2, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=2, keepdims=True)
    attended: Matrix = (scores @ value).transpose(1, 0, 2).reshape(count, width)
    return attended


def _gelu(x: Matrix) -> Matrix:
    """Return `x` times the share of a normal distribution below it."""
    half = np.abs(x)
    half *= sqrt(0.5)
    step = 1 / (1 + _ERF_STEP * half)
    half *= half
    tail = np.full_like(x, _ERF[0])
    for factor in _ERF[1:]:
        tail *= step
        tail += factor
    tail *= step
    tail *= np.exp(-half)
    tail *= 0.5
    result: Matrix = x * np.where(x > 0, 1 - tail, tail)
    return result


MOST_PIECES = 256
"""The model was trained on texts of so many pieces, start and end included; the rest is cut off."""


def embedding(labels: Labels, arrays: Arrays) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Return what turns texts into vectors of length one."""
    vocabulary = open_word_pieces(arrays)
    network = Bert(open_matrices(labels, arrays))
    return lambda texts: network.encode([word_pieces(vocabulary, t, MOST_PIECES) for t in texts])
