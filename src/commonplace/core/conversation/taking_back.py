"""Words by which people come back to what they said: to take it back, or to say it once more."""

from __future__ import annotations

import re

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
_REPEATS = re.compile(
    r"^(?:\W|and|so|but|ok|okay|please)*(?:again|once more|as i said|like i said|remember|to repeat)\b(?! that)|\bi(?:'ve)? (?:said|told you) (?:it |that |this )?(?:before|already|twice)\b"
    r"|再(?:强调|说|提)一?[遍次下]|还是那句话|说过(?:的|了|，)|重复一[遍下]"
)


def takes_back(mask: str) -> bool:
    """Say whether a turn takes back something that was said before it."""
    return _RETRACTS.search(mask) is not None


def drops_last(mask: str) -> bool:
    """Say whether a turn takes back what was said just before, whatever that was."""
    return _DROPS_LAST.search(mask) is not None


def concedes(mask: str) -> bool:
    """Say whether a turn begins by giving in: what the user said just before was not meant to stay."""
    return _CONCEDES.search(mask) is not None


def repeats(mask: str) -> bool:
    """Say whether a statement says that it was said before."""
    return _REPEATS.search(mask) is not None
