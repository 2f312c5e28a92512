"""The word lists for comparing claims: `data/vocabulary.json`, and `data/stems.json` made from it.

A list is words with spaces between them; `_` stands for a space inside a phrase, a hyphen for a space
or a hyphen. One entry of `concepts` and `actions` is one concept: its name, then other words for it in
English and Chinese (simplified, as `normalize_text` writes them), so that "the repo", "the repository"
and 仓库 are one subject. `scripts/data_files.py` works out the stems: they are too many for every start.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from commonplace.core import lazy_re as re
from commonplace.data import read_data

_LISTS = read_data("vocabulary")
_STEMS = read_data("stems")


def _words(name: str) -> tuple[str, ...]:
    return tuple(" ".join(_LISTS[name]).split())


def _table(name: str) -> dict[str, tuple[str, ...]]:
    return {entry: tuple(words.split()) for entry, words in _LISTS[name].items()}


CONCEPTS = _table("concepts")
ACTIONS = _table("actions")
"""Verbs and qualities: they hold two sentences together, but say nothing about what a memory is of."""
CONCEPT_OF_STEM: dict[str, str] = _STEMS["concepts"]
"""The stem of each English word of a concept, with the concept's name."""
MEANING_OF: dict[str, str] = _STEMS["meanings"]
"""Each English word of a concept or an action and its stem, with the key of what it means."""

GENERIC_CHINESE = _words("generic_chinese")
"""Words that say nothing about a subject: two memories may both "allow at most" something."""
COMMON_STEMS = frozenset(" ".join(_STEMS["common"]).split())
"""The stems of the generic English words."""
GENERIC_STEMS = frozenset(" ".join(_STEMS["generic"]).split())
"""The same, and those of the opposites."""
CHINESE_PARTICLES = frozenset(_LISTS["chinese_particles"])
"""Single characters of grammar; beside another single character they are half a word."""
CHINESE_NEGATORS = frozenset(_LISTS["chinese_negators"])
"""Particles that are never half a word of a subject."""
CHINESE_VERBS = frozenset(_LISTS["chinese_verbs"])
"""Verbs of one character: before an object they are no part of its name."""
CHINESE_WHOLE = _words("chinese_whole")
"""Words that begin with a particle and are words all the same."""
MUTE = frozenset((*_words("mute"), *_LISTS["mute_chinese"]))
"""Words and characters without which a sentence says the same."""
SMALL_ALIKE = {word: name for name, words in _table("small_alike").items() for word in words}
"""Small words that mean the same wherever they stand."""
OPENERS = frozenset(_words("openers"))
"""Words with which a circumstance begins: it may stand before or after what it is the circumstance of."""
FRONTED = frozenset(_words("fronted"))
"""The openers that say the same before a statement as after it: on, in and before may belong to the noun that they follow."""
OPENING = frozenset(_words("opening"))
"""Words behind which a circumstance may belong to what they open, and to that alone: who asks ops if the disk is full asks that."""
COUNTING = frozenset(_words("counting"))
TURNED_WITH_CARE = frozenset(_words("turned_with_care"))
"""Words of number and denial: what they reach may change when a sentence is turned round."""
DEFINED = frozenset(_words("defined"))
"""Words that say something else behind an article: the last week is not last week."""
WRITTEN_NUMBERS = {
    word: figure for figure, words in _table("written_numbers").items() for word in words
}
WRITTEN_UNITS = {word: unit for unit, words in _table("written_units").items() for word in words}
"""Units that are written in several ways, after a number; what may be two units is left alone."""
NOT_PRODUCTS = frozenset(_words("not_products"))
"""Words before a number that name no product whose version it is."""
PREPOSITIONS = frozenset(_words("prepositions"))
CONTAINERS = frozenset(_words("containers"))
"""Folders that say how a thing is kept and not what it is about."""
TOPICS = _table("topics")
"""Each topic that can be guessed, with the words that its texts use."""
LABELLED = _words("labelled")
"""Nouns whose instances have numbers: floor 3 is another thing than floor 5."""

FAMILIES = _table("families")
"""Families of things of which one is usually chosen: who uses one does not use its sibling.

Two memories about one subject that name two siblings are asked about; two languages or two export
formats are no family, since both may be offered side by side.
"""
ORDINARY_MEMBERS = frozenset(_words("ordinary_members"))
"""Members that are also words of every day: only with a capital inside a sentence, as a value, or as what is used."""
SAME_MEMBER: dict[str, str] = _LISTS["same_member"]

