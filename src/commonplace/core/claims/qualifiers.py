"""Find what sets two statements apart that would otherwise contradict each other.

Port 6001 and port 6002 are both right when one is staging and the other production. Groups are
closed lists of values that exclude each other; a mark says that a statement is an exception, a
default or an example; cues say how a statement relates to others: a correction, an event, a bound.
"""

from __future__ import annotations

from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Qualifier
from commonplace.core.claims.literals import dates
from commonplace.core.claims.vocabulary import QUALIFIERS, STANCE_WORDS, whole_or_han

_MONTH_NAMES = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
)
_PATTERNS = {
    "bound": re.compile(
        r"\bat (?:most|least)\b|\bup to\b|\blimit|\bmax|\bmin|\b(?:no more|less|fewer|more|longer) than\b|\bsmaller\b|\blarger?\b"
        r"|\bcap(?:ped)?\b|\bwithin\b|\bas many as\b|\bor more\b|\bbelow\b|\bunder\b"
        r"|[上下]限|最[多少大小长短高低]|[至不][少多低]于?|不(?:得)?(?:超过|少于)|以内|超过"
    ),
    "event": re.compile(
        r"\b(?:yesterday|last (?:night|week|month|year|mon|tue|wed|thu|fri|sat|sun)\w*|this morning|once on|that day|during (?:the|last))\b"
        r"|昨天|昨晚|上周|上个?月|那天|当天|当晚|今天|那次|一度|事故|故障"
    ),
    "period": re.compile(
        rf"\b(?:from|between) [^.;\n]{{2,20}} (?:to|until|till|and) |\b(?:until|since|during|throughout|as of) |\bin (?:{_MONTH_NAMES}|20\d\d)"
        r"|月[^。]{0,6}[到至]|期间|[年月日]起|[年月]前|之前|上半年|下半年|季|\b20[12]\d\b"
    ),
    "exception": re.compile(
        r"\bexcept|\bexempt|\boverrid|\bspecial|\bbut not\b|例外|除外|除了|覆盖|单独|特批|特例"
    ),
    "condition": re.compile(
        r"\b(?:don'?t|do not|never|not|no|nothing|nobody)\b[^.;\n]{0,60}\b(?:until|unless|without|before)\b|\bonly (?:after|once|when|if)\b"
        r"|(?:不要|别|不能|不得|不许|不准|没有?|未)[^。；;\n]{0,24}(?:之前|以前|前不|就不|就别|除非|不能|不得|不许|不准)|[先后]才|才能|才可|才会"
    ),
    "own setting": re.compile(
        r"\bits own\b|\btheir own\b|\binstead of the (?:shared |global |usual )?default|\bover the (?:shared |global |usual )?default|\boverrid|\boverrul"
        r"|\bsets? it to\b|\bon top of the\b|自己(?:的|设|配|改|定)|自行|单独(?:设|配|改)|覆盖|没用.{0,8}默认|不用.{0,6}默认|改成自己"
    ),
    "correction": re.compile(
        r"\b(?:correction|i was wrong|was wrong|mistaken|not true|turns out|in fact|actually|contrary)\b"
        r"|更正|纠正|撤回|说错|有误|不成立|其实|搞错|记错|误读|不对"
    ),
    **STANCE_WORDS,
}
_YEAR = re.compile(
    r"\b(?:in|during|for|until|since|of|through|by|from)\b (?:the )?(?:(?:year|end|start|spring|summer|autumn|winter|early|late|mid) ?(?:of )?)?(?P<year>(?:19|20)\d\d)\b"
    r"|(?P<also>(?:19|20)\d\d) ?年|\b[a-z]{3,9} (?P<dated>20\d\d)\b"
)
_MONTHS = "january february march april june july august september october november december"
_MONTH = re.compile(
    rf"\b(?P<word>{_MONTHS.replace(' ', '|')}|(?<=in )may|(?<=from )may|(?<=since )may|(?<=until )may|(?<=\d )may)\b|(?<!\d)(?P<number>\d{{1,2}}|[一二三四五六七八九十]{{1,2}}) ?月(?:份|底|初|起|那次|的那次|那回)"
)
_RANGED = re.compile(
    r"(?:\b(?:on|in|for|with|under|since|up to|until|before|from|below|above|still on)\b |)"
    r"(?P<product>\b[A-Za-z][A-Za-z+#.-]{1,20}|安卓|主机|版本) ?v?(?P<version>\d{1,3}(?:\.\d{1,3}){0,2})(?![\d.%])"
    r" ?(?P<after>and (?:older|newer|later|earlier|below|above|up)|or (?:older|newer|later|earlier)|及以[下上前后]|以[下上前后]|起|之前|之后|的|上|系列|版|[a-z]{3,}s\b)?",
    re.IGNORECASE,
)
_PREPOSITIONS = frozenset(
    [
        "on",
        "in",
        "for",
        "with",
        "under",
        "since",
        "up",
        "to",
        "until",
        "before",
        "from",
        "below",
        "above",
        "still",
        "at",
        "of",
        "by",
        "least",
        "most",
        "than",
        "after",
        "about",
        "every",
    ]
)
_NOT_VERSIONED = frozenset(
    {"vlan", "port", "rack", "room", "floor", "page", "line", "step", "level", "tier"}
)
"""What is numbered and has no versions: two numbers of it are two values."""
FIRST_WORDS = 12
"""A circumstance that opens a clause stands within so many characters."""
_EARLIER = re.compile(
    r"\b(?:before|below|until|prior to|(?:older|earlier|lower) than)(?: (?:the )?[a-z]{2,12})? v?(?P<before>\d[\d.]{0,8})\b"
    r"|\b(?P<and>\d[\d.]{0,8}) (?:and|or) (?:older|earlier|below|lower)\b"
    r"|(?P<chinese>\d[\d.]{0,8})(?: ?版本?)? ?(?:及?以下|及?之前|及?以前)",
)
_LATER = re.compile(
    r"\b(?:from|since|(?:newer|later) than|starting with)(?: (?:the )?[a-z]{2,12})? v?(?P<after>\d[\d.]{0,8})\b"
    r"|\b(?P<and>\d[\d.]{0,8}) (?:and|or) (?:newer|later|above|up|higher)\b|\b(?P<on>\d[\d.]{0,8}) on(?:wards)?\b"
    r"|(?P<chinese>\d[\d.]{0,8})(?: ?版本?)? ?(?:及?以上|及?之后|及?以后|起|开始)",
)
_OPENING_VERSION = re.compile(
    r"^\W*(?:in |on |with )?(?:[a-z]{2,20} )?(?:version |v)(?P<number>\d[\d.]{0,8})(?=:| [a-z]{3,}|[^\W\d_]| [\u3400-\u9fff])"
)
_ORDINAL = re.compile(
    r"第 ?(?P<at>[一二三四五六七八九十\d]{1,3}) ?(?P<of>[周天次步批轮期年版]|阶段|季度|个月)"
)
_VERSION_OF = re.compile(
    r"\b(?:version |v)(\d[\d.]{0,8}) of\b|\b(\d{1,3}(?:\.\d{1,3})?\.x)(?![\w.])"
)
_SCOPED = re.compile(
    r"^(?:on|in|for|with|under|since|up to|until|before|from|below|above|still on)\b", re.IGNORECASE
)
_DEMANDED = re.compile(
    r"requires?|minimum|at least|最低|至少|需要|要求|supports?|支持|target|upgraded|升级|基于|现在是|built (?:on|with)|runs? on|uses?\b",
    re.IGNORECASE,
)
_DEFAULT = re.compile(
    r"\bby default\b|\bdefaults?\b|\bgeneral(?:ly)?\b|\bnormally\b|\busually\b|默认|缺省|一般|通常"
)
_EXAMPLE = re.compile(
    r"\bfor example\b|(?<![.\w])examples?\b(?!\.)|\be\.g\.|\bsuppose\b|\bsay (?:an?|the|you|we)\b|\billustrat|\bimagine\b|\bplaceholder\b|\bif\b.{0,60}\bwould\b"
    r"|例如|比如|举例|示例|假设|样例|譬如|打个比方"
)
_EVENT = re.compile(
    r"\b(?:was|were) (?:down|out|lost|offline|hit|broken|unavailable|slow)\b|\boutage\b|\bincident\b|\bhappened\b|\boccurred\b|\bfailed on\b|\bcrashed\b|\btook place\b|\bcaused\b"
    r"|宕机|故障|中断|事故|发生|中断了|挂了|出了问题"
)
_ON_A_DAY = re.compile(
    r"\b(?:on|last|this) ((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|((?:上|本|这)?周[一二三四五六日])"
)
_NO_SUFFIX = r"|\.\w"


