"""The two models that come with the extra `semantic`, and how each is opened: English, many languages.

A prompt hook opens what stands unpacked in the cache (`open_prepared`) and loads nothing but numpy beside
it; a process that stays unpacks a model first where need be (`model_embedder`).
"""

from __future__ import annotations

import os
import sys

from commonplace.engines.embedders.arrays import open_arrays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from commonplace.engines.embedders.arrays import Arrays, Labels

    Embedding = Callable[[Sequence[str]], NDArray[np.float32]]

ENGLISH, MULTILINGUAL = "minilm", "universal"
"""all-MiniLM-L6-v2, and the Universal Sentence Encoder for sixteen languages."""

FILES = {ENGLISH: "minilm-1.arrays", MULTILINGUAL: "universal-2.arrays"}
"""The unpacked models in the cache folder; the numbers are their formats'."""

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def open_prepared(model: str, cache: str, key: str) -> Embedding | None:
    """Return what embeds as the model with that key does; None unless it stands unpacked in `cache`."""
    opened = open_arrays(os.path.join(cache, FILES[model]))
    if opened is None or key_of(opened[0]) != key:
        return None
    return embedding_of(model, *opened)


def embedding_of(model: str, labels: Labels, arrays: Arrays) -> Embedding:
    """Return what turns texts into vectors of length one, given the unpacked model."""
    load_numpy()
    if model == ENGLISH:
        from commonplace.engines.embedders.minilm import embedding  # noqa: PLC0415 - numpy
    else:
        from commonplace.engines.embedders.universal import embedding  # noqa: PLC0415 - numpy
    return embedding(labels, arrays)


def key_of(labels: Labels) -> str:
    """Return the key of the vectors that an unpacked model makes, as `EmbedderIdentity.key` does."""
    return " ".join(labels[name] for name in ("name", "version", "dimension", "weights"))


def load_numpy() -> None:
    """Import numpy so that it multiplies with one thread, unless somebody has loaded it already.

    These matrices are small. On a busy machine a second thread waits more than it helps: one prompt took
    10 to 130 ms with two, 3 ms with one. The environment is left as it was, for whoever is started next.
    """
    # Decision 0017: with a second thread one prompt on a busy machine took 3 to 40 times as long.
    if "numpy" in sys.modules:
        return
    before = {name: os.environ.get(name) for name in _THREADS}
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    try:
        import numpy  # noqa: F401, PLC0415, ICN001 - loaded for its effect
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
