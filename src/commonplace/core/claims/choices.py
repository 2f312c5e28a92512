"""Find choices in normalized text: a member of a family, a named thing that is used, a person asked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Claim, ClaimKind, found
from commonplace.core.claims.vocabulary import FAMILIES, ORDINARY_MEMBERS, SAME_MEMBER, whole_or_han

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
    r"\b(?:now|from now on|as of|(?:switched|changed) (?:to|from)|moved to|migrated (?:to|from)|replaced (?:by|with))\b"
    r"|改用|改成|改为|改由|换成|换到|迁到|现在|起改|切到|接手"
)


def members(text: str) -> Iterator[Claim]:
    """Yield the members of known families that a normalized clause names."""
    lower = text.lower()
    for match in _WEEKDAY.finditer(lower):
        day = "周日" if match["day"] == "天" else f"周{match['day']}"
        yield found(ClaimKind.CHOICE, "weekday", SAME_MEMBER[day], match)
    for match in _EVERY_OTHER.finditer(lower):
        yield found(ClaimKind.CHOICE, "frequency", FREQUENCIES["fortnightly"], match, "often")
    for match in _REGION.finditer(lower):
        yield found(ClaimKind.CHOICE, "region", match.group(), match)
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
            yield found(ClaimKind.CHOICE, family, FREQUENCIES.get(value, value), match)


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
                yield found(ClaimKind.CHOICE, "used", value, match, "name")
    for match in _PREFERRED.finditer(text):
        group = "name" if match["name"] else "also"
        yield found(ClaimKind.CHOICE, "preferred", match[group].lower(), match, group)
    for pattern in (_ASKED, _ASKED_CHINESE):
        for match in pattern.finditer(text):
            group = "name" if match["name"] else "before"
            yield found(ClaimKind.CHOICE, "person", match[group].lower(), match, group)


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
