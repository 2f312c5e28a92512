"""Said outright: sentences that are nothing but a preference, a standing rule or a name.

Signs are weighed where people tell of many things at once. Who says "I prefer tabs over spaces" says
one thing, in the words that one has for it; such a sentence needs no other sign, and may be short.
"""

from __future__ import annotations

import re

FEWEST_TERMS = 2
"""A name or a taste and what it is of: with less nothing is said."""

_LEAD = r"^(?:(?:ok|okay|also|and|oh|btw|by the way|fyi|please|pls|just|so|well|personally|in general|generally)[,:]? )*"
_PREFERRED = (
    r"i(?:'d)? (?:really |much |strongly |always |generally |usually |still )*prefer "
    r"(?!(?:the )?(?:first|second|third|last|latter|former|other|left|right|old|new|one|option|number|version)\b|(?:that|this|it|these|those|you|if|not)\b|to (?:see|wait|do|not|keep|leave|know)\b)"
)
_NAMED = (
    r"(?:my (?:name|birthday|e-?mail(?: address)?|phone(?: number)?|time ?zone|pronouns|role|job)(?:'s| is| are) [^?]{2,60}"
    r"|call me (?!back|when|if|later|at|tomorrow|old|crazy|paranoid|a\b|on\b|once|again|for\b|it\b)[\w'-]{2,30}(?:,? (?:please|from now on|instead))*)[.!]?$"
)
_RULED = (
    r"(?:always|never) (?!mind\b|seen\b|heard\b|had\b|been\b|again\b|worked\b|thought\b|knew\b|a\b|the\b|in\b|on\b|at\b|so\b)[a-z]+(?<!s)(?<!ed)(?<!ing) [^?]{6,}"
    r"|(?:don't|do not) (?:ever )?(?:use|add|write|put|include|mention|mock) [a-z-]{3,}s\b(?! (?:to|for) (?:it|them|the)\b)"
)
_TASTE = re.compile(
    rf"{_LEAD}(?:{_PREFERRED}|{_NAMED})"
    r"|^(?:另外|还有|对了|其实|一般来说)?[，,]?我(?:个人)?(?:更|比较|最|一直|一般|平时|通常)?(?:喜欢|偏好|习惯)(?!了|这|那|它|你|第|上面|下面)"
    r"|(?:^|[，,])(?:请|以后|你|就|可以){0,3}叫我.{1,8}?(?:就(?:好|行|可以))?[。！!]?$"
    r"|^我(?:的名字)?叫.{2,4}[。！!]?$|^我的(?:名字|生日|邮箱|电话|时区|职业)是"
)
"""What somebody likes, and who they are."""
_RULE = re.compile(
    rf"{_LEAD}(?:{_RULED})"
    r"|^(?![这那]).{2,12}(?:里|中)(?:面)?(?:一律|都|请)?(?:不要|别|不准)(?:用|写|加|放|出现|包含)"
)
_FOR_NOW = re.compile(
    r"\b(?:this|that|these|those|here|now|yet|today|tonight|tomorrow|once|first|until|till|for the moment|demo|meanwhile|back then|used to)\b"
    r"|[这那]|现在|今天|明天|先|暂时|目前|刚才|一次|以前"
)
_LASTING = re.compile(r"\bfrom now on\b")

_OF_THE_USER = re.compile(
    r"^(?:the )?user(?:'s| (?:prefers|likes|wants|dislikes|hates|lives|works|speaks|is (?:a|an|called|named|based)|goes by)\b)|^用户(?:的|喜欢|偏好|习惯|希望|讨厌|住|叫|是)"
)

_FOR_GOOD = re.compile(
    r"\b(?:always do (?:it|this|that)|keep doing (?:it|this|that)|do (?:it|this|that)(?: (?:like (?:this|that)|(?:this|that) way))? (?:always|every time|from now on|in (?:the )?future))\b"
    r"|以后(?:都|就|也)?(?:这样|这么|按这个|照这个)(?:做|来|写|办|弄)?"
)


def approves_for_good(mask: str) -> bool:
    """Say whether what the agent has just done is to be done so from now on."""
    return _FOR_GOOD.search(mask) is not None


def is_outright(mask: str) -> bool:
    """Say whether a sentence is a preference, a rule or a name, and not one for the moment."""
    return bool(_TASTE.search(mask) or _RULE.search(mask)) and not _is_for_now(mask)


def is_of_the_user(text: str) -> bool:
    """Say whether a text of one line tells what a person prefers, or who the user is."""
    mask = text.strip().lower()
    tells = _OF_THE_USER.search(mask) or (_TASTE.search(mask) and not _is_for_now(mask))
    return "\n" not in mask and bool(tells)


def _is_for_now(mask: str) -> bool:
    return _FOR_NOW.search(_LASTING.sub(" ", mask)) is not None
