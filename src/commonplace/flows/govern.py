"""Candidates in, proposal out: what should happen to each of them.

Each candidate becomes a memory of its own here. Other decisions (extend, update, merge, veto, skip)
join in `_decide`, which sees the candidate and the book.
"""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.changes import Change, Create, Files, Proposal
from commonplace.core.memory import Candidate
from commonplace.errors import BadInput
from commonplace.flows.proposing import propose
from commonplace.flows.view import View

ASKED_FOR = ("kind", "topic", "tags", "when_to_load")
"""Fields only a caller fills. A field we derive ourselves is dropped where it has no place."""


def govern(candidates: Sequence[Candidate], view: View, action: str = "remember") -> Proposal:
    """Return the proposal that takes `candidates`, of one origin, into the book."""
    changes: list[Change] = []
    files = view.files
    for candidate in candidates:
        change = _decide(candidate, view, files)
        changes.append(change)
        files = _after(change, view, files)
    return propose(action, changes, view, origin=candidates[0].origin)


def _decide(candidate: Candidate, view: View, files: Files) -> Change:
    for name in ASKED_FOR:
        # A silent loss would be worse than a refusal.
        if getattr(candidate, name) and name not in view.layout.holds:
            raise BadInput("field-not-held", field=name, layout=view.layout.name)
    return Create(view.layout.draft(candidate, files, view.today))


def _after(change: Change, view: View, files: Files) -> Files:
    """Return `files` as they will be, so that the next id is free in them too."""
    edits = view.layout.render([change], files, view.today)
    return {**files, **{edit.path: edit.after for edit in edits if edit.after is not None}}
