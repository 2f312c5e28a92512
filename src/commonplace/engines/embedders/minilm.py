"""Embed English with all-MiniLM-L6-v2, from its unpacked file: what a prompt hook can afford, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonplace.engines.embedders.bert import Bert
from commonplace.engines.embedders.matrices import open_matrices
from commonplace.engines.embedders.wordpiece import open_word_pieces, word_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from commonplace.engines.embedders.arrays import Arrays, Labels

MOST_PIECES = 256
"""The model was trained on texts of so many pieces, start and end included; the rest is cut off."""


def embedding(labels: Labels, arrays: Arrays) -> Callable[[Sequence[str]], NDArray[np.float32]]:
    """Return what turns texts into vectors of length one."""
    vocabulary = open_word_pieces(arrays)
    network = Bert(open_matrices(labels, arrays))
    return lambda texts: network.encode([word_pieces(vocabulary, t, MOST_PIECES) for t in texts])
