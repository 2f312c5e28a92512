"""From one layout to another: translate every memory, then read the result back and say what changed.

The report is not a list of what we expect to lose. The translated book is parsed again, and each
value that did not come through as it was is named, with what stands there instead.

Packs: memories that travel between projects in a folder of their own, out of one book and into others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date
from pathlib import PurePath

from commonplace.core.changes import Bury, Change, Create, Edit, FileEdit, Files, Proposal, edit_of
from commonplace.core.memory import Candidate, Memory, MemoryId, Status, Tombstone, Usage, Validity
from commonplace.core.memory_merge import MERGED_INTO
from commonplace.core.ports import Layout, Place
from commonplace.core.rejections import PAGE, Exact
from commonplace.core.traits import PackFormat, PackRules, PackStep
from commonplace.core.values import dataclass, fields, replace
from commonplace.errors import BadInput
from commonplace.flows.proposals import propose
from commonplace.flows.refusals import met, rejections_in
from commonplace.flows.view import View

_EMPTY_TEXTS = frozenset({"", "[]", "{}"})
_COMPARED = tuple(field.name for field in fields(Memory) if field.name not in ("extra", "links"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionDifference:
    """One value that the target does not hold as the source did, or holds and the source did not."""

    memory: MemoryId
    field: str
    was: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A whole book in another layout: its files, the new ids, and every value that differs."""

    edits: tuple[FileEdit, ...]
    changes: tuple[Change, ...]
    """What arrives: the living are created, the dead come buried."""
    ids: Mapping[MemoryId, MemoryId]
    differences: tuple[ConversionDifference, ...]


def convert(memories: Sequence[Memory], target: Layout, existing: Files, today: date) -> Conversion:
    """Return `memories` as additions to the `existing` files of a book in the `target` layout."""
    # The living choose their names first: what is buried goes by another where both have one title.
    memories = sorted(memories, key=lambda each: each.status is Status.TOMBSTONED)
    drafted = target.drafts([_candidate(memory) for memory in memories], existing, today)
    ids = {memory.id: draft.id for memory, draft in zip(memories, drafted, strict=True)}
    creates = tuple(
        Create(_arriving(memory, draft, ids))
        for memory, draft in zip(memories, drafted, strict=True)
    )
    files = _written(existing, target, creates, today)
    buries = _burials(memories, ids, target, files, today)
    files = _written(files, target, buries, today)
    buried = {bury.memory.id for bury in buries}
    living = (create for create in creates if create.memory.id not in buried)
    return Conversion(
        edits=tuple(
            edit_of(existing, path, content)
            for path, content in sorted(files.items())
            if existing.get(path) != content
        ),
        changes=(*living, *buries),
        ids=ids,
        differences=_differences(memories, ids, target, files),
    )


def _arriving(memory: Memory, draft: Memory, ids: Mapping[MemoryId, MemoryId]) -> Memory:
    return replace(
        _relinked(memory, ids),
        id=draft.id,
        kind=draft.kind,
        topic=draft.topic,
        status=Status.QUARANTINED if memory.status is Status.QUARANTINED else Status.ACTIVE,
        tombstone=None,
    )


def _candidate(memory: Memory) -> Candidate:
    return Candidate(
        id=memory.id,
        title=memory.title,
        body=memory.body,
        kind=memory.kind,
        topic=memory.topic,
        tags=memory.tags,
        keywords=memory.keywords,
        summary=memory.summary,
        when_to_load=memory.when_to_load,
        source=memory.source,
        extra=memory.extra,
    )


def _relinked(memory: Memory, ids: Mapping[MemoryId, MemoryId]) -> Memory:
    return replace(
        memory,
        links=tuple(ids.get(link, link) for link in memory.links),
        supersedes=tuple(ids.get(old, old) for old in memory.supersedes),
        tombstone=_restoned(memory.tombstone, ids),
    )


def _restoned(stone: Tombstone | None, ids: Mapping[MemoryId, MemoryId]) -> Tombstone | None:
    if stone is None or stone.superseded_by is None:
        return stone
    heir = ids.get(stone.superseded_by, stone.superseded_by)
    is_merged = stone.reason == MERGED_INTO + stone.superseded_by
    reason = MERGED_INTO + heir if is_merged else stone.reason
    return replace(stone, superseded_by=heir, reason=reason)


def _burials(
    memories: Sequence[Memory],
    ids: Mapping[MemoryId, MemoryId],
    target: Layout,
    files: Files,
    today: date,
) -> tuple[Bury, ...]:
    unsaid = Tombstone(at=today, reason="")  # for what somebody threw away by hand
    stones = {
        ids[memory.id]: _restoned(memory.tombstone, ids) or unsaid
        for memory in memories
        if memory.status is Status.TOMBSTONED
    }
    if not stones:
        return ()
    standing = {memory.id: memory for memory in target.parse(files).memories}
    return tuple(Bury(standing[name], stone) for name, stone in stones.items() if name in standing)


