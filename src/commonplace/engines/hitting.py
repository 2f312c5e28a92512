"""A memory that was found in its file, as a hit: for engines that read the files themselves."""

from __future__ import annotations

from commonplace.core.memory import Memory
from commonplace.core.search import Hit, Reason, Source


def hit_in(source: Source, memory: Memory, reasons: tuple[Reason, ...]) -> Hit:
    """Return the hit that `memory` of the file `source` is, for these reasons; they make its score."""
    first, last = (source.lines or {}).get(memory.id, (1, 0))
    return Hit(
        memory=memory.id,
        score=sum(reason.score for reason in reasons),
        path=source.path,
        sha256=source.sha256,
        title=memory.title,
        line=memory.line,
        status=memory.status,
        first_line=first,
        last_line=last,
        reasons=reasons,
    )
