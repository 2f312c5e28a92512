"""How many published examples of secrets are taken out, and how much of ordinary documents is taken for one.

    python benchmarks/redaction.py RULES [DOCUMENTS ...]

RULES is a folder of gitleaks' rules (`cmd/generate/config/rules` of its repository): Go files that list what must be
found (`tps`, `TPs`) and what must not (`fps`, `FPs`). DOCUMENTS are folders in which Markdown, reStructuredText and
the descriptions of Python packages are looked for, this environment when none is named. Nothing of either is kept.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from commonplace.core.redaction import find_secrets

_BLOCK = re.compile(
    r"\b(?P<kind>[tf]ps|TPs|FPs)\b\s*:?=(?!=)(?P<rest>.*?)(?=^\s*(?:r\.)?(?:[tf]ps|TPs|FPs)\b|^\s*return\b|\Z)",
    re.MULTILINE | re.DOTALL,
)
_TOKEN = re.compile(r"`[^`]*`|\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*|append\(|[(){}+:,]")
DOCUMENTS = ("*.md", "*.markdown", "*.rst", "METADATA")
MOST_BYTES = 1 << 20
MOST_TOLD = 20


def examples(folder: Path) -> Iterator[tuple[str, bool, str]]:
    """Yield file, whether it must be found, and text of each example that stands there whole."""
    for path in sorted(folder.glob("*.go")):
        for block in _BLOCK.finditer(path.read_text("utf-8")):
            for text in _texts(block["rest"]):
                yield path.name, block["kind"].lower() == "tps", text


def _texts(block: str) -> Iterator[str]:
    """Yield the literals that stand alone in a list: what is put together by calls is no published text."""
    tokens = [each for each in _TOKEN.findall(block) if not each.startswith("//")]
    depth = 0
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        depth += (token == "(") - (token == ")" and depth > 0)
        if token[0] in '`"' and not depth and before != "+" and after not in ("+", ":"):
            yield token[1:-1] if token[0] == "`" else str(ast.literal_eval(token))


def documents(folders: list[Path]) -> Iterator[tuple[str, str]]:
    """Yield path and text of every document below `folders`."""
    for folder in folders:
        for pattern in DOCUMENTS:
            for path in sorted(folder.rglob(pattern)):
                if path.is_file() and path.stat().st_size <= MOST_BYTES:
                    yield str(path.relative_to(folder)), path.read_text("utf-8", "replace")


def lines_redacted(text: str) -> list[str]:
    """Return the lines of `text` in which a secret begins."""
    starts = {text.count("\n", 0, each.start) for each in find_secrets(text)}
    return [line for number, line in enumerate(text.split("\n")) if number in starts]


def measure_examples(folder: Path) -> tuple[int, int, list[str]]:
    """Print what is missed and what is found in vain; return caught, all, and the lines in vain."""
    caught = wanted = 0
    in_vain: list[str] = []
    for name, is_secret, text in examples(folder):
        found = bool(find_secrets(text))
        if is_secret:
            wanted, caught = wanted + 1, caught + found
            if not found:
                print(f"missed  {name}: {text[:120]!r}")
        elif found:
            in_vain.append(f"{name}: {text[:120]!r}")
    return caught, wanted, in_vain


def main() -> None:
    """Measure both and print the figures."""
    rules, *folders = [Path(each) for each in sys.argv[1:]] or [Path()]
    caught, wanted, in_vain = measure_examples(rules)
    for each in in_vain:
        print(f"in vain {each}")
    lines = redacted = 0
    packages: set[str] = set()
    for name, text in documents(folders or [Path(sys.prefix)]):
        packages.add(name.split("site-packages/")[-1].split("/")[0])
        lines += sum(bool(line.strip()) for line in text.split("\n"))
        taken = lines_redacted(text)
        redacted += len(taken)
        for line in taken[: MOST_TOLD if redacted <= MOST_TOLD else 0]:
            print(f"taken   {name}: {line.strip()[:120]!r}")
    share = 100 * redacted / max(lines, 1)
    print(
        f"\n{caught} of {wanted} published examples caught; {len(in_vain)} texts that are none taken for one"
    )
    print(
        f"{redacted} of {lines} lines of {len(packages)} packages' documents redacted: {share:.2f} %"
    )


if __name__ == "__main__":
    main()
