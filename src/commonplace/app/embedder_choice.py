"""Which embedders there are to be asked: what the setting says, and what is installed.

Nothing heavy is loaded here. A lens opens its embedder when it is first looked through, and keeps it.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from commonplace.core import weights
from commonplace.core.language import is_english
from commonplace.core.ports import Embedder
from commonplace.engines.embedders import models
from commonplace.engines.embedders.model_embedder import ModelEmbedder, is_installed
from commonplace.engines.local.embedding import Lens
from commonplace.engines.local.spaces import ENGLISH, MULTILINGUAL, OWN
from commonplace.storage.places import cache_home, make_private

AUTO, NONE, ONNX = "auto", "none", "onnx:"


def lenses_for(embedder: str) -> tuple[Lens, ...]:
    """Return the embedders of the setting `embedder`, in the order in which they are asked.

    `auto` means both models as far as they are installed: English text is asked in English, where it is
    told apart best, everything else and books in other languages in the space of many languages.
    """
    if embedder.startswith(ONNX):
        folder = os.path.expanduser(embedder.removeprefix(ONNX))
        return (Lens(space=OWN, open=lambda: _onnx(folder)),)
    if embedder == AUTO:
        return tuple(_LENSES[name] for name in _LENSES if is_installed(name))
    return () if embedder == NONE else (_LENSES[embedder],)


@cache
def _model(name: str, folder: str) -> Embedder:
    return ModelEmbedder.open(name, Path(make_private(folder)))


@cache
def _onnx(folder: str) -> Embedder:
    from commonplace.engines.embedders.onnx import OnnxEmbedder  # noqa: PLC0415 - numpy

    return OnnxEmbedder.open(folder)


_LENSES = {
    models.ENGLISH: Lens(
        space=ENGLISH,
        open=lambda: _model(models.ENGLISH, cache_home()),
        takes=is_english,
        gates=weights.GATE_MINILM,
    ),
    models.MULTILINGUAL: Lens(
        space=MULTILINGUAL,
        open=lambda: _model(models.MULTILINGUAL, cache_home()),
        gates=weights.GATE_UNIVERSAL,
    ),
}
