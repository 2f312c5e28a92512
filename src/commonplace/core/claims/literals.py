"""Find what must be kept letter for letter (URLs, paths, versions, identifiers, code), dates and times of day.

Dates and times are brought to one normal form: `15:00`, `2024-03-01`, `03-11`.
"""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import ENGLISH, NUMERAL_CHARS, Claim, ValueKind, found, number
from commonplace.core.claims.clauses import NUMBERED
from commonplace.core.claims.vocabulary import LABELLED, NOT_PRODUCTS

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
_FENCES = ("```", "~~~")
_MARGINS = ("    ", "\t")
_CODE_SPAN = re.compile(r"`(?P<code>[^`\n]{1,200})`")
# In texts of one width a comma of Chinese looks like one of an address: it ends it before a character.
_URL = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,15}://(?:(?![,;:!?][\u3400-\u9fff])[^\s<>\"'`）)，。；」”]){1,500}",
    re.IGNORECASE,
)
_PHONE = re.compile(
    r"(?<![\w.-])(?:\+\d{1,3}[ -])?\d{2,5}[- ]\d{3,4}[- ]\d{3,4}(?![\w-])", re.ASCII
)
_IP = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]\w)", re.ASCII)
_MAIL = re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}", re.ASCII)
_HOST = re.compile(
    r"(?<![\w@/.-])(?:[a-z0-9-]{1,63}\.){1,5}(?:com|org|net|io|dev|cn|example|internal|local|svc|app|ai)\b(?:/[\w./-]{0,100})?",
    re.ASCII,
)
_PATH = re.compile(
    r"(?<![\w:/.<])(?:~?/|\.{1,2}/|[A-Za-z]:\\)[\w.~*{}<>@%+\\/-]{1,200}"
    r"|(?<![\w:/])[\w.-]{1,60}(?:/[\w.*{}-]{1,60}){1,8}\.\w{1,8}\b"
    r"|(?<![\w./])\.[a-z][\w-]{2,40}\b",
    re.ASCII,
)
_VERSION = re.compile(
    r"(?P<product>\b[A-Za-z][A-Za-z+#.-]{1,30})(?: version(?: is)?)? ?(?P<bound>>=?|<=?|≥|≤|\^|~)? ?v?(?P<number>\d{1,4}(?:\.\d{1,5}){0,3}(?:-?(?:rc|beta|alpha)\d*)?)(?![\d.%:\w])"
    r"|\bv?(?P<bare>\d{1,4}(?:\.\d{1,5}){2,3}(?:-[\w.]{1,20})?)\b",
    re.ASCII,
)
_PORT = re.compile(
    r"(?:\bports?\b|端口号?|listens? (?:on|at)|监听|localhost|127\.0\.0\.1)[ :：的为是在于改到成=了]{0,5}(?:now )?(?P<port>\d{2,5})(?![\d.%])"
    r"|(?P<before>\d{2,5}) ?(?:端口|\bport\b)|(?<=[a-z\d]):(?P<colon>\d{4,5})(?!\d)"
    r"|\bport\b[^\d\n.]{0,20}\b(?P<far>\d{4,5})(?![\d.%])"
    r"|\b(?:connect|reach|serve|run|bind|expose|answer|listen)(?:s|ed|es|ing)?\b[^\d\n.]{0,40}\b(?:on|at) :?(?P<on>\d{4,5})(?![\d.%:/-]| ?[a-zA-Z%])"
    r"|(?:跑在|开在|起在|暴露在|绑定在?|连|访问) ?(?P<at>\d{4,5})(?![\d.%]| ?[个条次人元年])",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"\b[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b"
    r"|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|#[a-z][\w-]{1,40}",
    re.ASCII,
)
_BOUNDS = {">": ">=", ">=": ">=", "≥": ">=", "^": ">=", "~": ">=", "<": "<=", "<=": "<=", "≤": "<="}
_NUMBERED_THINGS = frozenset(LABELLED)


def dates(text: str) -> Iterator[Claim]:
    """Yield the days that a normalized clause names."""
    for pattern in _DATES:
        for match in pattern.finditer(text.lower()):
            month = MONTH_NUMBER.get(match["m"]) or int(match["m"])
            day = f"{month:02d}-{int(match['d']):02d}"
            value = f"{match['y']}-{day}" if match["y"] else day
            yield found(ValueKind.DATE, "date", value, match)


def clocks(text: str, sentence: str = "") -> Iterator[Claim]:
    """Yield the times of day of a normalized clause, in UTC (`clock-utc`) where a zone is named."""
    taken: set[int] = set()
    for pattern in _CLOCKS:
        for match in pattern.finditer(text.lower()):
            if not taken.isdisjoint(range(*match.span())):
                continue
            minutes = _minutes(match.groupdict())
            if minutes is not None:
                taken.update(range(*match.span()))
                yield found(ValueKind.TIME, *_zoned(minutes, sentence or text), match)


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


