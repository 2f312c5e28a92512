"""Proposals under quarantine: marked before they are written, lifted when a person approves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from commonplace.core import lazy_re as re
from commonplace.core.changes import Edit, Proposal, edit_of
from commonplace.core.hygiene import clean, shorten
from commonplace.core.memory import Memory, Origin, Status
from commonplace.core.quarantine import let_in, quarantined
from commonplace.flows.proposing import propose
from commonplace.flows.refusals import lifting
from commonplace.flows.view import Selection, View, select

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
