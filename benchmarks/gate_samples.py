"""Prompts that deserve an answer and prompts that do not, with what the gate sees of each.

Positives are asked of the book that knows the answer. Negatives: *foreign* questions asked of another
conversation or of articles that were left out, *names* (foreign, with this conversation's speakers
put in), *chatter* of coding sessions, and the note set's unanswerable prompts (*near*, *chatter*,
*off-topic*). Books of 5, 20 and 60 notes keep the gate honest for small books; *other* prompts there
are answered by notes that were left out. Through a lens, the gate sees cosines too, and XQuAD is also
asked in the other language.
"""

import os
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from tempfile import TemporaryDirectory

import datasets
from contestants import built
from datasets import Conversation, Paragraphs

from commonplace.core.gate import is_askable, signals
from commonplace.core.memory import Memory
from commonplace.core.ranking import best_of_notes, note_of
from commonplace.engines.local import reading
from commonplace.engines.local.embedding import Lens, sensed
from commonplace.engines.local.spaces import Sense

POSITIVE = "answerable"
SERVED = 3
"""A hit counts when it is among the lines that would be injected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One prompt asked of one book."""

    book: str
    kind: str
    fold: int
    """Which part of the data it belongs to; a part is judged by a gate that has not seen it."""
    is_hit: bool
    signals: tuple[float, ...] | None
    """What the gate sees; None where nothing was found or the rule refuses the prompt."""


class Book:
    """An index that is asked for signals."""

    def __init__(self, name: str, memories: tuple[Memory, ...], lens: Lens | None) -> None:
        self._name = name
        self._folder = TemporaryDirectory()
        self._memories = memories
        self._lenses = [lens] if lens else []
        built(self._folder.name, memories, lens)
        self._index = reading.open_index(os.path.join(self._folder.name, "index.sqlite"))

    def sample(
        self,
        text: str,
        kind: str,
        fold: int,
        relevant: Iterable[str] = (),
        *,
        by_turn: bool = False,
    ) -> Sample:
        asked, sizes = reading.look_up(self._index, text)
        ranked = reading.rank(asked, sizes)
        sense = sensed(self._index, self._lenses if asked else (), text, ranked, sizes)
        served = (sense.ranked if by_turn else best_of_notes(sense.ranked))[:SERVED]
        names = {self._named(key, by_turn=by_turn) for _, key in served}
        speaks = served and is_askable(asked)
        return Sample(
            book=self._name,
            kind=kind,
            fold=fold,
            is_hit=bool(names & set(relevant)),
            signals=self._signals(sense, asked, served[0], sizes) if speaks else None,
        )

    def _signals(
        self, sense: Sense, asked: list[reading.Asked], best: tuple[float, int], sizes: bytes
    ) -> tuple[float, ...]:
        if self._lenses:
            return sense.signals(asked, best[1], sizes)
        return signals(asked, best, sizes)

    def _named(self, key: int, *, by_turn: bool) -> str:
        name = self._memories[note_of(key)].id
        return f"{name}#{key & 255}" if by_turn else name


def samples(lens: Lens | None = None) -> list[Sample]:
    found = [*_conversations(datasets.locomo(), lens), *_notes(lens), *_small_books(lens)]
    texts = {language: datasets.xquad(language) for language in datasets.XQUAD}
    for (asked, questions), (stored, paragraphs) in product(texts.items(), repeat=2):
        is_same = asked == stored
        is_across = lens and {asked, stored} == {"en", "zh"}
        if questions and paragraphs and (is_same or is_across):
            name = f"XQuAD {asked}" if is_same else f"XQuAD {asked}->{stored}"
            found += _paragraphs(name, questions, paragraphs, lens)
    return found


def _conversations(conversations: tuple[Conversation, ...], lens: Lens | None) -> Iterator[Sample]:
    for fold, own in enumerate(conversations):
        book = Book("LoCoMo", own.memories, lens)
        foreign = conversations[(fold + 1) % len(conversations)]
        for question in own.questions():
            yield book.sample(question.text, POSITIVE, fold, question.relevant, by_turn=True)
        for text in own.unanswerable():
            yield book.sample(text, "adversarial", fold)
        for question in foreign.questions():
            yield book.sample(question.text, "foreign", fold)
            yield book.sample(_renamed(question.text, foreign, own), "names", fold)
        for text in datasets.chatter():
            yield book.sample(text, "chatter", fold)


def _renamed(text: str, foreign: Conversation, own: Conversation) -> str:
    for name, instead in zip(foreign.speakers, own.speakers, strict=True):
        text = text.replace(name, instead)
    return text


def _notes(lens: Lens | None) -> Iterator[Sample]:
    book = Book("note set", datasets.notes(), lens)
    for each in datasets.prompts():
        kind = POSITIVE if each.relevant else each.style
        yield book.sample(each.text, kind, int(each.half == "held"), each.relevant)
    for text in datasets.chatter():
        yield book.sample(text, "chatter", 0)


def _small_books(lens: Lens | None) -> Iterator[Sample]:
    dice = random.Random(5)
    asked = [each for each in datasets.prompts() if each.half == "dev"]
    for size, books in ((5, 12), (20, 12), (60, 4)):
        for number in range(books):
            chosen = tuple(dice.sample(datasets.notes(), size))
            book = Book(f"{size} notes", chosen, lens)
            inside = {memory.id for memory in chosen}
            for each in asked:
                here = each.relevant & inside
                kind = POSITIVE if here else "other" if each.relevant else each.style
                yield book.sample(each.text, kind, number % 2, here)


def _paragraphs(
    name: str, questions: Paragraphs, paragraphs: Paragraphs, lens: Lens | None
) -> Iterator[Sample]:
    for fold in (0, 1):
        inside = paragraphs.articles[fold::2]
        book = Book(name, tuple(memory for article in inside for memory, _ in article), lens)
        for number, article in enumerate(questions.articles):
            for memory, texts in article:
                for text in texts[::2]:
                    kind = POSITIVE if number % 2 == fold else "foreign"
                    yield book.sample(text, kind, fold, [memory.id])
        for text in datasets.chatter():
            yield book.sample(text, "chatter", fold)
