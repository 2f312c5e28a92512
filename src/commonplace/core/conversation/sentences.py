"""What a user's turn says sentence by sentence, without what is only shown: code, logs, quotations.

A *mask* is the text with everything that is not the user's own statement blanked out, character for
character, so that a span of the mask is the same span of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from commonplace.core.claims.clauses import normalize_text

BLANK = "\u2003"
"""Stands for a character of what is only quoted: wide enough to be no word, and seldom typed."""
LONGEST_OWN_PARAGRAPH = 700
"""Nobody types more into a prompt without a line break: what is longer was pasted."""
TURNS_IN_MIND = 64
"""A turn is looked at again and again while those after it are weighed."""
SHORTEST_DATA = 12
DATA_SHARE = 0.28
"""A line of which so much is figures and brackets is a log, a plan or a record, not a sentence."""

_MATERIAL = (
    r"translate|summari[sz]e|proofread|rewrite|reword|rephrase|explain|shorten|what does this mean|look at this"
    r"|from (?:the|an?) (?:email|page|readme|article|blog|doc)|here's (?:the|an?)|翻译|总结|润色|改写|解释|看看这|这段|下面是|邮件"
)
_PASTED = (
    re.compile(
        r"\b(?:translate|proofread|reword|rephrase|correct)\b[^\n:：]{0,60}[:：](?s:.*)|(?:翻译|润色|改写|校对)[^\n:：]{0,30}[:：](?s:.*)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:{_MATERIAL})[^\n]{{0,200}}[:：][ \t]*\n(?s:.*)", re.IGNORECASE),
    re.compile(r"[:：][ \t]*\n\s*+(?![ \t]*(?:[-*•]|\d+[.)、])[ \t]*(?!-))(?s:.*)"),
    re.compile(r"^[ \t]*[-=*_]{3,}[ \t]*\n(?s:.*)^[ \t]*[-=*_]{3,}[ \t]*$", re.MULTILINE),
    re.compile(
        r"^.*\b(?:ai|language) (?:assistants?|tools?|agents?|models?)\b.*$|^.*ai ?(?:助手|工具|模型).*$",
        re.MULTILINE | re.IGNORECASE,
    ),
)
"""What a user did not write: what is to be translated and the like, what follows a colon and is no list, what stands between two rules, and what speaks to AI tools."""
_SHOWN = (
    re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL),
    re.compile(r"^[ \t]*(?:>|\$ |\|).*$", re.MULTILINE),
    re.compile(
        r"^.*\b\d{2}:\d{2}:\d{2}\b.*\b(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b.*$", re.MULTILINE
    ),
    re.compile(r"^[A-Za-z.]*(?:Error|Exception|Warning): .*$", re.MULTILINE),
    re.compile(r"^[ \t]{1,40}at [\w.$]{1,200}\(.*\)$|^Traceback .*$|^ {2}File \".*$", re.MULTILINE),
    re.compile(r"(?<![\w])\"[^\"\n]{16,}\"|“[^“”]{8,}”|「[^「」]{8,}」|『[^『』]{8,}』", re.DOTALL),
    re.compile(r"\"[^\"]{40,}\"", re.DOTALL),
)
"""What anybody only shows: fences, quoted lines, tables, logs, traces, and quotations that are more than a word or two."""
_QUOTED_SHORT = re.compile(r"\"[^\"\n]{1,15}\"|“[^”\n]{1,7}”|`[^`\n]+`")
_BLANKABLE = re.compile(r"[^\n]")
_HURRIED = re.compile(
    r"\b((?:do|does|did|is|are|was|wo|ca|have|has|would|should|could)n(?=t\b)|(?:that|there|what)(?=s\b)"
    r"|i(?=(?:ve|m)\b)|(?:you|they)(?=(?:re|ve)\b)|we(?=ve\b)|let(?=s (?:use|go|make|do|keep|say|take|prefix)\b))"
)
"""Where an apostrophe is left out; "were" and "its" are words of their own."""
_END = re.compile(r"(?:[.!?…](?=\s|$|[\"')])|[。！？；;]|\n)+[\"'”)]?")
_FIGURE_OR_BRACKET = re.compile(r"[\d{}\[\]()=<>|*_\"']|(?<=\d)[.:-](?=\d)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_PARAGRAPH_END = re.compile(r"(\n[ \t]*\n)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a turn: as it was typed, and as it is looked at."""

    text: str
    mask: str
    """Lower case, one width, simplified characters; what is only shown is blank."""


@lru_cache(maxsize=TURNS_IN_MIND)
def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a user's turn in which the user says something; what is pasted is none."""
    return _split(text, _masked(text, (*_PASTED, *_SHOWN)))


@lru_cache(maxsize=TURNS_IN_MIND)
def agents_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of an agent's turn; what is only shown is none."""
    return _split(text, _masked(text, _SHOWN))


def _split(text: str, mask: str) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    start = 0
    for end in [*(match.end() for match in _END.finditer(mask)), len(mask)]:
        if mask[start:end].replace(BLANK, "").strip(" \t\n.,;:!?。，；：！？"):
            whole = " ".join(text[start:end].split())
            found.append(Sentence(whole, _spelt(mask[start:end].strip())))
        start = end
    return tuple(found)


def _spelt(mask: str) -> str:
    """Return a mask with the apostrophes that people leave out in a hurry."""
    return _HURRIED.sub(r"\1'", " ".join(mask.split(" ")))


def levelled(text: str) -> str:
    """Return `text` in lower case, one width and one kind of Chinese, each character in its place."""
    flat = normalize_text(text).replace("\u2019", "'").replace("\u2018", "'")
    lowered = flat.lower()
    return lowered if len(lowered) == len(flat) else flat


def _masked(text: str, shown: Sequence[re.Pattern[str]]) -> str:
    masked = text
    for pattern in shown:
        masked = pattern.sub(_blanked, masked)
    masked = _QUOTED_SHORT.sub(_unended, "".join(_without_data(masked.splitlines(keepends=True))))
    return levelled("".join(_own(paragraph) for paragraph in _PARAGRAPH_END.split(masked)))


def _without_data(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a text with data blanked, and with it what is indented below."""
    goes_on = False
    for line in lines:
        is_data = len(lines) > 1 and (_is_data(line) or (goes_on and line.startswith((" ", "\t"))))
        goes_on = is_data
        yield _BLANKABLE.sub(BLANK, line) if is_data else line


def _is_data(line: str) -> bool:
    length = len(line.strip())
    if length < SHORTEST_DATA or _HAN.search(line):
        return False
    return len(_FIGURE_OR_BRACKET.findall(line)) >= DATA_SHARE * length


def _own(paragraph: str) -> str:
    return paragraph if len(paragraph) <= LONGEST_OWN_PARAGRAPH else BLANK * len(paragraph)


def _blanked(match: re.Match[str]) -> str:
    return "".join(char if char == "\n" else BLANK for char in match[0])


def _unended(match: re.Match[str]) -> str:
    """Return a quoted word in which no full stop ends the sentence around it."""
    return re.sub(r"[.!?。！？；;]", "·", match[0])
