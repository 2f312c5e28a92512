"""What the doctor found, to text and to JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

from commonplace.core.checkup import Grade, Observation, worst
from commonplace.doors.render.common import Json, visible
from commonplace.flows.canary import Flight
from commonplace.messages import has_sentence, say

SCHEMA = 1
_COLOURS = {Grade.OK: "green", Grade.WARNING: "yellow", Grade.PROBLEM: "red"}
_WIDTH = 9
"""Of the longest name of what is looked at, and of the longest grade."""


def examined_as_text(observations: Sequence[Observation], language: str) -> str:
    """Return a line for each observation, with what to do next below it, and a count."""
    lines: list[str] = []
    for each in observations:
        lines.append(f"{_grade(each.grade)}{each.about:<{_WIDTH}} {sentence(each, language)}")
        if todo := next_step(each, language):
            lines.append(f"{'':{2 * _WIDTH}} → {todo}")
    return "\n".join([*lines, "", _counted(observations, language)])


def sentence(observation: Observation, language: str) -> str:
    """Return what was observed."""
    return visible(say(f"doctor.{observation.code}", language, **observation.values))


def next_step(observation: Observation, language: str) -> str:
    """Return what to do about an observation, empty when there is nothing to do."""
    key = f"doctor.{observation.code}.next"
    return visible(say(key, language, **observation.values)) if has_sentence(key) else ""


def observations_as_json(observations: Sequence[Observation]) -> list[Json]:
    """Return every observation for programs: codes and values are stable, sentences English."""
    return [
        {
            "about": each.about,
            "code": each.code,
            "grade": each.grade.value,
            "values": dict(each.values),
            "can_fix": each.can_fix,
            "message": sentence(each, "en"),
            "next": next_step(each, "en"),
        }
        for each in observations
    ]


def examined_as_json(
    observations: Sequence[Observation], versions: dict[str, str]
) -> dict[str, Json]:
    """Return the whole examination for programs."""
    return {
        "schema": SCHEMA,
        "status": worst(observations).value,
        "versions": dict(versions),
        "observations": observations_as_json(observations),
    }


def flight_as_text(flight: Flight, language: str) -> str:
    """Return a line for each stage that was passed, and the one that was not with its reason."""
    lines = [f"{_grade(Grade.OK)}{say(f'canary.{name}', language)}" for name in flight.passed]
    if flight.is_back:
        return "\n".join([*lines, "", say("canary.back", language, count=str(len(lines)))])
    what = say(f"canary.{flight.broken}", language)
    why = [f"{_grade(Grade.PROBLEM)}{what}", f"{'':{_WIDTH}}→ {visible(flight.why)}", ""]
    return "\n".join([*lines, *why, say("canary.lost", language, stage=flight.broken)])


def flight_as_json(flight: Flight) -> dict[str, Json]:
    """Return how far the canary came, for programs."""
    return {
        "schema": SCHEMA,
        "result": "passed" if flight.is_back else "broken",
        "passed": list(flight.passed),
        "stage": flight.broken or None,
        "why": flight.why or None,
    }


def _grade(grade: Grade) -> str:
    return click.style(f"{grade.value:<{_WIDTH}}", fg=_COLOURS[grade])


def _counted(observations: Sequence[Observation], language: str) -> str:
    counts = Counter(each.grade for each in observations)
    return say(
        "doctor.counted",
        language,
        ok=str(counts[Grade.OK]),
        warnings=str(counts[Grade.WARNING]),
        problems=str(counts[Grade.PROBLEM]),
    )