@lru_cache(maxsize=1_024)
def speaks_of(what: str, text: str) -> bool:
    """Say whether a normalized text in small letters has words of a `bound`, an `event`, a `period` ..."""
    return _PATTERNS[what].search(text) is not None


_QUALIFIER_OF = {
    word: Qualifier(group, value) for (group, value), words in QUALIFIERS.items() for word in words
}
_SPELT = re.compile(rf"(?<!\.)(?:{whole_or_han(_QUALIFIER_OF, after=_NO_SUFFIX)})")


def qualifiers(text: str) -> frozenset[Qualifier]:
    """Return the circumstances that a normalized sentence names."""
    lower = text.lower()
    found = {_QUALIFIER_OF[match.group()] for match in _SPELT.finditer(lower)}
    found |= {Qualifier("year", year) for year in _years(lower)}
    found |= {
        Qualifier("month", match["word"] or match["number"]) for match in _MONTH.finditer(lower)
    }
    if _EVENT.search(lower):
        found |= {Qualifier("event", moment.value) for moment in dates(lower)}
        found |= {Qualifier("event", day[1] or day[2]) for day in _ON_A_DAY.finditer(lower)}
    found |= {Qualifier("version", match[1] or match[2]) for match in _VERSION_OF.finditer(lower)}
    if (opening := _OPENING_VERSION.match(lower)) and not _DEMANDED.search(lower):
        found.add(Qualifier("version", opening["number"]))
    found |= {Qualifier("range", end) for end in _ends(lower)}
    found |= {Qualifier(f"ordinal:{m['of']}", m["at"]) for m in _ORDINAL.finditer(lower)}
    return frozenset(found | _version_ranges(text))


