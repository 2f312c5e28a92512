"""Embed with a model of the user's own choice, from a folder or the hub's cache, through ONNX.

Needs the extra `commonplace[onnx]` (onnxruntime and tokenizers), imported when a model is opened and not
before. Nothing is downloaded: a model that is not on this disk is a message, not a request.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from commonplace.core.ports import EmbedderIdentity, Progress
from commonplace.core.values import dataclass
from commonplace.engines.embedders.packing import pack_matrix
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


Matrix = NDArray[np.float32]

_NEEDED = ("onnxruntime", "tokenizers")
_TEXTS_AT_A_TIME = 16


class OnnxEmbedder:
    """A sentence model that runs through onnxruntime on the processor."""

    def __init__(self, folder: ModelFolder, session: Any, tokenizer: Any) -> None:
        self._folder = folder
        self._session = session
        self._tokenizer = tokenizer
        self._inputs = {wanted.name for wanted in session.get_inputs()}
        self._identity = EmbedderIdentity(
            name=folder.name,
            version=folder.version,
            dimension=self._embed(["."]).shape[1],
            weights=_hash_of(folder),
        )

    @classmethod
    def open(cls, name: str, hub_cache: Path | None = None) -> OnnxEmbedder:
        """Open the model in folder `name`, or of that name in the hub's cache.

        Raise `ConfigError` when a package, a file or a part of the model is missing.
        """
        for package in _NEEDED:
            if importlib.util.find_spec(package) is None:
                raise ConfigError("embedder-missing", package=package, extra="onnx")
        folder = find_model(name, hub_cache)
        return cls(folder, _open_session(folder), _open_tokenizer(folder))

    @property
    def identity(self) -> EmbedderIdentity:
        """Whose vectors these are."""
        return self._identity

    def embed_query(self, text: str) -> tuple[float, ...]:
        """Return the vector of a question or prompt, of length one."""
        vector = self._embed([self._folder.query_prefix + text])[0]
        return tuple((vector / (np.linalg.norm(vector) or 1.0)).tolist())

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> bytes:
        """Return one row for each text."""
        rows = []
        for start in range(0, len(texts), _TEXTS_AT_A_TIME):
            batch = texts[start : start + _TEXTS_AT_A_TIME]
            prefixed = [self._folder.passage_prefix + text for text in batch]
            rows.append(pack_matrix(self._embed(prefixed)))
            if progress:
                progress(start + len(batch), len(texts))
        return b"".join(rows)

    def _embed(self, texts: list[str]) -> Matrix:
        encoded = self._tokenizer.encode_batch(texts)
        mask = np.array([text.attention_mask for text in encoded], np.int64)
        known = {
            "input_ids": np.array([text.ids for text in encoded], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array([text.type_ids for text in encoded], np.int64),
        }
        outputs = self._session.run(None, {n: a for n, a in known.items() if n in self._inputs})
        return pool(outputs, mask, self._folder.pooling)


def pool(outputs: list[Matrix], mask: NDArray[np.int64], pooling: Pooling) -> Matrix:
    """Return one vector for each text: the model's own, if it gives one, or one made from its tokens'."""
    for output in outputs:
        if output.ndim == 2:
            return output
    tokens = outputs[0]
    present = mask[:, :, None].astype(np.float32)
    match pooling:
        case Pooling.FIRST:
            return tokens[:, 0]
        case Pooling.LARGEST:
            largest: Matrix = np.where(present > 0, tokens, -np.inf).max(axis=1)
            return largest
        case Pooling.MEAN:
            mean: Matrix = (tokens * present).sum(axis=1) / np.maximum(present.sum(axis=1), 1)
            return mean


def _open_session(folder: ModelFolder) -> Any:
    import onnxruntime  # noqa: PLC0415 - optional and heavy
    from onnxruntime.capi import onnxruntime_pybind11_state as state  # noqa: PLC0415

    broken = (state.Fail, state.InvalidProtobuf, state.InvalidGraph, state.NotImplemented)
    options = onnxruntime.SessionOptions()
    # Threads that spin while they wait take the processor from the agent that is being served.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            str(folder.graph), options, providers=["CPUExecutionProvider"]
        )
    except broken as error:
        raise ConfigError("embedder-unusable", path=folder.graph, cause=error) from error


def _open_tokenizer(folder: ModelFolder) -> Any:
    from tokenizers import Tokenizer  # noqa: PLC0415 - optional and heavy

    tokenizer = Tokenizer.from_file(str(folder.tokenizer))
    tokenizer.enable_truncation(folder.most_tokens)
    tokenizer.enable_padding()
    return tokenizer


def _hash_of(folder: ModelFolder) -> str:
    whole = hashlib.sha256()
    outside = folder.graph.with_name(folder.graph.name + "_data")
    for path in (folder.graph, outside, folder.tokenizer):
        if path.exists():
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]
