"""The page on which a book keeps its rejections: Markdown that people read, edit and merge.

New rejections are appended and a lift adds one line; every other byte stays as it was found, so
that two people's rejections merge like any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import zip_longest

from commonplace.core.rejections import EVERYWHERE, Rejection

PAGE = ".commonplace/rejections.md"
"""Where the page stands below the root of a book of any layout."""
HEADING = "# Rejections\n\nWhat was refused or deleted here, and must not come back by itself.\n"
_ENTRY = re.compile(r"^## (?P<id>R-[0-9a-f]{8})[ \t]*\r?$", re.MULTILINE)
_FIELD = re.compile(r"^- (?P<name>scope|reason|by|at|expires|lifted):[ \t]*(?P<value>.*?)[ \t]*$")


def parse_rejections(page: str) -> tuple[Rejection, ...]:
    """Return the rejections on a page; an entry without a claim or a date is left alone."""
    return tuple(found for entry in _entries(page) if (found := _read(entry)) is not None)


def append_rejection(page: str, rejection: Rejection) -> str:
    """Return the page with one more entry; what stood there stays byte for byte."""
    end = "\r\n" if "\r\n" in page else "\n"
    kept = page or HEADING
    gap = "" if kept.endswith("\n") else end
    return kept + gap + (end + _written(rejection)).replace("\n", end).replace("\r\r", "\r")


def lift_rejection(page: str, rejection_id: str, today: date) -> str:
    """Return the page with a line that says when a person let the claim in again."""
    end = "\r\n" if "\r\n" in page else "\n"
    for entry in reversed(list(_ENTRY.finditer(page))):
        if entry["id"] == rejection_id:
            stop = _ENTRY.search(page, entry.end())
            own = page[: stop.start() if stop else len(page)].rstrip()
            return f"{own}{end}- lifted: {today}" + (page[len(own) :] or end)
    return page


def _entries(page: str) -> Iterator[str]:
    found = list(_ENTRY.finditer(page))
    for entry, following in zip_longest(found, found[1:]):
        yield page[entry.end() : following.start() if following else len(page)]


def _read(entry: str) -> Rejection | None:
    lines = entry.splitlines()
    claim = "\n".join(line[1:].removeprefix(" ") for line in lines if line.startswith(">"))
    fields = {match["name"]: match["value"] for match in map(_FIELD.match, lines) if match}
    at = _day(fields.get("at", ""))
    if not claim.strip() or at is None:
        return None
    return Rejection(
        claim=claim,
        scope=fields.get("scope") or EVERYWHERE,
        reason=fields.get("reason", ""),
        who=fields.get("by", ""),
        at=at,
        expires=_day(fields.get("expires", "")),
        lifted=_day(fields.get("lifted", "")),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _written(rejection: Rejection) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in rejection.claim.splitlines())
    fields = {
        "scope": rejection.scope,
        "reason": _one_line(rejection.reason),
        "by": _one_line(rejection.who),
        "at": str(rejection.at),
        "expires": str(rejection.expires or ""),
        "lifted": str(rejection.lifted or ""),
    }
    listed = "\n".join(f"- {name}: {value}" for name, value in fields.items() if value)
    return f"## {rejection.id}\n\n{quoted}\n\n{listed}\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())
