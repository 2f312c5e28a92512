"""Text in a user's turn that no user wrote: what hosts, hooks and we ourselves handed to the agent.

Mining it would let memories feed on themselves: what was recalled yesterday would be captured as if
the user had said it today.
"""

from __future__ import annotations

import re

LONGEST_TURN = 40_000
"""Of a longer turn the beginning and the end are looked at: the rest was pasted."""

_TYPED = re.compile(r"<(user_query|user_message)>(.*?)</\1>", re.DOTALL)
"""Tags in which a host wraps what the user did type."""
_FENCED = re.compile(r"\[(memory [^\]\s]{1,40}|book)\].*?\[end of \1\]", re.DOTALL)
_BEGUN = re.compile(
    r"^[ \t]*\[memory [^\]\s]{1,40}\].*?(?:\n[ \t]*\n|\Z)", re.DOTALL | re.MULTILINE
)
"""A fence whose end was cut off: up to the next blank line."""
_TAGGED = re.compile(
    r"<([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|soul|instructions|attachment|context)\b[^>\n]{0,200}>.*?</\1>",
    re.DOTALL | re.IGNORECASE,
)
"""Agent programs name their blocks with several words (`system-reminder`, `hook_context`); HTML does not."""
_ANNOUNCED = re.compile(
    r"^.{0,40}hook additional context:.*?(?:\n[ \t]*\n|\Z)", re.DOTALL | re.MULTILINE
)
_PAGE = re.compile(r"\A# AGENTS\.md instructions.*", re.DOTALL)
_STATUS = re.compile(r"^\[(?:Request interrupted|Image|Pasted text)[^\]\n]*\]", re.MULTILINE)


def typed_by_user(text: str) -> str:
    """Return what of a user's turn the user typed; empty when all of it was handed in."""
    whole = "\n".join(match[2] for match in _TYPED.finditer(text)) or text
    for pattern in (_PAGE, _FENCED, _TAGGED, _BEGUN, _ANNOUNCED, _STATUS):
        whole = pattern.sub("\n", whole)
    return _shortened(whole.strip())


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_TURN:
        return text
    half = LONGEST_TURN // 2
    return f"{text[:half]}\n{text[-half:]}"
