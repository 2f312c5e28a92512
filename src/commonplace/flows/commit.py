"""Proposal in, receipt out. THE ONLY DOOR THAT WRITES MEMORIES."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol, TypeVar
from zlib import crc32

from commonplace.core.changes import (
    NO_OCCASION,
    Change,
    FileEdit,
    Occasion,
    Outcome,
    Proposal,
    Receipt,
    fingerprint,
)
from commonplace.core.ports import FileLook, Layout, Stamp, Store
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass
from commonplace.errors import BadInput, ChangedUnderneath, CommonplaceError
from commonplace.flows.decisions import with_page
from commonplace.flows.refusals import check_refused, page_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What a commit did, and what it could not do beside it."""

    receipt: Receipt
    stale: CommonplaceError | None = None
    """Why indices or the log of upkeep could not be written; the memories are safe, the next reader tries again."""
    unlisted: CommonplaceError | None = None
    """Why the approval is not in the ledger; what an agent proposed may be held for approval again."""


class DerivedLook(Protocol):
    """What is known about the derived files of a book without reading all of it."""

    def note(self, paths: Iterable[str]) -> None:
        """Note how the files look that are about to be written."""

    @property
    def was_followed(self) -> bool:
        """Whether the derived files were brought after single changes when they were last found fresh."""

    def was_fresh(self, before: Mapping[str, str | None]) -> bool:
        """Say whether nothing but the written files changed since all was fresh; these had the hashes `before`."""

    def keep(
        self, derived: Iterable[str], said: Callable[[str], str | None], *, is_followed: bool
    ) -> None:
        """Keep that all is fresh, with `derived` just written; `said` gives the hashes of written files."""


def commit(
    proposal: Proposal,
    layout: Layout,
    store: Store,
    stamp: Stamp,
    today: date,
    *,
    look: DerivedLook | None = None,
) -> Committed:
    """Write the proposal, or raise `WriteRefused` having written none of it.

    Indices are derived from the files as they are after the write, not as the proposal saw them: a
    person may have saved another note in between. Where `look` knows that nothing else has changed, they
    follow the changed files alone.
    """
    with store.locked():
        # Somebody may have refused it while it waited, here or in a change that git brought.
        check_refused(proposal.changes, page_after(proposal.edits, store.read_one(PAGE)), today)
        whole = with_page(proposal, store, stamp, today)
        if look:
            look.note(edit.path for edit in whole.edits)
        receipt = store.apply(whole, stamp)
        stale = _derive(layout, store, today, proposal, receipt, look=look)
        unlogged = _log(layout, store, proposal)
    return Committed(receipt=receipt, stale=stale or unlogged)


def _derive(
    layout: Layout,
    store: Store,
    today: date,
    done: Proposal,
    receipt: Receipt,
    *,
    look: DerivedLook | None,
) -> CommonplaceError | None:
    try:
        if look is None or not _follow(layout, store, receipt, look):
            regenerate(layout, store, today, done.changes, done.occasion, look=look)
    except CommonplaceError as trouble:  # The memories are written: nothing may say otherwise now.
        return trouble
    return None


def _follow(layout: Layout, store: Store, receipt: Receipt, look: DerivedLook) -> bool:
    """Let the derived files follow what a receipt wrote, and say whether that could be done."""
    was_fresh = look.was_fresh({image.path: fingerprint(image.before) for image in receipt.images})
    derived_after = layout.traits.derived_after
    if not was_fresh or derived_after is None or receipt.outcome is not Outcome.COMMITTED:
        return False
    after = {image.path: image.after for image in receipt.images}
    hashes = {path: fingerprint(text) for path, text in after.items()}
    bases: dict[str, Base] = {}

    def read(path: str) -> bytes | None:
        bases[path] = Base(store.look(path))
        return bases[path].of(store.read_one(path))

    for each in derived_after(read, after, is_proven=look.was_followed):
        if each is None:
            return False
        path, text = each
        if not (bases[path].may_say(text) and store.read_one(path) == text):
            store.refresh([FileEdit(path, bases[path].sha256, text)], {path: bases[path].look})
    look.keep(bases, hashes.get, is_followed=True)
    return True


RECENT_NS = 2_000_000_000


class Base:
    """What a derived file was when it was read: by its look where that is enough, since hashing takes as long as all else."""

    def __init__(self, look: FileLook | None) -> None:
        is_recent = look is None or time.time_ns() - max(look.mtime_ns, look.ctime_ns) < RECENT_NS
        self.look = None if is_recent else look
        self.sha256: str | None = None
        self._sum = (0, 0)

    def of(self, content: bytes | None) -> bytes | None:
        """Take down what the file says, and return it."""
        if content is not None:
            self._sum = len(content), crc32(content)
            self.sha256 = fingerprint(content) if self.look is None else ""
        return content

    def may_say(self, text: bytes) -> bool:
        """Say whether the file is likely to have said `text`."""
        return (len(text), crc32(text)) == self._sum


def _log(layout: Layout, store: Store, done: Proposal) -> CommonplaceError | None:
    if not done.upkeep:
        return None
    from commonplace.flows.upkeep.outcome import log_upkeep  # noqa: PLC0415 - few commits are upkeep

    return log_upkeep(done.upkeep, layout, store)


def regenerate(
    layout: Layout,
    store: Store,
    today: date,
    done: Sequence[Change] = (),
    occasion: Occasion = NO_OCCASION,
    *,
    look: DerivedLook | None = None,
) -> int:
    """Bring derived files up to date and return how many were stale; only inside `store.locked`."""
    files = store.read(layout.reads).files
    edits = layout.derive(files, today, done, occasion)
    if edits:
        store.refresh(edits)
    if look:
        now = {**files, **{edit.path: edit.after for edit in edits}}
        made = (edit.path for edit in edits)
        look.keep(made, lambda path: fingerprint(now.get(path)), is_followed=False)
    return len(edits)


def found(layout: Layout, store: Store, today: date) -> tuple[str, ...]:
    """Write an empty book and return its files; refuse when one of them is there already.

    No receipt is left: taking a book away is not an undo, it is `rm`, and a person's decision.
    """
    skeleton = layout.skeleton(today)
    with store.locked():
        for path in skeleton:
            if store.read_one(path) is not None:
                raise BadInput("file-in-the-way", path=path)
        store.refresh([FileEdit(path, None, content) for path, content in skeleton.items()])
        regenerate(layout, store, today)
    return tuple(skeleton)


def derived_files(layout: Layout, today: date) -> tuple[str, ...]:
    """Return the files of a book that are made from its memories, and may stay out of git."""
    return tuple(sorted(edit.path for edit in layout.derive({}, today)))


def with_ignored(text: str, lines: Sequence[str]) -> str:
    """Return the git-ignore file `text` with those of `lines` added that it lacks."""
    missing = [line for line in lines if line not in text.splitlines()]
    if not missing:
        return text
    joint = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{joint}# Made by commonplace from the memories.\n" + "\n".join(missing) + "\n"


T = TypeVar("T")


def anew(attempt: Callable[[], T], timeout_s: float) -> T:
    """Make an attempt, and another on the new text when a file has changed meanwhile.

    Only as long as one would wait for the lock: programs that write at one moment shall all be heard.
    """
    until = time.monotonic() + timeout_s
    while True:
        try:
            return attempt()
        except ChangedUnderneath:
            if time.monotonic() > until:
                raise
