"""A marked block in a Markdown file of somebody else's: ours to replace, and to take out again."""

from __future__ import annotations

import re

BEGIN = "<!-- commonplace:begin v1 -->"
END = "<!-- commonplace:end -->"
_BLOCK = re.compile(
    r"\n?<!-- commonplace:begin[^\n]*-->(?:(?!<!-- commonplace:begin).)*?<!-- commonplace:end -->\r?\n?",
    re.DOTALL,
)
"""A beginning whose end somebody deleted is none: what they wrote below it is not ours."""


def put_block(text: str, body: str) -> str:
    """Return `text` with the block; one that is there is replaced where it stands."""
    newline = "\r\n" if "\r\n" in text else "\n"
    block = f"{BEGIN}\n{body.strip()}\n{END}\n".replace("\n", newline)
    found = _BLOCK.search(text)
    if found:
        lead = newline if found.group().startswith("\n") and found.start() > 0 else ""
        return text[: found.start()] + lead + block + text[found.end() :]
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + gap + block


def remove_block(text: str) -> str:
    """Return `text` without the block and the empty line before it."""
    return _BLOCK.sub("", text, count=1)
