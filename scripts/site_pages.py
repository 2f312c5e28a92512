"""Lay the pages of the repository out for the site, under the paths that they have here: `make site`."""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHOWN = {".md", ".svg", ".png"}


def lay_out(target: Path) -> None:
    """Write every page and picture below `target`, which is made anew."""
    shutil.rmtree(target, ignore_errors=True)
    for source in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*")):
        if source.suffix in SHOWN:
            place = target / source.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, place)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".cache" / "site" / "pages")
