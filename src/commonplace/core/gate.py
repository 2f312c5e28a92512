"""Say how likely each memory that was found answers the prompt, and what a hook does about it.

No single score tells a relevant hit from the best of nothing, so a few signals are weighed together
(`weights.GATE`). A word proves as much as it is rare, in the book and in what people type to agents
(`commonness`), and two characters of a script without spaces make about one word. Plain functions:
the hook asks this of every prompt.
"""

from __future__ import annotations

from math import exp, log, sqrt

from commonplace.core import weights
from commonplace.core.commonness import COMMONNESS, MATTER, MATTER_SCALE
from commonplace.core.letters import is_south_east_asian, is_unspaced
from commonplace.core.ranking import best_of_notes, note_of, rarity
from commonplace.core.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Asked = tuple[str, float, "Mapping[int, float]"]
"""A word of the prompt, its rarity, and what it gives to each passage that holds it."""

Gate = tuple[float, ...]
"""A bias and the weight of each signal."""

SURE, LIKELY, UNSURE = "sure", "likely", "unsure"
"""What a hook does with a memory: say its passage, point at it, or keep silent."""

UNSPACED_EXCESS = 1.2
"""One and two character grams count a Chinese word more than twice."""

SMALLEST = 5
"""A smaller book than any that was measured counts as one of so many passages."""

MOST_POINTERS = 3
LEAST_POINTED = 0.1
"""A memory that alone gives less than this part of what pointers need is not worth one."""

RIVALS = 5
"""So many other notes are compared with a candidate."""

LONGEST_ASKED = 240
"""Characters; a longer prompt than any that was measured counts as one of so many."""
MOST_SHARED = 0.79
"""What a note gets of that probability at most: nothing is said because its book is meant, it is pointed at."""
BESIDE = 0.5
"""What a memory beside the three is worth at most, of what the least of them gets."""
LEAST, MOST = 0.002, 0.9995
"""Probabilities beyond these are no more or less than these."""

LEAST_ODDS = log(LEAST / (1 - LEAST))

Judge = tuple[Gate, Gate, Gate, bytes]
"""What says how likely one of three memories answers, which three those are, and how likely each of them does;
and the direction among the model's vectors that prompts about a matter of one's own lie in (`own_matter`)."""


def tiers(confidences: Sequence[float], speak: str) -> list[str]:
    """Return what a hook does with each memory of a book that answers with this probability.

    What is said must be sure by itself. Pointers are there to choose from: of the others the best are
    pointed at together, where it is likely that one of them answers.
    """
    # Decisions 0018 and 0021: nothing is said but what is sure by itself; the others are judged together.
    sure_from, likely_from = weights.SPEAK[speak]
    others = sorted((each for each in confidences if each < sure_from), reverse=True)
    best = others[:MOST_POINTERS]
    is_likely = any_of(best) >= likely_from
    least = max(best[-1], likely_from * LEAST_POINTED) if best else 1.0
    return [
        SURE if each >= sure_from else LIKELY if is_likely and each >= least else UNSURE
        for each in confidences
    ]


def any_of(confidences: Sequence[float]) -> float:
    """Return the probability that at least one of the memories answers."""
    none = 1.0
    for each in confidences:
        none *= 1 - each
    return 1 - none


def probability(found: tuple[float, ...], gate: Gate) -> float:
    """Return the probability that these signals, weighed by `gate`, mean a relevant hit."""
    bias, *slopes = gate
    odds = bias + sum(slope * signal for slope, signal in zip(slopes, found, strict=True))
    return 1 / (1 + exp(-max(-50.0, min(50.0, odds))))


