"""Recognize what a sentence does by its phrases: report an outcome, keep a result, state a rule, take something back.

Signs are weighed where people tell of many things at once. Who says "I prefer tabs over spaces" says
one thing, in the words that one has for it; such a sentence needs no other sign, and may be short.
"""

from __future__ import annotations

from collections.abc import Collection

from commonplace.core import lazy_re as re
from commonplace.core.conversation.cues import Cue, cues_in
from commonplace.core.conversation.sentences import Mood, mood_of
from commonplace.core.tokens import terms

AKIN_LETTERS = 4
"""Shorter words begin alike by chance."""
_TROUBLE = re.compile(
    r"\b(?:\w*errors?|\w*exception|climb\w*|infeasible|crash\w*|fail\w*|slow\w*|leak\w*|time ?outs?|timed out|broken|breaks?|bugs?|exceptions?|hangs?|stuck|flak\w+|garbage|garbled"
    r"|doesn't (?:work|load|start|build|update)|not working|won't|can't|wrong|corrupt\w*|missing|lost|los(?:es?|ing)|flicker\w*|freez\w+|denied|refused|panics?|segfault\w*|oom\w*|killed|why|unused|never used|duplicates?|twice|weird|drops?|dies|died|(?<![\d.])[45]\d\d(?![\d.%]| ?\w?(?:ms|s|mb|gb|kb|k|rows|files|lines)\b)|stutter\w*|nan|complain\w*|used to (?:be|take)|takes? (?:ages|forever|\d+ (?:h|hours?|min\w*|s|seconds?)))\b"
    r"|报错|超时|变慢|很慢|慢|崩|挂|失败|异常|泄漏|卡|错误|不行|出错|掉线|丢|乱码|不生效|没反应|怎么回事|重复|告警|不进去|不出来|为什么|不对|502|500|404|被杀|杀掉|涨到|打不开|收不到|变成|空白|断连|溢出|连不上|跑了 ?\d+ ?分"
)
_CAUSE = re.compile(
    r"\b(?:confirmed|root cause|culprit|caused by|the cause|turn(?:s|ed) out|(?:that|it|this) was (?:it|the|indeed)|so it(?:'s| was)|(?:it|that) really was|(?:was|is) it(?=[,.!]|$)"
    r"|fixed (?:it|everything)|fixes it|fix(?:ed)? (?:the|that)|solved|resolved|did (?:the trick|it)|that was it|(?:it|that) was (?:the|an?|my|our) |was the (?:problem|issue|cause|culprit|reason)|because of|the (?:fix|problem|issue|cause|reason) (?:is|was)"
    r"|works? (?:after|since|with|once)|went from .{1,40} to|dropped from|down from|up from|(?:since|after|once) (?:we|i|adding|removing|switching|changing|upgrading|setting|moving|pinning|bumping|turning|disabling|enabling)"
    r"|so (?:the|on|in) .{1,60} (?:is|was|were|had|has|needs?|killed|came|kept|held|broke))\b"
    r"|根因|问题出在|[加改换升降去关删调设转开清移].{1,24}(?:之后|以后|后|就)|原因(?:就|找到|是)|原来是|是因为|解决|搞定|修好|果然|就是.{1,30}(?:问题|导致|引起|的锅|害的)|确认(?:了|是|就)|导致|所以就?是|真(?:的)?是|查到了|找到了|定位到|就是(?:它|这个)"
)
_SEEN = re.compile(
    r"\b(?:confirmed|measured|verified|works? (?:now|fine|again)|(?:it|that|everything|all|both) works?(?! like)|starts? fine|no(?:t a single| more|body| errors?| failures?| timeouts?| crash\w*)|not once|never (?:fail\w*|came back|happen\w*)|hasn't|haven't|since then|zero|flat|stable|green|pass(?:e[sd])?|gone|fixed|clean|work(?:s|ed)?(?=[,.!]|$)|smooth\w*|not one|since(?=[,.]| and|$)|down (?:from|to)|faster|tested on|survived|in a row"
    r"|(?:went|goes|going|gets) through|prints? now|print now|came back (?:clean|green)|back to (?:normal|\d+)|stopped|overnight|all (?:day|night|week(?:end)?)|holds|(?:in|on) prod(?:uction)? (?:too|as well)|since (?:then|we|i|yesterday|monday)"
    r"|none (?!of|is|are|yet)\w+|(?:all|everything|and|looks|it's) good(?=[,.!]|$)|in sync|(?:\w+s|all) fine(?: now| again)?|one tap|as (?:it should|expected))\b"
    r"|(?:都|也)没|没再|再没|没有再|不再|再也没|没复现|一次都没|没有一次|零|全过|都过了|没问题|能.{1,8}了|恢复(?:正常|了)|正常了?|成功了?|稳定|验证|实测|好了|都对了|对了(?=[，,。！]|$)|验过|通过|连续|[完通]了(?=[，,。！\s]|$)|(?<![错经超路])过了(?=[，,。！\s]|$)|[起出上]来了"
    r"|^\W*(?:yes|yep|yeah|yup|ha|ah|ok|right|exactly|indeed)\b\W+(?:\w+\W+)?(?:that|it)(?:'s| was) it\b"
)
_MEASURED = re.compile(
    r"\b(?:(?:\d{1,9}|a|two|three|four|five|six|seven|full) (?:days?|weeks?|hours?|nights?|months?|runs?|times|deploys?|restarts?|updates?)|\d{1,9} ?(?:ms|s|gb|mb|%))\b"
    r"|(?<![一二两三四五六七八九十\d])[一二两三四五六七八九十\d]{1,9} ?(?:天|周|个?小时|晚|次|个月|轮|遍)|一周"
)
"""How long or how much: whoever names the cause and this has seen the cure."""
_NOT_OVER = re.compile(
    r"\b(?:still (?:fail\w*|garbage|slow|there|broken|wrong|hang\w*|crash\w*|see|get|happens?|the same)|same (?:error|rate|thing|problem)|no luck|doesn't (?:work|help)|didn't (?:work|help)|not yet)\b"
    r"|还是(?:不行|一样|报错|有|会|慢|没)|没用|不管用|仍然|依然|同样"
)
_DID = re.compile(
    r"^\W*(?:(?:ok|yes|yep|so|and|i|we|just|have|had|then)\b,? )*(?!(?:tested|tried|checked|looked|asked|wanted|needed)\b)(?:\w{2,}ed|set|put|cut|made|took|gave) (?:it|the|that|them|this|my|our|to)\b|^(?:我|我们)?(?:让|把)[^，。]{2,20}了"
)
_INSPECTS = re.compile(
    r"^\W*(?:(?:right|ok|okay|exactly|sure|then|so)\b[,.]? )*(?:let me|let's (?:find|look|see|check)|i(?:'ve| have)? (?:also |then |first )?(?:ran|run|looked|checked|compared|searched|followed|listed|reran|took|put a timer)\b|checking|comparing|looking|going by|here(?:'s| is)\b|after the rebuild|i misread|apolog|sorry|note that)"
    r"|^\W*(?:好的[，,]?|明白[，,]?)?(?:我)?先?(?:[看查]一?下?|核对|检查|取一张|比较如下|抽查|运行结果)(?!到|出|了.{4})|^抱歉|^先[查看]"
)
"""How somebody says that something was only looked at."""
_STILL = re.compile(
    r"\bstill red\b|\bto no avail\b|\bsame (?:error|result)|仍[然旧]?|还是失败|依旧"
)
_TRIED = re.compile(
    r"\b(?:tested|tried|ran|run|played|flashed|restored|deployed|measured|checked|confirmed|verified) (?:it |this |that )?(?:w(?=/)|on|in|with|for|against|over|to|\d+)\b"
    r"|\b(?:\d{1,9}|two|three|four|five|six|seven|ten) ?(?:days?|weeks?|hours?|h|min(?:utes)?|nights?|runs?|times|boards?|devices?|machines?|phones?|deploys?|restarts?|steps|builds?|tests?|requests?|uploads?|jobs?|attempts?|pipelines?)\b"
    r"|\b(?:overnight|last night|in prod(?:uction)?|on (?:staging|ci)|all (?:day|night|week))\b"
    r"|(?<![一二两三四五六七八九十\d])[一二两三四五六七八九十几\d]{1,9} ?(?:天|周|个?小时|晚|次|个月|轮|遍|台|部|个人|分钟|秒)|线上.{0,4}[试测跑看]|[两三四五\d] ?个.{0,12}(?:同事|人|用户|客户)|一(?:周|个月|晚上)|测试组|验过|上线|全量|生产|压测|终于"
    r"|\b(?:finally|at last|\d{1,9} of \d{1,9}|\d{1,9}x|0 in \d{1,9})\b|(?<!\d)\d{1,9}(?:\.\d{1,9})? ?(?:ms|s|秒|毫秒|分钟|mb|gb|min)(?![a-z])"
)
_NO_MORE = re.compile(
    r"(?:\b(?:no|not (?:a|one|a single)|zero|without(?: an?)?|never|none of the|0)\b|没有?|无|零|不再)( ?\w[\w -]{0,24})"
)
_ASSENTS = re.compile(
    r"^\W*(?:nice|sweet|neat|great|perfect|wow|you're an?|awesome|brilliant|lovely|cool|good|excellent|yes|yep|then that|so that|that (?:was|is) it|works|closing|🎉)\b|^(?:可以|很好|太好|不错|漂亮|好了|完美|果然|就是|[好行稳](?=[。，,！!的啊]|$)|厉害|牛)"
)
_DENIED = re.compile(
    r"^\W*(?:no|nope|it isn't|it's not|that's not|not (?:it|that)|can't be|cute but|still)\b|\bstill (?:fails?|the same|garbage|there|slow)|\bno (?:such|change|difference|luck)\b|\bdidn't help\b|, (?:the )?same[.!]*$|\balso (?:with|without|on|in) "
    r"|^不是|还是(?:不行|一样|报错|没|会|溢出|慢)|一样(?:$|[，。！])|换了，?一样|没用|不管用"
)
_EXPLAINS = re.compile(
    r"\b(?:because|since|due to|(?<=, )so (?!that|far|much|many|let|please|shall|you|i'll)\w+|the (?:cause|reason|culprit|fix)|caused|comes? from|came from|turns out|which (?:is|are|do|does|means|makes)|whose|so that|instead of|if the|treats?|divides?|expects?|holds?|still ha[sd]|runs? on|was (?:set|the|an?|left)|were|logged|no longer|without)\b"
    r"|\bi(?:'ve| have)? (?:\w+ )?(?:restored|enabled|disabled|cleared|renamed|increased|limited|escaped|quoted|locked|patched|installed|configured|rewrote|rebuilt|reset|bumped|cached|rolled|wrapped|changed|added|set|drop|dropped|clamp|clamped|given|gave|moved|replaced|removed|split|fixed|upgraded|pinned|raised|lowered|switched|turned|put|use)\b|\b(?:changed|set|upgraded|switched|moved|replaced|added|fixed) (?:it|the|to|`)"
    r"|因为|由于|原因|导致|所以|会按|读进|改成|改为|加上|加了|换成|去掉|降到|升到|缺|没有"
)
_MENDS = re.compile(
    r"\bi(?:'ve| have)? (?:(?:also|then|now|simply|just|instead|therefore) )?(?!(?:\w+ )?(?:looked|checked|compared|searched|followed|assumed|tried|started|noticed|listed|confirmed|verified|reproduced|opened|committed|pushed|tested|measured|asked|suspected|wanted|misread)\b)(?:\w{2,}ed|re\w+|put|set|gave|took|cut|split|made|drop|use|swap|pin|bump|wrote|built|rolled|undid|ran)\b"
    r"|\b(?:the (?:fix|way out|cure|remedy|solution|workaround)|needs? to be|ha(?:s|d) to be|must be|you can|remed(?:y|ies)|instead of|(?:switch|mov|chang|remov|replac|add|rais|lower|pinn|upgrad|sett|roll|regenerat|recreat|rebuild|downgrad|disabl|enabl|clear|increas|decreas|renam|escap|quot)(?:ing|ed))\b|^\W*with\b"
    r"|改[成为到]|换[成为]|[加升移调降退补][上到了成]|去掉|删[掉除了]|设[为成置]|升级|回滚|回退|修改(?=\W*$|[:：为成])|替换|修复|重[新发建]|关[掉闭]|[打启]开了?|启用|禁用"
)
"""What was done about it, or is to be done."""
_DONE = re.compile(
    r"\b(?:fixed|done|added|changed|set|moved|replaced|removed|switched|wrapped|raised|lowered|applied|deployed|pinned|upgraded|split)\b"
    r"|改(?:成|了|为)|加(?:上|了|好)|换成|已(?:改|加|换|修|经)|都改"
)
_RESULT = re.compile(
    r"\b(?:reran|rerun|replay\w*|no \w+ation|0 \w+|none|(?:goes|went|down|dropped|returns?) (?:back )?(?:from|to) .{0,30}\d|before: ?\d)|从.{1,24}[降升涨]到|(?<![\d.])0 ?[条个次]|没有?再|回放|压测"
)
_RECAPS = re.compile(
    r"\b(?:root cause|(?:so )?the (?:actual |real |underlying )?(?:cause|culprit|reason|problem|issue|fix)(?: was|:| is)|in (?:summary|short)|to (?:sum|recap)|summary(?=:)|summing up|so what happened|what happened(?: was|:)|turned out)"
    r"|总结|小结|根因|原因(?:是|有|：|:|就是)|归纳|所以.{0,30}(?:原因|根因|问题)"
)
FEWEST_ROWS = 3
FEWEST_FIGURES = 4
_TABLE = re.compile(r"^\|.*\|[ \t]*$", re.MULTILINE)
_LISTED = re.compile(r"^[ \t]*(?:[-*]|\d+[.)])[ \t]", re.MULTILINE)
_FIGURES = re.compile(r"\d[\d,.]*")
_VALUED = re.compile(
    r"\b(?:useful|good|great|nice|lovely|excellent|perfect|helpful|i need(?:ed)?|needed|exactly|love)\b[^.!?]{0,40}"
    r"\b(?:table|comparison|numbers|figures|benchmark|breakdown|overview|matrix|analysis)\b"
    r"|\b(?:table|comparison|numbers|figures|benchmark|breakdown|overview|matrix|analysis)\b[^.!?]{0,24}\b(?:i need(?:ed)?|useful|great|helpful|perfect)\b"
    r"|(?:表|对比|结论|总结|分析|数据).{0,8}(?:有用|很好|不错|清楚|有意思|正是|要的)"
)
_CONCLUDES = re.compile(
    r"\b(?:so|hence|then) (?:the |our )?(?:picture|lesson|pattern|upshot|takeaway|conclusion|bottom line|common thread)\b|\b(?:lesson|takeaway|conclusion|upshot|bottom line)(?: is| here|:| learned)"
    r"|\bto sum (?:it )?up\b|\bin short\b|^(?:\w+,? )?so (?:it's|its):|\bnot (?:two|three|four|several) (?:causes|problems|bugs)\b|\b(?:headline|common thread|in common)\b|\ball (?:two|three|four|five) (?:were|are|come|came)\b|^(?:\w+,? )?so \w+ .{8,}\b(?:nothing|no gain|doesn't|isn't|matters?|wins?|decides?)\b"
    r"|(?:总结|结论|归纳|总之)(?:起来|就)?(?:是|：|:|，|,)|归根|说到底|真正的(?:问题|瓶颈|原因)|共同(?:点|的)|[两三四五几]次都|教训|^所以.{4,}(?:没用|更|才|无效|有效|不在)"
)
FEWEST_OUTRIGHT_TERMS = 2
"""A name or a taste and what it is of: with less nothing is said."""
_LEAD = r"^(?:(?:ok|okay|also|and|oh|btw|by the way|fyi|please|pls|just|so|well|personally|in general|generally)[,:]? )*"
_PREFERRED = (
    r"(?:(?:for|in|with|on) (?!now\b|this\b|that\b)[\w' -]{2,30}?,? )?i(?:'d)? (?:really |much |strongly |always |generally |usually |still )*prefer "
    r"(?!(?:the )?(?:first|second|third|last|latter|former|other|left|right|old|new|one|option|number|version)\b|(?:that|this|it|these|those|you|if|not)\b|to (?:see|wait|do|not|keep|leave|know)\b)"
)
_NAMED = (
    r"(?:my (?:name|birthday|e-?mail(?: address)?|phone(?: number)?|time ?zone|pronouns|role|job)(?:'s| is| are) [^?]{2,60}"
    r"|call me (?!back|when|if|later|at|tomorrow|old|crazy|paranoid|a\b|on\b|once|again|for\b|it\b)[\w'-]{2,30}(?:,? (?:please|from now on|instead))*)[.!]?$"
)
_RULED = (
    r"we (?:only |always |never )?(?:do|use|follow|write|keep|name|call|run|deploy) [^?]{3,60} (?:around |over )?here\b|"
    r"(?:always|never) (?!mind\b|seen\b|heard\b|had\b|been\b|again\b|worked\b|thought\b|knew\b|a\b|the\b|in\b|on\b|at\b|so\b)[a-z]+(?<!s)(?<!ed)(?<!ing) [^?]{6,}"
    r"|(?:don't|do not) (?:ever )?(?:use|add|write|put|include|mention|mock) [a-z-]{3,}s\b(?! (?:to|for) (?:it|them|the)\b)"
)
_TASTE = re.compile(
    rf"{_LEAD}(?:{_PREFERRED}|{_NAMED})"
    r"|^(?:另外|还有|对了|其实|一般来说|(?![^，,我]*(?:说|觉得|要是|如果))[^，,。我你他她]{1,12})?[，, ]?我(?:个人)?(?:更|比较|最|一直|一般|平时|通常)?(?:喜欢|偏好|习惯)(?!了|这|那|它|你|第|上面|下面)"
    r"|(?:^|[，,])(?:请|以后|你|就|可以){0,3}叫我.{1,8}?(?:就(?:好|行|可以))?[。！!]?$"
    r"|^我(?:的名字)?叫.{2,4}[。！!]?$|^我的(?:名字|生日|邮箱|电话|时区|职业)是"
)
"""What somebody likes, and who they are."""
_CONVENTION = (
    r"(?:use|follow|stick to|write|keep to) (?:the )?(?:[a-z][\w-]* ){0,2}(?:commits|commit messages|style|naming|conventions?|case|casing|format|formatting|spelling|english|quotes|indentation|tabs|spaces|imports|type hints|docstrings|branches|branch names)\b"
    r"|(?:answer|reply|respond|talk|speak|write)(?: to)?(?: me)? in (?:english|chinese|german|french|spanish|japanese|[a-z]+ish)\b"
)
"""What is a convention by its name: who asks for it means more than this once."""
_RULE = re.compile(
    rf"{_LEAD}(?:{_RULED}|{_CONVENTION})"
    r"|^(?:另外|还有|对了)?[，,]?(?:请|麻烦)?(?:你)?(?:以后|今后|往后)(?!再说)(?:都|请|就|你)?.{0,10}(?:用|写|回答|回复|别|不要|要先|叫)"
    r"|^(?![这那]).{2,12}(?:里|中)(?:面)?(?:一律|都|请)?(?:不要|别|不准)(?:用|写|加|放|出现|包含)"
)
_FOR_NOW = re.compile(
    r"\b(?:this|that|these|those|here|now|yet|today|tonight|tomorrow|once|first|until|till|for the moment|demo|meanwhile|back then|used to)\b"
    r"|[这那]|现在|今天|明天|先|暂时|目前|刚才|一次|以前"
)
_LASTING = re.compile(r"\bfrom now on\b|(?<=^we )[^.]{3,60}\bhere\b")
_OF_THE_USER = re.compile(
    r"^(?:the )?user(?:'s| (?:prefers|likes|wants|dislikes|hates|lives|works|speaks|is (?:a|an|called|named|based)|goes by)\b)|^用户(?:的|喜欢|偏好|习惯|希望|讨厌|住|叫|是)"
)
_FOR_GOOD = re.compile(
    r"\b(?:always do (?:it|this|that)|keep doing (?:it|this|that)|do (?:it|this|that)(?: (?:like (?:this|that)|(?:this|that) way))? (?:always|every time|from now on|in (?:the )?future))\b"
    r"|以后(?:都|就|也)?(?:这样|这么|按这个|照这个)(?:做|来|写|办|弄)?"
)
_RETRACTS = re.compile(
    r"\b(?:scratch that|strike that|never ?mind(?: that)?|forget (?:that|it|about|the|what i said)|ignore (?:that|what i said)|i take (?:that|it) back"
    r"|on second thoughts?|chang(?:e|ed) my mind|change of plan|not anymore|cancel that|undo that|scrap that|revert that|i was wrong"
    r"|wait,? no|no,? wait|actually,? no|instead of what i said|correction:|hold on|i misspoke|my mistake)\b"
    r"|作废|不算|收回|当我没说|改主意|算了|重新定|前面说的(?:改|不)|刚才(?:说|那)|之前说的|改一下|说错了|推翻|还是不要"
)
_DROPS_LAST = re.compile(
    r"\b(?:scratch|strike|scrap|cancel|undo|revert|forget|ignore) (?:that|it)\b|\bnever ?mind\b|\bi take (?:that|it) back\b|当我没说|算了|刚才(?:说的|那个)?(?:作废|不算)"
)
_CONCEDES = re.compile(
    r"^(?:\W|ha+h?a*|lol|oh|ah|ok|okay|hmm+)*(?:(?<=a )right|(?<=l )right|(?<=h )right|good point|fair(?: enough)?|you're right|my bad|oops|yeah no)\b|^(?:哈+|噢|哦|啊)*(?:对哦|也对|也是|有道理|你说得对|好吧)"
)
_TURNS_AWAY = re.compile(
    r"^(?:and |oh,? |also,? )*(?:by the way|btw|one (?:more|other) thing|another thing|unrelated(?:ly)?|separately|on (?:a|an)(?:other| different| unrelated) (?:note|topic))\b|^(?:顺便|对了|另外|还有(?:一件|件)?事|题外话)"
)
_REPEATS = re.compile(
    r"^(?:\W|and|so|but|ok|okay|please)*(?:again|once more|as i said|like i said|remember|to repeat)\b(?! that)|\bi(?:'ve)? (?:said|told you) (?:it |that |this )?(?:before|already|twice)\b"
    r"|再(?:强调|说|提)一?[遍次下]|还是那句话|说过(?:的|了|，)|重复一[遍下]"
)


