"""Measure what `ingest` takes from real pages: the long descriptions of packages that are installed here.

    python benchmarks/learn_pages.py            precision and recall over benchmarks/page_labels.json
    python benchmarks/learn_pages.py --wrong    what is taken and not labelled, and what is labelled and missed
    python benchmarks/learn_pages.py --ask      learn six other pages, and ask 30 questions about them (page_questions.json)

A label is a piece of a line that somebody would want to be told (`must`), or that is right and not missed
(`fine`). The pages are read from the installed packages: none of their text is copied here.
"""

import json
import os
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path
from tempfile import TemporaryDirectory

from commonplace.core.headings import with_marked_headings
from commonplace.core.record.points import points_of
from commonplace.core.segments.noise import without_noise
from commonplace.core.segments.segmentation import TextFormat

HERE = Path(__file__).resolve().parent
LABELS = HERE / "page_labels.json"
QUESTIONS = HERE / "page_questions.json"
FIGURES = HERE / "learn_pages.json"


def taken(package: str) -> list[str]:
    text = with_marked_headings(str(metadata(package).get_payload()))
    cleaned = without_noise(text, "README.md", TextFormat.MARKDOWN).text
    return [f"{' / '.join(point.trail[-1:])}: {point.text}" for point in points_of(cleaned)]


def flat(text: str) -> str:
    return " ".join(text.lower().split())


def ask() -> dict:
    """Return how many answers stand in what a hook hands over, and in what `recall` prints."""
    pages = json.loads(QUESTIONS.read_text("utf-8"))["pages"]
    with TemporaryDirectory(prefix="commonplace-pages-") as folder:
        homes = ("STATE", "DATA", "CONFIG", "CACHE")
        os.environ |= {f"XDG_{name}_HOME": f"{folder}/{name.lower()}" for name in homes}
        os.environ |= {"HOME": folder, "COMMONPLACE_CONTENTS_TOKENS": "0"}
        docs = Path(folder, "project", "docs")
        docs.mkdir(parents=True)
        for package in pages:
            text = str(metadata(package).get_payload())
            (docs / f"{package}.md").write_text(text, "utf-8")
        _run(docs.parent, "init", "--layout", "vault")
        _run(docs.parent, "learn", "docs/", "--yes")
        asked = [pair for pairs in pages.values() for pair in pairs]
        hook = recall = 0
        for number, (question, answer) in enumerate(asked):
            given = json.dumps({"prompt": question, "session_id": f"session-{number}"})
            hook += answer.lower() in _run(docs.parent, "hook", "prompt", given=given).lower()
            recall += answer.lower() in _run(docs.parent, "recall", question).lower()
    return {"questions": len(asked), "handed over": hook, "recall prints": recall}


def _run(project: Path, *words: str, given: str = "") -> str:
    command = [sys.executable, "-m", "commonplace", *words]
    ran = subprocess.run(
        command, cwd=project, input=given, capture_output=True, text=True, check=False
    )
    return ran.stdout


def main() -> None:
    if "--ask" in sys.argv:
        print(ask())
        return
    pages = json.loads(LABELS.read_text("utf-8"))["pages"]
    right = total = found = wanted = 0
    counts = {}
    for package, labels in pages.items():
        points = taken(package)
        known = [*labels["must"], *labels["fine"]]
        wrong = [point for point in points if not any(each in flat(point) for each in known)]
        missed = [each for each in labels["must"] if not any(each in flat(p) for p in points)]
        counts[package] = len(points)
        right, total = right + len(points) - len(wrong), total + len(points)
        found, wanted = found + len(labels["must"]) - len(missed), wanted + len(labels["must"])
        if "--wrong" in sys.argv:
            print(
                package,
                len(points),
                *(f"\n  wrong  {each}" for each in wrong),
                *(f"\n  missed {each}" for each in missed),
            )
    figures = {
        "points": counts,
        "precision": round(right / total, 3),
        "recall": round(found / wanted, 3),
    }
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(figures)


if __name__ == "__main__":
    main()
