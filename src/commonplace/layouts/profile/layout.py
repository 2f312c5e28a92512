"""How `profile` reads and writes a book: sections of fixed files, and files of subjects.

What is particular to a profile.

Write the parts of a profile: new sections and subjects, moved, buried, restored and erased ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import ClassVar

from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    Occasion,
    Restore,
)
from commonplace.core.conversation.findings import TARGET, Kind
from commonplace.core.conversation.phrases import is_of_the_user
from commonplace.core.headings import headings
from commonplace.core.memory import Candidate, Memory, Tombstone
from commonplace.core.names import FreeNames
from commonplace.core.ports import Problem, Reading
from commonplace.core.traits import CutOffs, Traits
from commonplace.core.values import dataclass
from commonplace.errors import BadInput, NoSuchMemory
from commonplace.layouts.markdown import Grave, bury, decode, exhume, rendered
from commonplace.layouts.profile import files as names
from commonplace.layouts.profile.files import SKELETON, grave_path, is_grave, target_of
from commonplace.layouts.profile.sections import (
    LEVEL,
    ProfileSection,
    edited_topic,
    is_untouched,
    lines_of,
    memory_of,
    new_section,
    new_topic,
    read_book,
    sections_of,
    standing,
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


def _before(sections: list[ProfileSection], at: int) -> str:
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


TRAITS = Traits(
    cut_offs=CutOffs(seed="memory-save C2: already present is not written again"),
    kinds=dict.fromkeys(Kind, TARGET),
    reads_whole=True,
    is_profile=True,
)


_INDEX_LINE = re.compile(
    r"^[ \t]*[-*+][ \t].*?(?:→|->)[ \t]*`?([^`\s]+\.md)`?[ \t]*$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class ProfileLayout:
    """`soul.md`, `user.md`, `agent.md` and `memory_<name>.md` in the folder itself."""

    name: ClassVar[str] = "profile"
    home: ClassVar[str] = ""
    folders: ClassVar[tuple[str, ...]] = (".commonplace",)
    holds: ClassVar[frozenset[str]] = frozenset(
        {"id", "title", "body", "kind", "status", "tombstone"}
    )

    @property
    def traits(self) -> Traits:
        """What is particular to such books."""
        return TRAITS

    def recognises(self, exists: Callable[[str], bool]) -> bool:
        """Say whether a folder is a profile: soul or agent suffice, the user needs the index."""
        return (
            exists("soul.md") or exists("agent.md") or (exists("user.md") and exists(names.INDEX))
        )

    def derives(self, path: str) -> bool:  # noqa: ARG002 - every file is a person's own
        """Say that nothing here is made from anything else."""
        return False

    def reads(self, path: str) -> bool:
        """Say whether `path` is a page, a subject, the index or a grave."""
        is_source = names.is_page(path) or names.is_topic(path) or names.is_grave(path)
        return is_source or path == names.INDEX

    def skeleton(self, today: date) -> Files:  # noqa: ARG002 - the port's signature
        """Return the original's first profile and an index without lines."""
        return {path: text.encode() for path, text in SKELETON.items()}

    def parse(self, files: Files) -> Reading:
        """Return every section that says something, every subject, and what is buried."""
        return read_book(files)

    def draft(self, candidate: Candidate, files: Files, today: date) -> Memory:
        """Return the memory that `candidate` would become: a section of its target, else a subject."""
        return self.drafts([candidate], files, today)[0]

    def drafts(
        self,
        candidates: Sequence[Candidate],
        files: Files,
        today: date,  # noqa: ARG002 - a profile has no dates
    ) -> tuple[Memory, ...]:
        """Return the memories that `candidates` would become."""
        return drafts(candidates, files)

    def render(self, changes: Sequence[Change], files: Files, today: date) -> tuple[FileEdit, ...]:  # noqa: ARG002
        """Return the edits that carry `changes` out: only their own lines, all other bytes kept."""
        return rendered(_runs(changes), files, _carried_out)

    def derive(
        self,
        files: Files,  # noqa: ARG002
        today: date,  # noqa: ARG002
        done: Sequence[Change] = (),  # noqa: ARG002
        occasion: Occasion = NO_OCCASION,  # noqa: ARG002
    ) -> tuple[FileEdit, ...]:
        """Return nothing: no file of a profile is made from the others."""
        return ()

    def check(self, files: Files, today: date) -> tuple[Problem, ...]:  # noqa: ARG002
        """Return what the index names and is not there, and subjects that it does not name."""
        return tuple(_index_problems(files))


def _runs(changes: Sequence[Change]) -> list[tuple[Change, ...]]:
    """Return `changes` in steps: what is new is written together, everything else one by one."""
    groups = groupby(enumerate(changes), lambda item: -1 if _is_new(item[1]) else item[0])
    return [tuple(change for _, change in run) for _, run in groups]


def _is_new(change: Change) -> bool:
    return isinstance(change, Create)


def _carried_out(run: Sequence[Change], files: Files) -> dict[str, bytes | None]:
    match run[0]:
        case Create():
            return created([change.memory for change in run if isinstance(change, Create)], files)
        case Edit(before, after):
            return _edited(before, after, files)
        case Bury(memory, tombstone):
            return buried(memory, tombstone, files)
        case Restore(memory):
            return restored(memory, files)
        case Erase(memory):
            return erased(memory, files)


def _edited(before: Memory, after: Memory, files: Files) -> dict[str, bytes | None]:
    path = standing(before.id, files)
    if before == after:
        return {}
    if names.is_grave(path):
        raise BadInput("already-forgotten", id=before.id)
    if before.kind != after.kind:
        return moved(before, after, files)
    text = files[path].decode()
    target = names.target_of(before.id)
    if not target:
        return {path: edited_topic(text, before, after).encode()}
    lines = lines_of(text)
    section = next(one for one in sections_of(target, lines) if one.id == before.id)
    return {path: "".join(with_section_edited(lines, section, after)).encode()}


def _index_problems(files: Files) -> Iterator[Problem]:
    """Yield the lines of memory.md that lead nowhere.

    A topic without a line is none: the page is a person's own, and a save adds to it only when asked to.
    """
    text = decode(names.INDEX, files.get(names.INDEX, b""))
    if isinstance(text, Problem):
        yield text
        return
    named = set(_INDEX_LINE.findall(text))
    for path in sorted(named - set(files)):
        yield Problem(path=names.INDEX, code="index-line-dead", detail=path, is_error=False)
