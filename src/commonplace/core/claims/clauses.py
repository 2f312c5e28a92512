"""Cut a text into what it says piece by piece, and each piece into the words that carry it.

A *sentence* ends at a line's end or a full stop; a *clause* at a comma too. Text is first written in
one width and one kind of Chinese without moving a character, so that a span found in the
normalized text is the span in the text as it stands.

Cut a clause into pieces, each with the concept that it means and what it weighs.

Two texts speak of one thing when they have pieces in common, whatever words or language they use.
A piece of Chinese that no table knows is a pair of characters, since words are not known there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from unicodedata import normalize

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Clause, number
from commonplace.core.claims.vocabulary import (
    ACTIONS,
    CHINESE_NEGATORS,
    CHINESE_PARTICLES,
    CHINESE_VERBS,
    CHINESE_WHOLE,
    COMMON_STEMS,
    CONCEPT_OF_STEM,
    CONCEPTS,
    GENERIC_CHINESE,
    GENERIC_STEMS,
    LABELLED,
    MEANING_OF,
    OPPOSITES,
    any_of,
)
from commonplace.core.han import SIMPLIFIED_OF
from commonplace.core.stopwords import STOP_WORDS
from commonplace.core.tokens import content, tokens
from commonplace.core.values import dataclass

LONGEST_SENTENCE = 1_000
"""Longer ones are cut here: nobody writes them, and what looks at a sentence stays quick."""
_SENTENCE_END = re.compile(r"[.!?](?=\s|$|[\"'”）)])|[。！？；;\n]")
_CLAUSE_END = re.compile(
    r",(?!\d)(?! (?:19|20)\d\d\b)|[，、()（）—]| -- | (?:but|because|so that|unless|while|whereas|if|when|until) | since (?=(?:the|we|it|they|an?|there)\b)|但是?|因为|由于|否则"
)
_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\+\+|#)?|[\u3400-\u9fff]+")
_SHORT_FORM = re.compile(r"(?:n't|'s|'re|'ll|'ve)\b")
_LABEL = re.compile(r"(?<=[a-z] )[A-HJ-Z]\b(?![+#'.])")
NUMBERED = re.compile(rf"\b({'|'.join(LABELLED)}) #?(\d{{1,5}})\b(?![.%:])", re.IGNORECASE)
"""A thing with its number: no quantity, but a name."""
_ORDINAL = re.compile(r"第 ?(\d{1,3}|[一二三四五六七八九十]{1,3})")
_COUNTRY = re.compile(r"\bUS\b")
_GO = re.compile(r"\bGo\b(?! (?:to|with|through|on|ahead|for|back|and|via|by)\b)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def normalize_text(text: str) -> str:
    """Return `text` in one width and one kind of Chinese, each character in its place."""
    return text if text.isascii() else "".join(map(_normalize_char, text))


@cache
def _normalize_char(char: str) -> str:
    flat = normalize("NFKC", char)
    flat = flat if len(flat) == 1 else char
    return SIMPLIFIED_OF.get(flat, flat)


def clauses(title: str, body: str) -> tuple[Clause, ...]:
    """Return the clauses of a memory in order; offsets count in title, newline, body."""
    text = normalize_text(f"{title}\n{body}")
    found: list[Clause] = []
    for start, sentence in _cut(text, 0, _SENTENCE_END):
        is_title = start < max(1, len(title))
        found += [
            Clause(at, part, sentence, is_title) for at, part in _cut(sentence, start, _CLAUSE_END)
        ]
    return tuple(found)


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text in order, normalized."""
    return tuple(sentence for _, sentence in _cut(normalize_text(text), 0, _SENTENCE_END))


