"""Ask the vectors beside the words: the passages nearest in meaning.

The vectors of one embedder are a *space*. An index has room for three: the English model's, which holds the
notes that are English; the multilingual model's, which holds all; and that of a model of the user's own.
They never meet. A space is a record with the embedder's key, *leaves* (the keys and signs of many passages,
swept as a whole) and the rows of each note, compared exactly for the best; a note that the embedder passed
over has no rows but is known. Rows of dead notes stay until the next rebuild.
"""

from __future__ import annotations

from commonplace.core import weights
from commonplace.core.gate import Verdict, WordEvidence
from commonplace.core.ranking import fused, lifts, note_of, passage_key
from commonplace.engines.embedders.arrays import nearest_by_signs, row_size
from commonplace.engines.local.query import read_blob
from commonplace.engines.local.records import Damaged, record_of, unsealed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from sqlite3 import Connection

    from commonplace.core.gate import Judge
    from commonplace.engines.local.query import Asked

    Vector = tuple[float, ...]

ENGLISH, MULTILINGUAL, OWN = 0, 1, 2
"""The spaces of the English model, of the multilingual one, and of a model of the user's own."""

_KEY_BYTES = 4
_SHARE_ENGLISH = 0.9
"""A book with less English than this is asked in many languages, even in English: the English model
does not know its other notes."""


class Space:
    """Whose vectors these are, how long they are, how many passages have one, and in how many leaves."""

    __slots__ = ("dimension", "held", "key", "leaves", "number")

    def __init__(self, number: int, key: str, dimension: int, leaves: int, held: int) -> None:
        self.number = number
        self.key = key
        self.dimension = dimension
        self.leaves = leaves
        self.held = held


class Sense:
    """What words and meaning say together: the order, what meaning added, and what the gate asks."""

    __slots__ = ("_by_words", "_cosines", "_judge", "_prompt", "_vector", "lifts", "ranked")

    def __init__(
        self,
        ranked: list[tuple[float, int]],
        cosines: dict[int, float],
        prompt: str,
        judge: Judge | None = None,
        vector: Vector = (),
    ) -> None:
        """`judge` weighs the cosines and the vector of the prompt; without it words alone are judged."""
        self._by_words = ranked
        self._cosines = cosines
        self._judge = judge
        self._prompt = prompt
        self._vector = vector
        compared = {key: score for score, key in ranked[: weights.COMPARED_PASSAGES]}
        self.lifts = lifts(compared, cosines)
        self.ranked = fused(ranked, self.lifts) if self.lifts else ranked

    def confidences(
        self, asked: list[Asked], keys: Sequence[int], sizes: bytes, average: float
    ) -> list[float]:
        """Return how likely the note of each passage, best first, answers by words and meaning.

        Where words are sure of a note, they decide.
        """
        evidence = WordEvidence(asked, self._by_words, sizes, average)
        by_words = Verdict(evidence, weights.JUDGE_WORDS, self._prompt)
        if not self._cosines or self._judge is None or not asked or by_words.is_sure():
            return by_words.confidences(keys)
        return Verdict(
            evidence, self._judge, self._prompt, self._cosines, self._vector
        ).confidences(keys)


def read_space(connection: Connection, number: int) -> Space | None:
    """Return the space of that number; None while nobody has embedded the book."""
    row = connection.execute("SELECT blob FROM spaces WHERE id = ?", (number,)).fetchone()
    if row is None:
        return None
    key, dimension, leaves, held = record_of(unsealed(row[0], f"spaces {number}"))
    return Space(number, key, int(dimension), int(leaves), int(held))


def is_english_first(english: Space | None, multilingual: Space | None) -> bool:
    """Say whether a question in English is one for the English model: it knows nearly all of the book."""
    if english is None or not english.held:
        return False
    return multilingual is None or english.held >= _SHARE_ENGLISH * multilingual.held


def cosines(
    connection: Connection,
    space: Space,
    query: Vector,
    ranked: Iterable[tuple[float, int]],
    sizes: bytes,
) -> dict[int, float]:
    """Return how near in meaning the candidates are: those that words named, and the nearest of all.

    A note that came after the space was made has no vectors, and none of its passages is returned.
    """
    if len(query) != space.dimension or not any(query):
        return {}
    keys, signs = _swept(connection, space, sizes)
    nearest = nearest_by_signs(query, signs, weights.MEANING_CANDIDATES)
    named = [key for (_, key), _ in zip(ranked, range(weights.COMPARED_PASSAGES), strict=False)]
    wanted: dict[int, list[int]] = {}
    for key in dict.fromkeys((*named, *(keys[at] for at in nearest))):
        wanted.setdefault(note_of(key), []).append(key)
    rows: dict[int, memoryview] = {}
    for note, own in wanted.items():
        if whole := rows_of(connection, space, note):
            rows.update((key, _row(whole, key - passage_key(note, 0), space)) for key in own)
    from commonplace.engines.embedders import packing  # noqa: PLC0415 - numpy: whoever embeds has it

    found = packing.cosines(query, b"".join(rows.values()))
    return dict(zip(rows, found, strict=True))


def rows_of(connection: Connection, space: Space, note: int) -> memoryview | None:
    """Return the rows of a note's passages, none when it was passed over; None when it was never embedded."""
    place = row_number(space.number, note)
    row = connection.execute("SELECT blob FROM rows WHERE id = ?", (place,)).fetchone()
    return row and memoryview(unsealed(row[0], f"rows {place}"))


def row_number(space: int, number: int) -> int:
    """Return where a space keeps its leaf, or the rows of the note, of that number."""
    return space << 32 | number


def leaf_of(connection: Connection, space: Space, leaf: int) -> tuple[memoryview, bytes]:
    """Return the keys and the signs of a leaf."""
    payload = read_blob(connection, "signs", row_number(space.number, leaf))
    count, rest = divmod(len(payload), _KEY_BYTES + space.dimension // 8)
    if rest:
        raise Damaged("signs")
    return memoryview(payload)[: _KEY_BYTES * count].cast("I"), payload[_KEY_BYTES * count :]


def _swept(connection: Connection, space: Space, sizes: bytes) -> tuple[memoryview, bytes]:
    """Return the keys and signs of all passages that may answer."""
    leaves = [leaf_of(connection, space, leaf) for leaf in range(space.leaves)]
    if 0 in sizes:
        leaves = [_alive(*leaf, sizes, space.dimension // 8) for leaf in leaves]
    keys = b"".join([keys.cast("B") for keys, _ in leaves])
    return memoryview(keys).cast("I"), b"".join([signs for _, signs in leaves])


def _alive(keys: memoryview, signs: bytes, sizes: bytes, width: int) -> tuple[memoryview, bytes]:
    """Return what a leaf holds of notes that live and are asked for."""
    alive = [at for at, key in enumerate(keys) if sizes[note_of(key)]]
    kept = b"".join([keys[at : at + 1].cast("B") for at in alive])
    return memoryview(kept).cast("I"), b"".join(
        [signs[at * width : (at + 1) * width] for at in alive]
    )


def _row(rows: memoryview, place: int, space: Space) -> memoryview:
    size = row_size(space.dimension)
    row = rows[place * size : (place + 1) * size]
    if len(row) != size:
        raise Damaged("rows")
    return row