def _written(files: Files, target: Layout, changes: Sequence[Change], today: date) -> Files:
    now = dict(files)
    for edit in target.render(changes, files, today):
        if edit.after is None:
            now.pop(edit.path, None)
        else:
            now[edit.path] = edit.after
    return now


def _differences(
    memories: Sequence[Memory], ids: Mapping[MemoryId, MemoryId], target: Layout, files: Files
) -> tuple[ConversionDifference, ...]:
    standing = {memory.id: memory for memory in target.parse(files).memories}
    found: list[ConversionDifference] = []
    for memory in memories:
        now = standing.get(ids[memory.id])
        if now is None:
            found.append(
                ConversionDifference(memory=memory.id, field="memory", was=memory.title, now="")
            )
            continue
        found += _changed_values(memory, _relinked(memory, ids), now)
    return tuple(found)


def _changed_values(source: Memory, expected: Memory, now: Memory) -> list[ConversionDifference]:
    found = [
        ConversionDifference(
            memory=source.id, field=name, was=_shown(was), now=_shown(getattr(now, name))
        )
        for name in _COMPARED
        if not _is_same(was := getattr(expected, name), getattr(now, name))
    ]
    found += [
        ConversionDifference(memory=source.id, field="links", was=link, now="")
        for link, meant in zip(source.links, expected.links, strict=True)
        if meant not in now.links
    ]
    found += [
        ConversionDifference(memory=source.id, field="links", was="", now=link)
        for link in now.links
        if link not in expected.links
    ]
    found += [
        ConversionDifference(memory=source.id, field=f"extra.{key}", was=was, now=there)
        for key in dict.fromkeys((*source.extra, *now.extra))
        if (was := source.extra.get(key, "")) != (there := now.extra.get(key, ""))
        and not {was, there} <= _EMPTY_TEXTS
    ]
    return found


def _is_same(one: object, other: object) -> bool:
    """Say whether two values say the same; nothing is said by each of several."""
    return one == other or (_is_empty(one) and _is_empty(other))


def _is_empty(value: object) -> bool:
    return value in (None, "", (), Usage(), Validity())


def _shown(value: object) -> str:
    """Return `value` as a person reads it; of a value with parts those that say something."""
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    if is_dataclass(value):
        parts = ((each.name, getattr(value, each.name)) for each in fields(value))
        return ", ".join(f"{name}: {_shown(part)}" for name, part in parts if part)
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """The two proposals of a move, in the order they are committed, and what does not come through."""

    arrival: Proposal
    departure: Proposal
    new_id: str
    differences: tuple[ConversionDifference, ...]


def move(memory: Memory, here: View, there: View) -> Move:
    """Propose that `memory` of the book `here` lives in the book `there` instead."""
    if here.book == there.book:
        raise BadInput("same-book", path=here.book)
    if memory.status is Status.TOMBSTONED:
        raise BadInput("already-forgotten", id=memory.id)
    conversion = convert((memory,), there.layout, there.files, there.today)
    new_id = conversion.ids[memory.id]
    arrival = propose("move", conversion.changes, there, edits=conversion.edits)
    tombstone = Tombstone(at=here.today, reason=f"moved_to:{new_id}")
    departure = propose("move", [Bury(memory, tombstone)], here)
    return Move(
        arrival=arrival,
        departure=departure,
        new_id=new_id,
        differences=(*conversion.differences, *_left_on_page(memory, here)),
    )


def _left_on_page(memory: Memory, view: View) -> Iterator[ConversionDifference]:
    """Name what the page of one memory says beside its links, and dates on it that nobody can read."""
    place = view.reading.places.get(memory.id)
    if place is None:
        return
    lines = _lines(view.files[place.path])[place.first_line - 1 : place.last_line or None]
    own = "\n".join(lines).encode()
    if (remarks := view.layout.traits.remarks) and (beside := remarks(own)):
        yield ConversionDifference(memory=memory.id, field="text", was=beside, now="")
    for each in _dates(view, {place.path: own}):
        yield replace(each, memory=memory.id)


_NOTHING = frozenset({"", "---", "***", "___"})
"""Lines that only divide others."""
_ROW_NAMES = ("id", "skillId")


def left_behind(view: View) -> tuple[ConversionDifference, ...]:
    """Name what stands in the files of the book and is in no memory, words beside links too, file by file."""
    return (*_texts(view), *_index_values(view), *_dates(view, view.files))


def _texts(view: View) -> Iterator[ConversionDifference]:
    layout, taken = view.layout, _places_by_path(view)
    begun_with = layout.skeleton(view.today)
    unread = {problem.path for problem in view.reading.problems if problem.is_error}
    for path, content in sorted(view.files.items()):
        if not layout.reads(path) or layout.derives(path) or path in unread:
            continue
        beside = path in taken and layout.traits.remarks and layout.traits.remarks(content)
        if beside:
            yield ConversionDifference(memory=path, field="text", was=beside, now="")
        known = {*map(str.strip, _lines(begun_with.get(path, b""))), *_NOTHING}
        for text in _runs(_lines(content), taken.get(path, ()), known):
            yield ConversionDifference(memory=path, field="text", was=text, now="")


