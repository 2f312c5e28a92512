"""Changes in, file edits out: entries are written, revised, linked, buried and dug up in their pages."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from commonplace.core.changes import (
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    Restore,
    edit_of,
)
from commonplace.core.headings import bare
from commonplace.core.memory import Memory, MemoryId
from commonplace.core.names import check_path
from commonplace.core.values import dataclass, replace
from commonplace.errors import BadInput, NoSuchMemory, OutsideBook, WriteRefused
from commonplace.layouts.markdown import (
    Scattered,
    newline_of,
    replace_scattered,
    replace_text,
    still_readable,
    trim_blank,
)
from commonplace.layouts.mem_skill import entries as f
from commonplace.layouts.mem_skill.entries import (
    HISTORY,
    Entry,
    escape,
    escape_title,
    new_entry,
    one_line,
    plain,
    read_entry,
    read_links,
    replace_links,
    values_of,
)
from commonplace.layouts.mem_skill.pages import (
    EntryGrave,
    EntryPage,
    OpenPage,
    entry_id,
    free_id,
    grave_bytes,
    read_shelf,
    resolve,
    return_position,
    without_folder,
)
from commonplace.layouts.mem_skill.paths import EXPERIENCE, KNOWLEDGE, grave_for, is_page, page_for


class Workbench:
    """The pages and graves in work."""

    def __init__(self, files: Files) -> None:
        shelf = read_shelf(files)
        self.where = dict(shelf.where)
        """The page of each living entry."""
        self.graves = dict(shelf.graves)
        self._files = files
        self._pages = {
            path: OpenPage(path, page, shelf.ids[path]) for path, page in shelf.pages.items()
        }
        self._touched: set[str] = set()
        self._grave_files: dict[str, bytes | None] = {}

    @property
    def pages(self) -> tuple[OpenPage, ...]:
        """Every page, to look at."""
        return tuple(self._pages.values())

    def page(self, path: str) -> OpenPage:
        """Return the page at `path` to work on, a new one if there is none yet.

        A file that is there and is no text is never rewritten: `WriteRefused`.
        """
        if not is_page(check_path(path)):
            raise OutsideBook("outside-book", path=path)
        if path not in self._pages:
            if path in self._files:
                raise WriteRefused("unreadable-file", path=path)
            self._pages[path] = OpenPage(path, EntryPage((), ()), ())
        self._touched.add(path)
        return self._pages[path]

    def page_with(self, name: MemoryId) -> OpenPage:
        """Return the page in which the entry `name` stands, to work on."""
        if name not in self.where:
            raise NoSuchMemory("no-such-memory", name=name)
        return self.page(self.where[name])

    def grave(self, name: MemoryId) -> EntryGrave:
        """Return the grave of the entry `name`."""
        if name not in self.graves:
            raise NoSuchMemory("no-such-memory", name=name)
        return self.graves[name]

    def free_grave(self, name: MemoryId) -> str:
        """Return a path for the grave of `name`."""
        return grave_for(name, {*self._files, *self._grave_files})

    def dig(self, name: MemoryId, grave: EntryGrave) -> None:
        """Keep `grave`, or keep it with another stone."""
        self.graves[name] = grave
        self._grave_files[grave.path] = grave_bytes(grave)

    def fill(self, name: MemoryId) -> EntryGrave:
        """Take the grave of `name` away and return it."""
        grave = self.grave(name)
        del self.graves[name]
        self._grave_files[grave.path] = None
        return grave

    def edits(self) -> tuple[FileEdit, ...]:
        """Return the edits that write what was touched, in the order of paths."""
        after: dict[str, bytes | None] = {
            path: self._pages[path].content() for path in self._touched
        }
        after |= self._grave_files
        return still_readable(
            [
                edit_of(self._files, path, content)
                for path, content in sorted(after.items())
                if self._files.get(path) != content
            ]
        )


_KEPT_EMPTY = (f.RELATED, f.KEYWORDS)
"""Lines that the original leaves standing without a value."""


def revised(entry: Entry, before: Memory, after: Memory) -> Entry:
    """Return `entry` with what differs between `before` and `after`, title and place excepted."""
    was, wanted = values_of(before), values_of(after)
    if before.kind == after.kind and before.topic == after.topic:
        was[f.SKILL] = wanted[f.SKILL]
    if before.source != after.source:
        was |= {name: entry.value(name) for name in (f.SOURCE, f.COMES_FROM)}
    for name, value in wanted.items():
        if value != was[name] and name != f.RELATED:
            entry = with_field(entry, name, value)
    if before.links != after.links:
        entry = with_links(entry, after.links)
    if before.body != after.body:
        entry = _with_body(entry, plain(after.body))
    if before.history != after.history:
        entry = _with_history(entry, plain(after.history))
    return entry


def with_field(entry: Entry, name: str, value: str) -> Entry:
    """Return `entry` with one field saying `value`; an empty value takes its line away."""
    if (field := entry.fields.get(name)) is None:
        return with_new_field(entry, name, value) if value else entry
    lines = [*entry.lines]
    if value or name in _KEPT_EMPTY:
        lines[field.start : field.stop] = [f.with_value(lines[field.start], value)]
    else:
        del lines[field.start : field.stop]
    return read_entry(entry.title, lines)


def with_new_field(entry: Entry, name: str, value: str) -> Entry:
    """Return `entry` with one more field, in the place where the original writes it."""
    newline = newline_of(entry.lines)
    place = _place_above(entry, name) if name in f.ABOVE_THE_TEXT else _place_below(entry, name)
    new = f.field_line(name, value) + newline
    above, below = _all_ended(entry.lines[:place], newline), entry.lines[place:]
    if not below and not entry.lines[-1].endswith("\n"):
        new = new.removesuffix(newline)
    return read_entry(entry.title, [*above, new, *below])


def _place_above(entry: Entry, name: str) -> int:
    """Return the end of the run of fields that begins with the first one before `name`."""
    earlier = f.ABOVE_THE_TEXT[: f.ABOVE_THE_TEXT.index(name)]
    present = [entry.fields[other] for other in earlier if other in entry.fields]
    if not present:
        return trim_blank(entry.lines, 1, entry.end)[0]
    stops = {field.start: field.stop for field in present}
    place = present[0].stop
    while place in stops:
        place = stops[place]
    return place


def _place_below(entry: Entry, name: str) -> int:
    """Return the line of the next field, or the end of the text."""
    later = f.BELOW_THE_TEXT[f.BELOW_THE_TEXT.index(name) + 1 :]
    starts = [entry.fields[other].start for other in later if other in entry.fields]
    return starts[0] if starts else trim_blank(entry.lines, 1, entry.history)[1]


def _with_body(entry: Entry, text: str) -> Entry:
    wanted = escape(text) if text else ""
    lines = [*entry.lines]
    if entry.body:
        old = Scattered(tuple(bare(lines[index]) for index in entry.body), entry.body)
        return read_entry(entry.title, replace_scattered(lines, old, wanted, entry.text_start))
    newline = newline_of(lines)
    at = entry.text_start
    new = [line + newline for line in wanted.split("\n")]
    return read_entry(entry.title, [*_all_ended(lines[:at], newline), *new, *lines[at:]])


def _with_history(entry: Entry, text: str) -> Entry:
    lines = [*entry.lines]
    newline = newline_of(lines)
    head, tail = _all_ended(lines[: entry.history], newline), lines[entry.end :]
    if not text:
        return read_entry(entry.title, [*lines[: trim_blank(lines, 1, entry.history)[1]], *tail])
    if entry.history < entry.end:
        start, stop = trim_blank(lines, entry.history + 1, entry.end)
        return read_entry(entry.title, replace_text(lines, start, stop, escape(text)))
    new = [line + newline for line in ("", HISTORY, "", *escape(text).split("\n"))]
    return read_entry(entry.title, [*head, *new, *tail])


def with_title(entry: Entry, title: str) -> Entry:
    """Return `entry` under another heading."""
    first = entry.lines[0]
    ending = first[len(bare(first)) :]
    lines = [f"## {escape_title(title)}{ending}", *entry.lines[1:]]
    return read_entry(title, lines)


def without_separator(entry: Entry) -> Entry:
    """Return `entry` without what parts it from the next one."""
    return read_entry(entry.title, entry.lines[: entry.end])


def with_links(entry: Entry, links: Sequence[str]) -> Entry:
    """Return `entry` related to exactly `links`; what else its line says stays if they only grow."""
    known = len(entry.links)
    if tuple(links) == entry.links:
        return entry
    if known and tuple(links[:known]) == entry.links:
        value = f"{entry.value(f.RELATED).rstrip(', ')}, {f.write_links(links[known:])}"
        return with_field(entry, f.RELATED, value)
    return with_field(entry, f.RELATED, f.write_links(links))


def _ended(line: str, newline: str) -> str:
    return line if line.endswith("\n") else line + newline


def _all_ended(lines: Sequence[str], newline: str) -> list[str]:
    return [_ended(line, newline) for line in lines]


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
    grave = EntryGrave(
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
