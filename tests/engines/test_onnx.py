"""Models of the user's own: found in a folder or the hub's cache, or missed with a clear message."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from commonplace.engines.embedders.onnx import (
    ModelFolder,
    OnnxEmbedder,
    Pooling,
    default_hub_cache,
    find_model,
    pool,
)
from commonplace.errors import ConfigError

TOKENS = np.array([[[1.0, 4.0], [3.0, -2.0], [99.0, 99.0]]], np.float32)
MASK = np.array([[1, 1, 0]])


def lay_out(folder: Path, files: dict[str, object]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return folder


def test_a_model_in_a_folder_is_used_as_most_are(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "mini", {"model.onnx": "graph", "tokenizer.json": {"model": {}}})

    assert find_model(str(folder)) == ModelFolder(
        name="mini",
        version="local",
        graph=folder / "model.onnx",
        tokenizer=folder / "tokenizer.json",
    )


def test_a_models_own_settings_are_obeyed(tmp_path: Path) -> None:
    prompts = {"query": "query: ", "document": "passage: "}
    files = {
        "onnx/model_quantized.onnx": "graph",
        "tokenizer.json": {"model": {}},
        "1_Pooling/config.json": {"pooling_mode_cls_token": True},
        "sentence_bert_config.json": {"max_seq_length": 512},
        "config_sentence_transformers.json": {"prompts": prompts},
    }

    found = find_model(str(lay_out(tmp_path, files)))

    assert (found.pooling, found.most_tokens) == (Pooling.FIRST, 512)
    assert (found.query_prefix, found.passage_prefix) == ("query: ", "passage: ")
    assert found.graph == tmp_path / "onnx" / "model_quantized.onnx"


def test_settings_that_make_no_sense_are_passed_over(tmp_path: Path) -> None:
    files = {
        "model.onnx": "graph",
        "tokenizer.json": {"model": {}},
        "1_Pooling/config.json": "[not json",
        "sentence_bert_config.json": {"max_seq_length": "many"},
        "config_sentence_transformers.json": {"prompts": ["query"]},
    }

    found = find_model(str(lay_out(tmp_path, files)))

    assert (found.pooling, found.most_tokens, found.query_prefix) == (Pooling.MEAN, 256, "")


def test_a_model_in_the_hubs_cache_is_found_by_its_name(tmp_path: Path) -> None:
    entry = tmp_path / "models--org--mini"
    lay_out(entry, {"refs/main": "abc123\n"})
    lay_out(
        entry / "snapshots" / "abc123",
        {"onnx/model.onnx": "graph", "tokenizer.json": {"model": {}}},
    )

    found = find_model("org/mini", tmp_path)

    assert (found.name, found.version) == ("org/mini", "abc123")


def test_the_hubs_cache_is_where_the_hub_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HOME", "/models")

    assert default_hub_cache() == Path("/models/hub")


@pytest.mark.parametrize(
    ("files", "cause"),
    [
        ({"tokenizer.json": {"model": {}}}, "no model.onnx in it"),
        ({"model.onnx": "graph"}, "no sound tokenizer.json in it"),
        ({"model.onnx": "graph", "tokenizer.json": "{"}, "no sound tokenizer.json in it"),
    ],
)
def test_a_missing_file_is_named(tmp_path: Path, files: dict[str, object], cause: str) -> None:
    with pytest.raises(ConfigError) as caught:
        find_model(str(lay_out(tmp_path, files)))

    assert caught.value.values == {"path": str(tmp_path), "cause": cause}


def test_a_model_that_is_nowhere_is_not_downloaded(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder, and not in the hub's cache"):
        find_model("org/none", tmp_path)


def test_without_onnxruntime_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "onnxruntime", raising=False)

    with pytest.raises(ConfigError) as caught:
        OnnxEmbedder.open("org/mini")
    assert caught.value.values == {"package": "onnxruntime", "extra": "onnx"}
    assert "pip install 'commonplace[onnx]'" in caught.value.hint()


@pytest.mark.parametrize(
    ("pooling", "vector"),
    [
        (Pooling.MEAN, [2.0, 1.0]),
        (Pooling.FIRST, [1.0, 4.0]),
        (Pooling.LARGEST, [3.0, 4.0]),
    ],
)
def test_padding_never_counts(pooling: Pooling, vector: list[float]) -> None:
    assert pool([TOKENS], MASK, pooling).tolist() == [vector]


def test_a_model_that_pools_by_itself_is_believed() -> None:
    own = np.array([[0.6, 0.8]], np.float32)

    assert pool([TOKENS, own], MASK, Pooling.MEAN) is own
