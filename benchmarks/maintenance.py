"""Does upkeep lose anything? Whole books are merged, mended and compressed from outside, and read again.

`python benchmarks/maintenance.py [FOLDER ...]` makes a vault of the Markdown pages below each FOLDER, one
note for each section, and one of 300 near duplicates from `books/`; runs `distill --merge`, `lint --fix` and
`distill --compress` on each with the limit raised; and looks into the files. Each note from before must have
one living note that still has all its numbers, code, URLs, paths, names and sentences that deny something.
Only the command line is used, and what counts as a token is decided here: the package proves itself by
other means (`core/superset.py`). Beside that it counts merged pairs whose notes stood under two topics.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONG_NOTES, OTHER_NOTES, NEAR_DUPLICATES = 50, 110, 300
STEPS = {
    "merge": ("distill", "--merge", "--select", "all"),
    "lint": ("lint", "--fix", "--select", "all"),
    "compress": ("distill", "--compress", "--select", "all"),
}
TOKENS = {
    "number": re.compile(r"(?<![\w.])\d[\d.,:]*\d|(?<![\w.])\d(?![\w.])"),
    "code": re.compile(r"`([^`\n]+)`"),
    "url": re.compile(r"https?://[^\s)>\]\"'`]+"),
    "path": re.compile(r"(?<![\w:/])(?:[\w.-]+/){1,}[\w.-]+\.\w+"),
    "name": re.compile(r"(?<=[a-z,;] )[A-Z][A-Za-z]+(?:[A-Z][A-Za-z]+)*"),
}
DENIAL = re.compile(
    r"\b(?:not|never|no|cannot|without|neither|nor|none)\b|n't\b|不|没有|禁止", re.IGNORECASE
)
SENTENCE_END = re.compile(r"(?<=[.!?。！？])\s+|\n+")


@dataclass(slots=True, kw_only=True)
class Note:
    """One note as a stranger would write it."""

    name: str
    title: str
    topic: str
    body: str


@dataclass(slots=True, kw_only=True)
class Trial:
    """What became of one book."""

    book: str
    notes: int
    living: int = 0
    merged: int = 0
    across_topics: list[str] = field(default_factory=list)
    """Pairs of two topics that were joined: only one subject in both titles allows it."""
    compressed: int = 0
    lost: list[str] = field(default_factory=list)


def tokens_of(text: str) -> set[str]:
    """Return what must not disappear from a text."""
    plain = text.replace("*", "")
    found = {each for sign in TOKENS.values() for each in sign.findall(plain)}
    denials = {_even(each) for each in SENTENCE_END.split(plain) if DENIAL.search(each)}
    return {_even(each) for each in found} | denials


def _even(text: str) -> str:
    return " ".join(text.strip("-+# \t>|").rstrip(".,;:").split())


def sections_below(folder: Path) -> Iterator[Note]:
    """Yield a note for each section of the Markdown pages below `folder`."""
    for page in sorted(folder.rglob("*.md")):
        parts = re.split(r"(?m)^#{2,3} (.+)$", page.read_text("utf-8", "replace"))
        for number, (title, body) in enumerate(zip(parts[1::2], parts[2::2], strict=True)):
            plain = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL).strip()
            if 80 < len(plain) < 20_000:
                heading = title.replace("`", "").replace('"', "'").strip()[:80]
                name = f"MEM-{page.stem.lower().replace('_', '-')}-{number}"
                yield Note(name=name, title=heading, topic=f"docs/{page.stem}", body=plain)


def sample(notes: list[Note]) -> list[Note]:
    """Return the longest notes, which are compressed, and others from everywhere in the book."""
    by_length = sorted(notes, key=lambda note: -len(note.body))
    rest = by_length[LONG_NOTES:]
    return by_length[:LONG_NOTES] + rest[:: max(1, len(rest) // OTHER_NOTES)][:OTHER_NOTES]


def near_duplicates() -> Iterator[Note]:
    """Yield each of 75 notes four times: as it is, with a detail, with another value, and denied."""
    books = sorted((HERE / "books").glob("*.jsonl"))
    rows = [json.loads(line) for book in books for line in book.read_text("utf-8").splitlines()]
    english = [row for row in rows if row["language"] == "en"]
    step = len(english) // (NEAR_DUPLICATES // 4)
    for number, row in enumerate(english[::step][: NEAR_DUPLICATES // 4]):
        body = row["body"]
        detail = (
            f"See `src/area{number}/rule.py` and https://wiki.example/{number} (since 2.{number})."
        )
        other = re.sub(r"[1-8](?!\d*[:/-])", lambda found: str(int(found[0]) + 1), body)
        denied = f"It is not true any more that {body[0].lower()}{body[1:]}"
        for kind, text in enumerate((body, f"{body} {detail}", other, denied)):
            name = f"MEM-{row['id']}-{kind}"
            yield Note(name=name, title=row["title"], topic=row["topic"], body=text)


def written(note: Note) -> str:
    """Return the file of a note."""
    words = dict.fromkeys(re.findall(r"[A-Za-z][\w.-]{3,}", f"{note.title} {note.body}".lower()))
    keywords = ", ".join(list(words)[:8])
    title = note.title.replace('"', "'")
    return (
        f'---\ntitle: "{title}"\ncreated: 2026-01-10\ntags: [CONFIG]\ntopic: "{note.topic}"\n'
        f'source: "docs"\nmodified: 2026-01-10\nkeywords: [{keywords}]\nsummary: "{title}"\n'
        f"retrieval_count: 0\nlast_retrieved:\n---\n\n# {note.title}\n\n{note.body}\n\n## Connections\n"
    )


def command(book: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program in `book` as its own user, and return what it said."""
    home = book.parent
    places = ("config", "state", "cache", "data")
    own = {f"XDG_{each.upper()}_HOME": str(home / each) for each in places}
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", **own}
    line = [sys.executable, "-m", "commonplace", *words]
    return subprocess.run(
        line, cwd=book, env=environment, capture_output=True, text=True, check=False
    )