def own_matter(prompt: str, vector: Sequence[float] = (), direction: bytes = b"") -> float:
    """Return how much a prompt speaks of a matter of somebody's own, not of what anybody may ask or say.

    "Explain mutexes" and "go on" want no memory, whatever a book holds. A model's vector tells it from them by one
    direction, words by what each of them weighs; neither knows what any book is about.
    """
    # Decision 0022: of all that was tried beside the nearness, this alone tells a paraphrase from what anybody asks.
    # For a model of another size no direction was fitted: its prompts are judged by their words.
    if direction and len(vector) == len(direction):
        steps = memoryview(direction).cast("b")
        return sum(own * step for own, step in zip(vector, steps, strict=True)) / MATTER_SCALE
    return sum(MATTER.get(word, 0) for word in set(tokens(prompt))) / MATTER_SCALE


class WordEvidence:
    """What the words of a prompt say for each passage of a book, given how well words rank them."""

    __slots__ = (
        "_asked",
        "_average",
        "_news",
        "_odds",
        "_passages",
        "_rivals",
        "_scores",
        "_sizes",
        "_top",
        "_units",
        "_words",
    )

    def __init__(
        self,
        asked: Sequence[Asked],
        ranked: Sequence[tuple[float, int]],
        sizes: bytes,
        average: float,
    ) -> None:
        self._asked = asked
        self._words = [word for word, _, _ in asked]
        self._units, self._sizes = _units(self._words), _sizes(self._words)
        self._news = [
            size * (1 - COMMONNESS.get(word, 0.0))
            for word, size in zip(self._words, self._sizes, strict=True)
        ]
        self._scores = {key: score for score, key in ranked}
        self._passages = sum(sizes)
        self._average = average
        self._top = rarity(0, self._passages)
        self._odds: dict[int, float] | None = None
        self._rivals = [
            (key, score, _share(self._news, self._near(key), 1.0))
            for score, key in best_of_notes(ranked)[: RIVALS + 1]
        ]

    def confidence(self, key: int) -> float:
        """Return the probability that the note of this passage answers, by words alone."""
        return probability(self.signals(key), weights.GATE) if self._asked else 0.0

    def confidences(self, keys: Sequence[int]) -> list[float]:
        """Return the same for each of these passages."""
        return [self.confidence(key) for key in keys]

    def odds(self) -> dict[int, float]:
        """Return the notes that words rank first, each with the logarithm of its odds to answer, by words alone."""
        if self._odds is None:
            self._odds = {
                note_of(key): _odds_of(self.confidence(key)) for key, _, _ in self._rivals
            }
        return self._odds

    def scope(self) -> tuple[float, float, float]:
        """Return how large the book is, how much the prompt says, and how much of that is uncommon."""
        return (
            log(max(self._passages, SMALLEST)),
            log(1 + sum(self._sizes)),
            log(1 + sum(self._news)),
        )

    def signals(self, key: int) -> tuple[float, ...]:
        """Return what speaks for a passage.

        Its score against the rarest word there could be; how much of the prompt stands in it or beside
        it, how much the book knows at all, and how much is proved by characters that stand in pairs;
        how much of the prompt is written without spaces, where characters meet by chance more often;
        how large the book is; then the same by how uncommon the words are in prompts: how much of it
        meets, what share, the two strongest words and the sum, where being rare in the book counts too;
        how far the score leads over the best other note, and how much of the prompt that one has; how
        much the prompt says, and how long passages are: long ones meet more by chance.
        """
        rares = [rare for _, rare, _ in self._asked]
        here, there = self._near(key), [bool(worth) for _, _, worth in self._asked]
        whole = [unit * rare for unit, rare in zip(self._units, rares, strict=True)]
        unspaced = sum(unit < 1 for unit in self._units) / max(len(self._words), 1)
        score = self._scores.get(key, 0.0)
        strong = sorted(self._strengths(here), reverse=True)
        rival_score, rival_share = self._rival(key)
        size, said, _ = self.scope()
        return (
            log(1 + score / (self._top * (1 + UNSPACED_EXCESS * unspaced))),
            _share(rares, here, self._top),
            _share(rares, there),
            _share(whole, _proved(self._words, here), self._top),
            unspaced,
            size,
            log(1 + sum(new for new, is_here in zip(self._news, here, strict=True) if is_here)),
            _share(self._news, here, 1.0),
            strong[0] if strong else 0.0,
            strong[1] if len(strong) > 1 else 0.0,
            log(1 + sum(strong)),
            max(-1.5, min(1.5, log((score + 1) / (rival_score + 1)))),
            rival_share,
            said,
            log(1 + self._average),
        )

    def _strengths(self, here: list[bool]) -> list[float]:
        """Return how much each word proves that stands here: rare in the book and in prompts."""
        return [
            new * min(rare / self._top, 1.0)
            for (_, rare, _), new, is_here in zip(self._asked, self._news, here, strict=True)
            if is_here
        ]

    def _rival(self, key: int) -> tuple[float, float]:
        """Return the best score of another note, and the largest share of the prompt that one has."""
        others = [entry for entry in self._rivals if note_of(entry[0]) != note_of(key)][:RIVALS]
        scores, shares = [entry[1] for entry in others], [entry[2] for entry in others]
        return max(scores, default=0.0), max(shares, default=0.0)

    def _near(self, key: int) -> list[bool]:
        """Say of each word whether it stands in the passage or in one beside it."""
        near = [other for other in (key - 1, key, key + 1) if note_of(other) == note_of(key)]
        return [any(other in worth for other in near) for _, _, worth in self._asked]