OPPOSITES: dict[str, tuple[str, int]] = {
    word.replace("_", " "): (axis, sign)
    for axis, sides in _LISTS["opposites"].items()
    for sign, side in zip((1, -1), sides, strict=True)
    for word in side.split()
}
"""Each word or phrase with its axis, and on which side of it it stands."""
OPPOSITE_ACTIONS: tuple[str, ...] = tuple(_LISTS["opposite_actions"])
"""Pairs of `ACTIONS` that are opposites, whatever word is used for them."""

QUALIFIERS = {tuple(entry.split()): words for entry, words in _table("qualifiers").items()}
"""A group and one of its values, which exclude each other, with the words for it."""
UNITS: dict[str, tuple[str, Fraction]] = {
    unit: (dimension, Fraction(factor))
    for (dimension, factor), units in ((k.split(), v) for k, v in _table("units").items())
    for unit in units
}
"""Each unit with what it measures, and how many of the base unit it is."""


def any_of(words: Iterable[str], *, joint: str = "-") -> str:
    """Return a pattern for the longest of `words` at a place; `joint` is a pattern for their hyphens."""
    return _written(sorted({*words}), 0, joint)


def whole_or_han(
    words: Iterable[str], *, joint: str = "-", plural: str = "", after: str = ""
) -> str:
    """Return a pattern for `words`: English ones stand alone, Chinese ones anywhere.

    `after` is what may not follow an English word, beside letters and hyphens.
    """
    listed = list(words)
    english = any_of((word for word in listed if word.isascii()), joint=joint)
    chinese = any_of(word for word in listed if not word.isascii())
    return rf"(?<![\w-]){english}{plural}(?![\w-]{after})|{chinese}"


def _written(words: list[str], at: int, joint: str) -> str:
    """Return a pattern for what the sorted `words` say from the place `at` on, up to which they are alike."""
    is_whole = bool(words) and len(words[0]) == at
    options, first = [], int(is_whole)
    while first < len(words):
        word, after = words[first], first + 1
        while after < len(words) and words[after][at] == word[at]:
            after += 1
        rest = "" if after - first == 1 else _written(words[first:after], at + 1, joint)
        piece = word[at] if rest else word[at:]
        options.append((piece if piece.isalnum() else _escaped(piece, joint)) + rest)
        first = after
    if not options:
        return ""
    joined = options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"
    return f"(?:{joined})?" if is_whole else joined


def _escaped(piece: str, joint: str) -> str:
    return re.escape(piece).replace(r"\-", joint)


