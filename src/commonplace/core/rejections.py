"""What was refused stays refused: a rejection, and how a text is recognised as one.

A claim is compared in a normal form that case, width, punctuation, word order and the kind of
Chinese do not change, and by what the judge takes for the same statement: a passive is no disguise. What says just the
claim, in its words and order, is skipped; what is nearly equal, says the same in other words, or stands among others, goes to a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import lru_cache
from itertools import product, zip_longest
from operator import itemgetter

from commonplace.core import lazy_re as re
from commonplace.core.hashing import digest
from commonplace.core.letters import SIGNS, is_unspaced
from commonplace.core.tokens import fold, terms
from commonplace.core.values import dataclass

NEAR_FROM = 0.75
"""The share of words in common, of all words of both, from which a person is asked."""
REWORDED_FROM, REWORDED_IN_A_PART_FROM, PART_REWORDED_FROM = 0.42, 0.5, 0.65
"""How much two texts must have in common before one is taken for the other in other words: whole, inside a longer
text, and where only a sentence of the claim comes back. benchmarks/refused.py measures what is found by it."""
FEWEST_IN_A_PART = 2.0
"""What a part of a text must at least share: in short parts much is alike."""
LETTERS_OF_A_STEM = 4
HALF_OF_THE_LETTERS = 0.5
EVERYWHERE = "*"
_BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[,，](?=\d{3}(?!\d))")
_SIGNS_AS_BLANKS = str.maketrans(dict.fromkeys(SIGNS, " "))
_CLAUSE_END = re.compile(
    r"[,;:，；：、()（）—–]|\s-\s"
    r"|\b(?:and|but|because|since|so|while|whereas|although|which|that|then|if|when)\b"
    r"|因为|所以|但是?|而且|并且|如果",
    re.IGNORECASE,
)
_PART_END = re.compile(r"\n+|(?<=[.!?;])\s+|(?<=[。！？；])")

Normal = tuple[tuple[str, int], ...]
"""The words of a claim with their counts, sorted; characters in scripts without spaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """A claim that somebody refused or deleted."""

    claim: str
    scope: str = EVERYWHERE
    """The topic in which it is refused; `*` for the whole book."""
    reason: str = ""
    who: str = ""
    at: date
    expires: date | None = None
    """The last day on which it is refused."""
    lifted: date | None = None
    """The day on which a person let it in again."""

    @property
    def id(self) -> str:
        """Return a short name that depends on the claim alone, however it is written."""
        return "R-" + digest(repr(normal(self.claim)).encode())[:8]

    @property
    def line(self) -> str:
        """Return the claim as one line, for people."""
        return " ".join(self.claim.split())

    def holds(self, topic: str, today: date) -> bool:
        """Say whether the claim is still refused today, under this topic."""
        if self.lifted is not None or (self.expires is not None and today > self.expires):
            return False
        return self.scope == EVERYWHERE or f"{topic}/".startswith(f"{self.scope}/")


@dataclass(frozen=True, slots=True)
class Exact:
    """The text is a refused claim."""

    rejection: Rejection


@dataclass(frozen=True, slots=True)
class Near:
    """The text is almost a refused claim, a part of one, or holds one among others."""

    rejection: Rejection


@lru_cache(maxsize=4_096)
def normal(claim: str) -> Normal:
    """Return the normal form of a claim. Small words stay: `use it` is not `do not use it`."""
    pieces = fold(claim).split()
    counts = Counter(unit for p in pieces for unit in ((p,) if p.isascii() else _units(p)))
    return tuple(sorted(counts.items()))


def _units(piece: str) -> Iterable[str]:
    """Cut where the script changes; unspaced scripts into characters, since words are unknown."""
    word = ""
    for char in piece:
        if is_unspaced(char):
            if word:
                yield word
            yield char
            word = ""
        else:
            word += char
    if word:
        yield word


