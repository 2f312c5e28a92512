"""A problem that was solved: something was wrong, a cause was named, and the cure was seen to work."""

from __future__ import annotations

import re

_TROUBLE = re.compile(
    r"\b(?:errors?|crash\w*|fail\w*|slow\w*|leak\w*|time ?outs?|timed out|broken|breaks?|bugs?|exceptions?|hangs?|stuck|flak\w+|garbage|garbled"
    r"|doesn't (?:work|load|start|build|update)|not working|won't|can't|wrong|corrupt\w*|missing|lost|denied|refused|panics?|segfault\w*|oom|why|unused|never used|duplicates?|twice|weird|drops?|dies|died|502|500|404)\b"
    r"|报错|超时|变慢|很慢|慢|崩|挂|失败|异常|泄漏|卡|错误|不行|出错|掉线|丢|乱码|不生效|没反应|怎么回事|重复|告警|不进去|不出来|为什么|不对|502|500|404"
)
_CAUSE = re.compile(
    r"\b(?:confirmed|root cause|culprit|caused by|the cause|turn(?:s|ed) out|(?:that|it|this) was (?:it|the|indeed)|so it(?:'s| was)|(?:it|that) really was|(?:was|is) it(?=[,.!]|$)"
    r"|fixed (?:it|everything)|fixes it|fix(?:ed)? (?:the|that)|solved|resolved|did (?:the trick|it)|that was it|(?:it|that) was (?:the|an?|my|our) |was the (?:problem|issue|cause|culprit|reason)|because of|the (?:fix|problem|issue|cause|reason) (?:is|was)"
    r"|works? (?:after|since|with|once)|went from .{1,40} to|dropped from|down from|up from|(?:since|after|once) (?:we|i|adding|removing|switching|changing|upgrading|setting|moving|pinning|bumping|turning|disabling|enabling)"
    r"|so (?:the|on|in) .{1,60} (?:is|was|were|had|has|needs?|killed|came|kept|held|broke))\b"
    r"|根因|问题出在|[加改换升降去关删调设转开清移].{1,24}(?:之后|以后|后|就)|原因(?:就|找到|是)|原来是|是因为|解决|搞定|修好|果然|就是.{1,30}(?:问题|导致|引起|的锅|害的)|确认(?:了|是|就)|导致|所以就?是|真(?:的)?是|查到了|找到了|定位到|就是(?:它|这个)"
)
_SEEN = re.compile(
    r"\b(?:confirmed|measured|verified|works? (?:now|fine|again)|(?:it|that|everything|all|both) works?(?! like)|starts? fine|no(?:t a single| more|body| errors?| failures?| timeouts?| crash\w*)|not once|hasn't|haven't|since then|zero|flat|stable|green|passe[sd]|gone|fixed|clean|works?(?=[,.!]|$)|not one|since(?=[,.]| and|$)|down (?:from|to)|faster|tested on|survived|in a row"
    r"|(?:went|goes|going|gets) through|prints? now|print now|came back (?:clean|green)|back to (?:normal|\d+)|stopped|overnight|all (?:day|night|week(?:end)?)|holds|(?:in|on) prod(?:uction)? (?:too|as well)|since (?:then|we|i|yesterday|monday)"
    r"|(?:\d+|a|two|three|four|five|six|seven|full) (?:days?|weeks?|hours?|nights?|months?|runs?|times|deploys?|restarts?|updates?)|\d+ ?(?:ms|s|gb|mb|%))\b"
    r"|(?:都|也)没|[一二两三四五六七八九十\d]+ ?(?:天|周|个?小时|晚|次|个月|轮|遍)|一周|没再|再没|没有再|不再|再也没|没复现|一次都没|没有一次|零|全过|都过了|没问题|能.{1,8}了|恢复(?:正常|了)|正常了?|稳定|验证|实测|好了|通过|连续"
)
_NOT_OVER = re.compile(
    r"\b(?:still (?:fail\w*|garbage|slow|there|broken|wrong|hang\w*|crash\w*|see|get|happens?|the same)|same (?:error|rate|thing|problem)|no luck|doesn't (?:work|help)|didn't (?:work|help)|not yet)\b"
    r"|还是(?:不行|一样|报错|有|会|慢|没)|没用|不管用|仍然|依然|同样"
)


def tells_of_trouble(mask: str) -> bool:
    """Say whether a sentence speaks of something that is wrong."""
    return _TROUBLE.search(mask) is not None


def tells_of_cure(mask: str) -> bool:
    """Say whether a turn names what it was, and that it was seen to be over: a guess is no cure."""
    shapes = (_CAUSE, _SEEN)
    return all(shape.search(mask) for shape in shapes) and not _NOT_OVER.search(mask)
