"""The links that stand in a note's own text, among its words: looked at, never changed.

What is written between two brackets need not be a link: `[[ -f x ]]` is a test, `[[0, 1]]` a table, and
`[[plan.png]]` a picture that is none of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from commonplace.core.headings import prose_flags
from commonplace.layouts.vault.connections import link_target
from commonplace.layouts.vault.note import Note, take_apart
from commonplace.layouts.vault.reading import Entry

_MENTION = re.compile(r"<!--.*?-->|(?<!`)(`++).*?(?<!`)\1(?!`)|\[\[(?P<link>[^\[\]\n]+)\]\]")
"""Remarks and code are passed over first, so that a link in one of them is none."""
LONGEST_LINE = 4_000
"""Nobody writes links into a longer one, and looking through it would take too long."""
_ATTACHMENT = re.compile(r"\.(?!md$)[A-Za-z][A-Za-z0-9]{1,4}$")


def mentions(entry: Entry) -> Iterator[tuple[str, int]]:
    """Yield each note that the text of `entry` links to, and the line of the file, from 1."""
    if "[[" not in entry.memory.body:
        return
    note = take_apart(entry.content.decode())
    above = note.text.count("\n", 0, note.front.content) + 1
    flags = prose_flags(note.lines)
    for at in _own_lines(note):
        is_looked_at = flags[at] and len(note.lines[at]) <= LONGEST_LINE
        for found in _MENTION.finditer(note.lines[at]) if is_looked_at else ():
            if found["link"] and (target := _target(found["link"])):
                yield target, above + at


def _own_lines(note: Note) -> Iterator[int]:
    taken = [range(part.start, part.stop) for part in (note.history, note.connections) if part]
    for at in range(note.body_start, len(note.lines)):
        if not any(at in part for part in taken):
            yield at


def _target(link: str) -> str:
    """Return the note that `link` names, empty when it is no link to a note."""
    target = link_target(link)
    is_padded = link != link.strip()
    if is_padded or not any(map(str.isalpha, target)) or _ATTACHMENT.search(target):
        return ""
    return target.rpartition("/")[2]