def recognise(
    text: str, rejections: Iterable[Rejection], topic: str, today: date
) -> Exact | Near | None:
    """Return the rejection that `text` meets, an exact one before a near one, or None."""
    near: Near | None = None
    for rejection in rejections:
        if not rejection.holds(topic, today):
            continue
        is_same = _is_same(rejection.claim, text)
        if is_same and _says_just_that(text, rejection.claim):
            return Exact(rejection)
        if near is None and (is_same or _comes_near(rejection.claim, text)):
            near = Near(rejection)
    return near


def said_refused(
    texts: Iterable[str], rejections: Iterable[Rejection], topic: str, today: date
) -> Rejection | None:
    """Return the rejection whose claim one of `texts` says whole, among others or alone, in whatever voice.

    For what stands in a book: what only comes near may have been let in by somebody who knew.
    """
    said = [text for text in texts if text.strip()]
    for rejection in rejections:
        if rejection.holds(topic, today):
            may_say = _quick_question(rejection.claim)
            if any(may_say(text) and is_said(rejection.claim, text) for text in said):
                return rejection
    return None


def _is_same(claim: str, text: str) -> bool:
    if normal(claim) == normal(text) or spelled(claim) == spelled(text):
        return True
    return _shares_a_word(claim, text) and _restates(claim, text) and _restates(text, claim)


def _says_just_that(text: str, claim: str) -> bool:
    """Say whether a text may be dropped as refused: the same words in another order, or with another sign, may say something else."""
    from commonplace.core.judge.restatement import echoes, restates  # noqa: PLC0415 - loads the judge's words

    return restates(("", text), ("", claim)) or echoes(text, claim)


def _comes_near(claim: str, text: str) -> bool:
    if _is_part(claim, text) or _is_near(claim, text):
        return True
    return _shares_a_word(claim, text) and (_restates(text, claim) or _is_reworded(claim, text))


def is_said(claim: str, text: str) -> bool:
    """Say whether `text` says all of `claim`, in its words or as the judge takes two sentences for one."""
    return _sorted(claim) in _parts(text) or _restates(text, claim)


@lru_cache(maxsize=4_096)
def _restates(text: str, claim: str) -> bool:
    """Say whether every sentence of `claim` stands in `text`, as a sentence or as a clause of one."""
    from commonplace.core.judge.parse import meaning, turned  # noqa: PLC0415 - loads the judge's words

    said = {each for part in _statements(text) for each in turned(meaning(part))}
    wanted = [meaning(each) for each in _sentences(claim)]
    return bool(wanted) and all(len(each) > 1 and each in said for each in wanted)


@lru_cache(maxsize=1_024)
def _quick_question(claim: str) -> Callable[[str], bool]:
    """Return whether a text can say `claim` at all: a book has thousands, and few come near."""
    folded = claim.casefold()
    longest = sorted(re.findall(r"[a-z]{4,}", folded), key=len)[-2:]
    stems = [word[:LETTERS_OF_A_STEM] for word in longest]
    letters = {char for char in folded if is_unspaced(char)}

    def may_say(text: str) -> bool:
        other = text.casefold()
        return all(stem in other for stem in stems) and (
            not letters or len(letters & set(other)) >= HALF_OF_THE_LETTERS * len(letters)
        )

    return may_say


def _is_reworded(claim: str, text: str) -> bool:
    """Say whether a statement of `text` says in other words what a sentence of `claim` says.

    Both use most of the other's words, neither has a value where the other has another one, and the judge
    finds no contradiction and nothing that sets them apart. With the opposite of what was refused, or with what
    holds in another environment, nobody is bothered.
    """
    parts = [each for each in _statements(text) if each != text]
    cut = [each for each in _sentences(claim) if each != claim]
    pairs = [(claim, text, REWORDED_FROM, 0.0)]
    pairs += [(claim, part, REWORDED_IN_A_PART_FROM, FEWEST_IN_A_PART) for part in parts]
    pairs += [(a, b, PART_REWORDED_FROM, FEWEST_IN_A_PART) for a, b in product(cut, (text, *parts))]
    return any(_says_the_same(*pair) for pair in pairs)


