"""The code that memories quote, as a report tells it: what has moved, changed or gone."""

from __future__ import annotations

from collections.abc import Sequence

from commonplace.core.anchors import Standing, State
from commonplace.doors.render import Json, visible

HEADING = "## Code Anchors"


def anchors_as_text(found: Sequence[Standing]) -> str:
    """Return a section of a report, the worst first; empty when all quoted code stands."""
    order = list(State)
    lost = [each for each in found if each.state is not State.OK]
    lost.sort(key=lambda each: (-order.index(each.state), each.memory))
    lines = [visible(f"- {each.memory}: {each.anchor.path} ({_state(each)})") for each in lost]
    return "\n".join([HEADING, "", *lines]) if lines else ""


def _state(found: Standing) -> str:
    return f"moved to {found.found_in}" if found.found_in else found.state.value


def anchors_as_json(found: Sequence[Standing]) -> list[Json]:
    """Return every anchor with how it stands."""
    return [
        {
            "memory": each.memory,
            "path": each.anchor.path,
            "state": each.state.value,
            "found_in": each.found_in,
        }
        for each in found
    ]