def tells_of_trouble(mask: str) -> bool:
    """Say whether a sentence speaks of something that is wrong."""
    return _TROUBLE.search(mask) is not None


def tells_of_success(mask: str) -> bool:
    """Say whether a turn tells that it was seen to be over."""
    return _SEEN.search(mask) is not None and not _NOT_OVER.search(mask)


def tells_of_cure(mask: str) -> bool:
    """Say whether a turn names what it was, and what was seen since: a guess is no cure."""
    is_seen = _SEEN.search(mask) or _MEASURED.search(mask)
    return bool(_CAUSE.search(mask) and is_seen) and not _NOT_OVER.search(mask)


def tells_of_trial(mask: str) -> bool:
    """Say whether a turn tells how it was tried: how often, how long, on what."""
    return _TRIED.search(mask) is not None


def may_be_over(mask: str) -> bool:
    """Say whether a turn could say that something is over; most say nothing of the kind."""
    shapes = (_SEEN, _MEASURED, _NO_MORE, _ASSENTS)
    return any(shape.search(mask) for shape in shapes)


def denies(mask: str, trouble: Collection[str]) -> bool:
    """Say whether a turn says that there was no more of what the trouble was."""
    gone = {term for match in _NO_MORE.finditer(mask) for term in terms(match[1])}
    return any(_is_akin(one, other) for one in gone for other in trouble)


