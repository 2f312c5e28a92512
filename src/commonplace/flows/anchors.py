"""What somebody points at in, an anchor out; a memory and its code in, a verification out."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core import lazy_re as re
from commonplace.core.anchors import (
    LINES_AT_MOST,
    AnchorStanding,
    Project,
    QuoteState,
    reanchored,
    standings,
)
from commonplace.core.changes import Edit, Proposal
from commonplace.core.memory import Anchor
from commonplace.core.redaction import find_secrets
from commonplace.core.values import dataclass
from commonplace.errors import BadInput
from commonplace.flows.proposals import propose
from commonplace.flows.view import View

_SAID = re.compile(
    r"(?P<path>.+?)(?::(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?)?(?:@(?P<commit>[0-9a-f]{7,64}))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedAnchor:
    """What somebody points at: a file, lines of it, a commit; no lines means what the commit added."""

    path: str
    first: int = 0
    last: int = 0
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """How the code of a memory stands, and the proposal that says somebody looked."""

    standings: tuple[AnchorStanding, ...]
    proposal: Proposal


def wanted_in(said: str) -> WantedAnchor:
    """Return what `PATH`, `PATH:12`, `PATH:12-18` or `PATH@COMMIT` points at."""
    found = _SAID.fullmatch(said.strip())
    if found is None or found["first"] == "0":
        raise BadInput("anchor-unreadable", path=said)
    first = int(found["first"] or 0)
    last = int(found["last"] or first)
    return WantedAnchor(path=found["path"], first=first, last=last, commit=found["commit"] or "")


def quoted(wanted: WantedAnchor, path: str, project: Project) -> Anchor:
    """Return the anchor at `path` in the project, with the lines that `wanted` points at."""
    text = _text(wanted, path, project)
    if text is None:
        raise BadInput("anchor-unreadable", path=wanted.path)
    lines = text.rstrip("\n").split("\n")
    if wanted.first:
        if not 1 <= wanted.first <= wanted.last <= len(lines):
            raise BadInput("anchor-lines", path=wanted.path, count=len(lines))
        lines = lines[wanted.first - 1 : wanted.last]
    quote = "\n".join(lines).strip("\n")
    if not quote.strip():
        raise BadInput("anchor-lines", path=wanted.path, count=len(lines))
    if quote.count("\n") >= LINES_AT_MOST:
        raise BadInput("anchor-too-long", path=wanted.path, most=LINES_AT_MOST)
    if find_secrets(quote):
        raise BadInput("anchor-secret", path=wanted.path)
    return Anchor(path=path, quote=quote, commit=wanted.commit)


def _text(wanted: WantedAnchor, path: str, project: Project) -> str | None:
    if not wanted.commit:
        return project.read(path)
    if wanted.first:
        return project.read_at(path, wanted.commit)
    return project.added_by(path, wanted.commit)


def verify(name: str, anew: Sequence[Anchor], view: View, project: Project) -> Verification:
    """Propose that the memory `name` was looked at today and still fits its code.

    Lines that moved are followed. A memory that quotes none cannot be compared with anything. For lines that changed or are gone, `anew` must quote what stands
    there now: a date alone would say that somebody compared what nobody can compare any more.
    """
    memory = view.memory(name)
    found = standings([memory], project)
    if not found and not anew:
        raise BadInput("nothing-anchored", id=memory.id)
    settled = {each.anchor: _followed(each) for each in found if each.state is QuoteState.MOVED}
    fresh = list(anew)
    for each in found:
        if each.state in (QuoteState.CHANGED, QuoteState.GONE):
            settled[each.anchor] = _taken(each, fresh)
    after = reanchored(memory, settled, view.today, fresh)
    proposal = propose("verify", [Edit(memory, after)], view)
    if not proposal.edits:
        raise BadInput("verified-today", id=memory.id)
    return Verification(standings=found, proposal=proposal)


def _followed(found: AnchorStanding) -> Anchor:
    return Anchor(path=found.found_in, quote=found.anchor.quote, commit=found.anchor.commit)


def _taken(found: AnchorStanding, fresh: list[Anchor]) -> Anchor:
    """Take the new quotation for an old one out of `fresh`: of the same file, else the next one."""
    same = [each for each in fresh if each.path == found.anchor.path]
    if not fresh:
        raise BadInput("anchor-lost", path=found.anchor.path, state=found.state, id=found.memory)
    chosen = (same or fresh)[0]
    fresh.remove(chosen)
    return chosen
