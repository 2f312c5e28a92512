"""The questions recall is measured with, as memories and what answers what.

LoCoMo and XQuAD are read from `../shared/data/retrieval` beside the repository and never copied; the
note set is in benchmarks/noteset. A task whose data is missing is skipped, and said so.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from commonplace.core.memory import Memory

HERE = Path(__file__).resolve().parent
SHARED = HERE.parent.parent / "shared" / "data" / "retrieval"
ADVERSARIAL = 5
XQUAD = {
    "en": "English",
    "zh": "Chinese",
    "de": "German",
    "ru": "Russian",
    "hi": "Hindi",
    "vi": "Vietnamese",
}
"""The languages of XQuAD that are at hand; others are measured by others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the names of what answers it: `memory`, or `memory#place` for a passage."""

    text: str
    relevant: frozenset[str]
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A book and the questions that are asked of it."""

    memories: tuple[Memory, ...]
    questions: tuple[Question, ...]
    by_passage: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One LoCoMo conversation: a memory for each session, a paragraph for each turn."""

    name: str
    speakers: tuple[str, str]
    memories: tuple[Memory, ...]
    places: dict[str, str]
    """From the turn's own name (`D3:7`) to the passage's."""
    asked: tuple[tuple[str, tuple[str, ...], int], ...]

    def questions(self, *, adversarial: bool = False) -> tuple[Question, ...]:
        return tuple(
            Question(text=text, relevant=frozenset(self.places[turn] for turn in turns))
            for text, turns, category in self.asked
            if adversarial or category != ADVERSARIAL
        )

    def unanswerable(self) -> tuple[str, ...]:
        return tuple(text for text, _, category in self.asked if category == ADVERSARIAL)


def locomo() -> tuple[Conversation, ...]:
    path = SHARED / "locomo_dev.json"
    return tuple(map(_conversation, json.loads(path.read_text("utf-8")))) if path.exists() else ()


def _conversation(raw: dict) -> Conversation:
    turns = raw["conversation"]
    memories, places = [], {}
    for name, when, said in _sessions(turns):
        prefix = f"{raw['sample_id']}/{name}"
        lines = [_line(turn) for turn in said]
        memories.append(Memory(id=prefix, title=when, body="\n\n".join(lines)))
        places |= {turn["dia_id"]: f"{prefix}#{at}" for at, turn in enumerate(said)}
    return Conversation(
        name=raw["sample_id"],
        speakers=(turns["speaker_a"], turns["speaker_b"]),
        memories=tuple(memories),
        places=places,
        asked=tuple(_asked(raw["qa"], places)),
    )


def _sessions(turns: dict) -> Iterator[tuple[str, str, list[dict]]]:
    number = 1
    while f"session_{number}_date_time" in turns:
        if said := turns.get(f"session_{number}"):
            yield f"session-{number}", turns[f"session_{number}_date_time"], said
        number += 1


def _line(turn: dict) -> str:
    """Return a turn as one paragraph: who said it, what, and what a shared picture shows."""
    return " ".join(f"{turn['speaker']}: {turn['text']} {turn.get('blip_caption', '')}".split())


def _asked(questions: list[dict], places: dict[str, str]) -> Iterator[tuple]:
    for each in questions:
        named = [name for entry in each["evidence"] for name in entry.replace(";", " ").split()]
        turns = tuple(name for name in named if name in places)
        if turns:
            yield each["question"], turns, each["category"]


def by_turn(conversations: tuple[Conversation, ...]) -> list[Task]:
    return [
        Task(memories=c.memories, questions=c.questions(), by_passage=True) for c in conversations
    ]


def turns_as_notes(conversation: Conversation) -> tuple[Memory, ...]:
    """Return each turn as a memory in a file of its own."""
    return tuple(
        Memory(id=f"{memory.id}#{place}", title="", body=text)
        for memory in conversation.memories
        for place, text in enumerate(memory.body.split("\n\n"))
    )


def by_file(conversations: tuple[Conversation, ...]) -> list[Task]:
    return [Task(memories=turns_as_notes(c), questions=c.questions()) for c in conversations]


def pooled(conversations: tuple[Conversation, ...]) -> list[Task]:
    memories = tuple(memory for each in conversations for memory in each.memories)
    questions = tuple(question for each in conversations for question in each.questions())
    return [Task(memories=memories, questions=questions, by_passage=True)]


def by_session(conversations: tuple[Conversation, ...]) -> list[Task]:
    return [
        Task(
            memories=each.memories,
            questions=tuple(
                Question(
                    text=question.text,
                    relevant=frozenset(name.partition("#")[0] for name in question.relevant),
                )
                for question in each.questions(adversarial=True)
            ),
        )
        for each in conversations
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraphs:
    """XQuAD in one language: its articles' paragraphs and the questions about each."""

    articles: tuple[tuple[tuple[Memory, tuple[str, ...]], ...], ...]


def xquad(language: str) -> Paragraphs | None:
    path = SHARED / f"xquad.{language}.json"
    if not path.exists():
        return None
    return Paragraphs(
        articles=tuple(
            tuple(
                (
                    Memory(id=f"{number}-{place}", title="", body=paragraph["context"]),
                    tuple(each["question"] for each in paragraph["qas"]),
                )
                for place, paragraph in enumerate(article["paragraphs"])
            )
            for number, article in enumerate(json.loads(path.read_text("utf-8"))["data"])
        )
    )


def asked_in(questions: Paragraphs | None, book: Paragraphs | None) -> list[Task]:
    if questions is None or book is None:
        return []
    memories = tuple(memory for article in book.articles for memory, _ in article)
    asked = tuple(
        Question(text=text, relevant=frozenset([memory.id]))
        for article in questions.articles
        for memory, texts in article
        for text in texts
    )
    return [Task(memories=memories, questions=asked)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt of the note set."""

    text: str
    relevant: frozenset[str]
    style: str
    language: str
    half: str


def notes() -> tuple[Memory, ...]:
    return tuple(
        Memory(
            id=note["id"],
            title=note["title"],
            body=note["body"],
            kind=note["kind"],
            topic=note["topic"],
            keywords=tuple(note["keywords"]),
            summary=note["summary"],
            when_to_load=tuple(note["when_to_load"]),
            created=date.fromisoformat(note["created"]),
        )
        for note in _lines("notes.jsonl")
    )


def prompts() -> tuple[Prompt, ...]:
    return tuple(
        Prompt(
            text=each["prompt"],
            relevant=frozenset(each["relevant"]),
            style=each["style"],
            language=each["language"],
            half=each["half"],
        )
        for each in _lines("prompts.jsonl")
    )


def noteset(half: str) -> list[Task]:
    asked = tuple(
        Question(text=each.text, relevant=each.relevant, group=each.style)
        for each in prompts()
        if each.half == half and each.relevant
    )
    return [Task(memories=notes(), questions=asked)]


def chatter() -> tuple[str, ...]:
    return tuple((HERE / "chatter.txt").read_text("utf-8").splitlines())


def anybody() -> tuple[str, ...]:
    """Return what anybody may ask or say, whatever a memory holds; only a fit sees it."""
    return tuple((HERE / "anybody.txt").read_text("utf-8").splitlines())


def _lines(name: str) -> list[dict]:
    text = (HERE / "noteset" / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]
