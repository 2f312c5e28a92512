"""What a host is told, in its own dialect: the keys it takes, no more than it shows whole."""

from __future__ import annotations

from commonplace.core.plain_json import dumps
from commonplace.hosts.dialects import FLAT, PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from commonplace.hosts.dialects import Dialect

CUT = "[cut here: the host shows no more; `commonplace recall TEXT` finds the rest]"


def spoken(dialect: Dialect, event: str, text: str, notice: str = "") -> str:
    """Return what to print so that the model reads `text` and the user `notice`; empty for neither."""
    fitted = fit(dialect, text)
    if dialect.form == PLAIN:
        return "\n\n".join(filter(None, (fitted, notice)))
    answer: dict[str, object] = {}
    if fitted and dialect.form == FLAT:
        answer["additional_context"] = fitted
    elif fitted:
        answer["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": fitted}
    if notice and dialect.notice_key:
        answer[dialect.notice_key] = notice
    return dumps(answer) if answer else ""


def fit(dialect: Dialect, text: str) -> str:
    """Return as much of `text` as the host shows whole; its last line, which closes a fence, stays."""
    if _size(dialect, text) <= dialect.most:
        return text
    *lines, last = text.split("\n")
    left = dialect.most - _size(dialect, f"{CUT}\n{last}\n")
    kept: list[str] = []
    for line in lines:
        left -= _size(dialect, line) + 1
        if left < 0:
            break
        kept.append(line)
    return "\n".join((*kept, CUT, last))


def _size(dialect: Dialect, text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass")) if dialect.counts_bytes else len(text)
