"""One YAML value, as text: in the style of the value it replaces, wherever that style can hold it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from commonplace.layouts.yaml_reading import FLOW_PLAIN, PLAIN, Style

_BLOCK_PLAIN = re.compile(PLAIN)
_LIST_PLAIN = re.compile(FLOW_PLAIN)
_LOOKS_TYPED = re.compile(
    r"[-+.]?\d.*|[-+]?\.(?:inf|nan)|true|false|yes|no|on|off|y|n|null|~", re.IGNORECASE
)
"""What other readers of YAML would take for a number, a date, a boolean or nothing."""
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_ESCAPED = re.compile(f'["\\\\]|{_HIDDEN.pattern}')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_scalar(value: str, style: Style, *, is_text: bool = True) -> str:
    """Return `value` written in `style` if it fits there, else in double quotes.

    `is_text` says that a value like `2026-01-01` or `no` must stay a string for every reader.
    """
    if style is Style.PLAIN and _fits(value, _BLOCK_PLAIN, is_text=is_text):
        return value
    if style is Style.SINGLE and not _HIDDEN.search(value):
        return "'" + value.replace("'", "''") + "'"
    return _double(value)


def write_flow_item(value: str, style: Style) -> str:
    """Return `value` as one item of a list in brackets."""
    # Readers of YAML 1.1 end a bare item at a question mark.
    if style is Style.PLAIN and "?" not in value and _fits(value, _LIST_PLAIN, is_text=True):
        return value
    return write_scalar(value, Style.SINGLE if style is Style.SINGLE else Style.DOUBLE)


def write_flow_list(values: Sequence[str]) -> str:
    """Return `values` as a list in brackets, quoted only where needed."""
    return "[" + ", ".join(write_flow_item(value, Style.PLAIN) for value in values) + "]"


def _fits(value: str, plain: re.Pattern[str], *, is_text: bool) -> bool:
    return (
        plain.fullmatch(value) is not None
        and value == value.strip()
        and not _HIDDEN.search(value)
        and not (is_text and _LOOKS_TYPED.fullmatch(value))
    )


def _double(value: str) -> str:
    return '"' + _ESCAPED.sub(_escape, value) + '"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    if char in _SHORT:
        return _SHORT[char]
    if "\ud800" <= char <= "\udfff":  # half a character cannot be written in any encoding
        return "\ufffd"
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
