"""Name a memory by what it claims: its title begins with the subject, its id with the words that tell it apart.

"Remember that we use pnpm, never npm: the lockfile breaks otherwise" is *pnpm, never npm*. What only
introduces a claim goes (a lead-in, an article, "we use"), then the reason after it. What cannot be
shortened without a guess stays as it was said.

Cut Chinese text into words and spell words in Latin letters, by a list of words in order of frequency.

The list is data (`data/chinese-words.z`, written by scripts/chinese_words.py) and is read when the first
Chinese text is captured. Search does not need it: there one cut must suit every language, and the
prompt hook loads no word list.

Choose the words that somebody would look for a text by: names and code first, then what it is about.

`keywords.key_terms` is the vault's own rule, by which texts are compared (B2: words of more than four
letters, most frequent first). By it "Use pnpm, not npm or yarn: the lockfile breaks otherwise" is found
under *lockfile, breaks, otherwise*. Nobody would look there: these words become the keywords of a memory.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from math import log
from pathlib import Path
from typing import NamedTuple

from commonplace.core import lazy_re as re
from commonplace.core.claims.vocabulary import GENERIC_CHINESE
from commonplace.core.hygiene import shorten
from commonplace.core.keywords import MOST_KEY_TERMS, REDACTED, words_of
from commonplace.core.letters import SIGNS, is_unspaced, levelled
from commonplace.core.stopwords import STOP_WORDS
from commonplace.core.tokens import content_tokens
from commonplace.data import read_data

LONGEST_WORD = 4
_UNKNOWN = 2.5
"""What a single character costs beyond the rarest word: a word of the list is nearly always meant."""
_GRAMMAR = frozenset(
    "的了是在和与及或而也都就又还但被把让给从向对于以为之其此这那哪谁吗呢吧啊嘛么们着过如何个我你他她它不没别无要用会能可得应须需按走由"
    "先再才只各每另约仅刚已曾有将请仍到很太更最比等并里上下中内外前后时间点条次种类份台位名号页边大小多少高低新老长短打拿带调锁起跑写读发收存查看做改加建配"
    "传送买卖接提说讲叫开关放装换转进出来去回停升降超卡死挂崩删找问答管理定选当跟同一二两三四五六七八九十几"
)
"""Characters that are mostly words of their own."""
_FIGURES = frozenset("一二两三四五六七八九十百千万几每半")
FEWEST_LONGER = 4
"""So many words of three characters in the list end with one that makes words longer."""
_PATH = Path(__file__).parents[1] / "data" / "chinese-words.z"


class _Lexicon(NamedTuple):
    cost: dict[str, float]
    """The logarithm of each word's rank: by Zipf's law the rank says how probable it is."""
    sound: dict[str, str]
    """How a character is read, and a word that is not read as its characters are."""
    endings: frozenset[str]
    """Characters that make longer words of words: 率 of 成功 makes 成功率, and so of others that no list has."""


@cache
def _lexicon() -> _Lexicon:
    syllables, words, exceptions = zlib.decompress(_PATH.read_bytes()).decode().split("\n")
    cost = {word: log(rank) for rank, word in enumerate(words.split(), start=40)}
    sound: dict[str, str] = {}
    for group in syllables.split():
        chars = group.lstrip("abcdefghijklmnopqrstuvwxyz")
        sound.update(dict.fromkeys(chars, group[: len(group) - len(chars)]))
    for entry in exceptions.split():
        word = entry.rstrip("abcdefghijklmnopqrstuvwxyz")
        sound[word] = entry[len(word) :]
    longer = Counter(word[2] for word in cost if len(word) == 3 and word[:2] in cost)
    endings = (char for char, count in longer.items() if count >= FEWEST_LONGER)
    return _Lexicon(cost, sound, frozenset(endings).difference(_GRAMMAR))


def is_han(char: str) -> bool:
    """Say whether `char` is a Chinese character."""
    return "\u4e00" <= char <= "\u9fff"


def chinese_words(text: str) -> Iterator[str]:
    """Yield the Chinese words of `text` in order, single characters included, simplified."""
    for run in "".join(c if is_han(c) else " " for c in levelled(text)).split():
        yield from _cut(run)


def _cut(run: str) -> list[str]:
    """Return the most probable words that make up `run`: the cheapest way through it."""
    costs = _lexicon().cost
    single = log(len(costs)) + _UNKNOWN
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        ways = []
        for start in range(max(0, end - LONGEST_WORD), end):
            cost = costs.get(run[start:end], single if end - start == 1 else None)
            if cost is not None:
                ways.append((best[start][0] + cost, start))
        best.append(min(ways))
    words: list[str] = []
    end = len(run)
    while end:
        start = best[end][1]
        words.append(run[start:end])
        end = start
    return _with_new_words(words[::-1])


def _with_new_words(words: list[str]) -> list[str]:
    """Return `words` with characters that stand side by side as one: a word that the list does not have."""
    joined: list[str] = []
    is_open = False
    for word, after in zip(words, [*words[1:], ""], strict=True):
        is_rest = _is_rest(word)
        ends_word = is_rest and joined and not _is_rest(after) and _is_ended(joined[-1], word)
        if is_rest and (is_open or ends_word) and len(joined[-1]) < LONGEST_WORD:
            joined[-1] += word
        else:
            joined.append(word)
        is_open = is_rest
    return joined


def _is_rest(word: str) -> bool:
    return len(word) == 1 and word not in _GRAMMAR


def _is_ended(word: str, char: str) -> bool:
    return char in _lexicon().endings and _tells(word)


def words_apart(text: str) -> tuple[str, ...]:
    """Return the words of `text`, Chinese ones cut apart, all others as they stand."""
    parts: list[str] = []
    for is_chinese, run in groupby(levelled(text), key=is_han):
        words = "".join(run)
        parts += _cut(words) if is_chinese else words.split()
    return tuple(parts)


def romanized(words: Iterable[str]) -> tuple[str, ...]:
    """Return `words` with the Chinese ones in Latin letters, without tones."""
    return tuple(_spelled(word) if is_han(word[0]) else word for word in words)


def _spelled(word: str) -> str:
    sounds = _lexicon().sound
    return sounds.get(word) or "".join(sounds.get(char, "") for char in word)


MOST_NAMES = 3
"""Names before other words, where there are both: the last places are for what it is about."""
LONGEST_ORDINARY = 4
"""A word of so few letters that is no ordinary one is a name: pnpm, uv."""
_LISTS = read_data("ordinary_words")
_ORDINARY = frozenset(" ".join(_LISTS["short"]).split())
_EMPTY = STOP_WORDS.union(
    " ".join(_LISTS["nobody_looks_for"]).split(),
    " ".join(read_data("vocabulary")["generic_english"]).split(),
)
_EMPTY_HAN = STOP_WORDS.union(GENERIC_CHINESE)
_TITLE_NAME, _NAME, _TITLE_WORD, _WORD = range(4)


def search_words(title: str, text: str, most: int = MOST_KEY_TERMS) -> tuple[str, ...]:
    """Return up to `most` words by which `text` would be looked for, the best first."""
    telling = frozenset(content_tokens(title))
    text = without_lead_in(text)
    ranks: dict[str, int] = {}
    counts: dict[str, int] = {}
    written: dict[str, str] = {}
    for word, is_name in (*_spaced(text), *_chinese(text)):
        key = word.casefold()
        is_told = not telling.isdisjoint(content_tokens(word))
        names, words = (_TITLE_NAME, _TITLE_WORD) if is_told else (_NAME, _WORD)
        ranks[key] = min(names if is_name else words, ranks.get(key, _WORD))
        counts[key] = counts.get(key, 0) + 1
        if is_name or key not in written:
            written[key] = word
    ranked = sorted(ranks, key=lambda key: (ranks[key], -counts[key]))
    names_found = [key for key in ranked if ranks[key] <= _NAME]
    others = [key for key in ranked if ranks[key] > _NAME]
    room = max(MOST_NAMES, most - len(others))
    return tuple(written[key] for key in (*names_found[:room], *others)[:most])


def _spaced(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the words between spaces that say something, and whether each is a name."""
    for raw, starts_sentence in words_of(text):
        for chunk in levelled(raw).split():
            word = "".join(c for c in chunk if not is_unspaced(c)).strip(SIGNS).removesuffix("'s")
            if not _says_something(word):
                continue
            if _is_name(word, starts_sentence=starts_sentence):
                yield word, True
            elif len(word) >= LONGEST_ORDINARY:
                yield word.lower(), False


