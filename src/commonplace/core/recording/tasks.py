"""The completed tasks that somebody tells of: each paragraph or item one, with its essence and shelf."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from commonplace.core.recording.criteria import Merit, Shelf, Worthy, judge

_ITEM = re.compile(r"(?m)^[ \t]{0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SKILL = re.compile(
    r"\b(?:with|using|used|in|of|by)?\s*(?:the\s+)?[`“\"']?([\w][\w.-]{1,40})[`”\"']?\s+skill\b"
    r"|(?:使用|用|通过)?\s*[`“「]?([\w.-]{2,40})[`”」]?\s*技能",
    re.IGNORECASE | re.ASCII,
)
_NO_NAMES = frozenset({"the", "this", "that", "a", "any", "each", "one", "no", "same"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that was completed and will save time next time."""

    text: str
    shelf: Shelf
    skill: str
    """The skill that was used, empty for knowledge."""
    merit: Merit


def tasks_in(text: str, skill: str = "") -> tuple[Task, ...]:
    """Return what `text` tells that is worth recording; `skill` is the one used throughout."""
    found = (_task(part, skill) for part in _parts(text))
    return tuple(task for task in found if task)


def skill_in(text: str) -> str:
    """Return the skill that `text` says was used, empty when it names none."""
    for found in _SKILL.finditer(text):
        name = (found[1] or found[2] or "").strip(".-").lower()
        if name and name not in _NO_NAMES:
            return name
    return ""


def _task(text: str, skill: str) -> Task | None:
    used = skill or skill_in(text)
    shelf = Shelf.EXPERIENCE if used else Shelf.KNOWLEDGE
    verdict = judge(text, shelf)
    if not isinstance(verdict, Worthy):
        return None
    return Task(text=text, shelf=shelf, skill=used, merit=verdict.merit)


def _parts(text: str) -> Iterator[str]:
    """Yield each paragraph, and each item of a list that stands alone; a heading goes with what follows."""
    heading = ""
    for block in _PARAGRAPH.split(text):
        said = block.strip("\n")
        if said.startswith("#") and "\n" not in said:
            heading = said
            continue
        items = _ITEM.split(said) if _ITEM.match(said) else [said]
        for item in items:
            if item.strip():
                yield f"{heading}\n\n{item.strip()}" if heading else item.strip()
        heading = ""