def _ends(lower: str) -> list[str]:
    """Return on which side of a version, a build or a date a sentence holds."""
    return [
        end for end, pattern in (("earlier", _EARLIER), ("later", _LATER)) if pattern.search(lower)
    ]


def _years(lower: str) -> list[str]:
    return [m["year"] or m["also"] or m["dated"] for m in _YEAR.finditer(lower)]


def _version_ranges(text: str) -> set[Qualifier]:
    demanded = _DEMANDED.search(text) is not None
    return {
        Qualifier(f"version:{match['product'].lower()}", match["version"])
        for match in _RANGED.finditer(text)
        if match["product"].lower() not in _PREPOSITIONS | _NOT_VERSIONED
        and _is_scope(match, demanded)
    }


def _is_scope(match: re.Match[str], demanded: bool) -> bool:
    """Tell `on Django 4.1 set ...` from `requires Django 4.1`."""
    if _SCOPED.match(match.group()) and (match.start() < FIRST_WORDS or not demanded):
        return True
    after = match["after"] or ""
    if after.isalpha() and after.isascii():
        return match["product"][0].isupper() and (not demanded or match.start() == 0)
    return bool(after) and not demanded


def apart(one: frozenset[Qualifier], other: frozenset[Qualifier]) -> str:
    """Return the group in which the circumstances of two statements exclude each other, or ``""``."""
    for group in sorted({q.group for q in one} & {q.group for q in other}):
        if not {q for q in one if q.group == group} & {q for q in other if q.group == group}:
            return group
    return ""


def is_example(text: str) -> bool:
    """Say whether a normalized text is an illustration, which binds nobody."""
    return _EXAMPLE.search(text.lower()) is not None


def is_default(text: str) -> bool:
    """Say whether a normalized text speaks of what holds where nothing else is said."""
    return _DEFAULT.search(text.lower()) is not None
