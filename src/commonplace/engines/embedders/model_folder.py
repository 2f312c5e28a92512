"""Find a sentence model on this disk and read how its makers meant it to be used.

A model is named by its folder, or by its name on the hub (`organisation/model`) when some program has
already downloaded it into the hub's cache. The settings are the small JSON files that sentence models
carry; a model without them is used as most are: mean of all tokens, 256 of them, no prefixes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from commonplace.errors import ConfigError

_GRAPHS = (
    *("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx"),
    *("onnx/model_int8.onnx", "onnx/model_qint8.onnx", "onnx/model_fp16.onnx"),
)
_TOKENIZER = "tokenizer.json"
_MOST_TOKENS = 256
_QUERY_PROMPTS = ("query",)
_PASSAGE_PROMPTS = ("passage", "document")


class Pooling(StrEnum):
    """How the vectors of all tokens become one."""

    MEAN = "mean"
    FIRST = "cls"
    LARGEST = "max"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFolder:
    """Where a model's files are, and how to use it."""

    name: str
    version: str
    graph: Path
    tokenizer: Path
    pooling: Pooling = Pooling.MEAN
    most_tokens: int = _MOST_TOKENS
    query_prefix: str = ""
    passage_prefix: str = ""


def find_model(name: str, hub_cache: Path | None = None) -> ModelFolder:
    """Return the model called `name`; raise `ConfigError` that says which file is not there."""
    folder = Path(name).expanduser()
    version = "local"
    if not folder.is_dir():
        folder = _in_hub_cache(name, hub_cache or default_hub_cache())
        version = folder.name
    graph = next((folder / graph for graph in _GRAPHS if (folder / graph).is_file()), None)
    if graph is None:
        raise ConfigError("embedder-unusable", path=folder, cause="no model.onnx in it")
    tokenizer = folder / _TOKENIZER
    if "model" not in _settings(tokenizer):
        raise ConfigError("embedder-unusable", path=folder, cause=f"no sound {_TOKENIZER} in it")
    return _described(folder, name, version, graph)


def default_hub_cache() -> Path:
    """Return where the hub's own programs keep what they downloaded."""
    home = os.environ.get("HF_HOME") or "~/.cache/huggingface"
    return Path(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub").expanduser()


def _in_hub_cache(name: str, cache: Path) -> Path:
    entry = cache / f"models--{name.replace('/', '--')}"
    try:
        revision = (entry / "refs" / "main").read_text("utf-8").strip()
    except OSError as error:
        cause = f"no such folder, and not in the hub's cache {cache}"
        raise ConfigError("embedder-unusable", path=name, cause=cause) from error
    return entry / "snapshots" / revision


def _described(folder: Path, name: str, version: str, graph: Path) -> ModelFolder:
    prompts = _settings(folder / "config_sentence_transformers.json").get("prompts")
    longest = _settings(folder / "sentence_bert_config.json").get("max_seq_length")
    return ModelFolder(
        name=Path(name).name if version == "local" else name,
        version=version,
        graph=graph,
        tokenizer=folder / _TOKENIZER,
        pooling=_pooling(_settings(folder / "1_Pooling" / "config.json")),
        most_tokens=longest if isinstance(longest, int) else _MOST_TOKENS,
        query_prefix=_prompt(prompts, _QUERY_PROMPTS),
        passage_prefix=_prompt(prompts, _PASSAGE_PROMPTS),
    )


def _pooling(settings: dict[str, object]) -> Pooling:
    if settings.get("pooling_mode_cls_token"):
        return Pooling.FIRST
    return Pooling.LARGEST if settings.get("pooling_mode_max_tokens") else Pooling.MEAN


def _prompt(prompts: object, names: tuple[str, ...]) -> str:
    known = prompts if isinstance(prompts, dict) else {}
    found = next((known[name] for name in names if name in known), "")
    return found if isinstance(found, str) else ""


def _settings(path: Path) -> dict[str, object]:
    """Return the JSON object in `path`; nothing when there is none, for all but one are optional."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
