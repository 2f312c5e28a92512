"""Find times of day and dates in levelled text, in one normal form: `15:00`, `2024-03-01`, `03-11`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from commonplace.core.claiming.numerals import ENGLISH, NUMERAL_CHARS, number
from commonplace.core.claims import Claim, ClaimKind, found

_MONTHS = "january february march april may june july august september october november december"
MONTH_NUMBER = {name: at for at, name in enumerate(_MONTHS.split(), 1)} | {
    name[:3]: at for at, name in enumerate(_MONTHS.split(), 1)
}
_MONTH = "|".join(sorted(MONTH_NUMBER, key=len, reverse=True))
_HOURS = "|".join(word for word, value in ENGLISH.items() if 1 <= value <= 12 and word != "dozen")
_CHINESE = rf"(?:\d{{1,2}}|[{NUMERAL_CHARS}]{{1,3}})"
_DATES = (
    re.compile(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<m>{_MONTH})\b(?:,? (?P<y>\d{{4}}))?"
    ),
    re.compile(rf"\b(?P<m>{_MONTH}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<y>\d{{4}}))?"),
    re.compile(r"(?:(?P<y>\d{4}) ?年 ?)?(?P<m>\d{1,2}) ?月 ?(?P<d>\d{1,2}) ?[日号]"),
)
_CLOCKS = (
    re.compile(r"(?<![\d:.])(?P<h>[01]?\d|2[0-3]):(?P<m>[0-5]\d)(?::[0-5]\d)?(?: ?(?P<half>am|pm))?(?![\d:])"),
    re.compile(r"\b(?P<h>1[0-2]|[1-9]) ?(?P<half>am|pm)\b"),
    re.compile(rf"\b(?P<shift>half past|quarter past|quarter to) (?P<word>{_HOURS}|\d{{1,2}})(?: (?:o'clock|in the (?P<half>morning|afternoon|evening)|(?P<meridiem>am|pm)))?"),
    re.compile(rf"\b(?P<word>{_HOURS}) (?:o'clock|in the (?P<half>morning|afternoon|evening))"),
    re.compile(r"\b(?P<named>noon|midnight|正午|午夜)\b"),
    re.compile(rf"(?P<half>上午|早上|凌晨|下午|晚上|傍晚)?(?P<h>{_CHINESE})点(?:钟|整)?(?:(?P<thirty>半)|(?P<m>{_CHINESE})分)?(?!击|选|赞|开)"),
)  # fmt: skip
_SHIFTS = {"half past": 30, "quarter past": 15, "quarter to": -15}
_LATE = ("pm", "afternoon", "evening", "下午", "晚上", "傍晚")
_ZONES = (
    (re.compile(r"北京时间|beijing|china time|utc\+8|东八区|singapore", re.IGNORECASE), 8 * 60),
    (re.compile(r"\butc\b|\bgmt\b|世界时", re.IGNORECASE), 0),
)


def dates(text: str) -> Iterator[Claim]:
    """Yield the days that a levelled clause names."""
    for pattern in _DATES:
        for match in pattern.finditer(text.lower()):
            month = MONTH_NUMBER.get(match["m"]) or int(match["m"])
            day = f"{month:02d}-{int(match['d']):02d}"
            value = f"{match['y']}-{day}" if match["y"] else day
            yield found(ClaimKind.DATE, "date", value, match)


def clocks(text: str, sentence: str = "") -> Iterator[Claim]:
    """Yield the times of day of a levelled clause, in UTC (`clock-utc`) where a zone is named."""
    taken: set[int] = set()
    for pattern in _CLOCKS:
        for match in pattern.finditer(text.lower()):
            if not taken.isdisjoint(range(*match.span())):
                continue
            minutes = _minutes(match.groupdict())
            if minutes is not None:
                taken.update(range(*match.span()))
                yield found(ClaimKind.TIME, *_zoned(minutes, sentence or text), match)


def _minutes(parts: dict[str, str | None]) -> int | None:
    if named := parts.get("named"):
        return 0 if named in ("midnight", "午夜") else 12 * 60
    hour = number(parts.get("h") or parts.get("word") or "")
    minute = number(parts.get("m") or "0")
    if hour is None or minute is None or not 0 <= hour <= 24:
        return None
    half = parts.get("half") or parts.get("meridiem")
    late = 12 if half in _LATE and hour < 12 else 0
    shift = 30 if parts.get("thirty") else _SHIFTS.get(parts.get("shift") or "", 0)
    return int(hour + late) * 60 + int(minute) + shift


def _zoned(minutes: int, around: str) -> tuple[str, str]:
    for zone, ahead in _ZONES:
        if zone.search(around):
            utc = (minutes - ahead) % (24 * 60)
            return "clock-utc", f"{utc // 60:02d}:{utc % 60:02d}"
    return "clock", f"{minutes // 60:02d}:{minutes % 60:02d}"
