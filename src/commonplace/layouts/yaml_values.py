"""One YAML value, from its text and as text: the common forms by hand, the rest through a parser's events.

What only a YAML parser can read: PyYAML's pure-Python events, walked and never built upon.

No loader makes objects here. The stream is dropped at the first anchor, alias, tag, merge key or
ninth level, so a bomb has nothing to expand and nesting has nowhere to go.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from commonplace.core import lazy_re as re

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


ODD_BUDGET = 4096
"""What PyYAML may be asked in one note. Its events cost up to 12 µs a character, text alone less
than 1 µs: characters are counted, text at an eighth, so that no note takes longer than some 50 ms."""
_LEAST_COST = 16


class Style(Enum):
    """How a value is written, so that its successor can be written alike."""

    EMPTY = "empty"
    PLAIN = "plain"
    SINGLE = "single"
    DOUBLE = "double"
    FLOW = "flow"
    BLOCK = "block"
    ODD = "odd"
    """Anything else: block scalars, several lines, nested values."""


class Decoded(NamedTuple):
    """A value, how many characters it takes, how it was written, and what reading it cost."""

    value: Value
    length: int
    style: Style
    cost: int = 0


_DOUBLE = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"'
_SINGLE = r"'[^'\n]*+(?:''[^'\n]*+)*+'"
PLAIN = (
    r"(?:[^\s\-?:,\[\]{}#&*!|>'\"%@`]|[\-?:](?=[^ \t\r\n]))"
    r"[^\r\n:#]*+(?:(?::(?=[^ \t\r\n])|(?<=[^ \t])\#)[^\r\n:#]*+)*+"
)
FLOW_PLAIN = (
    r"(?:[^\s\-?:,\[\]{}#&*!|>'\"%@`]|-(?=[^\s,\[\]{}]))"
    r"[^\r\n,\[\]{}:#]*+(?:(?::(?=[^\s,\[\]{}])|(?<=[^\s])\#)[^\r\n,\[\]{}:#]*+)*+"
)
_FLOW_ITEM = f"(?:{_DOUBLE}|{_SINGLE}|{FLOW_PLAIN})"
_COMMENT = r"[ \t]*+(?:(?<=[ \t])\#[^\n]*+)?"

_LINE_VALUE = re.compile(
    rf"(?:(?P<DOUBLE>{_DOUBLE})|(?P<SINGLE>{_SINGLE})|(?P<PLAIN>{PLAIN}))?+{_COMMENT}\r?\n"
)
_FLOW_LIST = re.compile(
    rf"\[\s*+(?:{_FLOW_ITEM}\s*+(?:,\s*+{_FLOW_ITEM}\s*+)*+,?+\s*+)?+\]({_COMMENT}\r?\n)"
)
FLOW_ITEMS = re.compile(_FLOW_ITEM)
_BLOCK_LIST = re.compile(
    rf"{_COMMENT}\r?\n(?:[ ]*+(?:-(?:[ ]++(?!-[ \r\n]|[\[{{?])[^\n]*+|\r)?|\#[^\n]*+|\r)?\n)++\Z"
)
BLOCK_ITEM = re.compile(r"^(?P<indent>[ ]*+)-[ ]*+(?P<item>[^\n]*+\n)", re.MULTILINE)
_FLOW_DEPTH = re.compile(rf"(?<![^\s\[{{,:])(?:{_DOUBLE}|{_SINGLE})|[\[\]{{}}]")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")
_SIMPLE_ESCAPES = dict(
    zip('0abtnvfre "/\\N_LP\t', '\0\a\b\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029\t', strict=True)
)
NULLS = frozenset({"~", "null", "Null", "NULL"})
"""What YAML writes for nothing; in this book that is an empty value."""


def read_value(text: str, entry: int, start: int, end: int, budget: int) -> Decoded:
    """Return the value that stands in `text` from `start` to `end`, in the lines from `entry` on.

    `end` is just after a newline. Raise `Unreadable` for what is not plain, tame YAML.
    """
    if (line := _LINE_VALUE.match(text, start, end)) and line.end() == end:
        return _scalar(line)
    if (flow := _FLOW_LIST.match(text, start, end)) and flow.end() == end:
        found = FLOW_ITEMS.findall(text, start + 1, flow.start(1) - 1)
        items = tuple(_item(raw) for raw in found)
        return Decoded(items, flow.start(1) - start, Style.FLOW)
    raw = text[start:end]
    length = len(raw.rstrip("\r\n"))
    if _BLOCK_LIST.match(text, start, end) and (listed := _block_list(raw)) is not None:
        return Decoded(listed, length, Style.BLOCK)
    is_text = raw.startswith(("|", ">"))
    cost = max(_LEAST_COST, (end - entry) // 8 if is_text else end - entry)
    if not is_text:
        _refuse_depth(raw)
    if cost > budget:
        raise Unreadable("front-matter-too-long")
    return Decoded(value_of_entry(text[entry:end]), length, Style.ODD, cost)


def _scalar(line: re.Match[str]) -> Decoded:
    style = line.lastgroup
    if style is None:
        return Decoded("", 0, Style.EMPTY)
    raw = line[style]
    if style == "PLAIN":
        raw = raw.rstrip(" \t")
        return Decoded("" if raw in NULLS else raw, len(raw), Style.PLAIN)
    return Decoded(_unquote(raw), len(raw), Style[style])


def _item(raw: str) -> str:
    return _unquote(raw) if raw[0] in "\"'" else raw.rstrip(" \t")


def _block_list(raw: str) -> tuple[str, ...] | None:
    """Return the items of a plain block list; None when one of them is more than a scalar."""
    items: list[str] = []
    indents: set[str] = set()
    for dash in BLOCK_ITEM.finditer(raw):
        found = _LINE_VALUE.fullmatch(dash["item"])
        if found is None:
            return None
        indents.add(dash["indent"])
        value = _scalar(found).value
        items.append(value if isinstance(value, str) else "")
    return tuple(items) if len(indents) == 1 else None


def _unquote(raw: str) -> str:
    if raw[0] == "'":
        return raw[1:-1].replace("''", "'")
    if "\\" not in raw:
        return raw[1:-1]
    value = _ESCAPE.sub(_escaped, raw[1:-1])
    try:
        # Two escapes may spell one character the way JSON does; half of such a pair is no text.
        return value.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError as cause:
        raise Unreadable("bad-yaml", "half a character") from cause


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) > 1:
        number = int(code[1:], 16)
        if number > 0x10FFFF:
            raise Unreadable("bad-yaml", match[0])
        return chr(number)
    if code not in _SIMPLE_ESCAPES:
        raise Unreadable("bad-yaml", match[0])
    return _SIMPLE_ESCAPES[code]


def _refuse_depth(entry: str) -> None:
    """Count brackets before PyYAML sees them: it looks far ahead, at a cost that is squared."""
    depth = 0
    for found in _FLOW_DEPTH.finditer(entry):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > MAX_DEPTH:
            raise Unreadable("yaml-too-deep")


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
