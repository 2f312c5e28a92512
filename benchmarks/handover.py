"""What the prompt hook hands over: the right memory as a line or a pointer, and silence otherwise.

    python benchmarks/handover.py FOLDER... [--semantic | --both] [--distractors N] [--process N] [--json OUT]

Each FOLDER holds sets: `NAME.notes.jsonl` (id, text, topic) and `NAME.prompts.jsonl` (kind, text, answers). Of each a
real book is made, its notes written as `remember TEXT` writes them; each prompt is put to the hook in a session
of its own, without contents. `--distractors` puts so many notes of the same style into the book, of the same language while
they last: from all sets that are at hand, the note set and the books beside this script. `--process` asks the real process for so many prompts of each
set, and fails when it says anything else. Intervals are Wilson's, at 95 %.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from math import sqrt
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import datasets

from commonplace.app.books import Book, found_book
from commonplace.app.recall import index_of
from commonplace.config import Settings
from commonplace.core.approvals import approvals_of_all
from commonplace.core.changes import Create
from commonplace.core.injection import count_tokens
from commonplace.core.memory import Memory
from commonplace.core.tokens import fold
from commonplace.flows.capture import Given, capture
from commonplace.hook import clock, prompt_answer

HERE = Path(__file__).resolve().parent
BOOKS = ("device", "logistics", "shop", "tool")
PARTS = ("dev", "seen", "opened")
SILENT = ("unrelated", "chatter")
NEAR = "near_miss"
TODAY = date(2026, 3, 14)
CACHE = os.environ.get("XDG_CACHE_HOME", "")
"""Where the models stand unpacked."""
WORDS, MEANING = "words", "words and meaning"
HOOK = [sys.executable, "-I", "-m", "commonplace", "hook", "prompt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A text that somebody typed, and its name in the set."""

    name: str
    text: str
    topic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What is typed to an agent, and the notes that would help."""

    kind: str
    text: str
    answers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSet:
    """Notes of one project or person, and prompts about them."""

    name: str
    notes: tuple[Note, ...]
    prompts: tuple[Prompt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What became of one prompt."""

    kind: str
    is_handed: bool
    is_line: bool
    """Whether a right memory is said, by a passage of it."""
    is_whole: bool
    """Whether that passage is all of the note, so that the answer is surely in it: the sets mark no answers."""
    lines: int
    pointers: int
    tokens: int


def sets_in(folder: Path) -> list[NoteSet]:
    return [
        read_set(folder, path.name.removesuffix(".notes.jsonl"))
        for path in sorted(folder.glob("*.notes.jsonl"))
    ]


def read_set(folder: Path, name: str) -> NoteSet:
    notes = (json.loads(line) for line in _lines(folder / f"{name}.notes.jsonl"))
    prompts = (json.loads(line) for line in _lines(folder / f"{name}.prompts.jsonl"))
    return NoteSet(
        name=name,
        notes=tuple(Note(name=n["id"], text=n["text"], topic=n.get("topic", "")) for n in notes),
        prompts=tuple(
            Prompt(kind=p["kind"], text=p["text"], answers=frozenset(p["answers"])) for p in prompts
        ),
    )


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line.strip()]


def memory_of(note: Note, name: str) -> Memory:
    """Return a note as `remember TEXT` makes a memory of it."""
    made = capture(note.text, Given(topic=note.topic))
    return Memory(
        id=name,
        title=made.title,
        body=made.body,
        kind="INSIGHT",
        topic=made.topic,
        keywords=made.keywords,
        summary=made.summary,
        source=made.source,
        created=TODAY,
    )