def _says_something(word: str) -> bool:
    # What begins with a figure is an amount: 30s, 2MB.
    has_letters = len(word) > 1 and any(map(str.isalpha, word)) and not word[0].isdigit()
    is_empty = "'" in word or word.lower() in _EMPTY or word.startswith(REDACTED)
    return has_letters and not is_empty


def _is_name(word: str, *, starts_sentence: bool) -> bool:
    if not word.isalpha():
        # Plain words that a hyphen joins are prose; anything else with a sign or a figure is code.
        return not all(part.isalpha() and part.islower() for part in word.split("-"))
    if any(map(str.isupper, word[1:])) or (word[0].isupper() and not starts_sentence):
        return True
    return len(word) <= LONGEST_ORDINARY and word.lower() not in _ORDINARY


def _chinese(text: str) -> Iterator[tuple[str, bool]]:
    if not text.isascii():
        yield from ((word, False) for word in chinese_words(text) if _tells(word))


def _tells(word: str) -> bool:
    return len(word) > 1 and word not in _EMPTY_HAN and not _is_amount(word)


def _is_amount(word: str) -> bool:
    return word[0] in _FIGURES and len(word) > 1 and _GRAMMAR.issuperset(word[1:])


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
    r"(?:\s+(?:this|to self|for me|for later|for next time|from now on|please))*(?:\s*[:,]|\s+that\b(?:\s*:)?)\s*"
    r"|(?:from now on|going forward|from here on|in (?:the )?future|as of (?:today|now)|until further notice|for the record|by the way|btw|fyi|heads[- ]up"
    r"|just so you know|to be clear|for context|for your information|important|reminder|note|notice|psa|til|tip|hint|rule|fact|lesson(?: learned)?|decision|preference|warning|caution|careful|watch out|beware|gotcha|pitfall|todo|root cause|so the cause|the cause|in summary|summary|in short|to sum up)\s*[,:!\u2014]+\s*"
    r"|(?:from now on|going forward)\s+(?=\S)"
    r"|(?:we(?:'ve| have)? (?:decided|agreed|settled)|it (?:turns|turned) out|(?:we|i)(?:'ve| have)? (?:learn(?:ed|t)|found out)|it(?:'s| is) important|make sure|be sure|keep in mind)\s+(?:that\s+|to\s+|on\s+)(?=\S)"
    r"|remember\s+to\s+(?=\S))"
    r"|(?:(?:另外|还有|对了|好的?|嗯|那|其实|顺便说一?下?)[，,：:\s]+)*"
    r"(?:(?:麻烦|请|帮我|给我|你|要|务必|一定要|大家)*(?:记住了?|记一下|记下来?|记着|记得|别忘了|不要忘记|牢记|注意|备注|提醒|提示)[，,：:！!\s]*"
    r"|(?:从现在(?:起|开始)|从今天(?:起|开始)|今后|往后|以后|决定|结论|规则|约定|经验|教训|踩坑|坑|总结|根因|原因)(?:[，,：:]\s*|(?<=以后)|(?<=今后)|(?<=往后)|(?<=决定)(?=不|用|把|改)))",
    re.IGNORECASE,
)  # fmt: skip
"""What somebody says before a claim, so that it is heard."""
_CHOOSE = r"(?:use|choose|pick|adopt|go with|(?:switch|move) to|stick (?:to|with)|rely on)"
_SUBJECT = re.compile(
    r"(?:we|i|you|everyone|everybody|they|(?:the|our) team)(?: need to| have to| ought to|'re|'m|'ve|'ll|'d| are| am| have| will| must| should| can)?\s+"
    r"(?:(?:decided|agreed|chose|planning|going|plan|want) to\s+)?"
    r"(?P<how>(?:only|always|never|usually|normally|generally|also|now|still|all|both|really|strongly|much|currently)\s+)*"
    rf"(?P<carrier>(?:{_CHOOSE}|prefer|uses|using|want|like|have|run|on|keep|adopted|chose|picked|went with|going with|switched to|moved to|live in|pin)\s+)?"
    r"(?=\S)",
    re.IGNORECASE,
)  # fmt: skip
"""Who does it says nothing about what is done, nor does the verb that only carries its object."""
_CARRIER = re.compile(
    rf"(?:please|let's)\s+(?:(?:just|please)\s+)*(?:{_CHOOSE}\s+)?(?=\S)|(?:{_CHOOSE}|there (?:is|are|was))\s+(?=\S)",
    re.IGNORECASE,
)
_NOT_CHOSEN = re.compile(
    rf"(?:please\s+)?(?:do not|don['\u2019]?t|never)\s+(?:ever\s+)?{_CHOOSE}\s+(?:(?:the|a|an|any|our)\s+)?(?=\S+\s+\S|[A-Z`]|\S*[._/-]\S)",
    re.IGNORECASE,
)
"""What is said of a thing that is not to be used; the thing comes after it."""
_ARTICLE = re.compile(
    r"(?:(?:the|a|an|our|my|your|their|its|these|those|this|that)\s+)+(?=\S)", re.IGNORECASE
)
_SCENE = re.compile(
    r"(?:in|for|on|with|at|inside)\s+(?:the |our |my |a |an )?(?P<scene>[\w./#+-]+(?: [\w./#+-]+){0,3}?),?\s+(?:we|i|you|always|never|use|prefer)\b",
    re.IGNORECASE,
)
"""Where a rule holds, said before the rule: in TypeScript I want ..."""
_PURPOSE = re.compile(
    r"to\s+(?:the\s+)?(?P<scene>[\w./#+-]+(?: [\w./#+-]+){0,4}?)\s*[,:]\s+(?=\S+\s+\S)",
    re.IGNORECASE,
)
"""What a command is for, said before it: to release, run ..."""
_HAN_SUBJECT = re.compile(
    r"(?:(?:我们|咱们|大家|团队|组里|项目里?|我|你)(?:这边|团队|公司|项目)?(?P<how>(?:现在|目前|最终|最后|已经|决定|打算|准备|都|一直|统一|一律|只能|只|一般|通常|还是|更|比较|最(?!终|后|近|多|少|大|小|高|低))*)"
    r"(?P<carrier>(?:使用|采用|选用|改用|选择了?|用的是?|用了|用|喜欢用?|偏好|习惯用?|希望|想要|选了?|走|的)?)|(?:请|麻烦)?(?:统一|一律)?(?:使用|采用|用)(?!户|例|法|途|力|于|完|到))\s*(?=\S)"
)  # fmt: skip
_REASON = re.compile(
    r"\s*[;；—]\s*|\s+[-\u2013]\s+|:\s+(?!\d)|：|,?\s+(?:because|since (?=\w+ \w+ \w+)|so that|otherwise|or else|which means|as otherwise)\b"
    r"|,\s+(?:so|or|as|it|that's|this|they|but|and|i|we) |,?\s+(?:and|but|so)\s+(?:i|we|you|they|he|she)\s|[，,](?:因为|否则|不然|要不然|这样|所以|原因|由于|理由)|，(?=.{12,}$)",
    re.IGNORECASE,
)  # fmt: skip
"""Where a claim ends and its reason, its example or its consequence begins."""
_CONDITION = re.compile(
    r"(?:if|when|whenever|once|as soon as|unless|before|after)\s[^,]{2,60},\s+(?=\S)|(?:如果|要是|当|一旦|每次|只要|万一)[^，,。]{2,24}[，,]\s*(?=\S)",
    re.IGNORECASE,
)
"""When a claim holds, said before the claim."""
_REASON_FIRST = re.compile(
    r"(?:because(?! of)|since(?! \d)|given that)\s[^,]{4,80},\s+(?:so\s+)?(?=\S)|(?:因为|由于|考虑到|鉴于)[^，,。]{2,30}[，,](?:所以|因此)?(?=\S)",
    re.IGNORECASE,
)
"""Why a claim holds, said before the claim."""
_GROUND = re.compile(r",?\s+(?:because|since|so that|otherwise|or else)\b", re.IGNORECASE)
_PERSON = re.compile(r"\A(?:we|i|you|they|everybody|everyone|the team)\s+", re.IGNORECASE)
_PART_OF_NUMBER = re.compile(r"(?<=\d)[.:]\d[\d.:]*")
"""What follows the first figure of a version or a time: an id has room for few words."""
_NO_PARTS = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "ß": "ss", "ł": "l", "Ł": "L", "đ": "d"})  # fmt: skip
"""Letters that Unicode does not take apart into a plain one and its mark."""
_REDACTED = re.compile(r"\[REDACTED:[^\]]{0,80}\]")
_NEGATED = re.compile(r"\b\w+n['\u2019]t\b", re.IGNORECASE)
_SMALL = frozenset(
    ["a", "an", "the", "this", "that", "these", "those", "our", "my", "your", "their", "its", "his", "her", "we", "i", "you", "they", "it", "he", "she", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "of", "to", "in", "on", "at", "for", "with", "by", "and", "or", "as", "from", "into", "than", "then", "per", "via", "has", "have", "had", "will", "would", "should", "must", "can", "may", "if", "when", "whenever", "where", "which", "who", "there", "all", "always", "each", "please", "me", "us", "get", "gets", "s", "t", "re", "ve", "ll", "d", "m"]
)  # fmt: skip
"""Words that are in every id and tell none apart; *not*, *never* and *out* are not among them."""
_HAN_SMALL = frozenset(
    ["的", "了", "是", "在", "和", "与", "及", "或", "也", "都", "就", "要", "用", "把", "被", "让", "给", "从", "对", "为", "以", "会", "能", "可", "得", "着", "过", "吗", "呢", "吧", "这", "那", "个", "我", "你", "他", "它", "我们", "你们", "他们", "里", "上", "下", "中", "时", "一个", "这个", "那个", "一律", "统一", "所有", "可以", "需要", "必须", "如果", "要是", "一旦", "万一", "只要"]
)  # fmt: skip


