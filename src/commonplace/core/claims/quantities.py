"""Find quantities in normalized text: a number with its unit, converted to the unit's base.

`1 min` is `60 s`, `20 a second` is `1,200 per minute`, `0.6%` is `万分之六十`. A number of things is a
count of the word that follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Claim, ClaimKind
from commonplace.core.claims.clauses import NUMBERED, words
from commonplace.core.claims.numerals import FRACTIONS, NUMERAL_CHARS, SCALES, SPELT, number
from commonplace.core.claims.vocabulary import UNITS

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
                kind=ClaimKind.QUANTITY,
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
        return not any(
            number.span(2) == match.span("number") for number in NUMBERED.finditer(match.string)
        )
    if match["unit"]:
        return written not in ("一", "万", "千", "百") or match["unit"] not in (
            "元",
            "块",
            "度",
            "米",
        )
    if written.isascii():
        return written not in ("a", "an", "hundred", "thousand") and _counts_a_thing(match)
    return bool(match["measure"]) and (written != "一" or _is_more_than_an_article(match))


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
