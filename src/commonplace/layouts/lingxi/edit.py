"""Write a note: a new one whole, an old one by exactly the lines that say something else now."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.headings import bare, headings
from commonplace.core.memory import Memory
from commonplace.layouts.lingxi.note import (
    CONTENT,
    HISTORY,
    META,
    ONE_LINER,
    ORDER,
    SECTIONS,
    WHEN,
    LingxiNote,
    framed,
    in_cell,
    items_of,
    memory_of,
    meta_of,
    one_liner_line,
    read_note,
)
from commonplace.layouts.markdown import (
    heading_line,
    newline_of,
    replace_scattered,
    replace_text,
    trim_blank,
)


def new_note(memory: Memory) -> str:
    """Return the text of a note that holds `memory`."""
    bullets = "\n".join(f"- **{key}**: {text}" for key, text in meta_of(memory).items())
    blocks = [
        _heading(memory.title),
        SECTIONS[META],
        bullets,
        SECTIONS[WHEN],
        "\n".join(f"- {in_cell(item)}" for item in memory.when_to_load),
        SECTIONS[ONE_LINER],
        one_liner_line(memory.summary),
        framed(memory.body),
        f"{SECTIONS[HISTORY]}\n\n{memory.history}" if memory.history else "",
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def edited_note(text: str, before: Memory, after: Memory) -> str:
    """Return `text` with what differs between `before` and `after` changed, and nothing else."""
    if before.title != after.title:
        text = _with_title(text, after.title)
    old, new = meta_of(before), meta_of(after)
    for key in dict.fromkeys((*old, *new)):
        if key not in {"Id", "Title"} and old.get(key) != new.get(key):
            text = _with_bullet(text, key, new.get(key, ""))
    if before.when_to_load != after.when_to_load:
        text = _with_items(text, after.when_to_load)
    if before.summary != after.summary:
        text = _with_section(text, ONE_LINER, one_liner_line(after.summary))
    if before.history != after.history:
        text = _with_section(text, HISTORY, after.history)
    return text if before.body == after.body else _with_body(text, after.body)


def with_last_bullet(text: str, key: str, value: str) -> str:
    """Return `text` with that bullet: in its place, or as the last of a Meta section; without one as it is."""
    note = read_note(text)
    if not note.bullets or any(one.key.lower() == key.lower() for one in note.bullets):
        return _with_bullet(text, key, value) if note.bullets else text
    at = note.bullets[-1].stop
    return note.mark + "".join(replace_text(note.lines, at, at, f"- **{key}**: {value}"))


def _heading(title: str) -> str:
    return heading_line(1, in_cell(title))


def _with_title(text: str, title: str) -> str:
    note = read_note(text)
    bullet = next((one for one in note.bullets if one.key.lower() == "title"), None)
    lines = list(note.lines)
    if bullet:
        lines[bullet.start] = _ended_like(lines[bullet.start], bullet.lead + in_cell(title))
    if note.title:
        lines[note.title.line] = _ended_like(lines[note.title.line], _heading(title))
    elif not bullet:
        lines = [_heading(title) + newline_of(lines), newline_of(lines), *lines]
    return note.mark + "".join(lines)


def _with_bullet(text: str, key: str, value: str) -> str:
    note = read_note(text)
    lines = list(note.lines)
    bullet = next((one for one in note.bullets if one.key.lower() == key.lower()), None)
    if bullet and value:
        lead = bullet.lead if bullet.lead.endswith((" ", "\t")) else bullet.lead + " "
        lines[bullet.start : bullet.stop] = [_ended_like(lines[bullet.stop - 1], lead + value)]
    elif bullet:
        del lines[bullet.start : bullet.stop]
    elif value and note.bullets:
        at = _place_for(key, note)
        lines = replace_text(lines, at, at, f"- **{key}**: {value}")
    elif value:
        return _with_section(text, META, f"- **{key}**: {value}")
    return note.mark + "".join(lines)


def _place_for(key: str, note: LingxiNote) -> int:
    """Return the line before which a new bullet stands: after those that come before it in `ORDER`."""
    earlier = {one.lower() for one in (ORDER[: ORDER.index(key)] if key in ORDER else ORDER)}
    stops = [one.stop for one in note.bullets if one.key.lower() in earlier]
    return max(stops) if stops and key in ORDER else note.bullets[-1].stop


def _with_items(text: str, items: Sequence[str]) -> str:
    old = items_of(read_note(text).content(WHEN))
    carried = dict(reversed(old))
    head = [carrier for item, carrier in old if not item and carrier]
    wanted = [carried.get(item) or f"- {in_cell(item)}" for item in items]
    return _with_section(text, WHEN, "\n".join([*head, *wanted]))


def _with_section(text: str, name: str, content: str) -> str:
    note = read_note(text)
    section = note.sections.get(name)
    if section is None:
        return _with_new_section(note, name, content) if content else text
    start, stop = trim_blank(note.lines, section.start + 1, section.stop)
    if start == stop:
        padded = f"\n{content}\n" if section.stop < len(note.lines) else f"\n{content}"
        start, stop = section.start + 1, section.stop
        return note.mark + "".join(replace_text(note.lines, start, stop, padded))
    return note.mark + "".join(replace_text(note.lines, start, stop, content))


def _with_new_section(note: LingxiNote, name: str, content: str) -> str:
    """Add a section after those that come before it in a new note; History comes last."""
    at = _section_place(note, name)
    follows = next((here for here in range(at, len(note.lines)) if note.lines[here].strip()), None)
    frame = ""
    if follows is not None and not _opens_section(note.lines[follows]):
        if note.body.places[:1] == (follows,):
            frame = f"\n\n{CONTENT}"
        else:
            at = len(note.lines)
    before = "\n" if at and note.lines[at - 1].strip() else ""
    after = "\n" if at < len(note.lines) and (name != META or note.lines[at].strip()) else ""
    block = f"{before}{SECTIONS[name]}\n\n{content}{frame}{after}"
    return note.mark + "".join(replace_text(note.lines, at, at, block))


def _section_place(note: LingxiNote, name: str) -> int:
    names = list(SECTIONS)
    earlier = [
        note.sections[one].stop for one in names[: names.index(name)] if one in note.sections
    ]
    if name == HISTORY:
        return len(note.lines)
    return max(earlier, default=note.title.line + 1 if note.title else 0)


def _opens_section(line: str) -> bool:
    marks = headings([line])
    return bool(marks) and marks[0].level <= 2


def _with_body(text: str, body: str) -> str:
    note = read_note(text)
    first = next((place for place in note.body.places if place is not None), len(note.lines))
    is_below = any(section.start < first for section in note.sections.values())
    wanted = framed(body) if is_below or not note.sections else body
    end = _end_of_body(note)
    result = note.mark + "".join(replace_scattered(note.lines, note.body, wanted, end))
    if memory_of(read_note(result), "").body == body:
        return result
    return _with_body_at_the_end(note, body)


def _with_body_at_the_end(note: LingxiNote, body: str) -> str:
    """Gather the body below all sections: where it stood, its new text would be read as something else."""
    gone = {place for place in note.body.places if place is not None}
    kept = read_note("".join(line for at, line in enumerate(note.lines) if at not in gone))
    end = _end_of_body(kept)
    lines = replace_scattered(kept.lines, kept.body, framed(body), end)
    is_below = kept.title or any(section.start < end for section in kept.sections.values())
    # with nothing above it, a heading in the body would be taken for the note's title
    head = [] if is_below else [SECTIONS[META] + newline_of(lines), newline_of(lines)]
    return note.mark + "".join([*head, *lines])


def _end_of_body(note: LingxiNote) -> int:
    """Return the line before which a body ends: History, when that comes last, else the end."""
    last = max(note.sections.values(), key=lambda section: section.start, default=None)
    return last.start if last and last == note.sections.get(HISTORY) else len(note.lines)


def _ended_like(old: str, text: str) -> str:
    return text + old[len(bare(old)) :]
