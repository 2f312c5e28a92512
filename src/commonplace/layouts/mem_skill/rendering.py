"""Changes in, file edits out: entries are written, revised, buried and dug up in their pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, FileEdit, Files, Restore
from commonplace.core.memory import Memory, MemoryId
from commonplace.errors import BadInput
from commonplace.layouts.mem_skill.desk import Desk
from commonplace.layouts.mem_skill.entries import new_entry
from commonplace.layouts.mem_skill.fields import one_line
from commonplace.layouts.mem_skill.graves import Grave, return_position
from commonplace.layouts.mem_skill.paths import EXPERIENCE, KNOWLEDGE, page_for
from commonplace.layouts.mem_skill.relating import Relation, link_back, relation, relink
from commonplace.layouts.mem_skill.revising import revised, with_title
from commonplace.layouts.mem_skill.shelf import entry_id, free_id


def render(changes: Sequence[Change], files: Files) -> tuple[FileEdit, ...]:
    """Return the edits that carry `changes` out, links in both directions included.

    The links are written last, since a change may link to an entry that a later one creates.
    """
    desk = Desk(files)
    relations = [_carry_out(change, desk, files) for change in changes]
    link_back([found for found in relations if found], desk)
    return desk.edits()


def _carry_out(change: Change, desk: Desk, files: Files) -> Relation | None:
    match change:
        case Create(memory):
            return _create(memory, desk)
        case Edit(before, after) if before.id in desk.graves:
            _edit_buried(before, after, desk)
        case Edit(before, after):
            return _edit(before, after, desk, files)
        case Bury():
            _bury(change, desk)
        case Restore(memory):
            _restore(memory.id, desk)
        case Erase(memory):
            desk.fill(memory.id)
    return None


def _create(memory: Memory, desk: Desk) -> Relation:
    stem, _, title = memory.id.partition("#")
    folder = EXPERIENCE if memory.kind == EXPERIENCE else KNOWLEDGE
    path = f"{folder}/{stem}.md"
    if memory.id in desk.where:
        raise BadInput("title-taken", title=title, path=path)
    desk.page(path).append(memory.id, new_entry(title, memory))
    desk.where[memory.id] = path
    return relation(memory.id, (), memory.links)


def _edit(before: Memory, after: Memory, desk: Desk, files: Files) -> Relation:
    page = desk.page_with(before.id)
    title = one_line(after.title)
    entry = revised(page.entry(before.id), before, after)
    target = _target(page.path, before, after, files)
    name = before.id
    if before.title != title or target != page.path:
        name = entry_id(target, title)
        entry = with_title(entry, title) if before.title != title else entry
        _rename(before.id, name, target, desk)
    if target == page.path:
        page.replace(before.id, entry, name)
    else:
        page.remove(before.id)
        desk.page(target).append(name, entry)
    if name != before.id:
        relink(before.id, name, desk)
    return relation(name, before.links, after.links)


def _edit_buried(before: Memory, after: Memory, desk: Desk) -> None:
    grave = desk.grave(before.id)
    entry = revised(grave.entry, before, after)
    if before.title != after.title:
        entry = with_title(entry, one_line(after.title))
    desk.dig(before.id, replace(grave, entry=entry, tombstone=after.tombstone or grave.tombstone))


def _target(path: str, before: Memory, after: Memory, files: Files) -> str:
    if (before.topic, before.kind) == (after.topic, after.kind):
        return path
    return page_for(after.kind, after.topic, files)


def _rename(old: MemoryId, new: MemoryId, path: str, desk: Desk) -> None:
    if new in desk.where and new != old:
        raise BadInput("title-taken", title=new.partition("#")[2], path=path)
    del desk.where[old]
    desk.where[new] = path


def _bury(change: Bury, desk: Desk) -> None:
    name = change.memory.id
    page = desk.page_with(name)
    position = page.ids.index(name)
    after = page.entries[position - 1].title if position else ""
    grave = Grave(
        path=desk.free_grave(name),
        entry=page.remove(name),
        origin=page.path,
        position=position,
        after=after,
        tombstone=change.tombstone,
    )
    del desk.where[name]
    desk.dig(name, grave)


def _restore(name: MemoryId, desk: Desk) -> None:
    grave = desk.fill(name)
    page = desk.page(grave.origin)
    living = free_id(grave.origin, grave.entry.title, desk.where)
    position = return_position(grave, page)
    if position is None:
        page.append(living, grave.entry)
    else:
        page.insert(position, living, grave.entry)
    desk.where[living] = grave.origin
