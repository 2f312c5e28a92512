"""Keep the models of installed packages unpacked in the cache folder, where they open at once.

Packages carry compressed weights. Each model is unpacked once into one file of arrays that is mapped, not
read: it opens many times faster, even in a prompt hook, and shares its memory between processes. The file
is read back and compared with its checksums before it counts; one that is damaged, cut short or made from
another version of the package is made again. Nothing is ever downloaded here.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from commonplace.engines.embedders.arrays import (
    Arrays,
    Column,
    Labels,
    is_whole,
    open_arrays,
    write_arrays,
)
from commonplace.errors import ConfigError

EXTRA = "semantic"
_PRIVATE = 0o700


def package_files(package: str, distribution: str, names: Sequence[str]) -> tuple[Path, ...]:
    """Return the files of an installed package; raise `ConfigError` when it or one of them is missing."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ConfigError("embedder-missing", package=distribution, extra=EXTRA)
    folder = Path(spec.submodule_search_locations[0])
    files = tuple(folder / name for name in names)
    if not all(file.is_file() for file in files):
        cause = f"no {' and '.join(file.name for file in files)}"
        raise ConfigError("embedder-unusable", path=files[0].parent, cause=cause)
    return files


def open_unpacked(
    path: Path,
    sources: tuple[Path, ...],
    distribution: str,
    unpack: Callable[[], tuple[Labels, list[Column]]],
) -> tuple[Labels, Arrays]:
    """Return the model at `path`, unpacked from `sources` first when it is not there as it should be.

    Raise `ConfigError` when the package's files are not what we know; the cache is then left alone.
    """
    stamp = _stamp(sources)
    opened = open_arrays(str(path))
    if opened is None or opened[0].get("source") != stamp:
        try:
            labels, columns = unpack()
        except (ValueError, KeyError, IndexError) as error:
            raise ConfigError("embedder-unusable", path=sources[0].parent, cause=error) from error
        labels |= {
            "version": importlib.metadata.version(distribution),
            "weights": _hash_of(sources),
            "source": stamp,
        }
        os.makedirs(path.parent, mode=_PRIVATE, exist_ok=True)
        write_arrays(str(path), labels, columns)
        if not is_whole(str(path)):
            cause = "it was not read back as it was written"
            raise ConfigError("embedder-unusable", path=path, cause=cause)
        opened = open_arrays(str(path))
    assert opened is not None
    return opened


def _stamp(sources: tuple[Path, ...]) -> str:
    """Return what changes when another version of the package is installed."""
    found = [path.stat() for path in sources]
    return " ".join(
        f"{path} {s.st_size} {s.st_mtime_ns}" for path, s in zip(sources, found, strict=True)
    )


def _hash_of(paths: tuple[Path, ...]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5


def fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Yield the number and the bytes of each field of a message; raise `ValueError` for what is none."""
    at = 0
    while at < len(message):
        tag, at = varint(message, at)
        field, wire = tag >> 3, tag & 7
        if wire == _BYTES:
            length, at = varint(message, at)
        elif wire == _VARINT:
            length = varint(message, at)[1] - at
        elif wire in (_FIXED_32, _FIXED_64):
            length = 4 if wire == _FIXED_32 else 8
        else:
            raise ValueError(f"wire type {wire} is not part of a model file")
        if at + length > len(message):
            raise ValueError("the file ends within a field")
        yield field, message[at : at + length]
        at += length


def varint(message: memoryview, at: int = 0) -> tuple[int, int]:
    """Return the number that is written at `at`, and where the next thing begins."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


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
