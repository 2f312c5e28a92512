"""Values to text, values to JSON: written once, for all doors.

JSON never depends on the language. Text is for people's eyes: what a memory holds that could steer a
terminal is spelled out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from commonplace.core.memory import Memory, Origin
from commonplace.core.ports import Problem
from commonplace.errors import CommonplaceError, LeftPending, Vetoed
from commonplace.messages import has_sentence, say

if TYPE_CHECKING:
    from commonplace.app.provenance import Arrived
    from commonplace.core.changes import FileEdit, Receipt
    from commonplace.flows.convert import ConversionDifference

Json = None | bool | int | float | str | Sequence["Json"] | dict[str, "Json"]

TITLE_CHARS = 60
MOST_NAMED = 3
_UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def memory_as_json(memory: Memory, path: str, book: str) -> dict[str, Json]:
    """Return a memory of the book at `book` with everything a program may want to know about it."""
    buried = memory.tombstone
    return {
        "id": memory.id,
        "title": memory.title,
        "body": memory.body,
        "kind": memory.kind,
        "topic": memory.topic,
        "tags": memory.tags,
        "keywords": memory.keywords,
        "summary": memory.summary,
        "when_to_load": memory.when_to_load,
        "source": memory.source,
        "created": _day(memory.created),
        "modified": _day(memory.modified),
        "links": memory.links,
        "history": memory.history,
        "status": memory.status.value,
        "tombstone": None
        if buried is None
        else {
            "at": _day(buried.at),
            "reason": buried.reason,
            "superseded_by": buried.superseded_by,
        },
        "supersedes": memory.supersedes,
        "usage": {"count": memory.usage.count, "last": _day(memory.usage.last)},
        "validity": {
            "valid_from": _day(memory.validity.valid_from),
            "valid_to": _day(memory.validity.valid_to),
            "applies_when": memory.validity.applies_when,
        },
        "anchors": [
            {"path": anchor.path, "quote": anchor.quote, "commit": anchor.commit}
            for anchor in memory.anchors
        ],
        "extra": dict(memory.extra),
        "path": path,
        "file": f"{book}/{path}",
    }


def memory_as_text(memory: Memory, path: str, book: str, language: str) -> str:
    """Return a memory as a person reads it: what it says first, where it stands below."""
    buried = memory.tombstone
    rows = [
        ("id", memory.id),
        ("kind", " ".join(filter(None, (memory.kind, *memory.tags)))),
        ("topic", memory.topic),
        ("keywords", ", ".join(memory.keywords)),
        ("summary", memory.summary),
        ("when", ", ".join(memory.when_to_load)),
        ("source", memory.source),
        ("dates", " → ".join(dict.fromkeys(filter(None, map(_day, _dates(memory)))))),
        ("links", ", ".join(memory.links)),
        ("status", memory.status.value if buried is None else f"{memory.status}: {buried.reason}"),
        ("file", f"{book}/{path}"),
    ]
    width = max(columns_of(say(f"field.{name}", language)) for name, _ in rows) + 2
    told = [
        f"{padded(say(f'field.{name}', language), width)}{visible(value)}"
        for name, value in rows
        if value
    ]
    return "\n".join([visible(memory.title), "", block(memory.body), "", *told])


def memories_as_text(memories: Sequence[Memory]) -> str:
    """Return one line per memory: id, day, topic, title, with a mark on what is not active."""
    ids = max((len(memory.id) for memory in memories), default=0)
    return "\n".join(_row(memory, ids) for memory in memories)


def receipt_as_json(receipt: Receipt, *, stands: bool = True) -> dict[str, Json]:
    """Return a receipt without the texts it keeps; `log ID` of a door shows those as a difference."""
    return {
        "id": receipt.id,
        "at": receipt.at.isoformat(),
        "who": receipt.who,
        "channel": receipt.channel,
        "action": receipt.action,
        "outcome": receipt.outcome.value,
        "origin": receipt.origin.value,
        "memories": receipt.memories,
        "paths": [image.path for image in receipt.images],
        "conflicts": dict(receipt.conflicts),
        "seconds": receipt.seconds,
        "neighbours": receipt.neighbours,
        "tokens": receipt.tokens,
        "undoes": receipt.undoes,
        "undone": not stands,
        "note": receipt.note,
    }


def receipt_as_text(receipt: Receipt, language: str, *, stands: bool = True) -> str:
    """Return a receipt as one line of the log."""
    what = f"{receipt.action} {', '.join(receipt.memories)}".strip()
    mark = "" if stands else f" ({say('word.undone', language)})"
    when = receipt.at.astimezone().strftime("%Y-%m-%d %H:%M")
    whose = "" if receipt.origin is Origin.HUMAN else f", {receipt.origin}"
    return visible(f"{receipt.id}  {when}  {receipt.who} ({receipt.channel}{whose})  {what}{mark}")


def arrived_as_json(arrived: Arrived) -> dict[str, Json]:
    """Return what arrived without us as a row of the log, with the keys that a receipt has, too."""
    return {
        "id": "",
        "at": arrived.at.isoformat(),
        "who": arrived.who,
        "channel": arrived.way,
        "action": "arrival",
        "outcome": "accepted" if arrived.is_accepted else "waits",
        "memories": arrived.memories,
        "paths": list(arrived.paths),
    }


def arrived_as_text(arrived: Arrived, language: str) -> str:
    """Return what arrived without us as one line of the log."""
    when = arrived.at.astimezone().strftime("%Y-%m-%d %H:%M")
    names = ", ".join(arrived.memories[:MOST_NAMED])
    more = len(arrived.memories) - MOST_NAMED
    what = f"{names} (+{more})" if more > 0 else names
    key = "log.arrived" if arrived.is_accepted else "log.arrived-waits"
    who = f"{arrived.who} " if arrived.who else ""
    return visible(f"{when}  {who}({arrived.way})  {say(key, language, what=what)}")


def problem_as_json(problem: Problem) -> dict[str, Json]:
    """Return a problem for programs: its code is stable, its sentence is not part of it."""
    return {
        "path": problem.path,
        "code": problem.code,
        "detail": problem.detail,
        "severity": "error" if problem.is_error else "warning",
        "can_fix": problem.can_fix,
    }


def problem_as_text(problem: Problem, language: str) -> str:
    """Return a problem as one line."""
    key = f"problem.{problem.code}"
    told = say(key, language, detail=problem.detail) if has_sentence(key) else problem.code
    weight = say("word.is-error" if problem.is_error else "word.is-warning", language)
    return visible(f"{weight}  {problem.path}: {told}")


def error_as_json(error: CommonplaceError) -> dict[str, Json]:
    """Return an error for programs: its code is stable, its sentences are English in every locale."""
    match error:
        case LeftPending():
            result = "pending"
        case Vetoed():
            result = "vetoed"
        case _:
            result = "failed"
    told: dict[str, Json] = {
        "code": error.key,
        "message": error.message(),
        "hint": error.hint(),
    }
    match result:
        case "pending":
            more: dict[str, Json] = {"proposal": error.values.get("id", "")}
        case "vetoed":
            more = {"question": error.values["question"], "memory": error.values["id"]}
        case _:
            more = {}
    return {"result": result, "error": told, **more}


def difference(edit: FileEdit, before: bytes | None) -> str:
    """Return what `edit` does to a file that holds `before`, as a unified difference."""
    return file_difference(edit.path, before, edit.after)


def file_difference(path: str, before: bytes | None, after: bytes | None) -> str:
    """Return the unified difference between two contents of one file."""
    import difflib  # noqa: PLC0415 - who only reads sees no difference

    lines = difflib.unified_diff(
        _shown_lines(before),
        _shown_lines(after),
        "/dev/null" if before is None else f"a/{path}",
        "/dev/null" if after is None else f"b/{path}",
        lineterm="",
    )
    return "\n".join(lines)


def visible(text: str) -> str:
    """Return one line as it may be shown: what steers a terminal or reorders text is spelled out."""
    return text if text.isprintable() else "".join(map(_seen, text))


def block(text: str) -> str:
    """Return a text of several lines as it may be shown."""
    return "\n".join(visible(line.replace("\t", "    ")) for line in text.split("\n"))


def _seen(char: str) -> str:
    hides = unicodedata.category(char) in _UNSEEN or char in _REORDERING
    return char.encode("unicode_escape").decode("ascii") if hides else char


def _shown_lines(content: bytes | None) -> list[str]:
    text = (content or b"").decode("utf-8", "replace")
    return block(text.removesuffix("\n")).split("\n") if text else []


def _row(memory: Memory, ids: int) -> str:
    day = _day(memory.modified or memory.created) or "-"
    mark = "" if memory.is_active else f"[{memory.status}] "
    title = memory.title if len(memory.title) <= TITLE_CHARS else memory.title[:TITLE_CHARS] + "…"
    topic = f"{memory.topic}: " if memory.topic else ""
    return visible(f"{memory.id:<{ids}}  {day:<10}  {mark}{topic}{title}")


def _dates(memory: Memory) -> tuple[date | None, date | None]:
    return memory.created, memory.modified


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def columns_of(text: str) -> int:
    """Return how many columns `text` takes: Chinese characters take two."""
    return sum(2 if ord(char) > 0x2E80 else 1 for char in text)


def padded(text: str, width: int) -> str:
    """Return `text` with spaces up to `width` columns."""
    return text + " " * (width - columns_of(text))


def differences_as_json(differences: Sequence[ConversionDifference]) -> list[Json]:
    """Return each value that another layout does not hold as it was."""
    return [
        {"memory": each.memory, "field": each.field, "was": each.was, "now": each.now}
        for each in differences
    ]


def differences_as_text(differences: Sequence[ConversionDifference], language: str) -> str:
    """Return a line for each value that another layout does not hold as it was."""
    return "\n".join(
        visible(
            say(
                _difference_key(each),
                language,
                memory=each.memory,
                field=each.field,
                was=repr(each.was),
                now=repr(each.now),
            )
        )
        for each in differences
    )


def _difference_key(each: ConversionDifference) -> str:
    if not each.was:
        return "done.difference-added"
    return "done.difference" if each.now else "done.difference-lost"
