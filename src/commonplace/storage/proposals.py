"""Proposals that wait for a person, kept in the state folder of their book.

Not in the book: what nobody has reviewed must not land in a team's git tree. They are few and short-
lived on purpose, because a queue that only grows is never read.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from commonplace.core.changes import Proposal, name_after
from commonplace.core.hashing import digest
from commonplace.core.names import check_id
from commonplace.core.values import replace
from commonplace.errors import NoSuchMemory
from commonplace.storage.codec import Json, Malformed, decode, encode
from commonplace.storage.disk import Disk, failure, read_guarded, unreadable
from commonplace.storage.journal import MAX_RECORD_BYTES
from commonplace.storage.places import make_private, state_of
from commonplace.storage.publish import staged_name

_DIGEST, _SEAL = "digest", "seal"


def sealed(proposal: Proposal) -> dict[str, Json]:
    """Return `proposal` as JSON can hold it, sealed."""
    content = encode(proposal)
    assert isinstance(content, dict), "a proposal has fields"
    return {**content, _DIGEST: proposal.digest, _SEAL: _seal(content)}


def unsealed(found: Json) -> Proposal:
    """Return the proposal in `found`, or raise `Malformed` when somebody changed it.

    One of an older version has no seal, and one written by hand no digest.
    """
    proposal: Proposal = decode(Proposal, found)
    assert isinstance(found, dict), "a proposal has been read from it"
    content = {name: value for name, value in found.items() if name not in (_DIGEST, _SEAL)}
    is_same = found.get(_DIGEST, proposal.digest) == proposal.digest
    if not is_same or found.get(_SEAL, _seal(content)) != _seal(content):
        raise Malformed("somebody changed what would be written")
    return proposal


def _seal(content: dict[str, Json]) -> str:
    whole = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return digest(whole.encode("ascii"))


MOST_KEPT = 100
"""Room for a long day of requests: what somebody asked for outright must not be let go unread."""
KEPT_FOR = timedelta(days=30)
_SUFFIX = ".json"
_EXPIRED = ".expired"
"""Ends the name of what is too old to be listed: it comes back should only the clock have run ahead."""


class PendingProposals:
    """The proposals about one book; `dropped` names those that the last call had to let go."""

    def __init__(
        self, root: str | os.PathLike[str], *, state: str | None = None, disk: Disk | None = None
    ) -> None:
        self._folder = os.path.join(state or state_of(os.fspath(root)), "proposals")
        self._disk = disk or Disk()
        self.dropped: tuple[str, ...] = ()

    def save(self, proposal: Proposal, now: datetime | None = None) -> str:
        """Keep `proposal` and return its id, or the id under which the same one waits already."""
        waiting = self.list(now)
        for other in waiting:
            is_told_more = _is_labelled(proposal) and not _is_labelled(other)
            if other.digest == proposal.digest or (is_told_more and _asks_as_much(proposal, other)):
                if is_told_more:
                    self._keep(replace(proposal, id=other.id))
                return other.id
        for oldest in waiting[: max(0, len(waiting) - MOST_KEPT + 1)]:
            self._let_go(oldest.id)
        self._keep(proposal)
        return proposal.id

    def _keep(self, proposal: Proposal) -> None:
        try:
            self._write(proposal)
        except OSError as trouble:
            raise failure(trouble, self._folder) from trouble

    def list(self, now: datetime | None = None) -> tuple[Proposal, ...]:
        """Return what waits, oldest first; what is older than 30 days is put aside, and let go after as many more."""
        self.dropped = ()
        oldest = (now or datetime.now(UTC)) - KEPT_FOR
        self._look_at_expired(oldest)
        found: list[Proposal] = []
        for name in self._names(_SUFFIX):
            with suppress(OSError, Malformed, ValueError):
                proposal = self._read(name)
                if _moment(proposal) < oldest:
                    path = self._path(proposal.id)
                    self._disk.rename(path, path.removesuffix(_SUFFIX) + _EXPIRED)
                    self.dropped += (proposal.id,)
                else:
                    found.append(proposal)
        return tuple(sorted(found, key=lambda each: (_moment(each), each.id)))

    def names(self) -> tuple[str, ...]:
        """Return the ids of what lies here, oldest first; nothing is opened."""
        return tuple(sorted(name.removesuffix(_SUFFIX) for name in self._names(_SUFFIX)))

    def _look_at_expired(self, oldest: datetime) -> None:
        """Bring back what is young again, now that the clock is set right; let go of what was put aside long ago."""
        for name in self._names(_EXPIRED):
            path = os.path.join(self._folder, name)
            with suppress(OSError, Malformed, ValueError):
                if _moment(self._read(name)) >= oldest:
                    self._disk.rename(path, path.removesuffix(_EXPIRED) + _SUFFIX)
                elif os.lstat(path).st_ctime < oldest.timestamp():
                    self._disk.unlink(path)

    def load(self, proposal_id: str) -> Proposal:
        """Return one proposal, or raise `NoSuchMemory`."""
        try:
            return self._read(check_id(proposal_id) + _SUFFIX)
        except (OSError, Malformed, ValueError) as trouble:
            raise NoSuchMemory("no-proposal", name=proposal_id) from trouble

    def drop(self, proposal_id: str) -> bool:
        """Let a proposal go, decided one way or the other, and say whether it is gone.

        No error: after a commit, an old proposal that cannot be removed must not look like a failure.
        """
        try:
            self._disk.unlink(self._path(proposal_id))
        except OSError as trouble:
            return isinstance(trouble, FileNotFoundError)
        return True

    def _let_go(self, proposal_id: str) -> None:
        self.drop(proposal_id)
        self.dropped += (proposal_id,)

    def _write(self, proposal: Proposal) -> None:
        make_private(self._folder)
        draft = os.path.join(self._folder, staged_name())
        try:
            self._disk.write_new(draft, json.dumps(sealed(proposal)).encode("ascii"))
            self._disk.rename(draft, self._path(proposal.id))
        except OSError:
            with suppress(OSError):
                self._disk.unlink(draft)
            raise
        self._disk.sync_folder(self._folder)

    def _read(self, name: str) -> Proposal:
        content = read_guarded(os.path.join(self._folder, name), MAX_RECORD_BYTES)
        return unsealed(json.loads(content))

    def _names(self, suffix: str) -> tuple[str, ...]:
        try:
            return tuple(name for name in os.listdir(self._folder) if name.endswith(suffix))
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as trouble:
            raise unreadable(trouble, self._folder) from trouble

    def _path(self, proposal_id: str) -> str:
        return os.path.join(self._folder, check_id(proposal_id) + _SUFFIX)


def _is_labelled(proposal: Proposal) -> bool:
    """Say whether an agent has told its opinion: that which was told first stays."""
    return any(each.label for each in proposal.compared)


def _asks_as_much(proposal: Proposal, other: Proposal) -> bool:
    """Say whether one of the same texts and changes has a doubt wherever the other has one, so that it may stand in its place."""
    doubted, before = (
        {near.memory for near in each.compared if near.question} for each in (proposal, other)
    )
    return bool(proposal.candidates) and _sought(proposal) == _sought(other) and before <= doubted


def _sought(proposal: Proposal) -> tuple[list[object], list[object]]:
    """Return the texts of a proposal and what they would change."""
    return (
        [(each.title, each.body) for each in proposal.candidates],
        [(type(each), name_after(each)) for each in proposal.changes],
    )


def _moment(proposal: Proposal) -> datetime:
    """Return when the proposal was made; a moment without a zone counts as local time."""
    return proposal.made_at.astimezone(UTC)
