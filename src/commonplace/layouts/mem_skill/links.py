"""Links by title: which entry a link means when it does not say so exactly."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from commonplace.core.changes import Edit, Files
from commonplace.core.memory import Memory, MemoryId
from commonplace.layouts.mem_skill.pages import read_all, read_shelf
from commonplace.layouts.mem_skill.paths import EXPERIENCE, KNOWLEDGE

_FOLDERS = (f"{KNOWLEDGE}/", f"{EXPERIENCE}/")


@dataclass(frozen=True, slots=True)
class Target:
    """The entry that a link means, and whether the link says so exactly."""

    id: MemoryId
    is_exact: bool


def resolve(
    link: str, ids: Collection[MemoryId], ordered: Sequence[MemoryId] | None = None
) -> Target | None:
    """Return what `link` means: the exact id, without its folder, or the only title it begins.

    None for a broken link, and for one that could mean several entries. Whoever asks often gives
    the ids `ordered`, too.
    """
    if link in ids:
        return Target(link, is_exact=True)
    bare_link = without_folder(link)
    if bare_link in ids:
        return Target(bare_link, is_exact=False)
    _, mark, title = bare_link.partition("#")
    if not (mark and title.strip()):
        return None
    names = sorted(ids) if ordered is None else ordered
    first = bisect_left(names, bare_link)
    begun = [name for name in names[first : first + 2] if name.startswith(bare_link)]
    return Target(begun[0], is_exact=False) if len(begun) == 1 else None


def without_folder(link: str) -> str:
    """Return `link` as the original writes it: file stem and title, no folder, no extension."""
    for folder in _FOLDERS:
        link = link.removeprefix(folder)
    stem, mark, title = link.partition("#")
    return f"{stem.removesuffix('.md')}{mark}{title}"


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