def distractors(own: NoteSet, others: Iterable[NoteSet], count: int) -> list[Note]:
    """Return notes of the same style and language that answer none of the set's prompts."""
    is_han = is_chinese(" ".join(note.text for note in own.notes))
    found = [note for each in others if each.name != own.name for note in each.notes]
    for book in BOOKS:
        for line in _lines(HERE / "books" / f"{book}.jsonl"):
            raw = json.loads(line)
            found.append(Note(name=raw["id"], text=raw["body"], topic=raw["topic"]))
    for memory in datasets.notes():
        text = f"{memory.summary} {memory.body}"
        found.append(Note(name=memory.id, text=text, topic=memory.topic))
    alike = [note for note in found if is_chinese(note.text) is is_han]
    rest = [note for note in found if is_chinese(note.text) is not is_han]
    dice = random.Random(15)
    dice.shuffle(alike)
    dice.shuffle(rest)
    return (alike + rest)[:count]


def is_chinese(text: str) -> bool:
    return sum("\u4e00" <= char <= "\u9fff" for char in text) > len(text) / 10


@contextmanager
def book_of(notes: Iterable[tuple[str, Note]], embedder: str) -> Iterator[Book]:
    """Make a real book of the notes, in a home of its own, indexed and, where wanted, embedded."""
    with TemporaryDirectory(prefix="commonplace-handover-") as folder:
        for kind in ("STATE", "DATA", "CONFIG"):
            os.environ[f"XDG_{kind}_HOME"] = os.path.join(folder, kind.lower())
        os.environ.pop("XDG_CACHE_HOME", None)
        if embedder == "none":
            os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        elif CACHE:
            os.environ["XDG_CACHE_HOME"] = CACHE
        os.environ |= {"COMMONPLACE_CONTENTS_TOKENS": "0", "COMMONPLACE_HOOK_BUDGET_S": "60"}
        book = found_book(Path(folder) / "project", Settings(), datetime.now(UTC))
        made = [Create(memory_of(note, name)) for name, note in notes]
        for edit in book.layout.render(made, {}, TODAY):
            path = book.root / edit.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(edit.after or b"")
        book.ledger.append(approvals_of_all(book.unlisted(), "bench", datetime.now(UTC)))
        index = index_of(book, embedder)
        index.rebuild()
        if embedder != "none":
            index.catch_up(len(made))
        yield book


def told(prompt: Prompt, book: Book, texts: dict[str, str], session: str) -> tuple[Told, str]:
    """Ask the hook, and say what became of the prompt."""
    clock.start(60.0)
    given = prompt_answer.answer(prompt.text, str(book.project), session)
    wanted = {f"MEM-{name}" for name in prompt.answers}
    lines = [line for line in given.lines if line[1] in wanted]
    handed = {line[1] for line in (*given.lines, *given.pointers)}
    fact = Told(
        kind=prompt.kind,
        is_handed=bool(handed & wanted),
        is_line=bool(lines),
        is_whole=any(fold(texts[line[1]]) in fold(line[2]) for line in lines),
        lines=len(given.lines),
        pointers=len(given.pointers),
        tokens=count_tokens(given.block) if given.block else 0,
    )
    return fact, given.block


def asked_for_real(book: Book, prompts: Iterable[Prompt], expected: dict[str, bool]) -> None:
    """Put prompts to the real process, and fail when it speaks where the function was silent, or not."""
    for number, prompt in enumerate(prompts):
        given = json.dumps({"prompt": prompt.text, "session_id": f"real-{number}"}).encode()
        ran = subprocess.run(HOOK, cwd=book.project, input=given, capture_output=True, check=True)
        if bool(ran.stdout) is not expected[prompt.text]:
            sys.exit(f"The process answers otherwise: {prompt.text!r} {ran.stdout.decode()!r}")


