"""The code that a memory speaks of: what it quotes, and how that stands in the project now.

An anchor is evidence. That its lines are still there does not make a memory younger: only a person who
verifies it does. An edit elsewhere in the file changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum

from commonplace.core.memory import Anchor, Candidate, Memory, MemoryId
from commonplace.core.quotes import MARK, blocks, occurs, opening, quotations, state_of
from commonplace.core.values import dataclass, replace

LINES_AT_MOST = 40
"""A quotation is evidence, not a copy of the file."""

LANGUAGES = {
    "c": "c", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "go": "go", "h": "c", "java": "java",
    "js": "js", "jsx": "jsx", "kt": "kotlin", "md": "markdown", "php": "php", "py": "python",
    "rb": "ruby", "rs": "rust", "sh": "sh", "sql": "sql", "swift": "swift", "toml": "toml",
    "ts": "ts", "tsx": "tsx", "yaml": "yaml", "yml": "yaml",
}  # fmt: skip
"""How editors colour a quotation; nothing else depends on it."""


class QuoteState(StrEnum):
    """How quoted lines stand in the project, the best first."""

    OK = "ok"
    MOVED = "moved"
    """Nothing like them in their file, and word for word in another."""
    CHANGED = "changed"
    """Something like them is still in the file: recalled with a remark."""
    GONE = "gone"
    """Neither they nor anything like them: recalled on request, never injected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorStanding:
    """One anchor of a memory, looked up."""

    memory: MemoryId
    anchor: Anchor
    state: QuoteState
    found_in: str = ""
    """The file that has the lines, when it is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The code that memories speak of, as far as it may be read."""

    read: Callable[[str], str | None]
    """Return the text of a file of the project, None when there is none."""
    find: Callable[[str, Callable[[str], bool]], str | None]
    """Return another file of the kind of the first one whose text is known by the second."""
    read_at: Callable[[str, str], str | None] = lambda *_: None
    """Return the text of a file as it was at a commit."""
    added_by: Callable[[str, str], str | None] = lambda *_: None
    """Return the lines that a commit added to a file."""


def anchors_of(memory: Memory) -> tuple[Anchor, ...]:
    """Return everything that `memory` quotes, in its text or in a field of its layout."""
    if MARK not in memory.body:
        return memory.anchors
    return (*memory.anchors, *map(_anchor, quotations(memory.body)))


def _anchor(found: tuple[str, str, str, str]) -> Anchor:
    path, commit, day, quote = found
    return Anchor(path=path, quote=quote, commit=commit, verified=_day(day))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def standing(memory: MemoryId, anchor: Anchor, project: Project) -> AnchorStanding:
    """Return how `anchor` stands; one without quoted lines stands as long as its file does."""
    found: list[str] = []

    def is_elsewhere() -> bool:
        other = project.find(anchor.path, lambda text: occurs(anchor.quote, text))
        found.extend([other] if other else [])
        return bool(other)

    state = QuoteState(state_of(anchor.quote, project.read(anchor.path), is_elsewhere))
    return AnchorStanding(memory=memory, anchor=anchor, state=state, found_in="".join(found))


def standings(memories: Iterable[Memory], project: Project) -> tuple[AnchorStanding, ...]:
    """Return how every anchor of `memories` stands."""
    return tuple(
        standing(memory.id, anchor, project) for memory in memories for anchor in anchors_of(memory)
    )


def worst(found: Iterable[AnchorStanding]) -> AnchorStanding | None:
    """Return the anchor that stands worst, None when nothing is quoted."""
    order = list(QuoteState)
    return max(found, key=lambda each: order.index(each.state), default=None)


def quoting(candidate: Candidate, anchors: Iterable[Anchor]) -> Candidate:
    """Return `candidate` with `anchors` quoted below its text; nothing else is read off the code."""
    body = candidate.body
    for anchor in anchors:
        body = with_quotation(body, anchor)
    return replace(candidate, body=body)


def with_quotation(body: str, anchor: Anchor) -> str:
    """Return `body` with the quotation of `anchor` below it."""
    return "\n\n".join(filter(None, (body, quotation(anchor))))


def quotation(anchor: Anchor) -> str:
    """Return the fenced block that carries `anchor`; no line of the code can close it."""
    runs = [line.strip() for line in anchor.quote.split("\n") if line.strip().startswith("```")]
    fence = "`" * (max((len(run) - len(run.lstrip("`")) for run in runs), default=2) + 1)
    language = LANGUAGES.get(anchor.path.rpartition(".")[2], "")
    verified = anchor.verified.isoformat() if anchor.verified else ""
    head = fence + opening(language, anchor.path, anchor.commit, verified)
    return "\n".join(filter(None, (head, anchor.quote.strip("\n"), fence)))


def reanchored(
    memory: Memory, anew: Mapping[Anchor, Anchor], today: date, more: Iterable[Anchor] = ()
) -> Memory:
    """Return `memory` verified today, with each anchor as `anew` has it, and `more` quoted below."""
    verified = {old: replace(anew.get(old, old), verified=today) for old in anchors_of(memory)}
    body = memory.body
    for old, new in verified.items():
        body = _requoted(body, old, new)
    for anchor in more:
        body = with_quotation(body, replace(anchor, verified=today))
    return replace(
        memory,
        body=body,
        anchors=tuple(replace(verified[old], verified=None) for old in memory.anchors),
        modified=today,
    )


def _requoted(body: str, old: Anchor, new: Anchor) -> str:
    """Return `body` with the block of `old` saying `new`; the rest of it is not touched."""
    for start, stop, found in blocks(body):
        if _anchor(found) == old:
            lines = body.split("\n")
            return "\n".join([*lines[:start], quotation(new), *lines[stop:]])
    return body
