"""Name a memory by what it claims: its title begins with the subject, its id with the words that tell it apart.

"Remember that we use pnpm, never npm: the lockfile breaks otherwise" is *pnpm, never npm*. What only
introduces a claim goes (a lead-in, an article, "we use"), then the reason after it. What cannot be
shortened without a guess stays as it was said.
"""

from __future__ import annotations

from commonplace.core import lazy_re as re
from commonplace.core.chinese_words import is_han, romanized, words_apart
from commonplace.core.hygiene import shorten

TITLE_CHARS = 80
HAN_TITLE_CHARS = 30
"""A Chinese title of so many characters is as long as an English one."""
FEWEST_WORDS = 2
"""With fewer words left a claim has lost its subject: it is not shortened so far."""
MOST_NAME_WORDS = 6
"""More than any layout takes into an id."""

_LEAD_IN = re.compile(
    r"(?:(?:ok(?:ay)?|so|also|and|oh|hey|hi|well|please|pls|just|but)\b[,:!]?\s+(?=\S))*"
    r"(?:(?:(?:can|could|would) you )?(?:please |pls |always |just )*(?:remember|keep in mind|bear in mind|don't forget|do not forget|note|make a note)"
    r"(?:\s+(?:this|for me|for later|for next time|from now on|please))*(?:\s*[:,]|\s+that\b(?:\s*:)?)\s*"
    r"|(?:from now on|going forward|from here on|in (?:the )?future|as of (?:today|now)|until further notice|for the record|by the way|btw|fyi|heads[- ]up"
    r"|just so you know|to be clear|for context|for your information|important|reminder|note|notice|psa|til|tip|hint|rule|fact|lesson(?: learned)?|decision|preference|warning|caution|gotcha|pitfall|todo)\s*[,:!\u2014]+\s*"
    r"|(?:from now on|going forward)\s+(?=\S)"
    r"|(?:we(?:'ve| have)? (?:decided|agreed|settled)|it (?:turns|turned) out|(?:we|i)(?:'ve| have)? (?:learn(?:ed|t)|found out)|it(?:'s| is) important|make sure|be sure|keep in mind)\s+(?:that\s+|to\s+|on\s+)(?=\S)"
    r"|remember\s+to\s+(?=\S))"
    r"|(?:(?:另外|还有|对了|好的?|嗯|那|其实|顺便说一?下?)[，,：:\s]+)*"
    r"(?:(?:麻烦|请|帮我|给我|你|要|务必|一定要|大家)*(?:记住了?|记一下|记下来?|记着|记得|别忘了|不要忘记|牢记|注意|备注|提醒|提示)[，,：:！!\s]*"
    r"|(?:从现在(?:起|开始)|从今天(?:起|开始)|今后|往后|以后|决定|结论|规则|约定|经验|教训|踩坑|坑)(?:[，,：:]\s*|(?<=以后)|(?<=今后)|(?<=往后)))",
    re.IGNORECASE,
)  # fmt: skip
"""What somebody says before a claim, so that it is heard."""
_SUBJECT = re.compile(
    r"(?:we|i|you|everyone|everybody|they)(?:'re|'ve|'ll|'d| are| have| will| must| should| need to| have to| ought to| can)?\s+"
    r"(?P<how>(?:only|always|never|usually|normally|generally|also|now|still|all|both|really|strongly|much|currently)\s+)*"
    r"(?P<carrier>(?:use|uses|using|prefer|want|like|have|run|on|keep|adopted|chose|picked|went with|go with|going with|switched to|moved to|live in|stick (?:to|with)|pin|rely on)\s+)?"
    r"(?=\S)",
    re.IGNORECASE,
)  # fmt: skip
"""Who does it says nothing about what is done, nor does the verb that only carries its object."""
_CARRIER = re.compile(
    r"(?:please\s+|let's\s+)?(?:use|there (?:is|are|was))\s+(?=\S)", re.IGNORECASE
)
_ARTICLE = re.compile(
    r"(?:(?:the|a|an|our|my|your|their|its|these|those|this|that)\s+)+(?=\S)", re.IGNORECASE
)
_SCENE = re.compile(
    r"(?:in|for|on|with|at|inside)\s+(?:the |our |my |a |an )?(?P<scene>[\w./#+-]+(?: [\w./#+-]+){0,3}?),?\s+(?:we|i|you|always|never|use|prefer)\b",
    re.IGNORECASE,
)
"""Where a rule holds, said before the rule: in TypeScript I want ..."""
_HAN_SUBJECT = re.compile(
    r"(?:(?:我们|咱们|大家|团队|组里|项目里?|我|你)(?:这边|团队|公司|项目)?(?P<how>(?:现在|目前|都|一直|统一|一律|只|只能|一般|通常|还是|更|比较|最)*)"
    r"(?P<carrier>(?:使用|采用|选用|用的是|用了|用|喜欢用?|偏好|习惯用?|希望|想要|选了?|走)?)|(?:请|麻烦)?(?:统一|一律)?(?:使用|采用|用)(?!户|例|法|途|力|于|完|到))\s*(?=\S)"
)  # fmt: skip
_REASON = re.compile(
    r"\s*[;；—]\s*|\s+[-\u2013]\s+|:\s+(?!\d)|：|,?\s+(?:because|since (?=\w+ \w+ \w+)|so that|otherwise|or else|which means|as otherwise)\b"
    r"|,\s+(?:so|or|as|it|that's|this|they|but|and) |[，,](?:因为|否则|不然|要不然|这样|所以|原因|由于|理由)|，(?=.{12,}$)",
    re.IGNORECASE,
)  # fmt: skip
"""Where a claim ends and its reason, its example or its consequence begins."""
_NEGATED = re.compile(r"\b\w+n['\u2019]t\b", re.IGNORECASE)
_SMALL = frozenset(
    ["a", "an", "the", "this", "that", "these", "those", "our", "my", "your", "their", "its", "his", "her", "we", "i", "you", "they", "it", "he", "she", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "of", "to", "in", "on", "at", "for", "with", "by", "and", "or", "as", "from", "into", "than", "then", "per", "via", "has", "have", "had", "will", "would", "should", "must", "can", "may", "if", "when", "whenever", "there", "all", "s", "t", "re", "ve", "ll", "d", "m"]
)  # fmt: skip
"""Words that are in every id and tell none apart; *not*, *never* and *out* are not among them."""
_HAN_SMALL = frozenset(
    ["的", "了", "是", "在", "和", "与", "及", "或", "也", "都", "就", "要", "用", "把", "被", "让", "给", "从", "对", "为", "以", "会", "能", "可", "得", "着", "过", "吗", "呢", "吧", "这", "那", "个", "我", "你", "他", "它", "我们", "你们", "他们", "里", "上", "下", "中", "时", "一个", "这个", "那个", "一律", "统一", "所有", "可以", "需要", "必须"]
)  # fmt: skip