def measured(
    own: NoteSet, others: list[NoteSet], mode: str, arguments: argparse.Namespace
) -> list[Told]:
    embedder = "auto" if mode == MEANING else "none"
    notes = [(f"MEM-{note.name}", note) for note in own.notes]
    more = distractors(own, others, arguments.distractors)
    notes += [(f"MEM-other-{number}", note) for number, note in enumerate(more)]
    with book_of(notes, embedder) as book:
        texts = {name: note.text for name, note in notes}
        found, spoke = [], {}
        for number, prompt in enumerate(own.prompts):
            fact, block = told(prompt, book, texts, f"session-{number}")
            found.append(fact)
            spoke[prompt.text] = bool(block)
            if arguments.show and prompt.kind in arguments.show.split(","):
                print(f"{prompt.kind}: {prompt.text} {sorted(prompt.answers)}\n{block}\n")
        dice = random.Random(1)
        asked_for_real(
            book, dice.sample(own.prompts, min(arguments.process, len(own.prompts))), spoke
        )
    return found


def interval(hits: int, count: int) -> tuple[float, float]:
    """Return Wilson's interval at 95 %, in per cent."""
    if not count:
        return 0.0, 100.0
    z, share = 1.96, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, 100 * (middle - half)), min(100.0, 100 * (middle + half))


def shown(hits: int, count: int) -> str:
    low, high = interval(hits, count)
    return f"{100 * hits / max(count, 1):.0f} % ({low:.0f}–{high:.0f})"


def rows(found: list[Told]) -> Iterator[tuple[str, dict[str, object]]]:
    for kind in dict.fromkeys(each.kind for each in found):
        own = [each for each in found if each.kind == kind]
        yield kind, figures(own)
    yield "unrelated + chatter", figures([each for each in found if each.kind in SILENT])


def figures(own: list[Told]) -> dict[str, object]:
    return {
        "prompts": len(own),
        "handed over": shown(sum(each.is_handed for each in own), len(own)),
        "as a line": shown(sum(each.is_line for each in own), len(own)),
        "as a whole note": shown(sum(each.is_whole for each in own), len(own)),
        "any text": shown(sum(each.tokens > 0 for each in own), len(own)),
        "any line": shown(sum(each.lines > 0 for each in own), len(own)),
        "pointers": sum(each.pointers for each in own),
    }


def table(found: list[Told]) -> str:
    names = tuple(figures([]))
    lines = ["| kind | " + " | ".join(names) + " |", "|---|" + "--:|" * len(names)]
    lines += [
        f"| {kind} | " + " | ".join(str(row[n]) for n in names) + " |" for kind, row in rows(found)
    ]
    spoken = [each.tokens for each in found if each.tokens]
    lines.append(
        f"\nTokens for a prompt that gets any: median {median(spoken) if spoken else 0:.0f}."
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--semantic", action="store_true", help="ask the models that are installed")
    parser.add_argument(
        "--both", action="store_true", help="measure by words, then with the models"
    )
    parser.add_argument("--distractors", type=int, default=0, metavar="N")
    parser.add_argument("--process", type=int, default=0, metavar="N")
    parser.add_argument(
        "--show", default="", metavar="KINDS", help="print what these kinds were told"
    )
    parser.add_argument("--json", type=Path, metavar="OUT")
    arguments = parser.parse_args()
    sets = [own for folder in arguments.folders for own in sets_in(folder)]
    kept = [own for part in PARTS for own in sets_in(HERE / "recall_sets" / part)]
    others = list({own.name: own for own in (*kept, *sets)}.values())
    modes = (WORDS, MEANING) if arguments.both else (MEANING if arguments.semantic else WORDS,)
    found = {
        mode: {own.name: _told_of(own, others, mode, arguments) for own in sets} for mode in modes
    }
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _told_of(
    own: NoteSet, others: list[NoteSet], mode: str, arguments: argparse.Namespace
) -> dict[str, object]:
    """Measure a set, print its table, and return the same as values."""
    found = measured(own, others, mode, arguments)
    print(f"### {own.name}: {len(own.notes)} notes, {arguments.distractors} distractors, {mode}\n")
    print(table(found) + "\n", flush=True)
    return dict(rows(found)) | {
        "median tokens": median([each.tokens for each in found if each.tokens] or [0])
    }


if __name__ == "__main__":
    main()
