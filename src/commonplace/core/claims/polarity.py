"""Find negations, retractions and words that are opposites of each other.

A retraction takes a statement back without saying what holds instead. An axis of opposites has two
ends: `enabled` and `disabled`, 必填 and 选填.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from commonplace.core import lazy_re as re
from commonplace.core.claims.vocabulary import OPPOSITE_ACTIONS, OPPOSITES, whole_or_han

_JUST_BEFORE, _GAP = 24, 12
"""How far before a value a negation may stand, and how much may stand between them."""
_NEGATION = re.compile(
    r"\b(?:do(?:es)? not|is not|are not|must not|may not|should not|can ?not|will not|never|not|no|none of|without"
    r"|avoid|nobody|neither|nor|don'?t|doesn'?t|isn'?t|aren'?t|can'?t|won'?t|mustn'?t|shouldn'?t|didn'?t|wasn'?t"
    r"|refrain from|against|rather than|instead of|out of the question|free of|(?:keep|kept|stays?|left|leave)\b[^.;\n]{0,40}? out of)\b"
    r"|不(?:要|得|能|会|再|许|准|可|用|必|带|做|含|走|写|记|发|收|需|是|允许|需要|应|该|支持|采用|使用|接受|喜欢|希望|建|开|接|吃|计入|计|包|装|排|加|参与)?"
    r"|没有?|无需|无须|无法|无|别|勿|禁止|严禁|避免|从不|绝不|切勿|拒绝",
)
_PREFERRED = re.compile(r"\bprefer(?:s|red)?\b[^.;\n]{1,50}?\b(?P<than>over|to)\b")
_HARMLESS = re.compile(
    r"不(?:超过|得超过|低于|少于|高于|得低于|得少于|足|同|过|仅|只|但|断|管|久|错|然|多于|大于|小于)|无论|没准|没有影响|不管|不变|别名|别的|别人|特别|级别|类别|区别|分别|性别|识别"
    r"|\bnot (?:exceed|only|more than|less than|just|above|below|over|later|before)\b"
    r"|\bno (?:more|less|later|longer|fewer|earlier|matter) than\b|\b(?:may|must|can|should|does) ?not exceed\b"
    r"|\bno matter\b|\bnot be (?:longer|larger|more|less)\b|\bwhether or not\b|\bnever exceed",
)
_RETRACTION = re.compile(
    r"\b(?:no longer|any ?more|any longer|no more(?! than)|deprecated|withdrawn|retired|obsolete|discontinued|superseded|abandoned"
    r"|dissolved|outdated|out of date|cancell?ed|abolished|scrapped|revoked|rescinded|repealed|lifted|decommissioned|reverted|rolled back"
    r"|phased out|shut down|switched off for good|never mind|disregard|used to|sunset|stopped|ended|ceased?|not true)\b"
    r"|(?<!n't )(?<!not )\bforget (?:that|about|it|the)\b|\b(?:is|are) (?:gone|over|dead|history|void|wrong)\b|\b(?:was|were) wrong\b"
    r"|\b(?:was|were|has been|have been|been|got|can (?:now )?be|should be) (?:dropped|closed|removed|deleted|disbanded|dismantled|taken down|turned off|switched off)\b"
    r"|^\W*(?:drop|remove|retire|stop|scrap|ditch) (?:the|our|your|all|using|doing)\b|\bdropped the\b|\bwe (?:quit|ditched|killed)\b|\b(?:gave|given|giving) up\b|\bgot rid of\b|\bwe left\b|\b(?:moved|migrated) off\b|\bdid away with\b|\b(?:moved|switched) away from\b"
    r"|\b(?:not|un)[ -]?need(?:ed|ful)? (?:now|any)|\bunneeded\b"
    r"|不再|[不无](?:用|要|必|需)再|别再|不(?:用|必|需要|要|做|搞|办|设|发|跑|走)了|作废|废除|废弃|弃用|废止|(?:取消|撤销|停用|停止|解除)(?![时的后前之期键]|按钮|状态|日期|策略)"
    r"|下线了|撤掉|撤了|撤回|砍掉|停[掉了发办跑更售播]|解散|收回|忘掉|不算数|不成立|结论有误|说错了|过时|结束了|淘汰了|关停|退役|放开|免了"
    r"|已经?被?(?:停|撤|拆|关|废|删|取消|下架|下线|终止|结束)"
)
_FOR_A_WHILE = re.compile(
    r"先[^，。;；,\n]{0,14}(?:停|关|撤|取消)[掉止了]?|(?:停|关)[掉止]?(?:时|之前|之后|以后|再|后再)|\bstop(?:ped)? [^.;\n]{2,40}\b(?:first|before|then)\b"
)
"""What is stopped on the way is a step, and no end."""
_BEFORE_A_NOUN = re.compile(r"(?:^|\b(?:the|an?|for|of|with|all|any|our|each|every)) $")
_AXES: dict[str, list[tuple[str, int]]] = {}


def negations(text: str) -> tuple[tuple[int, int], ...]:
    """Return where a normalized clause denies something, without what only looks like it."""
    return tuple(match.span() for match in _NEGATION.finditer(_plain(text)))


def retracts(text: str) -> bool:
    """Say whether a normalized clause takes a statement back; an abandoned cart is only a cart."""
    plain = _FOR_A_WHILE.sub(lambda match: " " * len(match.group()), text.lower())
    return any(
        not (
            match.group().isascii()
            and match.group().endswith(("ed", "en"))
            and plain[match.end() : match.end() + 2].strip().isalpha()
            and _BEFORE_A_NOUN.search(plain[max(0, match.start() - 8) : match.start()])
        )
        for match in _RETRACTION.finditer(plain)
    )


def is_denied(text: str, at: int) -> bool:
    """Say whether the value that starts at `at` in a normalized clause stands right after a negation."""
    plain = _plain(text)
    before = plain[max(0, at - _JUST_BEFORE) : at]
    preferred = _PREFERRED.search(plain)
    if preferred and preferred.end() <= at <= preferred.end() + _GAP:
        return True
    return (last := _last(_NEGATION, before)) is not None and len(before) - last.end() <= _GAP


def _plain(text: str) -> str:
    """Return a clause in small letters, with what only looks like a negation blanked."""
    return _HARMLESS.sub(lambda match: " " * len(match.group()), text.lower())


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text):  # noqa: B007 - the last one is wanted
        pass
    return found


_PATTERN = re.compile(whole_or_han(OPPOSITES))

for _pair in OPPOSITE_ACTIONS:
    for _sign, _end in zip((1, -1), _pair.split(), strict=True):
        _AXES.setdefault(f"{_end}!", []).append((_pair, _sign))


def opposites_in(
    text: str, keys: Iterable[str], denials: Sequence[tuple[int, int]]
) -> dict[str, int]:
    """Return the oppositions that a normalized clause with these concepts names, each with its end.

    One whose two ends are both named counts as 0. A word that is itself a denial (禁止, `never`) is left
    to the denials: it must not be counted twice.
    """
    ends = [end for key in keys for end in _AXES.get(key, ())]
    for match in _PATTERN.finditer(text.lower()):
        if not any(start < match.end() and match.start() < end for start, end in denials):
            axis, sign = OPPOSITES[match.group()]
            ends.append((f"~{axis}", sign))
    found: dict[str, int] = {}
    for axis, sign in ends:
        found[axis] = sign if found.get(axis, sign) == sign else 0
    return found
