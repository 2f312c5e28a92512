"""Write src/commonplace/core/han.py: traditional to simplified Chinese, character by character.

Usage: han_table.py TSCharacters.txt. The file is OpenCC's (Apache-2.0; the PyPI package
opencc-python-reimplemented holds it in opencc/dictionary). Unihan's kSimplifiedVariant was tried
first: it lacks everyday characters that have a common twin (佈, 遊, 週, 裏, 說 beside 説).
"""

import sys
import textwrap
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "src" / "commonplace" / "core" / "han.py"
HEADER = '''"""Traditional Chinese characters and the simplified ones they are matched as.

Written by scripts/han_table.py from OpenCC's TSCharacters.txt (Apache-2.0). Where a character has
several simplified forms, the first that differs from itself is taken, so that both ways of writing
a word meet in one form. For matching only: it is no converter.
"""

from __future__ import annotations

'''
FOOTER = """
SIMPLIFIED_OF = dict(zip(_TRADITIONAL, _SIMPLIFIED, strict=True))
"""
LARGEST_BMP = 0xFFFF


def read(path: Path) -> dict[str, str]:
    pairs = {}
    for line in path.read_text("utf-8").splitlines():
        source, _, targets = line.partition("\t")
        wanted = [c for c in targets.split() if c != source and ord(c) <= LARGEST_BMP]
        if wanted and ord(source) <= LARGEST_BMP:
            pairs[source] = wanted[0]
    return pairs


def settled(pairs: dict[str, str]) -> dict[str, str]:
    """Follow chains to their end, so that folding twice is folding once."""
    done = {}
    for source, first in pairs.items():
        target, seen = first, {source}
        while target in pairs and target not in seen:
            seen.add(target)
            target = pairs[target]
        done[source] = target
    return {source: target for source, target in done.items() if target not in done}


def as_literal(name: str, characters: str) -> str:
    lines = textwrap.wrap(characters, 45)
    return f"{name} = (\n" + "".join(f'    "{line}"\n' for line in lines) + ")\n"


def main() -> None:
    table = dict(sorted(settled(read(Path(sys.argv[1]))).items()))
    TARGET.write_text(
        HEADER
        + as_literal("_TRADITIONAL", "".join(table))
        + as_literal("_SIMPLIFIED", "".join(table.values()))
        + FOOTER,
        encoding="utf-8",
    )
    print(f"{len(table)} pairs")


if __name__ == "__main__":
    main()