class Verdict:
    """How likely each note answers a prompt, given what words say for each and how near a model finds it.

    A prompt is judged as a whole first, its *aim*: does one of the three notes that rank best answer it? They share
    that probability as they rank. What is said must be sure by itself, which is judged once more for each of the three.
    """

    __slots__ = ("_evidence", "_judge", "_said", "_shares", "chance", "named", "near")

    def __init__(
        self,
        evidence: WordEvidence,
        judge: Judge,
        prompt: str,
        cosines: Mapping[int, float] | None = None,
        vector: Sequence[float] = (),
    ) -> None:
        """Judge a prompt with the vector that a model gave it; without `cosines` by its words alone."""
        self._evidence = evidence
        self._judge = judge
        self._said = (
            log(1 + min(len(prompt), LONGEST_ASKED)),
            own_matter(prompt, vector, judge[3]),
        )
        self.near = _nearest(cosines or {})
        """The highest cosine of each note that a model compared."""
        aim, rank, *_ = judge
        odds = evidence.odds()
        worth = {
            note: rank[0] * self.near.get(note, 0.0) + rank[1] * trust(odds.get(note, LEAST_ODDS))
            for note in self.near or odds
        }
        self.named = sorted(worth, key=lambda note: -worth[note])[:MOST_POINTERS]
        """The three notes that rank best."""
        self._shares = _parts([worth[note] for note in self.named])
        self.chance = probability(self.aim(), aim) if self.named else 0.0
        """The probability that one of them answers."""

    def aim(self) -> tuple[float, ...]:
        """Return what says that any of the book is meant by the prompt.

        The highest cosine of any note; what words think of the three they find best; how large the book is,
        where more notes are near by chance; how much the prompt says, how much of that is uncommon, and
        how long it is: a matter that is laid out at length is rarely small talk; whether it speaks of one's own.
        """
        best = sorted(self._evidence.odds().values(), reverse=True)[:MOST_POINTERS]
        best += [LEAST_ODDS] * (MOST_POINTERS - len(best))
        return (max(self.near.values(), default=0.0), *best, *self._evidence.scope(), *self._said)

    def lone(self, place: int) -> tuple[float, ...]:
        """Return what says that one of the three answers by itself.

        How likely any of them does, what share of that it has, what words think of it, and how near it is.
        """
        note = self.named[place]
        return (
            _odds_of(self.chance),
            log(max(self._shares[place], LEAST)),
            self._evidence.odds().get(note, LEAST_ODDS),
            self.near.get(note, 0.0),
        )

    def confidences(self, keys: Sequence[int]) -> list[float]:
        """Return how likely the note of each of these passages answers.

        No other note is as likely as any of the three; one that a model did not compare is judged by its words.
        """
        three = self._three()
        beside = BESIDE * min(three.values(), default=0.0)
        found = []
        for key in keys:
            likely = three.get(note_of(key))
            if likely is None:
                likely = self._evidence.confidence(key)
                if not self.near or note_of(key) in self.near:
                    likely = min(likely, beside)
            found.append(likely)
        return found

    def is_sure(self) -> bool:
        """Say whether one of the notes is so likely that nothing else need be asked."""
        return max(self._three().values(), default=0.0) >= weights.SURE

    def _three(self) -> dict[int, float]:
        """Return how likely each of the three answers: its share, or more where it is surer than that by itself."""
        found = {}
        for at, (note, part) in enumerate(zip(self.named, self._shares, strict=True)):
            lone = probability(self.lone(at), self._judge[2])
            share = min(1 - (1 - self.chance) ** part, MOST_SHARED)
            found[note] = lone if lone > MOST_SHARED else share
        return found