def without_lead_in(text: str) -> str:
    """Return `text` without what only announces that something is said; a capital is put where it was."""
    rest = text
    while (match := _LEAD_IN.match(rest)) and match.end() and len(rest) > match.end():
        rest = rest[match.end() :]
    return rest if rest == text or text[:1].islower() else _with_capital(rest)


def _with_capital(text: str) -> str:
    """Return `text` with a capital where it begins with a plain word; a name is written as it is."""
    first = text.split(" ", 1)[0].rstrip(",:;.").replace("'", "")
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text


def claim_title(sentence: str) -> str:
    """Return the title for a claim that is one sentence."""
    claim = without_lead_in(" ".join(sentence.split()))
    scene = _SCENE.match(claim)
    if scene is not None:
        rest = _without_subject(claim[scene.end("scene") :].lstrip(" ,"))
        return fitted(f"{scene['scene']}: {_without_reason(rest)}")
    return fitted(_without_reason(_without_subject(claim)))


def _without_subject(claim: str) -> str:
    """Return `claim` from its subject on: without the person, the verb that carries it, the article."""
    if claim[:1] and is_han(claim[0]):
        match = _HAN_SUBJECT.match(claim)
        return claim[match.end() :] if match and len(claim) - match.end() >= FEWEST_WORDS else claim
    rest, is_object = claim, False
    if match := _SUBJECT.match(rest):
        is_object = match["carrier"] is not None
        rest = rest[match.end() :] if is_object else f"{match['how'] or ''}{rest[match.end() :]}"
    elif match := _CARRIER.match(rest):
        rest, is_object = rest[match.end() :], True
    rest = rest[match.end() :] if (match := _ARTICLE.match(rest)) else rest
    if len(rest.split()) < FEWEST_WORDS:
        return claim
    # The object of a verb may be a name, which is written as it was typed.
    return rest if is_object or rest == claim else _with_capital(rest)


def _without_reason(claim: str) -> str:
    """Return `claim` up to where its reason begins, as long as something is said before it."""
    for match in _REASON.finditer(claim):
        head = claim[: match.start()].rstrip(" ,，")
        is_label = match[0].strip() in (":", "：")
        if _size(head) >= (FEWEST_WORDS if is_label else FEWEST_WORDS + 1):
            return head
    return claim


def _size(text: str) -> int:
    """Count words; two Chinese characters make one."""
    spaced = "".join(" " if is_han(char) else char for char in text)
    return len(spaced.split()) + sum(map(is_han, text)) // 2


def fitted(title: str) -> str:
    """Return `title` cut to its length: between clauses, else between words."""
    title = title.strip(" ,;:，；：").rstrip(".。") or title
    most = HAN_TITLE_CHARS if sum(map(is_han, title)) * 2 > len(title) else TITLE_CHARS
    if len(title) <= most:
        return title
    ends = sorted(
        (
            at
            for mark in (", ", "，", "、", "（", " (")
            if (at := title.rfind(mark, 0, most)) > most // 3
        ),
        reverse=True,
    )
    for end in ends:
        if title.count("(", 0, end) == title.count(")", 0, end):
            return title[:end]
    return between_words(title)


def between_words(title: str) -> str:
    """Return `title`, or its beginning up to the last word that fits."""
    cut = shorten(title, TITLE_CHARS)
    whole, blank, _ = cut.rpartition(" ")
    is_torn = cut != title and title[len(cut) - 1].isalnum()
    return (
        f"{whole.rstrip(' ,;:')}…" if is_torn and blank and len(whole) > TITLE_CHARS // 2 else cut
    )


def name_words(title: str) -> str:
    """Return the words of `title` by which a memory is told apart, in Latin letters, for its id."""
    said = [word for word in words_apart(_NEGATED.sub("not", title)) if word not in _HAN_SMALL]
    longer = [word for word in said if not (len(word) == 1 and is_han(word))]
    spelled = romanized(longer if len(longer) >= FEWEST_WORDS else said)
    words = re.findall(r"[A-Za-z0-9]+", " ".join(spelled))
    telling = list(dict.fromkeys(w for word in words if (w := word.lower()) not in _SMALL))
    return " ".join((telling if len(telling) >= FEWEST_WORDS else words)[:MOST_NAME_WORDS])