STANCE_WORDS = {
    "permission": re.compile(
        r"\b(?:may|can(?! ?not|'t)|allowed|allows?|lets?|safe(?:ly)?|fine|ok(?:ay)?|free to|welcome|harmless|permitted|no problem"
        r"|happily|go ahead|feel free|no need|not necessary|optional|whenever you|as often as|supports?|works?|available|enabled)\b"
        r"|可以|允许|没问题|随时|随便|都行|就行|也行|照常|放心|不用|不必|无需|无须|支持|(?<![不只才功性智可])能(?!不|力|源|耗|效)|可用|开着"
    ),
    "prohibition": re.compile(
        r"\b(?:never|don'?t|do not|must ?n[o']t|must not|may not|not allowed|prohibit\w*|forbid\w*|forbidden|banned|bans|off limits|off-limits"
        r"|nobody|no one|no longer|not be|cannot|can'?t|refus\w+|reject\w+|block(?:s|ed)|denied|den(?:y|ies)|disallow\w*|stop|avoid|disabled|unsupported|unavailable|no support|not supported)\b"
        r"|禁止|严禁|不许|不准|不能|不得|不可(?!用)|不要|别(?![的人名])|一律不|不批|拒绝|关闭|关掉|不支持|不允许|拦"
    ),
    "harm": re.compile(
        r"\b(?:corrupt\w*|los(?:es?|t|ing)|kill(?:s|ed)?|wip(?:es?|ed)|brick(?:s|ed)?|crash\w*|break(?:s|ing)?|broke|broken|fail(?:s|ed|ure)?|bounc\w+"
        r"|flaky|deadlock\w*|hang(?:s)?|hung|leak(?:s|ed)?|overwrit\w+|clobber\w*|trampl\w+|ate|truncat\w+|cuts?|dangerous|unsafe|trouble|outage|duplicates?|twice"
        r"|out of memory|falls? over|goes? away|vanish\w*|missing|stale|wrong|errors?)\b"
        r"|报错|失败|丢(?!弃)|崩|卡住|挂了|坏|冲突|死锁|泄漏|出错|错乱|重复|截断|不稳|脏数据|事故"
    ),
    "everything": re.compile(
        r"\b(?:all|every|everything|everywhere|everyone|any(?! ?more)|anything|anybody|anyone|always|never|without exception|no exceptions?"
        r"|no (?:size |upper |length |time )?limits?|unlimited|no maximum|any ?time|whatever|whenever|as (?:long|many|much|often) as (?:you|we|they) (?:like|want)"
        r"|in full|round the clock|24/7)\b"
        r"|所有|全部|一律|任何|任意|全都|没有例外|无例外|没有上限|没有限制|不限|无限|多少.{0,3}都|多久都|随时|始终|从不|全年|每个|7×24"
    ),
    "limit": re.compile(
        r"\b(?:except\w*|apart from|unless|other than|exempt\w*|but not|at most|up to|max(?:imum)?|over \d|above|beyond|more than|bigger than|larger than"
        r"|longer than|exceed\w*|limit\w*|cap(?:ped|s)?|closed|otherwise|elsewhere|the others|the rest|bypass\w*|off limits|ceiling)\b"
        r"|除了|除外|例外|以外|之外|最多|最长|最大|上限|超过|超出|高于|多于|大于|只有|只能|其余|其他|白名单|单独|免|特批|期间|高峰|以内"
    ),
    "gone": re.compile(
        r"\b(?:archived|empt(?:y|ied)|unpopulated|not (?:even )?populated|moved (?:to|off|out|away)|left (?:the|us)|legacy|frozen|read-only|stop(?:ped)? \w+ing|switch(?:ed)? (?:to|off|from|away)|used to|formerly|previously|until (?:recently|last)|was (?:the )?old"
        r"|no longer|not any ?more|dropped|retired|replaced|deleted|deprecated|shut|dead|ditched|killed|sunset|thrown away|torn out|phased out|cancell?ed|turned off|nobody uses|gave up|moved on)\b"
        r"|归档|清空|拿掉|搬到|迁到|迁移到|换成|换掉|改用|改成|改为|改由|改走|改到|不再|废弃|下线|停用|停掉|删了|删掉|撤了|拆了|没了|弃用|废止|取消|离职|转岗|调走|早就|原来的|以前的|之前的|归.{1,4}了|交给|接手|不走|没有这|没有它|没关系|无关"
    ),
    "taken back": re.compile(
        r"\b(?:correct(?:ion|ed|ing)|was wrong|were wrong|is wrong|wrong about|mistaken?|misunder\w+|misread|misremember\w*|not true|untrue|turn(?:s|ed) out|did(?: not|n'?t) hold|does(?: not|n'?t) hold|debunked|myth|disproved|red herring"
        r"|scratch that|scrap that|ignore (?:the|that|my|what)|(?<!n't )(?<!not )forget (?:the|that|my|what|about)|disregard|never mind|retract\w*|take (?:it |that )?back|contrary to|actually|in fact|revis\w+|overturned|withdraw\w*|the earlier|my earlier|earlier note|previous note|that note|old note)\b"
        r"|更正|纠正|订正|撤回|收回|推翻|说错|写错|记错|搞错|弄错|搞反|误判|误读|误会|有误|不成立|站不住|其实|请忽略|作废|不算数|之前.{0,10}(?:不对|错|说|写|以为)|那条|不实"
    ),
    "reason": re.compile(
        r"\b(?:why|background|the reason|rationale|the story behind|reasoning)\b|为什么|为何|原因|背景|由来|缘由"
    ),
    "again": re.compile(
        r"\b(?:again|once more|this time|another|second time|take two|re-?run of|next one|also)\b|再次|又(?!不)|这回|这次|第二次|复测|另一次|另外|还有"
    ),
}