def _nearest(cosines: Mapping[int, float]) -> dict[int, float]:
    """Return the highest cosine of each note."""
    found: dict[int, float] = {}
    for key, cosine in cosines.items():
        note = note_of(key)
        found[note] = max(cosine, found.get(note, -1.0))
    return found


def trust(odds: float) -> float:
    """Return what words add to the nearness of a note: where they hardly met it, that is nothing, and never less."""
    return sqrt(1 / (1 + exp(-odds)))


def _parts(worths: list[float]) -> list[float]:
    """Return which part of what several notes have together falls to each."""
    masses = [exp(worth - max(worths)) for worth in worths]
    return [mass / sum(masses) for mass in masses]


def _odds_of(chance: float) -> float:
    bounded = min(max(chance, LEAST), MOST)
    return log(bounded / (1 - bounded))


def _share(masses: list[float], marks: list[bool], doubt: float = 0.0) -> float:
    """Return what part of the masses is marked; `doubt` keeps little from ever being all."""
    whole = sum(masses) + doubt
    return sum(mass for mass, mark in zip(masses, marks, strict=True) if mark) / (whole or 1.0)


def _proved(words: list[str], marks: list[bool]) -> list[bool]:
    """Say what is really there: a character when a pair with it is, a word when it is itself.

    Any two Chinese texts share characters, and most pairs of a prompt are no words at all but the
    end of one and the beginning of the next: neither says how much of the prompt was met.
    """
    marked = zip(words, marks, _units(words), strict=True)
    pairs = [(_halves(word), mark) for word, mark, unit in marked if not unit]
    joined = {part for parts, _ in pairs for part in parts}
    met = {part for parts, mark in pairs if mark for part in parts}
    return [
        word in met if word in joined else mark for word, mark in zip(words, marks, strict=True)
    ]


def _units(words: list[str]) -> list[float]:
    """Return how much of a word each of these is that no shorter gram of the prompt stands for."""
    syllables = _syllables(words)
    return [0.5 if word in syllables else _unit(word) for word in words]


def _sizes(words: list[str]) -> list[float]:
    """Return how many words each of these counts for: a pair for half of one, what is in it nothing."""
    syllables = _syllables(words)
    return [0.0 if word in syllables else _size(word) for word in words]


def _syllables(words: list[str]) -> set[str]:
    """Return what stands in pairs that are written with a space, as Vietnamese syllables do."""
    return {part for word in words if " " in word for part in word.split(" ")}


def _halves(word: str) -> Sequence[str]:
    return word.split(" ") if " " in word else (word[:-1], word[1:])


def _unit(word: str) -> float:
    if not is_unspaced(word[0]):
        return 0.0 if " " in word else 1.0
    return 0.5 if len(word) == (2 if is_south_east_asian(word[0]) else 1) else 0.0


def _size(word: str) -> float:
    if not is_unspaced(word[0]):
        return 0.5 if " " in word else 1.0
    return 0.5 if len(word) > 1 else 0.0
