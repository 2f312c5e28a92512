"""Keep numpy matrices in an arrays file, with their shapes as labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.arrays import Arrays, Column, Labels

_SHAPE = "shape."


def matrix_columns(matrices: Mapping[str, NDArray[Any]]) -> tuple[Labels, list[Column]]:
    """Return the labels and columns that keep `matrices`."""
    labels = {f"{_SHAPE}{name}": "x".join(map(str, m.shape)) for name, m in matrices.items()}
    return labels, [(name, m.dtype.char, m.tobytes()) for name, m in matrices.items()]


def open_matrices(labels: Labels, arrays: Arrays) -> dict[str, NDArray[Any]]:
    """Return the matrices of a file, still mapped and not to be changed."""
    shapes = {n.removeprefix(_SHAPE): s for n, s in labels.items() if n.startswith(_SHAPE)}
    return {
        name: np.frombuffer(arrays[name], arrays[name].format).reshape(_sides(shape))
        for name, shape in shapes.items()
    }


def _sides(shape: str) -> tuple[int, ...]:
    return tuple(int(side) for side in shape.split("x") if side)