def tried(name: str, notes: list[Note], folder: Path) -> Trial:
    """Make a book of `notes`, keep it in order from outside, and return what became of them."""
    book = folder / name / "project"
    book.mkdir(parents=True)
    settings = book.parent / "config" / "commonplace" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('arrivals = "trust"\n', "utf-8")
    command(book, "init")
    memories = book / ".memory" / "10-Memories"
    for note in notes:
        (memories / f"{note.name}.md").write_text(written(note), "utf-8")
    command(book, "check", "--fix", "--yes")
    trial = Trial(book=name, notes=len(notes))
    for step, words in STEPS.items():
        ran = command(book, *words, "--many", "--yes")
        print(
            f"  {name} {step}: exit {ran.returncode} {ran.stderr.strip()[-200:]}", file=sys.stderr
        )
    _look(trial, notes, memories)
    return trial


def _look(trial: Trial, notes: list[Note], memories: Path) -> None:
    """Compare each note from before with the one that stands for it now."""
    texts = {path.stem: path.read_text("utf-8") for path in memories.glob("MEM-*.md")}
    heirs = {
        name: found[1]
        for name, text in texts.items()
        if (found := _HEIR.search(text)) and found[1] in texts  # a page may speak of tombstones
    }
    topics = {note.name: note.topic for note in notes}
    titles = {note.name: note.title for note in notes}
    trial.living = len(texts) - len(heirs)
    trial.merged = len(heirs)
    trial.across_topics = [
        f"{one} -> {other}: {titles[one]} | {titles[other]}"
        for one, other in heirs.items()
        if topics[one] != topics[other]
    ]
    trial.compressed = sum("## History" in text for text in texts.values())
    for note in notes:
        heir = note.name
        while heir in heirs:
            heir = heirs[heir]
        now = _even(texts.get(heir, "").replace("*", ""))
        trial.lost += [
            f"{note.name} -> {heir}: {each}" for each in tokens_of(note.body) if each not in now
        ]


_HEIR = re.compile(r"merged_into:\s*\"?(?:\[\[)?(MEM-[\w.-]+)")


def main(folders: list[str]) -> int:
    """Try every book, print what was lost, and return how many books lost something."""
    books = {Path(each).name or "docs": list(sections_below(Path(each))) for each in folders}
    chosen = {name: sample(notes) for name, notes in books.items()}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, notes in {**chosen, "near-duplicates": list(near_duplicates())}.items():
            trial = tried(name, notes, Path(folder))
            failed += bool(trial.lost)
            print(
                f"{name}: {trial.notes} notes, {trial.merged} merged ({len(trial.across_topics)} across "
                f"topics), {trial.compressed} compressed, {trial.living} living, {len(trial.lost)} lost"
            )
            print("\n".join([*trial.across_topics, *trial.lost[:20]]))
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
