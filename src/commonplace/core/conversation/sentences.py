"""What a user's turn says sentence by sentence, without what is only shown: code, logs, quotations.

A *mask* is the text with everything that is not the user's own statement blanked out, character for
character, so that a span of the mask is the same span of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from commonplace.core.claiming.clauses import aligned

BLANK = "\u2003"
"""Stands for a character of what is only quoted: wide enough to be no word, and seldom typed."""
LONGEST_OWN_PARAGRAPH = 700
"""Nobody types more into a prompt without a line break: what is longer was pasted."""

_MATERIAL = (
    r"translate|summari[sz]e|proofread|rewrite|reword|rephrase|explain|shorten|what does this mean|look at this"
    r"|from (?:the|an?) (?:email|page|readme|article|blog|doc)|here's (?:the|an?)|翻译|总结|润色|改写|解释|看看这|这段|下面是|邮件"
)
_SHOWN = (
    re.compile(rf"(?:{_MATERIAL})[^\n]{{0,200}}[:：][ \t]*\n(?s:.*)", re.IGNORECASE),
    re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL),
    re.compile(r"^[ \t]*(?:>|\$ |\|).*$", re.MULTILINE),
    re.compile(
        r"^.*\b\d{2}:\d{2}:\d{2}\b.*\b(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b.*$", re.MULTILINE
    ),
    re.compile(r"^\s+at [\w.$]+\(.*\)$|^Traceback .*$|^ {2}File \".*$", re.MULTILINE),
    re.compile(r"(?<![\w])\"[^\"\n]{16,}\"|“[^”]{8,}”|「[^」]{8,}」|『[^』]{8,}』", re.DOTALL),
    re.compile(r"\"[^\"]{40,}\"", re.DOTALL),
)
"""What the user asks to be translated and the like, fences, quoted lines, tables, logs, traces, and quotations that are more than a word or two."""
_QUOTED_SHORT = re.compile(r"\"[^\"\n]{1,15}\"|“[^”\n]{1,7}”|`[^`\n]+`")
_END = re.compile(r"(?:[.!?…](?=\s|$|[\"')])|[。！？；;]|\n)+[\"'”)]?")
_PARAGRAPH_END = re.compile(r"(\n[ \t]*\n)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a turn: as it was typed, and as it is looked at."""

    text: str
    mask: str
    """Lower case, one width, simplified characters; what is only shown is blank."""


def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of `text` in which the user says something; what is only shown is none."""
    mask = _masked(text)
    found: list[Sentence] = []
    start = 0
    for end in [*(match.end() for match in _END.finditer(mask)), len(mask)]:
        if mask[start:end].replace(BLANK, "").strip(" \t\n.,;:!?。，；：！？"):
            whole = " ".join(text[start:end].split())
            found.append(Sentence(whole, " ".join(mask[start:end].split(" ")).strip()))
        start = end
    return tuple(found)


def levelled(text: str) -> str:
    """Return `text` in lower case, one width and one kind of Chinese, each character in its place."""
    flat = aligned(text).replace("\u2019", "'").replace("\u2018", "'")
    lowered = flat.lower()
    return lowered if len(lowered) == len(flat) else flat


def _masked(text: str) -> str:
    masked = text
    for pattern in _SHOWN:
        masked = pattern.sub(_blanked, masked)
    masked = _QUOTED_SHORT.sub(_unended, masked)
    return levelled("".join(_own(paragraph) for paragraph in _PARAGRAPH_END.split(masked)))


def _own(paragraph: str) -> str:
    return paragraph if len(paragraph) <= LONGEST_OWN_PARAGRAPH else BLANK * len(paragraph)


def _blanked(match: re.Match[str]) -> str:
    return "".join(char if char == "\n" else BLANK for char in match[0])


def _unended(match: re.Match[str]) -> str:
    """Return a quoted word in which no full stop ends the sentence around it."""
    return re.sub(r"[.!?。！？；;]", "·", match[0])
