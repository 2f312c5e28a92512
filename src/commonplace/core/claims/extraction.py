"""Extract what a text claims, clause by clause, and the circumstances in which each claim holds.

Everything is found by patterns that look at a bounded stretch of text, so the time is linear in
the text.

Find negations, retractions and words that are opposites of each other.

A retraction takes a statement back without saying what holds instead. An axis of opposites has two
ends: `enabled` and `disabled`, 必填 and 选填.

Find quantities in normalized text: a number with its unit, converted to the unit's base.

`1 min` is `60 s`, `20 a second` is `1,200 per minute`, `0.6%` is `万分之六十`. A number of things is a
count of the word that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims import literals
from commonplace.core.claims import qualifiers as qualifiers_module
from commonplace.core.claims.claim import (
    FRACTIONS,
    NUMERAL_CHARS,
    SCALES,
    SPELT,
    Account,
    Claim,
    Clause,
    Qualifier,
    Statement,
    ValueKind,
    number,
    surest,
)
from commonplace.core.claims.clauses import NUMBERED, clauses, normalize_text, words
from commonplace.core.claims.qualifiers import is_default, is_example, qualifiers
from commonplace.core.claims.vocabulary import OPPOSITE_ACTIONS, OPPOSITES, UNITS, whole_or_han
from commonplace.core.values import dataclass, replace

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
    before = _plain(text)[max(0, at - _JUST_BEFORE) : at]
    if 0 <= at - _preferred_end(text) <= _GAP:
        return True
    return (last := _last(_NEGATION, before)) is not None and len(before) - last.end() <= _GAP


@lru_cache(maxsize=32)
def _preferred_end(text: str) -> int:
    """Return where a clause has named what is preferred, its end if it names nothing: each of its values asks."""
    found = _PREFERRED.search(_plain(text))
    return found.end() if found else len(text)


@lru_cache(maxsize=32)
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


SIGNS_BEFORE = "$€£¥"
TIME_UNITS = tuple(unit for unit, (dimension, _) in UNITS.items() if dimension == "time")
WHOLE = Fraction(100)
NOUN_CHARS = 40
"""The thing counted is among the two words after the number."""
_DIGITS = (
    r"\d{1,20}(?:,\d{3})*(?:\.\d{1,12})?(?: ?[万亿千百]|k\b| (?:" + "|".join(SCALES) + r")\b)?"
)
_CHINESE = f"(?<![第每周{NUMERAL_CHARS}])(?<!星期)[{NUMERAL_CHARS}]{{1,9}}(?:个半(?=[小钟星]))?"
_ONE = rf"\b(?:(?P<fraction>{'|'.join(FRACTIONS)}) )?an?\b(?= (?:hour|minute|day|week|month|year|fortnight)\b)"
_MEASURES = "个条次台位份张行页人种项遍笔封支轮核倍格维"
_UNIT = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_QUANTITY = re.compile(
    rf"(?P<sign>[{SIGNS_BEFORE}])?(?<![A-Za-z0-9_.])(?P<number>{_DIGITS}|{SPELT}|{_CHINESE}|{_ONE})"
    rf"[ -]?(?:(?P<unit>{_UNIT})(?![a-z])|(?P<measure>[{_MEASURES}]))?",
    re.IGNORECASE,
)
_EVERY = re.compile(r"\b(?:every|each) $|每隔? ?$", re.IGNORECASE)
_ONLY = re.compile(r"只|仅|唯一|即可|就够|就行")
_THING = re.compile(r" ?(?!of |or |and |more |that |is |in |to |for |day |thing)[a-z]{3,}")
_COMPOUND = re.compile(r"-[a-z]", re.IGNORECASE)
"""What follows a number that is part of a word: `two-factor` counts nothing."""
_TIME = "|".join(sorted(TIME_UNITS, key=len, reverse=True))
_PER = re.compile(
    rf"(?: ?[^\W\d]{{1,20}}\b){{0,2}} ?(?:\b(?:per|an?|each|every)\b|/|每) ?(?P<unit>{_TIME})(?![a-z])",
    re.IGNORECASE,
)
_PER_BEFORE = re.compile(r"(?:每一?|一)(?P<unit>秒|分钟|小时|天|周|个月)(?:钟)?[^\d，。,;；]{0,8}$")
_OF_TEN_THOUSAND = re.compile(r"万分之|按万分|万分比|basis point")
_TIMES = re.compile(r"(?:once|twice| ?times)\b", re.IGNORECASE)
_AND_A_HALF = re.compile(r" and a half\b", re.IGNORECASE)
_REMAINING = re.compile(r"剩余|剩下|不足|空闲|remaining|left\b|\bfree\b")


def quantities(text: str, sentence: str = "") -> Iterator[Claim]:
    """Yield the quantities of one normalized clause; the sentence may say what the numbers mean.

    The aspect is the dimension, `rate`, or `count:` and the thing counted, if one is named.
    """
    taken = 0
    for match in _QUANTITY.finditer(text):
        if match.start() < taken or not _is_meant(match):
            continue
        read = _read(match, sentence or text)
        if read is not None:
            aspect, amount, taken = read
            yield Claim(
                kind=ValueKind.QUANTITY,
                aspect=aspect,
                value=str(amount),
                text=text[match.start() : taken],
                start=match.start(),
                end=taken,
            )


def _is_meant(match: re.Match[str]) -> bool:
    """Leave out words that look like numbers: 一律, `one of them`, 统一."""
    written = match["number"].lower()
    if written[0].isdigit():
        return match.span("number") not in _numbered(match.string)
    if match["unit"]:
        return written not in ("一", "万", "千", "百") or match["unit"] not in (
            "元",
            "块",
            "度",
            "米",
        )
    if written.isascii():
        if _COMPOUND.match(match.string, match.end("number")):
            return False
        return written not in ("a", "an", "hundred", "thousand") and _counts_a_thing(match)
    return bool(match["measure"]) and (written != "一" or _is_more_than_an_article(match))


@lru_cache(maxsize=32)
def _numbered(text: str) -> frozenset[tuple[int, int]]:
    """Return where a clause has numbers that are part of a name: each of its numbers asks."""
    return frozenset(number.span(2) for number in NUMBERED.finditer(text))


def _is_more_than_an_article(match: re.Match[str]) -> bool:
    """Tell 只有一个 and 一个人 from 一个, which says no more than `a`."""
    follows = match.string[match.end() : match.end() + 1]
    return (
        match["measure"] not in "个种条份位" or follows == "人" or bool(_ONLY.search(match.string))
    )


def _counts_a_thing(match: re.Match[str]) -> bool:
    return match["number"].lower() != "one" or bool(_THING.match(match.string, match.end()))


def _read(match: re.Match[str], sentence: str) -> tuple[str, Fraction, int] | None:
    """Return what is measured, how much in base units, and where the quantity ends."""
    text = match.string
    amount = _amount(match)
    if amount is None:
        return None
    unit = (match["unit"] or match["sign"] or "").lower()
    if match["unit"] == "K":
        unit = ""
    aspect, factor = UNITS.get(unit, ("", Fraction(1)))
    end = match.end()
    if not aspect:
        if per := _PER.match(text, end):
            often = (
                "frequency"
                if _TIMES.fullmatch(match["number"]) or _TIMES.match(text, end)
                else "rate"
            )
            return often, amount / _seconds(per), per.end()
        if before := _PER_BEFORE.search(text[max(0, match.start() - 16) : match.start()]):
            return "rate", amount / _seconds(before), end
        if _OF_TEN_THOUSAND.search(sentence):
            return "percent", amount / 100, end
        if match["measure"] == "人" or text[end : end + 1] == "人":
            return "count:person", amount, end
        following = words(" ".join(text[end : end + NOUN_CHARS].split()[:2]))
        measure = (match["measure"] or "").strip("个种")
        aspect = f"count:{' '.join((measure, *following[:2])).strip()}"
    amount *= factor
    if more := _AND_A_HALF.match(text, end):
        amount, end = amount + factor / 2, more.end()
    if aspect == "time" and amount and _EVERY.search(text[: match.start()]):
        return "frequency", 1 / amount, end
    if aspect == "percent" and _REMAINING.search(sentence):
        amount = WHOLE - amount
    return aspect, amount, end


def _amount(match: re.Match[str]) -> Fraction | None:
    written = match["number"].lower()
    if written.endswith(("a", "an")) and written.isascii():
        return FRACTIONS.get(match["fraction"] or "", Fraction(1))
    return number(written)


def _seconds(match: re.Match[str]) -> Fraction:
    return UNITS[match["unit"].lower()][1]


MOST_CLAUSES = 120
"""So many clauses are read one by one; of what follows only the words are known."""
MOST_WORDED = 2_000
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,15}://\S{1,500}")


@lru_cache(maxsize=16)
def extract_claims(title: str, body: str) -> Account:
    """Return what a text says, clause by clause; a candidate is read once for all its neighbours."""
    said: list[Statement] = []
    setting: _SentenceContext | None = None
    pieces = clauses(title, body)
    for clause in pieces[:MOST_CLAUSES]:
        if setting is None or setting.sentence != clause.sentence:
            setting = _sentence_context(normalize_text(title), clause.sentence)
        said.append(_statement(clause, setting))
    known = frozenset(word for one in said for word in one.context) | _words_after(pieces)
    return Account(
        text=normalize_text(f"{title}\n{body}").lower(), words=known, statements=tuple(said)
    )


def _words_after(pieces: tuple[Clause, ...]) -> frozenset[str]:
    """Return the words of what is not read clause by clause."""
    after = pieces[MOST_CLAUSES : MOST_CLAUSES + MOST_WORDED]
    return frozenset(word for clause in after for word in words(clause.text))


@dataclass(frozen=True, slots=True)
class _SentenceContext:
    """What all clauses of a sentence have in common; worked out once for all of them."""

    sentence: str
    words: frozenset[str]
    qualifiers: frozenset[Qualifier]
    of_title: frozenset[Qualifier]
    is_default: bool
    is_example: bool


def _sentence_context(title: str, sentence: str) -> _SentenceContext:
    plain = _URL.sub(" ", sentence)
    around = f"{title}\n{plain}"
    return _SentenceContext(
        sentence=sentence,
        words=frozenset(words(around)),
        qualifiers=qualifiers(plain),
        of_title=qualifiers(title),
        is_default=is_default(around),
        is_example=is_example(around),
    )


def _statement(clause: Clause, setting: _SentenceContext) -> Statement:
    return Statement(
        clause=clause,
        claims=_claims(clause),
        context=setting.words,
        qualifiers=_circumstances(_URL.sub(" ", clause.text), setting),
        is_retraction=retracts(clause.text),
        is_default=setting.is_default,
        is_example=setting.is_example,
    )


def _circumstances(clause: str, setting: _SentenceContext) -> frozenset[Qualifier]:
    """Return when a clause holds: what it says itself, else its sentence; else the title."""
    own = qualifiers(clause) or setting.qualifiers
    groups = {one.group for one in own}
    return own | {one for one in setting.of_title if one.group not in groups}


def _claims(clause: Clause) -> tuple[Claim, ...]:
    read = (_as_written(claim, clause) for claim in surest(_found(clause)))
    return tuple(sorted(read, key=lambda claim: claim.start))


def _as_written(claim: Claim, clause: Clause) -> Claim:
    return replace(
        claim.moved(clause.start),
        text=clause.text[claim.start : claim.end],
        is_affirmed=not is_denied(clause.text, claim.start),
    )


def _found(clause: Clause) -> Iterator[Claim]:
    """Yield every value, the surest readings first."""
    text = clause.text
    yield from literals.urls(text)
    yield from literals.hosts(text)
    yield from literals.ports(text)
    yield from literals.paths(text)
    yield from literals.dates(text)
    yield from literals.clocks(text, clause.sentence)
    yield from qualifiers_module.members(text)
    yield from literals.versions(text)
    yield from quantities(text, clause.sentence)
    yield from qualifiers_module.names(text)
    yield from literals.code_spans(text)
    yield from literals.identifiers(text)
