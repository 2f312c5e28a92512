"""Choose the words that somebody would look for a text by: names and code first, then what it is about.

`keywords.key_terms` is the vault's own rule, by which texts are compared (B2: words of more than four
letters, most frequent first). By it "Use pnpm, not npm or yarn: the lockfile breaks otherwise" is found
under *lockfile, breaks, otherwise*. Nobody would look there: these words become the keywords of a memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from commonplace.core.chinese_words import chinese_words
from commonplace.core.claims.vocabulary import GENERIC_CHINESE
from commonplace.core.keywords import MOST_KEY_TERMS, REDACTED, words_of
from commonplace.core.letters import SIGNS, is_unspaced, levelled
from commonplace.core.stopwords import STOP_WORDS
from commonplace.core.tokens import content_tokens
from commonplace.data import read_data

MOST_NAMES = 3
"""Names before other words, where there are both: the last places are for what it is about."""
LONGEST_ORDINARY = 4
"""A word of so few letters that is no ordinary one is a name: pnpm, uv."""
_LISTS = read_data("ordinary_words")
_ORDINARY = frozenset(" ".join(_LISTS["short"]).split())
_EMPTY = STOP_WORDS.union(
    " ".join(_LISTS["nobody_looks_for"]).split(),
    " ".join(read_data("vocabulary")["generic_english"]).split(),
)
_EMPTY_HAN = STOP_WORDS.union(GENERIC_CHINESE)
_TITLE_NAME, _NAME, _TITLE_WORD, _WORD = range(4)


def search_words(title: str, text: str, most: int = MOST_KEY_TERMS) -> tuple[str, ...]:
    """Return up to `most` words by which `text` would be looked for, the best first."""
    telling = frozenset(content_tokens(title))
    ranks: dict[str, int] = {}
    counts: dict[str, int] = {}
    written: dict[str, str] = {}
    for word, is_name in (*_spaced(text), *_chinese(text)):
        key = word.casefold()
        is_told = not telling.isdisjoint(content_tokens(word))
        names, words = (_TITLE_NAME, _TITLE_WORD) if is_told else (_NAME, _WORD)
        ranks[key] = min(names if is_name else words, ranks.get(key, _WORD))
        counts[key] = counts.get(key, 0) + 1
        if is_name or key not in written:
            written[key] = word
    ranked = sorted(ranks, key=lambda key: (ranks[key], -counts[key]))
    names_found = [key for key in ranked if ranks[key] <= _NAME]
    others = [key for key in ranked if ranks[key] > _NAME]
    room = max(MOST_NAMES, most - len(others))
    return tuple(written[key] for key in (*names_found[:room], *others)[:most])


def _spaced(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the words between spaces that say something, and whether each is a name."""
    for raw, starts_sentence in words_of(text):
        for chunk in levelled(raw).split():
            word = "".join(c for c in chunk if not is_unspaced(c)).strip(SIGNS).removesuffix("'s")
            if not _says_something(word):
                continue
            if _is_name(word, starts_sentence=starts_sentence):
                yield word, True
            elif len(word) >= LONGEST_ORDINARY:
                yield word.lower(), False


def _says_something(word: str) -> bool:
    # What begins with a figure is an amount: 30s, 2MB.
    has_letters = len(word) > 1 and any(map(str.isalpha, word)) and not word[0].isdigit()
    is_empty = "'" in word or word.lower() in _EMPTY or word.startswith(REDACTED)
    return has_letters and not is_empty


def _is_name(word: str, *, starts_sentence: bool) -> bool:
    if not word.isalpha():
        # Plain words that a hyphen joins are prose; anything else with a sign or a figure is code.
        return not all(part.isalpha() and part.islower() for part in word.split("-"))
    if any(map(str.isupper, word[1:])) or (word[0].isupper() and not starts_sentence):
        return True
    return len(word) <= LONGEST_ORDINARY and word.lower() not in _ORDINARY


def _chinese(text: str) -> Iterator[tuple[str, bool]]:
    if not text.isascii():
        yield from ((word, False) for word in chinese_words(text) if _tells(word))


def _tells(word: str) -> bool:
    return len(word) > 1 and word not in _EMPTY_HAN
