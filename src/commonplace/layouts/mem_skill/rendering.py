"""Changes in, file edits out: entries are written, revised, buried and dug up in their pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, FileEdit, Files, Restore
from commonplace.core.memory import Memory, MemoryId
from commonplace.errors import BadInput
from commonplace.layouts.mem_skill.entries import new_entry
from commonplace.layouts.mem_skill.fields import one_line
from commonplace.layouts.mem_skill.graves import Grave, return_position
from commonplace.layouts.mem_skill.paths import EXPERIENCE, KNOWLEDGE, page_for
from commonplace.layouts.mem_skill.relating import Relation, link_back, relink
from commonplace.layouts.mem_skill.revising import revised, with_title, without_separator
from commonplace.layouts.mem_skill.shelf import entry_id, free_id
from commonplace.layouts.mem_skill.workbench import Workbench


def render(changes: Sequence[Change], files: Files) -> tuple[FileEdit, ...]:
    """Return the edits that carry `changes` out, links in both directions included.

    The links are written last, since a change may link to an entry that a later one creates.
    """
    bench = Workbench(files)
    relations = [_carry_out(change, bench, files) for change in changes]
    link_back([found for found in relations if found], bench)
    return bench.edits()


def _carry_out(change: Change, bench: Workbench, files: Files) -> Relation | None:
    match change:
        case Create(memory):
            return _create(memory, bench)
        case Edit(before, after) if before.id in bench.graves:
            _edit_buried(before, after, bench)
        case Edit(before, after):
            return _edit(before, after, bench, files)
        case Bury():
            _bury(change, bench)
        case Restore(memory):
            _restore(memory.id, bench)
        case Erase(memory):
            bench.fill(memory.id)
    return None


def _create(memory: Memory, bench: Workbench) -> Relation:
    stem, _, title = memory.id.partition("#")
    folder = EXPERIENCE if memory.kind == EXPERIENCE else KNOWLEDGE
    path = f"{folder}/{stem}.md"
    if memory.id in bench.where:
        raise BadInput("title-taken", title=title, path=path)
    bench.page(path).append(memory.id, new_entry(title, memory))
    bench.where[memory.id] = path
    return Relation(memory.id, (), memory.links)


def _edit(before: Memory, after: Memory, bench: Workbench, files: Files) -> Relation:
    page = bench.page_with(before.id)
    title = one_line(after.title)
    entry = revised(page.entry(before.id), before, after)
    target = _target(page.path, before, after, files)
    name = before.id
    if before.title != title or target != page.path:
        name = entry_id(target, title)
        entry = with_title(entry, title) if before.title != title else entry
        _rename(before.id, name, target, bench)
    if target == page.path:
        page.replace(before.id, entry, name)
    else:
        page.remove(before.id)
        bench.page(target).append(name, without_separator(entry))
    if name != before.id:
        relink(before.id, name, bench)
    return Relation(name, before.links, after.links)


def _edit_buried(before: Memory, after: Memory, bench: Workbench) -> None:
    grave = bench.grave(before.id)
    entry = revised(grave.entry, before, after)
    if before.title != after.title:
        entry = with_title(entry, one_line(after.title))
    bench.dig(before.id, replace(grave, entry=entry, tombstone=after.tombstone or grave.tombstone))


def _target(path: str, before: Memory, after: Memory, files: Files) -> str:
    if (before.topic, before.kind) == (after.topic, after.kind):
        return path
    return page_for(after.kind, after.topic, files)


def _rename(old: MemoryId, new: MemoryId, path: str, bench: Workbench) -> None:
    if new in bench.where and new != old:
        raise BadInput("title-taken", title=new.partition("#")[2], path=path)
    del bench.where[old]
    bench.where[new] = path


def _bury(change: Bury, bench: Workbench) -> None:
    name = change.memory.id
    page = bench.page_with(name)
    position = page.ids.index(name)
    after = page.entries[position - 1].title if position else ""
    grave = Grave(
        path=bench.free_grave(name),
        entry=page.remove(name),
        origin=page.path,
        position=position,
        after=after,
        tombstone=change.tombstone,
    )
    del bench.where[name]
    bench.dig(name, grave)


def _restore(name: MemoryId, bench: Workbench) -> None:
    grave = bench.fill(name)
    page = bench.page(grave.origin)
    living = free_id(grave.origin, grave.entry.title, bench.where)
    position = return_position(grave, page)
    if position is None:
        page.append(living, grave.entry)
    else:
        page.insert(position, living, grave.entry)
    bench.where[living] = grave.origin
