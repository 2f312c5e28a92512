"""Which embedders there are to be asked: what the setting says, and what is installed.

Nothing heavy is loaded here. A lens opens its embedder when it is first looked through, and keeps it.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from commonplace.core import weights
from commonplace.core.ports import Embedder, Progress
from commonplace.engines.embedders.universal_files import is_installed
from commonplace.engines.local.embedding import Lens
from commonplace.engines.local.spaces import MODEL, STATIC
from commonplace.storage.places import cache_home, make_private

AUTO, NONE, STATIC_TABLE, UNIVERSAL, ONNX = "auto", "none", "static", "universal", "onnx:"


def lenses_for(embedder: str) -> tuple[Lens, ...]:
    """Return the embedders of the setting `embedder`, best first; none is as good an answer.

    `auto` means the full model for processes that stay and the table for hooks: fused with words the
    model is better everywhere (docs/benchmarks.md), but a hook cannot afford to load it.
    """
    if embedder == NONE or (embedder == AUTO and not is_installed()):
        return ()
    if embedder.startswith(ONNX):
        folder = os.path.expanduser(embedder.removeprefix(ONNX))
        return (Lens(space=MODEL, open=lambda _: _onnx(folder)),)
    chosen = {
        AUTO: (_universal_lens, _static_lens),
        STATIC_TABLE: (_static_lens,),
        UNIVERSAL: (_universal_lens,),
    }
    return tuple(make() for make in chosen[embedder])


def _universal_lens() -> Lens:
    return Lens(space=MODEL, open=lambda _: _universal(cache_home()), gates=weights.GATE_UNIVERSAL)


def _static_lens() -> Lens:
    return Lens(
        space=STATIC,
        open=lambda census: _static(cache_home(), census),
        census=lambda texts: _census(cache_home(), texts),
        prepare=_build_table,
        gates=weights.GATE_STATIC,
    )


@cache
def _universal(folder: str) -> Embedder:
    from commonplace.engines.embedders.universal import UniversalEmbedder  # noqa: PLC0415 - numpy

    return UniversalEmbedder.open(Path(folder))


@cache
def _onnx(folder: str) -> Embedder:
    from commonplace.engines.embedders.onnx import OnnxEmbedder  # noqa: PLC0415 - numpy

    return OnnxEmbedder.open(folder)


def _static(folder: str, census: bytes) -> Embedder:
    from commonplace.engines.embedders.static_embedder import StaticEmbedder  # noqa: PLC0415 - numpy

    return StaticEmbedder.open(Path(folder), census)


def _census(folder: str, texts: list[str]) -> bytes:
    from commonplace.engines.embedders.static_embedder import StaticEmbedder  # noqa: PLC0415 - numpy

    return StaticEmbedder.open(Path(folder)).with_census_of(texts).census


def _build_table(progress: Progress | None) -> None:
    """Distil the table into the cache, once per machine; a moment when it is there already."""
    from commonplace.engines.embedders.distill import build_static_table  # noqa: PLC0415 - numpy

    build_static_table(Path(make_private(cache_home())), progress)
