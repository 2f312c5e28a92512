"""Make a proposal of changes: what would be written, bound to the bytes it was made on.

What nobody has looked at is marked as quarantined before it is written; the mark goes when a person approves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core import lazy_re as re
from commonplace.core.changes import (
    NO_OCCASION,
    Bury,
    Change,
    Compared,
    Create,
    Edit,
    Erase,
    FileEdit,
    Files,
    KeptPair,
    Occasion,
    Proposal,
    Restore,
    edit_of,
    let_in,
    quarantined,
)
from commonplace.core.hygiene import clean, shorten
from commonplace.core.memory import Candidate, Memory, MemoryId, Origin, Status
from commonplace.core.ports import Reading
from commonplace.core.rejections import PAGE
from commonplace.core.values import dataclass, replace
from commonplace.flows.refusals import check_refused, lifting, page_after
from commonplace.flows.view import PartFiles, PartReading, Selection, View, select


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
    # Decision 0003: a proposal carries bytes; rendering again at commit time might give others than were shown.
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


def changes_between(before: Reading, after: Reading) -> tuple[Change, ...]:
    """Return what happened to each memory, in the order of their ids; a new name is an edit."""
    old = {memory.id: memory for memory in before.memories}
    new = {memory.id: memory for memory in after.memories}
    renamed = _renamed(
        [memory for name, memory in old.items() if name not in new],
        [memory for name, memory in new.items() if name not in old],
    )
    new |= renamed
    come = {memory.id for memory in renamed.values()}
    return tuple(
        change
        for name in sorted((old.keys() | new.keys()) - come)
        if (change := _change(old.get(name), new.get(name))) is not None
    )


def _renamed(gone: Sequence[Memory], come: Sequence[Memory]) -> dict[MemoryId, Memory]:
    """Return what each memory that is gone is now: what says the same, or else the only one left."""
    by_text: dict[str, list[Memory]] = {}
    for memory in come:
        by_text.setdefault(memory.body, []).append(memory)
    found = {old.id: by_text[old.body].pop() for old in gone if by_text.get(old.body)}
    rest = [memory for left in by_text.values() for memory in left]
    lost = [memory for memory in gone if memory.id not in found]
    return found | ({lost[0].id: rest[0]} if len(rest) == len(lost) == 1 else {})


def _change(old: Memory | None, new: Memory | None) -> Change | None:
    if old is None:
        return None if new is None else Create(new)
    if new is None:
        return Erase(old)
    if old.status is not Status.TOMBSTONED and new.tombstone is not None:
        return Bury(old, new.tombstone)
    if old.status is Status.TOMBSTONED and new.status is not Status.TOMBSTONED:
        return Restore(old)
    return None if old == new else Edit(old, new)


def advanced(view: View, changes: Sequence[Change]) -> View:
    """Return `view` as it will be once `changes` are carried out."""
    if not changes:
        return view
    edits = view.layout.render(changes, view.files, view.today)
    if isinstance(view.files, PartFiles) and isinstance(view.reading, PartReading):
        ahead = view.files.after(edits)
        return replace(view, files=ahead, reading=view.reading.after(ahead))
    files = dict(view.files)
    for edit in edits:
        if edit.after is None:
            files.pop(edit.path, None)
        else:
            files[edit.path] = edit.after
    return replace(view, files=files, reading=view.layout.parse(files))


def edits_between(before: Files, after: Files) -> tuple[FileEdit, ...]:
    """Return the edits that turn the files `before` into those `after`, new ones last."""
    paths = list(dict.fromkeys((*before, *after)))
    if isinstance(after, PartFiles):  # no other file is ahead of the disk
        paths = [path for path in paths if path in after.ahead or path in after.gone]
    return tuple(
        edit_of(before, path, after.get(path))
        for path in paths
        if before.get(path) != after.get(path)
    )


APPROVE = "approve"


def held(proposal: Proposal, view: View) -> Proposal:
    """Return `proposal` with the mark in each text it brings in, in the way of its layout.

    Marked in the files as they would be: whatever made the proposal, its words are there and nowhere else.
    Nobody has decided about a pair either.
    """
    after = {**view.files, **{each.path: each.after for each in proposal.edits}}
    files = {path: content for path, content in after.items() if content is not None}
    brought = let_in(proposal)
    marks = [
        Edit(memory, replace(memory, status=Status.QUARANTINED))
        for memory in view.layout.parse(files).memories
        if memory.id in brought and memory.status is Status.ACTIVE
    ]
    marked = {each.path: each.after for each in view.layout.render(marks, files, view.today)}
    own = {each.path for each in proposal.edits}
    edits = (
        *(replace(each, after=marked.get(each.path, each.after)) for each in proposal.edits),
        *(edit_of(view.files, path, after) for path, after in marked.items() if path not in own),
    )
    # A layout may keep what waits in another folder: then nothing comes where it would have stood.
    edits = tuple(each for each in edits if (each.before, each.after) != (None, None))
    changes = tuple(map(quarantined, proposal.changes))
    whole = replace(proposal, edits=edits, changes=changes, kept_pairs=())
    return replace(whole, id=f"{proposal.id.rpartition('-')[0]}-{whole.digest[:6]}")


def approval(memory: Memory, origin: Origin, view: View) -> Proposal:
    """Propose to lift the quarantine of `memory`, and what refuses it; it goes by the memory's own name."""
    lifted = Edit(memory, replace(memory, status=Status.ACTIVE))
    page = lifting([memory], view.files, view.today)
    return replace(propose(APPROVE, [lifted], view, origin=origin, beside=page), id=memory.id)


