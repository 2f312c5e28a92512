"""The notes and prompts that development is measured on, as memories and questions."""

import json
from pathlib import Path
from typing import Any

from commonplace.core.memory import Memory

NOTESET = Path(__file__).resolve().parents[1] / "benchmarks" / "noteset"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (NOTESET / name).read_text("utf-8").splitlines()]


def notes() -> list[Memory]:
    return [
        Memory(
            id=row["id"],
            title=row["title"],
            body=row["body"],
            topic=row["topic"],
            keywords=tuple(row["keywords"]),
            summary=row["summary"],
            when_to_load=tuple(row["when_to_load"]),
        )
        for row in rows("notes.jsonl")
    ]