def code_blocks(text: str) -> Iterator[Claim]:
    """Yield fenced and indented code; what is compared is the code without its margins."""
    at, start, fence = 0, 0, ""
    code: list[str] = []
    for line in text.splitlines(keepends=True):
        mark = line.lstrip()[:3]
        is_fence = mark in _FENCES and fence in ("", mark)
        if (is_fence or not (fence or line.startswith(_MARGINS))) and code:
            yield _block(code, start, at)
            code = []
        if is_fence:
            fence = "" if fence else mark
        elif (fence or line.startswith(_MARGINS)) and line.strip():
            start = start if code else at
            code.append(line.strip())
        at += len(line)
    if code:
        yield _block(code, start, at)


def _block(lines: list[str], start: int, end: int) -> Claim:
    code = "\n".join(lines)
    return Claim(kind=ValueKind.CODE, aspect="code", value=code, text=code, start=start, end=end)


def code_spans(text: str) -> Iterator[Claim]:
    """Yield what stands between backticks."""
    for match in _CODE_SPAN.finditer(text):
        yield found(ValueKind.CODE, "code", match["code"].strip(), match)


def urls(text: str) -> Iterator[Claim]:
    """Yield addresses, without a trailing stop or slash and with the host in lower case."""
    for match in _URL.finditer(text):
        scheme, _, rest = match.group().rstrip(".,;:!?/").partition("://")
        host, slash, path = rest.partition("/")
        address = f"{scheme}://{host}".lower() + slash + path
        yield found(ValueKind.URL, "url", address, match)


def hosts(text: str) -> Iterator[Claim]:
    """Yield addresses without a scheme, those of mail, and telephone numbers."""
    for match in _MAIL.finditer(text):
        yield found(ValueKind.URL, "mail", match.group().lower(), match)
    for match in _IP.finditer(text):
        yield found(ValueKind.URL, "ip", match.group(), match)
    for match in _PHONE.finditer(text):
        digits = "".join(filter(str.isdigit, match.group()))
        yield found(ValueKind.URL, "phone", digits, match)
    for match in _HOST.finditer(text):
        yield found(ValueKind.URL, "url", match.group().rstrip("./").lower(), match)


def paths(text: str) -> Iterator[Claim]:
    """Yield paths of files and of endpoints."""
    for match in _PATH.finditer(text):
        value = match.group().rstrip(".,;:/")
        if len(value) > 1:
            yield found(ValueKind.PATH, "path", value, match)


def ports(text: str) -> Iterator[Claim]:
    """Yield the numbers that are called ports."""
    for match in _PORT.finditer(text):
        group = next(name for name in _PORT.groupindex if match[name])
        yield found(ValueKind.PORT, "port", match[group], match, group)


def versions(text: str) -> Iterator[Claim]:
    """Yield versions with the product they are of, where one is named."""
    for match in _VERSION.finditer(text):
        product = (match["product"] or "").lower().rstrip("-.")
        value = match["number"] or match["bare"]
        if product in ("v", "version", "") and "." in value:
            yield found(ValueKind.VERSION, "version:", value, match)
        elif match["product"] and product not in NOT_PRODUCTS and _is_product(match):
            bounded = _BOUNDS.get(match["bound"] or "", "") + value
            yield found(ValueKind.VERSION, f"version:{product}", bounded, match, "number")


def admits(bound: str, version: str) -> bool:
    """Say whether a version lies within what another claim asks for: `>=18` admits `20`."""
    asked, given = bound.lstrip("<>="), version.lstrip("<>=")
    if asked == given or asked.startswith(f"{given}.") or given.startswith(f"{asked}."):
        return True
    if bound[:2] == version[:2] and bound[:1] in (">", "<"):
        return False  # two lower bounds, or two upper ones: each denies the other
    return (
        _order(given) > _order(asked)
        if bound[:1] == ">"
        else (bound[:1] == "<" and _order(given) < _order(asked))
    )


def _order(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def _is_product(match: re.Match[str]) -> bool:
    """Tell `Python 3.12` and `iOS 16` from `waits 30`: a name has a capital, or the number a dot."""
    name = match["product"].lower()
    if name in _NUMBERED_THINGS or name in MONTH_NUMBER or len(match["number"]) == 4:
        return False
    return any(map(str.isupper, match["product"])) or "." in match["number"]


def identifiers(text: str) -> Iterator[Claim]:
    """Yield names of code: snake_case, camelCase, dotted names, CONSTANTS, #channels."""
    for match in _IDENTIFIER.finditer(text):
        yield found(ValueKind.IDENTIFIER, "identifier", match.group(), match)


def labels(text: str) -> Iterator[Claim]:
    """Yield things with their numbers, `floor 3`, whose numbers are no quantities."""
    for match in NUMBERED.finditer(text):
        yield found(ValueKind.IDENTIFIER, "label", f"{match[1].lower()} {match[2]}", match)
