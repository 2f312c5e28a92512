"""What becomes of a memory when new text joins it: neither loses what it said.

Texts are appended, or move to the history; words to find them by are united. A claim that finds no
place in a layout is not dropped here: `core.superset` names it, and a person decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from commonplace.core.letters import is_unspaced
from commonplace.core.memory import Memory, Validity
from commonplace.core.superset import missing
from commonplace.core.tokens import fold
from commonplace.core.validity import validity_of

EXTENSION: Mapping[str, str] = {
    "vault": "## Extension ({today})\n\n**Source**: {source}\n\n{text}",
}
"""How a layout marks what was appended (skill-memory B2); the others append the text alone."""

SUMMARY_AT_MOST = 160
"""As long as the line that LingXi allows for when a note is to be loaded."""


def extended(memory: Memory, new: Memory, layout: str, today: date) -> Memory:
    """Return `memory` with the text of `new` below its own."""
    form = EXTENSION.get(layout, "{text}")
    text = form.format(today=today, source=new.source, text=told(new.title, new.body))
    return replace(
        memory,
        body=_below(memory.body, text),
        tags=united(memory.tags, new.tags),
        keywords=united(memory.keywords, new.keywords),
        summary=_summed_up(memory, new),
        when_to_load=united(memory.when_to_load, new.when_to_load),
        modified=today,
    )


def _below(body: str, text: str) -> str:
    """Return `text` below `body`: points below points are one list."""
    if not body:
        return text
    are_points = text.startswith("- ") and body.rpartition("\n")[2].startswith("- ")
    return f"{body}\n{text}" if are_points else f"{body}\n\n{text}"


def _summed_up(memory: Memory, new: Memory) -> str:
    """Return the line for both texts, while it is short: what is not in it is never injected."""
    old, said = memory.summary, new.summary or new.title
    both = said if fold(old) in fold(said) else f"{old}; {said}"
    return both if old and len(both) <= SUMMARY_AT_MOST else old


def updated(memory: Memory, new: Memory, today: date) -> Memory:
    """Return `memory` saying what `new` says; its old text goes to its history.

    Name, topic, kind, dates and counters stay (skill-memory B2 and B7.7).
    """
    return replace(
        memory,
        title=new.title,
        body=new.body,
        summary=new.summary,
        source=new.source,
        tags=united(memory.tags, new.tags),
        keywords=united(new.keywords, memory.keywords),
        when_to_load=united(memory.when_to_load, new.when_to_load),
        history=with_former(memory),
        modified=today,
    )


def succeeding(new: Memory, old: Memory) -> Memory:
    """Return `new` in the place of `old`: it knows whom it replaces and takes over the links.

    What it no longer says stands in its history, for a tombstone is erased one day.
    """
    heir = replace(
        new,
        supersedes=united(old.supersedes, (old.id,)),
        keywords=united(new.keywords, old.keywords),
        links=united(new.links, old.links),
    )
    return replace(heir, history=with_former(old)) if missing([old], heir) else heir


def narrowed(memory: Memory, applies_when: str, *, holds_validity: bool) -> Memory:
    """Return `memory` saying when it holds: in its own field, else as a last line of its text."""
    if holds_validity:
        return replace(memory, validity=validity_of(applies_when))
    lead = "适用于：" if any(map(is_unspaced, memory.body)) else "Applies when: "
    return replace(memory, body=f"{memory.body}\n\n{lead}{applies_when}", validity=Validity())


def is_fuller(new: Memory, old: Memory) -> bool:
    """Say whether `new` says everything that `old` says, and more."""
    return len(new.body) > len(old.body) and not missing([old], new)


def with_former(memory: Memory) -> str:
    """Return the history of `memory` with its present text on top, under the day it was written."""
    day = memory.modified or memory.created
    heading = f"### Previous Version ({day})" if day else "### Previous Version"
    parts = (heading, told(memory.title, memory.body, memory.summary), memory.history)
    return "\n\n".join(filter(None, parts))


def told(title: str, body: str, summary: str = "") -> str:
    """Return a text with its title and summary above it, each only if it says something more."""
    known = fold(body)
    head = f"**{title}**" if fold(title.rstrip("…")) not in known else ""
    line = summary if fold(summary.rstrip("…")) not in f"{fold(title)} {known}" else ""
    return "\n\n".join(filter(None, (head, line, body)))


def united(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    """Return the words of both, each once however it is written, the first ones first."""
    words: dict[str, str] = {}
    for word in (*first, *second):
        words.setdefault(fold(word) or word, word)
    return tuple(words.values())
