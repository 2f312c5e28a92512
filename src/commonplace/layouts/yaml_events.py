"""What only a YAML parser can read: PyYAML's pure-Python events, walked and never built upon.

No loader makes objects here. The stream is dropped at the first anchor, alias, tag, merge key or
ninth level, so a bomb has nothing to expand and nesting has nowhere to go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import yaml

MAX_DEPTH = 8

Value = str | tuple[str, ...] | None
"""A string, a flat list of strings, or None for what is nested deeper and stays in the file."""


class Unreadable(ValueError):
    """A note that cannot be taken apart safely; its layout lists it as a problem."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def value_of_entry(entry: str) -> Value:
    """Return the value in `entry`, one key with its lines; raise `Unreadable` for what is not tame."""
    import yaml  # noqa: PLC0415 - few notes need it, and it costs a hook more than it has

    try:
        return _walk(entry)
    except yaml.YAMLError as cause:
        problem = getattr(cause, "problem", None) or "not YAML"
        raise Unreadable("bad-yaml", str(problem)) from cause


def _walk(entry: str) -> Value:
    import yaml  # noqa: PLC0415 - as above

    depth, is_nested = 0, False
    scalars: list[str] = []
    is_list = False
    for event in yaml.parse(entry, Loader=yaml.BaseLoader):
        _refuse_bombs(event)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            is_list = is_list or (depth == 2 and isinstance(event, yaml.SequenceStartEvent))
            is_nested = is_nested or depth > 2 or (depth == 2 and not is_list)
            if depth > MAX_DEPTH:
                raise Unreadable("yaml-too-deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and depth <= 2:
            scalars.append(event.value)
    if is_nested:
        return None
    return tuple(scalars[1:]) if is_list else scalars[1]


def _refuse_bombs(event: yaml.Event) -> None:
    import yaml  # noqa: PLC0415 - as above

    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise Unreadable("yaml-anchors")
    if getattr(event, "tag", None):
        raise Unreadable("yaml-tags")
    if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and not event.style:
        raise Unreadable("yaml-merge-keys")
