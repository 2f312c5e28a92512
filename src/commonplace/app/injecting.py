"""The wiring of injection: which books, which engine, which preset."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from commonplace.app.books import Book
from commonplace.app.indexing import floor_of, searched
from commonplace.core.presets import PRESETS
from commonplace.core.weights import GATE_THRESHOLD
from commonplace.errors import BadInput
from commonplace.flows.inject import Asked, Injection, Source, inject


def injection(
    prompt: str,
    books: Sequence[Book],
    preset: str,
    engine: str = "local",
    told: Mapping[str, str] | None = None,
) -> Injection:
    """Return what `books` hand to an agent for `prompt`; nothing is counted or kept."""
    if preset not in PRESETS:
        raise BadInput("unknown-preset", name=preset, names=", ".join(PRESETS))
    sources = [
        Source(searched=searched(book, engine), layout=book.layout, floor=floor_of(book))
        for book in books
    ]
    asked = Asked(
        prompt=prompt, threshold=GATE_THRESHOLD, nonce=os.urandom(4).hex(), told=told or {}
    )
    return inject(asked, sources, PRESETS[preset])
