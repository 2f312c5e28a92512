"""Cut a source into segments before anything is decided (the content map, B1.7), and give each a title and a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from commonplace.core import lazy_re as re
from commonplace.core.headings import headings, prose_flags
from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.segments.blocks import BYPASS_UP_TO, Block, Lines, lines_of, sized
from commonplace.core.segments.prose import markdown_blocks, paragraph_blocks
from commonplace.core.segments.source_code import code_blocks, python_blocks


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


SUMMARY_CHARS = 60
_MARKS = "#-*>/;\"' \t"
_CLOSERS = re.compile(r"(?<!\s)\s*(?:\"\"\"|'''|\*/|-->)\s*$")
_SHEBANG = "#!"
NAMES_CHARS = 60
_STRUCTURE = ("#", "|", "<", "---", "[")
_FENCES = re.compile(r"^[ \t]{0,40}(`{3,})", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """One piece of a source: what it says and exactly where it stands."""

    source_file: str
    """Empty for a text that came from no file."""
    first_line: int
    last_line: int
    text: str
    trail: tuple[str, ...]
    part: int
    also: tuple[str, ...]
    form: TextFormat
    summary: str
    estimated_tokens: int
    key_terms: tuple[str, ...]

    @property
    def source_lines(self) -> str:
        """The lines in the source, as `15-42`."""
        return f"{self.first_line}-{self.last_line}"


def segments_of(
    text: str, name: str = "", *, whole_up_to: int = BYPASS_UP_TO, form: TextFormat | None = None
) -> list[Segment]:
    """Return the segments of `text`, in order; they hold every line that is not blank.

    `name` is the file's, which says how it is cut unless `form` does; up to `whole_up_to` tokens it is
    one segment.
    """
    lines = lines_of(text)
    form = form or format_of(name, text)
    everything = Block(0, len(lines.texts))
    if lines.tokens(0, everything.stop) <= whole_up_to:
        blocks: Sequence[Block] = [everything]
    else:
        blocks = sized(_blocks(form, lines), lines)
    return list(_segments(blocks, lines, name, form))


def _blocks(form: TextFormat, lines: Lines) -> list[Block]:
    match form:
        case TextFormat.MARKDOWN:
            return markdown_blocks(lines)
        case TextFormat.PYTHON:
            return python_blocks(lines) or code_blocks(lines)
        case TextFormat.CODE:
            return code_blocks(lines)
        case TextFormat.PROSE:
            return paragraph_blocks(lines)


def _segments(
    blocks: Sequence[Block], lines: Lines, name: str, form: TextFormat
) -> Iterator[Segment]:
    for block in blocks:
        start, stop = lines.trimmed(block)
        if start == stop:
            continue
        text = lines.text(start, stop)
        yield Segment(
            source_file=name,
            first_line=lines.numbers[start],
            last_line=lines.numbers[stop - 1],
            text=text,
            trail=block.trail,
            part=block.part,
            also=block.also,
            form=form,
            summary=_summary(text, block.trail, form),
            estimated_tokens=lines.tokens(start, stop),
            key_terms=key_terms(text),
        )


def _summary(text: str, trail: tuple[str, ...], form: TextFormat) -> str:
    """Return what is defined here, else the first line that says something: at most 60 characters."""
    if trail and form in (TextFormat.PYTHON, TextFormat.CODE):
        return shorten(".".join(trail), SUMMARY_CHARS)
    lines = (line for line in text.splitlines() if not line.startswith(_SHEBANG))
    said = (" ".join(_CLOSERS.sub("", line.lstrip(_MARKS)).split()) for line in lines)
    return shorten(next(filter(None, said), text.strip()), SUMMARY_CHARS)


def title_of(segment: Segment) -> str:
    """Return the title that the source gives the segment; empty where its first sentence should."""
    if segment.form in (TextFormat.PYTHON, TextFormat.CODE):
        where = segment.source_file.rpartition("/")[2]
        return _numbered(f"{_names(segment)} ({where})", segment.part)
    if segment.trail:
        above = "".join(f" ({name})" for name in segment.trail[-2:-1])
        return _numbered(f"{_names(segment)}{above}", segment.part)
    return segment.summary if segment.text.startswith("---") else ""


def body_of(segment: Segment) -> str:
    """Return what the memory should say: prose as it stands, code between fences.

    Code that stands bare in Markdown would be read as it: `#` begins a comment there, a title here.
    """
    if segment.form in (TextFormat.MARKDOWN, TextFormat.PROSE):
        return segment.text
    longest = max((len(run) for run in _FENCES.findall(segment.text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{extension_of(segment.source_file)}\n{segment.text}\n{fence}"


def first_paragraph(body: str) -> str:
    """Return the first paragraph of prose in `body` as one line; empty where there is only structure."""
    found: list[str] = []
    lines = body.split("\n")
    for line, is_prose in zip(lines, prose_flags(lines), strict=True):
        said = line.strip()
        if not is_prose or said.startswith(_STRUCTURE) or not any(map(str.isalpha, said)):
            if found:
                break
            continue
        found.append(said)
    return " ".join(found)


def _names(segment: Segment) -> str:
    """Return what the segment is called in its source, with those that joined it."""
    if not segment.trail:
        return segment.summary
    own = ".".join(segment.trail) if segment.form is TextFormat.PYTHON else segment.trail[-1]
    named = shorten(own, NAMES_CHARS)
    for name in segment.also:
        if len(named) + len(name) > NAMES_CHARS:
            return f"{named}, …"
        named = f"{named}, {name}"
    return named


def _numbered(title: str, part: int) -> str:
    return f"{title} ({part})" if part > 1 else title