def _is_akin(one: str, other: str) -> bool:
    """Say whether two words are forms of one: "duplicate" and "duplicates"."""
    shorter = min(len(one), len(other))
    return one == other or (shorter >= AKIN_LETTERS and one[:shorter] == other[:shorter])


def tells_of_absence(mask: str) -> bool:
    """Say whether a turn says that there is none of something: "no more 502s", 没再挂."""
    return _NO_MORE.search(mask) is not None


def assents(mask: str) -> bool:
    """Say whether a turn begins with being content."""
    return _ASSENTS.search(mask) is not None


def denies_guess(mask: str) -> bool:
    """Say whether a turn says that it was something else than the agent had thought."""
    return _DENIED.search(mask) is not None


def explains(mask: str) -> bool:
    """Say whether a sentence gives a cause, or what was done about it."""
    return _EXPLAINS.search(mask) is not None


def mends(mask: str) -> bool:
    """Say whether a sentence tells what was done about it, or what is to be done."""
    return _MENDS.search(mask) is not None


def did_it(mask: str) -> bool:
    """Say whether a user's sentence tells what the user did: "moved it to ~/code"."""
    return _DID.search(mask) is not None


def did_not_help(mask: str) -> bool:
    """Say whether a sentence tells that it was not over then."""
    return _NOT_OVER.search(mask) is not None or _STILL.search(mask) is not None


