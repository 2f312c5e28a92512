"""What sets two texts apart, so that both may hold: each side names something of its own.

Port 6001 and port 6002 are both right when one text is about staging and the other about production. The
signs are where a text says what it is about: its title, the start of its body, its circumstances.

Find what one text has in the place of something else in the other, though the words around it are the same.

Clauses are cut small, and the nearest two may agree: of "Ingrid for accessibility, Bo for performance, Rashid for copy"
only the last differs. So every run of pieces that only one text has is compared by its neighbours. Of two such places
the one that the titles name is the subject: then the texts are about two things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from commonplace.core import lazy_re as re
from commonplace.core.claims.claim import Qualifier, ValueKind
from commonplace.core.claims.clauses import Piece
from commonplace.core.claims.qualifiers import apart, is_addition, is_one_of_many, speaks_of
from commonplace.core.judge.parse import Pair, ParsedText, Passage, overlaps
from commonplace.core.values import dataclass

_HAN = re.compile(r"[\u3400-\u9fff]")
_LABEL = re.compile(r"v?\d+(?:\.[\dx]+)*|[A-Z]|[a-z]*\d+", re.IGNORECASE)
_MEASURED = frozenset({ValueKind.QUANTITY, ValueKind.TIME, ValueKind.DATE, ValueKind.PORT})
_LOOSE_GROUPS = frozenset({"operation", "order", "end", "direction"})
"""Circumstances that set apart only where a text begins: later any verb may stand for them."""
_NUMBERED = re.compile(
    r"\b(?P<word>[a-z]{2,40}|[\u4e00-\u9fff]{1,2}) ?v?(?P<number>\d{1,3}(?:\.[\dx]{1,4}){0,3}|[a-h])(?= |$|[^\w.])"
    r"|(?P<before>[a-h\d]) ?(?P<measure>[版代期号区])"
)
_SHORT_NAME = 3
_BY_WORDS = (
    "scopes_named", "starts_apart", "starts_named", "titles_begin_apart",
)  # fmt: skip
"""What cannot be told between two languages, where only names are written alike."""


def contrasts(pair: Pair) -> dict[str, float]:
    """Return the signs that the two texts speak of two things, or of two cases of one."""
    found = _titles(pair) | _starts(pair) | _circumstances(pair) | _standing(pair)
    if is_bilingual(pair):
        found |= dict.fromkeys(_BY_WORDS, False)
    return {name: float(value) for name, value in found.items()}


def is_bilingual(pair: Pair) -> bool:
    """Say whether one text is Chinese and the other is not."""
    here, there = (bool(_HAN.search(side.account.text)) for side in (pair.new, pair.old))
    return here is not there


def _titles(pair: Pair) -> dict[str, float]:
    new, old = pair.new.title, pair.old.title
    left = [{p.key for p in side if pair.is_left(p) and len(p.text) > 1} for side in (new, old)]
    named = [
        keys & {p.key for p in side.body_pieces}
        for keys, side in zip(left, (pair.new, pair.old), strict=True)
    ]
    names = [any(p.kind == "name" and pair.is_left(p) for p in side) for side in (new, old)]
    shared = any(p.kind == "name" and p.key not in pair.strange for p in (*new, *old))
    begins = bool(new and old) and new[0].key in pair.strange and old[0].key in pair.strange
    return {
        "scopes_named": all(named),
        "titles_begin_apart": begins,
        "titles_name": all(names),
        "titles_name_only": all(names) and not shared,
        "titles_numbered": all(
            any(_is_numbered(p, pair) for one in side.headings for p in _unmeasured(one))
            for side in (pair.new, pair.old)
        ),
    }


def _is_numbered(piece: Piece, pair: Pair) -> bool:
    is_short = piece.kind == "name" and len(piece.text) <= _SHORT_NAME
    return piece.key in pair.strange and (piece.kind == "number" or is_short)


def _starts(pair: Pair) -> dict[str, float]:
    first = [
        next((p for p in side.body_pieces if p.is_body), None) for side in (pair.new, pair.old)
    ]
    here, there = first
    if here is None or there is None or not (pair.is_left(here) and pair.is_left(there)):
        return {"starts_apart": False, "starts_named": False, "starts_with_names": False}
    titles = [{p.key for p in side.title} for side in (pair.new, pair.old)]
    return {
        "starts_apart": True,
        "starts_named": here.key in titles[0] and there.key in titles[1],
        "starts_with_names": here.kind == there.kind == "name",
    }


def _circumstances(pair: Pair) -> dict[str, float]:
    sides = pair.new, pair.old
    firm = [frozenset(q for q in _said(s.passages) if q.group not in _LOOSE_GROUPS) for s in sides]
    first = [_said(side.passages[:2]) for side in sides]
    labels = [_labels(side) for side in sides]
    dates = [_dates(side) for side in sides]
    return {
        "circumstances_apart": bool(apart(firm[0], firm[1])),
        "circumstances_first": bool(apart(first[0], first[1])),
        "labels_apart": all(labels) and not labels[0] & labels[1],
        "dated": bool(dates[0]) and not dates[1],
        "both_dated": all(dates) and not dates[0] & dates[1],
        "numbered_apart": _are_numbered_apart(*(side.account.text for side in sides)),
    }


def _dates(parsed: ParsedText) -> frozenset[str]:
    claims = parsed.account.claims
    return frozenset(claim.value for claim in claims if claim.kind is ValueKind.DATE)


def _are_numbered_apart(new: str, old: str) -> bool:
    """Say whether one word has a number in both texts, and never the same: SDK 2 and SDK 3, B 版 and A 版."""
    here, there = _numbers(new), _numbers(old)
    return any(here[word].isdisjoint(there[word]) for word in here.keys() & there.keys())


def _numbers(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _NUMBERED.finditer(text):
        word, number = match["word"] or match["measure"], match["number"] or match["before"]
        found.setdefault(word, set()).add(number.partition(".")[0])
    return found


def _said(passages: tuple[Passage, ...]) -> frozenset[Qualifier]:
    return frozenset(one for passage in passages for one in passage.statement.qualifiers)


def _labels(parsed: ParsedText) -> frozenset[str]:
    """Return the versions, numbers and letters by which a text begins to say what it is about."""
    start = [p for one in parsed.body[:1] for p in _unmeasured(one) if p in one.pieces[:3]]
    titled = [p for one in parsed.headings for p in _unmeasured(one)]
    named = [p for p in titled if p.kind in ("name", "number")]
    return frozenset(
        p.text.lower().lstrip("v") for p in (*start, *named) if _LABEL.fullmatch(p.text)
    )


def _unmeasured(passage: Passage) -> list[Piece]:
    """Return the pieces of a passage that are no part of a measure, a time, a day or a port."""
    offset = passage.statement.clause.start
    claims = (claim for claim in passage.statement.claims if claim.kind in _MEASURED)
    spans = [(claim.start - offset, claim.end - offset) for claim in claims]
    return [piece for piece in passage.pieces if not overlaps(piece, spans)]


def _standing(pair: Pair) -> dict[str, float]:
    """Return how the candidate says it stands to what was known: beside it, as a case of it."""
    new, old = pair.new, pair.old
    text = new.account.text
    defaults = [any(one.statement.is_default for one in side.passages) for side in (new, old)]
    return {
        "adds": is_addition(text),
        "one_of_many": is_one_of_many(text),
        "exception": speaks_of("exception", text),
        "happens_again": speaks_of("again", text),
        "explains": any(speaks_of("reason", one.text.lower()) for one in new.headings),
        "default_before": defaults[1] and not defaults[0],
        "conditional": speaks_of("condition", text),
        "overrides": defaults[1] and speaks_of("own setting", text),
        "example": any(one.statement.is_example for side in (new, old) for one in side.passages),
    }


MOST_RUNS = 30
_AROUND = 2
"""How many pieces before and after a run say where it stands."""
_ENOUGH = 2.0
_PLAIN = 0.5


@dataclass(frozen=True, slots=True)
class Run:
    """What only one text says, and what stands before and after it."""

    passage: Passage
    pieces: tuple[Piece, ...]
    before: dict[str, float]
    after: dict[str, float]
    is_first: bool
    """Whether nothing that says something stands before it in the text."""
    is_last: bool
    """Whether nothing that says something stands after it in its clause."""

    @property
    def is_named(self) -> bool:
        """Say whether it is, or holds, a number or what may be a name."""
        return any(p.kind in ("name", "number") or p.text[0].isupper() for p in self.pieces)

    @property
    def is_doing(self) -> bool:
        """Say whether it holds a verb: then it tells something else, not the same of something else."""
        return any(piece.kind == "action" for piece in self.pieces)

    @property
    def keys(self) -> frozenset[str]:
        """Return the concepts that it speaks of."""
        return frozenset(piece.key for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Swap:
    """Two runs that stand in one place."""

    new: Run
    old: Run
    strength: float
    is_between: bool
    """Whether the same stands before both of them, and the same, or nothing, after them."""

    @property
    def is_plain(self) -> bool:
        """Say whether a reader sees that one stands for the other: by its place, or as a name for a name."""
        told = self.is_between or (self.new.is_named and self.old.is_named)
        return told and self.strength >= _PLAIN

    @property
    def is_at_the_start(self) -> bool:
        """Say whether both texts begin with it."""
        return self.new.is_first and self.old.is_first


def swaps(pair: Pair) -> tuple[Swap, ...]:
    """Return every two runs with neighbours in common, the surest first.

    Between two languages all words differ, and only names can stand for each other.
    """
    found = _met(_runs(pair.new.body, pair.old, pair), _runs(pair.old.body, pair.new, pair))
    if is_bilingual(pair):
        found = [each for each in found if each.new.is_named and each.old.is_named]
    return tuple(sorted(found, key=lambda each: -each.strength))


def substitution_features(pair: Pair, found: tuple[Swap, ...]) -> dict[str, float]:
    """Return how surely something stands in the place of something else, and whether that is the subject."""
    return {
        "swap": _surest(found),
        "starts_swapped": _surest(each for each in found if each.is_at_the_start),
        "subject_swapped": _surest(each for each in found if _is_subject(each, pair)),
    }


def _surest(found: Iterable[Swap]) -> float:
    return max((each.strength for each in found), default=0.0)


def _is_subject(swap: Swap, pair: Pair) -> bool:
    """Say whether both titles name what was swapped, or both texts begin with it."""
    sides = (swap.new, pair.new), (swap.old, pair.old)
    named = all(run.keys & {piece.key for piece in side.title} for run, side in sides)
    return named or swap.is_at_the_start


def _met(new: tuple[Run, ...], old: tuple[Run, ...]) -> list[Swap]:
    found = (_swap(here, there) for here in new for there in old)
    return [each for each in found if each.strength]


def _swap(here: Run, there: Run) -> Swap:
    before, after = _shared(here.before, there.before), _shared(here.after, there.after)
    crossed = _shared(here.before, there.after) + _shared(here.after, there.before)
    strength = min(1.0, (before + after + crossed / 2) / _ENOUGH)
    is_end = here.is_last and there.is_last and not (here.is_doing or there.is_doing)
    return Swap(here, there, strength, is_between=bool(before and (after or is_end)))


def _shared(one: dict[str, float], other: dict[str, float]) -> float:
    return sum(min(weight, other[key]) for key, weight in one.items() if key in other)


_Line = list[tuple[Passage, Piece, bool]]


def _runs(passages: tuple[Passage, ...], other: ParsedText, pair: Pair) -> tuple[Run, ...]:
    line = [
        (one, piece, _is_own(piece, one, other, pair)) for one in passages for piece in one.pieces
    ]
    return tuple(islice(_cut(line), MOST_RUNS))


def _cut(line: _Line) -> Iterator[Run]:
    at = 0
    while at < len(line):
        last = at
        while last < len(line) and line[last][2] and line[last][0] is line[at][0]:
            last += 1
        if last > at:
            held = tuple(piece for _, piece, _ in line[at:last])
            before, after = _known(line[:at][::-1]), _known(line[last:])
            is_last = last == len(line) or line[last][0] is not line[at][0]
            yield Run(line[at][0], held, before, after, is_first=at == 0, is_last=is_last)
        at = max(last, at + 1)


def _is_own(piece: Piece, passage: Passage, other: ParsedText, pair: Pair) -> bool:
    """Say whether the other text has nothing of the kind; a value in another unit is the same value."""
    offset = passage.statement.clause.start
    for claim in passage.values:
        if overlaps(piece, [(claim.start - offset, claim.end - offset)]):
            return (claim.sort, claim.value) not in other.affirmed
    return piece.key in pair.strange and piece.kind != "common"


def _known(line: _Line) -> dict[str, float]:
    """Return the nearest pieces that both texts have."""
    found: dict[str, float] = {}
    for _, piece, is_own in line:
        if not is_own:
            found[piece.key] = piece.weight
            if len(found) == _AROUND:
                break
    return found
