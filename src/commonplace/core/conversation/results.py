"""A result of the agent's that the user wants to keep: a table, a list, figures that somebody measured."""

from __future__ import annotations

import re

from commonplace.core.conversation.cues import Cue, cues_in
from commonplace.core.conversation.moods import Mood, mood_of

FEWEST_ROWS = 3
FEWEST_FIGURES = 4

_TABLE = re.compile(r"^\|.*\|[ \t]*$", re.MULTILINE)
_LISTED = re.compile(r"^[ \t]*(?:[-*]|\d+[.)])[ \t]", re.MULTILINE)
_FIGURES = re.compile(r"\d[\d,.]*")
_VALUED = re.compile(
    r"\b(?:useful|good|great|nice|lovely|excellent|perfect|helpful|i need(?:ed)?|needed|exactly|love)\b[^.!?]{0,40}"
    r"\b(?:table|comparison|numbers|figures|benchmark|breakdown|overview|matrix|analysis)\b"
    r"|\b(?:table|comparison|numbers|figures|benchmark|breakdown|overview|matrix|analysis)\b[^.!?]{0,24}\b(?:i need(?:ed)?|useful|great|helpful|perfect)\b"
    r"|(?:表|对比|结论|总结|分析|数据).{0,8}(?:有用|很好|不错|清楚|有意思|正是|要的)"
)
_CONCLUDES = re.compile(
    r"\b(?:so|hence|then) (?:the |our )?(?:picture|lesson|pattern|upshot|takeaway|conclusion|bottom line|common thread)\b|\b(?:lesson|takeaway|conclusion|upshot|bottom line)(?: is| here|:| learned)"
    r"|\bto sum (?:it )?up\b|\bin short\b|^(?:\w+,? )?so (?:it's|its):|\bnot (?:two|three|four|several) (?:causes|problems|bugs)\b|\b(?:headline|common thread|in common)\b|\ball (?:two|three|four|five) (?:were|are|come|came)\b|^(?:\w+,? )?so \w+ .{8,}\b(?:nothing|no gain|doesn't|isn't|matters?|wins?|decides?)\b"
    r"|(?:总结|结论|归纳|总之)(?:起来|就)?(?:是|：|:|，|,)|归根|说到底|真正的(?:问题|瓶颈|原因)|共同(?:点|的)|[两三四五几]次都|教训|^所以.{4,}(?:没用|更|才|无效|有效|不在)"
)


def concludes(mask: str) -> bool:
    """Say whether a statement draws the sum of several things that were found."""
    return _CONCLUDES.search(mask) is not None


def is_kept(mask: str) -> bool:
    """Say whether a sentence asks to keep what was just said."""
    return Cue.KEEP in cues_in(mask)


def is_valued(mask: str) -> bool:
    """Say whether a sentence names a result and says what it is worth."""
    return _VALUED.search(mask) is not None and mood_of(mask) is not Mood.ASKED


def is_result(text: str) -> bool:
    """Say whether a text holds something worth keeping whole."""
    has_list = len(_LISTED.findall(text)) >= FEWEST_ROWS
    return is_table(text) or has_list or len(_FIGURES.findall(text)) >= FEWEST_FIGURES


def is_table(text: str) -> bool:
    """Say whether a text compares things row by row."""
    return len(_TABLE.findall(text)) >= FEWEST_ROWS
