"""A prompt as the typed lines that qmd takes, and its answer as values.

qmd wants every word of a plain search to stand in the text, so each word gets a `lex:` line of its
own, after one with all of them; the prompt itself is the `vec:` line. The fused order counts and the
printed scores do not: they are ranks, or rounded to nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from commonplace.core.letters import is_unspaced, levelled
from commonplace.core.tokens import content_tokens
from commonplace.engines.qmd.troubles import FAILED, QmdTrouble

MOST_WORDS = 10
TOGETHER = 6
LONGEST_MEANING = 500
MEANT_FROM = 0.3
"""mem-skill's `--min-score`: nearer texts are found by meaning alone; the nearest of nothing is not."""

_CHUNK = re.compile(r"[\w.+#/-]+")
_NEGATED = re.compile(r"(^|\s)-+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One file that qmd found, best first."""

    collection: str
    name: str
    line: int
    is_worded: bool
    """Whether words of the prompt stand in it."""
    cosine: float
    """How near its meaning is, 0 when qmd does not say."""


def typed_lines(text: str) -> tuple[str, ...]:
    """Return what qmd is asked for `text`; nothing when it has no word that says anything.

    qmd knows no traditional characters for simplified ones, so both are asked for.
    """
    plain = "".join(char if char.isprintable() and char != '"' else " " for char in text)
    levelled_words = tuple(dict.fromkeys(_words(levelled(plain))))
    words = _chosen(levelled_words)
    if not words:
        return ()
    together = (" ".join(words),) if 1 < len(words) <= TOGETHER else ()
    written = (word for word in dict.fromkeys(_words(plain)) if not word.isascii())
    others = tuple(word for word in written if word not in levelled_words)[:MOST_WORDS]
    meaning = _NEGATED.sub(r"\1", " ".join(plain.split()))[:LONGEST_MEANING]
    return (*(f"lex: {each}" for each in (*together, *words, *others)), f"vec: {meaning}")


def read_answers(printed: str) -> tuple[Answer, ...]:
    """Return the files that qmd printed, without those that are only the nearest of nothing."""
    try:
        found = json.loads(printed)
        answers = [_answer(each) for each in found]
    except (ValueError, KeyError, TypeError, AttributeError) as cause:
        raise QmdTrouble(FAILED, "unreadable answer") from cause
    return tuple(each for each in answers if each.is_worded or each.cosine >= MEANT_FROM)


def _answer(found: dict[str, object]) -> Answer:
    place = str(found["file"]).removeprefix("qmd://")
    collection, _, name = place.partition("/")
    explained = found.get("explain")
    scores = explained if isinstance(explained, dict) else {}
    line = found.get("line")
    return Answer(
        collection=collection,
        name=name,
        line=line if isinstance(line, int) else 1,
        is_worded=bool(scores.get("ftsScores")),
        cosine=max(map(float, scores.get("vectorScores") or ()), default=0.0),
    )


def _words(text: str) -> Iterator[str]:
    """Yield the words that say something, scripts without spaces as pairs of characters."""
    for chunk in _CHUNK.findall(text):
        for unspaced, run in groupby(chunk, is_unspaced):
            piece = "".join(run)
            if unspaced:
                yield from _pairs(piece)
            elif content_tokens(piece) and (word := piece.strip(".+#/-_")):
                yield word


def _pairs(run: str) -> Iterator[str]:
    if len(run) < 3:
        if content_tokens(run):
            yield run
        return
    yield from (pair for at in range(len(run) - 1) if content_tokens(pair := run[at : at + 2]))


def _chosen(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many words as a query should have, the long ones rather than the short.

    Two pairs of characters make about one word: a question in Chinese keeps its end, where its subject
    often stands.
    """
    kept: set[str] = set()
    room = float(MOST_WORDS)
    for word in sorted(words, key=lambda word: -len(word)):
        room -= 0.5 if is_unspaced(word[0]) else 1.0
        if room < 0:
            break
        kept.add(word)
    return tuple(word for word in words if word in kept)
