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
_FENCE = re.compile(r"\[(memory [^\]\s]{1,40}|book)\]")
_BEGUN = re.compile(
    r"^[ \t]*\[memory [^\]\s]{1,40}\](?:[^\n]*\n)(?:[^\n]*\S[^\n]*\n?)*|^[ \t]*\[memory [^\]\s]{1,40}\][^\n]*\Z",
    re.MULTILINE,
)
"""A fence whose end was cut off: up to the next blank line."""
_TAG = re.compile(
    r"<([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|soul|instructions|attachment|context|memory|memories|notes|recalled|history|file|document)\b[^>\n]{0,200}>",
    re.IGNORECASE,
)
"""Agent programs name their blocks with several words (`system-reminder`, `hook_context`); HTML does not."""
_BRACKET = re.compile(r"【([^】/\n]{2,20})】")
"""The same in Chinese brackets, which are closed like a tag."""
_ANNOUNCED = re.compile(
    r"^.{0,40}hook additional context:.*?(?:\n[ \t]*\n|\Z)", re.DOTALL | re.MULTILINE
)
_PAGE = re.compile(r"\A# AGENTS\.md instructions.*", re.DOTALL)
_STATUS = re.compile(r"^\[(?:Request interrupted|Image|Pasted text)[^\]\n]*\]", re.MULTILINE)


def typed_by_user(text: str) -> str:
    """Return what of a user's turn the user typed; empty when all of it was handed in."""
    text = shortened(text)
    whole = "\n".join(match[2] for match in _TYPED.finditer(text)) or text
    whole = _without(_PAGE.sub("", whole), _FENCE, "[end of {}]")
    whole = _without(_without(whole, _TAG, "</{}>"), _BRACKET, "【/{}】")
    for pattern in (_BEGUN, _ANNOUNCED, _STATUS):
        whole = pattern.sub("\n", whole)
    return whole.strip()


def _without(text: str, opening: re.Pattern[str], closing: str) -> str:
    """Return `text` without what stands between an opening and its closing, which is sought once each.

    A pattern over both would look to the end of the text for every opening that is never closed.
    """
    kept: list[str] = []
    never_closed: set[str] = set()
    at = 0
    for match in opening.finditer(text):
        if match.start() < at or match[1] in never_closed:
            continue
        end = text.find(closing.format(match[1]), match.end())
        if end < 0:
            never_closed.add(match[1])
            continue
        kept.append(text[at : match.start()])
        at = end + len(closing.format(match[1]))
    return "\n".join((*kept, text[at:]))


def shortened(text: str) -> str:
    """Return a turn as it is looked at: of a very long one the beginning and the end."""
    if len(text) <= LONGEST_TURN:
        return text
    half = LONGEST_TURN // 2
    return f"{text[:half]}\n{text[-half:]}"
