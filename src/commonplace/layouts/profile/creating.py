"""New parts of a profile: subjects get files of their own, sections go into pages taken up once."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Files
from commonplace.core.memory import Memory
from commonplace.errors import BadInput
from commonplace.layouts.profile import files as names
from commonplace.layouts.profile.reading import is_untouched
from commonplace.layouts.profile.sections import (
    lines_of,
    memory_of,
    new_section,
    sections_of,
    with_section_added,
    with_section_edited,
)
from commonplace.layouts.profile.templates import SKELETON
from commonplace.layouts.profile.topics import new_topic


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
