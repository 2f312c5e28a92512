"""Write the parts of a profile: new sections and subjects, moved, buried, restored and erased ones."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Files
from commonplace.core.conversation.findings import TARGET
from commonplace.core.conversation.phrases import is_of_the_user
from commonplace.core.headings import headings
from commonplace.core.memory import Candidate, Memory, Tombstone
from commonplace.errors import BadInput, NoSuchMemory
from commonplace.layouts.decoding import Grave, bury, exhume
from commonplace.layouts.names import FreeNames
from commonplace.layouts.profile import files as names
from commonplace.layouts.profile.files import SKELETON, grave_path, is_grave, target_of
from commonplace.layouts.profile.reading import is_untouched, new_topic, read_book, standing
from commonplace.layouts.profile.sections import (
    LEVEL,
    Section,
    lines_of,
    memory_of,
    new_section,
    sections_of,
    with_section_added,
    with_section_back,
    with_section_edited,
)


def created(memories: Sequence[Memory], files: Files) -> dict[str, bytes | None]:
    """Return the files that hold `memories`, over nothing that is there."""
    after: dict[str, bytes | None] = {}
    for memory in memories:
        if not names.target_of(memory.id):
            path = f"{memory.id}.md"
            if not names.is_topic_id(memory.id) or path in files or path in after:
                raise BadInput("place-taken", path=path)
            after[path] = new_topic(memory).encode()
    for target in names.TARGETS:
        if here := [memory for memory in memories if names.target_of(memory.id) == target]:
            path = names.page_of(target)
            after[path] = "".join(_with_sections(target, here, files.get(path, b""))).encode()
    return after


def _with_sections(target: str, memories: Sequence[Memory], content: bytes) -> list[str]:
    title = SKELETON[names.page_of(target)].split("\n", 1)[0] + "\n"
    lines = lines_of(content.decode()) or [title]
    there = {section.id for section in sections_of(target, lines)}
    for memory in memories:
        if memory.id in there:
            lines = _filled(target, memory, lines)
    new = [new_section(memory) for memory in memories if memory.id not in there]
    return with_section_added(lines, "\n\n".join(new)) if new else lines


def _filled(target: str, memory: Memory, lines: list[str]) -> list[str]:
    """Return the page with `memory` in the section that waits for it."""
    section = next(one for one in sections_of(target, lines) if one.id == memory.id)
    standing = memory_of(section, lines)
    if standing.body and not is_untouched(standing):
        raise BadInput("place-taken", path=memory.id)
    return with_section_edited(lines, section, memory)


def drafts(candidates: Sequence[Candidate], files: Files) -> tuple[Memory, ...]:
    """Return the memories that `candidates` would become."""
    known = (memory.id for memory in read_book(files).memories)
    sections = FreeNames(known, form="{} {}", key=str)
    subjects = FreeNames(form="{}_{}", is_held=lambda name: not names.is_free(name, files))
    return tuple(_draft(candidate, sections, subjects) for candidate in candidates)


def _draft(candidate: Candidate, sections: FreeNames, subjects: FreeNames) -> Memory:
    title = " ".join(candidate.title.split())
    if target := _target(candidate):
        name = sections.claim(f"{target}#{title}")
        return Memory(id=name, title=name.partition("#")[2], body=candidate.body, kind=target)
    kept = names.is_topic_id(candidate.id)
    name = subjects.claim(candidate.id if kept else names.topic_id(title))
    return Memory(id=name, title=title, body=candidate.body, kind=names.TOPIC)


def _target(candidate: Candidate) -> str:
    """Return which of the files that are always in context a candidate belongs to, if any.

    Nobody has to say so of a preference: memory-save keeps it with the user.
    """
    asked = (candidate.kind, candidate.topic)
    told = next((text for text in asked if text in names.TARGETS), "")
    return told or (TARGET if not any(asked) and is_of_the_user(candidate.body) else "")


def moved(before: Memory, after: Memory, files: Files) -> dict[str, bytes | None]:
    """Return the edits that take `before` away and write `after` where its kind belongs."""
    if after.kind not in (*names.TARGETS, names.TOPIC):
        raise BadInput("field-not-held", field=f"kind {after.kind}", layout="profile")
    taken = _taken_away(before, files)
    left = {path: text for path, text in {**files, **taken}.items() if text is not None}
    wanted = Candidate(title=after.title, body=after.body, kind=after.kind)
    (draft,) = drafts([wanted], left)
    new = Memory(id=draft.id, title=draft.title, body=after.body, status=after.status)
    return {**taken, **created([new], left)}


def _taken_away(memory: Memory, files: Files) -> dict[str, bytes | None]:
    path = standing(memory.id, files)
    target = names.target_of(memory.id)
    if not target:
        return {path: None}
    lines = lines_of(files[path].decode())
    section = next(one for one in sections_of(target, lines) if one.id == memory.id)
    return {path: "".join([*lines[: section.start], *lines[section.stop :]]).encode()}


def buried(memory: Memory, tombstone: Tombstone, files: Files) -> dict[str, bytes | None]:
    """Return the edits that bury `memory`."""
    path = standing(memory.id, files)
    grave = grave_path(memory.id, files)
    target = target_of(memory.id)
    if not target:
        kept = Grave(content=files[path], origin=path, tombstone=tombstone)
        return {path: None, grave: bury(kept)}
    lines = lines_of(files[path].decode())
    sections = sections_of(target, lines)
    at = next(which for which, one in enumerate(sections) if one.id == memory.id)
    start, stop = sections[at].start, sections[at].stop
    kept = Grave(
        content="".join(lines[start:stop]).encode(),
        origin=f"{path}#{_before(sections, at)}",
        tombstone=tombstone,
    )
    return {path: "".join([*lines[:start], *lines[stop:]]).encode(), grave: bury(kept)}


def _before(sections: list[Section], at: int) -> str:
    """Return the id of the section that ends where this one begins, else the line this one begins at."""
    touches = at > 0 and sections[at - 1].stop == sections[at].start
    return sections[at - 1].id if touches else str(sections[at].start)


def restored(memory: Memory, files: Files) -> dict[str, bytes | None]:
    """Return the edits that put `memory` back where it stood."""
    path = _grave_of(memory, files)
    grave = exhume(files[path])
    assert grave is not None, "what is no grave is read as a problem, not as a memory"
    page, mark, before = grave.origin.partition("#")
    if not mark:
        if page in files:
            raise BadInput("place-taken", path=page)
        return {path: None, page: grave.content}
    lines = lines_of(files.get(page, b"").decode())
    back = with_section_back(lines, _place(before, page, lines), grave.content.decode())
    return {path: None, page: "".join(back).encode()}


def _place(before: str, page: str, lines: list[str]) -> int:
    sections = sections_of(page.removesuffix(".md"), lines)
    found = next((one.stop for one in sections if one.id == before), None)
    if found is not None:
        return found
    if not before.isdecimal():
        return len(lines)
    # the page may have changed since: between two sections, never in the middle of a text
    edges = [mark.line for mark in headings(lines) if mark.level <= LEVEL]
    return min((edge for edge in edges if edge >= int(before)), default=len(lines))


def erased(memory: Memory, files: Files) -> dict[str, bytes | None]:
    """Return the edit that removes the grave of `memory` for good."""
    return {_grave_of(memory, files): None}


def _grave_of(memory: Memory, files: Files) -> str:
    path = standing(memory.id, files)
    if not is_grave(path):
        raise NoSuchMemory("no-such-memory", name=memory.id)
    return path
