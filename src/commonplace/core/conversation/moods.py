"""Sentences that say nothing to keep, whatever words are in them: asked, supposed, guessed, passing, elsewhere.

Each mood is a shape of a sentence, looked for in its mask (lower case, simplified characters).
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

SENTENCES_IN_MIND = 512


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
            r"|会不会|有没有|可不可以|行不行|好不好|啥|几个|多久"
        ),
    ),
    (
        Mood.LEARNING,
        re.compile(
            r"\b(?:(?:always|never|keep) (?:forget\w*|remember|get it|know|understand|mix\w*)|got it|i see|makes sense|ah+,? (?:so|ok|right)|oh+,? so|so basically|til|good to know|interesting)\b"
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
            r"|(?<!尽)可能(?!性)|也许|大概|或许|好像|似乎|不确定|估计|我猜|猜测|应该是|感觉是|说不准|会不会|没准|看样子"
        ),
    ),
    (
        Mood.REPORTED,
        re.compile(
            r"(?<!\bour )(?<!\bwhen a )(?<!\bwhen the )(?<!\bif a )(?<!\bif the )\b(?!(?:i|we|you|it|which|that|folks|our|docs?|code|api|policy|guide|website|law|insurance|publisher|contract|sla|spec|clients?|customers?|legal|security|finance|auditors?|vendor|bank)\b)[a-z]+(?: (?:on|in|at|from) (?:the )?\w+(?: \w+)?)?"
            r" (?:says|said|thinks|claims|claimed|argues|reckons|swears|swore|keeps saying|suggests|recommends)\b"
            r"|\baccording to\b|\b(?:they|he|she) (?:wrote|want|wants|told|claim)\b|\bwrote:|\bi (?:read|heard|saw) (?:that|about|somewhere|it on|on|in an?|an?)\b|\b(?:blog|article|tweet|video|post|podcast|thread)\b"
            r"|(?:他|她|他们|同事|朋友|有人|别人|网上|博客|文章|群里|知乎|前辈|大佬|老[一-龥]|小[一-龥]|[一-龥](?:哥|姐|总|工))"
            r"(?:们|里|上)?(?:都|总|老|还|就|一直)?(?:说|觉得|认为|建议|推荐|讲|吐槽|吹|主张)|听说|据说"
        ),
    ),
    (
        Mood.PASSING,
        re.compile(
            r"\b(?:today|tonight|tomorrow|right now|for now|this time|this one|this once|just once"
            r"|only once|this (?:morning|afternoon|evening|week|weekend|sprint|session)|next (?:week|sprint|month)"
            r"|at the moment|currently|temporar\w+|for the moment|for a (?:bit|minute|sec\w*|while)|in a (?:bit|minute|sec\w*)"
            r"|one[- ](?:off|time)|just this|for (?:the|this|a|my) (?:demo|meeting|presentation|slides?|deck|talk|screenshot|interview|hackathon|workshop|pr|branch|run|ticket)|just for (?:me|testing|fun|debugging)|while (?:i|we) (?:test|debug|try)|until (?:i|we|he|she) \\w+|only this|(?:leave|keep) (?:it|everything|all|things|them) (?:as|alone|like (?:it|that|this) (?:is|was))|don't (?:change|touch|add) (?:anything|it)|throwaway|quick hack|in the middle of|wip|not worth it|(?:goes? out|ships?|due|by|this|next|before) (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
            r"|(?<!从)今天|明天|今晚|(?<![从出])现在(?!都|统一|一律|只|是|用|走|改|没有|归|由|叫)|目前|暂时|这次|这一次|就一次|跑一次|一次性|本周|这周|下周|临时"
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
            r"\b(?:haha\w*|lol|lmao|rofl|jk|just kidding|hehe)\b|哈哈|嘿嘿|😂|🤣|😅|😜|开玩笑|逗你"
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
