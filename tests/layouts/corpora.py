"""Texts written by others to break things; skipped with a reason where they are missing."""

import json
import os
import re
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "security"
SECURITY = Path(os.environ.get("COMMONPLACE_CORPORA") or _BESIDE)
_EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n.*?^`{32}$", re.MULTILINE | re.DOTALL)


def commonmark_examples() -> list[str]:
    """Return the source of every example of the CommonMark specification."""
    spec = _text("commonmark/spec.txt")
    return [found.replace("→", "\t") for found in _EXAMPLE.findall(spec)]


def naughty_strings() -> list[str]:
    """Return the big list of naughty strings."""
    return json.loads(_text("blns/blns.json"))


def attack_lines() -> list[str]:
    """Return the lines of the injection lists."""
    folder = SECURITY / "payloadsallthethings"
    if not folder.is_dir():
        pytest.skip(f"no corpus at {folder}")
    paths = sorted((*folder.glob("*.txt"), *folder.glob("*.md")))
    texts = [path.read_text("utf-8", "replace") for path in paths]
    return [line for text in texts for line in text.split("\n") if line.strip()]


def _text(name: str) -> str:
    path = SECURITY / name
    if not path.is_file():
        pytest.skip(f"no corpus at {path}")
    return path.read_text("utf-8")
