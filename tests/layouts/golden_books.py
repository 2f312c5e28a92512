"""Golden folders: a book before, the changes, and the book after, as files a person can read.

`python tests/layouts/golden_books.py` writes every `after` anew; look at the difference before
you keep it.
"""

import json
import shutil
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

from layout_cases import CASES

from commonplace.core.changes import Bury, Change, Create, Edit, Erase, Files, Restore
from commonplace.core.memory import Candidate, Memory, Tombstone
from commonplace.core.ports import Layout

GOLDEN = Path(__file__).resolve().parent / "golden"
TODAY = date(2026, 3, 1)


def folders() -> list[Path]:
    """Return every golden case: golden/<layout>/<case>."""
    return sorted(path.parent for path in GOLDEN.glob("*/*/changes.json"))


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the files below `folder`."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def carried_out(case: Path) -> Files:
    """Return the book after its changes and with its derived files fresh."""
    layout = next(row.layout for row in CASES if row.name == case.parent.name)
    files = read_folder(case / "before")
    for step in json.loads((case / "changes.json").read_text("utf-8")):
        change = _change(step, layout, files)
        files = _written(files, layout.render([change], files, TODAY))
        files = _written(files, layout.derive(files, TODAY, [change]))
    return files


def _written(files, edits) -> dict[str, bytes]:
    now = dict(files)
    for edit in edits:
        if edit.after is None:
            del now[edit.path]
        else:
            now[edit.path] = edit.after
    return now


def _change(step: dict, layout: Layout, files: Files) -> Change:
    if "create" in step:
        return Create(layout.draft(Candidate(**_values(step["create"])), files, TODAY))
    (verb,) = step.keys() & {"edit", "bury", "restore", "erase"}
    memory = next(m for m in layout.parse(files).memories if m.id == step[verb])
    if verb == "edit":
        return Edit(memory, replace(memory, **_values(step["set"])))
    if verb == "bury":
        return Bury(
            memory, Tombstone(at=TODAY, reason=step["reason"], superseded_by=step.get("by"))
        )
    return Restore(memory) if verb == "restore" else Erase(memory)


def _values(wanted: dict) -> dict:
    """Return JSON values as the fields of a memory hold them."""
    dates = {field.name for field in fields(Memory) if "date" in str(field.type)}
    return {
        name: date.fromisoformat(value)
        if name in dates
        else tuple(value)
        if isinstance(value, list)
        else value
        for name, value in wanted.items()
    }


def _rewrite() -> None:
    for case in folders():
        shutil.rmtree(case / "after", ignore_errors=True)
        for name, content in carried_out(case).items():
            path = case / "after" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


if __name__ == "__main__":
    _rewrite()
