"""Find what sets two statements apart that would otherwise contradict each other.

Port 6001 and port 6002 are both right when one is staging and the other production. Groups are
closed lists of values that exclude each other; a mark says that a statement is an exception, a
default or an example; cues say how a statement relates to others: a correction, a condition.

Find choices in normalized text: a member of a family, a named thing that is used, a person asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Claim, Qualifier, ValueKind, found
from commonplace.core.claims.literals import dates
from commonplace.core.claims.vocabulary import (
    FAMILIES,
    ORDINARY_MEMBERS,
    PREPOSITIONS,
    QUALIFIERS,
    SAME_MEMBER,
    STANCE_WORDS,
    whole_or_han,
)

FAMILIES_OF: dict[str, tuple[str, ...]] = {}
"""Every member with its families: Cloudflare answers for names, and serves pages."""
for _family, _members in FAMILIES.items():
    for _each in _members:
        FAMILIES_OF[_each] = (*FAMILIES_OF.get(_each, ()), _family)
FREQUENCIES = {
    name: str(Fraction(1, seconds))
    for name, seconds in {
        "hourly": 3_600, "daily": 86_400, "weekly": 604_800, "fortnightly": 1_209_600,
        "monthly": 2_592_000, "quarterly": 7_776_000, "yearly": 31_536_000,
    }.items()
}  # fmt: skip
"""How often in a second: `weekly` is `every 7 days`."""
_MEMBER = re.compile(whole_or_han(FAMILIES_OF, joint="[- ]", plural="s?", after=r"|\.\w"))
_SIDE_BY_SIDE = frozenset({"tongue", "chat", "config format"})
_WEEKDAY = re.compile(r"(?:每?星期|每?礼拜|周|每逢周)(?P<day>[一二三四五六日天])(?!次|期|遍)")
_EVERY_OTHER = re.compile(
    r"(?P<often>every (?:second|other)|双周|隔周)(?= (?:week|[a-z]{3,6}day)\b|(?<=周))"
)
_REGION = re.compile(r"(?<![\w-])[a-z]{2}-(?:[a-z]+-){1,2}\d(?![\w-])")
_NAME = r"(?P<name>`[^`\n]{1,40}`|[A-Z][A-Za-z0-9_.+#-]{1,30}|[a-z]+[A-Z0-9_][A-Za-z0-9_.-]{0,30})"
_USED = re.compile(
    r"\b(?:[Uu]se[sd]?|[Uu]sing|[Pp]refers?|[Aa]dopt(?:s|ed)?|[Cc]h[oo]{1,2}sen?|[Pp]ick(?:ed)?|[Gg]o with|(?:switched|moved?|migrated|changed) to|based on|built (?:on|with)|written in|runs? on|hosted (?:on|by|at)|stored in|goes? (?:to|through)|via|sent to|take|is now|are now|signed with)\s+(?:the |an? |now )?"
    + _NAME
)
_USED_CHINESE = re.compile(
    r"(?:使用|采用|改用|选用|换成|改成|改为|迁到|迁移到|切到|换到|基于|为|用|走|是|发到|放在|托管在)\s*(?:了|的是)?\s*(?P<name>[A-Za-z][A-Za-z0-9_.+#/-]{1,30})"
)
_TIME_NEXT = re.compile(
    r" {0,2}(?:早上|上午|中午|下午|晚上|凌晨)? {0,2}[\d一二三四五六七八九十]{1,3} ?[点时:：]"
)
_BEFORE_A_TOOL = re.compile(
    r"\b(?:use[sd]?|using|with|via|through|called|named|branch (?:is|to|called|named))$|(?:用|使用|走|换成|改用|切到|分支是|叫)$",
    re.IGNORECASE,
)
_PREFERRED = re.compile(
    r"\bprefer(?:s|red)? (?P<name>[\w-]{2,30}(?: [\w-]{2,30}){0,2}?) (?:over|to|rather than) "
    r"|(?:更喜欢|优先用|优先选|偏好|宁可用) ?(?P<also>[\w-]{1,20}?) ?(?:而不是|而非|胜过|优于|，?不用)",
    re.IGNORECASE,
)
_PERSON = r"(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_ASKED = re.compile(
    r"\b(?:[Aa]sk|[Cc]ontact|[Pp]ing|[Cc]all|[Tt]alk to|[Oo]wner(?: is|:)|owned by|led by|maintained by|approved by|reviewed by|handled by|belongs to|assigned to|go(?:es)? to|turn to|report(?:s)? to|managed by|run by|signed off by)\s+"
    + _PERSON
    + r"|\b(?P<before>(?!Who\b|What\b|The\b|It\b|He\b|She\b|This\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:now )?(?:owns|leads|maintains|approves|handles|manages|is responsible|is in charge|looks after|takes over)\b"
)
_ASKED_CHINESE = re.compile(
    r"(?:找|联系人(?:是|为|:|换成)|联系|对接人(?:是|为|:|换成)|负责人(?:是|为|:|换成)|由|归|交给|问)\s*(?P<name>[\u4e00-\u9fff]{2,3}?)(?=负责|来|对接|统一|维护|审批|审核|处理|管|跟进|接手|值班|确认|$|[，。,;；\s、])"
)
_NOT_EXCLUSIVE = re.compile(
    r"\balso\b|\bas well\b|\bcan be\b|\bavailable\b|\bsupports?\b|\badditionally\b|\btoo\b|\bin addition\b|\bwent online\b|\bcontains?\b|\bincludes?\b|也|还可以|同时|支持|另外|包含|包括|均可|都可以"
)
_ADDED = re.compile(
    r"\balso\b|\bas well\b|\btoo\b|\bin addition\b|\badditionally\b|\bon top of\b|\bbesides\b|另外|新增|还(?:可以|支持|有|能)|也(?:支持|有|用)|除此之外|同时也"
)
_REPLACED = re.compile(
    r"\b(?:now|from now on|as of|(?:switched|changed) (?:to|from)|moved to|t(?:ook|akes|aken) over|migrated (?:to|from)|replaced (?:by|with))\b"
    r"|改用|改成|改为|改由|换成|换到|迁到|现在|起改|切到|接手"
)


def members(text: str) -> Iterator[Claim]:
    """Yield the members of known families that a normalized clause names."""
    lower = text.lower()
    for match in _WEEKDAY.finditer(lower):
        day = "周日" if match["day"] == "天" else f"周{match['day']}"
        yield found(ValueKind.CHOICE, "weekday", SAME_MEMBER[day], match)
    for match in _EVERY_OTHER.finditer(lower):
        yield found(ValueKind.CHOICE, "frequency", FREQUENCIES["fortnightly"], match, "often")
    for match in _REGION.finditer(lower):
        yield found(ValueKind.CHOICE, "region", match.group(), match)
    for match in _MEMBER.finditer(lower):
        word = _member(match.group())
        if word in ORDINARY_MEMBERS and not _is_name(text, match):
            continue
        value = SAME_MEMBER.get(word, word)
        for family in FAMILIES_OF[word]:
            if family == "time zone" and _is_of_a_time(text, match):
                continue
            if family in _SIDE_BY_SIDE and is_one_of_many(text):
                continue
            yield found(ValueKind.CHOICE, family, FREQUENCIES.get(value, value), match)


def _is_of_a_time(text: str, match: re.Match[str]) -> bool:
    """Tell `00:30 UTC` and 北京时间八点, which are times told in a zone, from a zone that is chosen."""
    is_after_one = text[: match.start()].rstrip()[-1:].isdigit()
    return is_after_one or _TIME_NEXT.match(text, match.end()) is not None


def _member(written: str) -> str:
    """Return the member that is meant, with or without hyphen and plural."""
    forms = (written, written.replace(" ", "-"), written.removesuffix("s"))
    return next((form for form in forms if form in FAMILIES_OF), forms[1].removesuffix("s"))


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Tell `Ant` and `level=debug` from an ant and a bug: a capital inside a clause, a value, something used."""
    before = text[: match.start()].rstrip(" ")
    is_value = before[-1:] in ("=", "`") or _BEFORE_A_TOOL.search(before) is not None
    return is_value or (text[match.start()].isupper() and bool(before))


