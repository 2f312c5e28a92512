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
from handover import BOOKS, HERE, Note, is_chinese, memory_of, sets_in

from commonplace.core.gate import Asked, Meaning, WordEvidence
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
from commonplace.core.tokens import asked_tokens, note_tokens

SIZES = {1: 60, 5: 24, 20: 9, 60: 4, 300: 2, 1000: 1}
"""How many books of each size are drawn."""
AIMED = {5: 12, 20: 4}
"""The same where a model is asked, beside the whole book: every passage must be embedded."""
CANDIDATES = 6
"""So many memories of each prompt are judged."""
LANGUAGES = ("en", "zh", "de", "ru", "hi", "vi")
ACROSS = "asked in English"
"""English questions about Chinese notes: words alone cannot be asked about them."""
MOST_ASKED = 150
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
            rows = [self._rows[form] for form in forms if form in self._rows]
            found = [(keys, bytes(codes)) for keys, codes in rows]
            rare = rarity(sum(len(codes) for _, codes in found), len(self.texts))
            asked.append((forms[0], rare, bm25(rare, found, self._by_code)))
        return asked

    def found(self, text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
        """Yield the best memories by words, and what the gate sees of each."""
        evidence, ranked = self._weighed(text)
        for _, key in best_of_notes(ranked)[:CANDIDATES]:
            yield self.memories[note_of(key)].id, evidence.signals(key)

    def aimed(self, text: str, cosines: Cosines) -> tuple[set[str], tuple[float, ...]] | None:
        """Return the memories that share what a prompt as a whole points at, and what says so; None without words."""
        evidence, _ = self._weighed(text)
        if not evidence.scope()[1]:
            return None
        meaning = Meaning(cosines(text, self.meant))
        named = meaning.shares(evidence.best()[1], 0.5)
        return {self.memories[note].id for note in named}, meaning.aim(evidence, len(text))

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


def aims(pools: Sequence[Pool], cosines: Cosines) -> Iterator[Sample]:
    """Yield what says of each prompt that one of three memories answers, in books of several sizes.

    As many prompts have no answer as have one: unrelated ones and chatter, and turns of other people's sessions.
    """
    numbers = count()
    for pool in pools:
        dice = random.Random(7)
        for size, books in {**AIMED, len(pool.notes): 1}.items():
            for _ in range(books):
                chosen = dice.sample(pool.notes, size)
                book, inside = Book(chosen), {memory.id for memory in chosen}
                prompts = [(t, r & inside, ANSWERABLE) for t, r in pool.asked if r & inside]
                half = len(prompts) // 2 + 1
                prompts += [(t, frozenset(), NOISE) for t in _some(dice, pool.noise, half)]
                prompts += [(t, frozenset(), FOREIGN) for t in _some(dice, pool.turns, half)]
                for text, right, kind in prompts:
                    if seen := book.aimed(text, cosines):
                        yield Sample(
                            pool=pool.name,
                            size=size,
                            prompt=next(numbers),
                            kind=kind,
                            is_answerable=bool(right),
                            place=0,
                            is_right=bool(right & seen[0]),
                            signals=seen[1],
                        )


def _some(dice: random.Random, texts: Sequence[str], most: int) -> list[str]:
    return dice.sample(texts, min(most, len(texts)))


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


def all_pools() -> list[Pool]:
    return [*set_pools(), note_pool(), *turn_pools(), *paragraph_pools()]


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


def set_pools() -> list[Pool]:
    found = [own for part in ("dev", "seen") for own in sets_in(HERE / "recall_sets" / part)]
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
                turns=turns(chinese=is_han)[:150],
                apart=[(p.kind, p.text) for p in own.prompts if p.kind in APART],
                filler=[
                    memory
                    for memory in (*datasets.notes(), *style_notes())
                    if is_chinese(memory.body) is is_han
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
