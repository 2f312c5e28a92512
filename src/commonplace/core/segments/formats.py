"""Which files are text, and how each kind of text is cut: the seed's own list of extensions (B2)."""

from __future__ import annotations

from enum import Enum

from commonplace.core.headings import headings


class TextFormat(Enum):
    """How a text is written, which says where it may be cut."""

    MARKDOWN = "Markdown"
    PYTHON = "Python"
    CODE = "code, configuration or data"
    PROSE = "plain text"


_CODE = "c cpp cs go h hpp java js jsx kt lua php pl r rb rs scala sh swift ts tsx vim"
_CONFIG = "cfg conf ini json toml xml yaml yml"
_OTHERS = "csv sql css htm html less sass scss svg fnl janet nix"
_PROSE = "adoc asciidoc org rdoc rst tex txt"

FORMS: dict[str, TextFormat] = {
    "md": TextFormat.MARKDOWN,
    "py": TextFormat.PYTHON,
    **dict.fromkeys(f"{_CODE} {_CONFIG} {_OTHERS}".split(), TextFormat.CODE),
    **dict.fromkeys(_PROSE.split(), TextFormat.PROSE),
}
"""Extension to form: exactly the seed's list of text files."""

SNIFFED_BYTES = 8192
HEADINGS_AT_LEAST = 2
"""How many headings make Markdown of a text whose name does not say that it is one."""
_PROGRAMS = frozenset({"makefile", "dockerfile", "justfile", "jenkinsfile", "procfile"})


def extension_of(name: str) -> str:
    """Return the extension of a file's name in small letters, empty when it has none."""
    stem, _, extension = name.rpartition("/")[2].rpartition(".")
    return extension.lower() if stem else ""


def format_of(name: str, text: str = "") -> TextFormat:
    """Return how the file `name` is cut; where its name says little, the headings of `text` do."""
    known = FORMS.get(extension_of(name), TextFormat.PROSE)
    if known is not TextFormat.PROSE:
        return known
    if text.startswith("#!") or name.rpartition("/")[2].lower() in _PROGRAMS:
        return TextFormat.CODE
    lines = text.split("\n")
    own = [
        mark.line for mark in headings(lines) if mark.line == 0 or not lines[mark.line - 1].strip()
    ]
    return TextFormat.MARKDOWN if len(own) >= HEADINGS_AT_LEAST else TextFormat.PROSE


def is_known_text(name: str) -> bool:
    """Say whether the name alone says that this is text."""
    return extension_of(name) in FORMS


def looks_like_text(head: bytes) -> bool:
    """Say whether a file that begins with `head` is text: UTF-8 without control characters."""
    if not head or b"\0" in head:
        return False
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as trouble:
        # The last character may have been cut in two by reading only the beginning.
        is_cut = len(head) >= SNIFFED_BYTES and len(head) - trouble.start < 4
        text = head[: trouble.start].decode("utf-8") if is_cut else "\0"
    return all(char.isprintable() or char in "\n\r\t\f" for char in text.replace("\ufeff", ""))