def inspects(mask: str) -> bool:
    """Say whether a sentence tells only that something is looked at."""
    return _INSPECTS.search(mask) is not None


def recaps(mask: str) -> bool:
    """Say whether a sentence begins to tell again what it was and what helped."""
    return _RECAPS.search(mask) is not None


def reports(mask: str) -> bool:
    """Say whether a turn tells what was done about it and what came of that, in figures or by a test."""
    return (
        _DONE.search(mask) is not None and (_RESULT.search(mask) or _SEEN.search(mask)) is not None
    )


def is_settled(mask: str) -> bool:
    """Say whether a turn leaves it at what was just said: it doubts nothing and tells of no new trouble."""
    return not (denies_guess(mask) or _NOT_OVER.search(mask) or "?" in mask or "？" in mask)


def concludes(mask: str) -> bool:
    """Say whether a statement draws the sum of several things that were found."""
    return _CONCLUDES.search(mask) is not None


def is_kept(mask: str) -> bool:
    """Say whether a sentence asks to keep what was just said."""
    return Cue.KEEP in cues_in(mask)


def is_valued(mask: str) -> bool:
    """Say whether a sentence names a result and says what it is worth."""
    return _VALUED.search(mask) is not None and mood_of(mask) is not Mood.ASKED


def is_result(text: str) -> bool:
    """Say whether a text holds something worth keeping whole."""
    has_list = len(_LISTED.findall(text)) >= FEWEST_ROWS
    return is_table(text) or has_list or len(_FIGURES.findall(text)) >= FEWEST_FIGURES


