"""Align what two texts say about one thing: which passage of one goes with which of the other.

What one side speaks of and the other never mentions is *left over*.

Parse a text for the judge: its passages, each with its pieces, what it denies and which way it points.

A text is parsed once, whatever it is compared with.

A sentence's `meaning` recognises what comes back in another dress: it decides about no text alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import NAMES, Account, Claim, Statement
from commonplace.core.claims.clauses import Piece, normalize_text, pieces, sentences
from commonplace.core.claims.extraction import extract_claims, negations, opposites_in
from commonplace.core.claims.vocabulary import MUTE, OPENERS, SMALL_ALIKE, UNITS
from commonplace.core.superset import values
from commonplace.core.tokens import content, tokens

MOST_PASSAGES = 40
"""More of either text are not compared: a memory that says more is about more than one thing."""
_REACH_ENGLISH, _REACH_CHINESE = 28, 9
"""How many characters after a negation what it denies may start."""
DENIED_AT_MOST = 2

SHORT_TITLE = 2
"""A title of so few words names a subject: it says something even where the body has its words."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One clause: what it speaks of, what it denies, and at which end of an opposition it stands."""

    statement: Statement
    pieces: tuple[Piece, ...]
    frame: Mapping[str, float]
    """What it speaks of apart from its values: concepts, each with its weight."""
    weight: float
    negations: int
    denied: tuple[tuple[str, ...], ...]
    """For each negation the concepts right after it."""
    opposites: Mapping[str, int]
    """Each opposition that a word names, with the end it names: what is denied does not change it."""

    @property
    def is_title(self) -> bool:
        """Say whether it is of the title."""
        return self.statement.clause.is_title

    @property
    def text(self) -> str:
        """Return the clause as it stands, normalized."""
        return self.statement.clause.text

    @property
    def all_denied(self) -> frozenset[str]:
        """Return every concept that a negation governs."""
        return frozenset(key for keys in self.denied for key in keys)

    @property
    def free(self) -> tuple[Piece, ...]:
        """Return the pieces that are no part of a value."""
        return tuple(piece for piece in self.pieces if piece.key in self.frame)

    @property
    def values(self) -> tuple[Claim, ...]:
        """Return the values that it affirms."""
        claims = self.statement.claims
        return tuple(c for c in claims if c.kind not in NAMES and c.is_affirmed)


@dataclass(frozen=True)
class ParsedText:
    """A whole text: what it claims, and its passages."""

    account: Account
    passages: tuple[Passage, ...]

    @cached_property
    def headings(self) -> tuple[Passage, ...]:
        """Return the passages of the title; one that was cut from the body says nothing of its own."""
        titles = tuple(one for one in self.passages if one.is_title)
        said = " ".join(one.text for one in self.body[: len(titles)])
        title = " ".join(one.text for one in titles).strip()
        # A title that begins with the subject has a capital where the body has an article before it.
        begins = f"{title[:1].lower()}{title[1:]}" if len(title.split()) > SHORT_TITLE else title
        return () if title in said or begins in said else titles

    @cached_property
    def title(self) -> tuple[Piece, ...]:
        """Return the pieces of the title."""
        return tuple(piece for one in self.headings for piece in one.pieces)

    @cached_property
    def body(self) -> tuple[Passage, ...]:
        """Return the passages below the title; a text without any is its title."""
        return tuple(one for one in self.passages if not one.is_title) or self.passages

    @cached_property
    def body_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of the body."""
        return tuple(piece for one in self.body for piece in one.pieces)

    @cached_property
    def free_pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of the body that are no part of a value."""
        return tuple(piece for one in self.body for piece in one.free)

    @cached_property
    def keys(self) -> frozenset[str]:
        """Return every concept that the text speaks of."""
        return frozenset(piece.key for one in self.passages for piece in one.pieces)

    @cached_property
    def values(self) -> frozenset[tuple[str, str]]:
        """Return every value, by its sort and normal form."""
        claims = self.account.claims
        return frozenset((c.sort, c.value) for c in claims if c.kind not in NAMES)

    @cached_property
    def affirmed(self) -> frozenset[tuple[str, str]]:
        """Return every value that is not denied."""
        return frozenset((c.sort, c.value) for one in self.passages for c in one.values)

    def knows(self, piece: Piece) -> bool:
        """Say whether the text speaks of a piece of another one."""
        if piece.key in self.keys:
            return True
        text = self.account.text
        match piece.kind:
            case "name":
                return len(piece.text) > 2 and piece.text.strip("`").lower() in text
            case "han":
                return piece.key in text
            case "number":
                return piece.key[1:] in text
        return False


@lru_cache(maxsize=1024)  # a pass over a book comes back to the sentences of some dozen notes
def parse_text(title: str, body: str) -> ParsedText:
    """Return what a text says, ready to be compared."""
    account = extract_claims(title, body)
    passages = tuple(_passage(one) for one in account.statements[:MOST_PASSAGES])
    return ParsedText(account, passages)


