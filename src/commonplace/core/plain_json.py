"""Read and write small JSON in a fresh process without loading `re`.

The standard `json` module costs the hook more than half a bare interpreter, almost all of it for
regular expressions that its C scanner does not need. This calls that scanner directly, and falls
back to `json` on an interpreter that has none.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import types

try:
    import _json as _scanning
except ImportError:  # an interpreter without the C scanner
    _scanning = None  # type: ignore[assignment]

_BLANK = " \t\n\r"


class _Rules:
    """What the scanner asks about: plain JSON, nothing replaced on the way."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - the scanner's own scratch space


def loads(text: str) -> object:
    """Return the value of `text`, or raise `ValueError` when it is not one JSON value."""
    if _scanning is None:
        return _standard().loads(text)
    start = 0
    while start < len(text) and text[start] in _BLANK:
        start += 1
    try:
        value, end = _scanning.make_scanner(_Rules())(text, start)  # type: ignore[arg-type]
    except (StopIteration, RecursionError, SystemError) as trouble:
        # The scanner takes its own error from `json`, and has none to raise where that is not loaded.
        raise ValueError("not JSON") from trouble
    if text[end:].strip(_BLANK):
        raise ValueError("not JSON: text after the value")
    return value


def quote(text: str) -> str:
    """Return `text` as a JSON string."""
    return _scanning.encode_basestring_ascii(text) if _scanning else _standard().dumps(text)


def _standard() -> types.ModuleType:
    import json  # noqa: PLC0415 - the cost this module exists to avoid

    return json


def dumps(value: object) -> str:
    """Return `value` (None, bool, int, float, str, list, tuple, dict) as JSON on one line."""
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{quote(str(key))}: {dumps(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(dumps(item) for item in value) + "]"
    if isinstance(value, int | float):
        return repr(value)
    raise TypeError(f"no JSON for {type(value).__name__}")
