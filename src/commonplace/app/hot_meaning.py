"""What the hook loads when words leave it unsure: the static table, asked about one prompt.

Standard library only, like the rest of the hook. Without a table, or with one that did not make the
index's vectors, words decide alone.
"""

from __future__ import annotations

import os

from commonplace.core import weights
from commonplace.engines.embedders.static_table import TABLE_FILE, embed_text, open_table, table_key
from commonplace.engines.local.spaces import STATIC, Sense, cosines, read_space
from commonplace.storage.places import cache_home

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.engines.local.reading import Connection


def sense(
    connection: Connection, prompt: str, ranked: list[tuple[float, int]], sizes: bytes
) -> Sense | None:
    """Return what words and the table say together; None when the table has nothing to say."""
    space = read_space(connection, STATIC)
    table = open_table(os.path.join(cache_home(), TABLE_FILE))
    if space is None or table is None or table_key(table, space.census) != space.key:
        return None
    query = embed_text(table, prompt, space.census)
    found = cosines(connection, space, query, ranked, sizes)
    return Sense(ranked, found, weights.GATE_STATIC) if found else None
