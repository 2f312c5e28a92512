"""Prompts asked of many books, with what the gate sees of each memory that was found.

Every pool is one author's or one language's: the sets in recall_sets, the note set, LoCoMo's turns as notes of their own,
and XQuAD in six languages. Of each pool books of 5 to 1,000 notes are drawn, larger ones filled with notes of the
same style. As many prompts are *foreign* as are answerable: about notes that are not there, unrelated, chatter, and users'
turns of benchmarks/conversations. *Apart* are near misses and LoCoMo's adversarial questions, which no fit sees.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count

import commonness
import datasets
from handover import BOOKS, HERE, NEAR, PARTS, SILENT, Note, NoteSet, is_chinese, memory_of, sets_in

from commonplace.core import weights
from commonplace.core.gate import LEAST_ODDS, Asked, Verdict, WordEvidence
from commonplace.core.memory import Memory
from commonplace.core.passages import meant_of, passages_of
from commonplace.core.ranking import (
    best_of_notes,
    bm25,
    code_of,
    code_weights,
    length_class,
    note_of,
    passage_key,
    rarity,
    supported,
)
from commonplace.core.tokens import asked_tokens, note_tokens, parted

SIZES = {1: 60, 5: 24, 20: 9, 60: 4, 300: 2, 1000: 1}
"""How many books of each size are drawn."""
JUDGED = {1: 24, 5: 12, 20: 4, 60: 1}
"""The same for judging a prompt as a whole, beside the whole book."""
LARGE_JUDGED = (300, 1000)
"""Books that are filled with the notes of others."""
MOST_JUDGED = 60
CONSIDERED = 12
"""So many notes of each prompt may be among the three."""
CANDIDATES = 6
"""So many memories of each prompt are judged."""
LANGUAGES = ("en", "zh", "de", "ru", "hi", "vi")
ACROSS = "asked in English"
"""English questions about Chinese notes: words alone cannot be asked about them."""
MOST_ASKED = 150
LATER = ("hardware", "clinic-zh", "freight", "gym-zh", "energy", "travel-zh")
"""Sets that came after the gate of words was fitted; what prompts are judged by has seen them, too."""
ANSWERABLE = "answerable"
FOREIGN, NOISE, APART = "foreign", "noise", ("near_miss", "near", "adversarial")
"""Kinds of prompts that nothing answers: about other books, about nothing in any book, about what stands beside it."""

Cosines = Callable[[str, Sequence[tuple[int, str]]], dict[int, float]]
"""Returns how near a prompt is to passages, given as key and text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One memory that was found for a prompt."""

    pool: str
    size: int
    prompt: int
    """Which of all prompts it was found for."""
    kind: str
    is_answerable: bool
    place: int
    """0 for the best of what was found."""
    is_right: bool
    signals: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A prompt as a whole, and the notes that it may mean."""

    pool: str
    size: int
    kind: str
    text: str
    aim: tuple[float, ...]
    notes: tuple[tuple[float, float, bool], ...]
    """How near each is, what words think of it, and whether it answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Notes of one author or language, what is asked about them, and what is not there."""

    name: str
    notes: list[Memory]
    asked: list[tuple[str, frozenset[str]]]
    foreign: list[str]
    noise: list[str] = field(default_factory=list)
    """Unrelated prompts and chatter: what must not be answered at all."""
    turns: list[str] = field(default_factory=list)
    """What users typed to agents about projects of their own."""
    apart: list[tuple[str, str]] = field(default_factory=list)
    filler: list[Memory] = field(default_factory=list)
    beside: list[Memory] = field(default_factory=list)
    """What other teams keep."""


_words_of = cache(note_tokens)
"""The same notes stand in many books."""


