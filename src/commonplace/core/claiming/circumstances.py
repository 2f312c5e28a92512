"""Words by which a text says what it is: a correction, an event, a period, an exception, a bound.

They say nothing about a subject; they say how a statement stands to others about the same subject.
"""

from __future__ import annotations

import re
from functools import lru_cache

from commonplace.core.claiming.stance_words import STANCE_WORDS

_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
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
        rf"\b(?:from|between) [^.;\n]{{2,20}} (?:to|until|till|and) |\b(?:until|since|during|throughout|as of) |\bin (?:{_MONTHS}|20\d\d)"
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


@lru_cache(maxsize=1_024)
def speaks_of(what: str, text: str) -> bool:
    """Say whether a levelled text in small letters has words of a `bound`, an `event`, a `period` ..."""
    return _PATTERNS[what].search(text) is not None
