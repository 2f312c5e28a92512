"""Links that mean an entry without saying so exactly, or that are not returned: said exactly, both ways."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from commonplace.core.changes import Edit, Files
from commonplace.core.memory import Memory, MemoryId
from commonplace.layouts.mem_skill.links import resolve
from commonplace.layouts.mem_skill.shelf import read_all, read_shelf


def mended_links(files: Files) -> tuple[Edit, ...]:
    """Return the edits that make every link exact and return it; broken links are left to people."""
    shelf = read_shelf(files)
    living = {memory.id: memory for memory in read_all(shelf).memories if memory.tombstone is None}
    ordered = sorted(shelf.where)
    links = {name: _exact(memory, shelf.where, ordered) for name, memory in living.items()}
    for name, targets in [*links.items()]:
        for target in targets:
            if target in links and name not in links[target]:
                links[target] = (*links[target], name)
    return tuple(
        Edit(memory, replace(memory, links=links[name]))
        for name, memory in living.items()
        if memory.links != links[name]
    )


def _exact(
    memory: Memory, ids: Collection[MemoryId], ordered: Sequence[MemoryId]
) -> tuple[str, ...]:
    targets = [(link, resolve(link, ids, ordered)) for link in memory.links]
    return tuple(dict.fromkeys(target.id if target else link for link, target in targets))
