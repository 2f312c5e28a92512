"""A proposal, to text and to JSON: what it would change, beside what, and what is decided with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from commonplace.core.changes import Compared, Proposal, name_after
from commonplace.core.hygiene import shorten
from commonplace.core.rejections import PAGE, parse_rejections
from commonplace.core.values import dataclass
from commonplace.doors.render.common import TITLE_CHARS, Json, visible
from commonplace.messages import say

MENTIONS_AT_MOST = 3
"""Who takes in many texts at once reads no more; `review show` has them all."""


def proposal_as_json(proposal: Proposal, differences: Sequence[str]) -> dict[str, Json]:
    """Return a proposal with the difference it would make to each file."""
    return {
        "id": proposal.id,
        "action": proposal.action,
        "made_at": proposal.made_at.isoformat(),
        "origin": proposal.origin.value,
        "memories": [name_after(change) for change in proposal.changes],
        "digest": proposal.digest,
        "note": proposal.note,
        "compared": [
            {
                "memory": each.memory,
                "relation": each.relation,
                "overlap": each.overlap,
                "shared": each.shared,
                "differing": each.differing,
                "doubt": each.doubt,
                "label": each.label,
                "reason": each.reason,
                "labelled_by": each.labelled_by,
                "text": each.text,
                "question": each.question,
            }
            for each in proposal.compared
        ],
        "kept_pairs": [[pair.one, pair.other] for pair in proposal.kept_pairs],
        "edits": [
            {"path": edit.path, "diff": text}
            for edit, text in zip(proposal.edits, differences, strict=True)
        ],
    }


def neighbour_as_json(compared: Compared) -> dict[str, Json]:
    """Return a memory that a text was compared with, as an agent is shown it."""
    return {
        "id": compared.memory,
        "text": compared.text,
        "reading": compared.relation,
        "question": visible(compared.question),
    }


def compared_as_text(proposal: Proposal, language: str) -> str:
    """Return a line for each memory that a proposal's text was compared with, and why."""
    return "\n".join(
        visible(f"  {each.memory} ({each.overlap:.0%}) {_reasons(each, language)}")
        for each in proposal.compared
    )


def _reasons(compared: Compared, language: str) -> str:
    reasons = ", ".join(compared.differing or compared.shared[:5])
    told = f"{say(f'relation.{compared.relation}', language)}: {reasons}".removesuffix(": ")
    parts = (told, compared.doubt, _label(compared, language))
    return " · ".join(filter(None, parts))


def _label(compared: Compared, language: str) -> str:
    """Return what the agent that brought the text says of the two; empty where it said nothing."""
    if not compared.label:
        return ""
    key = "review.label-by" if compared.labelled_by else "review.label"
    return say(
        key,
        language,
        agent=compared.labelled_by,
        label=compared.label,
        reason=compared.reason or "-",
    )


def doubts_of(proposal: Proposal) -> tuple[Compared, ...]:
    """Return the memories that may say otherwise, which whoever agrees should know of."""
    return tuple(each for each in proposal.compared if each.doubt)


def proposal_as_text(proposal: Proposal) -> str:
    """Return a proposal as one line."""
    what = f"{proposal.action} {proposal_label(proposal)}".strip()
    return visible(f"{proposal.id}  {proposal.made_at:%Y-%m-%d %H:%M}  {what}")


def proposal_label(proposal: Proposal) -> str:
    """Return what a proposal is about: its memories, the pairs or the claim it decides on, or its texts."""
    named = ", ".join(name_after(change) for change in proposal.changes)
    return named or pairs_as_text(proposal) or _claim(proposal) or _texts(proposal)


def pairs_as_text(proposal: Proposal) -> str:
    """Return the pairs that a proposal decides to keep, as one line."""
    return ", ".join(f"{pair.one} ↔ {pair.other}" for pair in proposal.kept_pairs)


def _texts(proposal: Proposal) -> str:
    """Return what a question that waits for an answer is about."""
    return ", ".join(f"“{shorten(each.title, TITLE_CHARS)}”" for each in proposal.candidates)


def _claim(proposal: Proposal) -> str:
    """Return what a proposal to refuse a text names: the last claim on the page it writes."""
    if proposal.action != "reject":
        return ""
    pages = (edit.after for edit in proposal.edits if edit.path == PAGE and edit.after)
    claims = [each.claim for page in pages for each in parse_rejections(page.decode("utf-8"))]
    return f"“{shorten(' '.join(claims[-1].split()), TITLE_CHARS)}”" if claims else ""


AT_ONCE = 5
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion(Generic[T]):
    """Some of a list, and how many come after them."""

    items: tuple[T, ...]
    left: int = 0


def portion(items: Sequence[T], page: int) -> Portion[T]:
    """Return the portion number `page`, counted from 1; everything for 0."""
    if not page:
        return Portion(items=tuple(items))
    start = (page - 1) * AT_ONCE
    return Portion(
        items=tuple(items[start : start + AT_ONCE]), left=max(0, len(items) - start - AT_ONCE)
    )