def _cut(text: str, offset: int, end: re.Pattern[str]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    start = 0
    for stop in [match.span() for match in end.finditer(text)] + [(len(text), len(text))]:
        for at in range(start, stop[0], LONGEST_SENTENCE):
            piece = text[at : min(at + LONGEST_SENTENCE, stop[0])]
            if piece.strip():
                found.append((offset + at, piece))
        start = stop[1]
    return found


@lru_cache(maxsize=4_096)
def words(text: str) -> tuple[str, ...]:
    """Return the words of normalized text that say what it is about, in order, by their concepts.

    Chinese is not cut into words: what stands between known words is kept as one run.
    """
    named = _COUNTRY.sub("usa", _GO.sub("golang", text))
    lettered = _LABEL.sub(lambda letter: f"label{letter[0].lower()}", named)
    labelled = NUMBERED.sub(r"\1 label\2", _ORDINAL.sub(_ordinal, lettered))
    spaced = _SHORT_FORM.sub(" ", _HUMP.sub(" ", labelled).lower())
    meant = _CHINESE_CONCEPT.sub(_name, _PHRASE.sub(_phrase, spaced))
    found: list[str] = []
    for match in _WORD.finditer(meant):
        word = match.group()
        if word.isascii():
            found += _english(word)
        else:
            found += [run for part in _GENERIC_RUN.split(word) for run in _runs(part)]
    return tuple(found)


def _ordinal(match: re.Match[str]) -> str:
    return f" ordinal{number(match[1])} "


def _name(match: re.Match[str]) -> str:
    return f" {_CONCEPT_OF_CHINESE[match.group()]} "


def _phrase(match: re.Match[str]) -> str:
    return _CONCEPT_OF_PHRASE[match.group(1).replace(" ", "-")]


@lru_cache(maxsize=20_000)
def _english(word: str) -> tuple[str, ...]:
    if word in _COMPOUNDS:
        return (_COMPOUNDS[word],)
    return tuple(
        CONCEPT_OF_STEM.get(term, term)
        for part in word.split("-")
        for term in content(tokens(part))[:1]
        if term not in GENERIC_STEMS and len(term) > 1
    )


def _runs(part: str) -> list[str]:
    """Cut at particles, unless that would leave half a word: 周会 stays whole, 周会在 loses 在."""
    found: list[str] = []
    start = 0
    if (whole := _CHINESE_WHOLE.search(part)) and whole.group() != part:
        before, after = part[: whole.start()], part[whole.end() :]
        return [*_runs(before), whole.group(), *_runs(after)]
    for at, char in enumerate(part if whole is None else ""):
        rest = len(part) - at - 1
        is_loose = len(part) > 2 and at - start != 1 and rest != 1
        if char in CHINESE_NEGATORS or (char in CHINESE_PARTICLES and is_loose):
            found.append(part[start:at])
            start = at + 1
    runs = (*map(_without_verb, found), _without_verb(part[start:]))
    return [
        run for run in runs if len(run) > 1 and (whole or not CHINESE_PARTICLES.issuperset(run))
    ]


def _without_verb(run: str) -> str:
    return run[1:] if len(run) > 2 and run[0] in CHINESE_VERBS else run


def covers(text: str, known: frozenset[str], word: str) -> bool:
    """Say whether `word` is spoken of in a normalized `text` whose words are `known`.

    A name of code is looked up letter by letter; of a run of Chinese all characters but one must
    stand in pairs that the text has.
    """
    if word in known:
        return True
    if word.isascii():
        return word.startswith("`") and (word[1:] in text or _has_all(known, words(word)))
    met = [word[at : at + 2] in text for at in range(len(word) - 1)]
    alone = sum(
        not (left or right) for left, right in zip([False, *met], [*met, False], strict=True)
    )
    return alone <= 1 and met[0]


def _has_all(known: frozenset[str], parts: tuple[str, ...]) -> bool:
    return bool(parts) and known.issuperset(parts)


def _concepts() -> tuple[dict[str, str], dict[str, str]]:
    """Return the Chinese words and the phrases of the concepts, with the names that they mean."""
    chinese: dict[str, str] = {}
    phrases: dict[str, str] = {}
    for title, others in CONCEPTS.items():
        for word in (title, *others):
            if not word.isascii():
                chinese.setdefault(word, title.replace("-", ""))
            elif "-" in word:
                phrases.setdefault(word, title.replace("-", ""))
    return chinese, phrases


_CONCEPT_OF_CHINESE, _CONCEPT_OF_PHRASE = _concepts()
_PHRASE = re.compile(rf"\b({any_of(_CONCEPT_OF_PHRASE, joint='[- ]')})s?\b")
_COMPOUNDS = {"on-call": "oncall", "stand-up": "standup", "e-mail": "mail", "e-mails": "mail"}
_CHINESE_CONCEPT = re.compile(any_of(_CONCEPT_OF_CHINESE))
_CHINESE_WHOLE = re.compile(any_of(CHINESE_WHOLE))
_GENERIC_CHINESE = {
    word for word in (*GENERIC_CHINESE, *OPPOSITES) if len(word) > 1 and not word.isascii()
}
_GENERIC_RUN = re.compile(any_of(_GENERIC_CHINESE))


WEIGHTS = {
    "name": 1.5,
    "word": 1.0,
    "number": 0.7,
    "han": 0.6,
    "action": 0.5,
    "letter": 0.4,
    "common": 0.3,
}
"""What a piece of each kind weighs: a name says more of a subject than a word, a verb less."""  # fmt: skip
_PIECE = re.compile(
    r"`[^`\n]{1,60}`|[A-Za-z][A-Za-z0-9_+#]*(?:[-.'/][A-Za-z0-9_]+)*"
    r"|\d[\d.,:]*\d|\d|[\u3400-\u9fff]+"
)
_ENDINGS = ("'s", "'re", "'ll", "'ve", "n't")
_LONGEST = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """One word, name, number or pair of characters, by the concept it means."""

    key: str
    kind: str
    """One of those in `WEIGHTS`."""
    start: int
    end: int
    text: str

    @property
    def weight(self) -> float:
        """Return how much it says about a subject."""
        return WEIGHTS[self.kind]

    @property
    def is_body(self) -> bool:
        """Say whether it may name a subject: verbs, numbers and words of every day do not."""
        return self.kind in ("word", "name", "han", "letter")


@lru_cache(maxsize=4_096)
def pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a normalized clause, in order; words of grammar are left out."""
    phrases = {match.start(): match for match in _PHRASE_PIECE.finditer(text.lower())}
    found: list[Piece] = []
    taken = 0
    for match in _PIECE.finditer(text):
        at, piece = match.start(), match.group()
        if at < taken:
            continue
        if phrase := phrases.get(at):
            taken = phrase.end()
            found.append(_known(_PHRASE_MEANS[phrase[1].replace(" ", "-")], phrase))
        elif piece[0] >= "\u3400":
            found += _chinese(piece, at)
        elif piece[0].isdigit():
            key = "#" + piece.strip(".,:").replace(",", "")
            found.append(Piece(key, "number", at, match.end(), piece))
        else:
            found += _english_pieces(match, is_first=not found and not text[:at].strip())
    return tuple(found)


def _known(key: str, match: re.Match[str]) -> Piece:
    return Piece(key, _kind(key), match.start(), match.end(), match.group())


def _kind(key: str) -> str:
    return "action" if key.endswith("!") else "word"


def _english_pieces(match: re.Match[str], *, is_first: bool) -> Iterator[Piece]:
    written = match.group().strip("`")
    word = written.lower()
    for ending in _ENDINGS:
        word = word.removesuffix(ending)
    is_code = match.group()[0] == "`"
    if not is_code and word in STOP_WORDS:
        return
    stem, whole = _stems(word)
    key = MEANING_OF.get(word) or MEANING_OF.get(whole)
    is_name = is_code or _is_marked(written) or (written[0].isupper() and not is_first and not key)
    if key and key.endswith("!"):
        yield _known(key, match)
    elif is_name:
        yield Piece(key or word.strip("#"), "name", *match.span(), match.group())
    elif key:
        yield _known(key, match)
    elif stem:
        kind = "common" if stem in COMMON_STEMS else "word"
        yield Piece(stem, kind, *match.span(), match.group())


def _is_marked(written: str) -> bool:
    """Say whether a word is written as no ordinary word is: a digit, a dot, a capital inside."""
    has_mark = any(char.isdigit() or char in "_./" for char in written)
    return has_mark or any(map(str.isupper, written[1:]))


def _chinese(run: str, offset: int) -> Iterator[Piece]:
    """Cut at the longest known words; what stands between them becomes pairs of characters."""
    start = at = 0
    while at < len(run):
        sizes = range(min(_LONGEST, len(run) - at), 1, -1)
        size = next((size for size in sizes if run[at : at + size] in _CHINESE_MEANS), 0)
        if not size:
            at += 1
            continue
        yield from _pairs(run[start:at], offset + start)
        word = run[at : at + size]
        if key := _CHINESE_MEANS[word]:
            yield Piece(key, _kind(key), offset + at, offset + at + size, word)
        at = start = at + size
    yield from _pairs(run[start:], offset + start)


def _pairs(run: str, offset: int) -> Iterator[Piece]:
    first, last = 0, len(run)
    while last - first not in (0, 2) and run[first] in CHINESE_PARTICLES:
        first += 1
    while last - first not in (0, 2) and run[last - 1] in CHINESE_PARTICLES:
        last -= 1
    if last - first == 1:
        yield Piece(run[first], "letter", offset + first, offset + last, run[first])
    for at in range(first, last - 1):
        yield Piece(run[at : at + 2], "han", offset + at, offset + at + 2, run[at : at + 2])


@lru_cache(maxsize=20_000)
def _stems(word: str) -> tuple[str, str]:
    """Return the stem of a word, and the word in one piece: of `force-pushing` each part has a stem of its own."""
    found = content(tokens(word))
    whole = next(iter(found), "")
    parts = found[1:]
    # A part without content may be a name all the same: `ingest-a` is not `ingest`.
    has_all = "-" in word and len(parts) == len(word.split("-"))
    return ("".join(parts) if has_all else whole), whole


_PHRASE_MEANS: dict[str, str] = {}
_CHINESE_MEANS: dict[str, str] = {}


def _learn(table: dict[str, tuple[str, ...]], mark: str) -> None:
    """Take a table's phrases and Chinese words; the first table that has one says what it means."""
    for title, others in table.items():
        for word in (title, *others):
            if not word.isascii():
                _CHINESE_MEANS.setdefault(word, title.replace("-", "") + mark)
            elif "-" in word:
                _PHRASE_MEANS.setdefault(word, title.replace("-", "") + mark)


_learn(CONCEPTS, "")
_learn(ACTIONS, "!")
for _word in GENERIC_CHINESE:
    _CHINESE_MEANS.setdefault(_word, "")
_PHRASE_PIECE = re.compile(rf"\b({any_of(_PHRASE_MEANS, joint='[- ]')})s?\b")
