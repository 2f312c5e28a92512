"""The `## Meta` bullets of a note: which key carries which field, and how values look in one line.

`meta_of` and `memory_with_meta` are each other's inverse for every value a bullet can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from commonplace.core.memory import Memory, Status, Validity

ORDER = (
    "Id",
    "Title",
    "Kind",
    "Status",
    "Strength",
    "Scope",
    "Supersedes",
    "Audience",
    "Portability",
    "Source",
    "Tags",
    "Topic",
    "Keywords",
    "Links",
    "Applies when",
    "Valid from",
    "Valid to",
    "CreatedAt",
    "UpdatedAt",
    "Session",
    "Trust",
)
"""The order of a new note's bullets: the original's own, then those a pack adds, then ours."""

EXTRA = {key.lower(): key for key in ("Strength", "Scope", "Audience", "Portability", "Session")}
"""Keys whose values we do not model: lower case in `Memory.extra`, as written in the note."""

DATES = ("CreatedAt", "UpdatedAt", "Valid from", "Valid to")
MOMENTS = ("CreatedAt", "UpdatedAt")
"""Days for us, with a time of day in `Memory.extra` where the note says one."""
QUARANTINED = "quarantined"

_MODELLED = frozenset(key.lower() for key in ORDER) - set(EXTRA)
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
_BETWEEN = re.compile(r"[,，、;；]")
_BREAK = re.compile(r"(?<!\s)\s*[\r\n]\s*")


def meta_of(memory: Memory) -> dict[str, str]:
    """Return the bullets that carry `memory`, in their order; what is empty has none."""
    validity = memory.validity
    known = {
        "Id": memory.id,
        "Title": in_cell(memory.title),
        "Kind": memory.kind,
        "Status": memory.extra.get("status", "active"),
        "Supersedes": join_list(memory.supersedes),
        "Source": memory.source,
        "Tags": join_list(memory.tags),
        "Topic": memory.topic,
        "Keywords": join_list(memory.keywords),
        "Links": _join_links(memory.links),
        "Applies when": validity.applies_when,
        "Valid from": _day(validity.valid_from),
        "Valid to": _day(validity.valid_to),
        "CreatedAt": _moment(memory.created, memory.extra.get("CreatedAt", "")),
        "UpdatedAt": _moment(memory.modified, memory.extra.get("UpdatedAt", "")),
        "Trust": QUARANTINED if memory.status is Status.QUARANTINED else "",
    }
    known |= {
        EXTRA.get(key, key): text
        for key, text in memory.extra.items()
        if key.lower() not in _MODELLED  # another book's `Id` or `tags` is no bullet of ours
    }
    ordered = [key for key in ORDER if key in known] + [key for key in known if key not in ORDER]
    return {key: text for key in ordered if (text := one_line(known[key]))}


def memory_with_meta(memory: Memory, found: dict[str, str]) -> Memory:
    """Return `memory` with what the bullets `found` say; an unreadable date says nothing."""
    said = {key.lower(): text for key, text in reversed(found.items())}
    extra = {
        key.lower() if key.lower() in EXTRA else key: text
        for key, text in found.items()
        if key.lower() not in _MODELLED
    }
    if (status := said.get("status", "active")) != "active":
        extra["status"] = status
    extra |= {key: text for key in MOMENTS if _has_time(text := said.get(key.lower(), ""))}
    is_quarantined = said.get("trust", "").lower() == QUARANTINED
    return replace(
        memory,
        kind=said.get("kind", ""),
        topic=said.get("topic", ""),
        tags=split_list(said.get("tags", "")),
        keywords=split_list(said.get("keywords", "")),
        source=said.get("source", ""),
        created=day_of(said.get("createdat", "")),
        modified=day_of(said.get("updatedat", "")),
        links=_split_links(said.get("links", "")),
        status=Status.QUARANTINED if is_quarantined else Status.ACTIVE,
        supersedes=tuple(one.strip("`") for one in split_list(said.get("supersedes", ""))),
        validity=Validity(
            valid_from=day_of(said.get("valid from", "")),
            valid_to=day_of(said.get("valid to", "")),
            applies_when=said.get("applies when", ""),
        ),
        extra=extra,
    )


def one_line(text: str) -> str:
    """Return `text` on one line, without space around it."""
    return _BREAK.sub(" ", text).strip()


def in_cell(text: str) -> str:
    """Return `text` for one cell of the index: a bar in it would break the row without anybody noticing.

    A note says it with the same letter, because the original's own `--update` copies what notes say.
    """
    return one_line(text).replace("|", "｜")


def split_list(text: str) -> tuple[str, ...]:
    """Return the items of `a, b`, `[a, b]` or a JSON list."""
    if text.startswith("[") and text.endswith("]"):
        try:
            return tuple(str(item) for item in json.loads(text))
        except ValueError:
            text = text[1:-1]
    return tuple(item for part in _BETWEEN.split(text) if (item := part.strip().strip("'\"")))


def join_list(items: Sequence[str]) -> str:
    """Return `items` as `a, b`, or as a JSON list when that would not come back as the same items."""
    plain = ", ".join(items)
    return plain if split_list(plain) == tuple(items) else json.dumps(items, ensure_ascii=False)


def day_of(text: str) -> date | None:
    """Return the day of an ISO date or time."""
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""


def _has_time(text: str) -> bool:
    return day_of(text) is not None and len(text) > len("2026-01-02")


def _moment(day: date | None, said: str) -> str:
    """Return what was `said` of that day, as far as it is still of that day."""
    return said if day and _has_time(said) and said.startswith(_day(day)) else _day(day)


def _join_links(links: Sequence[str]) -> str:
    plain = ", ".join(f"[[{link}]]" for link in links)
    return plain if _split_links(plain) == tuple(links) else join_list(links)


def _split_links(text: str) -> tuple[str, ...]:
    if "[[" not in text:
        return split_list(text)
    return tuple(dict.fromkeys(link.strip() for link in _LINK.findall(text)))
