"""Cut a source into segments before anything is decided (the content map, B1.7), and give each a title and a body.

Cut Markdown at its headings, and plain text into paragraphs that speak of the same thing.

Every heading begins a section that runs to the next heading of its level or above. A section that fits stays whole
with all that stands under it; one that does not is its introduction and then its sections. What stands before the
first heading is a block of its own.
Neighbouring paragraphs that share more than 40 % of their key terms are one block; one of one sentence joins the
neighbour it shares more with, the one below it when neither is nearer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from commonplace.core import lazy_re as re
from commonplace.core.headings import Heading, headings, prose_flags
from commonplace.core.hygiene import shorten
from commonplace.core.keywords import key_terms
from commonplace.core.segments.blocks import (
    BYPASS_UP_TO,
    IDEAL_AT_MOST,
    Block,
    Lines,
    code_blocks,
    lines_of,
    python_blocks,
    sized,
)
from commonplace.core.tokens import fold
from commonplace.core.values import dataclass, replace

SAME_ABOVE = 0.40
_SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)|[。！？]+")


def markdown_blocks(lines: Lines) -> list[Block]:
    """Return the sections of a text, in order, every line in one of them."""
    marks = headings(lines.texts)
    first = marks[0].line if marks else len(lines.texts)
    before = [Block(0, first)] if first else []
    return [*before, *_sections(marks, len(lines.texts), (), lines)]


def _sections(
    marks: Sequence[Heading], end: int, above: tuple[str, ...], lines: Lines
) -> Iterator[Block]:
    at = 0
    while at < len(marks):
        below = at + 1
        while below < len(marks) and marks[below].level > marks[at].level:
            below += 1
        stop = marks[below].line if below < len(marks) else end
        yield from _section(marks[at:below], stop, above, lines)
        at = below


def _section(
    marks: Sequence[Heading], stop: int, above: tuple[str, ...], lines: Lines
) -> Iterator[Block]:
    """Yield the section of the first of `marks`: whole, or its introduction and what is under it."""
    own, *under = marks
    trail = (*above, own.title)
    if not under or lines.tokens(own.line, stop) <= IDEAL_AT_MOST:
        yield Block(own.line, stop, trail)
        return
    yield Block(own.line, under[0].line, trail)
    yield from _sections(under, stop, trail, lines)


@dataclass(frozen=True, slots=True)
class _Paragraph:
    block: Block
    terms: frozenset[str]
    is_short: bool
    """Whether it is a single sentence."""


def paragraph_blocks(lines: Lines) -> list[Block]:
    """Return the paragraphs of a text, those of one subject joined; every line is in one of them."""
    starts = [
        at
        for at in range(len(lines.texts))
        if not lines.is_blank(at) and (at == 0 or lines.is_blank(at - 1))
    ]
    starts = [0, *starts[1:]] if starts else [0]
    ends = [*starts[1:], len(lines.texts)]
    found = [_paragraph(start, stop, lines) for start, stop in zip(starts, ends, strict=True)]
    return _grouped(found, lines)


def _paragraph(start: int, stop: int, lines: Lines) -> _Paragraph:
    text = lines.text(start, stop)
    terms = frozenset(map(fold, key_terms(text)))
    return _Paragraph(Block(start, stop), terms, len(_SENTENCE_END.findall(text)) <= 1)


def _grouped(found: Sequence[_Paragraph], lines: Lines) -> list[Block]:
    blocks = [found[0].block]
    for number in range(1, len(found)):
        below = found[number].block
        fits = lines.tokens(blocks[-1].start, below.stop) <= IDEAL_AT_MOST
        if fits and _joins(found, number):
            blocks[-1] = replace(blocks[-1], stop=below.stop)
        else:
            blocks.append(below)
    return blocks


def _joins(found: Sequence[_Paragraph], number: int) -> bool:
    """Say whether the paragraph `number` continues what the one before it speaks of."""
    above, below = found[number - 1], found[number]
    shared = _overlap(above, below)
    if shared > SAME_ABOVE:
        return True
    if above.is_short and (number == 1 or _overlap(found[number - 2], above) <= shared):
        return True
    is_last = number == len(found) - 1
    return below.is_short and (is_last or shared > _overlap(below, found[number + 1]))


def _overlap(one: _Paragraph, other: _Paragraph) -> float:
    fewest = min(len(one.terms), len(other.terms))
    return len(one.terms & other.terms) / fewest if fewest else 0.0


class TextFormat(Enum):
    """How a text is written, which says where it may be cut."""

    MARKDOWN = "Markdown"
    PYTHON = "Python"
    CODE = "code, configuration or data"
    PROSE = "plain text"


PROGRAMS = (TextFormat.PYTHON, TextFormat.CODE)
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
WORDS_OF_A_REMARK = 3
_REMARK = re.compile(
    r"^[ \t]*(?:(?:#+|//+!?|--+|;+|/?\*+|<!--)[ \t]|/\*+|\"\"\"|\'\'\')[ \t]*(?P<said>[^\W\d_].*)"
)
_LEGAL = re.compile(r"copyright|licen[cs]e|SPDX-|coding[:=]|eslint-|noqa|type: ", re.IGNORECASE)
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
    if lines.tokens(0, len(lines.texts)) <= whole_up_to:
        blocks: Sequence[Block] = [_whole(form, lines)]
    else:
        blocks = sized(_blocks(form, lines), lines)
    return list(_segments(blocks, lines, name, form))


def _whole(form: TextFormat, lines: Lines) -> Block:
    """Return all lines as one block; a program is named by what it defines outermost."""
    names: tuple[str, ...] = ()
    if form in PROGRAMS:
        names = tuple(dict.fromkeys(each.trail[0] for each in _blocks(form, lines) if each.trail))
    return Block(0, len(lines.texts), names[:1], also=names[1:])


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
    if trail and form in PROGRAMS:
        return shorten(".".join(trail), SUMMARY_CHARS)
    lines = (line for line in text.splitlines() if not line.startswith(_SHEBANG))
    said = (" ".join(_CLOSERS.sub("", line.lstrip(_MARKS)).split()) for line in lines)
    return shorten(next(filter(None, said), text.strip()), SUMMARY_CHARS)


def title_of(segment: Segment) -> str:
    """Return the title that the source gives the segment; empty where its first sentence should."""
    if segment.form in PROGRAMS:
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
    if segment.form not in PROGRAMS:
        return segment.text
    longest = max((len(run) for run in _FENCES.findall(segment.text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{extension_of(segment.source_file)}\n{segment.text}\n{fence}"


def remark_in(segment: Segment) -> str:
    """Return the first comment or docstring of a program that says something, as one line; else nothing."""
    found: list[str] = []
    for line in segment.text.splitlines():
        match = _REMARK.match(line)
        if match and not _LEGAL.search(line) and not line.startswith(_SHEBANG):
            found.append(_CLOSERS.sub("", match["said"]).strip())
        elif len(" ".join(found).split()) >= WORDS_OF_A_REMARK:
            break
        else:
            found.clear()
    said = " ".join(found)
    return said if len(said.split()) >= WORDS_OF_A_REMARK else ""


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
