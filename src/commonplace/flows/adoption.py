"""What a book holds that somebody else made: shown before a person takes it over.

A book that came with a clone or out of an archive is a stranger's text in the agent's context. Nobody
reads a hundred notes before saying yes, so the few things that decide are put together here: how many
memories there are, the newest of them, and those that read like orders to an agent. That last list is a
help to the eye, not a guard: what is injected is fenced as data whether it stands there or not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from commonplace.core.hygiene import clean, shorten
from commonplace.core.memory import Memory
from commonplace.flows.select import Selection, select

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
