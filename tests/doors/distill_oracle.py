"""skill-memory's formulas once more, from the raw files of a vault: written apart from the product.

Nothing of `commonplace` is imported. Every pair is compared, every word is counted, no clever step.
"""

import json
import re
from datetime import date, datetime
from pathlib import Path

import yaml

TTL = {"CONFIG": 180, "WORKFLOW": 365, "TECHNIQUE": 270, "PATTERN": 540}


def _notes(vault: Path) -> list[dict]:
    index = vault / "memory-index.json"
    told = {e["id"]: e for e in json.loads(index.read_text())["entries"]} if index.exists() else {}
    notes = []
    for path in sorted((vault / "10-Memories").glob("*.md")):
        if path.name.lower() == "readme.md":
            continue
        text = path.read_text()
        keys = yaml.safe_load(re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)[1])
        counted = re.sub(r"^## History\n.*?(?=^## |\Z)", "", text, flags=re.DOTALL | re.MULTILINE)
        row = told.get(path.stem, {})
        last = [d for d in (keys.get("last_retrieved"), _day(row.get("last_retrieved"))) if d]
        notes.append(
            {
                "id": path.stem,
                "created": keys["created"],
                "last": max(last) if last else None,
                "count": max(keys.get("retrieval_count") or 0, row.get("retrieval_count", 0)),
                "tokens": int(len(counted.split()) * 1.3),
                "keywords": {word.lower() for word in keys.get("keywords") or []},
                "topic": keys.get("topic") or "",
                "kind": (keys.get("tags") or [""])[0],
                "dead": keys.get("status") == "tombstoned",
            }
        )
    return notes


def _day(text: str | None) -> date | None:
    return datetime.fromisoformat(text).date() if text else None


def scores(vault: Path, today: date) -> dict[str, dict]:
    """Return the parts of the score of every note that lives."""
    alive = [note for note in _notes(vault) if not note["dead"]]
    return {note["id"]: _score(note, alive, today) for note in alive}


def _score(note: dict, alive: list[dict], today: date) -> dict:
    age = max(0, (today - note["created"]).days)
    since = max(0, (today - (note["last"] or note["created"])).days)
    staleness = min(1.0, since / 90)
    if note["count"] > 0 and age > 60:
        staleness = max(0, staleness - 0.3)
    zero = 1.0 if note["count"] == 0 and age > 30 else 0.0
    size = max(0, (note["tokens"] - 600) / 600)
    own = note["keywords"]
    shares = [
        len(own & other["keywords"]) / len(own) for other in alive if other is not note and own
    ]
    duplicate = max(shares, default=0.0)
    whole = staleness * 0.3 + zero * 0.25 + size * 0.2 + duplicate * 0.25
    return {
        "staleness": staleness,
        "zero_retrieval": zero,
        "size_penalty": size,
        "duplicate": duplicate,
        "composite": min(1.0, max(0.0, whole)),
        "days_past_ttl": max(0, age - TTL[note["kind"]]) if note["kind"] in TTL else 0,
    }


def health(vault: Path, today: date) -> dict:
    """Return the figures that the report and the log must show."""
    notes, found = _notes(vault), scores(vault, today).values()
    purge = sum(each["composite"] >= 0.7 for each in found)
    merge = sum(each["duplicate"] > 0.6 for each in found)
    compress = sum(each["size_penalty"] > 0.5 for each in found)
    points = max(0, min(100, 100 - 3 * purge - 5 * merge - 2 * compress))
    words = {80: "healthy", 60: "manageable", 40: "concerning", 0: "critical"}
    return {
        "total_memories": len(notes),
        "total_tokens": sum(note["tokens"] for note in notes),
        "health_score": points,
        "purge_candidates": purge,
        "merge_candidates": merge,
        "compress_candidates": compress,
        "status": next(word for least, word in words.items() if points >= least),
        "never_retrieved": sum(note["count"] == 0 for note in notes if not note["dead"]),
        "merge_pairs": len(pairs(vault)),
        "purge_eligible": _ranked(vault, today),
    }


def pairs(vault: Path) -> set[frozenset[str]]:
    """Return the pairs that may be merged: in one cluster, by the larger of both shares."""
    alive = [note for note in _notes(vault) if not note["dead"] and note["keywords"]]
    found = set()
    for one in alive:
        for other in alive:
            if one is other or _cluster(one) != _cluster(other):
                continue
            shared = len(one["keywords"] & other["keywords"])
            if max(shared / len(one["keywords"]), shared / len(other["keywords"])) >= 0.6:
                found.add(frozenset((one["id"], other["id"])))
    return found


def _cluster(note: dict) -> str:
    return note["topic"].split("/")[0] or "uncategorized"


def _ranked(vault: Path, today: date) -> list[str]:
    found = scores(vault, today)
    eligible = [
        name for name, e in found.items() if e["zero_retrieval"] == 1.0 or e["staleness"] > 0.8
    ]
    return sorted(eligible, key=lambda n: (-found[n]["days_past_ttl"], -found[n]["composite"], n))
