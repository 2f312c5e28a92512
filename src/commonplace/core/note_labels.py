"""The labels of LingXi's notes: they say what a line is for, never what a note is about."""

from __future__ import annotations

import re

_LABEL = re.compile(
    r"^(?:## (?:Context / Decision|Pointers|Decision Shape|Judgment Capsule)[ \t]*$"
    r"|[-*] \*\*(?:Decision|Signals|Alternatives|Counter-signals)\*\*[:：])",
    re.MULTILINE,
)


def unlabelled(body: str) -> str:
    """Return `body` without the labels, so that two notes are not alike for being notes."""
    return _LABEL.sub("", body)
