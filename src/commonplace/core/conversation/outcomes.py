"""A problem that was solved: something was wrong, a cause was named, and the cure was seen to work."""

from __future__ import annotations

import re

_TROUBLE = re.compile(
    r"\b(?:errors?|crash\w*|fail\w*|slow\w*|leak\w*|time ?outs?|timed out|broken|bugs?|exceptions?|hangs?|stuck|flak\w+"
    r"|doesn't work|not working|wrong|corrupt\w*|missing|denied|refused|panics?|segfault\w*|oom|why|unused|never used|duplicates?)\b"
    r"|报错|超时|变慢|很慢|慢|崩|挂|失败|异常|泄漏|卡|错误|不行|出错|掉线|丢|乱码|不生效|没反应|怎么回事|重复|告警"
)
_CAUSE = re.compile(
    r"\b(?:confirmed|root cause|culprit|caused by|the cause|turn(?:s|ed) out|(?:that|it|this) was (?:it|the|indeed)|so it(?:'s| was)"
    r"|fixed it|fixes it|fix(?:ed)? (?:the|that)|solved|resolved|did the trick|that did it|that was it|(?:it|that) was (?:the|an?|my|our) |was the (?:problem|issue|cause|culprit)|because of|the (?:fix|problem|issue|cause) (?:is|was)|works (?:after|since|with)|went from .{1,40} to|dropped from|down from|up from)"
    r"|根因|问题出在|(?:加|改|换|升级|降).{1,24}(?:之后|以后|后)|原因(?:就|找到|是)|原来是|解决|搞定|修好|果然|就是.{1,30}(?:问题|导致|引起|的锅|害的)|确认(?:了|是|就)|导致的|所以就是|从.{1,16}(?:降|升|变|减|提)"
)
_SEEN = re.compile(
    r"\b(?:confirmed|measured|verified|works? (?:now|fine|again)|(?:it|that|everything|all) works|starts? fine|no(?:t a single| more|body| errors?)|hasn't|haven't|since then|zero|flat|stable|green|passe[sd]|gone|fixed|works|clean|since (?:then|the|we|i|yesterday|monday)"
    r"|(?:\d+|a|two|three|four|five|six|seven|full) (?:days?|weeks?|hours?|nights?|months?|runs?|times)|\d+ ?(?:ms|s|gb|mb|%))\b"
    r"|[一二两三四五六七八九十\d]+ ?(?:天|周|个?小时|晚|次|个月|轮)|一周|没再|再没|再也没|一次都没|没有一次|零|全过|恢复(?:正常|了)|正常了|稳定|验证|实测|好了|通过"
)


def tells_of_trouble(mask: str) -> bool:
    """Say whether a sentence speaks of something that is wrong."""
    return _TROUBLE.search(mask) is not None


def tells_of_cure(mask: str) -> bool:
    """Say whether a turn names what it was, and that it was seen to be over: a guess is no cure."""
    return _CAUSE.search(mask) is not None and _SEEN.search(mask) is not None