class Book:
    """An index in memory: the product's own tokens, codes and ranking."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self.memories = memories
        self.texts = [
            (passage_key(note, place), text)
            for note, memory in enumerate(memories)
            for place, text in enumerate(passages_of(memory))
        ]
        self.meant = [
            (passage_key(note, place), text)
            for note, memory in enumerate(memories)
            for place, text in enumerate(meant_of(memory))
        ]
        self.sizes = bytes(len(passages_of(memory)) for memory in memories)
        self._rows: dict[str, tuple[list[int], bytearray]] = {}
        words, self._is_cut = 0, False
        for note, memory in enumerate(memories):
            passages, is_cut = _words_of(passages_of(memory))
            self._is_cut |= is_cut
            for place, found in enumerate(passages):
                words += len(found)
                self._add(passage_key(note, place), found)
        self.average = words / max(len(self.texts), 1)
        self._by_code = code_weights(self.average)

    def _add(self, key: int, found: Sequence[str]) -> None:
        size = length_class(len(found))
        for word, times in Counter(found).items():
            keys, codes = self._rows.setdefault(word, ([], bytearray()))
            keys.append(key)
            codes.append(code_of(times, size))

    def look_up(self, text: str) -> list[Asked]:
        asked: list[Asked] = []
        for forms in asked_tokens(text, cutting=self._is_cut):
            known = [form for form in forms if form in self._rows] or [parted(forms[0])]
            rows = [self._rows[form] for form in reversed(known) if form in self._rows]
            found = [(keys, bytes(codes)) for keys, codes in rows]
            rare = rarity(len({key for keys, _ in found for key in keys}), len(self.texts))
            asked.append((forms[0], rare, bm25(rare, found, self._by_code)))
        return asked

    def found(self, text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
        """Yield the best memories by words, and what the gate sees of each."""
        evidence, ranked = self._weighed(text)
        for _, key in best_of_notes(ranked)[:CANDIDATES]:
            yield self.memories[note_of(key)].id, evidence.signals(key)

    def judged(
        self, text: str, cosines: Cosines | None
    ) -> tuple[tuple[float, ...], list[tuple[str, float, float]]]:
        """Return what says that the book is meant, and the notes that may be: how near each is, and what words think of it."""
        evidence, _ = self._weighed(text)
        near = cosines(text, self.meant) if cosines else {}
        verdict = Verdict(evidence, weights.JUDGE_WORDS, text, near)
        odds = evidence.odds()
        notes = sorted(verdict.near, key=lambda note: -verdict.near[note])[:CONSIDERED]
        named = dict.fromkeys([*odds, *notes])
        found = [
            (self.memories[n].id, verdict.near.get(n, 0.0), odds.get(n, LEAST_ODDS)) for n in named
        ]
        return verdict.aim(), found

    def _weighed(self, text: str) -> tuple[WordEvidence, list[tuple[float, int]]]:
        asked = self.look_up(text)
        ranked = supported([worth for _, _, worth in asked if worth], self.sizes)
        return WordEvidence(asked, ranked, self.sizes, self.average), ranked


def samples(pools: Sequence[Pool]) -> list[Sample]:
    """Return what the gate of words sees in books of every size."""
    numbers = count()
    return [
        Sample(pool=pool.name, size=size, **seen)
        for pool in pools
        for dice in (random.Random(7),)  # its own: another pool changes nothing here
        for size, books in SIZES.items()
        for _ in range(books if size <= len(pool.notes) else 1)
        for seen in _asked(pool, size, dice, numbers)
    ]


def judged(pools: Sequence[Pool], cosines: Cosines | None = None) -> Iterator[Judged]:
    """Yield what says of each prompt that one of three memories answers, in books of several sizes.

    As many prompts have no answer as have one: unrelated ones and chatter, and what was typed about other projects.
    """
    for pool in pools:
        dice = random.Random(7)
        most = min(len(pool.notes), max(LARGE_JUDGED))
        rest = len(pool.filler) + len(pool.beside)
        filled = {size: 1 for size in LARGE_JUDGED if most < size <= most + rest}
        for size, books in {**JUDGED, most: 1, **filled}.items():
            for _ in range(books):
                chosen = dice.sample(pool.notes, min(size, most))
                chosen += _filling(dice, pool, size - len(chosen))
                yield from _judged(pool, size, chosen, dice, cosines)


def _filling(dice: random.Random, pool: Pool, count: int) -> list[Memory]:
    """Return notes of others: those in the language of the book, then any."""
    is_han = is_chinese(pool.notes[0].body)
    filler = [*pool.beside, *pool.filler] if count > 0 else []
    dice.shuffle(filler)
    return sorted(filler, key=lambda each: is_chinese(each.body) is not is_han)[:count]


def _judged(
    pool: Pool, size: int, chosen: list[Memory], dice: random.Random, cosines: Cosines | None
) -> Iterator[Judged]:
    book, inside = Book(chosen), {memory.id for memory in chosen}
    here = [(t, r & inside, ANSWERABLE) for t, r in pool.asked if r & inside]
    is_part = len(chosen) < len(pool.notes)
    prompts = _some(dice, here, MOST_JUDGED if is_part and not cosines else len(here))
    half = len(prompts) // 2 + 1
    prompts += [(t, frozenset(), NOISE) for t in _some(dice, pool.noise, half)]
    other = pool.turns or pool.foreign
    prompts += [(t, frozenset(), FOREIGN) for t in _some(dice, other, half)]
    if size == len(pool.notes):
        prompts += [(t, frozenset(), kind) for kind, t in pool.apart if kind == NEAR]
    for text, right, kind in prompts:
        aim, notes = book.judged(text, cosines)
        yield Judged(
            pool=pool.name,
            size=size,
            kind=kind,
            text=text,
            aim=aim,
            notes=tuple((near, odds, name in right) for name, near, odds in notes),
        )


def _some(dice: random.Random, these: Sequence, most: int) -> list:
    return dice.sample(these, min(most, len(these)))


def _asked(pool: Pool, size: int, dice: random.Random, numbers: Iterator[int]) -> Iterator[dict]:
    lacking = size - len(pool.notes)
    if lacking > len(pool.filler):
        return
    more = dice.sample(pool.filler, lacking) if lacking > 0 else []
    chosen = [*pool.notes, *more] if lacking > 0 else dice.sample(pool.notes, size)
    book, inside = Book(chosen), {memory.id for memory in chosen}
    here = [(text, right & inside) for text, right in pool.asked if right & inside]
    here = dice.sample(here, min(len(here), MOST_ASKED))
    prompts = [(text, right, ANSWERABLE) for text, right in here]
    foreign = dice.sample(pool.foreign, min(len(pool.foreign), max(len(here), 2)))
    prompts += [(text, frozenset[str](), FOREIGN) for text in foreign]
    noise = dice.sample(pool.noise, min(len(pool.noise), max(len(here), 4)))
    prompts += [(text, frozenset[str](), NOISE) for text in noise]
    prompts += [(text, frozenset[str](), kind) for kind, text in pool.apart if size >= 60]
    for text, right, kind in prompts:
        prompt = next(numbers)
        for place, (name, signals) in enumerate(book.found(text)):
            yield {
                "prompt": prompt,
                "kind": kind,
                "is_answerable": bool(right),
                "place": place,
                "is_right": name in right,
                "signals": signals,
            }


def all_pools(without: Sequence[str] = ()) -> list[Pool]:
    return [*set_pools(without), note_pool(), *turn_pools(), *paragraph_pools()]


def turns(*, chinese: bool) -> list[str]:
    return [
        text for text in commonness.prompts() if is_chinese(text) is chinese and len(text) < 200
    ]


def style_notes() -> list[Memory]:
    """Return the notes of the books that no prompts were written for."""
    raw = [
        json.loads(line)
        for book in BOOKS
        for line in (HERE / "books" / f"{book}.jsonl").read_text("utf-8").splitlines()
    ]
    return [memory_of(Note(name=n["id"], text=n["body"], topic=n["topic"]), n["id"]) for n in raw]


def set_pools(without: Sequence[str] = ()) -> list[Pool]:
    found = [
        own
        for part in PARTS
        for own in sets_in(HERE / "recall_sets" / part)
        if own.name not in without
    ]
    pools = []
    for own in found:
        notes = [memory_of(note, f"{own.name}/{note.name}") for note in own.notes]
        is_han = is_chinese(" ".join(note.text for note in own.notes))
        others = [p.text for each in found if each.name != own.name for p in each.prompts]
        across = [p for p in own.prompts if p.kind == "across"]
        pools.append(
            Pool(
                name=own.name,
                notes=notes,
                asked=[
                    (p.text, frozenset(f"{own.name}/{name}" for name in p.answers))
                    for p in own.prompts
                    if p.answers and p.kind != "across"
                ],
                foreign=[text for text in others if is_chinese(text) is is_han]
                + turns(chinese=is_han)[:150],
                noise=[p.text for p in own.prompts if p.kind in ("unrelated", "chatter")],
                turns=turns(chinese=is_han)[:150] + noise_of(found, own, is_han),
                apart=[(p.kind, p.text) for p in own.prompts if p.kind in APART],
                filler=[
                    memory
                    for memory in (*datasets.notes(), *style_notes())
                    if is_chinese(memory.body) is is_han
                ],
                beside=[
                    memory_of(note, f"{each.name}/{note.name}")
                    for each in found
                    if each.name != own.name
                    for note in each.notes
                ],
            )
        )
        if across:
            asked = [(p.text, frozenset(f"{own.name}/{n}" for n in p.answers)) for p in across]
            english = [text for text in others if not is_chinese(text)]
            pools.append(
                Pool(name=f"{own.name}, {ACROSS}", notes=notes, asked=asked, foreign=english)
            )
    return pools


def typed() -> Iterator[tuple[str, str, bool]]:
    """Yield author, text and whether a matter of somebody's own is meant, of the prompts that tell these apart.

    Any of the sets is about one; small talk and what an encyclopaedia or a manual knows is about none.
    """
    for part in PARTS:
        for own in sets_in(HERE / "recall_sets" / part):
            for prompt in own.prompts:
                yield own.name, prompt.text, prompt.kind not in SILENT
    for text in (*datasets.chatter(), *datasets.anybody()):
        yield "", text, False
    for each in datasets.prompts():
        if each.half == "dev" and each.style in ("chatter", "off-topic"):
            yield "", each.text, False


def noise_of(sets: Sequence[NoteSet], own: NoteSet, is_han: bool) -> list[str]:
    """Return the prompts of the same language that are about nothing in any of the books."""
    return [
        prompt.text
        for each in sets
        if each.name != own.name and is_chinese(each.notes[0].text) is is_han
        for prompt in each.prompts
        if prompt.kind in SILENT
    ]


def note_pool() -> Pool:
    """Return the note set; its held half is never looked at here."""
    asked = [each for each in datasets.prompts() if each.half == "dev"]
    silent = [each.text for each in asked if each.style in ("chatter", "off-topic")]
    return Pool(
        name="note set",
        notes=list(datasets.notes()),
        asked=[(p.text, p.relevant) for p in asked if p.relevant and p.language != "mixed"],
        foreign=[
            *silent,
            *datasets.chatter(),
            *turns(chinese=False)[150:],
            *turns(chinese=True)[150:],
        ],
        apart=[("near", each.text) for each in asked if each.style == "near"],
        filler=style_notes(),
    )


def turn_pools() -> Iterator[Pool]:
    """Yield LoCoMo's conversations, each turn a note; the questions of the next one are foreign."""
    conversations = datasets.locomo()
    for number, own in enumerate(conversations):
        foreign = conversations[(number + 1) % len(conversations)]
        others = conversations[(number + 2) % len(conversations)]
        yield Pool(
            name="LoCoMo",
            notes=list(datasets.turns_as_notes(own)),
            asked=[(each.text, each.relevant) for each in own.questions()],
            foreign=[each.text for each in foreign.questions()] + list(datasets.chatter()),
            apart=[("adversarial", text) for text in own.unanswerable()[:40]],
            filler=list(datasets.turns_as_notes(others)),
        )


def paragraph_pools() -> Iterator[Pool]:
    """Yield each language's XQuAD in two halves, then one language asked about another's: what the other half answers is foreign."""
    for language in LANGUAGES:
        yield from _halves(f"XQuAD {language}", datasets.xquad(language), datasets.xquad(language))
    yield from _halves(f"XQuAD zh, {ACROSS}", datasets.xquad("en"), datasets.xquad("zh"))


def _halves(
    name: str, questions: datasets.Paragraphs | None, book: datasets.Paragraphs | None
) -> Iterator[Pool]:
    for half in (0, 1) if questions and book else ():
        yield Pool(
            name=name,
            notes=[memory for article in book.articles[half::2] for memory, _ in article],
            asked=[
                (text, frozenset([memory.id]))
                for article in questions.articles[half::2]
                for memory, texts in article
                for text in texts
            ],
            foreign=[
                text
                for article in questions.articles[1 - half :: 2]
                for _, texts in article
                for text in texts[::3]
            ]
            + list(datasets.chatter()),
        )
