"""Plain text in which `user:` and `assistant:` stand alone above what was said.

Older versions of Cursor wrote this, and people paste it. What stands in square brackets at the
beginning of an agent's line is a tool call, a result or a thought.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from commonplace.core.conversation.turns import Speaker, Turn

_LABEL = re.compile(rb"^(user|assistant):[ \t]*\r?$", re.MULTILINE)
_BRACKETED = re.compile(r"^\[(?:Tool|Thinking)[^\n]*(?:\n(?!\n)[^\n]*)*", re.MULTILINE)


def turns(content: bytes, start: int = 0) -> Iterator[Turn]:
    """Yield what was said; nothing when there is no label."""
    labels = list(_LABEL.finditer(content))
    ends = (*(label.start() for label in labels[1:]), len(content))
    for label, end in zip(labels, ends, strict=False):
        speaker = Speaker(label[1].decode())
        text = content[label.end() : end].decode("utf-8", "replace").strip()
        text = text if speaker is Speaker.USER else _BRACKETED.sub("", text).strip()
        if text:
            yield Turn(speaker=speaker, text=text, offset=start + label.start())
