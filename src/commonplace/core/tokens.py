"""Turn text into what is compared: one tokenizer for search, dedupe, conflict and rejections.

Words are folded (case, width, traditional Chinese) and stemmed; identifiers, paths and versions are
kept whole *and* split; scripts without spaces become one and two character grams. The hook loads
this in a fresh process for each prompt: `re` alone would cost half a bare interpreter, so text is
cut with `str.translate` and `str.split`, and Unicode's tables are loaded only when they are met.
"""

from __future__ import annotations

from commonplace.core import function_words
from commonplace.core.letters import SIGNS, is_south_east_asian, is_unspaced, levelled
from commonplace.core.stems import cut, stem
from commonplace.core.stopwords import ENGLISH, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONGEST_TOKEN = 64
"""Longer words are cut here, longer names are only split: a hash of 256 bits still fits."""

_KNOWN_AT_MOST = 50_000
_SIGNS_AND_SPACE = SIGNS + " "
_ENDING_IN_SIGNS = ("c++", "c#", "f#", "g++")
_SHORT_FORMS = ("s", "d", "m", "ll", "re", "ve", "")
_PARTICLES = ("out", "up", "in", "off", "down", "over", "back")
_SHORTEST_PART = 3
_ELIDED = frozenset("l d j n s c m t qu un all dell dall nell sull quell quest".split())  # noqa: SIM905
_CUT = function_words.LATIN & ~function_words.VIETNAMESE
"""The languages whose plain words are cut; Vietnamese is written in syllables."""

Entry = tuple[tuple[str, ...], tuple[str, ...], tuple[str, int]]
"""The tokens of a chunk, those of them with content, and a function word with its languages."""

_known: dict[str, Entry] = {}
"""The chunks that were met lately."""


def tokens(text: str) -> tuple[str, ...]:
    """Return every token of `text` in order, function words included."""
    found: list[str] = []
    for chunk in levelled(text).split():
        found += (_known.get(chunk) or _entry(chunk))[0]
    return tuple(found)


def content_tokens(text: str) -> tuple[str, ...]:
    """Return the tokens that carry content: all but function words and the words of a question.

    `die` is a function word in a German text and a word like any other in an English one.
    """
    return _content(text, [_known.get(chunk) or _entry(chunk) for chunk in levelled(text).split()])


def _content(text: str, entries: list[Entry]) -> tuple[str, ...]:
    language = _language({function for _, _, function in entries})
    if language:
        return tuple(_spoken(text, language, cutting=False))
    return tuple([token for _, own, _ in entries for token in own])


def note_tokens(passages: Sequence[str]) -> tuple[list[tuple[str, ...]], bool]:
    """Return the content tokens of each passage of a note as they are indexed, and if words were cut.

    The note as a whole says which language it is in.
    """
    entries = [
        [_known.get(chunk) or _entry(chunk) for chunk in levelled(text).split()]
        for text in passages
    ]
    language = _language({function for some in entries for _, _, function in some})
    is_cut = bool(language & _CUT)
    if not language:
        return [_content(*each) for each in zip(passages, entries, strict=True)], False
    return [tuple(_spoken(text, language, cutting=is_cut)) for text in passages], is_cut


def asked_tokens(text: str, *, cutting: bool) -> list[tuple[str, ...]]:
    """Return the distinct content tokens of a question, each in the forms that notes may hold.

    A few words do not say surely what language they are in. So where the book holds notes whose words
    were cut, each word is asked for stemmed and cut: whatever form a note keeps, it meets itself. `times out`
    is asked for as `timeout`, too, and `lock file` as `lockfile`.
    """
    plain = dict.fromkeys(content_tokens(text))
    forms: dict[str, tuple[str, ...]] = {token: (token,) for token in plain}
    chunks = levelled(text).split()
    for chunk in chunks if cutting else ():
        for token, other in zip(_entry(chunk)[0], _pieced(chunk, _cut_word), strict=True):
            if token in plain and token != other:
                forms[token] = (token, other)
    for first, second in zip(chunks, chunks[1:], strict=False):  # noqa: RUF007 - a hook loads no itertools
        if _is_plain_word(first) and _is_plain_word(second):
            (start,), (end,) = _entry(first)[0], _entry(second)[0]
            if start in plain and (end in plain or second in _PARTICLES):
                forms[start] += (_word(start + second),)
    return list(forms.values())


def parted(token: str) -> str:
    """Return what stands before the small word at the end of a verb written as one, as in `timeout`; empty if nothing does.

    Whoever wrote `it times out` left no other word behind: grammar is not kept.
    """
    for ending in _PARTICLES:
        start = token.removesuffix(ending)
        if start != token and len(start) >= _SHORTEST_PART and token.isascii():
            return "" if (word := _word(start)) in STOP_WORDS else word
    return ""


def _is_plain_word(chunk: str) -> bool:
    return chunk.isascii() and chunk.isalpha() and (chunk.islower() or chunk[1:].islower())