@lru_cache(maxsize=4_096)
def _statements(text: str) -> tuple[str, ...]:
    """Return the sentences of a text and the clauses of each: a refused claim comes back between two others."""
    cut = (part.strip() for part in _CLAUSE_END.split(text))
    return tuple(dict.fromkeys((*_sentences(text), *filter(None, cut))))


@lru_cache(maxsize=4_096)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))


def _shares_a_word(one: str, other: str) -> bool:
    """Say whether two texts can say the same: most have nothing in common."""
    return not _terms(one).isdisjoint(_terms(other))


@lru_cache(maxsize=4_096)
def _says_the_same(claim: str, text: str, alike_from: float, fewest: float) -> bool:
    from commonplace.core.governance import Contradicts  # noqa: PLC0415
    from commonplace.core.judge.rules import RulesJudge  # noqa: PLC0415 - loads the judge's words
    from commonplace.core.memory import Candidate, Memory  # noqa: PLC0415

    one, other = _concepts(claim), _concepts(text)
    shared = sum(min(weight, other[key]) for key, weight in one.items() if key in other)
    whole = sum(one.values()) + sum(other.values())
    if not shared or 2 * shared / whole < alike_from or shared < fewest:
        return False
    known = Memory(id="", title=claim, body=claim)
    found = RulesJudge().compare(Candidate(title=text, body=text), known)
    is_other = isinstance(found, Contradicts) or found.evidence.apart
    return not (is_other or _has_other_values(claim, text) or _hold_apart(claim, text))


@lru_cache(maxsize=4_096)
def _concepts(text: str) -> dict[str, float]:
    """Return what a text speaks of, whatever words it uses, each concept with its weight."""
    from commonplace.core.claims.clauses import pieces  # noqa: PLC0415 - loads the judge's words

    return {piece.key: piece.weight for piece in pieces(text)}


def _hold_apart(*texts: str) -> bool:
    """Say whether two texts hold in circumstances of which one excludes the other: staging is not production."""
    from commonplace.core.claims.qualifiers import apart  # noqa: PLC0415 - loads the judge's words
    from commonplace.core.judge.parse import parse_text  # noqa: PLC0415

    here, there = (
        frozenset(q for one in parse_text("", each).passages for q in one.statement.qualifiers)
        for each in texts
    )
    return bool(apart(here, there))


def _has_other_values(one: str, other: str) -> bool:
    """Say whether each of two texts has a number or a path that the other has not."""
    from commonplace.core.superset import values  # noqa: PLC0415 - dear, and for few pairs

    ours, theirs = ({(v.aspect, v.value) for v in values(each)} for each in (one, other))
    return bool(ours - theirs and theirs - ours)


@lru_cache(maxsize=4_096)
def spelled(claim: str) -> tuple[str, ...]:
    """Return the words of a claim in their order, apart where a sign joins them: `port-8080` is `port 8080`.

    Here the order counts: `web/app` is not `app/web`.
    """
    pieces = fold(_BETWEEN_THOUSANDS.sub("", claim)).translate(_SIGNS_AS_BLANKS).split()
    return tuple(unit for piece in pieces for unit in _units(piece))


def _is_part(claim: str, text: str) -> bool:
    """Say whether one of them is a sentence of the other, in whatever order its words stand."""
    return _sorted(claim) in _parts(text) or _sorted(text) in _parts(claim)


