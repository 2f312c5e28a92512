"""A candidate as the part of a profile it would become: a section of its target, else a subject."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Files
from commonplace.core.conversation.findings import TARGET
from commonplace.core.conversation.phrases import is_of_the_user
from commonplace.core.memory import Candidate, Memory
from commonplace.layouts.free_names import FreeNames
from commonplace.layouts.profile import files as names
from commonplace.layouts.profile.reading import read_book


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
