"""Words by which people take back what they said, and which of their sayings they mean."""

from __future__ import annotations

import re

_RETRACTS = re.compile(
    r"\b(?:scratch that|strike that|never ?mind(?: that)?|forget (?:that|it|what i said)|ignore (?:that|what i said)|i take (?:that|it) back"
    r"|on second thoughts?|changed my mind|change of plan|not anymore|cancel that|undo that|scrap that|revert that|i was wrong"
    r"|wait,? no|no,? wait|actually,? no|instead of what i said|correction:|hold on|i misspoke|my mistake)\b"
    r"|作废|不算|收回|当我没说|改主意|算了|重新定|前面说的(?:改|不)|刚才(?:说|那)|之前说的|改一下|说错了|推翻|还是不要"
)
_CONCEDES = re.compile(
    r"^(?:\W|ha+h?a*|lol|oh|ah|ok|okay|hmm+)*(?:right|true|good point|fair(?: enough)?|you're right|my bad|oops|yeah no)\b|^(?:哈+|噢|哦|啊)*(?:对哦|也对|也是|有道理|你说得对|好吧)"
)


def takes_back(mask: str) -> bool:
    """Say whether a turn takes back something that was said before it."""
    return _RETRACTS.search(mask) is not None


def concedes(mask: str) -> bool:
    """Say whether a turn begins by giving in: what the user said just before was not meant to stay."""
    return _CONCEDES.search(mask) is not None