def _places_by_path(view: View) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for place in view.reading.places.values():
        found.setdefault(place.path, []).append(place)
    return found


def _runs(lines: Sequence[str], taken: Sequence[Place], known: set[str]) -> Iterator[str]:
    """Return each run of lines outside the places that are taken, but for what a new book says, too."""
    at = 0
    for place in (*sorted(taken, key=lambda place: place.first_line), Place("", len(lines) + 1)):
        run = [line for line in lines[at : place.first_line - 1] if line.strip() not in known]
        if run:
            yield "\n".join(run)
        at = max(at, place.last_line or len(lines))


def _index_values(view: View) -> Iterator[ConversionDifference]:
    """Name what an index says and its sources do not: names and keywords somebody chose, counts."""
    layout = view.layout
    sources = {path: text for path, text in view.files.items() if not layout.derives(path)}
    mended = {edit.path: edit.after for edit in layout.derive(view.files, view.today)}
    anew = {edit.path: edit.after for edit in layout.derive(sources, view.today)}
    for path, content in sorted({**view.files, **mended}.items()):
        if path in anew and path.endswith(".json"):
            for field, was in _lost(_loaded(content), _loaded(anew[path]), ""):
                yield ConversionDifference(memory=path, field=field, was=was, now="")


def _lost(said: object, again: object, at: str) -> Iterator[tuple[str, str]]:
    """Return where `said` holds something that is not said again, and what."""
    if said == again or not said:
        return
    if isinstance(said, dict) and isinstance(again, dict):
        for key, value in said.items():
            yield from _lost(value, again.get(key), f"{at}.{key}" if at else str(key))
    elif isinstance(said, list) and isinstance(again, list):
        rows = {name: row for row in again if (name := _name(row))}
        for row in (row for row in said if _name(row)):
            yield from _lost(row, rows.get(_name(row)), f"{at}.{_name(row)}")
        if words := dict.fromkeys(
            str(each) for each in said if not _name(each) and each not in again
        ):
            yield at, ", ".join(words)
    else:
        yield at, said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)


def _name(row: object) -> str:
    """Return by what a row of an index is known; empty for what is no row."""
    known = (row.get(key) for key in _ROW_NAMES) if isinstance(row, dict) else ()
    return next((str(name) for name in known if name), "")


def _loaded(content: bytes | None) -> object:
    """Return what an index says; one that is no JSON is told as a problem and says nothing."""
    try:
        return json.loads(content or b"{}")
    except (ValueError, RecursionError):
        return {}


def _dates(view: View, files: Files) -> Iterator[ConversionDifference]:
    """Name the dates that nobody can read: no memory has them."""
    for problem in view.layout.check(files, view.today):
        if problem.code == "bad-date":
            yield ConversionDifference(
                memory=problem.path, field="date", was=problem.detail, now=""
            )


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")


EXPORT = "pack-export"
IMPORT = "pack-import"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackPlan:
    """What becomes of each note, and the proposal that carries it out; none when there is nothing to write."""

    steps: tuple[PackStep, ...]
    proposal: Proposal | None

    def count(self, action: str) -> int:
        """Return how many notes that becomes of."""
        return sum(step.action == action for step in self.steps)


def plan_export(view: View, pack: View, form: PackFormat, rules: PackRules) -> PackPlan:
    """Propose that the memories of `view` that fit `rules` stand in `pack`."""
    steps = tuple(form.exported(view.reading, view.files, pack.files, rules))
    if not any(step.edit for step in steps):
        return PackPlan(steps=steps, proposal=None)
    name = PurePath(pack.book).name
    card = edit_of(pack.files, form.card, form.renewed_card(pack.files, name, rules, pack.now))
    return PackPlan(steps=steps, proposal=_proposal(EXPORT, steps, pack, card))


def plan_import(view: View, pack: View, form: PackFormat, strategy: str) -> PackPlan:
    """Propose that the notes of `pack` stand in the book; what was refused there stays outside."""
    found = form.imported(view.reading, view.files, pack.files, strategy)
    steps = tuple(_unless_refused(step, view) for step in found)
    is_some = any(step.edit for step in steps)
    return PackPlan(steps=steps, proposal=_proposal(IMPORT, steps, view) if is_some else None)


def _unless_refused(step: PackStep, view: View) -> PackStep:
    if not isinstance(step.change, Create | Edit):
        return step
    memory = step.change.after if isinstance(step.change, Edit) else step.change.memory
    if not isinstance(met(memory, rejections_in(view.files.get(PAGE)), view.today), Exact):
        return step
    return replace(step, action="conflict", reason="refused here", change=None, edit=None)


def _proposal(action: str, steps: Sequence[PackStep], view: View, *beside: FileEdit) -> Proposal:
    changes = [step.change for step in steps if step.change]
    edits = tuple(step.edit for step in steps if step.edit)
    return propose(action, changes, view, edits=edits, beside=beside)