def is_table(text: str) -> bool:
    """Say whether a text compares things row by row."""
    return len(_TABLE.findall(text)) >= FEWEST_ROWS


def approves_for_good(mask: str) -> bool:
    """Say whether what the agent has just done is to be done so from now on."""
    return _FOR_GOOD.search(mask) is not None


def is_outright(mask: str) -> bool:
    """Say whether a sentence is a preference, a rule or a name, and not one for the moment."""
    return bool(_TASTE.search(mask) or _RULE.search(mask)) and not _is_for_now(mask)


def is_of_the_user(text: str) -> bool:
    """Say whether a text of one line tells what a person prefers, or who the user is."""
    mask = text.strip().lower()
    tells = _OF_THE_USER.search(mask) or (_TASTE.search(mask) and not _is_for_now(mask))
    return "\n" not in mask and bool(tells)


def _is_for_now(mask: str) -> bool:
    return _FOR_NOW.search(_LASTING.sub(" ", mask)) is not None


def takes_back(mask: str) -> bool:
    """Say whether a turn takes back something that was said before it."""
    return _RETRACTS.search(mask) is not None


def drops_last(mask: str) -> bool:
    """Say whether a turn takes back what was said just before, whatever that was."""
    return _DROPS_LAST.search(mask) is not None


def concedes(mask: str) -> bool:
    """Say whether a turn begins by giving in: what the user said just before was not meant to stay."""
    return _CONCEDES.search(mask) is not None


def turns_away(mask: str) -> bool:
    """Say whether a sentence says that it is about something else than those before it."""
    return _TURNS_AWAY.search(mask) is not None and not (explains(mask) or tells_of_success(mask))


def repeats(mask: str) -> bool:
    """Say whether a statement says that it was said before."""
    return _REPEATS.search(mask) is not None