def names(text: str) -> Iterator[Claim]:
    """Yield the named things that a normalized clause says are used, and the people to turn to."""
    if not is_one_of_many(text):
        for pattern in (_USED, _USED_CHINESE):
            for match in pattern.finditer(text):
                value = match["name"].strip("`").rstrip(".").lower()
                yield found(ValueKind.CHOICE, "used", value, match, "name")
    for match in _PREFERRED.finditer(text):
        group = "name" if match["name"] else "also"
        yield found(ValueKind.CHOICE, "preferred", match[group].lower(), match, group)
    for pattern in (_ASKED, _ASKED_CHINESE):
        for match in pattern.finditer(text):
            group = "name" if match["name"] else "before"
            yield found(ValueKind.CHOICE, "person", match[group].lower(), match, group)


@lru_cache(maxsize=1_024)
def is_one_of_many(text: str) -> bool:
    """Say whether a normalized text names one of several things that stand side by side."""
    return _NOT_EXCLUSIVE.search(text.lower()) is not None


@lru_cache(maxsize=1_024)
def is_replacement(text: str) -> bool:
    """Say whether a normalized text presents itself as the newer state of things."""
    return _REPLACED.search(text.lower()) is not None


@lru_cache(maxsize=1_024)
def is_addition(text: str) -> bool:
    """Say whether a normalized text says that something comes to what there is."""
    return _ADDED.search(text.lower()) is not None


_PATTERNS = {
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
    """Say whether a normalized text in small letters has words of an `exception`, a `condition` ..."""
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
        if match["product"].lower() not in PREPOSITIONS | _NOT_VERSIONED
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
