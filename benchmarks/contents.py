"""What the contents of a book cost, how many of its memories they list, and whether the right one is found in them.

    python benchmarks/contents.py SETS                  measure every set in a folder, and keep the figures beside this script
    python benchmarks/contents.py SETS --sheet OUT      write for each set what a reader needs: its contents, then its prompts
    python benchmarks/contents.py SETS --picks FILE     score what a reader picked: lines of `set number id`, `-` for none

A set is `<name>.notes.jsonl` (`id`, `text`, `topic`) and `<name>.prompts.jsonl` (`kind`, `text`, `answers`). Its notes are
remembered one after the other, as somebody would type them, without topics; a book of the notes of all sets, with their
topics, is looked at as it grows.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp

import commonplace
from commonplace.app.books import Book, book_in, found_book
from commonplace.app.recall import SessionBlock, session_blocks
from commonplace.config import Settings
from commonplace.core.changes import Receipt
from commonplace.core.contents import Room
from commonplace.core.injection import count_tokens

SIZES = (30, 60, 110, 130, 300)
TOKENS = 2_000
RESULTS = Path(__file__).with_suffix(".json")
Z = 1.96
"""Intervals of 95 %, by Wilson."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """Notes as somebody typed them, and prompts with the notes that answer them."""

    name: str
    notes: tuple[dict[str, str], ...]
    prompts: tuple[dict[str, object], ...]


@dataclass(frozen=True, kw_only=True)
class Typed:
    """A book that notes were typed into."""

    book: Book
    memories: dict[str, str]
    """Note id to the memory that keeps it; a note that was refused has none."""

    @cached_property
    def block(self) -> SessionBlock:
        """Return what a session is told of the book as it is now."""
        today = datetime.now().astimezone().date()
        (block,) = session_blocks([self.book], "contents", Room(TOKENS), today)
        return block

    @property
    def listed(self) -> set[str]:
        """Return the memories that have a line."""
        return {
            line[2:].partition(":")[0]
            for line in self.block.text.split("\n")
            if line.startswith("- ")
        }


def read_sets(folder: Path) -> list[Set]:
    """Return every set of `folder`, in the order of their names."""
    return [
        Set(
            name=path.name.removesuffix(".notes.jsonl"),
            notes=tuple(_lines(path)),
            prompts=tuple(_lines(path.with_name(path.name.replace(".notes.", ".prompts.")))),
        )
        for path in sorted(folder.glob("*.notes.jsonl"))
    ]


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def typed(notes: Iterable[dict[str, str]], folder: Path) -> Typed:
    """Type `notes` into a new book and return what a session is told of it."""
    *_, last = growing(notes, folder)
    return last


def growing(
    notes: Iterable[dict[str, str]], folder: Path, *, with_topics: bool = False
) -> Iterator[Typed]:
    """Type `notes` into a new book and yield after each of them what a session is told."""
    now = datetime.now().astimezone()
    found_book(folder, Settings(), now)
    book, own = commonplace.open_book(folder), book_in(folder, Settings())
    assert own is not None
    memories: dict[str, str] = {}
    for note in notes:
        about = {"topic": note.get("topic", "")} if with_topics else {}
        done = book.remember(note["text"], approved_by="bench", **about)
        if isinstance(done, Receipt):
            memories[note["id"]] = done.memories[0]
        yield Typed(book=own, memories=dict(memories))


def interval(hits: int, of: int) -> tuple[float, float]:
    """Return the Wilson interval of a share."""
    share, square = hits / of, Z * Z
    middle = share + square / (2 * of)
    width = Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return (middle - width) / (1 + square / of), (middle + width) / (1 + square / of)


def measured(sets: Sequence[Set], folder: Path) -> list[dict[str, object]]:
    """Return a row for each set alone, and for a book of all of them at each size."""
    rows = [
        _row(each.name, typed(each.notes, folder / each.name), each.notes, each.prompts)
        for each in sets
    ]
    mixed = [
        {**note, "id": f"{each.name}/{note['id']}"}
        for at in range(max(len(each.notes) for each in sets))
        for each in sets
        for note in each.notes[at : at + 1]
    ]
    for size, book in enumerate(growing(mixed[: max(SIZES)], folder / "all", with_topics=True), 1):
        if size in SIZES:
            rows.append(_row(f"all sets, the first {size}", book, mixed[:size], ()))
    return rows


def _row(
    name: str, book: Typed, notes: Sequence[dict[str, str]], prompts: Sequence[dict]
) -> dict[str, object]:
    kept = [each["id"] for each in notes if each["id"] in book.memories]
    found = sum(book.memories[each] in book.listed for each in kept)
    asked = [each for each in prompts if any(one in book.memories for one in each["answers"])]
    there = sum(
        any(book.memories.get(one) in book.listed for one in each["answers"]) for each in asked
    )
    return {
        "book": name,
        "notes": len(notes),
        "kept": len(kept),
        "tokens": count_tokens(book.block.text),
        "listed": found,
        "whole": len(book.block.whole),
        "asked": len(asked),
        "right_one_listed": there,
    }


def report(rows: Sequence[dict]) -> str:
    """Return the figures as a table."""
    lines = [
        "| book | notes | kept | tokens | listed | whole | prompts whose memory is listed |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        there = f"{row['right_one_listed']} of {row['asked']}" if row["asked"] else "–"
        share = f"{row['listed']} ({100 * row['listed'] / max(row['kept'], 1):.0f} %)"
        cells = (row["book"], row["notes"], row["kept"], row["tokens"], share, row["whole"], there)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def write_sheet(sets: Sequence[Set], folder: Path, out: Path) -> None:
    """Write contents and prompts of each set, and nothing that gives an answer away."""
    parts = [
        "For each numbered prompt write one line: the name of the set, the number, and the id of the memory you would fetch, or `-`.\n"
    ]
    for each in sets:
        book = typed(each.notes, folder / each.name)
        prompts = (
            f"{number}. {' '.join(str(prompt['text']).split())}"
            for number, prompt in enumerate(each.prompts, 1)
        )
        parts.append("\n".join((f"=== {each.name}\n", book.block.text, "", *prompts, "")))
    out.write_text("\n".join(parts), "utf-8")


def score(sets: Sequence[Set], folder: Path, picks: Path) -> str:
    """Return for each kind of prompt how often the right memory was picked, with its interval."""
    chosen: dict[tuple[str, int], str] = {}
    for line in picks.read_text("utf-8").splitlines():
        words = line.split()
        if len(words) >= 3 and words[1].rstrip(".:").isdecimal():
            chosen[words[0], int(words[1].rstrip(".:"))] = words[2]
    counted: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for each in sets:
        if not any(name == each.name for name, _ in chosen):
            continue
        book = typed(each.notes, folder / each.name)
        for number, prompt in enumerate(each.prompts, 1):
            right = {book.memories[one] for one in prompt["answers"] if one in book.memories}
            picked = chosen.get((each.name, number), "")  # no answer is no right one
            is_right = picked in right if prompt["answers"] else picked == "-"
            kinds = (prompt["kind"], "answerable" if prompt["answers"] else "not answerable")
            for kind in kinds:
                counted[each.name, str(kind)].append(is_right)
                counted["all", str(kind)].append(is_right)
    lines = ["| set | kind | right | share | 95 % |", "|---|---|--:|--:|--:|"]
    for (name, kind), hits in sorted(counted.items()):
        low, high = interval(sum(hits), len(hits))
        share = f"{100 * sum(hits) / len(hits):.0f} %"
        lines.append(
            f"| {name} | {kind} | {sum(hits)} of {len(hits)} | {share} | {100 * low:.0f} to {100 * high:.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure, write a sheet, or score picks."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sets", type=Path)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--picks", type=Path)
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="commonplace-bench-"))
    for kind in ("STATE", "DATA", "CACHE", "CONFIG"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    for name in ("CLAUDECODE", "AI_AGENT"):  # a person types these notes
        os.environ.pop(name, None)
    try:
        sets = read_sets(asked.sets)
        if not sets:
            parser.error(f"no *.notes.jsonl in {asked.sets}")
        if asked.sheet:
            write_sheet(sets, folder, asked.sheet)
        elif asked.picks:
            print(score(sets, folder, asked.picks))
        else:
            rows = measured(sets, folder)
            RESULTS.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
            print(report(rows))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
