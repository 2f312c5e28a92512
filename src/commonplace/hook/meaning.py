"""What the hook loads when words leave it unsure: one of the models, asked about one prompt.

Nothing is made here: the model stands unpacked in the cache, and the vectors of the notes in the index.
Where either is missing, or time runs out while numpy is loaded, words decide alone.
"""

from __future__ import annotations

from commonplace.core import weights
from commonplace.core.stopwords import is_english
from commonplace.engines.embedders import models
from commonplace.engines.local.spaces import (
    ENGLISH,
    MULTILINGUAL,
    Sense,
    cosines,
    is_english_first,
    read_space,
)
from commonplace.hook import clock
from commonplace.hook_settings import embedder
from commonplace.storage.places import cache_home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.engines.local.query import Connection
    from commonplace.engines.local.spaces import Space


def sense(
    connection: Connection, prompt: str, ranked: list[tuple[float, int]], sizes: bytes
) -> Sense | None:
    """Return what words and a model say together; None when no model can be asked in time."""
    try:
        return _sense(connection, prompt, ranked, sizes)
    except clock.OutOfTimeError:
        clock.start(clock.RESERVE_S)
        return None


def _sense(
    connection: Connection, prompt: str, ranked: list[tuple[float, int]], sizes: bytes
) -> Sense | None:
    # Decisions 0007 and 0017: the models themselves, with numpy alone; hooks have no table of their own.
    model, space = _asked(connection, prompt)
    if space is None or not space.held:
        return None
    embed = models.open_prepared(model, cache_home(), space.key)
    if embed is None:
        return None
    query = tuple(embed([prompt])[0].tolist())
    found = cosines(connection, space, query, ranked, sizes)
    judge = weights.JUDGE_MINILM if model == models.ENGLISH else weights.JUDGE_UNIVERSAL
    return Sense(ranked, found, prompt, judge, query) if found else None


def _asked(connection: Connection, prompt: str) -> tuple[str, Space | None]:
    """Return the model that understands the prompt and the book best, and its space."""
    chosen = embedder()
    english = read_space(connection, ENGLISH) if chosen in ("auto", models.ENGLISH) else None
    many = read_space(connection, MULTILINGUAL) if chosen in ("auto", models.MULTILINGUAL) else None
    if many is None or (is_english_first(english, many) and is_english(prompt)):
        return models.ENGLISH, english
    return models.MULTILINGUAL, many
