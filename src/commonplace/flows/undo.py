"""A receipt in, the proposal to take it back out: the bytes from before, through the same door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from commonplace.core import decided_pairs
from commonplace.core.changes import (
    FileEdit,
    FileImage,
    Files,
    KeptReceipt,
    Proposal,
    Receipt,
    fingerprint,
)
from commonplace.core.ports import Store
from commonplace.core.rejections import PAGE
from commonplace.errors import BadInput, ChangedUnderneath, NoSuchMemory
from commonplace.flows.decisions import page_taken_back
from commonplace.flows.proposals import changes_between, propose
from commonplace.flows.refusals import page_after, page_without, rejections_in
from commonplace.flows.view import View

ALWAYS_KEPT = 50
"""So many of the newest receipts are never too old: a clock that runs a year ahead makes all of them look so."""


def standing(receipts: Iterable[Receipt]) -> Iterator[tuple[Receipt, bool]]:
    """Yield each of `receipts`, which come newest first, and whether it still stands.

    One stands unless a later one undid it and stands itself: an undo can be undone.
    """
    gone: set[str] = set()
    for receipt in receipts:
        stands = receipt.id not in gone
        if stands and receipt.undoes is not None:
            gone.add(receipt.undoes)
        yield receipt, stands


def last_undoable(receipts: Iterable[Receipt]) -> Receipt:
    """Return the newest of `receipts` that still stands and is not an undo itself.

    So that `undo` twice goes back two steps; an undo is taken back by naming its receipt.
    """
    for receipt, stands in standing(receipts):
        if stands and receipt.undoes is None:
            return receipt
    raise NoSuchMemory("nothing-to-undo")


def past_undo(
    kept: Sequence[KeptReceipt], receipts: Iterable[Receipt], now: datetime, days: int
) -> tuple[KeptReceipt, ...]:
    """Return those of `kept`, which come newest first, that nobody is promised to be able to undo any more.

    The last text of the page of refused claims is not among them: it is put back from its receipt when the
    page is lost. `receipts` are the same ones, read only as far as to find it.
    """
    limit = now - timedelta(days=days)
    old = [each for each in kept[ALWAYS_KEPT:] if each.at < limit]
    if not old:
        return ()
    of_page = (each.id for each in receipts if any(image.path == PAGE for image in each.images))
    needed = next(of_page, "")
    return tuple(each for each in old if each.id != needed)


def undo(receipt: Receipt, view: View, store: Store) -> Proposal:
    """Propose the bytes from before `receipt`; refuse when a file has changed since."""
    if not receipt.images:
        raise BadInput("nothing-in-receipt", id=receipt.id)
    images = tuple(_now(image, view, store, receipt.id) for image in receipt.images)
    restored = view.layout.parse(_before(view.files, images))
    return propose(
        "undo",
        changes_between(view.reading, restored),
        view,
        edits=tuple(_backwards(image) for image in images),
        undoes=receipt.id,
    )


def _now(image: FileImage, view: View, store: Store, receipt_id: str) -> FileImage:
    """Return what an undo starts from and leads to; a page that only grew since is no obstacle."""
    content = store.read_one(image.path)
    if fingerprint(content) == fingerprint(image.after):
        return image
    if image.path == decided_pairs.PAGE:
        before = page_taken_back(image.before, image.after, content)
        return FileImage(path=image.path, before=before, after=content)
    if image.path != PAGE:
        raise ChangedUnderneath("changed-since", path=image.path, id=receipt_id)
    known = set(rejections_in(image.before))
    added = [each for each in rejections_in(image.after) if each not in known]
    lifted = page_without(added, {PAGE: content or b""}, view.today)
    return FileImage(path=PAGE, before=page_after(lifted, content), after=content)


def _backwards(image: FileImage) -> FileEdit:
    return FileEdit(image.path, fingerprint(image.after), image.before)


def _before(files: Files, images: Sequence[FileImage]) -> Files:
    """Return the files as they were; an empty page of refused claims, since that on the disk would count else."""
    then = dict(files)
    for image in images:
        if image.before is None and image.path != PAGE:
            then.pop(image.path, None)
        else:
            then[image.path] = image.before or b""
    return then
