"""The section of a note that is kept for links."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from commonplace.core.headings import prose_flags
from commonplace.layouts.markdown import newline_of, trim_blank, wikilinks
from commonplace.layouts.vault.note import Note
from commonplace.layouts.vault.sections import insert_section

HEAD = (
    "## Connections",
    "<!-- Add links to related memories using [[filename]] syntax -->",
)
_LINK = re.compile(r"<!--.*?-->|\[\[([^\[\]\n]+)\]\]")
_LONE_BULLET = re.compile(r"\s*(?:[-*+]\s+)?\[\[[^\[\]\n]+\]\][^\[]*")


def links_of(note: Note) -> tuple[str, ...]:
    """Return the notes that the section names, each once."""
    targets = map(link_target, wikilinks(note.section(note.connections)))
    return tuple(dict.fromkeys(filter(None, targets)))


def link_target(link: str) -> str:
    """Return the note that a wikilink names, without its alias, heading and extension."""
    return link.partition("|")[0].partition("#")[0].strip().removesuffix(".md")


def bullet(target: str) -> str:
    """Return the line that links to `target`."""
    return f"- [[{target}]]"


def connect(note: Note, links: Sequence[str]) -> str:
    """Return the note's text with exactly `links` in its section, made when it is missing."""
    place = note.connections
    if place is None:
        bullets = [bullet(link) for link in links]
        return note.saying(insert_section(note.lines, len(note.lines), [*HEAD, *bullets]))
    kept = _kept(links_of(note), links)
    inside = _without_others(note.section(place), kept)
    _, end = trim_blank(inside, 0, len(inside))
    newline = newline_of(note.lines)
    above = [*note.lines[: place.start + 1], *inside[:end]]
    new = links[len(kept) :]
    if new and not above[-1].endswith("\n"):
        above[-1] += newline
    bullets = [bullet(link) + newline for link in new]
    return note.saying([*above, *bullets, *inside[end:], *note.lines[place.stop :]])


def _kept(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the links whose lines may stay, so that what is appended comes out in order."""
    common = [link for link in old if link in new]
    for length in range(len(common), -1, -1):
        if common[:length] == list(new[:length]):
            return common[:length]
    return []


def _without_others(lines: Sequence[str], kept: Collection[str]) -> list[str]:
    result: list[str] = []
    for line, is_prose in zip(lines, prose_flags(lines), strict=True):
        found = [link for link in _LINK.findall(line) if link] if is_prose else []
        if all(link_target(link) in kept for link in found):
            result.append(line)
        elif len(found) > 1 or not _LONE_BULLET.fullmatch(line):
            result.append(_LINK.sub(lambda match: _unlinked(match, kept), line))
    return result


def _unlinked(match: re.Match[str], kept: Collection[str]) -> str:
    link = match[1]
    return match[0] if link is None or link_target(link) in kept else link
