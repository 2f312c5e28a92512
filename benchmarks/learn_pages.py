"""Measure what `ingest` takes from real pages: the long descriptions of packages that are installed here.

    python benchmarks/learn_pages.py            precision and recall over benchmarks/page_labels.json
    python benchmarks/learn_pages.py --wrong    what is taken and not labelled, and what is labelled and missed

A label is a piece of a line that somebody would want to be told (`must`), or that is right and not missed
(`fine`). The pages are read from the installed packages: none of their text is copied here.
"""

import json
import sys
from importlib.metadata import metadata
from pathlib import Path

from commonplace.core.record.points import points_of
from commonplace.core.segments.noise import without_noise
from commonplace.core.segments.segmentation import TextFormat

HERE = Path(__file__).resolve().parent
LABELS = HERE / "page_labels.json"
FIGURES = HERE / "learn_pages.json"


def taken(package: str) -> list[str]:
    text = str(metadata(package).get_payload())
    cleaned = without_noise(text, "README.md", TextFormat.MARKDOWN).text
    return [f"{' / '.join(point.trail[-1:])}: {point.text}" for point in points_of(cleaned)]


def flat(text: str) -> str:
    return " ".join(text.lower().split())


def main() -> None:
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
