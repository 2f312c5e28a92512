"""Cut Chinese text into words and spell words in Latin letters, by a list of words in order of frequency.

The list is data (`data/chinese-words.z`, written by scripts/chinese_words.py) and is read when the first
Chinese text is captured. Search does not need it: there one cut must suit every language, and the
prompt hook loads no word list.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from math import log
from pathlib import Path
from typing import NamedTuple

from commonplace.core.letters import levelled

LONGEST_WORD = 4
_UNKNOWN = 2.5
"""What a single character costs beyond the rarest word: a word of the list is nearly always meant."""
_GRAMMAR = frozenset(
    "的了是在和与及或而也都就又还但被把让给从向对于以为之其此这那哪谁吗呢吧啊嘛么们着过如何个我你他她它不没别无要用会能可得应须需按走由"
    "先再才只各每另约仅刚已曾有将请仍到很太更最比等并里上下中内外前后时间点条次种类份台位名号页边大小多少高低新老长短打拿带调锁起跑写读发收存查看做改加建配"
    "传送买卖接提说讲叫开关放装换转进出来去回停升降超卡死挂崩删找问答管理定选当跟同一二两三四五六七八九十几"
)
"""Characters that are mostly words of their own."""
_PATH = Path(__file__).parents[1] / "data" / "chinese-words.z"


class _Lexicon(NamedTuple):
    cost: dict[str, float]
    """The logarithm of each word's rank: by Zipf's law the rank says how probable it is."""
    sound: dict[str, str]
    """How a character is read, and a word that is not read as its characters are."""


@cache
def _lexicon() -> _Lexicon:
    syllables, words, exceptions = zlib.decompress(_PATH.read_bytes()).decode().split("\n")
    cost = {word: log(rank) for rank, word in enumerate(words.split(), start=40)}
    sound: dict[str, str] = {}
    for group in syllables.split():
        chars = group.lstrip("abcdefghijklmnopqrstuvwxyz")
        sound.update(dict.fromkeys(chars, group[: len(group) - len(chars)]))
    for entry in exceptions.split():
        word = entry.rstrip("abcdefghijklmnopqrstuvwxyz")
        sound[word] = entry[len(word) :]
    return _Lexicon(cost, sound)


def is_han(char: str) -> bool:
    """Say whether `char` is a Chinese character."""
    return "\u4e00" <= char <= "\u9fff"


def chinese_words(text: str) -> Iterator[str]:
    """Yield the Chinese words of `text` in order, single characters included, simplified."""
    for run in "".join(c if is_han(c) else " " for c in levelled(text)).split():
        yield from _cut(run)


def _cut(run: str) -> list[str]:
    """Return the most probable words that make up `run`: the cheapest way through it."""
    costs = _lexicon().cost
    single = log(len(costs)) + _UNKNOWN
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        ways = []
        for start in range(max(0, end - LONGEST_WORD), end):
            cost = costs.get(run[start:end], single if end - start == 1 else None)
            if cost is not None:
                ways.append((best[start][0] + cost, start))
        best.append(min(ways))
    words: list[str] = []
    end = len(run)
    while end:
        start = best[end][1]
        words.append(run[start:end])
        end = start
    return _with_new_words(words[::-1])


def _with_new_words(words: list[str]) -> list[str]:
    """Return `words` with characters that stand side by side as one: a word that the list does not have."""
    joined: list[str] = []
    is_open = False
    for word in words:
        is_rest = len(word) == 1 and word not in _GRAMMAR
        if is_rest and is_open and len(joined[-1]) < LONGEST_WORD:
            joined[-1] += word
        else:
            joined.append(word)
        is_open = is_rest
    return joined


def words_apart(text: str) -> tuple[str, ...]:
    """Return the words of `text`, Chinese ones cut apart, all others as they stand."""
    parts: list[str] = []
    for is_chinese, run in groupby(levelled(text), key=is_han):
        words = "".join(run)
        parts += _cut(words) if is_chinese else words.split()
    return tuple(parts)


def romanized(words: Iterable[str]) -> tuple[str, ...]:
    """Return `words` with the Chinese ones in Latin letters, without tones."""
    return tuple(_spelled(word) if is_han(word[0]) else word for word in words)


def _spelled(word: str) -> str:
    sounds = _lexicon().sound
    return sounds.get(word) or "".join(sounds.get(char, "") for char in word)
