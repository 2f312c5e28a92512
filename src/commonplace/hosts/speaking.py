"""What a host is told, in its own dialect: the keys it takes, no more than it shows whole."""

from __future__ import annotations

from commonplace.core.plain_json import dumps
from commonplace.hosts.dialects import FLAT, FLAT_CAMEL, PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from commonplace.hosts.dialects import Dialect

CUT = "[cut here: the host shows no more; `commonplace recall TEXT` finds the rest]"
MOST_CLOSING = 64
"""Room for the line that closes a fence."""


def spoken(dialect: Dialect, event: str, text: str, notice: str = "") -> str:
    """Return what to print so that the model reads `text` and the user `notice`; empty for neither."""
    fitted = fit(dialect, text)
    if dialect.form == PLAIN:
        return "\n\n".join(filter(None, (fitted, notice)))
    answer: dict[str, object] = {}
    if fitted and dialect.form == FLAT:
        answer["additional_context"] = fitted
    elif fitted and dialect.form == FLAT_CAMEL:
        answer["additionalContext"] = fitted
    elif fitted:
        answer["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": fitted}
    if notice and dialect.notice_key:
        answer[dialect.notice_key] = notice
    return dumps(answer) if answer else ""


def fit(dialect: Dialect, text: str) -> str:
    """Return as much of `text` as the host shows whole; a fence that is cut is closed."""
    size = counted_by(dialect)
    if size(text) <= dialect.most:
        return text
    left = dialect.most - size(CUT) - MOST_CLOSING
    kept: list[str] = []
    closing = ""
    for line in text.split("\n"):
        left -= size(line) + 1
        if left < 0:
            break
        kept.append(line)
        closing = "" if line == closing else closing or _closing(line)
    return "\n".join(filter(None, ("\n".join(kept), CUT, closing)))


def _closing(line: str) -> str:
    """Return the line that closes what `line` opens: lines or pages, the book, a part of the profile."""
    name = line[1:].partition("]")[0]
    if line.startswith("[") and (name in ("book", "contents") or name.startswith("memory ")):
        return f"[end of {name}]"
    tag = line[1:-1]
    is_tag = line == f"<{tag}>" and tag.replace("_", "").isalpha()
    return f"</{tag}>" if is_tag else ""


def counted_by(dialect: Dialect) -> Callable[[str], int]:
    """Return how the host counts the size of a text."""
    return _bytes_in if dialect.counts_bytes else len


def _bytes_in(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
