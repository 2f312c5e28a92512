"""Recognize what a user asks outright to be remembered, in whatever words the wish comes, and what to leave.

A wish is a verb of memory in a clause that is addressed to the agent: what stands before the verb, back to the last
comma or stop, says nothing but to whom the wish is and how much it matters. "The form should remember the choice" has
another subject, and "do you remember" asks. What is wished stands behind the verb, else beside the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from commonplace.core import lazy_re as re
from commonplace.core.conversation.sentences import normalize_lowercase
from commonplace.core.tokens import terms

FEWEST_TERMS = 2
"""A name or a taste and what it is of: with less nothing is said."""
_FILES = (
    r"(?![^:：]{0,60}(?:\b(?:file|readme|docs?|comment|changelog|commit|ticket|code)\b|\w\.[a-z]))"
)
_POINTED = rf"(?:\s+(?:this|that|it|(?:this|these|the following)(?: (?:\w+ )?(?:things?|facts?|points?|rules?|notes?|information))?|(?:a few|some|two|three) (?:things|facts|points|rules)|one thing|down|away|in|somewhere|please|too|first|now|as well|always|from now on)\b)*(?:\s+(?:as|for|in|into|to|so|when|because)\s{_FILES}[^:：.!?\n]{{1,60}}?)?"
"""How a wish points at the words that follow."""
_MINDED = re.compile(
    r"\b(?:rem+e?m?e?be?r(?:ing|ed)?|(?:keep|bear|hold) (?:(?:this|that|it|these|the following)(?: \w+)? )?in mind|(?:don't|do not|never)(?: you)?(?: ever)? forget"
    r"|(?:keep|have) (?:this|that|it|these) in (?:your )?memory|memori[sz]e|lose sight of(?= the fact)|retain(?= (?:the (?:fact|information)|in (?:your )?memory)\b)|know for (?:next time|later|the future))\b(?!-)"
)
"""The verbs of memory."""
_RECALLS = re.compile(
    r"\s+(?:to ask|me\b(?! (?:as|that))|about\b)|\s+(?:when|how|what|where|who|why|which|whether|if|the (?:time|day))\b(?![^:?]{0,60}[:：]\s*\S)"
)
"""What follows the verb where somebody thinks back, or asks that something be not left undone."""
_ADDRESSED = re.compile(
    r"(?:(?:please|pls|plz|kindly|always|also|and|so|now|then|do|just|ok|okay|but|claude|codex|gemini|copilot|cursor|qwen|goose|agent|assistant|bot|yes|yeah|no|hey|hi|hello|really|great|perfect|thanks|thx|important|fyi|note|reminder|worth|first|next time|one more thing|because|therefore"
    r"|you|your|to|that|should|must|ought|need|have|got|will|want|may|might|can|could|would|better|try|make sure|be sure|mind|keep|let's|let us"
    r"|for (?:me|you|us|(?:all |any )?(?:the )?(?:future|next|later)(?: \w+)?|the record)|in (?:the )?future|from now on|until further notice)\s+)*+"
    r"|.*\b(?:want|like|love|need|ask(?:ing)?|expect|wish|tell(?:ing)?|prefer|beg)(?: for)? you (?:all )?(?:to )?(?:please |also |always |really )?"
    r"|(?:.*\b(?:if|that|need|asking?|again) )?you(?:'d)? (?:\w+ ){0,4}|.*\bask(?:ing)? (?:of )?you (?:\w+ ){0,4}"
    r"|.*\b(?:things?|points?|rules?|facts?|something|anything|one|two|three|important|essential|vital|crucial|critical|good|useful|helpful|sure|key)(?: \w+)? (?:that )?(?:for (?:you|us|later|the future) )?(?:(?:i|we) (?:want|need|would like|expect) )?(?:you )?(?:(?:should|must|need to|have to|always|ought to|to) )?"
    r"|.*\b(?:so|as) (?:that )?you(?:'ll)? (?:can |will )?"
)
"""What says only to whom a wish is: nobody else acts in the clause."""
_QUESTIONED = re.compile(
    r"(?:do|did|does|don't|can't|couldn't|have|haven't|what|who|when|how|where|why|whether|as|if i|as far as) (?:you|i|we|they)\b(?! (?:please|kindly|mind)\b)|.*\b(?:you|to) (?:can|may|might|do|will) $"
)
_POLITE = re.compile(
    r".*\b(?:(?:can|could|would|will) you|(?:would|do) you mind|(?:can|could|may|might) (?:i|we) ask|how about|why don't) ?"
)
_CLAUSE_END = re.compile(r"[,;:.!?()\u2026\u2014\u2013]\s*|\s-\s|\n")
_BETWEEN = re.compile(r"\s*(?:[,:，：\u2014\u2013-]\s*)?(?:\bthat\b(?!\s*[?.!]?$)[,:]?\s*)?(?=\S)")
_FOLLOWING = re.compile(
    rf"{_POINTED}(?=\s*[:：]|\s+[-\u2014\u2013]\s)|(?: (?:the (?:fact|information)|this as \w+|(?:always|for (?:me|later|next time|the future|all \w+ \w+)|from now on|please|too|as well)))*"
)
_SAID = re.compile(
    r"(?<!\bi )\b(?:says|said|tells?|told|wrote|writes|goes|asked|insists?|keeps saying)\b[^:,.;]{0,20}[:,]\s*$"
)
"""Whose words follow."""
_DONE_WITH = re.compile(
    r"^let it be remembered that\s+(?=\S)|^(?:[^:：?]{0,50}\b)?(?:this|that|it|these|be|gets?|worth|to be)\s+(?:\w+ )?remember(?:ed|ing)\s*[:：]\s*(?=\S)"
)
_HELLO = r"(?:(?:ok|okay|also|and|oh|hey|hi|btw|by the way|fyi|so|well|great|thanks|yes|no|please|pls|important|heads up|first|just|always|really|let's|(?:i(?:'d| would) (?:like|want|love) you to|i (?:want|need|ask) you to|you (?:should|must|need to|have to)|make sure (?:you|to)|be sure to)|one (?:more )?thing|for (?:the )?(?:future|next time|later|record)(?: reference)?)[,.:;!]{0,3}\s+){0,6}(?P<asks>(?:(?:can|could|would|will) you|would you mind)\s+(?:please |also |just )*)?"
_NOTE = r"(?:(?:make|take|leave|keep) (?:an? )?(?:\w+ )?note(?: of)?|(?:mental )?note|(?:write|jot|take|put)(?: down(?= that\b)|(?= (?:this|that|it|these) (?:down|in)))|store|save|record|keep|file|learn|persist|put on record|put down|lock(?= (?:this|that|it) in\b)|(?:create|add|make|have|store|save) (?:a |one |another |the |this |new )*(?:memory|memo|note|fact)(?: made)?|log(?= (?:this|that|it)\b)|hang on to|(?:add|commit|put|update|write|have)(?= (?:this|that|it)? ?(?:(?:in)?to |in )?(?:your |the |our )?(?:memory|notes?|book)))(?:\s+(?:your|the|our) (?:memory|notes?|book)\b)?(?:(?: of)? the fact(?= that\b))?"
"""What is also said of files: it asks for a memory where it points at words that follow."""
_WHEN = re.compile(
    r"(?:下次|以后|今后)?[你您]?再?(?P<when>[^，,。：:；我他她]{2,16}(?:的时候|之前|以前))[，,]?(?=(?:请|千万|一定|务必|也|都|要){0,3}(?:别忘|不要忘|记住|记得|记牢|切记|谨记))"
)
"""When something is to be done that is asked to be remembered: it belongs to it."""
_KEEP = r"(?:keep|hold|hang|stick|store|save|note|write|jot|put|file|stash|tuck|pin|bank|carry|burn|engrave|etch|take|commit|learn|internali[sz]e|add|bookmark|retain|log|record|mark)"
_THIS = r"(?:this|that|it|these|the following|one thing|a thing|something)(?: (?:one|rule|thing|fact|point|bit|piece|line|down|away|in mind|in))*"
_REQUESTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:[^:：?]{{0,60}}[,.;]\s+|(?:[\w']+,? ){{0,8}}?(?:and|please|pls|plz|also|so|to|you|should|must|then|now|thing) )?(?<!\bi )(?<!\bwe )(?<!they ){_KEEP} (?:(?:on|on to|onto|to|down|away|in|with|up|hold of|for) ){{0,2}}{_THIS}\b{_FILES}(?:[ ,][^:：?]{{0,50}})?[:：]\s*(?=\S)",
        rf"^(?:[^:：?]{{1,60}}?[,;:] (?:and |but |also )*)?{_HELLO}{_NOTE}{_POINTED}(?:\s*[:：]\s*|\s+[-\u2014\u2013]\s+|(?<!\bkeep)(?<!\bfile)\s+that\s+(?!(?:to|in|into|as|at|on|under|from|with)\b))(?=\S)",
        r"^(?:(?:also|and|oh|so|ok|just|a|quick),? )*(?:(?:(?:note|reminder) )?(?:for|to) (?:(?:all |any )?(?:future|later|next) (?:sessions?|reference|times?|chats?|conversations?)|next time|the (?:future|record)|you(?:rself)?|your (?:memory|notes|information)|(?:my)?self)|reminder)(?:[:：]|(?<=reference),|(?<=record),)\s*(?=\S)",
        r"^(?:(?:new|a|another|this one is|this is|here is|here's|one|please|for|your|to|the|ok|okay|hey|so|also|and|information and|quick),?\s)*+(?:memory|memo|note|remember)\s*[:：]\s*(?=\S)",
        r"^(?:[^:：?]{0,60}\b)?so (?:that )?you(?:'ll)? know(?: (?:it|this|that))?(?: for (?:next time|later|the future))?\s*[:：]\s*(?=\S)",
        r"^(?:(?:ok|okay|also|and|but|so|please),? ){0,3}(?:(?:from|starting|beginning|as of|effective) (?:now|here|today|this (?:point|day|moment)|immediately)(?: on(?:wards?)?(?: out)?| forwards?)?|going forward|henceforth|hereafter|in (?:all |any )?future (?:sessions?|chats?|conversations?))[,:]?\s+(?=\S)",
        r"^(?:今后|往后|从此(?:以后)?)(?!再)(?=\S{4})|^(?:请你?)?(?:[从自](?:现在|今天|今日?|即日|此刻)(?:起|开始|以?往?后)|(?:下次|以后|今后)(?:要|请|都)?注意(?=[：:]))[，,：:]?(?=\S)",
        r"^(?:[^，,。；：:？?]{0,8}[，,。])?[^，,。；：:？?他她]{0,8}(?:记[个一](?:条|笔|件)?(?:事|东西|笔记|备忘)|留个?(?:底|记录|备忘))[，,：:]\s*(?=\S)|^(?:(?:新增|新建|增加|加|添加|写)?(?:一?[条个笔])?(?:新)?(?:的)?(?:长期)?(?:记忆|备忘录?|笔记)|存档|记录在案)[：:]\s*(?=\S)",
        r"^[^，,。；：:？?他她]{0,10}(?:(?:存|保存|记录)(?:一下|下来|起来)(?:[，,](?:以后|下次|今后|将来)[^：:。]{0,12})?[：:]|(?:写|记|加|存|保存|记录|添加|更新)(?:[进到入]|一下)?.{0,6}(?:记忆|笔记|备忘录?|知识库)(?:里|中)?(?:[，,](?:以后|下次|今后|将来)[^：:。]{0,12})?[：:，,])\s*(?=\S)",
    )
)
"""The other words with which somebody asks outright that something be remembered."""
_MINDED_ZH = re.compile(
    r"(?:记住|记得|记牢|记好|牢记|切记|谨记|铭记|记着|记一下|记下来?|(?:别|不要|勿)忘(?:了|记了?)?)了?"
)
_ADDRESSED_ZH = re.compile(
    r"(?=.{0,16}\Z)(?!.*(?:我们|(?<![给帮替为])我(?!希望|要你|需要你|想让你|让你|想你|请)|他|她|它|还\Z|(?<!能)(?<!可)不|没|让(?!你)|使|用户|大家|谁|会|程序|系统|缓存|表单|页面|浏览器|功能|实现|脚本))"
    r"(?:\s*|.*(?:请|您|你|麻烦|拜托|帮|给我|替我|为我|能|可|千万|一定|务必|永|长期|必须|应该|最好|好好|要|得|需|先|再|以后|下次|今后|将来|往后|顺手|顺便|牢|另外|对了|那|嗯|哦|好的?|可|都|也|还"
    r"|把?(?:这|以下|下面|上面|如下)[个条些点段件]?(?:规则|事情?|内容|信息|约定|一?点)?|重要|关键|\s).*)"
)
_POLITE_ZH = re.compile(r"能|可")
_POINTED_ZH = re.compile(
    r"(?:一?[下点]|这(?:一)?[个点条件]事?|啊|哈|哦|吧|呀|哟|呢|嘛|(?:以下|下面|如下)(?:这)?(?:[几些两三四五]?[点条个件]?(?:事情?|内容|规则|约定)?)(?=[:：]))*"
    r"(?:[，,]?(?:以后|下次|今后|将来)[^：:。，,]{0,12}(?=[：:]))?[，,：:\s]*(?=\S)"
)
_RECALLS_ZH = re.compile(r"吗|没|得|多少|什么|密码的?(?:功能|选项)|(?:我|上次|之前)(?:说过|问过)")
_ASKED_AFTERWARDS = re.compile(
    r"(?:^|[,;.(—–-]) ?(?:so |and |but ){0,3}(?:(?:can|could|would|will) you )?(?:please |pls )*(?:remember(?: (?:this|that|it))?|(?:keep|bear) (?:this|that|it) in mind|(?:note|write|jot) (?:this|that|it) down|make a note(?: of (?:this|that|it))?|(?:don't|do not) forget (?:this|that|it)|(?:save|store|record|keep) (?:this|that|it)(?= (?:for|in|to)))"
    r"(?: (?:for me|for later|for (?:the )?next time|for (?:the )?future|for (?:later|future) sessions|in (?:your )?memory|to memory|in (?:your |the )?notes|somewhere|please|from now on|too)){0,4}[)\s.!?]{0,4}$"
    r"|(?:^|[，,。；\s（(])(?:这[个条点些件]?事?|很?重要|你|您|请|麻烦|帮我|给我|要|务必|一定|千万|也|以后){0,8}(?:切记|谨记|记住|记一下|记下来?|记好|牢记|记着|别忘了)(?:了|哦|啊|吧|呀|哈|哟|呢|嘛|这(?:一)?[个点条件]事?){0,4}[。！!~～）)]{0,4}$"
)
"""The same after what is to be remembered, or by itself."""
_ASKED_AMID = re.compile(
    r"(?<=\w)(?:, | ?[;—–] ?| - )(?:and |but |so |also |please )*(?:remember|don't forget) (?=(?:(?:not|never|always) )?to\b)"
)
"""The same between a reason and what follows from it: both are meant."""
_ASIDE = re.compile(
    r"[，,](?:请|要|麻烦)?(?:你)?(?:记一下|记住了?|记下来?|记好了?)[啊哈哦]?[，,](?=\S)"
)
"""The same between two things that are told: neither is left out."""
_DECLINES = re.compile(
    r"\b(?:no need|(?:don't|do not|doesn't|needn't) (?:you )?(?:need|have)|not necessary|unnecessary|no reason)(?: for you)? to (?:remember|memori[sz]e|save|store|note|record|keep)\b"
    r"|(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )\b(?:don't|do not|please never|needn't) (?:you )?(?:ever )?"
    r"(?:remember(?! (?:who|when|how|why|what|which|where|whether|if|exactly)\b)|memori[sz]e|(?:save|store|note|record)(?= (?:this|that|it|any of (?:this|that|it))\b(?! (?:in|to|at|as|on|under)\b(?! (?:your )?(?:memory|notes)))))"
    r"|(?:不用|不必|不需要|无需|没必要|别|不要)(?:再|帮我|给我|去)?(?:记住|记下|记录|记这|存这|保存这|记我|存我)"
)
"""The words with which somebody asks that something be not remembered."""
_TAG = re.compile(
    r",? ?\b(?:ok|okay|right|alright|yeah|yes|please|got it|deal|(?:will|would|can|could) you) ?[?]+$|[，,]?(?:好吗|好不好|行吗|行不行|可以吗|好么|知道吗|明白吗)[?。!]*$"
)
"""What makes a question of a request and asks nothing."""
_ASKS = "Remember: "
_LISTED = re.compile(r"^[ \t]*(?:[-*]|\d+[.)])[ \t]", re.MULTILINE)
_SHOWN = ("|", ">")
_FENCE = re.compile(r"[ \t]{0,40}(```|~~~)")
MOST_CODE = 6
"""So many lines of code are a command or two; more of them are a file."""
LONGEST_HEAD = 120
LONGEST_LEAD = 200


def requested_words(sentence: str) -> str:
    """Return what a sentence asks to be remembered, without the words that ask; empty when it asks nothing."""
    said = _wished(sentence)
    return _wished(said) or said  # "For the future: remember that ..." asks twice


def _wished(sentence: str) -> str:
    sentence = sentence.replace("**", "").lstrip("*#/@!•-— ")
    mask = normalize_lowercase(sentence)
    if declines(mask):
        return ""
    if afterwards := _ASKED_AFTERWARDS.search(mask):
        said = sentence[: afterwards.start()].strip()
        return _as_sentence(said) if _is_something(said) else ""
    if tag := _TAG.search(mask):
        sentence, mask = f"{sentence[: tag.start()]}.", f"{mask[: tag.start()]}."
    if amid := _ASKED_AMID.search(mask):
        return f"{sentence[: amid.start()]}, {sentence[amid.end() :]}"
    if (aside := _ASIDE.search(mask)) and _is_something(mask[: aside.start()]):
        return sentence[: aside.start()] + sentence[aside.end() - 1 :]
    when = _WHEN.match(mask)
    for end, is_polite in _wishes(mask):
        rest = sentence[end:].strip(" \t,:，：").removeprefix("to ")
        if when and when.end() <= end and _says_something(rest):
            rest = f"{sentence[when.start('when') : when.end('when')]}{rest}"
        if _says_something(rest) and (is_polite or not rest.endswith(("?", "？"))):
            return _as_sentence(_told(rest) if is_polite else rest)
    return ""


def _wishes(mask: str) -> Iterator[tuple[int, bool]]:
    """Yield where the words begin that a sentence asks to be remembered, and whether it asks politely."""
    for pattern in _REQUESTS:
        if match := pattern.match(mask):
            yield match.end(), bool(match.groupdict().get("asks"))
    if match := _DONE_WITH.match(mask):
        yield match.end(), False
    yield from _minded(mask)


def _minded(mask: str) -> Iterator[tuple[int, bool]]:
    """Yield the same for each verb of memory of which nobody but the agent is the subject."""
    for match in _MINDED.finditer(mask):
        start = _clause_start(mask, match.start())
        lead = mask[start : match.start()][-LONGEST_LEAD:]
        is_polite = _POLITE.match(lead) is not None
        is_told_of = match[0].endswith("ed") and " if you" not in f" {lead}"
        is_told_of = is_told_of or _SAID.search(mask, 0, start) is not None
        is_wish = _ADDRESSED.fullmatch(lead) and (is_polite or not _QUESTIONED.match(lead))
        if is_wish and not is_told_of and not _RECALLS.match(mask, match.end()):
            yield _after(mask, match.end()), is_polite
    for match in _MINDED_ZH.finditer(mask):
        start = max(mask.rfind(mark, 0, match.start()) for mark in "，,。；;：:！!？?、") + 1
        lead_zh = _ADDRESSED_ZH.fullmatch(mask, start, match.start())
        if lead_zh and not _RECALLS_ZH.match(mask, match.end()):
            behind = _POINTED_ZH.match(mask, match.end())
            yield behind.end() if behind else len(mask), _POLITE_ZH.search(lead_zh[0]) is not None


def _clause_start(mask: str, at: int) -> int:
    """Return where the clause begins in which `at` stands, behind the last comma or stop."""
    return max((match.end() for match in _CLAUSE_END.finditer(mask, 0, at)), default=0)


def _after(mask: str, at: int) -> int:
    """Return where the words begin that are to be remembered, behind the verb and what only points at them."""
    pointed = _FOLLOWING.match(mask, at)
    end = pointed.end() if pointed else at
    between = _BETWEEN.match(mask, end)
    return between.end() if between else len(mask)


def _told(asked: str) -> str:
    """Return what a polite question asks for, as a statement."""
    bare = asked.rstrip("?？. ")
    return bare.removesuffix("吗") + "。" if bare[-1:] > "\u2e7f" else bare + "."


def only_asks(sentence: str) -> bool:
    """Say whether a sentence asks that what stands beside it be remembered, and says no more."""
    mask = normalize_lowercase(sentence)
    is_question = mask.rstrip().endswith(("?", "？"))
    if declines(mask):
        return False
    if match := _ASKED_AFTERWARDS.search(mask):
        return not (is_question and " you " not in mask) and not _is_something(
            sentence[: match.start()]
        )
    return not is_question and any(not _says_something(mask[end:]) for end, _ in _minded(mask))


def with_what_follows(text: str) -> str:
    """Return a turn in which each line, point or block of code below "Please remember these:" asks by itself."""
    lines = text.split("\n")
    told: list[str] = []
    at = 0
    while at < len(lines):
        asks, line = _begins_to_ask(lines[at]), lines[at]
        pieces, at = _below(lines, at + 1) if asks else ((), at + 1)
        told += [f"{asks}{piece}" for piece in pieces] or [line]
    return "\n".join(told)


def _begins_to_ask(line: str) -> str:
    """Return what a line says before all that it asks to remember below; empty where it asks for nothing below."""
    mask = normalize_lowercase(line).strip()
    if not mask.endswith(":") or len(mask) > LONGEST_HEAD or declines(mask):
        return ""
    ends = [end for end, _ in _wishes(f"{mask}x")]
    if not ends:
        return ""
    own = line.strip()[max(ends) :].strip()
    return f"{_ASKS}{own} " if own else _ASKS


def _below(lines: Sequence[str], start: int) -> tuple[list[str], int]:
    """Return what stands below a line, piece by piece, and where it ends: a list, a block of code or a paragraph."""
    first = next((at for at in range(start, len(lines)) if lines[at].strip()), len(lines))
    if first == len(lines) or lines[first].lstrip().startswith(_SHOWN):
        return [], start
    if fence := _FENCE.match(lines[first]):
        rest = range(first + 1, len(lines))
        end = next((at for at in rest if lines[at].lstrip().startswith(fence[1])), len(lines))
        code = [f"`{line.strip()}`" for line in lines[first + 1 : end] if line.strip()]
        return ([", ".join(code)] if len(code) <= MOST_CODE else []), end + 1
    is_list = _LISTED.match(lines[first]) is not None
    end, pieces = first, list[str]()
    while end < len(lines) and (is_list or lines[end].strip()):
        line = lines[end]
        if is_list and line.strip() and not _LISTED.match(line):
            if not line.startswith((" ", "\t")):
                break
            pieces[-1] += f" {line.strip()}"
        elif line.strip():
            pieces.append(_LISTED.sub("", line).strip())
        end += 1
    return pieces, end


def declines(mask: str) -> bool:
    """Say whether a sentence asks that something be not remembered."""
    return _DECLINES.search(mask) is not None


def declines_what_was_said(mask: str) -> bool:
    """Say whether a sentence asks that what stands beside it be not remembered: "don't keep this" names nothing itself."""
    match = _DECLINES.search(mask)
    return match is not None and not _is_something(mask[match.end() :])


def _is_something(said: str) -> bool:
    """Say whether something is said; a word that only points elsewhere says nothing."""
    told = len(terms(said))
    return told >= FEWEST_TERMS or (told > 0 and len(said.split()) > FEWEST_TERMS)


def _says_something(rest: str) -> bool:
    """Say whether what stands behind a wish is more than a word that points elsewhere: "no lodash" is."""
    return _is_something(rest) or (len(terms(rest)) == 1 and len(rest.split()) > 1)


def _as_sentence(said: str) -> str:
    return said[:1].upper() + said[1:]
