"""From changes to a proposal: what would be written, bound to the bytes it was made on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from commonplace.core.changes import (
    NO_OCCASION,
    Change,
    Compared,
    FileEdit,
    KeptPair,
    Occasion,
    Proposal,
)
from commonplace.core.memory import Candidate, Origin
from commonplace.core.rejection_pages import PAGE
from commonplace.flows.refusals import check_refused, page_after
from commonplace.flows.view import View


def propose(
    action: str,
    changes: Sequence[Change],
    view: View,
    *,
    edits: tuple[FileEdit, ...] | None = None,
    beside: tuple[FileEdit, ...] = (),
    origin: Origin = Origin.HUMAN,
    undoes: str | None = None,
    note: str = "",
    compared: tuple[Compared, ...] = (),
    candidates: tuple[Candidate, ...] = (),
    occasion: Occasion = NO_OCCASION,
    kept_pairs: tuple[KeptPair, ...] = (),
) -> Proposal:
    """Return the proposal to carry out `changes`, rendered by the layout unless `edits` are given.

    `beside` are edits of files that hold no memories. What the book has refused is not proposed. The
    id begins with the time, so that proposals sort, and ends in the digest, so that the same
    proposal made twice in a second is one proposal.
    """
    rendered = view.layout.render(changes, view.files, view.today) if edits is None else edits
    rendered = (*rendered, *beside)
    check_refused(changes, page_after(rendered, view.files.get(PAGE)), view.today)
    draft = Proposal(
        id="",
        book=view.book,
        made_at=view.now,
        action=action,
        changes=tuple(changes),
        edits=rendered,
        origin=origin,
        undoes=undoes,
        note=note,
        compared=compared,
        candidates=candidates,
        occasion=occasion,
        kept_pairs=kept_pairs,
    )
    return replace(draft, id=f"{view.now:%Y%m%dT%H%M%S}-{draft.digest[:6]}")
