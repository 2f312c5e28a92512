"""Decide whether a text only repeats what another one says: then, and only then, it may be dropped.

Shared words prove nothing: "two-factor is optional for admins" has every word in common with "compulsory for admins and
optional for everybody else". So each sentence must have its equal in the other text: the same words in the same order,
the small ones that turn a meaning (`all`, `only`, `not`, `unless`, `before`) included, and the same values. Only what
changes no meaning is evened out: spelling, units, articles, a passive, and a circumstance that moves to the front.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import NAMES, Claim
from commonplace.core.claims.clauses import Piece, normalize_text, pieces, sentences
from commonplace.core.claims.qualifiers import apart, qualifiers
from commonplace.core.claims.vocabulary import MUTE, OPENERS, SMALL_ALIKE, UNITS
from commonplace.core.superset import values
from commonplace.core.tokens import content, fold, tokens

LONGEST = 60
"""Sentences of a text that are compared; a longer text is known only where it is the same in every letter."""
_WORD = re.compile(r"[a-z]+|[\u3400-\u9fff]", re.IGNORECASE)
_SHORT_FORM = re.compile(
    r"(?:(?:must|may|should|can|could|would|will|do|does|did) ?)?(?:n['’]t|\bnot)\b"
)
_OTHER_SHORT_FORM = re.compile(r"['’](?:s|re|ll|ve|d|m)\b")
_PASSIVE = re.compile(
    r"^(?P<done_to>[^,;:]{2,80}?) (?:is|are|was|were|gets?|got)(?: being)? "
    r"(?P<verb>[a-z]{3,20}(?:ed|en|wn|ne|un|lt|nt|pt|ld|de)) by (?P<doer>[^,;:]{1,80})$",
    re.IGNORECASE,
)
_HOLDS_A_NOUN = frozenset({"rate", "frequency"})
"""Sorts of values that are written around the thing counted: `20 requests per second`."""
_MARKS = " \t-*•·–—>#。.;；,，:：!?！？"
"""What may stand around a sentence and is no part of it."""

_VALUE = "="

Stream = tuple[str, ...]
"""What a sentence says, in order: concepts, values, and the small words that turn a meaning."""


def restates(new: tuple[str, str], old: tuple[str, str]) -> bool:
    """Say whether every sentence of `new`, a title and a body, stands in `old` in the same meaning."""
    if not _is_named_alike(new, old):
        return False
    if fold(new[1]) == fold(old[1]):
        return True
    said = [stream for each in sentences(new[1]) if (stream := meaning(each))]
    if not said or len(said) > LONGEST:
        return False
    known = {
        stream
        for each in sentences(f"{old[0]}\n{old[1]}")[:LONGEST]
        for stream in turned(meaning(each))
    }
    return known.issuperset(said)


def _is_named_alike(new: tuple[str, str], old: tuple[str, str]) -> bool:
    """Say whether the title of `new` names nothing that `old` does not speak of."""
    title = normalize_text(new[0])
    if fold(title.rstrip("…")) in fold(new[1]):
        return True
    known = {word for each in sentences(f"{old[0]}\n{old[1]}") for word in meaning(each)}
    named = {word for word in meaning(title) if not word.startswith("~")}
    return known >= named and not apart(qualifiers(title), qualifiers(normalize_text(old[0])))


def turned(stream: Stream) -> Iterator[Stream]:
    """Yield a sentence, and the same with a circumstance at its other end."""
    yield stream
    for at in range(1, len(stream)):
        if stream[at].lstrip("~") in OPENERS or stream[0].lstrip("~") in OPENERS:
            yield stream[at:] + stream[:at]


@lru_cache(maxsize=4_096)
def meaning(sentence: str) -> Stream:
    """Return what a sentence says, in order and in one form."""
    plain = _OTHER_SHORT_FORM.sub("", normalize_text(sentence).strip(_MARKS))
    text = " ".join(_SHORT_FORM.sub(" not", plain).split())
    if passive := _PASSIVE.match(text):
        text = "{doer} {verb} {done_to}".format_map(passive.groupdict())
    measured = [each for each in values(text) if each.kind not in NAMES]
    found = [(each.start, f"={each.sort} {each.value}") for each in measured]
    named = [each for each in pieces(text) if each.kind == "number" or _is_word(each)]
    named = [each for each in named if not _is_measured(each, measured)]
    found += [(each.start, _key(each)) for each in named]
    taken = [(each.start, each.end) for each in measured]
    taken += [(each.start, each.end) for each in named]
    for match in _WORD.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found += [(match.start(), word) for word in _small(match.group().lower())]
    return tuple(word for _, word in sorted(found))


def sentences_with_other_values(new: str, old: str) -> tuple[str, str] | None:
    """Return a sentence of `new` and one of `old` that are the same but for values; None where all agree.

    What else the texts say of `SDK 2` and `SDK 3` may let both hold; in one memory they could not be told apart.
    """
    known = {meaning(each): each for each in sentences(old)[:LONGEST]}
    frames = {_frame(stream): each for stream, each in known.items()}
    for sentence in sentences(new)[:LONGEST]:
        stream = meaning(sentence)
        frame = _frame(stream)
        is_told = len(stream) > frame.count(_VALUE) > 0
        if is_told and stream not in known and frame in frames:
            return sentence.strip(_MARKS), frames[frame].strip(_MARKS)
    return None


def _frame(stream: Stream) -> Stream:
    """Return a sentence with a blank for each value, number, or name that holds a number."""
    return tuple(
        _VALUE if word.startswith("=") or any(map(str.isdigit, word)) else word for word in stream
    )


def _is_word(piece: Piece) -> bool:
    """Say whether a piece is more than one character: letters alone are read one by one."""
    return piece.kind != "han" and len(piece.text) > 1


def _is_measured(piece: Piece, measured: list[Claim]) -> bool:
    """Say whether a piece is part of a value, and not the thing that the value counts."""
    holding = [each for each in measured if each.start < piece.end and piece.start < each.end]
    if any(each.sort in _HOLDS_A_NOUN for each in holding):
        return piece.kind == "number" or piece.text.lower().rstrip("s") in UNITS
    return bool(holding)


def _key(piece: Piece) -> str:
    """Return a concept as it is written anywhere: a name at the start of a sentence has no capital of its own."""
    if piece.kind != "name" or not piece.key.isalpha():
        return piece.key
    return next(iter(content(tokens(piece.key))), piece.key)


def _small(word: str) -> Iterator[str]:
    """Yield a small word if it turns a meaning."""
    if word not in MUTE:
        yield "~" + SMALL_ALIKE.get(word, word)
