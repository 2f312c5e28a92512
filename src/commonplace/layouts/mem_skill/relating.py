"""Links in both directions: an entry that is linked to links back, and a rename takes links along."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from commonplace.core.memory import MemoryId
from commonplace.layouts.mem_skill.entries import Entry, read_entry
from commonplace.layouts.mem_skill.fields import read_links, replace_links
from commonplace.layouts.mem_skill.links import resolve, without_folder
from commonplace.layouts.mem_skill.revising import with_links
from commonplace.layouts.mem_skill.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Relation:
    """The links of an entry before and after a change: its neighbours must say the same."""

    id: MemoryId
    before: tuple[str, ...]
    after: tuple[str, ...]


def link_back(relations: Sequence[Relation], bench: Workbench) -> None:
    """Write each new link into the entry it leads to, and take each lost one out of it."""
    for found in relations:
        kept = _neighbours(found.after, found.id, bench)
        for neighbour in _neighbours(set(found.after) - set(found.before), found.id, bench):
            _update(neighbour, found.id, bench, is_linked=True)
        for neighbour in _neighbours(set(found.before) - set(found.after), found.id, bench) - kept:
            _update(neighbour, found.id, bench, is_linked=False)


def _neighbours(links: Collection[str], name: MemoryId, bench: Workbench) -> set[MemoryId]:
    """Return the entries that `links` mean: two spellings of one entry are one."""
    targets = [resolve(link, bench.where) for link in links]
    return {target.id for target in targets if target and target.id != name}


def _update(neighbour: MemoryId, name: MemoryId, bench: Workbench, *, is_linked: bool) -> None:
    page = bench.page_with(neighbour)
    entry = page.entry(neighbour)
    others = [link for link in entry.links if without_folder(link) != name]
    is_there = len(others) < len(entry.links)
    if is_linked and not is_there:
        page.replace(neighbour, with_links(entry, (*entry.links, name)))
    elif not is_linked and is_there:
        page.replace(neighbour, with_links(entry, others))


def relink(old: MemoryId, new: MemoryId, bench: Workbench) -> None:
    """Make every link that meant `old` a link to `new`, graves that name it included."""
    ids = {*bench.where, old} - {new}
    for page in bench.pages:
        for at, entry in enumerate(page.entries):
            if names := _spellings(entry, old, new, ids):
                lines = [replace_links(line, names) for line in entry.lines]
                bench.page(page.path).entries[at] = read_entry(entry.title, lines)
    for name, grave in [*bench.graves.items()]:
        if grave.tombstone.superseded_by == old:
            stone = replace(grave.tombstone, superseded_by=new)
            bench.dig(name, replace(grave, tombstone=stone))


def _spellings(
    entry: Entry, old: MemoryId, new: MemoryId, ids: Collection[MemoryId]
) -> dict[str, str]:
    """Return the links of `entry` that mean `old`, however they are spelled."""
    linked = {link for line in entry.lines if "[[" in line for link in read_links(line)}
    return {link: new for link in linked if _means(link, old, ids)}


def _means(link: str, old: MemoryId, ids: Collection[MemoryId]) -> bool:
    # Most links mean something else: the search among all titles is only for a beginning of `old`.
    if not old.startswith(without_folder(link)):
        return False
    target = resolve(link, ids)
    return target is not None and target.id == old