@lru_cache(maxsize=4_096)
def _parts(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(map(_sorted, _sentences(text))) - {()}


@lru_cache(maxsize=4_096)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(filter(str.strip, _PART_END.split(text)))


def _sorted(text: str) -> tuple[str, ...]:
    return tuple(sorted(spelled(text)))


def _is_near(claim: str, text: str) -> bool:
    """Say whether two texts say nearly the same, or one of them nearly what a sentence of the other does."""
    pairs = [(claim, text)]
    pairs += [(sentence, text) for sentence in _sentences(claim) if sentence != claim]
    pairs += [(claim, sentence) for sentence in _sentences(text) if sentence != text]
    return any(_is_almost(one, other) for one, other in pairs)


def _is_almost(claim: str, text: str) -> bool:
    """Say whether two texts say nearly the same: with another number or path they do not."""
    if not _may_be_alike(claim, text) or likeness(normal(claim), normal(text)) < NEAR_FROM:
        return False
    return not _has_other_values(claim, text)


def _may_be_alike(one: str, other: str) -> bool:
    """Say whether two texts can have so many words in common: most cannot, and counting takes long."""
    (count, words), (more, others) = sorted((_shape(one), _shape(other)), key=itemgetter(0))
    together = count - len(words) + len(words & others)
    return together >= NEAR_FROM / (1 + NEAR_FROM) * (count + more)


@lru_cache(maxsize=16_384)
def _shape(text: str) -> tuple[int, frozenset[str]]:
    words = normal(text)
    return sum(count for _, count in words), frozenset(word for word, _ in words)


def likeness(one: Normal, other: Normal) -> float:
    """Return the share of words that two normal forms have in common: 1 for the same words."""
    here, there = Counter(dict(one)), Counter(dict(other))
    together = (here | there).total()
    return (here & there).total() / together if together else 0.0


PAGE = ".commonplace/rejections.md"
"""Where the page stands below the root of a book of any layout."""
HEADING = "# Rejections\n\nWhat was refused or deleted here, and must not come back by itself.\n"
_ENTRY = re.compile(r"^## (?P<id>R-[0-9a-f]{8})[ \t]*\r?$", re.MULTILINE)
_FIELD = re.compile(r"^- (?P<name>scope|reason|by|at|expires|lifted):[ \t]*(?P<value>.*?)[ \t]*$")


def parse_rejections(page: str) -> tuple[Rejection, ...]:
    """Return the rejections on a page; an entry without a claim or a date is left alone."""
    return tuple(found for entry in _entries(page) if (found := _read(entry)) is not None)


def append_rejection(page: str, rejection: Rejection) -> str:
    """Return the page with one more entry; what stood there stays byte for byte."""
    end = "\r\n" if "\r\n" in page else "\n"
    kept = page or HEADING
    gap = "" if kept.endswith("\n") else end
    return kept + gap + (end + _written(rejection)).replace("\n", end).replace("\r\r", "\r")


def lift_rejection(page: str, rejection_id: str, today: date) -> str:
    """Return the page with a line that says when a person let the claim in again."""
    end = "\r\n" if "\r\n" in page else "\n"
    for entry in reversed(list(_ENTRY.finditer(page))):
        if entry["id"] == rejection_id:
            stop = _ENTRY.search(page, entry.end())
            own = page[: stop.start() if stop else len(page)].rstrip()
            return f"{own}{end}- lifted: {today}" + (page[len(own) :] or end)
    return page


def _entries(page: str) -> Iterator[str]:
    found = list(_ENTRY.finditer(page))
    for entry, following in zip_longest(found, found[1:]):
        yield page[entry.end() : following.start() if following else len(page)]


def _read(entry: str) -> Rejection | None:
    lines = entry.splitlines()
    claim = "\n".join(line[1:].removeprefix(" ") for line in lines if line.startswith(">"))
    fields = {match["name"]: match["value"] for match in map(_FIELD.match, lines) if match}
    at = _day(fields.get("at", ""))
    if not claim.strip() or at is None:
        return None
    return Rejection(
        claim=claim,
        scope=fields.get("scope") or EVERYWHERE,
        reason=fields.get("reason", ""),
        who=fields.get("by", ""),
        at=at,
        expires=_day(fields.get("expires", "")),
        lifted=_day(fields.get("lifted", "")),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _written(rejection: Rejection) -> str:
    quoted = "\n".join(f"> {line}".rstrip() for line in rejection.claim.splitlines())
    fields = {
        "scope": rejection.scope,
        "reason": _one_line(rejection.reason),
        "by": _one_line(rejection.who),
        "at": str(rejection.at),
        "expires": str(rejection.expires or ""),
        "lifted": str(rejection.lifted or ""),
    }
    listed = "\n".join(f"- {name}: {value}" for name, value in fields.items() if value)
    return f"## {rejection.id}\n\n{quoted}\n\n{listed}\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())
