"""Turn text into what is compared: one tokenizer for search, dedupe, conflict and rejections.

Words are folded (case, width, traditional Chinese) and stemmed; identifiers, paths and versions are
kept whole *and* split; scripts without spaces become one and two character grams. The hook loads
this in a fresh process for each prompt: `re` alone would cost half a bare interpreter, so text is
cut with `str.translate` and `str.split`, and Unicode's tables are loaded only when they are met.
"""

from __future__ import annotations

from commonplace.core.letters import SIGNS, is_south_east_asian, is_unspaced, levelled
from commonplace.core.stems import stem
from commonplace.core.stopwords import STOP_WORDS

LONGEST_TOKEN = 64
"""Longer words are cut here, longer names are only split: a hash of 256 bits still fits."""

_KNOWN_AT_MOST = 50_000
_SIGNS_AND_SPACE = SIGNS + " "
_ENDING_IN_SIGNS = ("c++", "c#", "f#", "g++")
_SHORT_FORMS = ("s", "d", "m", "ll", "re", "ve", "")
_known: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
"""The tokens of chunks that were met lately, all of them and those with content."""


def tokens(text: str) -> tuple[str, ...]:
    """Return every token of `text` in order, stop words included."""
    found: list[str] = []
    for chunk in levelled(text).split():
        found += (_known.get(chunk) or _both(chunk))[0]
    return tuple(found)


def content_tokens(text: str) -> tuple[str, ...]:
    """Return the tokens that carry content: all but function words and the words of a question."""
    found: list[str] = []
    for chunk in levelled(text).split():
        found += (_known.get(chunk) or _both(chunk))[1]
    return tuple(found)


def content(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the tokens that carry content."""
    return tuple(token for token in found if token not in STOP_WORDS)


def terms(text: str) -> tuple[str, ...]:
    """Return the distinct content tokens of `text`, for comparing what two texts speak of.

    Single characters of unspaced scripts are left out where pairs stand for them: any two Chinese
    texts share single characters.
    """
    distinct = tuple(dict.fromkeys(content_tokens(text)))
    return tuple(term for term in distinct if len(term) > 1 or term.isascii()) or distinct


def fold(text: str) -> str:
    """Return the form in which two texts are equal that differ only in how they are written.

    Case, width, punctuation, spacing and simplified or traditional characters are levelled; signs
    that join letters (`1.5`, `a_b`, `c++`) mean something and stay. Folding twice is folding once.
    """
    folded = _folded(text)
    while not folded.isascii() and (again := _folded(folded)) != folded:
        folded = again
    return folded


def _folded(text: str) -> str:
    found: list[str] = []
    for chunk in levelled(text.casefold()).casefold().split():
        for piece in _pieces(chunk):
            if found and not is_unspaced(piece[0]) and not is_unspaced(found[-1][-1]):
                found.append(" ")
            found.append(piece)
    return "".join(found)


def _both(chunk: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found: list[str] = []
    for piece in _pieces(chunk):
        found += _grams(piece) if is_unspaced(piece[0]) else _names(piece)
    both = (tuple(found), content(tuple(found)))
    if len(chunk) <= LONGEST_TOKEN:
        if len(_known) >= _KNOWN_AT_MOST:
            _known.clear()
        _known[chunk] = both
    return both


def _pieces(chunk: str) -> list[str]:
    """Cut a chunk where the script changes and where a sign does not join two letters."""
    if chunk.isascii():
        return [chunk] if chunk.isalnum() else _joined(chunk)
    found: list[str] = []
    start = 0
    for at in range(1, len(chunk) + 1):
        if at == len(chunk) or is_unspaced(chunk[at]) is not is_unspaced(chunk[start]):
            run = chunk[start:at]
            found += [run] if is_unspaced(run[0]) else _joined(run)
            start = at
    return found


def _joined(run: str) -> list[str]:
    name = run.rstrip(SIGNS)
    if name.lower() in _ENDING_IN_SIGNS:
        return [name]
    padded = " " + run.replace("::", ":").replace("+", " ").replace("#", " ") + " "
    return "".join(
        " " if char in SIGNS and (before in _SIGNS_AND_SPACE or after in _SIGNS_AND_SPACE) else char
        for before, char, after in zip(padded, padded[1:], padded[2:], strict=False)
    ).split()


def _grams(run: str) -> list[str]:
    """Return one and two characters at a time; two and three where letters are not syllables."""
    pairs = [run[at : at + 2] for at in range(len(run) - 1)]
    if is_south_east_asian(run[0]):
        return (pairs or [run]) + [run[at : at + 3] for at in range(len(run) - 2)]
    return [*run, *pairs]


def _names(piece: str) -> list[str]:
    """Return a word, or a path or address whole and then its parts."""
    if piece.isalpha() and piece[1:].islower():
        return [_word(piece)]
    path = piece.replace("\\", "/")
    parts = path.replace(":", "/").replace("@", "/").split("/")
    found = _whole(path) if len(parts) > 1 else []
    for part in parts:
        found += _dotted(part)
    return found


def _dotted(part: str) -> list[str]:
    """Return a file name, host or version whole (`v1.2` is `1.2`) and then what the dots divide."""
    if part[0] in "vV" and part[1:2].isdigit() and "." in part:
        part = part[1:]
    labels = part.split(".")
    found = _whole(part) if len(labels) > 1 else []
    for label in labels:
        found += _words(label)
    return found


def _words(label: str) -> list[str]:
    """Return `user_id`, `user-id` and `userId` alike: as `userid`, `user` and `id`."""
    base, _, ending = label.partition("'")
    plain = base if ending.lower() in _SHORT_FORMS else label.replace("'", "")
    words = [word for part in plain.replace("-", "_").split("_") for word in _humps(part)]
    if len(words) == 1:
        return [_word(words[0])]
    return _whole("".join(words)) + [_word(w) for w in words if len(w) > 1 or w.isdigit()]


def _humps(word: str) -> list[str]:
    """Cut `parseHTTPHeader2` into parse, HTTP, Header and 2."""
    if not word.isascii() or (word.isalpha() and (word[1:].islower() or word.isupper())):
        return [word]
    found: list[str] = []
    start = 0
    for at in range(1, len(word)):
        before, char, after = word[at - 1], word[at], word[at + 1 : at + 2]
        if (
            before.isdigit() is not char.isdigit()
            or (before.islower() and char.isupper())
            or (before.isupper() and char.isupper() and after.islower())
        ):
            found.append(word[start:at])
            start = at
    found.append(word[start:])
    return found


def _whole(name: str) -> list[str]:
    return [name.casefold()] if len(name) <= LONGEST_TOKEN else []


def _word(word: str) -> str:
    folded = word.casefold()[:LONGEST_TOKEN]
    return folded if folded in STOP_WORDS else stem(folded)