def content(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the tokens that carry content in any language."""
    return tuple(
        token
        for token in found
        if token not in STOP_WORDS and (token.isascii() or not _is_gram_of_grammar(token))
    )


def _is_gram_of_grammar(token: str) -> bool:
    from commonplace.core.marked_words import GRAMS  # noqa: PLC0415 - plain ASCII never needs it

    return token in GRAMS


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
    letters = levelled(text.casefold()).casefold()
    if letters.isascii():
        chunks = letters.split()
        return " ".join([p for c in chunks for p in ((c,) if c.isalnum() else _joined(c))])
    found: list[str] = []
    for chunk in letters.split():
        for piece in _pieces(chunk):
            if found and not is_unspaced(piece[0]) and not is_unspaced(found[-1][-1]):
                found.append(" ")
            found.append(piece)
    return "".join(found)


def _entry(chunk: str) -> Entry:
    found = _pieced(chunk, _word)
    function = _function_word(chunk)
    word, languages = function
    is_foreign = bool(languages) and not word.isascii()
    entry = (tuple(found), () if is_foreign else content(tuple(found)), function)
    if len(chunk) <= LONGEST_TOKEN:
        if len(_known) >= _KNOWN_AT_MOST:
            _known.clear()
        _known[chunk] = entry
    return entry


def _function_word(chunk: str) -> tuple[str, int]:
    """Return a function word and the bits of its languages; English and Chinese have no bit."""
    if is_unspaced(chunk[0]):
        return chunk, 0
    word = chunk.casefold()
    start = f" {word}:"
    entries = _by_start(word).get(word[:2], "")
    at = entries.find(start)
    if at < 0:
        return (word, 0) if word in ENGLISH else ("", 0)
    at += len(start)
    return word, int(entries[at : entries.index(" ", at)], 16)


def _by_start(word: str) -> dict[str, str]:
    if word.isascii():
        return function_words.BY_START
    from commonplace.core.marked_words import BY_START  # noqa: PLC0415 - plain ASCII never needs it

    return BY_START


def _language(said: set[tuple[str, int]]) -> int:
    """Return the bit of the language that has the most function words here, or 0 for English.

    One word proves nothing: `per`, `come` and `die` are English words, too.
    """
    masks = [languages for _, languages in said if languages]
    if len(masks) < 2:
        return 0
    best, votes = 0, max(1, sum(word in ENGLISH or is_unspaced(word[:1]) for word, _ in said))
    if len(masks) <= votes:
        return 0
    for at in range(len(function_words.LANGUAGES)):
        count = sum(mask >> at & 1 for mask in masks)
        if count > votes:
            best, votes = 1 << at, count
    return best


def _spoken(text: str, language: int, *, cutting: bool) -> list[str]:
    """Return the content tokens of a text in this language; syllables also as pairs."""
    found: list[str] = []
    before, had_content = "", False
    for chunk in levelled(text).split():
        every, own, (_, languages) = _known.get(chunk) or _entry(chunk)
        if languages & language:
            own = ()
        found += content(tuple(_pieced(chunk, _cut_word))) if cutting and own else own
        if language == function_words.VIETNAMESE:
            syllable = every[0] if len(every) == 1 else ""
            if before and syllable and (had_content or own):
                found.append(f"{before} {syllable}")
            before, had_content = syllable, bool(own)
    return found


def _pieced(chunk: str, spell: Callable[[str], str]) -> list[str]:
    found: list[str] = []
    for piece in _pieces(chunk):
        found += _grams(piece) if is_unspaced(piece[0]) else _names(piece, spell)
    return found


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
    if name.isalnum():
        return [name]
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


def _names(piece: str, spell: Callable[[str], str]) -> list[str]:
    """Return a word, or a path or address whole and then its parts."""
    if piece.isalpha() and piece[1:].islower():
        return [spell(piece)]
    path = piece.replace("\\", "/")
    parts = path.replace(":", "/").replace("@", "/").split("/")
    found = _whole(path) if len(parts) > 1 else []
    for part in parts:
        found += _dotted(part, spell)
    return found


def _dotted(part: str, spell: Callable[[str], str]) -> list[str]:
    """Return a file name, host or version whole (`v1.2` is `1.2`) and then what the dots divide."""
    if part[0] in "vV" and part[1:2].isdigit() and "." in part:
        part = part[1:]
    labels = part.split(".")
    found = _whole(part) if len(labels) > 1 else []
    for label in labels:
        found += _words(label, spell)
    return found


def _words(label: str, spell: Callable[[str], str]) -> list[str]:
    """Return `user_id`, `user-id` and `userId` alike: as `userid`, `user` and `id`."""
    plain = _without_apostrophe(label) if "'" in label else label
    words = [word for part in plain.replace("-", "_").split("_") for word in _humps(part)]
    if len(words) == 1:
        return [spell(words[0])]
    return _whole("".join(words)) + [spell(w) for w in words if len(w) > 1 or w.isdigit()]


def _without_apostrophe(label: str) -> str:
    """Return `Caroline` of `Caroline's`, `eau` of `l'eau`, `Ankara` of `Ankara'da`; `dont` stays whole."""
    base, _, ending = label.partition("'")
    if ending.lower() in _SHORT_FORMS:
        return base
    if len(ending) > 2 and base.lower() in _ELIDED:
        return ending.replace("'", "")
    if len(base) > 2 and 1 < len(ending) < 6 and ending.isalpha() and base < "\u0370":
        return base
    return label.replace("'", "")


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
    if folded in STOP_WORDS:
        return folded
    return stem(folded) if folded.isascii() else cut(folded)


def _cut_word(word: str) -> str:
    folded = word.casefold()[:LONGEST_TOKEN]
    return folded if folded in STOP_WORDS else cut(folded)
