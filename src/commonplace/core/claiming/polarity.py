"""What a clause affirms and what it denies.

Each word of a clause gets a sign: words after a negation are denied, and of two opposites
(`enabled`, `disabled`) one is the denial of the other. A retraction takes a statement back without
saying what holds instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from commonplace.core.claiming.clauses import words
from commonplace.core.claiming.opposites import OPPOSITES

_REACH_ENGLISH, _REACH_CHINESE = 32, 12
"""How many characters a negation reaches: a verb and its object."""
_JUST_BEFORE, _GAP = 24, 12
_BE = re.compile(r"\b(?:is|are|was|were|be|been|being|gets?|stays?|now|remains?)\b[ \w]{0,12}$")
_DENYING = ("on", "allow", "like", "include", "keep")
_NEGATION = re.compile(
    r"\b(?:do(?:es)? not|is not|are not|must not|may not|should not|can ?not|will not|never|not|no|none of|without"
    r"|avoid|nobody|neither|nor|don'?t|doesn'?t|isn'?t|aren'?t|can'?t|won'?t|mustn'?t|shouldn'?t|didn'?t|wasn'?t"
    r"|refrain from|against|rather than|instead of|out of the question|free of|(?:kept|stays?|left|leave) out of)\b"
    r"|不(?:要|得|能|会|再|许|准|可|用|必|带|做|含|走|写|记|发|收|需|是|允许|需要|应|该|支持|采用|使用|接受|喜欢|希望|建|开|接|吃|计入|计|包|装|排|加|参与)?"
    r"|没有?|无需|无须|无法|无|别|勿|禁止|严禁|避免|从不|绝不|切勿|拒绝",
)
_PREFERRED = re.compile(r"\bprefer(?:s|red)?\b[^.;\n]{1,50}?\b(?P<than>over|to)\b")
_THAN = re.compile(r"\b(?:over|to)\b")
_OUT_OF = re.compile(r"\bkeep (?P<what>.{1,60}?) out of\b")
_HARMLESS = re.compile(
    r"不(?:超过|得超过|低于|少于|高于|得低于|得少于|足|同|过|仅|只|但|断|管|久|错|然|多于|大于|小于)|无论|没准|别的|别人|特别|级别|类别|区别|分别|性别|识别"
    r"|\bnot (?:exceed|only|more than|less than|just|above|below|over|later|before)\b"
    r"|\bno (?:more|less|later|longer|fewer|earlier|matter) than\b|\b(?:may|must|can|should|does) ?not exceed\b"
    r"|\bno matter\b|\bnot be (?:longer|larger|more|less)\b|\bwhether or not\b|\bnever exceed",
)


_RETRACTION = re.compile(
    r"\b(?:no longer|any ?more|any longer|no more(?! than)|deprecated|withdrawn|retired|obsolete|discontinued|superseded|abandoned"
    r"|dissolved|outdated|out of date|cancell?ed|abolished|scrapped|revoked|rescinded|repealed|lifted|decommissioned|reverted|rolled back"
    r"|phased out|shut down|switched off for good|never mind|disregard|used to|expired|lapsed|sunset|stopped|ended|ceased?|not true)\b"
    r"|\bforget (?:that|about|it|the)\b|\b(?:is|are) (?:gone|over|dead|history|void|wrong)\b|\b(?:was|were) wrong\b"
    r"|\b(?:was|were|has been|have been|been|got|can (?:now )?be|should be) (?:dropped|closed|removed|deleted|disbanded|dismantled|taken down|turned off|switched off)\b"
    r"|^\W*(?:drop|remove|retire|stop|scrap|ditch) (?:the|our|your|all|using|doing)\b|\bdropped the\b|\bwe (?:quit|ditched|killed)\b|\b(?:gave|given|giving) up\b|\bgot rid of\b|\bwe left\b|\b(?:moved|migrated) off\b|\bdid away with\b|\b(?:moved|switched) away from\b"
    r"|\b(?:not|un)[ -]?need(?:ed|ful)? (?:now|any)|\bunneeded\b"
    r"|不再|[不无](?:用|要|必|需)再|别再|不(?:用|必|需要|要|做|搞|办|设|发|跑|走)了|作废|废除|废弃|弃用|废止|(?:取消|撤销|停用|失效|停止|解除|过期)(?![时的后前之期键]|按钮|状态|日期|策略)"
    r"|下线了|撤掉|撤了|去掉|拿掉|删掉|砍掉|停[掉了发办跑更售播]|解散|收回|忘掉|不算数|说错了|过时|结束了|淘汰了|关停|退役|放开|免了"
    r"|已经?被?(?:停|撤|拆|关|废|删|取消|下架|下线|终止|结束)"
)

_BEFORE_A_NOUN = re.compile(r"(?:^|\b(?:the|an?|for|of|with|all|any|our|each|every)) $")
_OPPOSITE = re.compile(
    "|".join(
        rf"(?<![\w-]){re.escape(word)}(?![\w-])" if word.isascii() else re.escape(word)
        for word in sorted(OPPOSITES, key=len, reverse=True)
    )
)


def signs(text: str) -> Mapping[str, int]:
    """Return what a levelled clause affirms (1) and denies (-1); 0 for what it does both to.

    Axes of opposites stand beside the words, as `~on`. What "is forbidden" or "is off" is denied.
    """
    plain = _plain(text)
    axes = _axes(plain)
    affirmed = -1 if any(axes.get(f"~{axis}") == -1 for axis in _DENYING) else 1
    found: dict[str, int] = {}
    for start, end, sign in _stretches(plain):
        for word in _pieces(plain[start:end]):
            _note(found, word, sign if sign < 1 else affirmed)
    return found | axes


def denials(text: str) -> int:
    """Return how often a levelled clause denies: by a negation, or by a word that denies."""
    plain = _plain(text)
    opposites = [
        match
        for match in _OPPOSITE.finditer(plain)
        if OPPOSITES[match.group()][0] in _DENYING
        and OPPOSITES[match.group()][1] < 0
        and not _NEGATION.match(match.group())
        and not _is_attribute(plain, match)
    ]
    return sum(1 for _ in _NEGATION.finditer(plain)) + len(opposites)


def first_denied(text: str) -> Iterator[str]:
    """Yield what comes first after each negation: a word, or the next characters of Chinese."""
    plain = _plain(text)
    for match in _NEGATION.finditer(plain):
        rest = plain[match.end() : match.end() + _JUST_BEFORE].lstrip()
        if rest[:1] >= "\u3400":
            yield from (rest[:2], rest[:1])
        else:
            yield from words(rest)[:1]


def _plain(text: str) -> str:
    """Return a clause in small letters, with what only looks like a negation blanked."""
    return _HARMLESS.sub(lambda match: " " * len(match.group()), text.lower())


def _pieces(text: str) -> Iterator[str]:
    """Yield words, and pairs of characters where words are not known."""
    for word in words(text):
        if word.isascii():
            yield word
        else:
            yield from (word[at : at + 2] for at in range(len(word) - 1))


def _axes(plain: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for match in _OPPOSITE.finditer(plain):
        axis, sign = OPPOSITES[match.group()]
        if not _is_attribute(plain, match):
            _note(found, f"~{axis}", sign * _sign_before(plain, match))
    return found


def _is_attribute(plain: str, match: re.Match[str]) -> bool:
    """Tell `forbidden resources` from `resources are forbidden`."""
    word = match.group()
    if not (word.isascii() and word.endswith(("ed", "en", "ic"))):
        return False
    is_last = not plain[match.end() :].strip()
    return not is_last and _BE.search(plain[max(0, match.start() - 24) : match.start()]) is None


def _note(found: dict[str, int], word: str, sign: int) -> None:
    found[word] = sign if found.get(word, sign) in (sign, 0) else 0


def _stretches(plain: str) -> list[tuple[int, int, int]]:
    """Cut a clause at its negations: what follows is denied, what stands before neither way."""
    if kept_out := _OUT_OF.search(plain):
        return [(kept_out.start("what"), kept_out.end("what"), -1), (kept_out.end(), len(plain), 1)]
    starts = [match.span() for match in _negations(plain)]
    if not starts:
        return [(0, len(plain), 1)]
    reach = _REACH_ENGLISH if plain.isascii() else _REACH_CHINESE
    ends = [start for start, _ in starts[1:]] + [len(plain)]
    denied = [
        (after, min(end, after + reach), -1) for (_, after), end in zip(starts, ends, strict=True)
    ]
    return [(0, starts[0][0], 0), *denied]


def _negations(plain: str) -> list[re.Match[str]]:
    """Return what denies the words after it; what is preferred is so *over* what is not."""
    found = list(_NEGATION.finditer(plain))
    if not found and (preferred := _PREFERRED.search(plain)):
        found = list(_THAN.finditer(plain, preferred.start("than")))[:1]
    return found


def _sign_before(plain: str, match: re.Match[str]) -> int:
    """Return -1 when a negation stands just before an opposite that does not hold one itself."""
    if _NEGATION.match(match.group()):
        return 1
    before = plain[max(0, match.start() - 12) : match.start()]
    return -1 if (last := _last(_NEGATION, before)) and len(before) - last.end() <= 4 else 1


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text):  # noqa: B007 - the last one is wanted
        pass
    return found


def retracts(text: str) -> bool:
    """Say whether a levelled clause takes a statement back; an abandoned cart is only a cart."""
    plain = text.lower()
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
    """Say whether the value that starts at `at` in a levelled clause stands right after a negation."""
    plain = _plain(text)
    before = plain[max(0, at - _JUST_BEFORE) : at]
    preferred = _PREFERRED.search(plain)
    if preferred and preferred.end() <= at <= preferred.end() + _GAP:
        return True
    return (last := _last(_NEGATION, before)) is not None and len(before) - last.end() <= _GAP