def without_lead_in(text: str) -> str:
    """Return `text` without what only announces that something is said; a capital is put where it was."""
    rest = text
    while (match := _LEAD_IN.match(rest)) and match.end() and len(rest) > match.end():
        rest = rest[match.end() :]
    return rest if rest == text or text[:1].islower() else with_capital(rest)


def with_capital(text: str) -> str:
    """Return `text` with a capital where it begins with a plain word; a name is written as it is."""
    first, *short = text.split(" ", 1)[0].rstrip(",:;.").replace("\u2019", "'").split("'")
    is_word = first.isalpha() and first.islower()
    is_plain = is_word and (bool(short) or not _is_name(first, starts_sentence=True))
    return text[:1].upper() + text[1:] if is_plain else text


def claim_title(sentence: str) -> str:
    """Return the title for a claim that is one sentence."""
    claim = without_lead_in(" ".join(sentence.split()))
    if (why := _REASON_FIRST.match(claim)) and _size(claim[why.end() :]) > FEWEST_WORDS:
        claim = with_capital(claim[why.end() :])
    scene = _SCENE.match(claim) or _PURPOSE.match(claim)
    if scene is not None:
        rest = _without_subject(claim[scene.end("scene") :].lstrip(" ,:"))
        return fitted(f"{with_capital(scene['scene'])}: {_without_reason(rest)}")
    bare = _without_subject(claim)
    if condition := _CONDITION.match(bare):
        told = f"{condition[0]}{_without_reason(bare[condition.end() :])}"
        short = fitted(told)
        # A condition alone claims nothing.
        return short if len(short) > condition.end() else between_words(told.rstrip(" .。"))
    told = _without_reason(bare)
    if told == bare and _GROUND.search(bare):
        # "pnpm here" would claim nothing: what carries it stays.
        whole = _without_reason(claim)
        told = bare if whole == claim else with_capital(_PERSON.sub("", whole))
    return fitted(told)