def _passage(statement: Statement) -> Passage:
    text, offset = statement.clause.text, statement.clause.start
    cut = pieces(text)
    values = [(c.start - offset, c.end - offset) for c in statement.claims if c.kind not in NAMES]
    frame: dict[str, float] = {}
    for piece in cut:
        if not overlaps(piece, values):
            frame[piece.key] = max(frame.get(piece.key, 0.0), piece.weight)
    spans = negations(text)
    return Passage(
        statement=statement,
        pieces=cut,
        frame=frame,
        weight=sum(frame.values()),
        negations=len(spans),
        denied=tuple(_governed(cut, span, is_english=text.isascii()) for span in spans),
        opposites=opposites_in(text, [p.key for p in cut if not overlaps(p, spans)], spans),
    )


def overlaps(piece: Piece, spans: Iterable[tuple[int, int]]) -> bool:
    """Say whether a piece stands in one of the `spans` of its clause."""
    return any(start < piece.end and piece.start < end for start, end in spans)


def _governed(
    cut: tuple[Piece, ...], span: tuple[int, int], *, is_english: bool
) -> tuple[str, ...]:
    start, end = span
    reach = end + (_REACH_ENGLISH if is_english else _REACH_CHINESE)
    return tuple(p.key for p in cut if start <= p.start <= reach)[:DENIED_AT_MOST]


MET_FROM = 0.5
"""Two passages that share less do not meet."""
_ENOUGH = 2.5
"""The weight of what is shared at which two passages surely speak of one thing."""


@dataclass(frozen=True, slots=True)
class AlignedPassages:
    """A passage of the candidate and one of the memory that share something."""

    new: Passage
    old: Passage
    shared: float

    @property
    def closeness(self) -> float:
        """Return how much of both is shared, from 0 to 1; little that is shared counts for little."""
        alike = self.shared / (self.new.weight * self.old.weight) ** 0.5
        return float(alike * min(1.0, self.shared / _ENOUGH))

    @property
    def is_below_titles(self) -> bool:
        """Say whether neither passage is a title."""
        return not (self.new.is_title or self.old.is_title)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A run of pieces that the other text does not know."""

    first: Piece
    last: Piece
    is_name: bool


@dataclass(frozen=True)
class Pair:
    """The candidate and the memory, each as the other sees it."""

    new: ParsedText
    old: ParsedText

    @cached_property
    def strange(self) -> frozenset[str]:
        """Return the concepts that only one of the two texts speaks of."""
        sides = (self.new, self.old), (self.old, self.new)
        return frozenset(
            piece.key
            for side, other in sides
            for one in side.passages
            for piece in one.pieces
            if not other.knows(piece)
        )

    @cached_property
    def alignments(self) -> tuple[AlignedPassages, ...]:
        """Return every two passages that share something."""
        return tuple(
            AlignedPassages(one, other, shared)
            for one in self.new.passages
            for other in self.old.passages
            if (shared := shared_weight(one, other)) >= MET_FROM
        )

    @cached_property
    def nearest(self) -> AlignedPassages | None:
        """Return the two passages below the titles that are closest."""
        below = (each for each in self.alignments if each.is_below_titles)
        return max(below, key=lambda each: each.closeness, default=None)

    def known_share(self, pieces: Iterable[Piece]) -> float:
        """Return the share of what `pieces` say that the other text knows."""
        bodies = [piece for piece in pieces if piece.is_body]
        known = sum(piece.weight for piece in bodies if piece.key not in self.strange)
        return known / sum(piece.weight for piece in bodies) if bodies else 0.0

    def leftovers(self, pieces: Sequence[Piece]) -> tuple[Leftover, ...]:
        """Return the runs of `pieces` that the other text does not know."""
        return tuple(self._leftovers(pieces))

    def _leftovers(self, pieces: Sequence[Piece]) -> Iterator[Leftover]:
        at = 0
        while at < len(pieces):
            last = at
            while last < len(pieces) and self.is_left(pieces[last]):
                if last > at and pieces[last].start - pieces[last - 1].end > 1:
                    break
                last += 1
            if last > at:
                is_name = any(piece.kind == "name" for piece in pieces[at:last])
                yield Leftover(pieces[at], pieces[last - 1], is_name)
            at = max(last, at + 1)

    def is_left(self, piece: Piece) -> bool:
        """Say whether a piece may name a subject, and the other text does not know it."""
        return piece.is_body and piece.key in self.strange


def shared_weight(one: Passage, other: Passage) -> float:
    """Return how much two passages have in common."""
    frame = other.frame
    return sum(min(weight, frame[key]) for key, weight in one.frame.items() if key in frame)


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
