"""Say whether a text is English, cheaply: by its letters, and by the small words of every sentence.

A model for English understands it best; everything else is for a model of many languages. Terms of the
trade say nothing about a language, for they are the same in all. Where nothing speaks against it a text
is taken for English: a command, a path, a name. Plain functions: the hook asks this before a model.
"""

from __future__ import annotations

from commonplace.core.letters import is_unspaced
from commonplace.core.stopwords import ENGLISH

_LOOKED_AT = 800
_FOREIGN_SHARE = 0.2
_ELSEWHERE = frozenset(
    """
    aan aber ainsi als ao aqui au auch auf aus aux avec bei bir bu bul che ci com como con cosa cuando
    czy da dan dans das dass de deben debe degli dei del della dem den der des di dla doit doivent een
    ein eine einem einen einer el elle en est esta este estos et etre eu fue gibt gli haben het hier ich
    icin il ile ils ist jak je jest kann keine kein la las le les lo los ma mais mas mit muss na
    nach naar não nao ne nel nella nicht nie niet nos notre nous nu o oder ou para pas pela pelo pentru
    pero por pour przez quand que quel quelle qui quando sa sau se ser si sie sind sono sous su sul sur
    tidak um uma un una und une uno untuk ve voor vous wann warum welche wenn werden wie wij wir wird
    wo worden yang za zijn zu zum zur
    """.split()  # noqa: SIM905 - a list of words reads better than a list of quotes
)
"""Small words of Dutch, French, German, Indonesian, Italian, Polish, Portuguese, Romanian, Spanish and Turkish."""


def is_english(text: str) -> bool:
    """Say whether `text` is English, or nothing speaks for another language."""
    start = text[:_LOOKED_AT].lower()
    words = "".join(
        letter if letter.isalpha() or letter == "'" else " " for letter in start
    ).split()
    if not start.isascii() and _foreign(words) > _FOREIGN_SHARE * len(words):
        return False
    ours = sum(word in ENGLISH for word in words)
    theirs = sum(word in _ELSEWHERE for word in words)
    return theirs <= ours


def _foreign(words: list[str]) -> float:
    """Return how many words are spelt with other letters; two characters without spaces make about one."""
    return sum(max(1.0, sum(map(is_unspaced, word)) / 2) for word in words if not word.isascii())
