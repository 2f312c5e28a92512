"""Split a turn into sentences without what is only shown (code, logs, quotations), and tell the mood of each.

A *mask* is the text with everything that is not the user's own statement blanked out, character for
character, so that a span of the mask is the same span of the text. A *mood* is the shape of a sentence that says
nothing to keep, whatever words are in it: asked, supposed, guessed, passing, elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.clauses import normalize_text
from commonplace.core.values import dataclass

BLANK = "\u2003"
"""Stands for a character of what is only quoted: wide enough to be no word, and seldom typed."""
LONGEST_OWN_PARAGRAPH = 700
"""Nobody types more into a prompt without a line break: what is longer was pasted."""
LONGEST_DICTATED = 3_000
"""A turn of one line that is longer was pasted, even where it asks for something."""
TURNS_IN_MIND = 64
"""A turn is looked at again and again while those after it are weighed."""
SHORTEST_DATA = 12
DATA_SHARE = 0.28
"""A line of which so much is figures and brackets is a log, a plan or a record, not a sentence."""
_MATERIAL = (
    r"translate|summari[sz]e|proofread|rewrite|reword|rephrase|explain|shorten|what does this mean|look at this"
    r"|from (?:the|an?) (?:email|page|readme|article|blog|doc)|here's (?:the|an?)|翻译|总结|润色|改写|解释|看看这|这段|下面是|邮件"
)
_PASTED = (
    re.compile(
        r"\b(?:translate|proofread|reword|rephrase|correct)\b[^\n:：]{0,60}[:：](?s:.*)|(?:翻译|润色|改写|校对)[^\n:：]{0,30}[:：](?s:.*)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?:{_MATERIAL})[^\n]{{0,200}}[:：][ \t]*\n(?s:.*)", re.IGNORECASE),
    re.compile(r"[:：][ \t]*\n\s*+(?![ \t]*(?:[-*•]|\d+[.)、])[ \t]*(?!-))(?s:.*)"),
    re.compile(r"^[ \t]*[-=*_]{3,}[ \t]*\n(?s:.*)^[ \t]*[-=*_]{3,}[ \t]*$", re.MULTILINE),
    re.compile(
        r"^(?!\A\W*(?:please |also,? |and )*(?:remember|keep in mind)\b.*\Z|\A\W*请?记(?:住|一下).*\Z)"
        r"(?:.*\b(?:ai|language) (?:assistants?|tools?|agents?|models?)\b.*|.*ai ?(?:助手|工具|模型).*)$",
        re.MULTILINE | re.IGNORECASE,
    ),
)
"""What a user did not write: what is to be translated and the like, what follows a colon and is no list, what stands between two rules, and what speaks to AI tools."""
_SHOWN = (
    re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL),
    re.compile(r"^[ \t]*(?:>|\$ |\|).*$", re.MULTILINE),
    re.compile(
        r"^.*\b\d{2}:\d{2}:\d{2}\b.*\b(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b.*$", re.MULTILINE
    ),
    re.compile(r"^[A-Za-z.]*(?:Error|Exception|Warning): .*$", re.MULTILINE),
    re.compile(r"^[ \t]{1,40}at [\w.$]{1,200}\(.*\)$|^Traceback .*$|^ {2}File \".*$", re.MULTILINE),
    re.compile(
        r"(?<![a-zA-Z0-9_])\"[^\"\n]{16,}\"|(?<=[\u4e00-\u9fff：，])\"[^\"\n]{8,}\"|“[^“”]{8,}”|「[^「」]{8,}」|『[^『』]{8,}』",
        re.DOTALL,
    ),
    re.compile(r"\"[^\"]{40,}\"", re.DOTALL),
)
"""What anybody only shows: fences, quoted lines, tables, logs, traces, and quotations that are more than a word or two."""
_QUOTED_SHORT = re.compile(r"\"[^\"\n]{1,15}\"|“[^”\n]{1,7}”|`[^`\n]+`")
_BLANKABLE = re.compile(r"[^\n]")
_HURRIED = re.compile(
    r"\b((?:do|does|did|is|are|was|wo|ca|have|has|would|should|could)n(?=t\b)|(?:that|there|what)(?=s\b)"
    r"|i(?=(?:ve|m)\b)|(?:you|they)(?=(?:re|ve)\b)|we(?=ve\b)|let(?=s (?:use|go|make|do|keep|say|take|prefix)\b))"
)
"""Where an apostrophe is left out; "were" and "its" are words of their own."""
_END = re.compile(
    r"(?:(?<!\be\.g)(?<!\bi\.e)[.!?…](?=\s|$|[\"')])|[。！？；;]|\n)+[\"'”)]?"
    r"|, (?=(?:and |but |also |so ){0,2}(?:from now on|going forward)\b)"
)
"""Where a sentence ends; what is to hold from now on is one of its own."""
_AGENTS_END = re.compile(r"(?:[.!?…](?=\s|$|[\"')])|[。！？]|[；;](?=\s+[A-Z])|\n)+[\"'”)]?")
"""An agent writes whole sentences: after a semicolon it goes on with the same thought."""
_FIGURE_OR_BRACKET = re.compile(r"[\d{}\[\]()=<>|*_\"']|(?<=\d)[.:-](?=\d)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_PARAGRAPH_END = re.compile(r"(\n[ \t]*\n)")
SENTENCES_IN_MIND = 512


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a turn: as it was typed, and as it is looked at."""

    text: str
    mask: str
    """Lower case, one width, simplified characters; what is only shown is blank."""


