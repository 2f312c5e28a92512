"""What was found, as an answer: each memory with its probability and the parts of its score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from commonplace.core.ranking import in_context, note_of, passage_key, reached
from commonplace.core.search import Finding, Reason
from commonplace.engines.local.reading import Asked, Found, passage_of
from commonplace.engines.local.rows import hit_of
from commonplace.engines.local.spaces import Sense

_NOTHING = 1e-9


def finding_of(
    found: Sequence[Found], asked: list[Asked], sizes: bytes, sense: Sense, average: float
) -> Finding:
    """Return the notes that were found as hits, best first; `average` is how long passages are."""
    sure = sense.confidences(asked, [key for _, key, _ in found], sizes, average)
    hits = tuple(
        hit_of(
            record,
            score,
            reasons_for(key, score, asked, sizes, sense.lifts.get(key, 0.0)),
            passage=passage_of(record, asked),
            confidence=confidence,
        )
        for (score, key, record), confidence in zip(found, sure, strict=True)
    )
    return Finding(hits=hits, confidence=hits[0].confidence if hits else 0.0)


def reasons_for(
    key: int, score: float, asked: Iterable[Asked], sizes: bytes, lift: float = 0.0
) -> tuple[Reason, ...]:
    """Return what each word gave to a passage, then what came from the note, from meaning and links."""
    note = note_of(key)
    first = passage_key(note, 0)
    found, rows = [], []
    for word, _, worth in asked:
        own = [worth.get(first + place, 0.0) for place in range(sizes[note])]
        rows.append(own)
        given = reached(own)[key - first]
        found.append(Reason(why=f"{'word' if own[key - first] else 'near'}:{word}", score=given))
    words = sum(reason.score for reason in found)
    whole = in_context(rows)[key - first]
    found.sort(key=lambda reason: -reason.score)
    found.append(Reason(why="note", score=whole - words))
    found.append(Reason(why="meaning", score=lift))
    found.append(Reason(why="links", score=score - whole - lift))
    return tuple(reason for reason in found if reason.score > _NOTHING)
