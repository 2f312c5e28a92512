"""Does a compressed note keep more of its claims than the first sentences of the same length?

`python benchmarks/compress.py` measures 50 long notes (`long_notes.jsonl`, pages of this project cut at
headings) and keeps the figures in `compress.json`. Claims are numbers, versions, paths, URLs, dates,
names and code. The rival is given as many whole sentences as reach the length of our text.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean

from commonplace.core.refinement import key_points, units_of
from commonplace.core.segments.blocks import estimated_tokens
from commonplace.core.superset import missing_values, value_keys

HERE = Path(__file__).resolve().parent
NOTES, FIGURES = HERE / "long_notes.jsonl", HERE / "compress.json"


def first_sentences(text: str, tokens: int) -> str:
    """Return the beginning of `text`, whole sentences, at least `tokens` long."""
    taken: list[str] = []
    for unit in units_of(text):
        if estimated_tokens("\n\n".join(taken)) >= tokens:
            break
        taken.append(unit.text)
    return "\n\n".join(taken)


def kept(text: str, short: str) -> float:
    """Return the share of the claims of `text` that `short` still makes."""
    claims = value_keys(text)
    lost = {(claim.aspect, claim.value) for claim in missing_values(text, short)}
    return 1 - min(1.0, len(lost) / len(claims)) if claims else 1.0


def measure(text: str) -> dict[str, float]:
    """Return what our text and the rival keep of `text`, and their lengths."""
    short = key_points(text)
    rival = first_sentences(text, estimated_tokens(short))
    whole = estimated_tokens(text)
    return {
        "tokens": whole,
        "size": round(estimated_tokens(short) / whole, 3),
        "rival_size": round(estimated_tokens(rival) / whole, 3),
        "kept": round(kept(text, short), 3),
        "rival_kept": round(kept(text, rival), 3),
    }


def measured() -> list[dict[str, float]]:
    """Return the figures of every note."""
    return [measure(json.loads(line)["text"]) for line in NOTES.read_text("utf-8").splitlines()]


def summed(rows: list[dict[str, float]]) -> dict[str, object]:
    """Return the means, and how often our text keeps more or less than the rival."""
    means = {name: round(fmean(row[name] for row in rows), 3) for name in rows[0]}
    better = sum(row["kept"] > row["rival_kept"] for row in rows)
    worse = sum(row["kept"] < row["rival_kept"] for row in rows)
    return {"notes": len(rows), "mean": means, "better": better, "worse": worse}


def main() -> None:
    """Measure every note, print the means, keep all figures."""
    rows = measured()
    summary = summed(rows)
    print(json.dumps(summary, indent=2))
    FIGURES.write_text(json.dumps({**summary, "each": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
