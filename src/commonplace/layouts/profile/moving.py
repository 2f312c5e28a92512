"""A memory of another kind stands in another file: a section goes to another page, or becomes a subject."""

from __future__ import annotations

from commonplace.core.changes import Files
from commonplace.core.memory import Candidate, Memory
from commonplace.errors import BadInput
from commonplace.layouts.profile import files as names
from commonplace.layouts.profile.creating import created
from commonplace.layouts.profile.drafting import drafts
from commonplace.layouts.profile.reading import standing
from commonplace.layouts.profile.sections import lines_of, sections_of


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