def _without_subject(claim: str) -> str:
    """Return `claim` from its subject on: without the person, the verb that carries it, the article."""
    if claim[:1] and is_han(claim[0]):
        match = _HAN_SUBJECT.match(claim)
        rest = claim[match.end() :] if match else claim
        return rest if _size(rest) >= FEWEST_WORDS else claim
    if match := _NOT_CHOSEN.match(claim):
        return f"No {claim[match.end() :]}"
    rest = claim
    if match := _SUBJECT.match(rest):
        kept = "" if match["carrier"] is not None else match["how"] or ""
        rest = f"{kept}{rest[match.end() :]}"
    elif match := _CARRIER.match(rest):
        rest = rest[match.end() :]
    article = _ARTICLE.match(rest)
    rest = rest[article.end() :] if article else rest
    if rest == claim or len(rest.split()) < FEWEST_WORDS:
        return claim
    return (
        rest[:1].upper() + rest[1:] if article and rest.split()[0].isalpha() else with_capital(rest)
    )


def _without_reason(claim: str) -> str:
    """Return `claim` up to where its reason begins, as long as something is said before it."""
    for match in _REASON.finditer(claim):
        head = claim[: match.start()].rstrip(" ,，")
        # Two words before a colon name what follows: alone they would claim nothing.
        if _size(head) > FEWEST_WORDS:
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
    shown = _NEGATED.sub("not", _REDACTED.sub(" ", title))
    said = [w for w in words_apart(shown) if w not in _HAN_SMALL and not _is_amount(w)]
    longer = [word for word in said if not (len(word) == 1 and is_han(word))]
    spelled = romanized(longer if len(longer) >= FEWEST_WORDS else said)
    plain = _PART_OF_NUMBER.sub("", _without_accents(" ".join(spelled)))
    words = re.findall(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", plain)
    telling = [word.lower() for word in words if word.lower() not in _SMALL]
    chosen = dict.fromkeys(telling if len(telling) >= FEWEST_WORDS else words)
    # A small word within another is a part of it: on-call.
    return " ".join(" ".join(chosen).replace("-", " ").split()[:MOST_NAME_WORDS])


def _without_accents(text: str) -> str:
    """Return `text` with plain Latin letters: an id has no others."""
    apart = unicodedata.normalize("NFKD", text.translate(_NO_PARTS))
    return "".join(char for char in apart if not unicodedata.combining(char))
