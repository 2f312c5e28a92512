"""Proposals that somebody put into the book, so that others decide about them in a pull request.

They are files that come with a clone: they may touch what a layout reads and nothing else, and where
they come from is said by us.
"""

from __future__ import annotations

import json
from dataclasses import replace

from commonplace.app.books import Book
from commonplace.core.changes import FileEdit, Proposal, fingerprint
from commonplace.core.memory import Origin
from commonplace.flows.proposing import propose
from commonplace.flows.view import View, files_of
from commonplace.storage.codec import Malformed
from commonplace.storage.sealing import sealed, unsealed

FOLDER = ".commonplace/proposals/"


def share(proposal: Proposal, view: View) -> Proposal:
    """Propose to keep `proposal` in the book; whoever accepts it there writes it."""
    whole = sealed(replace(proposal, book=""))
    text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    edit = FileEdit(_path(proposal.id), None, text.encode())
    return propose("share", (), view, edits=(edit,))


def shared_proposals(book: Book) -> tuple[Proposal, ...]:
    """Return the proposals in the book; each takes its own file away when it is accepted."""
    files = book.store.read(lambda path: path.startswith(FOLDER) and path.endswith(".json")).files
    found = (_read(book, path, content) for path, content in sorted(files.items()))
    return tuple(proposal for proposal in found if proposal is not None)


def unshared(proposal: Proposal, view: View) -> Proposal | None:
    """Propose to take a shared proposal out of the book undone; None when it is not in there."""
    own = own_file(proposal)
    return propose("unshare", (), view, edits=own) if own else None


def own_file(proposal: Proposal) -> tuple[FileEdit, ...]:
    """Return the edit with which a shared proposal takes its own file out of the book, if it is one."""
    return tuple(edit for edit in proposal.edits if edit.path == _path(proposal.id))


def _read(book: Book, path: str, content: bytes) -> Proposal | None:
    try:
        proposal = unsealed(json.loads(content))
    except (ValueError, Malformed):
        return None
    is_ours = files_of(book.layout)
    if _path(proposal.id) != path or not all(is_ours(edit.path) for edit in proposal.edits):
        return None
    done = FileEdit(path, fingerprint(content), None)
    edits = (*proposal.edits, done)
    return replace(proposal, book=str(book.root), origin=Origin.SYNC, edits=edits)


def _path(proposal_id: str) -> str:
    return f"{FOLDER}{proposal_id}.json"