@lru_cache(maxsize=TURNS_IN_MIND)
def sentences_of(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a user's turn in which the user says something; what is pasted is none."""
    return _split(text, _masked(text, (*_PASTED, *_SHOWN)))


@lru_cache(maxsize=TURNS_IN_MIND)
def asking_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences in which a user may ask outright for something: in what was dictated in one go, too."""
    if "\n" in text or len(text) > LONGEST_DICTATED:
        return sentences_of(text)
    return _split(text, _masked(text, (*_PASTED, *_SHOWN), LONGEST_DICTATED))


@lru_cache(maxsize=TURNS_IN_MIND)
def agents_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of an agent's turn; what is only shown is none."""
    return _split(text, _masked(text, _SHOWN), _AGENTS_END)


def _split(text: str, mask: str, ends: re.Pattern[str] = _END) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    start = 0
    for end in [*(match.end() for match in ends.finditer(mask)), len(mask)]:
        if mask[start:end].replace(BLANK, "").strip(" \t\n.,;:!?。，；：！？"):
            whole = " ".join(text[start:end].split())
            found.append(Sentence(whole, _spelt(mask[start:end].strip())))
        start = end
    return tuple(found)


def _spelt(mask: str) -> str:
    """Return a mask with the apostrophes that people leave out in a hurry."""
    return _HURRIED.sub(r"\1'", " ".join(mask.split(" ")))


def normalize_lowercase(text: str) -> str:
    """Return `text` in lower case, one width and one kind of Chinese, each character in its place."""
    flat = normalize_text(text).replace("\u2019", "'").replace("\u2018", "'")
    lowered = flat.lower()
    return lowered if len(lowered) == len(flat) else flat


def _masked(
    text: str, shown: Sequence[re.Pattern[str]], longest: int = LONGEST_OWN_PARAGRAPH
) -> str:
    masked = text
    for pattern in shown:
        masked = pattern.sub(_blanked, masked)
    masked = _QUOTED_SHORT.sub(_unended, "".join(_without_data(masked.splitlines(keepends=True))))
    return normalize_lowercase(
        "".join(_own(paragraph, longest) for paragraph in _PARAGRAPH_END.split(masked))
    )


def _without_data(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a text with data blanked, and with it what is indented below."""
    goes_on = False
    for line in lines:
        is_data = len(lines) > 1 and (_is_data(line) or (goes_on and line.startswith((" ", "\t"))))
        goes_on = is_data
        yield _BLANKABLE.sub(BLANK, line) if is_data else line


def _is_data(line: str) -> bool:
    length = len(line.strip())
    if length < SHORTEST_DATA or _HAN.search(line):
        return False
    return len(_FIGURE_OR_BRACKET.findall(line)) >= DATA_SHARE * length


def _own(paragraph: str, longest: int) -> str:
    return paragraph if len(paragraph) <= longest else BLANK * len(paragraph)


def _blanked(match: re.Match[str]) -> str:
    return "".join(char if char == "\n" else BLANK for char in match[0])


def _unended(match: re.Match[str]) -> str:
    """Return a quoted word in which no full stop ends the sentence around it."""
    return re.sub(r"[.!?。！？；;]", "·", match[0])


class Mood(StrEnum):
    """Why a sentence is not taken at its word."""

    ASKED = "asked"
    LEARNING = "learning"
    SUPPOSED = "supposed"
    GUESSED = "guessed"
    REPORTED = "reported"
    PASSING = "passing"
    POINTING = "pointing"
    """It is about the very thing at hand, not about its kind."""
    ELSEWHERE = "elsewhere"
    """It is about another project, another job or somebody else's work."""
    JOKING = "joking"
    ERRAND = "errand"


_SHAPES: tuple[tuple[Mood, re.Pattern[str]], ...] = (
    (
        Mood.ASKED,
        re.compile(
            r"[?？]\W*$|(?:吗|呢|么|没有呢|不)[。!！~～]*$(?<!要不)(?<!不不)"
            r"|^(?:(?:and|so|ok|okay|hmm|hey|hi|but|also|then|wait)[, ]+)*(?:what|why|how|who|where|when"
            r"|which|whose|is (?:it|this|that|there|the)|are (?:we|there|you|the|these|those)|can (?:you|we|i)"
            r"|could (?:you|we|i)|would (?:you|it|we)|will (?:it|this|that)|do (?:we|you|i|they)"
            r"|does (?:it|this|that|the|anyone)|did (?:you|it|we|the)|should (?:i|we|it)|any (?:idea|chance)"
            r"|have (?:you|we)|has (?:it|the|anyone)|was (?:it|that|there)|were (?:there|you))\b"
            r"|怎么(?!也|都|说都)|为什么|为啥|什么(?!都|也)|多少|哪个|哪些|哪里|哪种|能不能|是不是|要不要"
            r"|会不会|有没有|可不可以|行不行|好不好|啥|(?<![是这那好十上前后])几个|多久(?![^，。]{0,4}[谁都也])"
        ),
    ),
    (
        Mood.LEARNING,
        re.compile(
            r"\b(?:(?:always|never|keep) (?:forget\w*|remember|get it|know|understand|mix\w*)|got it|(?<!as )i see|makes sense|ah+,? (?:so|ok|right)|oh+,? so|so basically|til|good to know|interesting)\b"
            r"|总是?忘|老是?忘|记不住|懂了|明白了|原来如此|学到了|涨知识|长知识"
        ),
    ),
    (
        Mood.SUPPOSED,
        re.compile(
            r"\b(?:what if|suppose|imagine|hypothetically|in theory|thinking (?:out loud|aloud)"
            r"|just (?:a thought|curious|wondering|playing)|for (?:fun|an interview|interview prep)|(?:only|just) (?:wanted|asking|reading|wondering)|one day|some ?day|in an ideal world|if only|wouldn't it|would be (?:nice|cool|fun)"
            r"|playing with the idea|daydream\w*|toying with)\b"
            r"|\b(?<!only )if (?:\w+ ){1,6}(?:had|were|could|would|did)\b|\bif (?:we|i|you|they|it) (?:ever )?\w+ed\b"
            r"|\b(?<!only )if .*\b(?:i|we|you|it|they)(?:'d| would)\b"
            r"|假如|假设|假使|要是|万一|倘若|设想|理论上|说不定|哪天|如果.{0,20}(?:会|呢|该|多好|怎)|以后再说"
            r"|随便聊|想象|做梦"
        ),
    ),
    (
        Mood.GUESSED,
        re.compile(
            r"\b(?:maybe|perhaps|probably|possibly|might|i guess|i suspect|not sure|unsure|no idea"
            r"|i wonder|could be|(?:it|that|this|there|which) may be|seems?|looks like|apparently|presumably|i think it's|my guess"
            r"|should improve|supposedly|i'm guessing|smells like|let's see|(?:it|that|this) must (?:be|have)|i (?:always|never|keep) (?:get\w*|see\w*|have|had|saw|got) (?:\d+|an?|the|errors?|time|it|this|that))\b"
            r"|不是[^，。！？\s]{1,12}吧(?=[\s，。！？]|$)|(?<!尽)可能(?!性)|也许|大概|或许|好像|似乎|不确定|估计|我猜|猜测|应该是|感觉是|(?<!谁也)(?<!谁都)说不准|会不会|没准|看样子"
        ),
    ),
    (
        Mood.REPORTED,
        re.compile(
            r"(?<!\bour )(?<!\bwhen a )(?<!\bwhen the )(?<!\bif a )(?<!\bif the )\b(?!(?:i|we|you|it|which|that|folks|our|docs?|code|api|policy|guide|website|law|insurance|publisher|contract|sla|spec|clients?|customers?|legal|security|finance|auditors?|vendor|bank)\b)[a-z]+(?: (?:on|in|at|from) (?:the )?\w+(?: \w+)?)?"
            r" (?:says|said|thinks|claims|claimed|argues|reckons|swears|swore|keeps saying|suggests|recommends)\b"
            r"|\baccording to\b|\b(?:they|he|she) (?:wrote|want|wants|told|claim)\b|\bwrote:|\bi (?:read|heard|saw) (?:that|about|somewhere|it on|on|in an?|an?)\b|\b(?:blog|article|tweet|video|post|podcast|thread)\b"
            r"|(?:(?<!其)他|她|他们|同事|朋友|有人|别人|网上|博客|文章|群里|知乎|前辈|大佬|老[一-龥]|小[一-龥]|[一-龥](?:哥|姐|总|工))"
            r"(?:们|里|上)?(?:都|总|老|还|就|一直)?(?:说|觉得|认为|建议|推荐|讲|吐槽|吹|主张)|听说|据说"
        ),
    ),
    (
        Mood.PASSING,
        re.compile(
            r"\b(?:today|tonight|tomorrow|right now|for now|this time|this one|this once|just once"
            r"|only once|this (?:morning|afternoon|evening|week|weekend|sprint|session)|next (?:week|sprint|month)"
            r"|at the moment|currently|temporar\w+|for the moment|for a (?:bit|minute|sec\w*|while)|in a (?:bit|minute|sec\w*)"
            r"|one[- ](?:off|time)|just this|for (?:the|this|a|my) (?:demo|meeting|presentation|slides?|deck|talk|screenshot|interview|hackathon|workshop|pr|branch|run|ticket)|just for (?:me|testing|fun|debugging)|while (?:i|we) (?:test|debug|try)|until (?:i|we|he|she) \\w+|only this|(?:leave|keep) (?:it|everything|all|things|them) (?:as|alone|like (?:it|that|this) (?:is|was))|don't (?:change|touch|add) (?:anything|it)(?! (?:by|in|on|unless|without|from|manually))|throwaway (?:script|code|branch|prototype)|quick hack|in the middle of|wip|not worth it|(?:goes? out|ships?|due|by|this|next|before) (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
            r"|(?<!从)今天|明天|今晚|(?<![从出])现在(?!都|统一|一律|只|.{0,3}[是用]|走|改|没有|归|由|叫)|目前|暂时|这次|这一次|就一次|跑一次|一次性|本周|这周|下周|临时"
            r"|回头|待会|等下(?!，|,)|等会|稍后|先这样|先试|先用.*试|试试|先不|改天|下次再说|演示用|开会用|这(?:个|次)(?:pr|版本|需求)|就这一次|调试的时候|这两天|只是(?:试|测试)|什么都别|当我没说|别[加动改](?:了|$)"
        ),
    ),
    (
        Mood.POINTING,
        re.compile(
            r"\b(?:(?:that|this|the other|the first|the same) (?:one|file|function|branch|line|row|column|box|test)s?"
            r"|lines? \d+|rows? \d+|in this one)\b|这个(?:分支|文件|函数|测试|参数)|那个(?:分支|文件|函数)|第.{1,2}(?:行|列)"
        ),
    ),
    (
        Mood.ELSEWHERE,
        re.compile(
            r"\b(?:my|his|her|their|our) (?:old|last|previous|former|ex|side|hobby|other)[ -](?:company|job|team|projects?|employer|place|repo|boss|manager|lead|professor)\b"
            r"|\b(?:a|my) (?:friend|mate|buddy|cousin|brother|sister|roommate)\b|\bat (?:uni|university|school|google|amazon|netflix|meta|facebook)\b"
            r"|前公司|上家|老东家|以前(?:的)?(?:公司|单位)|朋友|同学|副业|个人项目|大厂"
        ),
    ),
    (
        Mood.JOKING,
        re.compile(
            r"\b(?:haha\w*|lol|lmao|rofl|jk|just kidding|hehe)\b|哈哈|嘿嘿|笑死|笑哭|绷不住|😂|🤣|😅|😜|开玩笑|逗你"
        ),
    ),
    (
        Mood.ERRAND,
        re.compile(
            r"^(?:(?:so|ok|okay|hi|hey|morning|and|now|next)[,! ]+)*(?:(?:we|i)(?:'d like| would like| need| want|'m trying|'m going|'ll need) to\b|need (?:to|an?)\b)"
            r"|\b(?:remind me|note to self|don't let me forget|dentist|groceries|(?:to|and|then|must) buy|(?:get|have|grab|for|after|before|to) (?:lunch|dinner|coffee)|gym"
            r"|pick up (?:my|the kids?|some)|my (?:kid|kids|wife|husband|mum|mom|dad|dog|cat))\b"
            r"|^(?:请|先|你)?把|^(?:帮我|给我|我想|我要|我需要|想让你|麻烦你?帮)|提醒我|别让我忘|买菜|接孩子|午饭|晚饭|中午吃|牙医|健身|快递"
        ),
    ),
)


@lru_cache(maxsize=SENTENCES_IN_MIND)
def mood_of(mask: str) -> Mood | None:
    """Return the first mood that the sentence is in, None for one that is meant as it is said."""
    return next((mood for mood, shape in _SHAPES if shape.search(mask)), None)
