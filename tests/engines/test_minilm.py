"""The English model: read from its ONNX file, unpacked once, run as it was meant, recovered when damaged."""

import hashlib
import zlib
from math import erf, sqrt
from pathlib import Path

import numpy as np
import pytest
from tiny import install_tiny_minilm, tiny_bert

from commonplace.engines.embedders.minilm import open_word_pieces, word_piece_columns, word_pieces
from commonplace.engines.embedders.model_embedder import ModelEmbedder
from commonplace.engines.embedders.model_files import VOCABULARY
from commonplace.engines.embedders.models import ENGLISH, FILES, open_prepared
from commonplace.engines.embedders.packing import cosines
from commonplace.errors import ConfigError
from tiers import one_in

SPELLINGS = zlib.decompress(VOCABULARY.read_bytes()).splitlines()


def pieces(text: str, most: int = 256) -> list[str]:
    arrays = {
        name: memoryview(content).cast(code)
        for name, code, content in word_piece_columns(SPELLINGS)
    }
    numbers = word_pieces(open_word_pieces(arrays), text, most)  # type: ignore[arg-type]
    return [SPELLINGS[number].decode() for number in numbers]


def test_the_vocabulary_that_we_ship_is_bert_s_own() -> None:
    whole = zlib.decompress(VOCABULARY.read_bytes())

    assert hashlib.sha256(whole).hexdigest() == (
        "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
    )
    assert len(SPELLINGS) == 30522


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \t\n\r ", ""),
        ("Hello, World!", "hello , world !"),
        ("don't", "don ' t"),
        ("$PATH/foo_bar.py", "$ path / foo _ bar . p ##y"),
        ("supercalifragilistic", "super ##cal ##if ##rag ##ilis ##tic"),
        ("naïve café Ångström", "naive cafe ang ##strom"),
        ("你好，世界", "[UNK] [UNK] ， 世 [UNK]"),
        ("端口6001", "[UNK] 口 600 ##1"),
        ("ΣΑΣ", "σ ##α ##σ"),
        ("x" * 100, "xx " + "##xx " * 49),
        ("x" * 101, "[UNK]"),
        ("😀 ok", "[UNK] ok"),
        ("a\x00b\ufffdc\u200bd", "abc ##d"),
        ("日本語の", "日 本 語 の"),
        ("[SEP] [CLS]", "[ sep ] [ cl ##s ]"),
        ("\ud800", ""),
    ],
)
def test_text_is_split_into_word_pieces(text: str, expected: str) -> None:
    assert pieces(text) == ["[CLS]", *expected.split(), "[SEP]"]


def test_a_long_text_is_cut_and_still_ends() -> None:
    found = pieces("word " * 1000, most=16)

    assert found == ["[CLS]", *["word"] * 14, "[SEP]"]


def naive(weights: dict[str, np.ndarray], numbers: list[int]) -> np.ndarray:
    """Run the network as its makers wrote it down: one text, in double precision."""

    def normalised(x: np.ndarray, name: str) -> np.ndarray:
        middle = x - x.mean(axis=1, keepdims=True)
        spread = np.sqrt((middle**2).mean(axis=1, keepdims=True) + 1e-12)
        return middle / spread * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return x @ weights[f"{name}.weight"].astype("d") + weights[f"{name}.bias"]

    x = weights["inner.embeddings.word_embeddings.weight"][numbers].astype("d")
    x += weights["inner.embeddings.position_embeddings.weight"][: len(numbers)]
    x = normalised(
        x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm"
    )
    for layer in range(2):
        at = f"encoder.layer.{layer}"
        query, key, value = (
            linear(x, f"{at}.attention.self.{name}") for name in ("query", "key", "value")
        )
        scores = np.exp(query @ key.T / sqrt(32))
        seen = scores / scores.sum(axis=1, keepdims=True) @ value
        x = normalised(
            x + linear(seen, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm"
        )
        wide = linear(x, f"{at}.intermediate.dense")
        wide = wide * (1 + np.vectorize(erf)(wide / sqrt(2))) / 2
        x = normalised(x + linear(wide, f"{at}.output.dense"), f"{at}.output.LayerNorm")
    mean = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


def test_the_network_is_run_as_it_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_minilm(tmp_path, monkeypatch)
    embedder = ModelEmbedder.open(ENGLISH, tmp_path / "cache")
    weights = tiny_bert()[1]
    numbers = [SPELLINGS.index(each.encode()) for each in pieces("The nightly job failed again.")]

    assert embedder.embed_query("The nightly job failed again.") == pytest.approx(
        naive(weights, numbers).tolist(), abs=1e-5
    )


def test_what_stands_beside_a_text_in_a_batch_does_not_change_its_vector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_minilm(tmp_path, monkeypatch)
    embedder = ModelEmbedder.open(ENGLISH, tmp_path / "cache")
    texts = ["restart the server", "", "port " * 300, "wine"]

    together = embedder.embed_passages(texts)

    for number, text in enumerate(texts):
        found = cosines(embedder.embed_query(text), together)
        assert found[number] == pytest.approx(1.0, abs=5e-3)


@pytest.mark.parametrize("content", one_in(3, [b"not ours", b"", None]))
def test_a_damaged_cache_is_unpacked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    install_tiny_minilm(tmp_path, monkeypatch)
    before = ModelEmbedder.open(ENGLISH, tmp_path / "cache").embed_query("server")
    unpacked = tmp_path / "cache" / FILES[ENGLISH]
    unpacked.write_bytes(unpacked.read_bytes()[:100_000] if content is None else content)

    assert ModelEmbedder.open(ENGLISH, tmp_path / "cache").embed_query("server") == before


def test_a_hook_opens_only_what_stands_unpacked_and_has_the_key_that_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_tiny_minilm(tmp_path, monkeypatch)
    cache = tmp_path / "cache"

    assert open_prepared(ENGLISH, str(cache), "anything") is None

    embedder = ModelEmbedder.open(ENGLISH, cache)
    prepared = open_prepared(ENGLISH, str(cache), embedder.identity.key)

    assert open_prepared(ENGLISH, str(cache), "another model") is None
    assert prepared is not None
    assert tuple(prepared(["server"])[0].tolist()) == embedder.embed_query("server")


@pytest.mark.parametrize("content", [b"\x0f\x00 cut short", b"", tiny_bert()[0][:5000]])
def test_a_damaged_package_is_a_message_and_leaves_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    install_tiny_minilm(tmp_path, monkeypatch).write_bytes(content)

    with pytest.raises(ConfigError, match=r"cannot be used: .*\. Nothing was embedded"):
        ModelEmbedder.open(ENGLISH, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()