def quarantined_memories(view: View) -> Iterator[Memory]:
    """Yield what waits in quarantine, in the order of the book."""
    return (each for each in view.reading.memories if each.status is Status.QUARANTINED)


MOST_SHOWN = 3
LINE_CHARACTERS = 120
LOOKED_AT_CHARACTERS = 20_000
"""Of a longer text the beginning is looked at: a survey must not hang on one file."""

ORDERS = re.compile(
    r"""
    \b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}?\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b  # fetched and run
    | \b(?:curl|wget)\b[^\n]{0,200}?\|\s*(?:sudo\s+)?(?:python3?|node|perl|ruby)\b
    | \bbase64\b[^\n]{0,80}?\|\s*(?:ba|z|da)?sh\b
    | \brm\s+-(?:rf|fr)\s+[~/]
    | \b(?:ignore|disregard|forget|override)\b.{0,40}?\b(?:previous|prior|above|earlier|other|all)\b.{0,30}?\b(?:instructions?|rules?|prompts?|messages?|directions?)
    | \b(?:do\s+not|don't|never|without)\s+(?:tell|telling|mention|mentioning|inform|informing|show|showing|ask|asking|reveal|revealing)\b.{0,30}?\buser\b
    | \b(?:before|after)\s+(?:every|each|any|you)\b.{0,60}?\b(?:run|execute|send|post|upload)\b
    | \bfirst\s+(?:run|execute)\b
    | \byou\s+(?:must|should|will|are\s+now)\b
    | \b(?:send|post|upload|email|exfiltrate)\b.{0,80}?https?://
    | \b(?:system|developer)\s+(?:prompt|message)\b
    | <\|?/?(?:system|im_start|im_end|assistant)\b
    | 忽略.{0,12}?(?:之前|以上|上述|先前|所有).{0,8}?(?:指令|指示|规则|提示)
    | (?:不要|别|切勿)(?:告诉|告知|询问|提醒)用户
    | (?:先|必须|务必)(?:运行|执行)
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What stands in a book, as short as a person needs it to decide about it."""

    count: int
    newest: tuple[str, ...]
    """The titles of the newest memories."""
    orders: tuple[str, ...]
    """Lines that read like orders to an agent, with the memory they stand in."""
    order_count: int
    """How many memories have such a line."""


def survey(memories: Sequence[Memory]) -> Holdings:
    """Return what a person should see of `memories` before agents are given them."""
    active = select([memory for memory in memories if memory.is_active], Selection())
    found = [line for memory in active if (line := _order_in(memory))]
    return Holdings(
        count=len(active),
        newest=tuple(_line(memory.title) for memory in active[:MOST_SHOWN]),
        orders=tuple(found[:MOST_SHOWN]),
        order_count=len(found),
    )


def _order_in(memory: Memory) -> str:
    """Return the first line that reads like an order, empty for none."""
    text = f"{memory.title}\n{memory.summary}\n{memory.body}"[:LOOKED_AT_CHARACTERS]
    match = ORDERS.search(text)
    if match is None:
        return ""
    start = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    return f"{_line(text[start : end if end >= 0 else None])} ({memory.id})"


def _line(text: str) -> str:
    return shorten(" ".join(clean(text).split()), LINE_CHARACTERS)
