"""Books with planted claims, for upkeep to work on: in every layout, the same from the same seed."""

import random
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from commonplace.app.books import Book, book_in, found_book
from commonplace.config import Settings
from commonplace.core.changes import Bury, Create
from commonplace.core.memory import Candidate, Memory, MemoryId, Tombstone, Usage
from commonplace.flows.upkeep.outcome import Care, UpkeepOutcome
from commonplace.flows.upkeep.reduction import (
    collect,
    collectable,
    merge,
    merge_candidates,
    purge,
    purge_candidates,
)
from commonplace.flows.upkeep.rewrites import compress, compress_candidates, fixes_for, refine
from commonplace.flows.view import View

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
TODAY = NOW.date()
LAYOUTS = ("vault", "mem-skill", "lingxi", "profile")
WORDS = ("retry", "backoff", "timeout", "socket", "index", "cache", "shard")
KINDS = {
    "vault": ("PATTERN", "CONFIG", "WORKFLOW", "INSIGHT", "TECHNIQUE"),
    "mem-skill": ("knowledge",),
    "lingxi": ("decision", "tech"),
    "profile": ("",),
}
TALK = (
    "It took us a while to understand why this happens at all.",
    "Nobody on the team had seen it before, and the logs were of little help.",
    "In the end the simplest explanation turned out to be the right one.",
    "We talked about it at length and came back to where we had begun.",
    "This may well change again when the system grows.",
)


@dataclass(frozen=True)
class Planted:
    """A book and the values that were planted in each of its memories."""

    book: Book
    claims: dict[MemoryId, frozenset[str]]


def planted_book(folder: Path, layout: str, seed: int, count: int = 0) -> Planted:
    """Make a book of random memories; each has a few values that occur nowhere else."""
    chance = random.Random(f"{layout}-{seed}")
    book = found_book(folder, Settings(layout=layout), NOW)
    texts = [_text(chance, n, seed) for n in range(count or chance.randint(3, 8))]
    view = book.view(NOW)
    drafts = book.layout.drafts(
        [_candidate(chance, n, text, layout, view) for n, (text, _) in enumerate(texts)],
        view.files,
        TODAY,
    )
    memories = [_aged(chance, draft, view) for draft in drafts]
    _put(book, memories, chance)
    claims = {draft.id: values for draft, (_, values) in zip(memories, texts, strict=True)}
    return Planted(book, claims)


def reopened(planted: Planted) -> Book:
    """Return the book as a new process finds it."""
    book = book_in(planted.book.project, Settings())
    assert book is not None
    return book


def everything(mode: str, care: Care) -> UpkeepOutcome:
    """Do all that one kind of upkeep offers."""
    match mode:
        case "purge":
            names = [each.memory for each in purge_candidates(care.found)]
            return purge(names, care, many=True) if names else UpkeepOutcome(proposal=None)
        case "merge":
            return merge(merge_candidates(care.found), care)
        case "compress":
            return compress([each.memory for each in compress_candidates(care.found)], care)
        case "refine":
            return refine(fixes_for(care.view), care)
        case _:
            names = [memory.id for memory in collectable(care.found)]
            return collect(names, care, many=True) if names else UpkeepOutcome(proposal=None)


def _text(chance: random.Random, number: int, seed: int) -> tuple[str, frozenset[str]]:
    mark = f"{seed % 9000 + 1000}{number}"
    path, name, port = f"/srv/app{mark}/main.conf", f"tune_{mark}_x", f"4{mark}"
    lines = [f"Write {path} before the start.", f"Call `{name}` on port {port}."]
    lines += chance.sample(TALK, chance.randint(1, len(TALK)))
    if chance.random() < 0.4:
        lines += [line for _ in range(40) for line in chance.sample(TALK, len(TALK))]
    chance.shuffle(lines)
    code = f"\n\n```sh\nrun --id {mark} --now\n```" if chance.random() < 0.5 else ""
    values = {path, name, port} | ({f"run --id {mark} --now"} if code else set())
    return " ".join(lines) + code, frozenset(values)


def _candidate(chance: random.Random, number: int, text: str, layout: str, view: View) -> Candidate:
    holds = view.layout.holds
    words = tuple(chance.sample(WORDS, chance.randint(1, 5)))
    keywords = (*words, words[0].upper()) if chance.random() < 0.2 else words
    return Candidate(
        title=f"Note {number} on {words[0]}",
        body=text,
        kind=chance.choice(KINDS[layout]),
        topic=chance.choice(("net/http", "Net/tcp/", "data")) if layout == "vault" else "",
        keywords=keywords if "keywords" in holds else (),
        summary=f"Mind {words[0]} in note {number}"
        if "summary" in holds and chance.random() < 0.7
        else "",
    )


def _aged(chance: random.Random, memory: Memory, view: View) -> Memory:
    if view.layout.name != "vault":
        return memory
    created = TODAY - timedelta(days=chance.choice((3, 31, 45, 61, 100, 200, 400, 700)))
    count = chance.choice((0, 0, 1, 5))
    last = created + timedelta(days=chance.randint(0, (TODAY - created).days)) if count else None
    summary = memory.summary if chance.random() < 0.7 else ""
    usage = Usage(count=count, last=last)
    return replace(memory, created=created, modified=created, usage=usage, summary=summary)


def _put(book: Book, memories: list[Memory], chance: random.Random) -> None:
    """Write the memories as they are, and bury some of them some days ago."""
    with book.store.locked():
        for memory in memories:
            files = book.snapshot().files
            book.store.refresh(book.layout.render([Create(memory)], files, TODAY))
        if chance.random() < 0.5:
            stone = Tombstone(at=TODAY - timedelta(days=chance.randint(1, 30)), reason="purge")
            files = book.snapshot().files
            gone = next(m for m in book.layout.parse(files).memories if m.id == memories[0].id)
            book.store.refresh(book.layout.render([Bury(gone, stone)], files, TODAY))
        book.store.refresh(book.layout.derive(book.snapshot().files, TODAY))


def long_ago(days: int) -> date:
    """Return the day so many days before today."""
    return TODAY - timedelta(days=days)
