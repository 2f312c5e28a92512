"""Write every data file of the package in its one canonical form: `make data`.

People edit the files in src/commonplace/data by hand; this sorts what has no order of its own.
"""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "commonplace" / "data"


def files() -> dict[Path, str]:
    """Return each data file with the text it should have."""
    return {path: _messages(path) for path in sorted(FOLDER.glob("messages.*.json"))}


def _messages(path: Path) -> str:
    """Return a table of messages with its groups, and the names in each, in alphabetical order."""
    groups = json.loads(path.read_text("utf-8"))
    return _as_json({group: dict(sorted(groups[group].items())) for group in sorted(groups)})


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Write the files that differ, and name them."""
    for path, text in files().items():
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(f"written: {path.name}")


if __name__ == "__main__":
    main()
