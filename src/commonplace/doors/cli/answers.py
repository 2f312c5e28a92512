"""Answers given in advance: options of a command, a file for scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from commonplace.core.governance import Override, Verb
from commonplace.doors.cli.desk import Desk
from commonplace.errors import BadInput
from commonplace.flows.govern import Answer

VERBS = tuple(verb.value for verb in Verb if verb is not Verb.VETO)


def answer_in(told: dict[str, Any]) -> Answer:
    """Take the answer out of a command's options; two that say different things are refused."""
    when = " ".join(told.pop("applies_when").split())
    asked = {
        "--as": told.pop("verb"),
        "--replace": Verb.SUPERSEDE if told.pop("replaces") else None,
        "--separate": Verb.CREATE if told.pop("is_separate") else None,
        "--applies-when": Verb.CREATE if when else None,
    }
    target, dropped, again = told.pop("into"), told.pop("dropped"), told.pop("again")
    verbs = {flag: Verb(verb) for flag, verb in asked.items() if verb}
    if len(set(verbs.values())) > 1:
        raise BadInput("two-answers", flags=", ".join(verbs))
    if not verbs and not target:
        return Answer(dropped=dropped, again=again)
    verb = next(iter(verbs.values()), Verb.EXTEND)
    override = Override(verb, target=target, applies_when=when)
    return Answer(override=override, dropped=dropped, again=again)


def read_answers(desk: Desk, path: str, count: int) -> tuple[Answer, ...]:
    """Return the answers in a JSON file: a list with one object for each text, in their order."""
    answers = _answers_at(path, count)
    if any(answer.again for answer in answers):
        desk.require_person()
    return answers


def _answers_at(path: str, count: int) -> tuple[Answer, ...]:
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as cause:
        raise BadInput("bad-answers", path=path, cause=cause) from cause
    if not isinstance(found, list) or len(found) != count:
        raise BadInput("bad-answers", path=path, cause=f"not a list of {count}")
    return tuple(_answer(each, path) for each in found)


def _answer(raw: object, path: str) -> Answer:
    """Return one answer; null leaves it to the recommendation."""
    if raw is None:
        return Answer()
    if not isinstance(raw, Mapping) or raw.get("do", "create") not in VERBS:
        raise BadInput("bad-answers", path=path, cause=f"do: {', '.join(VERBS)}")
    override = Override(
        Verb(raw.get("do", "create")), str(raw.get("into", "")), str(raw.get("applies_when", ""))
    )
    dropped = raw.get("drop", [])
    if not isinstance(dropped, list):
        raise BadInput("bad-answers", path=path, cause="drop: [...]")
    return Answer(
        override=override, dropped=tuple(map(str, dropped)), again=raw.get("again") is True
    )
